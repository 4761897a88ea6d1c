//! Engines by name: everything that can choose a move, seated at any game.
//!
//! ```
//! use plywood_workbench::engines::{Engine, Means};
//! use plywood_workbench::{Limits, games};
//!
//! let table = games::open("quatro", "", 0, Some("a..c/..57/...0/34.. -"), &[]).unwrap();
//! let engine: Engine = "alpha-beta:depth=2".parse().unwrap();
//! let mut thinker = table.seat(&engine, &Means::default());
//! let found = thinker.think(table.as_ref(), 1, &Limits::default(), &mut |_| {}).unwrap();
//! let thought = table.thought(&found);
//! assert!(table.moves().contains(thought.best.as_ref().unwrap()));
//! ```
//!
//! `engine` reads names and options, `thought` is what comes out, `playable` says for each game which
//! judge, `expert` and prover it has, `brain` runs the searches, `solve` and `proving` prove values, `openings`
//! those of the opening table, and `checksum` is the behaviour of all of them in one number.

mod brain;
mod budget;
mod checksum;
mod engine;
mod expert;
mod openings;
mod plain;
mod playable;
mod proving;
mod score;
mod solve;
mod thought;
mod trace;

pub(crate) use brain::{Brain, no_script};
pub use budget::clock_share;
pub use checksum::{CaseCount, Checksum, checksum};
pub use engine::{Engine, EngineError, EngineOption, Kind, Opinion};
pub(crate) use expert::Expert;
pub use openings::{OpeningProver, OpeningTable};
pub(crate) use plain::Nothing;
pub(crate) use playable::{Course, Playable, course_of};
pub use plywood_contract::PlayStats;
pub use proving::ProofMethod;
pub use score::{Score, Unit, is_said};
pub use solve::{MoveValue, Solution};
pub(crate) use solve::{Prover, Wanted, solve};
pub use thought::{
    Appraisal, Findings, FoundLine, Means, MoveOrigin, Thinker, Thought, ThoughtLine, ThoughtStats,
    Verdict,
};
pub(crate) use trace::trace;
pub use trace::{ChoiceShown, MoveCompared, PlayStep};
