//! Perfect play in cavalo: the exact final difference of a position and of every move.
//!
//! ```
//! use plywood_contract::{Limits, Notation};
//! use plywood_games::cavalo::Cavalo;
//! use plywood_solvers::cavalo::Solver;
//!
//! let game = Cavalo::default();
//! let mut rows = vec!["--".repeat(10); 10];
//! rows[1] = "----57--------------".into(); // c2, a jump from a1
//! rows[2] = "--------40------89--".into(); // e3, a jump from c2
//! let text = format!("{} a1 j10 0 0 1", rows.join("/"));
//! let position = game.read_position(&text).unwrap();
//! let exact = Solver::new(1 << 16).value(&game, &position, &Limits::default()).unwrap();
//! assert_eq!(exact.value, 57 + 40);
//! ```
//!
//! Start at [`Solver`]. `field` is the board in one word, `search` the alpha–beta over it, `table` its
//! transposition table, `root` its passes; `busy` lets threads avoid each other's moves.

mod busy;
mod field;
mod root;
mod search;
mod solver;
mod table;

pub use solver::{Exact, Solver, Unsettled};
