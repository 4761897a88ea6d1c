//! Toy problems with known answers, slow references, and what tests share. For tests only.
//!
//! ```
//! use plywood_contract::{Heuristic, Problem};
//! use plywood_testkit::tiles::{Manhattan, Tiles};
//!
//! let puzzle = Tiles::<3>::parse("1 2 0 3 4 5 6 7 8").unwrap();
//! assert_eq!(Manhattan::new().h(&puzzle, &puzzle.start()), 2);
//! ```
//!
//! [`tiles`] and [`pancakes`] show how small a problem is; [`graphs`] and
//! [`trees`] make random ones; [`connect_four`] is a game;
//! [`check`] tries what every game must do; [`slow_blokus`], [`slow_quarto`] and [`slow_cavalo`] are
//! the rules by plain arrays, to compare the fast ones with. With the feature `terminal`, `terminal` runs
//! programs on terminals of their own.

pub mod bench;
pub mod check;
pub mod connect_four;
pub mod graphs;
pub mod pancakes;
pub mod slow_blokus;
pub mod slow_cavalo;
pub mod slow_quarto;
#[cfg(feature = "terminal")]
pub mod terminal;
pub mod tiles;
pub mod trees;
