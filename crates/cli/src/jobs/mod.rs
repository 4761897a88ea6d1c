//! `plywood jobs` and `plywood solve-set`: work cut into lines that any machine can run.
//!
//! `args` says what can be asked; `make` cuts, `run` runs, `merge` gathers, `solve_set` does all three
//! for a file of positions, `lines` reads files of lines and `ray` calls a cluster.

mod args;
mod lines;
mod make;
mod merge;
mod ray;
mod run;
mod solve_set;

use plywood_workbench::Cancel;
use plywood_workbench::language::Words;

pub(crate) use args::{JobsCommand, SolveSetArguments};
pub(crate) use ray::{Cluster, NOT_HERE};
pub(crate) use solve_set::solve_set;

use crate::Done;

/// `plywood jobs`.
pub(crate) fn run(command: &JobsCommand, words: &Words, cancel: &Cancel) -> anyhow::Result<Done> {
    match command {
        JobsCommand::Make { command } => make::run(command, words),
        JobsCommand::Run(arguments) => run::run(arguments, words, cancel),
        JobsCommand::Merge(arguments) => merge::run(arguments, words),
    }
}
