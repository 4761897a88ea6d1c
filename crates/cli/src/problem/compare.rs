//! `compare`: boards × methods as tables and charts.

use crate::failure::{cannot_make, cannot_write};
use std::cell::Cell;
use std::path::Path;
use std::time::Duration;

use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::problems::{
    Column, Comparison, Contest, Extra, Instance, Measure, Method, Page, ProblemOffer, SolveReport,
    board_title, chart, columns, steps_name,
};

use super::args::{CompareArguments, Methods};
use crate::Done;
use crate::progress::Progress;
use crate::screen::{Style, say, say_json, styled, table};
use plywood_workbench::units::show_count;

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
    let limits = arguments.limits.limits(TIME, MEMORY, cancel);
    let depths = arguments.limits.depths();
    if let Some((name, _)) = depths.iter().find(|(name, _)| !has_board(&boards, name)) {
        anyhow::bail!(words.fill("compare-no-depth", &[("board", name)]));
    }
    if let Some(folder) = &arguments.svg {
        prepare_folder(folder)?;
    }
    let is_table = !(arguments.json || arguments.csv || arguments.markdown);
    let total = boards.len() * methods.len();
    let mut shown = Shown { per_board: methods.len(), rows: Vec::new(), is_table, words };
    let mut failed = None;
    let mut progress = Progress::new(String::new(), words, &limits);
    let running = Cell::new(1);
    let runs = arguments.runs;
    let contest = Contest { instances: &boards, methods: &methods, limits: &limits, depths, runs };
    let comparison = contest.run(
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
        say(&words.figures(&comparison.markdown(&|message| words.say(message))))?;
    } else {
        shown.flush()?;
        say(&summary(&comparison, words))?;
    }
    if let Some(folder) = &arguments.svg {
        write_charts(&comparison, folder, words)?;
    }
    if let Some(file) = &arguments.report {
        write_report(file, &boards, &comparison, None, words)?;
    }
    Ok(if cancel.is_raised() { Done::No } else { Done::Yes })
}

/// Whether one of the boards has this name.
fn has_board(boards: &[Instance], name: &str) -> bool {
    boards.iter().any(|board| board.name.eq_ignore_ascii_case(name))
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
    let title = words.say(&board_title(first));
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
    let Some(first) = reports.first() else { return String::new() };
    let columns = columns();
    let heading =
        |column: &Column| words.say(&column.heading.clone().unwrap_or_else(|| steps_name(first)));
    let headings: Vec<String> = columns.iter().map(heading).collect();
    let row = |report: &SolveReport| {
        let entry = |column: &Column| (column.entry)(report, &|message| words.say(message));
        columns.iter().map(entry).collect::<Vec<String>>()
    };
    words.figures(&table(&headings, &reports.iter().map(row).collect::<Vec<_>>(), 2))
}

/// Methods × boards: steps found and nodes generated.
fn summary(comparison: &Comparison, words: &Words) -> String {
    let first = comparison.results.first();
    let steps = first.map_or_else(String::new, |first| words.say(&steps_name(first)));
    let mut headings = vec![words.fill("puzzle-compare-corner", &[("steps", &steps)])];
    headings.extend(comparison.boards.iter().cloned());
    let cell = |board: &str, method: &str| match comparison.report(board, method) {
        None => String::new(),
        Some(SolveReport { path: Some(path), generated, .. }) => {
            format!("{} · {}", path.len(), show_count(*generated))
        }
        Some(report) => words.say(&report.ended()),
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
        let picture = chart(comparison, measure, &|message| words.say(message));
        std::fs::write(&file, picture).map_err(|e| cannot_write(&file, &e))?;
        crate::screen::tell(&words.fill("puzzle-wrote", &[("file", &file.display())]));
    }
    Ok(())
}

/// Writes the page to be read or printed.
pub(crate) fn write_report(
    file: &Path,
    instances: &[Instance],
    comparison: &Comparison,
    extra: Option<Extra>,
    words: &Words,
) -> anyhow::Result<()> {
    let date = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string();
    let page = Page {
        instances,
        comparison,
        extra,
        date: &date,
        language: words.language().code(),
        say: &|message| words.say(message),
        figures: &|text| words.figures(text),
    };
    std::fs::write(file, page.html()).map_err(|e| cannot_write(file, &e))?;
    crate::screen::tell(&words.fill("puzzle-wrote", &[("file", &file.display())]));
    Ok(())
}
