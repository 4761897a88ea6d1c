//! Every board without a line, one of each kind, by the number of pieces on it.
//!
//! Each level follows from the one before: removing a piece never makes a line, so every board
//! without one is a smaller such board and one more piece.
//!
//! Without squares there are 1, 2, 40, 454, 10346, 214800, 3835041 … boards of 0, 1, 2, … pieces.

use std::collections::HashSet;

use super::board::Board;
use super::pieces::{Cell, Piece};
use super::symmetry::{Canonical, canonical_board};

/// The one board without pieces.
pub fn first_level(squares: bool) -> Vec<Canonical> {
    vec![canonical_board(&Board::empty(squares))]
}

/// The boards without a line that one more piece makes of these, up to symmetry, in order.
///
/// Six pieces take seconds and a quarter of a gigabyte; the levels above grow on.
pub fn next_level(boards: &[Canonical]) -> Vec<Canonical> {
    let mut next = HashSet::new();
    for canonical in boards {
        let mut board = canonical.board();
        let threats = board.threats();
        for piece in Piece::all_in(board.pieces_left()) {
            for cell in Cell::all_in(board.empty_cells() & !threats.cells(piece)) {
                board.place(piece, cell);
                next.insert(canonical_board(&board));
                board.remove(piece, cell);
            }
        }
    }
    let mut next: Vec<_> = next.into_iter().collect();
    next.sort_unstable();
    next
}
