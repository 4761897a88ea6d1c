//! What came of a tournament: tables for people, other forms for programs and pages.

use std::path::Path;

use anyhow::Context;
use plywood_arena::report::{Forfeit, Meeting, Report, Standing};
use plywood_arena::settings::Settings;
use plywood_arena::statistics::Estimate;
use plywood_workbench::units::{show_short, show_time};
use serde_json::json;

use super::args::OutputArguments;
use crate::screen::{Style, say, say_json, styled, table};

/// Prints a tournament's report in the form asked for, and writes it to a folder if wanted.
pub(crate) fn report(
    report: &Report,
    settings: &Settings,
    output: &OutputArguments,
) -> anyhow::Result<()> {
    if output.json {
        let mut object = json!({ "settings": settings });
        if let (Some(object), serde_json::Value::Object(more)) =
            (object.as_object_mut(), serde_json::to_value(report)?)
        {
            object.extend(more);
        }
        say_json(&object)?;
    } else {
        print(report, output)?;
    }
    files(report, output)
}

/// The same for rated games, which have no common settings.
pub(crate) fn ratings(report: &Report, output: &OutputArguments) -> anyhow::Result<()> {
    if output.json {
        say_json(report)?;
    } else {
        print(report, output)?;
    }
    files(report, output)
}

fn print(report: &Report, output: &OutputArguments) -> anyhow::Result<()> {
    match (output.csv, output.markdown) {
        (true, _) => say(&report.csv()),
        (_, true) => say(&report.markdown()),
        _ => say(&text(report)),
    }
}

fn text(report: &Report) -> String {
    let mut text = standings(report);
    if !report.meetings.is_empty() {
        text += "\n";
        text += &meetings(&report.meetings);
    }
    if let Some(sprt) = &report.sprt {
        text += &format!("\n{}\n", styled(&sprt.sentence(), Style::Heading));
    }
    if !report.forfeits.is_empty() {
        text += &format!("\n{}\n", styled("Games lost by a fault", Style::Bad));
        text += &forfeits(&report.forfeits);
    }
    text
}

/// The table of players, best first.
pub(super) fn standings(report: &Report) -> String {
    let headings = [
        "#", "player", "Elo", "±", "games", "score", "won", "drawn", "lost", "depth", "nodes",
        "time",
    ];
    let row = |player: &Standing| {
        vec![
            player.rank.to_string(),
            player.name.clone(),
            format!("{:+.0}", player.elo),
            format!("{:.0}", player.margin),
            player.games.to_string(),
            format!("{:.1} %", 100.0 * player.score),
            player.wins.to_string(),
            player.draws.to_string(),
            player.losses.to_string(),
            format!("{:.1}", player.depth),
            show_short(player.nodes_per_move),
            show_time(player.time_per_move_s),
        ]
    };
    let rows: Vec<Vec<String>> = report.standings.iter().map(row).collect();
    table(&headings, &rows, 2)
}

fn meetings(meetings: &[Meeting]) -> String {
    let headings = ["meeting", "games", "score", "Elo", "nElo", "LOS", "draws", "pairs 0–½–1–1½–2"];
    let row = |meeting: &Meeting| {
        vec![
            format!("{} – {}", meeting.one, meeting.two),
            meeting.games().to_string(),
            format!("{:.1} %", 100.0 * meeting.score),
            Estimate::show(meeting.elo),
            Estimate::show(meeting.normalized_elo),
            meeting.superiority_text(),
            format!("{:.1} %", 100.0 * meeting.draw_rate),
            meeting.pairs_text(),
        ]
    };
    table(&headings, &meetings.iter().map(row).collect::<Vec<_>>(), 1)
}

/// Each fault with all it takes to see it again, up to a screenful.
fn forfeits(forfeits: &[Forfeit]) -> String {
    const MOST: usize = 10;
    let mut text = String::new();
    for forfeit in forfeits.iter().take(MOST) {
        text += &format!(
            "game {}: {} lost by {} ({})\n  seed {}, {}\n",
            forfeit.number,
            forfeit.loser,
            forfeit.reason.name(),
            forfeit.detail,
            forfeit.seed,
            forfeit.position
        );
        if let Some(engine) = &forfeit.engine {
            text += &format!("  {engine}\n");
        }
        let lines: Vec<&str> = forfeit.output.lines().collect();
        for line in &lines[lines.len().saturating_sub(5)..] {
            text += &format!("  | {}\n", line.chars().take(200).collect::<String>());
        }
    }
    if forfeits.len() > MOST {
        text += &format!(
            "and {} more; `plywood tournament export STORE` has all\n",
            forfeits.len() - MOST
        );
    }
    text
}

/// Writes every form into the folder that was asked for.
fn files(report: &Report, output: &OutputArguments) -> anyhow::Result<()> {
    let Some(folder) = &output.report else { return Ok(()) };
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    write(folder, "report.md", &report.markdown())?;
    write(folder, "standings.csv", &report.csv())?;
    write(folder, "report.json", &(serde_json::to_string_pretty(report)? + "\n"))?;
    write(folder, "ratings.svg", &report.ratings_svg())?;
    write(folder, "cross-table.svg", &report.cross_table_svg())?;
    if let Some(svg) = report.llr_svg() {
        write(folder, "llr.svg", &svg)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    let file = folder.join(name);
    std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    eprintln!("wrote {}", file.display());
    Ok(())
}
