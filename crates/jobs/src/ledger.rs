//! A ledger: results from anywhere, one for each job.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use plywood_arena::store::{GameRecord, Store};
use plywood_workbench::engines::OpeningTable;
use plywood_workbench::problems::{Comparison, SolveReport};

use plywood_workbench::message;

use crate::JobError;
use crate::campaign::{Campaign, Set};
use crate::job::Job;
use crate::outcome::{Digits, JobResult, Outcome};

/// Results, in the order in which they were first seen.
#[derive(Default)]
pub struct Ledger {
    results: Vec<JobResult>,
    places: HashMap<String, usize>,
}

impl Ledger {
    /// Enters the line of a result; returns whether it is new. Two results of one job must agree, unless they
    /// depend on the clock: then the first counts.
    pub fn add(&mut self, line: &str) -> Result<bool, JobError> {
        let result = JobResult::read(line)?;
        if let Some(known) = self.result(&result.key) {
            if !result.timed && !known.agrees(&result) {
                return Err(JobError::Differ(result.key));
            }
            return Ok(false);
        }
        if let Some(first) = self.results.first()
            && !result.is_of_set(first)
        {
            return Err(JobError::Mixed(first.key.clone(), result.key));
        }
        self.places.insert(result.key.clone(), self.results.len());
        self.results.push(result);
        Ok(true)
    }

    /// The result of the job with this key.
    pub fn result(&self, key: &str) -> Option<&JobResult> {
        self.places.get(key).map(|&place| &self.results[place])
    }

    /// All results.
    pub fn results(&self) -> &[JobResult] {
        &self.results
    }

    /// The keys of jobs that have no result yet.
    pub fn missing<'a>(&self, jobs: &'a [Job]) -> Vec<&'a str> {
        let is_missing = |job: &&Job| !self.places.contains_key(&job.key);
        jobs.iter().filter(is_missing).map(|job| job.key.as_str()).collect()
    }

    /// Puts the results into the order of the jobs, and leaves out those of other jobs.
    pub fn arrange(&mut self, jobs: &[Job]) {
        let results = jobs.iter().filter_map(|job| self.result(&job.key).cloned());
        self.results = results.collect();
        let keys = self.results.iter().map(|result| result.key.clone());
        self.places = keys.zip(0..).collect();
    }

    /// Stores the results like those of a local run.
    pub fn keep(&self, set: &Set, store: &Path) -> Result<(), JobError> {
        if let Set::Tournament(settings) = set {
            let Some((_, games)) = self.games() else { return Ok(()) };
            let mut store = Store::open(store)?;
            let id = store.begin(store.find(settings)?, settings)?;
            let kept = games.into_iter().map(|game| GameRecord { tournament: id, ..game });
            return Ok(store.add(&kept.collect::<Vec<_>>())?);
        }
        let mut campaign = Campaign::new(set.clone(), Some(store))?;
        campaign.remaining(self, |_| ControlFlow::Continue(()))
    }

    /// Whether every position was proven.
    pub fn is_proven(&self) -> bool {
        let is_open = |result: &JobResult| matches!(&result.outcome, Outcome::Solve(proven) if !proven.proven);
        !self.results.iter().any(is_open)
    }

    /// The games of a tournament, and what is played in it.
    pub fn games(&self) -> Option<(&str, Vec<GameRecord>)> {
        let mut name = None;
        let mut games = Vec::new();
        for result in &self.results {
            let Outcome::Tournament(played) = &result.outcome else { return None };
            name.get_or_insert(played.game.as_str());
            games.extend(played.games.iter().cloned());
        }
        games.sort_by_key(|game| game.number);
        Some((name?, games))
    }

    /// The comparison that the results of puzzles make.
    pub fn comparison(&self) -> Comparison {
        let report = |result: &JobResult| match &result.outcome {
            Outcome::Compare(report) => Some((**report).clone()),
            _ => None,
        };
        let results: Vec<SolveReport> = self.results.iter().filter_map(report).collect();
        let mut boards: Vec<String> = Vec::new();
        for report in &results {
            if !boards.contains(&report.board) {
                boards.push(report.board.clone());
            }
        }
        Comparison { boards, results }
    }

    /// The file of the opening table that the results make.
    pub fn opening_table(&self) -> Result<Vec<u8>, JobError> {
        let digits = |result: &JobResult| match &result.outcome {
            Outcome::OpeningTable(digits) => Some(digits.clone()),
            _ => None,
        };
        let mut parts: Vec<Digits> = self.results.iter().filter_map(digits).collect();
        parts.sort_by_key(|part| part.first);
        let placed = parts.first().map_or(0, |part| part.placed);
        let (mut quarto, mut quatro) = (String::new(), String::new());
        for part in &parts {
            if (part.first as usize, part.placed) != (quarto.len(), placed) {
                let next = quarto.len();
                return Err(boards_missing(next));
            }
            quarto += &part.quarto;
            quatro += &part.quatro;
        }
        let bytes = OpeningTable::new(placed).finish([&quarto, &quatro]);
        bytes.ok_or_else(|| {
            let next = quarto.len();
            boards_missing(next)
        })
    }
}

fn boards_missing(next: usize) -> JobError {
    JobError::request(message!("job-boards", "the boards from number {next} on are missing", next))
}
