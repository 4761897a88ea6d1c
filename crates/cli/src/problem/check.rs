//! `check-heuristic`: whether a heuristic overestimates or contradicts itself.

use std::fmt::Display;

use plywood_workbench::language::Words;
use plywood_workbench::problems::{CheckReport, Checking, Instance};
use plywood_workbench::script::PREFIX;
use plywood_workbench::{Cancel, Limits};
use serde_json::json;

use super::args::CheckHeuristicArguments;
use crate::Done;
use crate::progress::Progress;
use crate::screen::{Style, say, say_json, styled};
use plywood_workbench::units::{show_count, show_time};

pub(crate) fn run(
    instance: &Instance,
    arguments: &CheckHeuristicArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let offer = instance.quest.offer();
    let heuristics: Vec<&str> = match &arguments.heuristic {
        Some(script) if script.starts_with(PREFIX) => vec![script],
        Some(heuristic) => vec![offer.heuristic(heuristic)?],
        None => offer.heuristics().iter().map(|one| one.names[0]).collect(),
    };
    let limits = Limits {
        nodes: Some(arguments.nodes),
        time: arguments.time,
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let mut reports = Vec::new();
    for heuristic in heuristics {
        let holes: [(&str, &dyn Display); 2] =
            [("heuristic", &heuristic), ("board", &instance.name)];
        let label = words.fill("puzzle-checking", &holes);
        let mut progress = Progress::new(label, words, &limits);
        let checking =
            Checking { heuristic, script: None, dives: arguments.dives, seed: arguments.seed };
        let report = instance.check(&checking, &limits, &mut |stats| progress.show(stats))?;
        progress.clear();
        if !arguments.json {
            say(&text(&report, words))?;
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
    } else {
        say(&(words.text("puzzle-check-meanings") + "\n"))?;
    }
    Ok(if is_clean { Done::Yes } else { Done::No })
}

fn text(report: &CheckReport, words: &Words) -> String {
    let (heuristic, board) = (&report.heuristic, &report.board);
    let title = match &report.objective {
        Some(objective) => words.fill(
            "puzzle-check-title",
            &[("heuristic", heuristic), ("board", board), ("objective", objective)],
        ),
        None => words.fill("puzzle-on", &[("method", heuristic), ("board", board)]),
    };
    let scope = scope(report, words);
    let mut text = styled(&title, Style::Heading) + "\n";
    let mut tell = |line: String| text += &format!("  {line}\n");
    match &report.counter_example {
        None if report.complete => {
            let verdict = styled(&words.text("puzzle-check-never"), Style::Good);
            let holes: [(&str, &dyn Display); 2] = [("verdict", &verdict), ("scope", &scope)];
            tell(words.fill("puzzle-check-proven", &holes));
        }
        None => tell(words.fill("puzzle-check-no-over", &[("scope", &scope)])),
        Some(found) => {
            let verdict = styled(&words.text("puzzle-check-over"), Style::Bad);
            let times = show_count(report.overestimated);
            tell(words.fill(
                "puzzle-check-times",
                &[("verdict", &verdict), ("times", &times), ("scope", &scope)],
            ));
            tell(after(&found.moves, words) + &indent(&found.board));
            tell(match found.solution.is_empty() {
                true => words.fill("puzzle-check-says-at-goal", &[("h", &found.h)]),
                false => {
                    let solution = moves(&found.solution, words);
                    words.fill(
                        "puzzle-check-says",
                        &[("h", &found.h), ("cost", &found.cost), ("moves", &solution)],
                    )
                }
            });
        }
    }
    match &report.goal_example {
        None => tell(words.fill("puzzle-check-zero", &[("scope", &scope)])),
        Some(goal) => {
            tell(styled(&words.text("puzzle-check-nonzero"), Style::Bad));
            tell(after(&goal.moves, words) + &indent(&goal.board));
            tell(words.fill("puzzle-check-says-at-goal", &[("h", &goal.h)]));
        }
    }
    match &report.falling {
        None if report.nonzero_at_goal => {
            tell(styled(&words.text("puzzle-check-inconsistent-goal"), Style::Bad));
        }
        None if report.complete => {
            tell(words.fill("puzzle-check-consistent-proven", &[("scope", &scope)]));
        }
        None => tell(words.fill("puzzle-check-consistent", &[("scope", &scope)])),
        Some(step) => {
            tell(styled(&words.text("puzzle-check-inconsistent"), Style::Bad));
            tell(after(&step.moves, words) + &indent(&step.board));
            tell(words.fill(
                "puzzle-check-falls",
                &[
                    ("step", &step.step),
                    ("cost", &step.cost),
                    ("h", &step.h),
                    ("after", &step.h_after),
                ],
            ));
        }
    }
    text + &words.figures(&format!("  ({})\n\n", show_time(report.time_s)))
}

/// Where it was looked.
fn scope(report: &CheckReport, words: &Words) -> String {
    let states = show_count(report.states);
    match (report.complete, report.stopped) {
        (true, _) => words.fill("puzzle-check-all", &[("states", &states)]),
        (false, None) => {
            let samples = show_count(report.samples);
            words.fill("puzzle-check-some", &[("states", &states), ("samples", &samples)])
        }
        (false, Some(stop)) => {
            let reason = words.outcome(stop);
            words.fill("puzzle-check-stopped", &[("states", &states), ("reason", &reason)])
        }
    }
}

fn after(steps: &[String], words: &Words) -> String {
    match steps {
        [] => words.text("puzzle-check-at-start"),
        steps => words.fill("puzzle-check-after", &[("moves", &steps.join(" "))]),
    }
}

fn moves(moves: &[String], words: &Words) -> String {
    if moves.is_empty() { words.text("puzzle-the-start") } else { moves.join(" ") }
}

/// A board below a line, set in.
fn indent(board: &str) -> String {
    board.lines().map(|line| format!("\n    {line}")).collect()
}
