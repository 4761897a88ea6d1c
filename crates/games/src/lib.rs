//! Rules of the games and puzzles: positions, moves, text forms. They know no search.
//!
//! ```
//! use plywood_contract::Problem;
//! use plywood_games::blokus::puzzle::{Board, Puzzle};
//!
//! let board: Board = "objective: 8\n....\n....\n....\n....".parse().unwrap();
//! let puzzle = Puzzle::<2>::new(&board).unwrap();
//! let first: Vec<String> =
//!     puzzle.actions(&puzzle.start()).map(|placement| puzzle.text(placement)).collect();
//! assert_eq!(first, ["a@a1", "b@a1", "c2@a1"]);
//! ```
//!
//! Games for two: [`blokus`], [`duo`], [`quarto`], [`cavalo`], [`connect_four`], [`othello`] and
//! [`tic_tac_toe`]. Problems for one: [`blokus::puzzle`], [`tiles`] and [`grid`]. [`bits`] holds the
//! bitboards.

pub mod bits;
pub mod blokus;
pub mod cavalo;
pub mod connect_four;
mod draw;
pub mod duo;
pub mod grid;
pub mod othello;
pub mod quarto;
mod rows;
mod show;
pub mod tic_tac_toe;
pub mod tiles;
mod zobrist;
