//! Perfect play in quarto and quatro: the exact value of any position and of every move.
//!
//! ```
//! use plywood_contract::{Limits, Notation};
//! use plywood_games::quarto::Quarto;
//! use plywood_judges::quarto::{Solver, Value};
//!
//! let position = Quarto::default().read_position("a..c/..57/...0/34.. 6").unwrap();
//! let verdict = Solver::new(1 << 20).quarto(&position, &Limits::default()).unwrap();
//! assert_eq!(verdict.value, Value::Draw);
//! ```
//!
//! Start at [`Solver`]; `hand_over` searches quarto (`late` its end) and `take` quatro, both on the
//! board of `state`. `key` names boards up to symmetry, `table` remembers what was proven of them.

mod hand_over;
mod key;
mod late;
mod order;
mod shared;
mod solver;
mod state;
mod table;
mod take;
mod watch;

pub use solver::{Solver, Value, Verdict};
