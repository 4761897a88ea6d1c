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
use plywood_workbench::games::{OpenError, Refused};

/// Why a job cannot be made, run or counted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The line is something else.
    #[error("this is no job: {0}; expected a line that `plywood jobs make` wrote")]
    NoJob(String),
    /// The line is something else.
    #[error("this is no result: {0}; expected a line that `plywood jobs run` wrote")]
    NoResult(String),
    /// A job that does not depend on the clock came to two results.
    #[error("the job {0} has two results that differ: one of them was not run by this program")]
    Differ(String),
    /// Results that do not belong together.
    #[error("{0} and {1} are of different sets: merge them apart")]
    Mixed(String, String),
    /// What is asked for does not follow from what is there.
    #[error("{0}")]
    Request(String),
    /// A game, rules or a position was refused.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The tournament's settings or store were refused.
    #[error(transparent)]
    Arena(#[from] ArenaError),
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
