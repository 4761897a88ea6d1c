//! The board as two sets of bits, seven bits a column.

use plywood_contract::{Game, Seat};

use super::moves::ConnectFour;

/// How many columns there are.
pub const COLUMNS: usize = 7;
/// How many rows there are.
pub const ROWS: usize = 6;

/// The lowest cell of every column.
pub const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// All cells: six of the seven bits of every column.
pub const CELLS: u64 = BOTTOM * 0x3f;

/// Discs in columns: bit 7 × column + row, the lowest row first; the seventh bit of a column stays
/// empty, so that lines end at the top.
///
/// Invariants: no disc floats; player 1 has as many discs as player 2, or one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The discs of the side to move.
    pub(super) own: u64,
    /// All discs.
    pub(super) all: u64,
    pub(super) n_discs: u32,
}

/// Whether a set of discs holds four in a line.
#[inline]
pub fn has_line(discs: u64) -> bool {
    STEPS.into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The empty cells where one more disc of `own` would make four in a line, whether or not it could
/// come to rest there now. About fifty operations on words (Pons, 2015).
#[inline]
pub fn completing(own: u64, all: u64) -> u64 {
    // Straight up: three below.
    let mut cells = own << 1 & own << 2 & own << 3;
    for step in [6, 7, 8] {
        let pairs = own << step & own << (2 * step);
        cells |= pairs & own << (3 * step);
        cells |= pairs & own >> step;
        let pairs = own >> step & own >> (2 * step);
        cells |= pairs & own << step;
        cells |= pairs & own >> (3 * step);
    }
    cells & CELLS & !all
}

/// Up, falling, right, rising: from a cell to the next of a line.
const STEPS: [u32; 4] = [1, 6, 7, 8];

impl Position {
    /// The position after these columns, counted from 1, were played from the start, as the
    /// literature writes positions; `None` if one of them is full or none, or comes after the end.
    pub fn after(columns: &str) -> Option<Self> {
        let mut position = ConnectFour.start();
        for digit in columns.bytes() {
            let column = usize::from(digit.checked_sub(b'1')?);
            let cell = position.landing(column).filter(|_| !position.is_over())?;
            ConnectFour.play(&mut position, cell);
        }
        Some(position)
    }

    /// Discs of the side to move and of the other.
    #[inline]
    pub fn discs(&self) -> [u64; 2] {
        [self.own, self.all ^ self.own]
    }

    /// A player's discs.
    pub fn of(&self, seat: Seat) -> u64 {
        let [own, other] = self.discs();
        if seat == self.turn() { own } else { other }
    }

    /// How many discs there are.
    #[inline]
    pub fn n_discs(&self) -> u32 {
        self.n_discs
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Seat {
        if self.n_discs.is_multiple_of(2) { Seat::One } else { Seat::Two }
    }

    /// Where the next disc of each column would come to rest.
    #[inline]
    pub fn open(&self) -> u64 {
        (self.all + BOTTOM) & CELLS
    }

    /// The cell where a disc comes to rest in this column, counted from 0, unless it is full.
    pub fn landing(&self, column: usize) -> Option<u8> {
        let open = self.open() & 0x7f_u64.checked_shl(7 * column as u32)?;
        (column < COLUMNS && open != 0).then_some(open.trailing_zeros() as u8)
    }

    /// Whether someone has four in a line or the board is full.
    pub fn is_over(&self) -> bool {
        has_line(self.all ^ self.own) || self.all == CELLS
    }

    /// Every four cells in a line of a player.
    pub fn lines(&self, seat: Seat) -> Vec<[u8; 4]> {
        let discs = self.of(seat);
        let mut lines = Vec::new();
        for first in (0..49).filter(|cell| discs >> cell & 1 == 1) {
            for step in STEPS {
                let cells = [0, 1, 2, 3].map(|i| first + i * step as u8);
                if cells.iter().all(|&cell| discs.checked_shr(cell.into()).unwrap_or(0) & 1 == 1) {
                    lines.push(cells);
                }
            }
        }
        lines
    }
}
