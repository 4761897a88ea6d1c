//! `plywood puzzle solve`.

use crate::failure::{cannot_write, of_board};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use anyhow::bail;
use plywood_records::log_dat::LogForm;
use plywood_records::resultados;
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::puzzle::{Method, SolveReport, solve};

use super::{default_memory, load_one};
use crate::Done;
use crate::args::SolveArguments;
use crate::progress::Progress;
use crate::screen::{Style, draw_board, has_colours, listed, say, say_json, side_by_side, styled};
use plywood_workbench::units::{show_bytes, show_count, show_short, show_time, speed};

pub(super) fn run(
    arguments: &SolveArguments,
    form: LogForm,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let board = load_one(&arguments.board, arguments.objective)?;
    let method = method(arguments, words)?;
    if let Some(file) = &arguments.results {
        check_appendable(file)?;
    }
    let limits = arguments.limits.limits(None, default_memory(), cancel);
    let start = now();
    let label = words.fill("puzzle-on", &[("method", &method), ("board", &board.name)]);
    let mut progress = Progress::new(label, words, &limits);
    let report = solve(&board, &method, &limits, |stats| progress.show(stats))
        .map_err(|e| of_board(&board.name, e))?;
    progress.clear();
    if arguments.json {
        say_json(&report)?;
    } else {
        say(&(path_text(&report, words) + &statistics(&report, words)))?;
    }
    if let Some(file) = &arguments.results {
        let entry = resultados::entry(&report, [&*start, &*now()], words, form);
        append(file, &entry)?;
    }
    Ok(if report.is_solved() { Done::Yes } else { Done::No })
}

fn method(arguments: &SolveArguments, words: &Words) -> anyhow::Result<Method> {
    let mut method = arguments.algorithm;
    if let Some(heuristic) = arguments.heuristic {
        if !method.algorithm.uses_heuristic() {
            let name = method.algorithm.name();
            bail!(words.fill("puzzle-uses-no-heuristic", &[("algorithm", &name)]));
        }
        method.heuristic = heuristic;
    }
    Ok(method)
}

/// The path, board by board, with the piece just placed marked.
fn path_text(report: &SolveReport, words: &Words) -> String {
    let Some(path) = &report.path else { return String::new() };
    let mut blocks = vec![(words.text("puzzle-first-board"), draw_board(&report.boards[0], None))];
    for (i, step) in path.iter().enumerate() {
        let lines = draw_board(&report.boards[i + 1], Some(&report.boards[i]));
        blocks.push((format!("{}. {step}", i + 1), lines));
    }
    let width = report.boards[0].columns().max(10);
    let mark = if has_colours() { "◆" } else { "@" };
    side_by_side(&blocks, width) + &words.fill("puzzle-mark", &[("mark", &mark)]) + "\n\n"
}

fn statistics(report: &SolveReport, words: &Words) -> String {
    let board = words.fill(
        "puzzle-board-objective",
        &[("board", &report.board), ("objective", &report.objective)],
    );
    let mut rows = vec![
        (words.text("puzzle-board"), board),
        (words.text("puzzle-method"), report.method_name()),
        (words.text("puzzle-outcome"), outcome(report, words)),
    ];
    if let (Some(path), Some(cells)) = (&report.path, report.cells) {
        rows.push((words.text("puzzle-length"), path.len().to_string()));
        rows.push((words.text("puzzle-cells"), cells.to_string()));
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
    let limit = report.max_depth.filter(|_| report.depth_cut);
    let said = match (report.outcome, report.pruned, limit) {
        ("solved", ..) => return styled(&words.text("puzzle-solved"), Style::Good),
        ("exhausted", true, Some(depth)) => words.fill("puzzle-none-within", &[("depth", &depth)]),
        ("exhausted", true, None) => words.text("puzzle-none-kept"),
        ("exhausted", false, _) => words.text("puzzle-none"),
        (other, ..) => words.fill("puzzle-none-yet", &[("outcome", &words.outcome(other))]),
    };
    styled(&said, Style::Bad)
}

fn now() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// Refuses, before any work is done, a results file that cannot be appended to. A file that was not
/// there is not left behind.
fn check_appendable(file: &Path) -> anyhow::Result<()> {
    let is_new = !file.exists();
    let opened = OpenOptions::new().append(true).create(true).open(file);
    opened.map_err(|e| cannot_write(file, &e))?;
    if is_new {
        std::fs::remove_file(file).map_err(|e| cannot_write(file, &e))?;
    }
    Ok(())
}

/// Appends an entry with a single write, so that a reader never sees half of one.
fn append(file: &Path, entry: &str) -> anyhow::Result<()> {
    let write = || {
        let mut out = OpenOptions::new().append(true).create(true).open(file)?;
        out.write_all(entry.as_bytes())?;
        out.sync_all()
    };
    write().map_err(|e: std::io::Error| cannot_write(file, &e).into())
}
