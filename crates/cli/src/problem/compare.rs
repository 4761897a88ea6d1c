//! `compare`: boards × methods as tables and charts.

use crate::failure::{cannot_make, cannot_write};
use std::cell::Cell;
use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::problems::{
    Comparison, Instance, Measure, Method, ProblemOffer, SolveReport, chart, compare, find,
};

use super::args::{CompareArguments, Methods};
use crate::Done;
use crate::progress::Progress;
use crate::screen::{Style, say, say_json, styled, table};
use plywood_workbench::units::{show_bytes, show_count, show_time};

/// Unless told otherwise each solve may take this long, so that the whole table is a matter of a
/// minute at most.
pub(crate) const TIME: Duration = Duration::from_secs(2);
pub(crate) const MEMORY: u64 = 1 << 30;

pub(crate) fn run(
    boards: Vec<Instance>,
    arguments: &CompareArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let Some(offer) = boards.first().map(|board| board.quest.offer()) else {
        anyhow::bail!(words.text("problem-none"));
    };
    let methods = methods(offer, arguments.algorithms.as_ref(), arguments.heuristic.as_deref())?;
    let limits = arguments.limits.limits(Some(TIME), MEMORY, cancel);
    if let Some(folder) = &arguments.svg {
        prepare_folder(folder)?;
    }
    let is_table = !(arguments.json || arguments.csv || arguments.markdown);
    let total = boards.len() * methods.len();
    let mut shown = Shown { per_board: methods.len(), rows: Vec::new(), is_table, words };
    let mut failed = None;
    let mut progress = Progress::new(String::new(), words, &limits);
    let running = Cell::new(1);
    let comparison = compare(
        &boards,
        &methods,
        &limits,
        |board, method, stats| {
            let on = words.fill("puzzle-on", &[("method", &method), ("board", &board.name)]);
            let label = format!("{}/{total} {on}", running.get());
            progress.show_as(label, stats);
        },
        |report| {
            running.set(running.get() + 1);
            shown.add(report).unwrap_or_else(|e| {
                failed = Some(e);
                cancel.raise();
            });
        },
    )?;
    progress.clear();
    if let Some(error) = failed {
        return Err(error);
    }
    if arguments.json {
        say_json(&comparison)?;
    } else if arguments.csv {
        say(&comparison.csv())?;
    } else if arguments.markdown {
        say(&comparison.markdown())?;
    } else {
        shown.flush()?;
        say(&summary(&comparison, words))?;
    }
    if let Some(folder) = &arguments.svg {
        write_charts(&comparison, folder, words)?;
    }
    Ok(if cancel.is_raised() { Done::No } else { Done::Yes })
}

/// The methods asked for, with this heuristic if one was named.
pub(crate) fn methods(
    offer: &'static ProblemOffer,
    algorithms: Option<&Methods>,
    heuristic: Option<&str>,
) -> anyhow::Result<Vec<Method>> {
    let named = algorithms.map_or_else(|| offer.methods(), |methods| methods.0.clone());
    let mut methods: Vec<Method> = Vec::new();
    for method in named {
        let method = match heuristic {
            Some(heuristic) => method.guided(heuristic),
            None => method,
        };
        let method = offer.settle(method)?;
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    Ok(methods)
}

/// The table of the board under way; printed when the board is done.
struct Shown<'a> {
    per_board: usize,
    rows: Vec<SolveReport>,
    is_table: bool,
    words: &'a Words,
}

impl Shown<'_> {
    fn add(&mut self, report: &SolveReport) -> anyhow::Result<()> {
        self.rows.push(report.clone());
        if self.rows.len() == self.per_board { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        match rows.first() {
            Some(first) if self.is_table => say(&board_text(first, &rows, self.words)),
            _ => Ok(()),
        }
    }
}

fn board_text(first: &SolveReport, rows: &[SolveReport], words: &Words) -> String {
    let title = match &first.objective {
        Some(objective) => {
            let holes: [(&str, &dyn Display); 2] =
                [("board", &first.board), ("objective", objective)];
            words.fill("puzzle-compare-title", &holes)
        }
        None => first.board.clone(),
    };
    format!("{}\n{}\n", styled(&title, Style::Heading), board_table(rows, words))
}

/// A whole comparison: each board's table, and all boards in one.
pub(crate) fn text(comparison: &Comparison, words: &Words) -> String {
    let mut text = String::new();
    for board in &comparison.boards {
        let rows = comparison.results.iter().filter(|report| report.board == *board);
        let rows: Vec<SolveReport> = rows.cloned().collect();
        text += &rows.first().map_or_else(String::new, |first| board_text(first, &rows, words));
    }
    text + &summary(comparison, words)
}

fn board_table(reports: &[SolveReport], words: &Words) -> String {
    let headings = [
        words.text("puzzle-method"),
        words.text("puzzle-outcome"),
        steps_of(reports.first(), words),
        words.text("puzzle-generated"),
        words.text("report-expanded"),
        words.text("puzzle-penetrance"),
        words.text("puzzle-branching-short"),
        words.text("report-time"),
        words.text("puzzle-memory-short"),
    ];
    let dash = || "–".to_owned();
    let row = |report: &SolveReport| {
        vec![
            report.method_name(),
            words.outcome(report.outcome),
            report.path.as_ref().map_or_else(dash, |path| path.len().to_string()),
            show_count(report.generated),
            show_count(report.expanded),
            report.penetrance.map_or_else(dash, |value| format!("{value:.5}")),
            report.branching_factor.map_or_else(dash, |value| format!("{value:.3}")),
            show_time(report.time_s),
            show_bytes(report.peak_bytes),
        ]
    };
    words.figures(&table(&headings, &reports.iter().map(row).collect::<Vec<_>>(), 2))
}

/// What the steps of a report's problem are called.
fn steps_of(report: Option<&SolveReport>, words: &Words) -> String {
    let offer = report.and_then(|report| find(&report.problem).ok());
    offer.map_or_else(String::new, |offer| words.say(&offer.steps))
}

/// Methods × boards: steps found and nodes generated.
fn summary(comparison: &Comparison, words: &Words) -> String {
    let steps = steps_of(comparison.results.first(), words);
    let mut headings = vec![words.fill("puzzle-compare-corner", &[("steps", &steps)])];
    headings.extend(comparison.boards.iter().cloned());
    let cell = |board: &str, method: &str| match comparison.report(board, method) {
        None => String::new(),
        Some(SolveReport { path: Some(path), generated, .. }) => {
            format!("{} · {}", path.len(), show_count(*generated))
        }
        Some(report) => words.outcome(report.outcome),
    };
    let row = |method: String| {
        let cells = comparison.boards.iter().map(|board| cell(board, &method));
        let cells: Vec<String> = cells.collect();
        [vec![method], cells].concat()
    };
    let rows: Vec<_> = comparison.methods().into_iter().map(row).collect();
    format!(
        "{}\n{}",
        styled(&words.text("puzzle-all-boards"), Style::Heading),
        table(&headings, &rows, 1)
    )
}

/// Refuses, before any work is done, a folder that cannot be made.
fn prepare_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).map_err(|e| cannot_make(folder, &e).into())
}

fn write_charts(comparison: &Comparison, folder: &Path, words: &Words) -> anyhow::Result<()> {
    for measure in Measure::ALL {
        let file = folder.join(measure.file_name());
        std::fs::write(&file, chart(comparison, measure)).map_err(|e| cannot_write(&file, &e))?;
        crate::screen::tell(&words.fill("puzzle-wrote", &[("file", &file.display())]));
    }
    Ok(())
}
