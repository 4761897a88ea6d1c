//! Perfect play in quarto and quatro: the exact value of any position and of every move.
//!
//! ```
//! use plywood_contract::{Limits, Notation};
//! use plywood_games::quarto::Quarto;
//! use plywood_solvers::quarto::{Solver, Value};
//!
//! let position = Quarto::default().read_position("a..c/..57/...0/34.. 6").unwrap();
//! let verdict = Solver::new(1 << 20).quarto(&position, &Limits::default()).unwrap();
//! assert_eq!(verdict.value, Value::Draw);
//! ```
//!
//! Start at [`Adviser`], which never makes a mistake, or at [`Solver`], which computes values only. `choice`
//! chooses the player's move, `prefer` decides among equals; `hand_over` searches quarto (`late` its end) and
//! `take` quatro, both on the board of `state`, and `within` finds out how soon. `key` is the canonical form of
//! boards, `table` the transposition table, `opening` holds the values that ship with the program, and `making`
//! proves them.

mod adviser;
mod candidate;
mod choice;
mod hand_over;
mod key;
mod late;
mod making;
mod opening;
mod order;
mod prefer;
mod retrieval;
mod shared;
mod solved;
mod solver;
mod state;
mod table;
mod take;
mod within;

pub use adviser::{Advice, Adviser, AdviserOptions, Judged};
pub use making::{Making, Prover};
pub use opening::{NotAnOpening, Opening};
pub use solved::Solved;
pub use solver::{Goal, Solver, Value, Verdict};
