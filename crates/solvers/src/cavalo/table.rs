//! The transposition table: bounds on states already searched, shared by all threads without locks.
//!
//! A slot is two words. Together they hold the whole state, so that no other state can be taken for
//! it; the first is mixed with the second, so that words of different writers do not match (Hyatt
//! and Mann, 2002). Memory is asked for zeroed and touched only where something is stored.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::field::{NO_DOUBLE, State, Step};

/// The depth of a search to the end of the game: what it finds follows from the rules alone.
pub(super) const TO_THE_END: u8 = 127;

/// Beyond everything that can still be collected.
pub(super) const BEYOND: i32 = MIDDLE - 1;

/// The entry of a state: bounds on the points still to come, as a difference for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// It is at least this.
    pub(super) lower: i32,
    /// It is at most this.
    pub(super) upper: i32,
    /// How many plies were searched for that.
    pub(super) depth: u8,
    /// The best move, if one was better than expected.
    pub(super) best: Option<Step>,
}

/// Slots tried for a state: a line of the processor's cache.
const BUCKET: usize = 4;
const SLOT_BYTES: usize = size_of::<[AtomicU64; 2]>();
/// Added to bounds to make them positive, in 13 bits.
const MIDDLE: i32 = 1 << 12;
/// Boards told apart before the table must be emptied.
const GENERATIONS: u64 = 1 << 10;

/// The table.
pub(super) struct TranspositionTable {
    slots: Box<[[AtomicU64; 2]]>,
    /// A hash is shifted by this to give a bucket.
    shift: u32,
    /// Slots of other generations count as empty.
    generation: u64,
}

impl TranspositionTable {
    /// The least that a table takes.
    pub(super) const LEAST_BYTES: usize = 2 * BUCKET * SLOT_BYTES;

    /// A table of at most this many bytes, and at least [`TranspositionTable::LEAST_BYTES`].
    pub(super) fn new(bytes: usize) -> Self {
        let log2_buckets = (bytes / (BUCKET * SLOT_BYTES)).max(2).ilog2();
        let slots = bytemuck::zeroed_slice_box(BUCKET << log2_buckets);
        Self { slots, shift: u64::BITS - log2_buckets, generation: 0 }
    }

    /// How many bytes its slots take.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * SLOT_BYTES
    }

    /// Forgets everything without touching the slots.
    pub(super) fn clear(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        if self.generation == 0 {
            let count = self.slots.len();
            // The old slots are freed before new ones are allocated.
            self.slots = Box::default();
            self.slots = bytemuck::zeroed_slice_box(count);
        }
    }

    /// The entry of a state.
    #[inline]
    pub(super) fn get(&self, state: State) -> Option<Known> {
        let name = name_of(state);
        for [check, data] in self.bucket(name, state.other) {
            let word = data.load(Relaxed);
            if check.load(Relaxed) ^ mixed(word) == name && self.is_of(word, state.other) {
                return Some(unpacked(word));
            }
        }
        None
    }

    /// Stores the entry of a state; if the bucket is full, it replaces the state with least left to play.
    #[inline]
    pub(super) fn put(&self, state: State, known: Known) {
        let name = name_of(state);
        let bucket = self.bucket(name, state.other);
        let (mut least, mut place) = (u32::MAX, &bucket[0]);
        for slot in bucket {
            let word = slot[1].load(Relaxed);
            let old = slot[0].load(Relaxed) ^ mixed(word);
            if !self.is_current(word) || old == name && self.is_of(word, state.other) {
                place = slot;
                break;
            }
            let n_left = (old >> 7).count_ones();
            if n_left < least {
                (least, place) = (n_left, slot);
            }
        }
        let word = packed(state.other, known) | self.generation << GENERATION_AT | IN_USE;
        place[1].store(word, Relaxed);
        place[0].store(name ^ mixed(word), Relaxed);
    }

    #[inline]
    fn bucket(&self, name: u64, other: u8) -> &[[AtomicU64; 2]] {
        let hash = mixed(name ^ u64::from(other) << 57);
        let hash = mixed(hash ^ hash >> 32);
        let first = BUCKET * (hash >> self.shift) as usize;
        &self.slots[first..first + BUCKET]
    }

    #[inline]
    fn is_current(&self, word: u64) -> bool {
        word >> GENERATION_AT == self.generation | IN_USE >> GENERATION_AT
    }

    /// Whether a word belongs to a state with this other knight; the own one is in the name.
    #[inline]
    fn is_of(&self, word: u64, other: u8) -> bool {
        word as u8 & 127 == other && self.is_current(word)
    }
}

const GENERATION_AT: u32 = 53;
const IN_USE: u64 = 1 << 63;

/// All of a state but the other knight, in 62 bits.
#[inline]
fn name_of(state: State) -> u64 {
    state.left << 7 | u64::from(state.own)
}

#[inline]
fn mixed(word: u64) -> u64 {
    word.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A place that no knight has.
const NOWHERE: u8 = 127;

#[inline]
fn packed(other: u8, known: Known) -> u64 {
    let step = known.best.unwrap_or(Step { to: NOWHERE, removed: NO_DOUBLE });
    u64::from(other)
        | u64::from(known.depth) << 7
        | u64::from(step.to) << 14
        | u64::from(step.removed) << 21
        | ((known.lower + MIDDLE) as u64) << 27
        | ((known.upper + MIDDLE) as u64) << 40
}

#[inline]
fn unpacked(word: u64) -> Known {
    let step = Step { to: (word >> 14) as u8 & 127, removed: (word >> 21) as u8 & 63 };
    Known {
        lower: (word >> 27 & 0x1fff) as i32 - MIDDLE,
        upper: (word >> 40 & 0x1fff) as i32 - MIDDLE,
        depth: (word >> 7) as u8 & 127,
        best: (step.to != NOWHERE).then_some(step),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_entries_are_found_and_no_others() {
        let mut table = TranspositionTable::new(1 << 16);
        for i in 0..200_u64 {
            let state = State { left: (1 << 55) - 1 - i * i, own: 99, other: i as u8 & 63 };
            let best = (i % 2 == 0).then_some(Step { to: 64 + i as u8 % 45, removed: 47 });
            let known = Known { lower: -BEYOND, upper: i as i32, depth: i as u8 & 127, best };
            table.put(state, known);
            assert_eq!(table.get(state), Some(known));
            assert_eq!(table.get(State { own: 98, ..state }), None);
            assert_eq!(table.get(State { other: state.other + 1, ..state }), None);
            table.clear();
            assert_eq!(table.get(state), None);
        }
    }

    #[test]
    fn a_full_bucket_replaces_the_state_with_least_left_to_play() {
        let table = TranspositionTable::new(0);
        let known = Known { lower: 1, upper: 2, depth: 3, best: None };
        let state = |n_left: u64| State { left: (1 << n_left) - 1, own: 1, other: 2 };
        for n_left in (1..50).rev() {
            table.put(state(n_left), known);
        }
        assert_eq!(table.get(state(49)), Some(known));
        let n_found = (1..50).filter(|&n_left| table.get(state(n_left)).is_some()).count();
        assert_eq!(n_found, 2 * BUCKET);
    }
}
