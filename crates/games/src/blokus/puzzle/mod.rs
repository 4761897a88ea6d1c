//! *Blokus Uno*: one player covers as many cells as the objective asks, from the top left corner.
//!
//! The first piece covers `a1`; every later one touches an own piece corner to corner and shares no
//! edge with any. Own cells alone tell the whole position: every edge-connected group of them is one
//! piece, so the pieces left, the corners to build from and the cells that are barred all follow
//! from them by a few shifts of a bitboard.
//!
//! `board` is the board as people write it, `moves` the rules, `notation` the text forms.

mod board;
mod moves;
mod notation;
mod present;

pub use board::{Board, BoardError, Cell, MOST_SIDE};
pub use moves::{Placements, Puzzle, words_for};

pub use super::{GroupError, Placement};
pub use notation::{TextError, read_boards};

#[cfg(test)]
mod tests;
