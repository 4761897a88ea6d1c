//! `solve`: the path, state by state, and what the search spent.

use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::problems::{Frame, Instance, Scene, SolveReport};

use super::args::SolveProblemArguments;
use super::{default_memory, guided};
use crate::Done;
use crate::progress::Progress;
use crate::screen::{
    Style, draw_scene, draw_trail, has_colours, listed, say, say_json, side_by_side, styled,
};
use plywood_workbench::units::{show_bytes, show_count, show_short, show_time, speed};

/// Longer paths are told as steps, without a picture of each state.
const MOST_PICTURES: usize = 100;

/// Solves and shows; the report is for whoever keeps it.
pub(crate) fn run(
    instance: &Instance,
    arguments: &SolveProblemArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<(Done, SolveReport)> {
    let method = guided(instance, &arguments.algorithm, arguments.heuristic.as_ref(), words)?;
    let limits = arguments.limits.limits(None, default_memory(), cancel);
    let label = words.fill("puzzle-on", &[("method", &method), ("board", &instance.name)]);
    let mut progress = Progress::new(label, words, &limits);
    let report = instance.solve(&method, &limits, &mut |stats| progress.show(stats))?;
    progress.clear();
    if arguments.json {
        say_json(&report)?;
    } else {
        say(&(path_text(instance, &report, words)? + &statistics(instance, &report, words)))?;
    }
    Ok((if report.is_solved() { Done::Yes } else { Done::No }, report))
}

/// The path, state by state with what changed marked, or as a trail on one picture.
fn path_text(instance: &Instance, report: &SolveReport, words: &Words) -> anyhow::Result<String> {
    let Some(path) = &report.path else { return Ok(String::new()) };
    let frame = instance.quest.frame();
    let offer = instance.quest.offer();
    if path.len() > MOST_PICTURES && !offer.is_trail {
        return Ok(format!("{}\n\n", path.join(" ")));
    }
    let scenes = instance.quest.scenes(path)?;
    let mark = if has_colours() { "◆" } else { "@" };
    if offer.is_trail {
        let lines = draw_trail(&frame, &scenes).join("\n");
        let said = words.fill("problem-trail", &[("mark", &mark)]);
        return Ok(format!("{lines}\n{said}\n\n{}\n\n", path.join(" ")));
    }
    let said = words.fill("puzzle-mark", &[("mark", &mark)]);
    let legend = if report.objective.is_some() { said + "\n\n" } else { String::new() };
    Ok(pictures(&frame, &scenes, path, words) + &legend)
}

fn pictures(frame: &Frame, scenes: &[Scene], path: &[String], words: &Words) -> String {
    let mut blocks = vec![(words.text("puzzle-first-board"), draw_scene(frame, &scenes[0], None))];
    for (i, step) in path.iter().enumerate() {
        let lines = draw_scene(frame, &scenes[i + 1], Some(&scenes[i]));
        blocks.push((format!("{}. {step}", i + 1), lines));
    }
    let widest = plywood_workbench::problems::picture(frame, &scenes[0]);
    let width = widest.first().map_or(0, |row| row.chars().count()).max(10);
    side_by_side(&blocks, width)
}

fn statistics(instance: &Instance, report: &SolveReport, words: &Words) -> String {
    let offer = instance.quest.offer();
    let board = match &report.objective {
        Some(objective) => words
            .fill("puzzle-board-objective", &[("board", &report.board), ("objective", objective)]),
        None => report.board.clone(),
    };
    let mut rows = vec![
        (words.text("puzzle-board"), board),
        (words.text("puzzle-method"), report.method_name()),
        (words.text("puzzle-outcome"), outcome(report, words)),
    ];
    if let Some(path) = &report.path {
        rows.push((format!("{} (L)", words.say(&offer.steps)), path.len().to_string()));
        let cost = report.cost.filter(|cost| *cost != path.len() as u64);
        rows.extend(cost.map(|cost| (words.text("problem-cost"), show_count(cost))));
        rows.extend(report.cells.map(|cells| (words.text("puzzle-cells"), cells.to_string())));
    } else {
        rows.push((words.text("puzzle-deepest"), report.depth.to_string()));
    }
    rows.push((words.text("puzzle-generated"), show_count(report.generated)));
    rows.push((words.text("report-expanded"), show_count(report.expanded)));
    rows.push((words.text("puzzle-refused"), show_count(report.refused)));
    if report.iterations > 0 {
        rows.push((words.text("puzzle-passes"), report.iterations.to_string()));
    }
    if report.dropped > 0 {
        rows.push((words.text("puzzle-forgotten"), show_count(report.dropped)));
    }
    if let (Some(penetrance), Some(branching)) = (report.penetrance, report.branching_factor) {
        rows.push((words.text("puzzle-penetrance"), format!("{penetrance:.6}")));
        rows.push((words.text("puzzle-branching"), format!("{branching:.6}")));
    }
    let time = show_time(report.time_s);
    let time = match speed(report.generated, report.time_s).map(show_short) {
        Some(speed) => words.fill("puzzle-speed", &[("time", &time), ("speed", &speed)]),
        None => time,
    };
    rows.push((words.text("report-time"), time));
    let (bytes, nodes) = (show_bytes(report.peak_bytes), show_count(report.peak_stored));
    let memory = words.fill("puzzle-memory-for", &[("bytes", &bytes), ("nodes", &nodes)]);
    rows.push((words.text("puzzle-memory"), memory));
    words.figures(&listed(&rows))
}

fn outcome(report: &SolveReport, words: &Words) -> String {
    let said = words.say(&report.ended());
    match report.outcome {
        "solved" => styled(&said, Style::Good),
        "exhausted" => styled(&said, Style::Bad),
        _ => styled(&words.fill("puzzle-none-yet", &[("outcome", &said)]), Style::Bad),
    }
}
