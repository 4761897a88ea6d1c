//! The open list for costs of any kind. Whole numbers near the lowest one wait in a ring of buckets, where
//! pushing and popping cost the same however many there are; all others wait in a heap.
//!
//! Dial, 1969, for buckets. Among equal costs the last one pushed comes first, which in A* is a deep one.

use std::any::Any;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Entries of the lowest cost first.
pub(super) enum Open<C> {
    Whole(Ring),
    Ordered(BinaryHeap<(Reverse<C>, u32)>),
}

impl<C: Copy + Ord + Default + 'static> Open<C> {
    pub(super) fn new() -> Self {
        match whole(C::default()) {
            Some(_) => Self::Whole(Ring::new()),
            None => Self::Ordered(BinaryHeap::new()),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, cost: C, id: u32) {
        match (self, whole(cost)) {
            (Self::Whole(ring), Some(cost)) => ring.push(cost, id),
            (Self::Ordered(heap), _) => heap.push((Reverse(cost), id)),
            (Self::Whole(_), None) => unreachable!("a type is whole or is not"),
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        match self {
            Self::Whole(ring) => ring.pop(),
            Self::Ordered(heap) => heap.pop().map(|(_, id)| id),
        }
    }
}

/// A whole number as one of 64 bits, in the same order; `None` for every other type. The compiler knows
/// the type, so nothing of this is left at run time.
#[inline]
fn whole<C: Copy + 'static>(cost: C) -> Option<u64> {
    let cost: &dyn Any = &cost;
    macro_rules! unsigned {
        ($($kind:ty),*) => {
            $(if let Some(&cost) = cost.downcast_ref::<$kind>() {
                return Some(cost as u64);
            })*
        };
    }
    macro_rules! signed {
        ($($kind:ty),*) => {
            $(if let Some(&cost) = cost.downcast_ref::<$kind>() {
                return Some((cost as i64 ^ i64::MIN) as u64);
            })*
        };
    }
    unsigned!(u32, u64, usize, u16, u8);
    signed!(i32, i64, isize, i16, i8);
    None
}

/// Buckets in the ring: it covers as many neighbouring costs.
const SIZE: u64 = 1 << 16;
const NONE: u32 = u32::MAX;

/// A ring of buckets for costs from `lowest` on, and a heap for what lies outside.
pub(super) struct Ring {
    /// The last entry of each bucket, or [`NONE`].
    buckets: Vec<u32>,
    /// A bit for each bucket that holds something.
    filled: Vec<u64>,
    entries: Vec<Entry>,
    /// The first entry that can be used again.
    free: u32,
    /// No bucket below this cost holds anything; those above wrap around.
    lowest: u64,
    /// Entries in buckets.
    len: usize,
    outside: BinaryHeap<(Reverse<u64>, u32)>,
}

struct Entry {
    id: u32,
    next: u32,
}

impl Ring {
    fn new() -> Self {
        Self {
            buckets: vec![NONE; SIZE as usize],
            filled: vec![0; SIZE as usize / 64],
            entries: Vec::new(),
            free: NONE,
            lowest: 0,
            len: 0,
            outside: BinaryHeap::new(),
        }
    }

    #[inline]
    fn push(&mut self, cost: u64, id: u32) {
        if self.len == 0 {
            self.lowest = cost;
        }
        if cost.wrapping_sub(self.lowest) >= SIZE {
            self.outside.push((Reverse(cost), id));
            return;
        }
        let bucket = (cost % SIZE) as usize;
        let entry = Entry { id, next: self.buckets[bucket] };
        self.buckets[bucket] = self.keep(entry);
        self.filled[bucket / 64] |= 1 << (bucket % 64);
        self.len += 1;
    }

    #[inline]
    fn keep(&mut self, entry: Entry) -> u32 {
        let place = self.free;
        if place == NONE {
            self.entries.push(entry);
            return (self.entries.len() - 1) as u32;
        }
        self.free = self.entries[place as usize].next;
        self.entries[place as usize] = entry;
        place
    }

    #[inline]
    fn pop(&mut self) -> Option<u32> {
        if self.len == 0 {
            return self.outside.pop().map(|(_, id)| id);
        }
        self.lowest = self.first_filled();
        if let Some(&(Reverse(cost), _)) = self.outside.peek()
            && cost < self.lowest
        {
            return self.outside.pop().map(|(_, id)| id);
        }
        let bucket = (self.lowest % SIZE) as usize;
        let place = self.buckets[bucket];
        let Entry { id, next } = self.entries[place as usize];
        self.entries[place as usize].next = self.free;
        self.free = place;
        self.buckets[bucket] = next;
        if next == NONE {
            self.filled[bucket / 64] &= !(1 << (bucket % 64));
        }
        self.len -= 1;
        Some(id)
    }

    /// The lowest cost with a bucket that holds something; there is one.
    #[inline]
    fn first_filled(&self) -> u64 {
        let begin = (self.lowest % SIZE) as usize;
        let mut word = begin / 64;
        let mut bits = self.filled[word] & (u64::MAX << (begin % 64));
        while bits == 0 {
            word = (word + 1) % self.filled.len();
            bits = self.filled[word];
        }
        let bucket = (word * 64) as u64 + u64::from(bits.trailing_zeros());
        self.lowest + (bucket.wrapping_sub(begin as u64) & (SIZE - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_lowest_cost_always_comes_first(
            steps in proptest::collection::vec((any::<bool>(), 0_u64..300_000, 0_u64..4), 1..2000),
        ) {
            let mut open = Open::new();
            let mut waiting: Vec<(u64, u32)> = Vec::new();
            for (id, (is_pop, cost, scale)) in steps.into_iter().enumerate() {
                if !is_pop {
                    let cost = cost * 1000_u64.pow(scale as u32);
                    open.push(cost, id as u32);
                    waiting.push((cost, id as u32));
                    continue;
                }
                let Some(id) = open.pop() else {
                    prop_assert!(waiting.is_empty());
                    continue;
                };
                let place = waiting.iter().position(|entry| entry.1 == id).expect("it waits");
                let (cost, _) = waiting.swap_remove(place);
                prop_assert!(waiting.iter().all(|entry| entry.0 >= cost));
            }
        }
    }

    #[test]
    fn whole_numbers_keep_their_order_and_other_types_are_told() {
        let signed = [-5_i32, -1, 0, 1, i32::MAX].map(|cost| whole(cost).unwrap());
        assert!(signed.is_sorted());
        assert_eq!(whole(7_u8), Some(7));
        assert_eq!(whole(u64::MAX), Some(u64::MAX));
        assert_eq!(whole((1, 2)), None);
        assert_eq!(whole(std::time::Duration::from_secs(1)), None);
    }
}
