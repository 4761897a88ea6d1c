//! Toy problems, known answers, slow references, and shared helpers. For tests only.
//!
//! ```
//! use plywood_testkit::tiles::eights;
//!
//! assert_eq!(eights()[0], ("0 3 5 1 6 4 7 8 2", 16));
//! ```
//!
//! [`pancakes`] shows how small a problem can be; [`graphs`] and [`trees`] make random ones; [`tiles`] and
//! [`connect_four`] hold known answers as texts, since the kit knows no game; [`check`] and [`presented`] hold the
//! conformance checks of rules and presentations; the `slow_…` modules are the rules by plain arrays, to compare
//! the fast ones with. [`skip`] is for tests that cannot run here. With the feature `terminal`, `terminal` runs
//! programs on terminals of their own.

pub mod bench;
pub mod check;
pub mod connect_four;
pub mod graphs;
pub mod pancakes;
pub mod presented;
pub mod skip;
pub mod slow_blokus;
pub mod slow_cavalo;
pub mod slow_connect_four;
pub mod slow_othello;
pub mod slow_quarto;
pub mod slow_tic_tac_toe;
#[cfg(feature = "terminal")]
pub mod terminal;
pub mod tiles;
pub mod trees;

pub use presented::{check_presented, check_shown};
