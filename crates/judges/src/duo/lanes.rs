//! The board as sixteen lanes of sixteen bits, a row in each.
//!
//! A step of some rows and columns is one move of the lanes and one shift inside them, so that a compiler
//! makes a few vector instructions of it, and a stamp can be put anywhere at once. The last two lanes, and the
//! last two bits of each, stay empty: what leaves the board at its right side never enters the next row.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use plywood_games::blokus::{Cells, GRID, SIDE};

/// A set of cells, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes([u64; 4]);

impl Lanes {
    pub(super) const EMPTY: Self = Self([0; 4]);

    /// The cells of a board in its own numbering, without what lies beside it.
    #[inline]
    pub(super) fn of(cells: Cells) -> Self {
        const ROW: u64 = (1 << SIDE) - 1;
        let stride = GRID.stride() as usize;
        let mut words = [0; 4];
        for row in 0..SIDE {
            let (word, bit) = (row * stride / 64, row * stride % 64);
            let low = cells.0[word] >> bit;
            let high = if bit + SIDE > 64 { cells.0[word + 1] << (64 - bit) } else { 0 };
            words[row / 4] |= ((low | high) & ROW) << (row % 4 * 16);
        }
        Self(words)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Row and column of a cell of the set, by its place; the set must have so many.
    #[inline]
    pub(super) fn nth(&self, mut place: u32) -> (usize, usize) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            let count = word.count_ones();
            if place < count {
                (0..place).for_each(|_| word &= word - 1);
                let bit = word.trailing_zeros() as usize;
                return (4 * i + bit / 16, bit % 16);
            }
            place -= count;
        }
        unreachable!("the set has so many cells")
    }

    #[inline]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }

    /// The set moved down by fewer than 64 bits.
    #[inline]
    fn down(self, by: u32) -> Self {
        let [a, b, c, d] = self.0;
        // Two shifts for the carried bits, so that a shift by 0 carries none.
        let carry = |word: u64| word << 1 << (63 - by);
        Self([a >> by | carry(b), b >> by | carry(c), c >> by | carry(d), d >> by])
    }

    /// Cells that share an edge with a cell of the set; some may lie beside the board.
    #[inline]
    pub(super) fn edges(self) -> Self {
        let [a, b, c, d] = self.0;
        let up = Self([a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48]);
        let sides = Self(self.0.map(|word| word << 1 | word >> 1));
        up | self.down(16) | sides
    }
}

/// A set around an anchor that can be put anywhere: row by row, two bytes each, the anchor in row 16 and one
/// column to the right, so that nothing is lost before it.
#[derive(Clone, Debug)]
pub(super) struct Stamp([u8; 64]);

impl Stamp {
    /// A set that was made around this anchor.
    pub(super) fn new(cells: Cells, anchor: usize) -> Self {
        let mut rows = [0_u16; 32];
        let (row, column) = GRID.place(anchor);
        for cell in cells {
            let (r, c) = GRID.place(cell);
            rows[r + 16 - row] |= 1 << (c + 1 - column);
        }
        let mut bytes = [0; 64];
        for (two, row) in bytes.chunks_exact_mut(2).zip(rows) {
            two.copy_from_slice(&row.to_le_bytes());
        }
        Self(bytes)
    }

    /// The set around another anchor; what lies beside the board may be in it.
    #[inline]
    pub(super) fn at(&self, (row, column): (usize, usize)) -> Lanes {
        let rows: &[u8; 32] =
            self.0[32 - 2 * (row & 15)..].first_chunk().expect("sixteen rows follow");
        let word = |i: usize| {
            let eight = rows[8 * i..].first_chunk().expect("there are four words");
            u64::from_le_bytes(*eight) << (column & 15) >> 1
        };
        Lanes([word(0), word(1), word(2), word(3)])
    }
}

impl BitAnd for Lanes {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Lanes {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Lanes {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Lanes {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// The steps that occur in shapes, as rows and columns.
const STEPS: [(usize, usize); 15] = [
    (0, 0),
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 0),
    (1, 1),
    (1, 2),
    (1, 3),
    (2, 0),
    (2, 1),
    (2, 2),
    (3, 0),
    (3, 1),
    (4, 0),
];

/// A set moved back by each of the steps, so that the cell at a step from an anchor falls onto the anchor; and
/// the empty set, for a cell that is not there.
#[derive(Clone, Copy)]
pub(super) struct Moved([Lanes; 16]);

/// The place of the empty set.
const NOTHING: u8 = 15;

impl Moved {
    #[inline]
    pub(super) fn new(set: Lanes) -> Self {
        let mut moved = [Lanes::EMPTY; 16];
        macro_rules! fill {
            ($($place:literal)*) => { $({
                const STEP: (usize, usize) = STEPS[$place];
                moved[$place] = set.down((16 * STEP.0 + STEP.1) as u32);
            })* };
        }
        fill!(0 1 2 3 4 5 6 7 8 9 10 11 12 13);
        // Four rows down is a whole word.
        moved[14] = Lanes([set.0[1], set.0[2], set.0[3], 0]);
        Self(moved)
    }

    #[inline]
    fn at(&self, place: u8) -> Lanes {
        self.0[usize::from(place & 15)]
    }
}

/// A shape as the places of its cells among the steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    /// Short pieces repeat their last cell.
    cells: [u8; 5],
    /// Short pieces are filled up with nothing.
    once: [u8; 5],
}

impl Pattern {
    /// The pattern of a shape in the corner of the board.
    pub(super) fn new(cells: &[(usize, usize)]) -> Self {
        let place = |step: &(usize, usize)| {
            let place = STEPS.iter().position(|known| known == step);
            place.expect("every step of a shape is listed") as u8
        };
        let places: Vec<u8> = cells.iter().map(place).collect();
        Self {
            cells: std::array::from_fn(|i| places[i.min(places.len() - 1)]),
            once: std::array::from_fn(|i| places.get(i).copied().unwrap_or(NOTHING)),
        }
    }

    /// The anchors at which it lies within the set.
    #[inline]
    pub(super) fn within(&self, set: &Moved) -> Lanes {
        let [a, b, c, d, e] = self.cells.map(|cell| set.at(cell));
        a & b & c & d & e
    }

    /// The anchors at which it covers a cell of the set.
    #[inline]
    pub(super) fn touching(&self, set: &Moved) -> Lanes {
        let [a, b, c, d, e] = self.cells.map(|cell| set.at(cell));
        a | b | c | d | e
    }

    /// The anchors at which it covers so many cells of the set, one or two, or with `N` = 3 three and more.
    #[inline]
    pub(super) fn covering<const N: u32>(&self, set: &Moved) -> Lanes {
        let [a, b, c, d, e] = self.once.map(|cell| set.at(cell));
        // Two full adders: their carries count twice.
        let (ab, abc) = (a ^ b, a ^ b ^ c);
        let (abcd, ones) = (abc ^ d, abc ^ d ^ e);
        let (one, two) = (a & b | ab & c, abc & d | abcd & e);
        match N {
            1 => ones & !(one | two),
            2 => (one ^ two) & !ones,
            _ => one & two | (one ^ two) & ones,
        }
    }
}
