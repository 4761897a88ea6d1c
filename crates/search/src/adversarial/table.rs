//! The transposition table: what is known of positions already searched, by their hash key.
//!
//! A fixed number of slots, shared by all threads without locks: a slot is two words, and the first
//! is the key mixed with the second, so that words of different writers do not match (Hyatt and Mann,
//! 2002). Four slots lie in one line of the cache, and a key may stand in any of its four: a new result
//! takes the place of an older search's, or else of the least deep.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use plywood_contract::Score;

/// How a stored score relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// The true value.
    Exact,
}

/// What is known of a position, for its side to move.
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
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// One line of the cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The key mixed with the data, and the data.
type Slot = [AtomicU64; 2];

const NO_MOVE: u16 = u16::MAX;

impl Table {
    /// A table of at most this many bytes, and at least one bucket of 64.
    pub fn new(bytes: usize) -> Self {
        let n_buckets = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.resize_with(n_buckets, Bucket::default);
        Self { buckets, generation: AtomicU8::new(0) }
    }

    /// How many bytes its slots take.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    /// Begins a new search: what older ones left may be overwritten.
    pub fn age(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; 4] {
        // Multiplying spreads the key over any number of buckets, powers of two or not.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (u128::from(spread) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize].0
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let data = self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key && data != 0).then_some(data)
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
        let generation = self.generation.load(Relaxed) & 63;
        let mut least = u16::MAX;
        let mut chosen = None;
        for slot @ [check, data] in self.bucket(key) {
            let old = data.load(Relaxed);
            if check.load(Relaxed) ^ old == key && old != 0 {
                chosen = Some(slot);
                break;
            }
            // What an older search left counts less than anything of this one, and nothing least.
            let is_current = (old >> 2 & 63) as u8 == generation;
            let worth = if old == 0 {
                0
            } else {
                1 + (old >> 8 & 255) as u16 + (u16::from(is_current) << 8)
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
            | u64::from(generation) << 2
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
    fn what_was_put_is_found_and_nothing_else() {
        let table = Table::new(1 << 16);
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
        let table = Table::new(1);
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
    fn threads_never_read_what_nobody_wrote() {
        let table = Table::new(64);
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
