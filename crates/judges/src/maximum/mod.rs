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

mod bounds;
mod frontier;
mod hunt;
mod labels;
mod layers;
mod profile;
mod region;
mod sides;
mod solve;
mod sweep;
mod watch;
mod witness;

pub use solve::{Fewest, Laid, Maximum, Task, TaskError, fewest_pieces, maximize};
pub use watch::Progress;
