//! `plywood puzzle`: one file per command that does more than list.

mod check;
mod compare;
mod list;
mod solve;

use anyhow::{Context, bail};
use plywood_workbench::Cancel;
use plywood_workbench::puzzle::{LoadError, NamedBoard, load};

use crate::Done;
use crate::args::PuzzleCommand;

pub(crate) fn run(command: PuzzleCommand, cancel: &Cancel) -> anyhow::Result<Done> {
    match command {
        PuzzleCommand::Boards { files, json } => list::boards(&files, json),
        PuzzleCommand::Show { board, json } => list::show(&board, json),
        PuzzleCommand::Algorithms { json } => list::algorithms(json),
        PuzzleCommand::Solve(arguments) => solve::run(&arguments, cancel),
        PuzzleCommand::Compare(arguments) => compare::run(&arguments, cancel),
        PuzzleCommand::CheckHeuristic(arguments) => check::run(&arguments, cancel),
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

/// How an outcome reads in a sentence.
fn outcome_text(outcome: &str) -> &str {
    match outcome {
        "time" => "time limit",
        "memory" => "memory limit",
        "nodes" => "node limit",
        "cancelled" => "interrupted",
        other => other,
    }
}
