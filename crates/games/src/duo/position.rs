//! The position and its invariants.

use std::ops::Deref;

use plywood_contract::Seat;

use super::shapes::{N_PIECES, shapes};
use crate::blokus::{Cells, Duel, GRID};
use crate::zobrist;

/// e10 for black, j5 for white; row 1 is row 0 here.
pub(super) const STARTS: [usize; 2] = [GRID.index(9, 4), GRID.index(4, 9)];

/// The official game for two players: black is player 1, white is player 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlokusDuo;

/// A position: a [`Duel`] and the pieces left. Those follow from the cells, but are kept at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) duel: Duel,
    /// The pieces left, a bit each, in the order of the names.
    pub(super) left: [u32; 2],
    /// Whether a player has placed all pieces, the single square last: the only trace of the order
    /// of play that the rules ask for.
    pub(super) single_last: [bool; 2],
}

pub(super) const ALL_PIECES: u32 = (1 << N_PIECES) - 1;
/// The single square's bit.
pub(super) const SINGLE: u32 = 1;

/// A number for each player's `single_last`.
const SINGLE_KEYS: [u64; 2] = zobrist::numbers(0xd02);

impl Deref for Position {
    type Target = Duel;
    #[inline]
    fn deref(&self) -> &Duel {
        &self.duel
    }
}

impl Position {
    /// A board without pieces.
    pub(super) fn empty() -> Self {
        let duel = Duel::new(STARTS, Cells::EMPTY);
        Self { duel, left: [ALL_PIECES; 2], single_last: [false; 2] }
    }

    /// Notes that a player placed the single square last of all.
    pub(super) fn mark_single_last(&mut self, seat: Seat) {
        self.single_last[seat.index()] = true;
        self.duel.key ^= SINGLE_KEYS[seat.index()];
    }

    /// The pieces a player has left, a bit each, in the order of the names.
    pub fn left(&self, seat: Seat) -> u32 {
        self.left[seat.index()]
    }

    /// The points of both players: squares placed, 15 more for all pieces, and 5 more on top if
    /// the single square came last.
    pub fn points(&self) -> [u32; 2] {
        Seat::BOTH.map(|seat| {
            let all = if self.left(seat) == 0 { 15 } else { 0 };
            let last = if self.single_last[seat.index()] { 5 } else { 0 };
            self.own(seat).count() + all + last
        })
    }
}

/// The cells a shape covers with its corner on a cell where it fits.
#[inline]
pub fn cover(shape: usize, anchor: usize) -> Cells {
    let mut cells = Cells::EMPTY;
    for &(row, column) in &shapes()[shape].cells {
        cells.insert(anchor + GRID.index(row, column));
    }
    cells
}
