//! Boards × methods, and the tables made of them.

use std::fmt::Write;

use plywood_contract::{Limits, Stats};
use serde::Serialize;

use super::instance::Instance;
use super::method::{Method, MethodError};
use super::report::SolveReport;

/// The reports of a comparison, board by board.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The boards' names in order.
    pub boards: Vec<String>,
    /// One report per board and method, boards outermost.
    pub results: Vec<SolveReport>,
}

/// Solves every problem by every method, each within `limits`. `progress` hears the statistics of the
/// solve under way; `done` hears each report. Raising `limits.cancel` ends the comparison early.
pub fn compare(
    instances: &[Instance],
    methods: &[Method],
    limits: &Limits,
    mut progress: impl FnMut(&Instance, &Method, &Stats),
    mut done: impl FnMut(&SolveReport),
) -> Result<Comparison, MethodError> {
    compare_by(instances, methods, limits, &mut progress, &mut done)
}

/// The same behind pointers: compiled here, once.
fn compare_by(
    instances: &[Instance],
    methods: &[Method],
    limits: &Limits,
    progress: &mut dyn FnMut(&Instance, &Method, &Stats),
    done: &mut dyn FnMut(&SolveReport),
) -> Result<Comparison, MethodError> {
    // A method that one of the problems does not know is refused before any work is done.
    for (instance, method) in instances.iter().flat_map(|one| methods.iter().map(move |m| (one, m)))
    {
        instance.quest.offer().settle(method.clone())?;
    }
    let mut results: Vec<SolveReport> = Vec::new();
    'all: for instance in instances {
        for method in methods {
            let mut pulse = |stats: &Stats| progress(instance, method, stats);
            let report = instance.solve(method, limits, &mut pulse)?;
            done(&report);
            results.push(report);
            if limits.cancel.is_raised() {
                break 'all;
            }
        }
    }
    let is_reached = |name: &&String| results.iter().any(|report| report.board == **name);
    let boards = instances.iter().map(|one| &one.name).filter(is_reached).cloned().collect();
    Ok(Comparison { boards, results })
}

impl Comparison {
    /// The method names in order of first appearance.
    pub fn methods(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for report in &self.results {
            let name = report.method_name();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The report of one board and method.
    pub fn report(&self, board: &str, method: &str) -> Option<&SolveReport> {
        self.results.iter().find(|r| r.board == board && r.method_name() == method)
    }

    /// One line per report, with a heading, for spreadsheets.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "board,objective,algorithm,heuristic,outcome,generated,expanded,depth,cells,penetrance,branching_factor,time_s,peak_bytes\n",
        );
        for r in &self.results {
            let number = |value: Option<f64>| value.map_or_else(String::new, |v| format!("{v:.6}"));
            let cells = r.cells.map_or_else(String::new, |cells| cells.to_string());
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{cells},{},{},{:.6},{}",
                quoted(&r.board),
                r.objective.map_or_else(String::new, |cells| cells.to_string()),
                quoted(&r.algorithm),
                r.heuristic.as_deref().unwrap_or_default(),
                r.outcome,
                r.generated,
                r.expanded,
                r.depth,
                number(r.penetrance),
                number(r.branching_factor),
                r.time_s,
                r.peak_bytes,
            );
        }
        text
    }

    /// One table per board, for reports.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        for board in &self.boards {
            let rows: Vec<_> = self.results.iter().filter(|r| r.board == *board).collect();
            let Some(first) = rows.first() else { continue };
            let _ = match first.objective {
                Some(objective) => writeln!(text, "### Board {board}, objective {objective}\n"),
                None => writeln!(text, "### {} {board}\n", first.problem),
            };
            text.push_str("| algorithm | heuristic | outcome | pieces | cells | generated | expanded | penetrance | branching factor | time (ms) | memory (KiB) |\n");
            text.push_str("|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
            for r in rows {
                let number = |value: Option<f64>| value.map_or("–".into(), |v| format!("{v:.3}"));
                let pieces = r.path.as_ref().map_or("–".into(), |path| path.len().to_string());
                let cells = r.cells.map_or("–".into(), |cells| cells.to_string());
                let _ = writeln!(
                    text,
                    "| {} | {} | {} | {pieces} | {cells} | {} | {} | {} | {} | {:.3} | {} |",
                    r.algorithm,
                    r.heuristic.as_deref().unwrap_or("–"),
                    r.outcome,
                    r.generated,
                    r.expanded,
                    number(r.penetrance),
                    number(r.branching_factor),
                    1000.0 * r.time_s,
                    r.peak_bytes.div_ceil(1024),
                );
            }
            text.push('\n');
        }
        text
    }
}

/// A value as a CSV field: quoted if it holds a comma, a quote or a line end.
fn quoted(value: &str) -> String {
    if value.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", value.replace('"', "\"\""))
    } else {
        value.to_owned()
    }
}
