//! Tic-tac-toe: three in a row on a 3×3 board, the whole tree in a second.
//!
//! ```
//! use plywood_contract::{Game, Notation, perft};
//! use plywood_games::tic_tac_toe::TicTacToe;
//!
//! let mut position = TicTacToe.start();
//! assert_eq!(perft(&TicTacToe, &position, 3), 9 * 8 * 7);
//! TicTacToe.try_play(&mut position, "b2").unwrap();
//! assert_eq!(TicTacToe.position_text(&position), ".../.x./...");
//! ```
//!
//! Start at [`Position`]; `moves` holds the rules, `notation` the text forms, `draw` the drawing,
//! `present` how it is shown.

mod board;
mod draw;
mod moves;
mod notation;
mod present;

pub use board::{LINES, Position};
pub use moves::{Cell, TicTacToe};
