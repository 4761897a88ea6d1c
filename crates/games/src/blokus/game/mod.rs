//! Blokus for two: both players on one 14×14 board, player 1 from `a1`, player 2 from `n14`.
//!
//! ```
//! use plywood_contract::{Game, Notation, perft};
//! use plywood_games::blokus::game::Blokus;
//!
//! let mut position = Blokus.start();
//! assert_eq!(perft(&Blokus, &position, 4), 324);
//! Blokus.try_play(&mut position, "b@a1").unwrap();
//! let refused = Blokus.try_play(&mut position, "b@c3").unwrap_err();
//! assert_eq!(refused.to_string(), "`b@c3`: the first piece must cover n14");
//! ```
//!
//! Start at [`Position`]; `moves` holds the rules, `notation` the text forms.

mod draw;
mod moves;
mod notation;
mod position;
pub(crate) mod present;

pub use moves::Move;
pub use position::{Blokus, Position};
