//! `plywood log check`.

use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;

use anyhow::anyhow;
use plywood_workbench::language::Words;
use plywood_workbench::log_dat::check;

use super::args::LogCommand;
use crate::Done;
use crate::screen::say;

pub(crate) fn run(command: &LogCommand, words: &Words) -> anyhow::Result<Done> {
    let LogCommand::Check { file } = command;
    let shown = file.display();
    let failed = |e: std::io::Error| {
        let reason = words.translate(&e.to_string());
        let holes: [(&str, &dyn Display); 2] = [("file", &shown), ("reason", &reason)];
        anyhow!(words.fill("log-cannot-read", &holes))
    };
    let report = check(BufReader::new(File::open(file).map_err(failed)?)).map_err(failed)?;
    let mut text = String::new();
    for fault in &report.faults {
        text += &format!("{}\n", fault.text(words));
    }
    let holes: [(&str, &dyn Display); 3] = [
        ("entries", &report.n_entries),
        ("games", &report.n_games),
        ("finished", &report.n_finished),
    ];
    let verdict = match report.faults.len() {
        0 => words.text("log-sound"),
        n => words.fill("log-faults", &[("n", &n)]),
    };
    say(&format!("{text}{shown}: {}, {verdict}\n", words.fill("log-summary", &holes)))?;
    Ok(if report.faults.is_empty() { Done::Yes } else { Done::No })
}
