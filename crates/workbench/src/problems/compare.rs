//! Comparison of methods on several boards, and its tables.

use std::fmt::Write;

use plywood_contract::{Limits, Message, Stats, message};
use serde::Serialize;

use super::instance::Instance;
use super::method::{Method, MethodError};
use super::report::SolveReport;
use crate::units::{show_bytes, show_count, show_time, significant};

/// The reports of a comparison, board by board.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The boards' names in order.
    pub boards: Vec<String>,
    /// One report per board and method, boards outermost.
    pub results: Vec<SolveReport>,
}

/// The settings of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// The boards, tiles or maps.
    pub instances: &'a [Instance],
    /// The methods.
    pub methods: &'a [Method],
    /// The limits of each solve.
    pub limits: &'a Limits,
    /// Depth limits by board, in place of the common one.
    pub depths: &'a [(String, u32)],
    /// Timed runs of each solve, after a warm-up run; 1 means a single run without a warm-up.
    pub runs: u32,
}

/// Words a message in the reader's language.
pub type Say<'a> = &'a dyn Fn(&Message) -> String;

impl Contest<'_> {
    /// Solves every problem by every method. `progress` receives the statistics of the current solve; `done`
    /// receives each report. Raising the limits' `cancel` ends the comparison early.
    pub fn run(
        &self,
        mut progress: impl FnMut(&Instance, &Method, &Stats),
        mut done: impl FnMut(&SolveReport),
    ) -> Result<Comparison, MethodError> {
        let pairs = || {
            let with = |one| self.methods.iter().map(move |method| (one, method));
            self.instances.iter().flat_map(with)
        };
        // A method that one of the problems does not support is refused before any work is done.
        for (instance, method) in pairs() {
            instance.quest.offer().settle(method.clone())?;
        }
        let mut results: Vec<SolveReport> = Vec::new();
        for (instance, method) in pairs() {
            let mut pulse = |stats: &Stats| progress(instance, method, stats);
            let report = self.timed(instance, method, &mut pulse)?;
            done(&report);
            results.push(report);
            if self.limits.cancel.is_raised() {
                break;
            }
        }
        let is_reached = |name: &&String| results.iter().any(|report| report.board == **name);
        let boards = self.instances.iter().map(|one| &one.name);
        Ok(Comparison { boards: boards.filter(is_reached).cloned().collect(), results })
    }

    /// One solve, or the median of several after a warm-up run.
    fn timed(
        &self,
        instance: &Instance,
        method: &Method,
        pulse: &mut dyn FnMut(&Stats),
    ) -> Result<SolveReport, MethodError> {
        let own = self.depths.iter().find(|(name, _)| name.eq_ignore_ascii_case(&instance.name));
        let depth = own.map(|(_, depth)| *depth).or(self.limits.depth);
        let limits = Limits { depth, ..self.limits.clone() };
        let mut report = instance.solve(method, &limits, pulse)?;
        if self.runs <= 1 {
            return Ok(report);
        }
        let mut times = Vec::new();
        while times.len() < self.runs as usize && !limits.cancel.is_raised() {
            times.push(instance.solve(method, &limits, pulse)?.time_s);
        }
        times.sort_by(f64::total_cmp);
        if let (Some(&least), Some(&most)) = (times.first(), times.last()) {
            report.time_s = (times[(times.len() - 1) / 2] + times[times.len() / 2]) / 2.0;
            (report.time_least_s, report.time_most_s) = (Some(least), Some(most));
            report.runs = Some(times.len() as u32);
        }
        Ok(report)
    }
}

/// Solves every problem by every method, each within `limits`.
pub fn compare(
    instances: &[Instance],
    methods: &[Method],
    limits: &Limits,
    progress: impl FnMut(&Instance, &Method, &Stats),
    done: impl FnMut(&SolveReport),
) -> Result<Comparison, MethodError> {
    Contest { instances, methods, limits, depths: &[], runs: 1 }.run(progress, done)
}

/// A column of the tables: its heading, its meaning and its entries.
pub struct Column {
    /// The heading; `None` where it is the problem's own word for its steps.
    pub heading: Option<Message>,
    /// What it means, in a sentence or two.
    pub about: Message,
    /// Whether it holds figures.
    pub is_figure: bool,
    /// A report's entry.
    pub entry: fn(&SolveReport, Say<'_>) -> String,
}

fn dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), show)
}

/// The columns of the tables, in order.
pub fn columns() -> [Column; 9] {
    let column = |heading, about, entry| Column { heading, about, is_figure: true, entry };
    [
        Column {
            is_figure: false,
            ..column(
                Some(message!("column-method", "algorithm")),
                message!("column-method-about", "The search, with its heuristic after the slash."),
                |report, _| report.method_name(),
            )
        },
        Column {
            is_figure: false,
            ..column(
                Some(message!("column-outcome", "outcome")),
                message!(
                    "column-outcome-about",
                    "How the search ended: with a path, with everything searched, or at a limit."
                ),
                |report, say| say(&report.ended()),
            )
        },
        column(
            None,
            message!("column-length-about", "L, the number of steps of the path that was found."),
            |report, _| dash(report.path.as_ref(), |path| path.len().to_string()),
        ),
        column(
            Some(message!("column-generated", "generated")),
            message!(
                "column-generated-about",
                "Children generated, counted before duplicates are discarded; the start is not counted."
            ),
            |report, _| show_count(report.generated),
        ),
        column(
            Some(message!("column-expanded", "expanded")),
            message!(
                "column-expanded-about",
                "Nodes taken from the open list to generate their children."
            ),
            |report, _| show_count(report.expanded),
        ),
        column(
            Some(message!("column-penetrance", "penetrance")),
            message!(
                "column-penetrance-about",
                "L / generated: 1 for a search that goes straight to the goal, near 0 for one that looks everywhere."
            ),
            |report, _| dash(report.penetrance, |value| significant(value, 4)),
        ),
        column(
            Some(message!("column-branching", "branching")),
            message!(
                "column-branching-about",
                "The effective branching factor B, found by bisection from B + B² + … + B^L = generated: how wide a uniform tree of the same depth and size would be."
            ),
            |report, _| dash(report.branching_factor, |value| format!("{value:.3}")),
        ),
        column(
            Some(message!("column-time", "time")),
            message!(
                "column-time-about",
                "Wall time; with several runs their median, then the fastest and the slowest."
            ),
            |report, _| time_text(report),
        ),
        column(
            Some(message!("column-memory", "memory")),
            message!("column-memory-about", "The most memory the search's own lists held."),
            |report, _| show_bytes(report.peak_bytes),
        ),
    ]
}

fn time_text(report: &SolveReport) -> String {
    let median = show_time(report.time_s);
    match (report.time_least_s, report.time_most_s) {
        (Some(least), Some(most)) => format!("{median} ({}–{})", show_time(least), show_time(most)),
        _ => median,
    }
}

/// The heading of a table: the board, with its objective where there is one.
pub fn board_title(report: &SolveReport) -> Message {
    let board = &*report.board;
    match report.objective {
        Some(objective) => message!(
            "title-board-objective",
            "Board {board}, objective {objective} cells",
            board,
            objective
        ),
        None => message!("title-board", "{board}", board),
    }
}

/// A problem's own word for its steps.
pub fn steps_name(report: &SolveReport) -> Message {
    let offer = super::find(&report.problem).unwrap_or(super::PROBLEMS[0]);
    offer.steps.clone()
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

    /// CSV: one line per report, with a heading, the same in every language.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "board,objective,algorithm,heuristic,outcome,generated,expanded,depth,cells,penetrance,branching_factor,time_s,peak_bytes\n",
        );
        for r in &self.results {
            let number = |value: Option<f64>| value.map_or_else(String::new, |v| significant(v, 7));
            let cells = r.cells.map_or_else(String::new, |cells| cells.to_string());
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{cells},{},{},{:.6},{}",
                quoted(&r.board),
                r.objective.map_or_else(String::new, |cells| cells.to_string()),
                quoted(&r.algorithm),
                quoted(r.heuristic.as_deref().unwrap_or_default()),
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

    /// One table per board, for reports, in the reader's language.
    pub fn markdown(&self, say: Say<'_>) -> String {
        let mut text = String::new();
        for board in &self.boards {
            let rows: Vec<_> = self.results.iter().filter(|r| r.board == *board).collect();
            let Some(first) = rows.first() else { continue };
            let heading = |column: &Column| {
                let own = column.heading.clone();
                say(&own.unwrap_or_else(|| steps_name(first)))
            };
            let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
            let _ = writeln!(text, "### {}\n", say(&board_title(first)));
            text += &row(columns().iter().map(heading).collect());
            let rule = |column: &Column| if column.is_figure { "--:" } else { "---" }.to_owned();
            text += &format!("|{}|\n", columns().iter().map(rule).collect::<Vec<_>>().join("|"));
            for report in rows {
                text += &row(columns().iter().map(|column| (column.entry)(report, say)).collect());
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
