//! Boards × methods, and the tables made of them.

use std::fmt::Write;

use plywood_contract::{Limits, Stats};
use plywood_games::blokus::puzzle::{BoardError, Puzzle};
use plywood_judges::puzzle::PuzzleHeuristic;
use serde::Serialize;

use super::boards::NamedBoard;
use super::method::{Algorithm, Method};
use super::solve::{SolveReport, solve};

/// The reports of a comparison, board by board.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The boards' names in order.
    pub boards: Vec<String>,
    /// One report per board and method, boards outermost.
    pub results: Vec<SolveReport>,
}

/// Every algorithm once, and A* with every heuristic.
pub fn default_methods() -> Vec<Method> {
    let mut methods = Vec::new();
    for algorithm in Algorithm::ALL {
        if algorithm == Algorithm::AStar {
            let with = |heuristic| Method { heuristic, ..Method::new(algorithm) };
            methods.extend(PuzzleHeuristic::ALL.map(with));
        } else {
            methods.push(Method::new(algorithm));
        }
    }
    methods
}

/// Solves every board by every method, each within `limits`. `progress` hears the statistics of the
/// solve under way; `done` hears each report. Raising `limits.cancel` ends the comparison early.
pub fn compare(
    boards: &[NamedBoard],
    methods: &[Method],
    limits: &Limits,
    mut progress: impl FnMut(&NamedBoard, &Method, &Stats),
    mut done: impl FnMut(&SolveReport),
) -> Result<Comparison, (String, BoardError)> {
    compare_by(boards, methods, limits, &mut progress, &mut done)
}

/// The same behind pointers: compiled here, once.
fn compare_by(
    boards: &[NamedBoard],
    methods: &[Method],
    limits: &Limits,
    progress: &mut dyn FnMut(&NamedBoard, &Method, &Stats),
    done: &mut dyn FnMut(&SolveReport),
) -> Result<Comparison, (String, BoardError)> {
    // A board that cannot be played is refused before any work is done.
    for board in boards {
        Puzzle::<7>::new(&board.board).map_err(|e| (board.name.clone(), e))?;
    }
    let mut results: Vec<SolveReport> = Vec::new();
    'all: for board in boards {
        for method in methods {
            let report = solve(board, method, limits, |stats| progress(board, method, stats))
                .map_err(|e| (board.name.clone(), e))?;
            done(&report);
            results.push(report);
            if limits.cancel.is_raised() {
                break 'all;
            }
        }
    }
    let is_reached = |name: &&String| results.iter().any(|report| report.board == **name);
    let boards = boards.iter().map(|board| &board.name).filter(is_reached).cloned().collect();
    Ok(Comparison { boards, results })
}

impl SolveReport {
    /// The algorithm and its heuristic in one word: `a-star/h1`.
    pub fn method_name(&self) -> String {
        match self.heuristic {
            Some(heuristic) => format!("{}/{heuristic}", self.algorithm),
            None => self.algorithm.clone(),
        }
    }
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
                r.objective,
                quoted(&r.algorithm),
                r.heuristic.unwrap_or_default(),
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
            let _ = writeln!(text, "### Board {board}, objective {}\n", first.objective);
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
                    r.heuristic.unwrap_or("–"),
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
