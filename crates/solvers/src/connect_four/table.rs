//! The transposition table: a word for each position, the whole position in it.

/// A bound on a score. Scores lie between −21 and 21.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at least this.
    Lower(i32),
    /// It is at most this.
    Upper(i32),
}

/// Slots of one word: 49 bits of position, 7 bits of bound, 8 bits of which clearing it came after. No
/// position is taken for another.
///
/// Memory is asked for zeroed and touched only where something is stored: a table of gigabytes is made and
/// cleared in microseconds.
pub(super) struct TranspositionTable {
    slots: Vec<u64>,
    /// Slots of other generations count as empty; 0 to [`GENERATIONS`] − 1.
    generation: u64,
}

/// Clearings before memory is asked for anew.
const GENERATIONS: u64 = 1 << 8;
/// The bits of a position and its bound.
const GENERATION_AT: u32 = 56;

/// The bits of a bound.
const BOUND_BITS: u32 = 7;
/// Added to scores to make them positive.
const MIDDLE: i32 = 22;
/// Lower bounds come behind all upper ones.
const LOWER_FROM: i32 = 2 * MIDDLE + 1;

impl TranspositionTable {
    /// A table of at most this many bytes, and of one slot at least.
    pub(super) fn new(bytes: usize) -> Self {
        // An odd count spreads positions, whose lower bits are the first columns.
        let count = (bytes / size_of::<u64>()).max(1);
        let count = if count > 1 { (count - 1) | 1 } else { 1 };
        Self { slots: vec![0; count], generation: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        if self.generation == 0 {
            let count = self.slots.len();
            // The old slots are freed before new ones are allocated.
            self.slots = Vec::new();
            self.slots = vec![0; count];
        }
    }

    /// The bound of the position with this key, which is never 0.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Bound> {
        let slot = self.slots[self.place(key)];
        (slot >> BOUND_BITS == self.named(key)).then(|| {
            let code = (slot & ((1 << BOUND_BITS) - 1)) as i32;
            match code < LOWER_FROM {
                true => Bound::Upper(code - MIDDLE),
                false => Bound::Lower(code - LOWER_FROM - MIDDLE),
            }
        })
    }

    /// Stores a bound in place of any other.
    #[inline]
    pub(super) fn put(&mut self, key: u64, bound: Bound) {
        let code = match bound {
            Bound::Upper(score) => score + MIDDLE,
            Bound::Lower(score) => score + MIDDLE + LOWER_FROM,
        };
        let place = self.place(key);
        self.slots[place] = self.named(key) << BOUND_BITS | code as u64;
    }

    /// A key with the generation, as a slot holds them.
    #[inline]
    fn named(&self, key: u64) -> u64 {
        debug_assert!(key >> (GENERATION_AT - BOUND_BITS) == 0 && key != 0);
        key | self.generation << (GENERATION_AT - BOUND_BITS)
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key % self.slots.len() as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, TranspositionTable};

    #[test]
    fn stored_entries_are_found_and_no_others() {
        let mut table = TranspositionTable::new(1 << 10);
        for (i, score) in (-21..=21).enumerate() {
            let key = (1 << 48) + 977 * i as u64;
            for bound in [Bound::Upper(score), Bound::Lower(score)] {
                table.put(key, bound);
                assert_eq!(table.get(key), Some(bound));
                assert_eq!(table.get(key + 1), None);
            }
        }
        table.clear();
        assert_eq!(table.get(1 << 48), None);
    }
}
