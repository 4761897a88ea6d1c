//! The most cells that can be covered on a board of the puzzle, with proof.
//!
//! ```
//! use plywood_contract::Limits;
//! use plywood_games::blokus::Stock;
//! use plywood_judges::maximum::{Task, maximize};
//!
//! let board = "....\n....\n....\n....".parse().unwrap();
//! let task = Task { board: &board, stock: Some(Stock::FULL), threads: 1 };
//! let found = maximize(&task, &Limits::default(), &mut |_| {}).unwrap();
//! assert_eq!((found.cells, found.bound), (8, 8));
//! ```
//!
//! Seen as a set of cells, a solution is: every group joined by edges is a piece, all are joined by
//! corners, and the start is among them. The cells are decided row by row. `profile` is what must be
//! remembered of the decided ones, `layers` lists what can occur; `bounds` solves the problem without
//! its corners, exactly, from the last cell to the first; `sweep` solves it with them, from the first to
//! the last, and drops every state whose bound is below the target (`labels` knows what hangs
//! together, `frontier` keeps each state once). `hunt` chooses targets, `sides` where to scan from.
//!
//! Rooms that hang together by narrow gates are wide for rows, and what the bounds forget matters there.
//! Such a board is walked through room by room instead: `path` orders the cells so that few are at the
//! front, `steps` lists what can be done at each, `masks` bounds what can still come, `groups` knows
//! what hangs together, and `walk` is the sweep.

mod bounds;
mod frontier;
mod groups;
mod hunt;
mod labels;
mod layers;
mod masks;
mod path;
mod profile;
mod region;
mod sides;
mod solve;
mod steps;
mod sweep;
#[cfg(test)]
mod tests;
mod walk;
mod watch;
mod witness;

pub use solve::{Fewest, Laid, Maximum, Task, TaskError, fewest_pieces, maximize};
pub use watch::Progress;
