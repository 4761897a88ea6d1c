//! `plywood jobs make`.

use std::io::{BufWriter, Write, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;

use plywood_arena::settings::Settings;
use plywood_jobs::make::{self, Position};
use plywood_jobs::{Campaign, Job, Limited, Set};
use plywood_workbench::language::Words;
use plywood_workbench::problems::find;
use plywood_workbench::units::show_count;

use super::args::{MakeCommand, MakeCompare, MakeSolve, MakeTournament, milliseconds};
use super::lines;
use crate::Done;
use crate::arena::tuning_settings;
use crate::problem::{compare, several};
use crate::screen::say_json_exactly;
use crate::{foreign, input};

pub(super) fn run(command: &MakeCommand, words: &Words) -> anyhow::Result<Done> {
    match command {
        MakeCommand::Tournament(arguments) => {
            let set = Set::Tournament(Box::new(tournament(arguments)?));
            scheduled(set, arguments.set, &arguments.done, words)
        }
        MakeCommand::Tune(arguments) => {
            let set = Set::Tune(Box::new(tuning_settings(&arguments.run)?));
            scheduled(set, arguments.set, &arguments.done, words)
        }
        MakeCommand::Solve(arguments) => listed(&solve(arguments)?, words),
        MakeCommand::Compare(arguments) => listed(&problems(arguments)?, words),
        MakeCommand::OpeningTable(arguments) => {
            let boards = arguments.boards.get();
            listed(&make::opening_table(arguments.placed, boards, arguments.hash), words)
        }
    }
}

/// A sequential test ends by itself, but a file of jobs must end before: four times the games that
/// the test takes on average where it takes longest.
fn tournament(arguments: &MakeTournament) -> anyhow::Result<Settings> {
    let mut settings = arguments.entry.settings(&arguments.game)?;
    if let (Some(sprt), false, false) = (settings.sprt, arguments.entry.is_bounded(), arguments.set)
    {
        settings.pairs = (2.0 * sprt.expected_games().midway).ceil() as u64;
    }
    Ok(settings)
}

/// No file of positions is larger, in bytes.
const MOST_POSITIONS: u64 = 64 << 20;

/// The proofs these arguments ask for.
pub(super) fn solve(arguments: &MakeSolve) -> anyhow::Result<Vec<Job>> {
    let text = input::text(&arguments.file, MOST_POSITIONS)?;
    let positions = Position::read_all(&text, arguments.game.as_deref())?;
    anyhow::ensure!(!positions.is_empty(), "there is no position here: expected one on each line");
    Ok(make::solve(&positions, &arguments.proof())?)
}

fn problems(arguments: &MakeCompare) -> anyhow::Result<Vec<Job>> {
    let offer = find(&arguments.problem)?;
    let boards = several(offer, &arguments.boards)?;
    let heuristic = arguments.heuristic.as_deref();
    let methods = compare::methods(offer, arguments.algorithms.as_ref(), heuristic)?;
    let limits = Limited {
        time_ms: milliseconds(arguments.limits.time.or(Some(compare::TIME))),
        nodes: arguments.limits.nodes,
        bytes: Some(arguments.limits.memory.unwrap_or(compare::MEMORY)),
        depth: arguments.limits.max_depth,
    };
    Ok(make::compare(&boards, &methods, limits))
}

/// Prints what can be run now of a set whose jobs depend on results.
fn scheduled(set: Set, as_set: bool, done: &[PathBuf], words: &Words) -> anyhow::Result<Done> {
    if as_set {
        say_json_exactly(&set)?;
        return Ok(Done::Yes);
    }
    let present: Vec<PathBuf> = done.iter().filter(|path| path.exists()).cloned().collect();
    let ledger = lines::ledger(&present, words)?;
    let mut campaign = Campaign::new(set, None)?;
    let mut out = BufWriter::new(stdout().lock());
    let mut trouble = None;
    let mut n_jobs = 0;
    campaign.remaining(&ledger, |job| match write(&mut out, &job) {
        Ok(()) => {
            n_jobs += 1;
            ControlFlow::Continue(())
        }
        Err(e) => {
            trouble = Some(e);
            ControlFlow::Break(())
        }
    })?;
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    out.flush()?;
    count(n_jobs, words);
    Ok(Done::Yes)
}

/// Prints jobs that do not depend on each other.
fn listed(jobs: &[Job], words: &Words) -> anyhow::Result<Done> {
    let mut out = BufWriter::new(stdout().lock());
    jobs.iter().try_for_each(|job| write(&mut out, job))?;
    out.flush()?;
    count(jobs.len() as u64, words);
    Ok(Done::Yes)
}

fn write(out: &mut impl Write, job: &Job) -> anyhow::Result<()> {
    let line = serde_json::to_string(job)? + "\n";
    Ok(out.write_all(foreign::json(&line).as_bytes())?)
}

fn count(n_jobs: u64, words: &Words) {
    crate::screen::tell(&words.fill("jobs-made", &[("count", &show_count(n_jobs))]));
}
