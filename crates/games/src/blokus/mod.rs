//! Blokus in the course's form: four small pieces that are never turned, corner to corner.
//!
//! [`puzzle`] is the game for one, *Blokus Uno*; [`game`] is the game for two on the same board with
//! the same pieces. They share the pieces, the geometry and the check that cells make up pieces.
//! [`Duel`] is the board for two, which Blokus Duo uses too.

mod duel;
pub(crate) mod duel_present;
pub(crate) mod duel_text;
pub mod game;
mod grid;
mod groups;
mod pieces;
pub mod puzzle;
mod side;

pub use duel::{Cells, Duel, GRID, SIDE};
pub use grid::Grid;
pub(crate) use grid::{cell_name, read_cell};
pub use groups::GroupError;
pub use pieces::{Piece, Placement, Stock};
pub use side::Side;
