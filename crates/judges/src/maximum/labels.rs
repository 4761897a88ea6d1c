//! A profile with its groups: which pieces at the frontier hang together. There is a label for each column, and one for the cell above
//! and to the left of the next, which may still be touched at a corner.

use plywood_games::blokus::Piece;

use super::frontier::Key;
use super::profile::{Choice, ENDED, ONE, OPEN};

/// All that later rows must know of earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Labelled {
    /// In bytes, which leave no gap in a state.
    labels: [u8; 16],
    /// The words of the left and the right half.
    pub(super) words: [u16; 2],
}

impl Labelled {
    #[inline]
    pub(super) fn new(labels: Labels, words: [u16; 2]) -> Self {
        Self { labels: labels.0.to_le_bytes(), words }
    }

    #[inline]
    pub(super) fn labels(&self) -> Labels {
        Labels(u128::from_le_bytes(self.labels))
    }
}

impl Key for Labelled {
    #[inline]
    fn hash(&self) -> u64 {
        let [left, right] = self.words.map(u64::from);
        let labels = self.labels().0;
        let mut hash = (left << 16 | right).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= (labels as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^= ((labels >> 64) as u64).wrapping_mul(0x94d0_49bb_1331_11eb);
        (hash ^ hash >> 29).wrapping_mul(0xff51_afd7_ed55_8ccd)
    }

    #[inline]
    fn n_groups(&self) -> u32 {
        self.labels().count()
    }
}

/// Labels of four bits; 0 where there is none. They count up from 1 in the order of first appearance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Labels(u128);

const ONES: u128 = u128::MAX / 15;
/// No frontier has so many groups.
const NEW: u128 = 15;

/// What a choice did to the groups.
pub(super) enum Joined {
    /// They go on.
    On(Labels),
    /// The last group left the frontier: nothing can be added any more.
    Closed,
    /// A group left the frontier while others stay: they will never meet.
    Split,
}

impl Labels {
    #[inline]
    fn get(self, slot: usize) -> u128 {
        self.0 >> (4 * slot) & 15
    }

    #[inline]
    fn set(&mut self, slot: usize, label: u128) {
        self.0 = self.0 & !(15 << (4 * slot)) | label << (4 * slot);
    }

    /// A 1 in every slot that holds this label.
    #[inline]
    fn slots_of(self, label: u128) -> u128 {
        let differ = self.0 ^ (label * ONES);
        let differ = differ | differ >> 2;
        !(differ | differ >> 1) & ONES
    }

    #[inline]
    fn rename(&mut self, old: u128, new: u128) {
        self.0 ^= self.slots_of(old) * (old ^ new);
    }

    /// Numbers the labels by first appearance.
    #[inline]
    fn ordered(self) -> Self {
        let (mut left, mut ordered, mut next) = (self, 0, 1);
        while left.0 != 0 {
            let slot = left.0.trailing_zeros() as usize / 4;
            let slots = left.slots_of(left.get(slot));
            ordered |= slots * next;
            left.0 &= !(slots * 15);
            next += 1;
        }
        Self(ordered)
    }

    /// How many groups there are.
    #[inline]
    fn count(self) -> u32 {
        let mut count = 0;
        let mut left = self;
        while left.0 != 0 {
            let slot = left.0.trailing_zeros() as usize / 4;
            left.0 &= !(left.slots_of(left.get(slot)) * 15);
            count += 1;
        }
        count
    }

    /// The groups after a choice at `column` of a board with `columns` columns. `profile` holds the
    /// letters before it; `next_may_begin` tells whether a piece may begin at the next cell of the row.
    #[inline]
    pub(super) fn join(
        self,
        choice: Choice,
        column: usize,
        columns: usize,
        profile: u64,
        next_may_begin: bool,
    ) -> Joined {
        let letter = |at: usize| if at < columns { profile >> (2 * at) & 3 } else { OPEN };
        let mut labels = self;
        let corner = self.get(columns);
        match choice {
            Choice::Fill => return Joined::On(self),
            Choice::Empty => {
                let above = self.get(column);
                labels.set(column, 0);
                let is_kept = next_may_begin && letter(column + 1) == OPEN;
                labels.set(columns, if is_kept { above } else { 0 });
                let is_gone = |label| label != 0 && labels.slots_of(label) == 0;
                if is_gone(above) || is_gone(corner) {
                    return if labels.0 == 0 { Joined::Closed } else { Joined::Split };
                }
                if labels == self {
                    return Joined::On(self);
                }
            }
            Choice::Begin(piece) => {
                // Every piece touches what lies above and to the left of its first cell.
                let mut own = if corner == 0 { NEW } else { corner };
                let touched: &[(usize, u64)] = match piece {
                    Piece::A => &[(1, ENDED)],
                    Piece::B => &[(2, ENDED)],
                    Piece::C1 => &[(2, ENDED)],
                    Piece::C2 => &[(1, ENDED), (2, ONE)],
                };
                labels.set(columns, 0);
                let mut touch = |labels: &mut Self, label: u128| {
                    if own == NEW {
                        own = label;
                    } else if label != own {
                        labels.rename(label, own);
                    }
                };
                for &(offset, asked) in touched {
                    if letter(column + offset) == asked {
                        let label = labels.get(column + offset);
                        touch(&mut labels, label);
                    }
                }
                if piece == Piece::A && column >= 1 && letter(column - 1) != OPEN {
                    let label = labels.get(column - 1);
                    touch(&mut labels, label);
                }
                if piece == Piece::C1 && column >= 2 && letter(column - 2) == ENDED {
                    let label = labels.get(column - 2);
                    touch(&mut labels, label);
                }
                let covered = match piece {
                    Piece::A => column..column + 1,
                    Piece::B | Piece::C2 => column..column + 2,
                    Piece::C1 => column - 1..column + 2,
                };
                covered.for_each(|at| labels.set(at, own));
            }
        }
        Joined::On(labels.ordered())
    }
}
