//! Two-player search: from textbook minimax to searches that play under a clock.
//!
//! | search | idea |
//! |---|---|
//! | [`minimax`] | try everything; the mover maximises, the opponent minimises |
//! | [`alpha_beta`] | the same value, without the branches that neither side would allow |
//! | [`principal_variation`] | the same value: the first move in full, the others with a null window |
//! | [`mtd`] | the same value, by null-window searches that close in on it |
//! | [`iterative_deepening()`] | pass after pass, a ply deeper each, as long as there is time |
//! | [`mcts()`] | judge a move by how games that go on from it end, at random or foreseen by the judge |
//! | [`Guided`] | the same for a judge that answers many positions at once, such as a network |
//!
//! All take a [`Question`] (a game, a judge for positions beyond their depth, a position and limits) and an
//! observer, and return an [`Analysis`] with the best line found, whatever ended the search. [`run()`] starts
//! any of them by a [`Plan`]. The module `run` holds what they share, [`TranspositionTable`] the positions already
//! searched, `order` the move ordering and `quiescence` the search of noisy moves.
//!
//! [`Analysis`]: plywood_contract::Analysis

mod alpha_beta;
mod guided;
mod iterative_deepening;
mod mcts;
mod minimax;
mod mtd;
mod order;
mod passes;
mod plan;
mod principal_variation;
mod question;
mod quiescence;
mod run;
mod table;

pub use alpha_beta::alpha_beta;
pub use guided::{Found, Guided, Opinions, Root, Standing, Tried, Walk};
pub use iterative_deepening::{Deepening, iterative_deepening};
pub use mcts::{Forest, Mcts, mcts, reward_of, win_share};
pub use minimax::minimax;
pub use mtd::mtd;
pub use plan::{Algorithm, Memory, Plan, run};
pub use principal_variation::principal_variation;
pub(crate) use principal_variation::principal_variation_unkeyed;
pub use question::Question;
pub use table::TranspositionTable;
