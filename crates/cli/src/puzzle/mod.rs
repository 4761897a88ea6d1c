//! `plywood puzzle`: the course's puzzle. What every problem can do is in `problem`.

mod args;
mod generate;
mod list;
mod maximize;
mod published;
mod results;

use anyhow::{Context, bail};
use plywood_records::log_dat::LogForm;
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::problems::{Instance, PROBLEMS, ProblemOffer};
use plywood_workbench::puzzle::{LoadError, NamedBoard, builtins, load, pose};

use crate::Done;
use crate::failure::of_board;
use crate::problem::{self, CompareArguments, TraceArguments, check, compare, trace};
use args::PuzzleCheck;

pub(crate) use args::PuzzleCommand;
pub(crate) use published::text as published_text;

pub(crate) fn run(
    command: PuzzleCommand,
    form: LogForm,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    match command {
        PuzzleCommand::Boards { files, json } => list::boards(&files, json, words),
        PuzzleCommand::Show { board, json } => list::show(&board, json, words),
        PuzzleCommand::Algorithms { json } => problem::algorithms(offer(), json, words),
        PuzzleCommand::Solve(arguments) => results::run(&arguments, form, words, cancel),
        PuzzleCommand::Compare(arguments) if arguments.as_published => {
            published::run(&arguments.compare, words, cancel)
        }
        PuzzleCommand::Compare(arguments) => {
            let arguments = arguments.compare;
            compare::run(instances(&arguments)?, &arguments, words, cancel)
        }
        PuzzleCommand::CheckHeuristic(arguments) => check_heuristic(&arguments, words, cancel),
        PuzzleCommand::Trace(arguments) => write_trace(&arguments, words, cancel),
        PuzzleCommand::Maximize(arguments) => maximize::run(&arguments, words, cancel),
        PuzzleCommand::Generate(arguments) => generate::run(&arguments, words, cancel),
    }
}

/// What the catalogue says of the puzzle.
fn offer() -> &'static ProblemOffer {
    PROBLEMS[0]
}

/// The boards to compare on; all built-in ones if none is named.
fn instances(arguments: &CompareArguments) -> anyhow::Result<Vec<Instance>> {
    let boards = boards(&arguments.boards)?;
    boards.iter().map(posed).collect()
}

/// The boards meant by these names; all built-in ones if there is none.
fn boards(names: &[String]) -> anyhow::Result<Vec<NamedBoard>> {
    if names.is_empty() {
        return Ok(builtins());
    }
    let mut boards = Vec::new();
    for name in names {
        boards.extend(load(name)?);
    }
    Ok(boards)
}

fn posed(board: &NamedBoard) -> anyhow::Result<Instance> {
    pose(board).map_err(|e| of_board(&board.name, e).into())
}

fn check_heuristic(
    arguments: &PuzzleCheck,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let board = posed(&load_one(&arguments.board, arguments.objective)?)?;
    check::run(&board, &arguments.check, words, cancel)
}

fn write_trace(arguments: &TraceArguments, words: &Words, cancel: &Cancel) -> anyhow::Result<Done> {
    trace::run(&posed(&load_one(&arguments.board, None)?)?, arguments, words, cancel)
}

/// The one board meant by `name`, with another objective if one was given.
fn load_one(name: &str, objective: Option<u32>) -> anyhow::Result<NamedBoard> {
    let mut boards = crate::input::reading(|| load(name))?;
    if boards.len() > 1 {
        bail!(LoadError::Several(name.into(), boards.len()));
    }
    let mut board = boards.pop().context("a file of boards holds at least one")?;
    board.board.objective = objective.or(board.board.objective);
    Ok(board)
}
