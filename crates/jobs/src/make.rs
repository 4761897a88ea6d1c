//! Jobs that do not depend on each other: sets of positions, puzzles by several methods, the boards
//! of the opening table.

use std::collections::HashSet;

use plywood_workbench::engines::OpeningTable;
use plywood_workbench::games;
use plywood_workbench::problems::{Instance, Method};

use crate::JobError;
use crate::job::{Boards, Job, Limited, Proving, Solving, Work};
use plywood_workbench::message;

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The game.
    pub game: String,
    /// The position; `moves` and moves may follow.
    pub position: String,
}

impl Position {
    /// Reads a line: a position with its game's name before it, or without where `game` says which.
    pub fn read(line: &str, game: Option<&str>) -> Result<Self, JobError> {
        let (first, rest) =
            line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let named = games::find(first).ok().filter(|_| !rest.is_empty() || game.is_none());
        let (entry, position) = match (named, game) {
            (Some(entry), _) => (entry, rest.trim()),
            (None, Some(game)) => (games::find(game)?, line.trim()),
            (None, None) => {
                return Err(JobError::request(message!(
                    "job-no-game",
                    "`{line}` does not say which game it is of: expected a game and a position, or --game GAME for all",
                    line
                )));
            }
        };
        Ok(Self { game: entry.name.to_owned(), position: position.to_owned() })
    }

    /// Parses a file: a position on each line; empty lines and those that begin with `#` are skipped.
    pub fn read_all(text: &str, game: Option<&str>) -> Result<Vec<Self>, JobError> {
        let lines = text.lines().enumerate().map(|(i, line)| (i, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read = |(i, line)| Self::read(line, game).map_err(|e| crate::at_line(i + 1, &e));
        lines.map(read).collect()
    }
}

/// How positions are proven.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The rules of the games, as `key=value`, separated by commas.
    pub rules: String,
    /// The seed of shuffled boards.
    pub seed: u64,
    /// Whether to prove every move as well.
    pub all_moves: bool,
    /// The limits for each position.
    pub limits: Limited,
    /// Bytes of table.
    pub hash: u64,
}

impl Default for Proof {
    fn default() -> Self {
        let rules = String::new();
        Self { rules, seed: 0, all_moves: false, limits: Limited::default(), hash: 64_000_000 }
    }
}

/// One job for each position. An invalid position is refused here, before any work.
pub fn solve(positions: &[Position], proof: &Proof) -> Result<Vec<Job>, JobError> {
    let mut jobs = Vec::new();
    for Position { game, position } in positions {
        let Proof { rules, seed, all_moves, limits, hash } = proof.clone();
        let table = games::open(game, &rules, seed, Some(position), &[]);
        let table = table.map_err(|e| {
            JobError::request(message!(
                "job-position",
                "`{position}` of {game}: {reason}",
                position = &**position,
                game = &**game,
                reason = e
            ))
        })?;
        let position = table.position();
        let game = game.clone();
        jobs.push(Work::Solve(Proving { game, rules, position, seed, all_moves, limits, hash }));
    }
    Ok(distinct(jobs))
}

/// One job for each problem and method.
pub fn compare(instances: &[Instance], methods: &[Method], limits: Limited) -> Vec<Job> {
    let mut jobs = Vec::new();
    for Instance { name, quest } in instances {
        for method in methods {
            jobs.push(Work::Compare(Solving {
                problem: quest.offer().name.to_owned(),
                name: name.clone(),
                board: quest.text(),
                method: method_text(method),
                limits,
            }));
        }
    }
    distinct(jobs)
}

/// A method as it can be read back, with its heuristic.
fn method_text(method: &Method) -> String {
    let text = method.to_string();
    match method.heuristic_name() {
        None => text,
        Some(heuristic) => {
            let separator = if text.contains(':') { ',' } else { ':' };
            format!("{text}{separator}heuristic={heuristic}")
        }
    }
}

/// The boards of the opening table with `placed` pieces, a number of them in each job.
pub fn opening_table(placed: u32, boards_per_job: usize, hash: u64) -> Vec<Job> {
    let boards: Vec<String> = OpeningTable::new(placed).boards().collect();
    let chunks = boards.chunks(boards_per_job.max(1));
    let firsts = (0..).step_by(boards_per_job.max(1));
    let work = |(first, boards): (u64, &[String])| {
        Work::OpeningTable(Boards { first, placed, boards: boards.to_vec(), hash })
    };
    firsts.zip(chunks).map(work).map(Job::new).collect()
}

/// Identical jobs are one job.
fn distinct(works: Vec<Work>) -> Vec<Job> {
    let mut seen = HashSet::new();
    works.into_iter().map(Job::new).filter(|job| seen.insert(job.key.clone())).collect()
}
