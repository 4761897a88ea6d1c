//! Cavalo: two knights on a board of numbers. Each landing scores the number and takes others away.
//!
//! ```
//! use plywood_contract::{Game, Notation, Scored, perft};
//! use plywood_games::cavalo::{Cavalo, Placement, Rules};
//!
//! let rules = Rules { placement: Placement::Choose, ..Rules::default() };
//! let game = Cavalo::shuffled(2024, rules);
//! let mut position = game.start();
//! game.try_play(&mut position, "c1").unwrap(); // The first two plies place the knights.
//! assert_eq!(game.points(&position), [u32::from(game.board().numbers()[2]), 0]);
//!
//! let refused = game.try_play(&mut position, "c5").unwrap_err();
//! assert_eq!(refused.to_string(), "c5 is not in row 10, where the knight of player 2 is placed");
//! assert_eq!(perft(&game, &position, 1), game.count_moves(&position));
//! ```
//!
//! Start at [`Cavalo`] and [`Position`]. `cells` holds the jumps, `board` the position, `moves` the
//! rules, `notation` the text forms, `draw` the drawing, `present` how it is shown; `random` turns seeds
//! into boards.

mod board;
mod cells;
mod draw;
mod landing;
mod moves;
mod notation;
mod present;
mod random;

pub use board::{Board, Position};
pub use cells::{Cell, N_CELLS, SIDE, cells};
pub use moves::{Cavalo, Doubles, Move, Placement, PlacementDoubles, Rules, Undo};
