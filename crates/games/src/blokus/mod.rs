//! Blokus in the course's form: four small pieces that are never turned, corner to corner.
//!
//! [`puzzle`] is the game for one, *Blokus Uno*. [`Piece`] and [`Stock`] are shared.

mod pieces;
pub mod puzzle;

pub use pieces::{Piece, Stock};
