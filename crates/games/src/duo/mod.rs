//! Blokus Duo, the official game for two: 21 polyominoes each, turned and mirrored at will.
//!
//! ```
//! use plywood_contract::{Game, Notation, perft};
//! use plywood_games::duo::BlokusDuo;
//!
//! let mut position = BlokusDuo.start();
//! assert_eq!(perft(&BlokusDuo, &position, 2), 171_396);
//! BlokusDuo.try_play(&mut position, "e8,d9,e9,f9,e10").unwrap();
//! ```
//!
//! Row 1 is at the bottom, as players of this game have it. Start at [`Position`]; `shapes` holds the
//! pieces in all their orientations, `moves` the rules, `notation` the text forms.

mod draw;
mod moves;
mod notation;
mod position;
mod present;
mod shapes;

pub use moves::{Move, anchors, fits};
pub use position::{BlokusDuo, Position, cover};
pub use shapes::{N_PIECES, N_SHAPES, PIECE_NAMES, PIECE_SIZES, Shape, shapes};
