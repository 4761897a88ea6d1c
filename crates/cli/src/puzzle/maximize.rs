//! `plywood puzzle maximize`.

use crate::failure::of_board;
use std::fmt::Display;

use anyhow::bail;
use plywood_workbench::language::Words;
use plywood_workbench::puzzle::{
    Board, Covering, FewestReport, MaximumProgress, MaximumReport, NamedBoard, fewest_pieces,
    maximize,
};
use plywood_workbench::{Cancel, Limits};

use super::args::MaximizeArguments;
use super::load_one;
use crate::Done;
use crate::problem::default_memory;
use crate::progress::Progress;
use crate::screen::{Style, draw_board, listed, say, say_json, styled};
use plywood_workbench::units::{show_count, show_short, show_time};

pub(super) fn run(
    arguments: &MaximizeArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let board = load_one(&arguments.board, arguments.objective)?;
    let limits = Limits {
        time: arguments.time,
        nodes: arguments.nodes,
        bytes: Some(arguments.memory.unwrap_or_else(default_memory)),
        depth: None,
        cancel: cancel.clone(),
    };
    let label = words.fill("puzzle-maximum-of", &[("board", &board.name)]);
    let mut progress = Progress::new(label, words, &limits);
    let covering = Covering { board: &board, pieces: arguments.stock, threads: threads(arguments) };
    if arguments.minimize_pieces {
        return run_fewest(arguments, &covering, words, &limits, &mut progress);
    }
    let tell = |now: &MaximumProgress| show(&mut progress, &board, words, now);
    let report = maximize(&covering, &limits, tell).map_err(|e| of_board(&board.name, e))?;
    progress.clear();
    if arguments.json {
        say_json(&report)?;
    } else {
        say(&maximum_text(&report, &board.board, words))?;
    }
    Ok(if report.proven { Done::Yes } else { Done::No })
}

fn run_fewest(
    arguments: &MaximizeArguments,
    covering: &Covering<'_>,
    words: &Words,
    limits: &Limits,
    progress: &mut Progress,
) -> anyhow::Result<Done> {
    let board = covering.board;
    let Some(objective) = board.board.objective else {
        bail!(words.fill("puzzle-no-objective-given", &[("board", &board.name)]));
    };
    let tell = |now: &MaximumProgress| show(progress, board, words, now);
    let report =
        fewest_pieces(covering, objective, limits, tell).map_err(|e| of_board(&board.name, e))?;
    progress.clear();
    if arguments.json {
        say_json(&report)?;
    } else {
        say(&fewest_text(&report, &board.board, words))?;
    }
    let is_reached = report.proven && report.bound.is_some();
    Ok(if is_reached { Done::Yes } else { Done::No })
}

fn threads(arguments: &MaximizeArguments) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    arguments.threads.unwrap_or_else(cores)
}

fn show(progress: &mut Progress, board: &NamedBoard, words: &Words, now: &MaximumProgress) {
    let MaximumProgress { best, bound, nodes, time } = *now;
    progress.show_line(time, |_| {
        words.fill(
            "puzzle-maximum-progress",
            &[
                ("board", &board.name),
                ("best", &best),
                ("bound", &bound),
                ("gap", &bound.saturating_sub(best)),
                ("states", &show_short(nodes as f64)),
                ("time", &show_time(time.as_secs_f64())),
            ],
        )
    });
}

fn maximum_text(report: &MaximumReport, start: &Board, words: &Words) -> String {
    let cells = match report.proven {
        true => {
            let said = words.fill("puzzle-most-proven", &[("cells", &report.cells)]);
            styled(&said, Style::Good)
        }
        false => {
            let reason = words.outcome(report.outcome);
            let said = words.fill(
                "puzzle-most-open",
                &[("cells", &report.cells), ("bound", &report.bound), ("reason", &reason)],
            );
            styled(&said, Style::Bad)
        }
    };
    let mut rows = vec![with_stock(&report.board, &report.stock, words)];
    rows.push((words.text("puzzle-maximum"), cells));
    rows.extend(work(report.pieces, &report.moves, report.nodes, report.time_s, words));
    format!(
        "{}\n\n{}",
        draw_board(&report.end, Some(start)).join("\n"),
        words.figures(&listed(&rows))
    )
}

fn fewest_text(report: &FewestReport, start: &Board, words: &Words) -> String {
    let pieces = match (report.bound, report.proven) {
        (None, _) => styled(&words.text("puzzle-out-of-reach"), Style::Bad),
        (Some(_), true) => {
            let said = words.fill("puzzle-fewest-proven", &[("pieces", &report.pieces)]);
            styled(&said, Style::Good)
        }
        (Some(bound), false) => {
            let reason = words.outcome(report.outcome);
            let said = words.fill("puzzle-fewest-open", &[("reason", &reason), ("bound", &bound)]);
            styled(&said, Style::Bad)
        }
    };
    let covered =
        words.fill("puzzle-covered", &[("objective", &report.objective), ("cells", &report.cells)]);
    let mut rows = vec![with_stock(&report.board, &report.stock, words)];
    rows.push((words.text("puzzle-objective"), covered));
    rows.push((words.text("puzzle-fewest"), pieces));
    rows.extend(work(report.pieces, &report.moves, report.nodes, report.time_s, words));
    format!(
        "{}\n\n{}",
        draw_board(&report.end, Some(start)).join("\n"),
        words.figures(&listed(&rows))
    )
}

fn with_stock(board: &str, stock: &impl Display, words: &Words) -> (String, String) {
    let holes: [(&str, &dyn Display); 2] = [("board", &board), ("stock", stock)];
    (words.text("puzzle-board"), words.fill("puzzle-with-stock", &holes))
}

/// What was laid and what it took.
fn work(
    pieces: usize,
    moves: &[String],
    nodes: u64,
    seconds: f64,
    words: &Words,
) -> [(String, String); 3] {
    [
        (words.text("puzzle-pieces"), format!("{pieces}: {}", moves.join(" "))),
        (words.text("puzzle-states"), show_count(nodes)),
        (words.text("report-time"), show_time(seconds)),
    ]
}
