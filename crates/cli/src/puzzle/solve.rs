//! `plywood puzzle solve`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use plywood_workbench::Cancel;
use plywood_workbench::puzzle::{Method, SolveReport, results_entry, solve};

use super::{default_memory, load_one, outcome_text};
use crate::Done;
use crate::args::SolveArguments;
use crate::progress::Progress;
use crate::screen::{Style, draw_board, has_colours, say, say_json, side_by_side, styled};
use plywood_workbench::units::{show_bytes, show_count, show_short, show_time};

pub(super) fn run(arguments: &SolveArguments, cancel: &Cancel) -> anyhow::Result<Done> {
    let board = load_one(&arguments.board, arguments.objective)?;
    let method = method(arguments)?;
    if let Some(file) = &arguments.results {
        check_appendable(file)?;
    }
    let limits = arguments.limits.limits(None, default_memory(), cancel);
    let start = now();
    let mut progress = Progress::new(format!("{method} on {}", board.name), &limits);
    let report = solve(&board, &method, &limits, |stats| progress.show(stats))
        .with_context(|| format!("board {}", board.name))?;
    progress.clear();
    if arguments.json {
        say_json(&report)?;
    } else {
        say(&(path_text(&report) + &statistics(&report)))?;
    }
    if let Some(file) = &arguments.results {
        append(file, &results_entry(&report, &start, &now()))?;
    }
    Ok(if report.is_solved() { Done::Yes } else { Done::No })
}

fn method(arguments: &SolveArguments) -> anyhow::Result<Method> {
    let mut method = arguments.algorithm;
    if let Some(heuristic) = arguments.heuristic {
        if !method.algorithm.uses_heuristic() {
            bail!("{} uses no heuristic: leave out --heuristic", method.algorithm.name());
        }
        method.heuristic = heuristic;
    }
    Ok(method)
}

/// The path, board by board, with the piece just placed marked.
fn path_text(report: &SolveReport) -> String {
    let Some(path) = &report.path else { return String::new() };
    let mut blocks = vec![("start".to_owned(), draw_board(&report.boards[0], None))];
    for (i, step) in path.iter().enumerate() {
        let lines = draw_board(&report.boards[i + 1], Some(&report.boards[i]));
        blocks.push((format!("{}. {step}", i + 1), lines));
    }
    let width = report.boards[0].columns().max(10);
    let mark = if has_colours() { "◆" } else { "@" };
    side_by_side(&blocks, width) + &format!("{mark} the piece just placed\n\n")
}

fn statistics(report: &SolveReport) -> String {
    let outcome =
        match (report.outcome, report.pruned, report.max_depth.filter(|_| report.depth_cut)) {
            ("solved", ..) => styled("solved", Style::Good),
            ("exhausted", true, Some(depth)) => {
                let text = format!("exhausted: no solution within depth {depth}");
                styled(&text, Style::Bad)
            }
            ("exhausted", true, None) => {
                styled("exhausted: no solution among the nodes kept; others were cut", Style::Bad)
            }
            ("exhausted", false, _) => styled("exhausted: there is no solution", Style::Bad),
            (other, ..) => {
                styled(&format!("{}: no solution so far", outcome_text(other)), Style::Bad)
            }
        };
    let mut rows = vec![
        ("board", format!("{}, objective {}", report.board, report.objective)),
        ("algorithm", report.method_name()),
        ("outcome", outcome),
    ];
    if let (Some(path), Some(cells)) = (&report.path, report.cells) {
        rows.push(("pieces (L)", path.len().to_string()));
        rows.push(("cells", cells.to_string()));
    } else {
        rows.push(("deepest node", report.depth.to_string()));
    }
    rows.push(("generated", show_count(report.generated)));
    rows.push(("expanded", show_count(report.expanded)));
    rows.push(("refused", show_count(report.refused)));
    if report.iterations > 0 {
        rows.push(("passes", report.iterations.to_string()));
    }
    if report.dropped > 0 {
        rows.push(("forgotten", show_count(report.dropped)));
    }
    if let (Some(penetrance), Some(branching)) = (report.penetrance, report.branching_factor) {
        rows.push(("penetrance", format!("{penetrance:.6}")));
        rows.push(("branching factor", format!("{branching:.6}")));
    }
    let speed = report.generated as f64 / report.time_s.max(1e-9);
    rows.push(("time", format!("{} ({} nodes/s)", show_time(report.time_s), show_short(speed))));
    let stored = show_count(report.peak_stored);
    rows.push(("peak memory", format!("{} for {stored} nodes", show_bytes(report.peak_bytes))));
    rows.iter().map(|(name, value)| format!("{name:>16}  {value}\n")).collect()
}

fn now() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// Refuses, before any work is done, a results file that cannot be appended to. A file that was not
/// there is not left behind.
fn check_appendable(file: &Path) -> anyhow::Result<()> {
    let is_new = !file.exists();
    let opened = OpenOptions::new().append(true).create(true).open(file);
    opened.with_context(|| format!("cannot append to {}", file.display()))?;
    if is_new {
        std::fs::remove_file(file).with_context(|| format!("cannot tidy up {}", file.display()))?;
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
    write().with_context(|| format!("cannot append to {}", file.display()))
}
