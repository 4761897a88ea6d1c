//! What came of a tournament: tables for people, other forms for programs and pages.

use crate::failure::{cannot_make, cannot_write};
use std::path::Path;

use plywood_arena::report::{Forfeit, Meeting, Report, Standing, signed};
use plywood_arena::settings::Settings;
use plywood_arena::statistics::Estimate;
use plywood_workbench::language::Words;
use plywood_workbench::units::{show_count, show_short, show_time};
use serde_json::json;

use super::args::OutputArguments;
use crate::screen::{Style, say, say_json, styled, table};

/// Prints a tournament's report in the form asked for, and writes it to a folder if wanted.
pub(crate) fn report(
    report: &Report,
    settings: &Settings,
    output: &OutputArguments,
    words: &Words,
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
        print(report, output, words)?;
    }
    files(report, output, words)
}

/// The same for rated games, which have no common settings.
pub(crate) fn ratings(
    report: &Report,
    output: &OutputArguments,
    words: &Words,
) -> anyhow::Result<()> {
    if output.json {
        say_json(report)?;
    } else {
        print(report, output, words)?;
    }
    files(report, output, words)
}

fn print(report: &Report, output: &OutputArguments, words: &Words) -> anyhow::Result<()> {
    match (output.csv, output.markdown) {
        (true, _) => say(&report.csv()),
        (_, true) => say(&report.markdown_in(words)),
        _ => say(&text(report, words)),
    }
}

fn text(report: &Report, words: &Words) -> String {
    let mut text = standings(report, words);
    if !report.meetings.is_empty() {
        text += "\n";
        text += &meetings(&report.meetings, words);
    }
    if let Some(sprt) = &report.sprt {
        text += &format!("\n{}\n", styled(&sprt.sentence(words), Style::Heading));
    }
    if !report.forfeits.is_empty() {
        text += &format!("\n{}\n", styled(&words.text("arena-forfeits"), Style::Bad));
        text += &forfeits(&report.forfeits, words);
    }
    text
}

/// The table of players, best first. It has a column for faults only if there was one.
pub(super) fn standings(report: &Report, words: &Words) -> String {
    let mut headings = Standing::headings(words).to_vec();
    let has_faults = !report.forfeits.is_empty();
    headings.truncate(headings.len() - usize::from(!has_faults));
    let has_cpu = report.standings.iter().any(|player| player.cpu_per_move_s.is_some());
    let more = ["depth", "nodes", "time"];
    headings.extend(more.map(|name| words.text(&format!("arena-column-{name}"))));
    headings.extend(has_cpu.then(|| words.text("arena-column-cpu")));
    let row = |player: &Standing| {
        let mut row = vec![
            player.rank.to_string(),
            player.name.clone(),
            signed(player.elo, 0),
            format!("{:.0}", player.margin),
            player.games.to_string(),
            format!("{:.1} %", 100.0 * player.score),
            player.wins.to_string(),
            player.draws.to_string(),
            player.losses.to_string(),
        ];
        row.extend(has_faults.then(|| player.forfeits.to_string()));
        row.push(format!("{:.1}", player.depth));
        row.push(show_short(player.nodes_per_move));
        row.push(show_time(player.time_per_move_s));
        let cpu = || player.cpu_per_move_s.map_or_else(|| "–".to_owned(), show_time);
        row.extend(has_cpu.then(cpu));
        row
    };
    let rows: Vec<Vec<String>> = report.standings.iter().map(row).collect();
    words.figures(&table(&headings, &rows, 2))
}

fn meetings(meetings: &[Meeting], words: &Words) -> String {
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
    let rows: Vec<_> = meetings.iter().map(row).collect();
    words.figures(&table(&Meeting::headings(words), &rows, 1))
}

/// Each fault with all it takes to see it again, up to a screenful.
fn forfeits(forfeits: &[Forfeit], words: &Words) -> String {
    const MOST: usize = 10;
    let mut text = String::new();
    for forfeit in forfeits.iter().take(MOST) {
        text += &format!("{}\n  {}\n", forfeit.sentence(words), forfeit.place(words));
        if let Some(engine) = &forfeit.engine {
            text += &format!("  {engine}\n");
        }
        let lines: Vec<&str> = forfeit.output.lines().collect();
        for line in &lines[lines.len().saturating_sub(5)..] {
            text += &format!("  | {}\n", line.chars().take(200).collect::<String>());
        }
    }
    if forfeits.len() > MOST {
        let count = show_count((forfeits.len() - MOST) as u64);
        text += &(words.fill("arena-forfeits-more", &[("count", &count)]) + "\n");
    }
    text
}

/// Writes every form into the folder that was asked for.
fn files(report: &Report, output: &OutputArguments, words: &Words) -> anyhow::Result<()> {
    let Some(folder) = &output.report else { return Ok(()) };
    std::fs::create_dir_all(folder).map_err(|e| cannot_make(folder, &e))?;
    let write = |name: &str, text: &str| write(folder, name, text, words);
    write("report.md", &report.markdown_in(words))?;
    write("standings.csv", &report.csv())?;
    write("report.json", &(serde_json::to_string_pretty(report)? + "\n"))?;
    write("ratings.svg", &report.ratings_svg())?;
    write("cross-table.svg", &report.cross_table_svg())?;
    if let Some(svg) = report.llr_svg() {
        write("llr.svg", &svg)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, text: &str, words: &Words) -> anyhow::Result<()> {
    let file = folder.join(name);
    std::fs::write(&file, text).map_err(|e| cannot_write(&file, &e))?;
    crate::screen::tell(&words.fill("arena-wrote", &[("file", &file.display())]));
    Ok(())
}
