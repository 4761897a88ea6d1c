//! The position and its invariants.

use plywood_contract::Seat;

use crate::bits::Bits;
use crate::blokus::{Grid, Side, Stock};
use crate::zobrist;

/// Rows and columns of the board.
pub const SIDE: usize = 14;
pub(super) const GRID: Grid = Grid::new(SIDE);
/// Where each player's first piece must lie.
pub(super) const STARTS: [usize; 2] = [GRID.index(0, 0), GRID.index(SIDE - 1, SIDE - 1)];

/// 14 rows of 15 cells fit into four words.
pub(super) type Cells = Bits<4>;

/// The course's game for two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blokus;

/// A position. Which pieces are left follows from the cells, but is kept at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) sides: [Side<4>; 2],
    pub(super) left: [Stock; 2],
    pub(super) blocked: Cells,
    pub(super) turn: Seat,
    pub(super) key: u64,
}

/// A number for each cell of each player, and one for player 2's turn.
const KEYS: [[u64; 256]; 2] = [zobrist::numbers(0xb10c), zobrist::numbers(0xb10d)];
pub(super) const TURN_KEY: u64 = zobrist::numbers::<1>(0xb10e)[0];

/// The part of the key that a player's cells make.
#[inline]
pub(super) fn cells_key(seat: Seat, cells: Cells) -> u64 {
    cells.into_iter().fold(0, |key, cell| key ^ KEYS[seat.index()][cell])
}

impl Position {
    /// A board without pieces.
    pub(super) fn empty(blocked: Cells) -> Self {
        let mut playable = Cells::EMPTY;
        for row in 0..SIDE {
            for column in 0..SIDE {
                playable.insert(GRID.index(row, column));
            }
        }
        let playable = playable & !blocked;
        Self {
            sides: STARTS.map(|start| Side::new(start, playable)),
            left: [Stock::FULL; 2],
            blocked,
            turn: Seat::One,
            key: 0,
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// A player's cells, by the numbering of [`Grid`].
    pub fn own(&self, seat: Seat) -> Bits<4> {
        self.sides[seat.index()].own
    }

    /// A player's masks.
    pub fn side(&self, seat: Seat) -> &Side<4> {
        &self.sides[seat.index()]
    }

    /// The pieces a player has left.
    pub fn left(&self, seat: Seat) -> Stock {
        self.left[seat.index()]
    }

    /// Cells nobody may cover.
    pub fn blocked(&self) -> Bits<4> {
        self.blocked
    }

    /// The points of both players: their cells.
    pub fn points(&self) -> [u32; 2] {
        // What is gone from the stock lies on the board.
        self.left.map(|left| Stock::FULL.cells() - left.cells())
    }
}
