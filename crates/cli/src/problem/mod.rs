//! `plywood problem`: what every one-player problem of the catalogue can do.

mod args;
pub(crate) mod check;
pub(crate) mod compare;
mod list;
pub(crate) mod solve;
pub(crate) mod trace;

use plywood_workbench::Cancel;
use plywood_workbench::language::Words;
use plywood_workbench::problems::{Instance, Method, ProblemOffer, find};

use crate::Done;

pub(crate) use args::{
    CheckHeuristicArguments, CompareArguments, Methods, ProblemCommand, SolveProblemArguments,
    TraceArguments, parse_methods,
};
pub(crate) use list::algorithms;

pub(crate) fn run(
    command: Option<&ProblemCommand>,
    as_json: bool,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let Some(command) = command else { return list::problems(as_json, words) };
    match command {
        ProblemCommand::Show { problem, what, json } => {
            list::show(find(problem)?, what.as_deref(), *json, words)
        }
        ProblemCommand::Algorithms { problem, json } => algorithms(find(problem)?, *json, words),
        ProblemCommand::Solve { problem, solve } => {
            let instance = one(find(problem)?, &solve.board, words)?;
            solve::run(&instance, solve, words, cancel).map(|(done, _)| done)
        }
        ProblemCommand::Compare { problem, compare } => {
            let instances = several(find(problem)?, &compare.boards)?;
            compare::run(instances, compare, words, cancel)
        }
        ProblemCommand::CheckHeuristic { problem, board, check } => {
            check::run(&one(find(problem)?, board, words)?, check, words, cancel)
        }
        ProblemCommand::CheckTrace { problem, board, file, json } => {
            trace::check(&one(find(problem)?, board, words)?, file, *json, words)
        }
        ProblemCommand::Trace { problem, trace } => {
            trace::run(&one(find(problem)?, &trace.board, words)?, trace, words, cancel)
        }
    }
}

/// The one problem meant; what one should know about it goes to stderr.
fn one(offer: &'static ProblemOffer, what: &str, words: &Words) -> anyhow::Result<Instance> {
    let instance = crate::input::reading(|| offer.load_one(what))?;
    if let Some(note) = instance.quest.note() {
        crate::screen::complain(&words.say(&note));
    }
    Ok(instance)
}

/// The problems meant by these names; all that come with the program if there is none.
pub(crate) fn several(
    offer: &'static ProblemOffer,
    names: &[String],
) -> anyhow::Result<Vec<Instance>> {
    if names.is_empty() {
        return Ok(offer.all_samples());
    }
    let mut instances = Vec::new();
    for name in names {
        instances.extend(crate::input::reading(|| offer.load(name))?);
    }
    Ok(instances)
}

/// The method asked for, with this heuristic if one was named.
fn guided(
    instance: &Instance,
    method: &Method,
    heuristic: Option<&String>,
    words: &Words,
) -> anyhow::Result<Method> {
    let offer = instance.quest.offer();
    let Some(heuristic) = heuristic else { return Ok(offer.settle(method.clone())?) };
    if !method.algorithm.uses_heuristic() {
        let name = method.algorithm.name();
        anyhow::bail!(words.fill("puzzle-uses-no-heuristic", &[("algorithm", &name)]));
    }
    Ok(offer.settle(method.clone().guided(heuristic.clone()))?)
}

/// Half of the memory that is free to us where that is known, 2 GiB elsewhere.
pub(crate) fn default_memory() -> u64 {
    crate::memory::free().map_or(2 << 30, |bytes| bytes / 2)
}
