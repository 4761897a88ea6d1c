//! Perfect play in connect four: the exact value of any position, and how soon it is decided.
//!
//! ```
//! use plywood_contract::Limits;
//! use plywood_games::connect_four::Position;
//! use plywood_solvers::connect_four::Solver;
//!
//! let position = Position::after("112233").unwrap();
//! let exact = Solver::new(1 << 20).value(&position, &Limits::default()).unwrap();
//! assert_eq!((exact.value, exact.plies), (1, 1));
//! ```
//!
//! Start at [`Solver`]; `search` is the alpha–beta over bits, `table` its transposition table.

mod search;
mod solver;
mod table;

pub use solver::{Exact, Solver, Unsettled, Verdict};
