//! The memory of searches without a closed list: the states of the current path, and as many of the others as
//! fit into a table.

use std::hash::Hash;

use plywood_contract::PathCost;

use crate::hash::hash_of;
use crate::slots::Slots;

/// The states of the current path. Nearly every question is answered by one look into a small array.
pub(super) struct OnPath<K> {
    keys: Vec<K>,
    /// How many keys of the path fall on each place.
    marks: Vec<u16>,
}

const MARKS: usize = 1 << 12;

impl<K: Eq + Hash> OnPath<K> {
    /// What it holds besides the keys.
    pub(super) const BYTES: usize = MARKS * size_of::<u16>();

    pub(super) fn new() -> Self {
        Self { keys: Vec::new(), marks: vec![0; MARKS] }
    }

    #[inline]
    fn place(key: &K) -> usize {
        (hash_of(key) >> (64 - MARKS.ilog2())) as usize
    }

    #[inline]
    pub(super) fn holds(&self, key: &K) -> bool {
        self.marks[Self::place(key)] > 0 && self.keys.contains(key)
    }

    #[inline]
    pub(super) fn push(&mut self, key: K) {
        // Saturation would need 65 535 states of one path on one place; then the mark just stays.
        let mark = &mut self.marks[Self::place(&key)];
        *mark = mark.saturating_add(1);
        self.keys.push(key);
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let mark = &mut self.marks[Self::place(&key)];
            *mark -= u16::from(*mark < u16::MAX);
        }
    }

    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.marks.fill(0);
    }
}

/// The cheapest way that is known to a state.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    pub(super) g: PathCost,
    pub(super) depth: u32,
    /// The pass or the parent that came this way; each search has its own meaning for it.
    pub(super) by: u64,
}

/// States met, in a table of fixed size. A state dropped from it is merely searched again.
pub(super) struct ReachedStates<K> {
    buckets: Slots<Bucket<K>>,
}

/// Slots side by side, any of which may hold a key.
type Bucket<K> = [Option<(K, Reached)>; BUCKET];
const BUCKET: usize = 4;

impl<K: Eq + Hash> ReachedStates<K> {
    /// How many bytes a table of at most `bytes` holds.
    pub(super) fn bytes(bytes: u64) -> usize {
        let bucket = size_of::<Bucket<K>>();
        (bytes as usize / bucket).max(1) * bucket
    }

    pub(super) fn new(bytes: u64) -> Self {
        Self { buckets: Slots::new(Self::bytes(bytes) / size_of::<Bucket<K>>()) }
    }

    fn place(&self, key: &K) -> usize {
        ((u128::from(hash_of(key)) * self.buckets.len() as u128) >> 64) as usize
    }

    /// The entry of a state.
    pub(super) fn get(&self, key: &K) -> Option<Reached> {
        let mut known = self.buckets.get(self.place(key))?.iter().flatten();
        known.find(|(known, _)| known == key).map(|&(_, reached)| reached)
    }

    /// Replaces the entry of a state. If the bucket is full, the deepest state is dropped: it is the one soonest
    /// searched again.
    pub(super) fn put(&mut self, key: K, reached: Reached) {
        let place = self.place(&key);
        let bucket = self.buckets.get_mut(place);
        let is_own = |slot: &Option<(K, Reached)>| slot.as_ref().is_some_and(|(k, _)| *k == key);
        let place = bucket.iter().position(is_own).unwrap_or_else(|| {
            let depth = |slot: &Option<(K, Reached)>| slot.as_ref().map_or(u32::MAX, |s| s.1.depth);
            (0..BUCKET).max_by_key(|&place| depth(&bucket[place])).unwrap_or(0)
        });
        bucket[place] = Some((key, reached));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_knows_its_states_and_no_others() {
        let mut path = OnPath::new();
        (0..20_000_u64).for_each(|key| path.push(key));
        assert!(path.holds(&0) && path.holds(&19_999) && !path.holds(&20_000));
        (0..10_000).for_each(|_| path.pop());
        assert!(path.holds(&9_999) && !path.holds(&10_000));
        path.clear();
        assert!(!path.holds(&0));
    }

    #[test]
    fn a_table_keeps_to_its_bytes_and_forgets_the_deepest() {
        let bytes = 4096;
        let mut table = ReachedStates::new(bytes);
        assert!(table.buckets.len() * size_of::<Bucket<u64>>() <= bytes as usize);
        let reached = |depth| Reached { g: 7, depth, by: 0 };
        (0..1000_u64).for_each(|key| table.put(key, reached(key as u32)));
        let kept = (0..1000_u64).filter(|key| table.get(key).is_some()).count();
        assert_eq!(kept, BUCKET * table.buckets.len());
        let mut one = ReachedStates::new(0);
        (0..BUCKET as u64 + 1).for_each(|key| one.put(key, reached(9 - key as u32)));
        assert!(one.get(&0).is_none() && one.get(&4).is_some(), "state 0 was the deepest");
    }
}
