//! The hundred cells: their names, sets of them, and where a knight jumps.

use std::fmt;

use plywood_contract::Arg;

/// The board has this many rows and columns.
pub const SIDE: usize = 10;
/// The board has this many cells, and as many numbers.
pub const N_CELLS: usize = SIDE * SIDE;

/// A place outside the board: its bit is in no set of cells.
///
/// It is the last index of tables with 128 entries, where every 7-bit index is in bounds.
pub(super) const NOWHERE: u8 = 127;
/// The place of a knight before its placement: this for player 1, one more for player 2.
pub(super) const WAITING: u8 = N_CELLS as u8;
pub(super) const TABLE: usize = 128;

/// A cell by its number, row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The cell at a row and column counted from 0, if there is one.
    pub fn new(row: usize, column: usize) -> Option<Self> {
        (row < SIDE && column < SIDE).then_some(Self((row * SIDE + column) as u8))
    }

    /// All cells in reading order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..N_CELLS as u8).map(Self)
    }

    /// The row, counted from 0 at the top.
    pub fn row(self) -> usize {
        self.index() / SIDE
    }

    /// The column, counted from 0 at the left.
    pub fn column(self) -> usize {
        self.index() % SIDE
    }

    /// The number of the cell, from 0 to 99, row by row.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this cell alone.
    #[inline]
    pub fn bit(self) -> u128 {
        bit(self.0)
    }

    /// The cells a knight's jump away, as a set.
    #[inline]
    pub fn jumps(self) -> u128 {
        JUMPS[self.index()]
    }
}

/// The name of the cell, as `c5`.
impl From<Cell> for Arg {
    fn from(cell: Cell) -> Self {
        cell.to_string().into()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, self.row() + 1)
    }
}

/// The cells of a set (bit 0 is `a1`, bit 99 is `j10`, no bit beyond), in reading order.
pub fn cells(mut set: u128) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as u8;
            debug_assert!(lowest < WAITING, "a set of cells has no bit {lowest}");
            set &= set - 1;
            Cell(lowest)
        })
    })
}

/// The set of one place, which may be [`NOWHERE`].
#[inline]
pub(super) const fn bit(place: u8) -> u128 {
    1 << (place & NOWHERE)
}

/// The cells a knight attacks from each place; one that waits attacks none.
static JUMPS: [u128; TABLE] = jumps();

/// The cells a knight may go to from each place, were it alone: a jump away, or its home row when
/// it waits, row 1 for player 1 and row 10 for player 2.
static REACH: [u128; TABLE] = {
    let mut reach = jumps();
    let row = (1 << SIDE) - 1;
    reach[WAITING as usize] = row;
    reach[WAITING as usize + 1] = row << (N_CELLS - SIDE);
    reach
};

const fn jumps() -> [u128; TABLE] {
    let mut jumps = [0; TABLE];
    let mut from = 0;
    while from < N_CELLS {
        let mut to = 0;
        while to < N_CELLS {
            let rows = (from / SIDE).abs_diff(to / SIDE);
            let columns = (from % SIDE).abs_diff(to % SIDE);
            if rows * columns == 2 {
                jumps[from] |= bit(to as u8);
            }
            to += 1;
        }
        from += 1;
    }
    jumps
}

/// The cells a knight at this place attacks.
#[inline]
pub(super) fn attacked_from(place: u8) -> u128 {
    JUMPS[(place & NOWHERE) as usize]
}

/// The cells a knight at this place could go to, were it alone.
#[inline]
pub(super) fn reach_of(place: u8) -> u128 {
    REACH[(place & NOWHERE) as usize]
}

#[cfg(test)]
mod tests {
    use super::{Cell, attacked_from, cells};

    #[test]
    fn knights_jump_eight_ways_and_stay_on_the_board() {
        let names = |row, column| {
            let cell = Cell::new(row, column).unwrap();
            cells(cell.jumps()).map(|to| to.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(4, 4), "d3 f3 c4 g4 c6 g6 d7 f7");
        assert_eq!(names(0, 0), "c2 b3");
        assert_eq!(names(9, 9), "i8 h9");
        let jumps: u32 = Cell::all().map(|cell| attacked_from(cell.0).count_ones()).sum();
        assert_eq!(jumps, 8 * 9 * 8);
    }
}
