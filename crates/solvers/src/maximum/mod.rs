//! The most cells that can be covered on a board of the puzzle, with proof.
//!
//! The cells are decided one by one; all that must be remembered of the decided ones is a profile, the
//! connectivity of the pieces at the frontier, and the pieces used. States that cannot reach a target,
//! by a bound that ignores connectivity and prices the stock, are pruned. A sweep over the board that
//! drops no other state and finds nothing proves the target out of reach.
//!
//! To read the code: `solve` asks the two questions, `search` chooses targets, `row_sweep` is the sweep,
//! `profile` and `labels` are what it remembers, `bounds` what it prunes by.
//!
#![doc = include_str!("README.md")]

mod bounds;
mod corner;
mod labels;
mod layers;
mod multipliers;
mod orientation;
mod path;
mod path_labels;
mod path_layers;
mod path_steps;
mod path_sweep;
mod profile;
mod progress;
mod region;
mod row_sweep;
mod search;
mod solve;
mod states;
mod sweep;
#[cfg(test)]
mod tests;
mod witness;

pub use progress::Progress;
pub use solve::{Fewest, Laid, Maximum, Task, TaskError, fewest_pieces, maximize};
