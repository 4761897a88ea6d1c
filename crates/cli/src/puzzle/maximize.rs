//! `plywood puzzle maximize`.

use anyhow::{Context, bail};
use plywood_workbench::puzzle::{
    Board, FewestReport, MaximumProgress, MaximumReport, NamedBoard, fewest_pieces, maximize,
};
use plywood_workbench::{Cancel, Limits};

use super::{default_memory, load_one, outcome_text};
use crate::Done;
use crate::args::MaximizeArguments;
use crate::progress::Progress;
use crate::screen::{Style, draw_board, say, say_json, styled};
use plywood_workbench::units::{show_count, show_short, show_time};

pub(super) fn run(arguments: &MaximizeArguments, cancel: &Cancel) -> anyhow::Result<Done> {
    let board = load_one(&arguments.board, arguments.objective)?;
    let limits = Limits {
        time: arguments.time,
        nodes: arguments.nodes,
        bytes: Some(arguments.memory.unwrap_or_else(default_memory)),
        depth: None,
        cancel: cancel.clone(),
    };
    let mut progress = Progress::new(format!("maximum of {}", board.name), &limits);
    if arguments.minimize_pieces {
        return run_fewest(arguments, &board, &limits, &mut progress);
    }
    let tell = |now: &MaximumProgress| show(&mut progress, &board, now);
    let report = maximize(&board, arguments.stock, threads(arguments), &limits, tell)
        .with_context(|| format!("board {}", board.name))?;
    progress.clear();
    if arguments.json {
        say_json(&report)?;
    } else {
        say(&maximum_text(&report, &board.board))?;
    }
    Ok(if report.proven { Done::Yes } else { Done::No })
}

fn run_fewest(
    arguments: &MaximizeArguments,
    board: &NamedBoard,
    limits: &Limits,
    progress: &mut Progress,
) -> anyhow::Result<Done> {
    let Some(objective) = board.board.objective else {
        bail!("board {} names no objective: give one with --objective N", board.name);
    };
    let tell = |now: &MaximumProgress| show(progress, board, now);
    let threads = threads(arguments);
    let report = fewest_pieces(board, objective, arguments.stock, threads, limits, tell)
        .with_context(|| format!("board {}", board.name))?;
    progress.clear();
    if arguments.json {
        say_json(&report)?;
    } else {
        say(&fewest_text(&report, &board.board))?;
    }
    let is_reached = report.proven && report.bound.is_some();
    Ok(if is_reached { Done::Yes } else { Done::No })
}

fn threads(arguments: &MaximizeArguments) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    arguments.threads.unwrap_or_else(cores)
}

fn show(progress: &mut Progress, board: &NamedBoard, now: &MaximumProgress) {
    let MaximumProgress { best, bound, nodes, time } = *now;
    progress.show_line(time, |_| {
        format!(
            "{}: best {best}, bound {bound}, gap {}, {} states, {}",
            board.name,
            bound.saturating_sub(best),
            show_short(nodes as f64),
            show_time(time.as_secs_f64())
        )
    });
}

fn rows_text(rows: &[(&str, String)]) -> String {
    rows.iter().map(|(name, value)| format!("{name:>10}  {value}\n")).collect()
}

fn maximum_text(report: &MaximumReport, start: &Board) -> String {
    let cells = match report.proven {
        true => styled(&format!("{} cells, proven to be the most", report.cells), Style::Good),
        false => styled(
            &format!(
                "{} cells; {} might be possible ({})",
                report.cells,
                report.bound,
                outcome_text(report.outcome)
            ),
            Style::Bad,
        ),
    };
    let board = draw_board(&report.end, Some(start)).join("\n");
    let rows = [
        ("board", format!("{}, stock {}", report.board, report.stock)),
        ("maximum", cells),
        ("pieces", format!("{}: {}", report.pieces, report.moves.join(" "))),
        ("states", show_count(report.nodes)),
        ("time", show_time(report.time_s)),
    ];
    format!("{board}\n\n{}", rows_text(&rows))
}

fn fewest_text(report: &FewestReport, start: &Board) -> String {
    let pieces = match (report.bound, report.proven) {
        (None, _) => styled("the objective is out of reach, with proof", Style::Bad),
        (Some(_), true) => {
            styled(&format!("{} pieces, proven to be the fewest", report.pieces), Style::Good)
        }
        (Some(bound), false) => {
            let outcome = outcome_text(report.outcome);
            styled(&format!("not settled ({outcome}): at least {bound} pieces"), Style::Bad)
        }
    };
    let board = draw_board(&report.end, Some(start)).join("\n");
    let rows = [
        ("board", format!("{}, stock {}", report.board, report.stock)),
        ("objective", format!("{} cells; {} covered", report.objective, report.cells)),
        ("fewest", pieces),
        ("pieces", format!("{}: {}", report.pieces, report.moves.join(" "))),
        ("states", show_count(report.nodes)),
        ("time", show_time(report.time_s)),
    ];
    format!("{board}\n\n{}", rows_text(&rows))
}
