//! Positions as numbers, for machine learning: a number for every possible move, and planes of cells.
//!
//! A plane holds one number per cell, row by row as the game draws them from row 1. Planes take the point of
//! view of the side to move: "own" is its own.

use plywood_contract::{Game, Seat};

/// A game whose moves have numbers and whose positions have planes.
pub(crate) trait Observed: Game {
    /// The number of action numbers; the same move has the same number in every position.
    fn n_actions(&self) -> usize;
    /// The number of a legal move.
    fn action(&self, position: &Self::Position, step: Self::Move) -> usize;
    /// Planes, rows and columns.
    const SHAPE: [usize; 3];
    /// Appends the planes of a position.
    fn planes(&self, position: &Self::Position, out: &mut Planes);
}

/// The planes of a position, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Planes(pub(crate) Vec<i16>);

impl Planes {
    /// The same number on every one of `n` cells.
    pub(crate) fn fill(&mut self, n: usize, number: i16) {
        self.0.extend(std::iter::repeat_n(number, n));
    }

    /// A plane of `n` cells with 1 on the cells of a set and 0 elsewhere.
    pub(crate) fn set(&mut self, n: usize, cells: impl IntoIterator<Item = usize>) {
        let first = self.0.len();
        self.fill(n, 0);
        for cell in cells {
            self.0[first + cell] = 1;
        }
    }

    /// A plane of `n` cells with 1 where player 2 is to move.
    pub(crate) fn seat(&mut self, n: usize, turn: Seat) {
        self.fill(n, turn.index() as i16);
    }
}
