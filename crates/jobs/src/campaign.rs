//! A set of jobs in progress: hands out jobs that can run, accepts each result once, and stores it.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::path::Path;

use plywood_arena::settings::Settings;
use plywood_arena::store::{GameRecord, Store, TournamentId, TuningId};
use plywood_arena::tuning::TuneSettings;
use serde::{Deserialize, Serialize};

use crate::JobError;
use crate::climb::Climb;
use crate::job::{Job, Work};
use crate::ledger::Ledger;
use crate::outcome::{JobResult, Outcome};
use crate::pairs::Pairs;
use plywood_workbench::message;

/// The work of a set.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "set", content = "settings", rename_all = "kebab-case")]
pub enum Set {
    /// A tournament, a sequential test included.
    Tournament(Box<Settings>),
    /// A tuning run.
    Tune(Box<TuneSettings>),
    /// These jobs.
    Listed(Vec<Job>),
}

impl Set {
    /// Reads a set written as one line, or lines of jobs.
    pub fn read(text: &str) -> Result<Self, JobError> {
        if let Ok(set) = serde_json::from_str(text) {
            return Ok(set);
        }
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let read = |(i, line)| Job::read(line).map_err(|e| crate::at_line(i + 1, &e));
        let jobs = lines.map(read).collect::<Result<Vec<Job>, JobError>>()?;
        if jobs.is_empty() {
            return Err(JobError::request(message!("job-none", "there is no job in it")));
        }
        Ok(Self::Listed(jobs))
    }

    /// The set that these jobs belong to. Jobs of a tournament or a tuning run stand for all of it.
    pub fn of(jobs: Vec<Job>) -> Result<Self, JobError> {
        let Some(first) = jobs.first() else {
            return Err(JobError::request(message!("job-none", "there is no job in it")));
        };
        if let Some(other) = jobs.iter().find(|job| !job.is_of_set(first)) {
            return Err(JobError::Mixed(first.key.clone(), other.key.clone()));
        }
        Ok(match &first.work {
            Work::Tournament(pair) => Self::Tournament(Box::new(pair.settings.clone())),
            Work::Tune(pair) => Self::Tune(Box::new(pair.tuning.clone())),
            _ => Self::Listed(jobs),
        })
    }
}

/// The progress of a set, as plain data; the field names are the JSON keys.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    /// Jobs whose result is there, or games, or steps.
    pub done: u64,
    /// Of how many.
    pub total: u64,
    /// What is counted: `jobs`, `games` or `steps`.
    pub unit: &'static str,
    /// The log-likelihood ratio of a sequential test and its bounds.
    pub llr: Option<[f64; 3]>,
    /// The engine as tuned so far.
    pub engine: Option<String>,
}

/// A set of jobs in progress.
pub struct Campaign {
    course: Course,
    store: Option<Store>,
    known: Vec<String>,
}

enum Course {
    Tournament { pairs: Box<Pairs>, id: TournamentId },
    Tune { climb: Box<Climb>, id: TuningId },
    Listed { waiting: VecDeque<Job>, open: HashSet<String>, total: u64 },
}

impl Campaign {
    /// Starts a set, or continues with what the store has of it.
    pub fn new(set: Set, store: Option<&Path>) -> Result<Self, JobError> {
        let mut store = store.map(Store::open).transpose()?;
        let mut known = Vec::new();
        let course = match set {
            Set::Tournament(settings) => {
                let (id, games) = match &mut store {
                    Some(store) => {
                        let known = store.find(&settings)?;
                        let id = store.begin(known, &settings)?;
                        (id, store.games(id)?)
                    }
                    None => (0, Vec::new()),
                };
                Course::Tournament { pairs: Box::new(Pairs::new(*settings, games)?), id }
            }
            Set::Tune(settings) => {
                let (id, steps) = match &mut store {
                    Some(store) => {
                        let id = store.begin_tuning(&settings)?;
                        (id, store.steps(id)?)
                    }
                    None => (0, Vec::new()),
                };
                let mut climb = Box::new(Climb::new(*settings, &steps)?);
                if let Some(store) = &mut store {
                    for (number, step) in climb.steps() {
                        store.add_step(id, number, step)?;
                    }
                }
                Course::Tune { climb, id }
            }
            Set::Listed(jobs) => {
                let mut waiting = VecDeque::new();
                let mut met = HashSet::new();
                // Identical jobs are one job.
                for job in jobs.into_iter().filter(|job| met.insert(job.key.clone())) {
                    match store.as_ref().map(|store| store.result(&job.key)).transpose()?.flatten()
                    {
                        Some(line) => known.push(line),
                        None => waiting.push_back(job),
                    }
                }
                Course::Listed { waiting, open: HashSet::new(), total: met.len() as u64 }
            }
        };
        Ok(Self { course, store, known })
    }

    /// The next job to run, if one can be run now.
    pub fn hand_out(&mut self) -> Result<Option<Job>, JobError> {
        match &mut self.course {
            Course::Tournament { pairs, .. } => pairs.hand_out(),
            Course::Tune { .. } => self.hand_out_pair(),
            Course::Listed { waiting, open, .. } => {
                let job = waiting.pop_front();
                open.extend(job.as_ref().map(|job| job.key.clone()));
                Ok(job)
            }
        }
    }

    /// Steps over pairs whose result an earlier driver left in the store.
    fn hand_out_pair(&mut self) -> Result<Option<Job>, JobError> {
        loop {
            let Course::Tune { climb, .. } = &mut self.course else { return Ok(None) };
            let Some(job) = climb.hand_out() else { return Ok(None) };
            match self.store.as_ref().map(|store| store.result(&job.key)).transpose()?.flatten() {
                Some(line) => self.finish(&line)?,
                None => return Ok(Some(job)),
            };
        }
    }

    /// Accepts the line of a result; returns whether it is new. Only new results are stored.
    pub fn finish(&mut self, line: &str) -> Result<bool, JobError> {
        self.finish_with(&JobResult::read(line)?)
    }

    /// The same for a parsed result.
    pub fn finish_with(&mut self, result: &JobResult) -> Result<bool, JobError> {
        let key = &result.key;
        let is_new = match (&mut self.course, &result.outcome) {
            (Course::Tournament { pairs, .. }, Outcome::Tournament(played)) => {
                pairs.finish(key, &played.games)?
            }
            (Course::Tune { climb, .. }, Outcome::Tune(played)) => {
                climb.finish(key, &played.games)?
            }
            (Course::Listed { open, .. }, _) => open.remove(key),
            _ => {
                return Err(JobError::no_result(message!(
                    "job-other-kind",
                    "{key} is not of the same kind as the set",
                    key = &**key
                )));
            }
        };
        if is_new {
            self.keep(result)?;
        }
        Ok(is_new)
    }

    fn keep(&mut self, result: &JobResult) -> Result<(), JobError> {
        let Some(store) = &mut self.store else { return Ok(()) };
        match (&mut self.course, &result.outcome) {
            (Course::Tournament { id, .. }, Outcome::Tournament(played)) => {
                let kept = |game: &GameRecord| GameRecord { tournament: *id, ..game.clone() };
                store.add(&played.games.iter().map(kept).collect::<Vec<_>>())?;
            }
            (course, _) => {
                let line = serde_json::to_string(result);
                store.add_result(
                    &result.key,
                    &line.map_err(|e| JobError::no_result(crate::json_message(&e)))?,
                )?;
                if let Course::Tune { climb, id } = course {
                    for (number, step) in climb.steps() {
                        store.add_step(*id, number, step)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Hands out all jobs that can be run now, accepts those results that the ledger holds and passes on the rest.
    pub fn remaining(
        &mut self,
        ledger: &Ledger,
        mut pass_on: impl FnMut(Job) -> ControlFlow<()>,
    ) -> Result<(), JobError> {
        while let Some(job) = self.hand_out()? {
            if let Some(result) = ledger.result(&job.key) {
                self.finish_with(result)?;
            } else if pass_on(job).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The results of listed jobs that the store had already, as lines; once.
    pub fn known(&mut self) -> Vec<String> {
        std::mem::take(&mut self.known)
    }

    /// The tournament, if it is one.
    pub fn tournament(&self) -> Option<&Pairs> {
        match &self.course {
            Course::Tournament { pairs, .. } => Some(pairs),
            _ => None,
        }
    }

    /// The tuning run, if it is one.
    pub fn tuning(&self) -> Option<&Climb> {
        match &self.course {
            Course::Tune { climb, .. } => Some(climb),
            _ => None,
        }
    }

    /// Whether nothing is left to run or to wait for.
    pub fn is_over(&self) -> bool {
        match &self.course {
            Course::Tournament { pairs, .. } => pairs.is_over(),
            Course::Tune { climb, .. } => climb.is_over(),
            Course::Listed { waiting, open, .. } => waiting.is_empty() && open.is_empty(),
        }
    }

    /// The progress of the set.
    pub fn progress(&self) -> Progress {
        let progress = |done, total, unit| Progress { done, total, unit, llr: None, engine: None };
        match &self.course {
            Course::Tournament { pairs, .. } => {
                let bounds = pairs.settings().sprt.map(|sprt| sprt.bounds());
                let llr = pairs.llr().zip(bounds).map(|(llr, (low, high))| [llr, low, high]);
                Progress { llr, ..progress(pairs.games().len() as u64, pairs.n_games(), "games") }
            }
            Course::Tune { climb, .. } => {
                let at = climb.progress();
                Progress { engine: Some(at.engine), ..progress(at.taken, at.steps, "steps") }
            }
            Course::Listed { waiting, open, total } => {
                progress(total - (waiting.len() + open.len()) as u64, *total, "jobs")
            }
        }
    }
}
