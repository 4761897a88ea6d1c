//! The transposition table: results of positions already searched, by their hash key.
//!
//! A fixed number of slots, shared by all threads without locks: a slot is two words, and the first
//! is the key mixed with the second, so that words of different writers do not match (Hyatt and Mann,
//! 2002). Four slots lie in one line of the cache, and a key may stand in any of its four: a new result
//! takes the place of an older search's, or else of the least deep.
//!
//! Memory is asked for zeroed and is touched only where something is stored, and clearing only begins
//! a new epoch: a table of gigabytes is made and cleared in microseconds.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use plywood_contract::Score;

/// How a stored score relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// It is exact.
    Exact,
}

/// The entry of a position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// Plies the search went on below the position; [`TO_THE_END`] if nothing was left to guess.
    pub(super) depth: u8,
    /// The place of the best move in the game's own list, if known.
    pub(super) best: Option<u16>,
}

/// The depth of a value that follows from the rules alone: no search can know more.
pub(super) const TO_THE_END: u8 = u8::MAX;

/// Results of searches, by hash key.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Eight words for each bucket: four slots of the key mixed with the data, and the data.
    words: Box<[AtomicU64]>,
    /// Words before the first bucket, so that every bucket lies in one line of the cache.
    first: usize,
    n_buckets: usize,
    /// Which clearing an entry must be younger than, 0 to 7.
    epoch: u64,
    /// Which search entries are of, counted modulo 8.
    age: AtomicU8,
}

/// One line of the cache.
const WORDS: usize = 8;
const NO_MOVE: u16 = u16::MAX;
const EPOCHS: u64 = 8;

impl TranspositionTable {
    /// A table of at most this many bytes, and at least one bucket of 64. Where so many cannot be had it is smaller.
    pub fn new(bytes: usize) -> Self {
        let bytes = crate::room::at_most(bytes);
        let n_buckets = (bytes / (WORDS * size_of::<AtomicU64>())).max(1);
        let mut table =
            Self { words: Box::default(), first: 0, n_buckets, epoch: 0, age: AtomicU8::new(0) };
        table.allocate();
        table
    }

    fn allocate(&mut self) {
        // The old words are freed before new ones are allocated.
        self.words = Box::default();
        self.words = bytemuck::zeroed_slice_box(WORDS * self.n_buckets + WORDS - 1);
        let past_line = self.words.as_ptr() as usize / size_of::<AtomicU64>() % WORDS;
        self.first = (WORDS - past_line) % WORDS;
    }

    /// How many bytes its slots take.
    pub fn bytes(&self) -> usize {
        self.n_buckets * WORDS * size_of::<AtomicU64>()
    }

    /// Forgets everything: entries of older epochs count as empty slots.
    pub fn clear(&mut self) {
        self.age = AtomicU8::new(0);
        self.epoch = (self.epoch + 1) % EPOCHS;
        if self.epoch == 0 {
            self.allocate();
        }
    }

    /// Begins a new search: what older ones left may be overwritten.
    pub fn age(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// The epoch and the age of what is stored now, in six bits.
    #[inline]
    fn generation(&self) -> u64 {
        self.epoch << 3 | u64::from(self.age.load(Relaxed) & 7)
    }

    /// Whether a word of data belongs to an entry of this epoch.
    #[inline]
    fn is_live(&self, data: u64) -> bool {
        data != 0 && data >> 5 & 7 == self.epoch
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64; WORDS] {
        // Multiplying spreads the key over any number of buckets, powers of two or not.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = ((u128::from(spread) * self.n_buckets as u128) >> 64) as usize;
        let words = &self.words[self.first + WORDS * place..];
        words.first_chunk().expect("every bucket has its words")
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let data = self.bucket(key).as_chunks().0.iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key && self.is_live(data)).then_some(data)
        })?;
        let best = (data >> 16) as u16;
        Some(Entry {
            score: (data >> 32) as u32 as Score,
            bound: match data & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
            depth: (data >> 8) as u8,
            best: (best != NO_MOVE).then_some(best),
        })
    }

    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let generation = self.generation();
        let mut least = u16::MAX;
        let mut chosen = None;
        for slot @ [check, data] in self.bucket(key).as_chunks().0 {
            let old = data.load(Relaxed);
            let is_live = self.is_live(old);
            if is_live && check.load(Relaxed) ^ old == key {
                chosen = Some(slot);
                break;
            }
            // Entries of older searches are replaced before any of this one, and empty slots first of all.
            let is_current = old >> 2 & 63 == generation;
            let worth = match is_live {
                true => 1 + (old >> 8 & 255) as u16 + (u16::from(is_current) << 8),
                false => 0,
            };
            if worth < least {
                (least, chosen) = (worth, Some(slot));
            }
        }
        let Some([check, data]) = chosen else { return };
        let bound = match entry.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        // The bound is never 0, so that a slot in use never is.
        let new = u64::from(entry.score as u32) << 32
            | u64::from(entry.best.unwrap_or(NO_MOVE)) << 16
            | u64::from(entry.depth) << 8
            | generation << 2
            | bound;
        data.store(new, Relaxed);
        check.store(key ^ new, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: u8) -> Entry {
        Entry { score, bound: Bound::Lower, depth, best: Some(3) }
    }

    #[test]
    fn stored_entries_are_found_and_no_others() {
        let table = TranspositionTable::new(1 << 16);
        for key in 1..200_u64 {
            let key = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
            for known in
                [entry(-7, 3), Entry { bound: Bound::Exact, best: None, ..entry(1 << 29, 9) }]
            {
                table.put(key, known);
                assert_eq!(table.get(key), Some(known));
            }
            assert_eq!(table.get(!key), None);
        }
    }

    #[test]
    fn the_least_deep_result_goes_first_unless_another_is_old() {
        let table = TranspositionTable::new(1);
        for key in 1..=4 {
            table.put(key, entry(5, key as u8 + 3));
        }
        table.put(5, entry(6, 9));
        assert_eq!(table.get(1), None);
        assert_eq!(table.get(2), Some(entry(5, 5)));
        table.age();
        table.put(5, entry(6, 9));
        table.put(6, entry(7, 1));
        table.put(7, entry(7, 1));
        assert_eq!(table.get(2), None);
        assert_eq!(table.get(6), Some(entry(7, 1)));
        assert_eq!(table.get(7), Some(entry(7, 1)));
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = TranspositionTable::new(640);
        let fresh = |table: &TranspositionTable| {
            (1..200_u64).for_each(|key| table.put(key, entry(key as Score, key as u8 % 9)));
            (1..200_u64).filter(|&key| table.get(key).is_some()).collect::<Vec<_>>()
        };
        let kept = fresh(&table);
        for _ in 0..20 {
            table.age();
            table.clear();
            assert!((1..200).all(|key| table.get(key).is_none()));
            assert_eq!(fresh(&table), kept);
        }
    }

    #[test]
    fn threads_never_read_a_torn_entry() {
        let table = TranspositionTable::new(64);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..200_000_u64 {
                        let key = (i * 4 + thread) % 61 + 1;
                        table.put(key, entry(key as Score * 3, key as u8));
                        if let Some(found) = table.get(i % 61 + 1) {
                            assert_eq!(found.score, (i % 61 + 1) as Score * 3);
                        }
                    }
                });
            }
        });
    }
}
