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
//! A [`Job`] holds all it takes; its key follows from its content, and so does its result, but for
//! what the clock says. A [`Worker`] runs jobs. [`make`](mod@make) lists jobs that do not depend on
//! each other; `pairs` makes those of tournaments, `climb` those of tuning runs, which do. A
//! [`Campaign`] hands jobs out and takes results in, into a store if wanted; a [`Ledger`] gathers the
//! results of shards that ran apart.

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
    /// The line is something else.
    NoJob(Refused),
    /// The line is something else.
    NoResult(Refused),
    /// A job that does not depend on the clock came to two results.
    Differ(String),
    /// Results that do not belong together.
    Mixed(String, String),
    /// What is asked for does not follow from what is there.
    Request(Refused),
    /// A game, rules or a position was refused.
    Open(OpenError),
    /// The tournament's settings or store were refused.
    Arena(ArenaError),
}

impl JobError {
    /// What is wrong.
    pub fn message(&self) -> Message {
        match self {
            Self::NoJob(reason) => message!(
                "no-job",
                "this is no job: {reason}; expected a line that `plywood jobs make` wrote",
                reason = reason.clone()
            ),
            Self::NoResult(reason) => message!(
                "no-result",
                "this is no result: {reason}; expected a line that `plywood jobs run` wrote",
                reason = reason.clone()
            ),
            Self::Differ(key) => message!(
                "job-differ",
                "the job {key} has two results that differ: one of them was not run by this program",
                key = &**key
            ),
            Self::Mixed(one, two) => message!(
                "job-mixed",
                "{one} and {two} are of different sets: merge them apart",
                one = &**one,
                two = &**two
            ),
            Self::Request(reason) => reason.message().clone(),
            Self::Open(e) => e.message(),
            Self::Arena(e) => e.message(),
        }
    }

    /// A line that is no job.
    fn no_job(reason: Message) -> Self {
        Self::NoJob(reason.into())
    }

    /// A line that is no result.
    fn no_result(reason: Message) -> Self {
        Self::NoResult(reason.into())
    }

    /// Something that cannot be done.
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
