//! The position and its invariants.

use std::ops::Deref;

use plywood_contract::Seat;

use crate::blokus::{Cells, Duel, GRID, SIDE, Stock};

/// Where each player's first piece must lie.
pub(super) const STARTS: [usize; 2] = [GRID.index(0, 0), GRID.index(SIDE - 1, SIDE - 1)];

/// The course's game for two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blokus;

/// A position: a [`Duel`] and the pieces left. Those follow from the cells, but are kept at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) duel: Duel,
    pub(super) left: [Stock; 2],
    pub(super) blocked: Cells,
}

impl Deref for Position {
    type Target = Duel;
    #[inline]
    fn deref(&self) -> &Duel {
        &self.duel
    }
}

impl Position {
    /// A board without pieces.
    pub(super) fn empty(blocked: Cells) -> Self {
        Self { duel: Duel::new(STARTS, blocked), left: [Stock::FULL; 2], blocked }
    }

    /// The pieces a player has left.
    #[inline]
    pub fn left(&self, seat: Seat) -> Stock {
        self.left[seat.index()]
    }

    /// Cells nobody may cover.
    pub fn blocked(&self) -> Cells {
        self.blocked
    }

    /// The points of both players: their cells.
    #[inline]
    pub fn points(&self) -> [u32; 2] {
        // What is gone from the stock lies on the board.
        self.left.map(|left| Stock::FULL.cells() - left.cells())
    }
}
