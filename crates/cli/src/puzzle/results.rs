//! `plywood puzzle solve`: a board with its objective, and `resultados.dat`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use plywood_records::log_dat::LogForm;
use plywood_records::resultados;
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::puzzle::boards_along;

use super::args::PuzzleSolve;
use super::{load_one, posed};
use crate::Done;
use crate::failure::cannot_write;
use crate::problem::solve;

pub(super) fn run(
    arguments: &PuzzleSolve,
    form: LogForm,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let board = load_one(&arguments.solve.board, arguments.objective)?;
    let instance = posed(&board)?;
    if let Some(file) = &arguments.results {
        check_appendable(file)?;
    }
    let start = now();
    let (done, report) = solve::run(&instance, &arguments.solve, words, cancel)?;
    if let Some(file) = &arguments.results {
        let boards = boards_along(&board, &report);
        let entry = resultados::entry(&report, &boards, [&*start, &*now()], words, form);
        append(file, &entry)?;
    }
    Ok(done)
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
