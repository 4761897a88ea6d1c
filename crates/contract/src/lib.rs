//! The vocabulary of the workbench: problems and games, limits of a search, and what it reports.
//!
//! Everything here is small and depends on nothing, so that a game never sees a search and a search
//! never sees a game.
//!
//! ```
//! use plywood_contract::{Cost, Problem};
//!
//! /// From 1, by doubling or adding three, to a number.
//! struct Reach(u32);
//!
//! impl Problem for Reach {
//!     type State = u32;
//!     type Action = char;
//!     type Key = u32;
//!     type Actions = std::array::IntoIter<char, 2>;
//!
//!     fn start(&self) -> u32 {
//!         1
//!     }
//!     fn is_goal(&self, state: &u32) -> bool {
//!         *state == self.0
//!     }
//!     fn actions(&self, _: &u32) -> Self::Actions {
//!         ['×', '+'].into_iter()
//!     }
//!     fn apply(&self, state: &u32, action: char) -> u32 {
//!         if action == '×' { state * 2 } else { state + 3 }
//!     }
//!     fn key(&self, state: &u32) -> u32 {
//!         *state
//!     }
//!     fn state(&self, key: &u32) -> u32 {
//!         *key
//!     }
//! }
//!
//! let reach = Reach(10);
//! let path = ['+', '+', '+'];
//! let end = path.iter().fold(reach.start(), |state, &action| reach.apply(&state, action));
//! assert!(reach.is_goal(&end));
//! ```
//!
//! Start at [`Problem`] for one player and at [`Game`] for two; [`Limits`] goes into every search, [`Outcome`] comes out of it, and an
//! [`Observer`] may watch it work.

mod counts;
mod game;
mod limits;
mod message;
mod meter;
mod observer;
mod opinion;
mod outcome;
mod present;
mod problem;
mod thinking;
mod watch;

pub use counts::Counts;
pub use game::{
    Drawing, Game, Keyed, Look, Notation, Scored, Seat, Sketch, SketchLine, Symmetric, perft,
    perft_until,
};
pub use limits::{Cancel, Limits};
pub use message::{Arg, Message, Refused};
pub use meter::{Meter, Stopwatch};
pub use observer::{Event, NodeView, Observer, Quiet, Refusal};
pub use opinion::{Opinion, Plain};
pub use outcome::{Ending, Outcome, Solution, Stats, Stop};
pub use present::{
    Frame, Ground, Light, Mark, Part, Piece, Presented, Scene, Shape, Shown, Spot, Square, Tone,
    Tray, forced_pass,
};
pub use problem::{Cost, Heuristic, Layered, NoHeuristic, PathCost, Problem, UNREACHABLE};
pub use thinking::{
    Analysis, Choice, Compared, CutReason, Evaluator, HIGHEST, Heard, LOWEST, Line, NoJudge,
    Origin, PlayEvent, PlayObserver, PlayStats, Playout, Score,
};
pub use watch::{Counter, Halt, Watch};
