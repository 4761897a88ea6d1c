//! `plywood log check`: `log.dat` of the games and `resultados.dat` of the puzzle.

use std::fmt::Display;
use std::io::BufRead;

use plywood_records::log_dat::check;
use plywood_records::resultados;
use plywood_workbench::language::Words;

use super::args::LogCommand;
use crate::Done;
use crate::failure::cannot_read;
use crate::screen::say;

/// Faults that are shown; a file that is no log at all has one a line.
const MOST_SHOWN: usize = 20;

pub(crate) fn run(command: &LogCommand, words: &Words) -> anyhow::Result<Done> {
    let LogCommand::Check { file } = command;
    let shown = file.display();
    let failed = |e: std::io::Error| cannot_read(file, &e);
    let mut source = crate::input::open(file)?;
    let beginning = String::from_utf8_lossy(source.fill_buf().map_err(failed)?).into_owned();
    let (summary, faults) = if resultados::is_results(&beginning) {
        let report = resultados::check(source).map_err(failed)?;
        let holes: [(&str, &dyn Display); 2] =
            [("entries", &report.n_entries), ("solved", &report.n_solved)];
        (words.fill("results-summary", &holes), report.faults)
    } else {
        let report = check(source).map_err(failed)?;
        let holes: [(&str, &dyn Display); 3] = [
            ("entries", &report.n_entries),
            ("games", &report.n_games),
            ("finished", &report.n_finished),
        ];
        (words.fill("log-summary", &holes), report.faults)
    };
    let mut text: String =
        faults.iter().take(MOST_SHOWN).map(|fault| fault.text(words) + "\n").collect();
    if let Some(more) = faults.len().checked_sub(MOST_SHOWN).filter(|more| *more > 0) {
        text += &(words.fill("log-more", &[("n", &more)]) + "\n");
    }
    let verdict = match faults.len() {
        0 => words.text("log-sound"),
        n => words.fill("log-faults", &[("n", &n)]),
    };
    say(&format!("{text}{shown}: {summary}, {verdict}\n"))?;
    Ok(if faults.is_empty() { Done::Yes } else { Done::No })
}
