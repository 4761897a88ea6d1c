//! Connectivity along a path: the partition of the live cells into components.
//!
//! A covered cell is live while a free undecided cell lies at one of its corners: only there can a later
//! piece touch it.

use super::states::Key;

/// A set of taken cells with the partition of its live cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LabelledSet {
    /// The index of the taken cells in the layer's list.
    pub(super) taken: u32,
    /// Four bits for each live cell, in canonical form: numbered by first appearance.
    labels: [u64; 2],
    live: u64,
}

impl Key for LabelledSet {
    #[inline]
    fn hash(&self) -> u64 {
        let mut hash = self.live.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(self.taken);
        hash = (hash ^ hash >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^= self.labels[0].wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^= self.labels[1].wrapping_mul(0xd6e8_feb8_6659_fd93);
        (hash ^ hash >> 29).wrapping_mul(0xff51_afd7_ed55_8ccd)
    }

    fn n_components(&self) -> u32 {
        Components::new(self).count as u32
    }
}

/// As many components as labels of four bits can tell apart.
const MOST: usize = 16;

/// The components as sets of live cells.
#[derive(Clone, Copy)]
pub(super) struct Components {
    sets: [u64; MOST],
    count: usize,
}

/// The partition after a decision.
pub(super) enum Connectivity {
    /// Every component still has a live cell.
    Open(LabelledSet),
    /// The only component has no live cell: the solution is complete.
    Complete,
    /// One of several components has no live cell: they can never be connected.
    Disconnected,
    /// There are more live cells than a key can label.
    TooMany,
}

impl Components {
    #[inline]
    pub(super) fn new(key: &LabelledSet) -> Self {
        let mut components = Self { sets: [0; MOST], count: 0 };
        let mut labels = u128::from(key.labels[1]) << 64 | u128::from(key.labels[0]);
        let mut left = key.live;
        while left != 0 {
            let label = labels as usize & 15;
            components.sets[label] |= left & left.wrapping_neg();
            components.count = components.count.max(label + 1);
            left &= left - 1;
            labels >>= 4;
        }
        components
    }

    /// Adds a piece and merges it with all components that it touches; `false` if there are too many.
    #[inline]
    pub(super) fn join(&mut self, covers: u64, touches: u64) -> bool {
        let (mut own, mut kept) = (covers, 0);
        for place in 0..self.count {
            let component = self.sets[place];
            if component & touches != 0 {
                own |= component;
            } else {
                self.sets[kept] = component;
                kept += 1;
            }
        }
        self.count = kept + 1;
        if kept < MOST {
            self.sets[kept] = own;
        }
        kept < MOST
    }

    /// Drops the cells of `rechecks` that have no free corner, and labels the others canonically.
    #[inline]
    pub(super) fn drop_dead_cells(
        mut self,
        rechecks: u64,
        corners: &[u64],
        taken: (u32, u64),
    ) -> Connectivity {
        let components = &mut self.sets[..self.count];
        let mut left = components.iter().fold(0, |all, component| all | component) & rechecks;
        let mut dead = 0;
        while left != 0 {
            if corners[left.trailing_zeros() as usize] & !taken.1 == 0 {
                dead |= left & left.wrapping_neg();
            }
            left &= left - 1;
        }
        let mut live = 0;
        for component in &mut *components {
            *component &= !dead;
            live |= *component;
        }
        if components.contains(&0) {
            return if components.len() == 1 {
                Connectivity::Complete
            } else {
                Connectivity::Disconnected
            };
        }
        if live.count_ones() > 32 {
            return Connectivity::TooMany;
        }
        Connectivity::Open(LabelledSet { taken: taken.0, live, labels: labels(components, live) })
    }
}

/// The label of each live cell; components are numbered by their first cells.
#[inline]
fn labels(components: &mut [u64], live: u64) -> [u64; 2] {
    if components.len() < 2 {
        return [0; 2];
    }
    components.sort_unstable_by_key(|component| component.trailing_zeros());
    let (mut left, mut shift, mut labels) = (live, 0, 0_u128);
    while left != 0 {
        let cell = left & left.wrapping_neg();
        let label = components.iter().position(|component| component & cell != 0).unwrap_or(0);
        labels |= (label as u128) << shift;
        shift += 4;
        left &= left - 1;
    }
    [labels as u64, (labels >> 64) as u64]
}
