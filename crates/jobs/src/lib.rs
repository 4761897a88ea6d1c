//! Work cut into jobs: one line of JSON goes in, one line of JSON comes out, on any machine.
//!
//! ```
//! use plywood_jobs::{Campaign, Set, Worker, make};
//! use plywood_workbench::Cancel;
//!
//! let position = make::Position::read("quarto a..c/..57/...0/34.. 6", None).unwrap();
//! let jobs = make::solve(&[position], &make::Proof::default()).unwrap();
//! let mut campaign = Campaign::new(Set::Listed(jobs), None).unwrap();
//! while let Some(job) = campaign.hand_out().unwrap() {
//!     let line = serde_json::to_string(&job).unwrap(); // Send it anywhere.
//!     let result = Worker::default().run(&line, &Cancel::default()).unwrap().unwrap();
//!     assert!(campaign.finish(&result).unwrap());
//!     assert!(!campaign.finish(&result).unwrap(), "a result counts once");
//! }
//! assert!(campaign.is_over());
//! ```
//!
//! A [`Job`] is self-contained; its key follows from its content, and so does its result, except for measured
//! times. A [`Worker`] runs jobs. [`make`](mod@make) lists independent jobs; `pairs` makes those of
//! tournaments, `climb` those of tuning runs, which depend on each other. A [`Campaign`] hands jobs out and
//! accepts results, into a store if wanted; a [`Ledger`] gathers the results of shards that ran separately.

mod campaign;
mod climb;
mod job;
mod ledger;
pub mod make;
mod outcome;
mod pairs;
mod worker;

pub use campaign::{Campaign, Progress, Set};
pub use climb::Climb;
pub use job::{Boards, Job, Limited, PairOfGames, Proving, Solving, TuningPair, Work};
pub use ledger::Ledger;
pub use outcome::{Digits, JobResult, Outcome, PlayedGames, Proven, ProvenMove};
pub use pairs::Pairs;
pub use worker::Worker;

use plywood_arena::ArenaError;
use plywood_arena::store::StoreError;
use plywood_workbench::games::OpenError;
use plywood_workbench::{Message, Refused, explained, message};

/// Why a job cannot be made, run or counted.
#[derive(Debug)]
#[non_exhaustive]
pub enum JobError {
    /// The line is not a job.
    NoJob(Refused),
    /// The line is not a result.
    NoResult(Refused),
    /// A job that does not depend on the clock has two different results.
    Differ(String),
    /// Results of different sets.
    Mixed(String, String),
    /// The request cannot be answered from the results.
    Request(Refused),
    /// A game, rules or a position was refused.
    Open(OpenError),
    /// The tournament's settings or store were refused.
    Arena(ArenaError),
}

impl JobError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::NoJob(reason) => message!(
                "no-job",
                "this is not a job: {reason}; expected a line that `plywood jobs make` wrote",
                reason = reason.clone()
            ),
            Self::NoResult(reason) => message!(
                "no-result",
                "this is not a result: {reason}; expected a line that `plywood jobs run` wrote",
                reason = reason.clone()
            ),
            Self::Differ(key) => message!(
                "job-differ",
                "the job {key} has two results that differ: one of them was not run by this program",
                key = &**key
            ),
            Self::Mixed(one, two) => message!(
                "job-mixed",
                "{one} and {two} are of different sets: merge them separately",
                one = &**one,
                two = &**two
            ),
            Self::Request(reason) => reason.message().clone(),
            Self::Open(e) => e.message(),
            Self::Arena(e) => e.message(),
        }
    }

    /// A line that is not a job.
    fn no_job(reason: Message) -> Self {
        Self::NoJob(reason.into())
    }

    /// A line that is not a result.
    fn no_result(reason: Message) -> Self {
        Self::NoResult(reason.into())
    }

    /// A request that cannot be answered.
    fn request(reason: Message) -> Self {
        Self::Request(reason.into())
    }
}

explained!(JobError);

/// What a JSON reader says about a line.
fn json_message(error: &serde_json::Error) -> Message {
    message!("job-json", "its JSON does not fit, \"{text}\"", text = error.to_string())
}

/// What is wrong with a line, counted from 1.
fn at_line(n: usize, reason: &JobError) -> JobError {
    let reason = reason.message();
    JobError::request(message!("line-number", "line {n}: {reason}", n, reason))
}

impl From<OpenError> for JobError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

impl From<ArenaError> for JobError {
    fn from(error: ArenaError) -> Self {
        Self::Arena(error)
    }
}

impl From<Refused> for JobError {
    fn from(refused: Refused) -> Self {
        Self::Open(refused.into())
    }
}

impl From<StoreError> for JobError {
    fn from(error: StoreError) -> Self {
        Self::Arena(error.into())
    }
}
