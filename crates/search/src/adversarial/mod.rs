//! Two-player search: from textbook minimax to searches that play under a clock.
//!
//! | search | idea |
//! |---|---|
//! | [`minimax`] | try everything; I take the best for me, you the best for you |
//! | [`alpha_beta`] | the same value, without reading what neither side would allow |
//!
//! All take a game, a judge for positions beyond their depth, limits and an observer, and return an
//! [`Analysis`] with the best line found, whatever ended the search. `run` holds what they share.
//!
//! [`Analysis`]: plywood_contract::Analysis

mod alpha_beta;
mod minimax;
mod run;

pub use alpha_beta::alpha_beta;
pub use minimax::minimax;
