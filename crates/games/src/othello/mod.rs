//! Othello: discs taken between two others turn over; whoever has more in the end wins.
//!
//! ```
//! use plywood_contract::{Game, Notation, Scored, perft};
//! use plywood_games::othello::Othello;
//!
//! let mut position = Othello.start();
//! assert_eq!(perft(&Othello, &position, 5), 1396);
//! Othello.try_play(&mut position, "d3").unwrap();
//! assert_eq!(Othello.points(&position), [4, 1]);
//! ```
//!
//! Player 1 has the dark discs and begins. Start at [`Position`]; `moves` holds the rules, `notation`
//! the text forms, `draw` the drawing, `present` how it is shown.

mod board;
mod draw;
mod moves;
mod notation;
mod present;

pub use board::{Position, legal, turned};
pub use moves::{Move, Othello};
