//! The position and its invariants.

use plywood_contract::Seat;

use super::shapes::{N_PIECES, shapes};
use crate::bits::Bits;
use crate::blokus::{Grid, Side};
use crate::zobrist;

/// Rows and columns of the board.
pub const SIDE: usize = 14;
pub(super) const GRID: Grid = Grid::new(SIDE);
/// e10 for black, j5 for white; row 1 is row 0 here.
pub(super) const STARTS: [usize; 2] = [GRID.index(9, 4), GRID.index(4, 9)];

/// 14 rows of 15 cells fit into four words.
pub(super) type Cells = Bits<4>;

/// The official game for two players: black is player 1, white is player 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlokusDuo;

/// A position. Which pieces are left follows from the cells, but is kept at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) sides: [Side<4>; 2],
    /// The pieces left, a bit each, in the order of the names.
    pub(super) left: [u32; 2],
    /// Whether a player has placed all pieces, the single square last: the only trace of the order
    /// of play that the rules ask for.
    pub(super) single_last: [bool; 2],
    pub(super) turn: Seat,
    pub(super) key: u64,
}

pub(super) const ALL_PIECES: u32 = (1 << N_PIECES) - 1;
/// The single square's bit.
pub(super) const SINGLE: u32 = 1;

/// A number for each cell of each player.
const KEYS: [[u64; 256]; 2] = [zobrist::numbers(0xd00), zobrist::numbers(0xd01)];
/// One for white's turn, and one for each player's `single_last`.
const FLAGS: [u64; 3] = zobrist::numbers(0xd02);
pub(super) const TURN_KEY: u64 = FLAGS[2];

/// The part of the key that a player's cells make.
#[inline]
pub(super) fn cells_key(seat: Seat, cells: Cells) -> u64 {
    cells.into_iter().fold(0, |key, cell| key ^ KEYS[seat.index()][cell])
}

/// The part of the key that a player's `single_last` makes.
pub(super) fn single_key(seat: Seat) -> u64 {
    FLAGS[seat.index()]
}

impl Position {
    /// A board without pieces.
    pub(super) fn empty() -> Self {
        let mut playable = Cells::EMPTY;
        for row in 0..SIDE {
            for column in 0..SIDE {
                playable.insert(GRID.index(row, column));
            }
        }
        Self {
            sides: STARTS.map(|start| Side::new(start, playable)),
            left: [ALL_PIECES; 2],
            single_last: [false; 2],
            turn: Seat::One,
            key: 0,
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// A player's cells, by the numbering of [`Grid`], row 1 first.
    pub fn own(&self, seat: Seat) -> Bits<4> {
        self.sides[seat.index()].own
    }

    /// A player's masks.
    pub fn side(&self, seat: Seat) -> &Side<4> {
        &self.sides[seat.index()]
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
pub(super) fn cover(shape: usize, anchor: usize) -> Cells {
    let mut cells = Cells::EMPTY;
    for &(row, column) in &shapes()[shape].cells {
        cells.insert(anchor + GRID.index(row, column));
    }
    cells
}
