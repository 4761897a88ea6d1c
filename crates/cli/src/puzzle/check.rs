//! `plywood puzzle check-heuristic`.

use anyhow::Context;
use plywood_workbench::puzzle::{CheckReport, PuzzleHeuristic, check};
use plywood_workbench::{Cancel, Limits};
use serde_json::json;

use super::{load_one, outcome_text};
use crate::Done;
use crate::args::CheckArguments;
use crate::progress::Progress;
use crate::screen::{Style, say, say_json, styled};
use plywood_workbench::units::{show_count, show_time};

pub(super) fn run(arguments: &CheckArguments, cancel: &Cancel) -> anyhow::Result<Done> {
    let board = load_one(&arguments.board, arguments.objective)?;
    let heuristics = match arguments.heuristic {
        Some(heuristic) => vec![heuristic],
        None => PuzzleHeuristic::ALL.to_vec(),
    };
    let limits = Limits {
        nodes: Some(arguments.nodes),
        time: arguments.time,
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let mut reports = Vec::new();
    for heuristic in heuristics {
        let label = format!("checking {} on {}", heuristic.name(), board.name);
        let mut progress = Progress::new(label, &limits);
        let pulse = |stats: &_| progress.show(stats);
        let report = check(&board, heuristic, arguments.dives, arguments.seed, &limits, pulse)
            .with_context(|| format!("board {}", board.name))?;
        progress.clear();
        if !arguments.json {
            say(&text(&report))?;
        }
        reports.push(report);
        if cancel.is_raised() {
            break;
        }
    }
    let is_clean = reports.iter().all(|report| !report.overestimates && report.stopped.is_none());
    if arguments.json {
        match &reports[..] {
            [report] => say_json(report)?,
            _ => say_json(&json!({ "checks": reports }))?,
        }
    }
    Ok(if is_clean { Done::Yes } else { Done::No })
}

fn text(report: &CheckReport) -> String {
    let title =
        format!("{} on board {}, objective {}", report.heuristic, report.board, report.objective);
    let mut text = styled(&title, Style::Heading) + "\n";
    let states = show_count(report.states);
    let scope = match (report.complete, report.stopped) {
        (true, _) => format!("in all {states} states there are"),
        (false, None) => {
            let samples = show_count(report.samples);
            format!("in {states} states listed and {samples} sampled; there are more")
        }
        (false, Some(stop)) => format!("in {states} states, then {}", outcome_text(stop)),
    };
    match &report.counter_example {
        None if report.complete => {
            text += &format!("  {} {scope}: proven\n", styled("never overestimates", Style::Good));
        }
        None => text += &format!("  no overestimate {scope}\n"),
        Some(found) => {
            let verdict = styled("overestimates", Style::Bad);
            let times = show_count(report.overestimated);
            text += &format!("  {verdict}, {times} times {scope}\n");
            text += &format!("  for example after {}\n", moves(&found.moves));
            text += &indent(&found.board);
            text += &format!(
                "  it says {}, but {} is enough: {}\n",
                found.h,
                found.cost,
                moves(&found.solution)
            );
        }
    }
    match &report.falling {
        None => text += &format!("  no inconsistent step {scope}\n"),
        Some(step) => {
            text += &format!("  {}\n", styled("is inconsistent", Style::Bad));
            text += &format!("  for example after {}\n", moves(&step.moves));
            text += &indent(&step.board);
            text += &format!(
                "  the step {} costs 1, but the estimate falls from {} to {}\n",
                step.step, step.h, step.h_after
            );
        }
    }
    text + &format!("  ({})\n\n", show_time(report.time_s))
}

fn moves(moves: &[String]) -> String {
    if moves.is_empty() { "the start".into() } else { moves.join(" ") }
}

fn indent(board: &str) -> String {
    board.lines().map(|line| format!("    {line}\n")).collect()
}
