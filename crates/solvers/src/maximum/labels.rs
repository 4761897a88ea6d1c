//! Connectivity of the decided part: which pieces at the frontier belong to one component.
//!
//! Every column has a label, and so has the cell above and to the left of the next one, which the next
//! piece may still touch at a corner. Equal labels mean one component. Two partial solutions with the
//! same profile and the same partition have the same completions.

use plywood_games::blokus::Piece;

use super::profile::{Decision, ENDED, ONE, OPEN};
use super::states::Key;

/// A profile with the partition of its covered columns into components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LabelledProfile {
    /// The labels as bytes, which need no alignment and so leave no gap in a state.
    labels: [u8; 16],
    /// The profile: the indices of its left and its right word in the layer's lists.
    pub(super) words: [u16; 2],
}

impl LabelledProfile {
    #[inline]
    pub(super) fn new(labels: Labels, words: [u16; 2]) -> Self {
        Self { labels: labels.0.to_le_bytes(), words }
    }

    #[inline]
    pub(super) fn labels(&self) -> Labels {
        Labels(u128::from_le_bytes(self.labels))
    }
}

impl Key for LabelledProfile {
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
    fn n_components(&self) -> u32 {
        self.labels().n_components()
    }
}

/// Labels of four bits; 0 where there is none. In canonical form they count up from 1 in the order of
/// first appearance (a restricted growth string), so that equal partitions are equal words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Labels(u128);

const ONES: u128 = u128::MAX / 15;
/// The component of a piece that touches nothing yet. No frontier has so many components: neighbouring
/// columns belong to the same piece or one of them is bare.
const NEW: u128 = 15;

/// The partition after a decision.
pub(super) enum Connectivity {
    /// Every component still reaches the frontier.
    Open(Labels),
    /// The only component left the frontier: the solution is complete, since nothing can touch it.
    Complete,
    /// One of several components left the frontier: they can never be connected.
    Disconnected,
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

    /// The same partition, numbered by first appearance.
    #[inline]
    fn canonical(self) -> Self {
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

    /// How many components there are.
    #[inline]
    fn n_components(self) -> u32 {
        let mut count = 0;
        let mut left = self;
        while left.0 != 0 {
            let slot = left.0.trailing_zeros() as usize / 4;
            left.0 &= !(left.slots_of(left.get(slot)) * 15);
            count += 1;
        }
        count
    }

    /// The partition after a decision at `column` of a board with `columns` columns. `profile` holds the
    /// letters before it; `next_may_begin` tells whether a piece may begin at the next cell of the row.
    ///
    /// Two pieces that touch are joined when the later one, in reading order of first cells, begins.
    #[inline]
    pub(super) fn after(
        self,
        decision: Decision,
        column: usize,
        columns: usize,
        profile: u64,
        next_may_begin: bool,
    ) -> Connectivity {
        let letter = |at: usize| if at < columns { profile >> (2 * at) & 3 } else { OPEN };
        match decision {
            Decision::Continue => Connectivity::Open(self),
            Decision::Empty => {
                let keeps_corner = next_may_begin && letter(column + 1) == OPEN;
                self.after_empty(column, columns, keeps_corner)
            }
            Decision::Begin(piece) => {
                Connectivity::Open(self.after_begin(piece, column, columns, letter))
            }
        }
    }

    /// The cell stays empty. The one above it leaves the frontier, unless the next piece may touch it.
    #[inline]
    fn after_empty(self, column: usize, columns: usize, keeps_corner: bool) -> Connectivity {
        let (above, corner) = (self.get(column), self.get(columns));
        let mut labels = self;
        labels.set(column, 0);
        labels.set(columns, if keeps_corner { above } else { 0 });
        let is_gone = |label| label != 0 && labels.slots_of(label) == 0;
        if is_gone(above) || is_gone(corner) {
            let is_last = labels.0 == 0;
            return if is_last { Connectivity::Complete } else { Connectivity::Disconnected };
        }
        Connectivity::Open(if labels == self { self } else { labels.canonical() })
    }

    /// A piece begins, and is joined with all that it touches.
    #[inline]
    fn after_begin(
        self,
        piece: Piece,
        column: usize,
        columns: usize,
        letter: impl Fn(usize) -> u64,
    ) -> Self {
        let mut labels = self;
        // Every piece touches what lies above and to the left of its first cell.
        let corner = self.get(columns);
        let mut own = if corner == 0 { NEW } else { corner };
        labels.set(columns, 0);
        let mut touch = |labels: &mut Self, at: usize| {
            let label = labels.get(at);
            if own == NEW {
                own = label;
            } else if label != own {
                labels.rename(label, own);
            }
        };
        // What else it may touch: the column, counted from its first cell, and the letter of a piece there.
        let touched: &[(usize, u64)] = match piece {
            Piece::A => &[(1, ENDED)],
            Piece::B => &[(2, ENDED)],
            Piece::C1 => &[(2, ENDED)],
            Piece::C2 => &[(1, ENDED), (2, ONE)],
        };
        for &(offset, covered) in touched {
            if letter(column + offset) == covered {
                touch(&mut labels, column + offset);
            }
        }
        if piece == Piece::A && column >= 1 && letter(column - 1) != OPEN {
            touch(&mut labels, column - 1);
        }
        if piece == Piece::C1 && column >= 2 && letter(column - 2) == ENDED {
            touch(&mut labels, column - 2);
        }
        let covered = match piece {
            Piece::A => column..column + 1,
            Piece::B | Piece::C2 => column..column + 2,
            Piece::C1 => column - 1..column + 2,
        };
        covered.for_each(|at| labels.set(at, own));
        labels.canonical()
    }
}
