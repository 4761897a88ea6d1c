//! Which covered cells hang together, on a walk: only those that can still be touched matter.

use super::frontier::Key;

/// The covered cells with a free corner, and the group of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Groups {
    /// The place of the taken cells in the list of the layer.
    pub(super) taken: u32,
    /// Four bits for each live cell. The groups are numbered by first appearance.
    labels: [u64; 2],
    live: u64,
}

impl Key for Groups {
    #[inline]
    fn hash(&self) -> u64 {
        let mut hash = self.live.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(self.taken);
        hash = (hash ^ hash >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^= self.labels[0].wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^= self.labels[1].wrapping_mul(0xd6e8_feb8_6659_fd93);
        (hash ^ hash >> 29).wrapping_mul(0xff51_afd7_ed55_8ccd)
    }

    fn n_groups(&self) -> u32 {
        Apart::new(self).count as u32
    }
}

/// As many groups as labels can tell apart.
const MOST: usize = 16;

/// The groups as sets of cells.
#[derive(Clone, Copy)]
pub(super) struct Apart {
    groups: [u64; MOST],
    count: usize,
}

/// What a choice did to the groups.
pub(super) enum Outcome {
    /// They go on.
    On(Groups),
    /// Nothing can be added any more.
    Closed,
    /// A group cannot be touched any more while there are others: they will never meet.
    Split,
    /// There are more than labels can tell.
    TooMany,
}

impl Apart {
    #[inline]
    pub(super) fn new(key: &Groups) -> Self {
        let mut apart = Self { groups: [0; MOST], count: 0 };
        let mut labels = u128::from(key.labels[1]) << 64 | u128::from(key.labels[0]);
        let mut left = key.live;
        while left != 0 {
            let label = labels as usize & 15;
            apart.groups[label] |= left & left.wrapping_neg();
            apart.count = apart.count.max(label + 1);
            left &= left - 1;
            labels >>= 4;
        }
        apart
    }

    /// Joins a piece with all groups that it touches.
    #[inline]
    pub(super) fn join(&mut self, covers: u64, touches: u64) -> bool {
        let (mut own, mut kept) = (covers, 0);
        for place in 0..self.count {
            let group = self.groups[place];
            if group & touches != 0 {
                own |= group;
            } else {
                self.groups[kept] = group;
                kept += 1;
            }
        }
        self.count = kept + 1;
        if kept < MOST {
            self.groups[kept] = own;
        }
        kept < MOST
    }

    /// Forgets the cells of `looks` that have no free corner, and labels the others anew.
    #[inline]
    pub(super) fn settle(mut self, looks: u64, corners: &[u64], taken: (u32, u64)) -> Outcome {
        let groups = &mut self.groups[..self.count];
        let mut left = groups.iter().fold(0, |all, group| all | group) & looks;
        let mut dead = 0;
        while left != 0 {
            if corners[left.trailing_zeros() as usize] & !taken.1 == 0 {
                dead |= left & left.wrapping_neg();
            }
            left &= left - 1;
        }
        let mut live = 0;
        for group in &mut *groups {
            *group &= !dead;
            live |= *group;
        }
        if groups.contains(&0) {
            return if groups.len() == 1 { Outcome::Closed } else { Outcome::Split };
        }
        if live.count_ones() > 32 {
            return Outcome::TooMany;
        }
        Outcome::On(Groups { taken: taken.0, live, labels: labels(groups, live) })
    }
}

/// The label of each live cell; groups are numbered by their first cells.
#[inline]
fn labels(groups: &mut [u64], live: u64) -> [u64; 2] {
    if groups.len() < 2 {
        return [0; 2];
    }
    groups.sort_unstable_by_key(|group| group.trailing_zeros());
    let (mut left, mut shift, mut labels) = (live, 0, 0_u128);
    while left != 0 {
        let cell = left & left.wrapping_neg();
        let label = groups.iter().position(|group| group & cell != 0).unwrap_or(0);
        labels |= (label as u128) << shift;
        shift += 4;
        left &= left - 1;
    }
    [labels as u64, (labels >> 64) as u64]
}
