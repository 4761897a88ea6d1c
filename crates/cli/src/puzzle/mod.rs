//! `plywood puzzle`: one file per command that does more than list.

mod check;
pub(crate) mod compare;
mod generate;
mod list;
mod maximize;
mod solve;

use anyhow::{Context, bail};
use plywood_records::log_dat::LogForm;
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::puzzle::{LoadError, NamedBoard, load};

use crate::Done;
use crate::args::PuzzleCommand;

pub(crate) fn run(
    command: PuzzleCommand,
    form: LogForm,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    match command {
        PuzzleCommand::Boards { files, json } => list::boards(&files, json, words),
        PuzzleCommand::Show { board, json } => list::show(&board, json, words),
        PuzzleCommand::Algorithms { json } => list::algorithms(json, words),
        PuzzleCommand::Solve(arguments) => solve::run(&arguments, form, words, cancel),
        PuzzleCommand::Compare(arguments) => compare::run(&arguments, words, cancel),
        PuzzleCommand::CheckHeuristic(arguments) => check::run(&arguments, words, cancel),
        PuzzleCommand::Maximize(arguments) => maximize::run(&arguments, words, cancel),
        PuzzleCommand::Generate(arguments) => generate::run(&arguments, words, cancel),
    }
}

/// The one board meant by `name`, with another objective if one was given.
fn load_one(name: &str, objective: Option<u32>) -> anyhow::Result<NamedBoard> {
    let mut boards = load(name)?;
    if boards.len() > 1 {
        bail!(LoadError::Several(name.into(), boards.len()));
    }
    let mut board = boards.pop().context("a file of boards holds at least one")?;
    board.board.objective = objective.or(board.board.objective);
    Ok(board)
}

/// Half of the machine's memory where that is known, 2 GiB elsewhere.
fn default_memory() -> u64 {
    let known = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    known.map_or(2 << 30, |kib| kib * 512)
}
