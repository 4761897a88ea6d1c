//! Two players on one 14×14 board: what the course's game and Blokus Duo share.

use plywood_contract::Seat;

use super::grid::Grid;
use super::side::Side;
use crate::bits::Bits;
use crate::zobrist;

/// Rows and columns of the board.
pub const SIDE: usize = 14;
/// The numbering of its cells.
pub const GRID: Grid = Grid::new(SIDE);
/// 14 rows of 15 cells fit into four words.
pub type Cells = Bits<4>;

/// Both players' part of the board and whose turn it is; [`Game`](plywood_contract::Game)s add which
/// pieces are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    pub(crate) sides: [Side<4>; 2],
    pub(crate) turn: Seat,
    pub(crate) key: u64,
}

/// A number for each cell of each player, and one for player 2's turn.
const KEYS: [[u64; 256]; 2] = [zobrist::numbers(0xb10c), zobrist::numbers(0xb10d)];
const TURN_KEY: u64 = zobrist::numbers::<1>(0xb10e)[0];

impl Duel {
    /// A board without pieces; the first ones must cover `starts`.
    pub(crate) fn new(starts: [usize; 2], blocked: Cells) -> Self {
        let mut playable = Cells::EMPTY;
        for row in 0..SIDE {
            for column in 0..SIDE {
                playable.insert(GRID.index(row, column));
            }
        }
        let sides = starts.map(|start| Side::new(start, playable & !blocked));
        Self { sides, turn: Seat::One, key: 0 }
    }

    /// Adds a player's cells, whoever's turn it is.
    #[inline]
    pub(crate) fn add(&mut self, seat: Seat, cells: Cells) {
        self.sides[seat.index()].add(cells, GRID);
        self.key ^= cells.into_iter().fold(0, |key, cell| key ^ KEYS[seat.index()][cell]);
    }

    /// Gives the turn to the other player.
    #[inline]
    pub(crate) fn hand_over(&mut self) {
        self.turn = self.turn.other();
        self.key ^= TURN_KEY;
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// A player's cells, by the numbering of [`GRID`].
    #[inline]
    pub fn own(&self, seat: Seat) -> Cells {
        self.sides[seat.index()].own
    }

    /// A player's masks.
    #[inline]
    pub fn side(&self, seat: Seat) -> &Side<4> {
        &self.sides[seat.index()]
    }

    /// The cells a player may still cover.
    #[inline]
    pub fn open(&self, seat: Seat) -> Cells {
        self.side(seat).open(self.side(seat.other()))
    }

    /// The cells from which a player's next piece may start: open, and at an own corner.
    #[inline]
    pub fn corners(&self, seat: Seat) -> Cells {
        self.side(seat).reach & self.open(seat)
    }
}
