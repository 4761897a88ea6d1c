//! Bitboards of `W` words: sets of cells, shifted and combined a whole board at a time.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of up to 64·`W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// No cell.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of one cell.
    #[inline]
    pub fn cell(index: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(index);
        bits
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Whether a cell is in the set; cells beyond the last word are not.
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// How many cells there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Takes the lowest cell out of the set.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        let (i, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(64 * i + bit)
    }

    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }
}

/// Goes over the cells, lowest first.
impl<const W: usize> IntoIterator for Bits<W> {
    type Item = usize;
    type IntoIter = Cells<W>;
    #[inline]
    fn into_iter(self) -> Cells<W> {
        Cells(self)
    }
}

/// The cells of a set that are still to come, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Cells<const W: usize>(Bits<W>);

impl<const W: usize> Iterator for Cells<W> {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.0.pop()
    }
}

impl<const W: usize> Hash for Bits<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // All sets compared have the same width, so no length goes in.
        self.0.iter().for_each(|&word| state.write_u64(word));
    }
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitXor for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// Moves every cell up by fewer than 64 places; cells beyond the end are dropped.
impl<const W: usize> Shl<u32> for Bits<W> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        debug_assert!(by < 64);
        // Two shifts for the carried bits, so that a shift by 0 carries none.
        let carry = |i: usize| {
            if i == 0 { 0 } else { self.0[i - 1] >> 1 >> (63 - by) }
        };
        Self(std::array::from_fn(|i| self.0[i] << by | carry(i)))
    }
}

/// Moves every cell down by fewer than 64 places; cells below 0 are dropped.
impl<const W: usize> Shr<u32> for Bits<W> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        debug_assert!(by < 64);
        let carry = |i: usize| {
            if i + 1 == W { 0 } else { self.0[i + 1] << 1 << (63 - by) }
        };
        Self(std::array::from_fn(|i| self.0[i] >> by | carry(i)))
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn shifts_move_every_cell_and_lose_only_what_leaves() {
        for by in 0..64 {
            for cell in 0..192 {
                let bits = Bits::<3>::cell(cell);
                let up: Vec<usize> = (bits << by).into_iter().collect();
                let down: Vec<usize> = (bits >> by).into_iter().collect();
                let kept =
                    |to: Option<usize>| to.filter(|&to| to < 192).into_iter().collect::<Vec<_>>();
                assert_eq!(up, kept(Some(cell + by as usize)));
                assert_eq!(down, kept(cell.checked_sub(by as usize)));
            }
        }
    }

    #[test]
    fn cells_come_out_in_order() {
        let mut bits = Bits::<2>::EMPTY;
        for cell in [100, 3, 64, 63] {
            bits.insert(cell);
        }
        assert_eq!(bits.count(), 4);
        assert_eq!(bits.into_iter().collect::<Vec<_>>(), [3, 63, 64, 100]);
    }
}
