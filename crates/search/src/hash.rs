//! A fast hash for short keys: multiply each word by an odd constant into 128 bits, fold the halves.
//!
//! Keys come from our own problems, never from an attacker, so speed and spread are all that count.
//! [`Neighbour`] keeps apart what differs between states that a search meets together.

use std::hash::{Hash, Hasher};

/// The hash of `key`, well spread over all 64 bits.
#[inline]
pub(crate) fn hash_of(key: &impl Hash) -> u64 {
    let mut hasher = Fold(SEED);
    key.hash(&mut hasher);
    hasher.finish()
}

/// A key as one of 1024 neighbours: numbers that differ in their last ten bits, or pairs of numbers that differ
/// in their last five each, such as cells of a map. Of longer keys the last two words count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neighbour {
    /// What all of them share: a hash of everything else.
    pub(crate) block: u64,
    /// Which of them it is.
    pub(crate) place: usize,
}

/// How many neighbours there are.
pub(crate) const NEIGHBOURS: usize = 1 << 10;

impl Neighbour {
    #[inline]
    pub(crate) fn of(key: &impl Hash) -> Self {
        let mut hasher = Near { hash: SEED, last: [0; 2], n_words: 0 };
        key.hash(&mut hasher);
        let [before, last] = hasher.last;
        let hash = Fold(hasher.hash);
        match hasher.n_words {
            0 | 1 => Self { block: hash.with(last >> 10), place: last as usize % NEIGHBOURS },
            _ => Self {
                block: Fold(hash.with(before >> 5)).with(last >> 5),
                place: ((before & 31) << 5 | last & 31) as usize,
            },
        }
    }
}

/// Folds all words but the last two.
struct Near {
    hash: u64,
    last: [u64; 2],
    /// 0, 1, or 2 for more.
    n_words: u8,
}

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

struct Fold(u64);

impl Fold {
    #[inline]
    fn with(&self, word: u64) -> u64 {
        let product = u128::from(self.0 ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        (product as u64) ^ ((product >> 64) as u64)
    }

    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = self.with(word);
    }
}

impl Near {
    #[inline]
    fn word(&mut self, word: u64) {
        if self.n_words == 2 {
            self.hash = Fold(self.hash).with(self.last[0]);
        }
        self.last = [self.last[1], word];
        self.n_words = (self.n_words + 1).min(2);
    }
}

macro_rules! by_words {
    ($($hasher:ty, $so_far:tt);*) => {$(
        impl Hasher for $hasher {
            #[inline]
            fn finish(&self) -> u64 {
                self.$so_far
            }
            #[inline]
            fn write(&mut self, bytes: &[u8]) {
                let mut words = bytes.chunks_exact(8);
                for word in &mut words {
                    self.word(u64::from_le_bytes(word.try_into().expect("chunks of eight")));
                }
                let rest = words.remainder();
                if !rest.is_empty() {
                    let mut word = [0; 8];
                    word[..rest.len()].copy_from_slice(rest);
                    self.word(u64::from_le_bytes(word) ^ ((rest.len() as u64) << 56));
                }
            }
            #[inline]
            fn write_u8(&mut self, word: u8) {
                self.word(u64::from(word));
            }
            #[inline]
            fn write_u16(&mut self, word: u16) {
                self.word(u64::from(word));
            }
            #[inline]
            fn write_u32(&mut self, word: u32) {
                self.word(u64::from(word));
            }
            #[inline]
            fn write_u64(&mut self, word: u64) {
                self.word(word);
            }
            #[inline]
            fn write_usize(&mut self, word: usize) {
                self.word(word as u64);
            }
        }
    )*};
}

by_words!(Fold, 0; Near, hash);

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn neighbouring_keys_spread_over_high_and_low_bits() {
        let mut high = [0_u32; 256];
        let mut low = [0_u32; 256];
        for key in 0..65_536_u64 {
            let hash = hash_of(&key);
            high[(hash >> 56) as usize] += 1;
            low[(hash & 255) as usize] += 1;
        }
        for count in high.into_iter().chain(low) {
            assert!((128..=512).contains(&count), "a bucket of 256 expected holds {count}");
        }
    }

    #[test]
    fn neighbours_share_a_block_and_have_places_of_their_own() {
        let row = (4096..5120_u32).map(|key| Neighbour::of(&key));
        let square = (0..1024_i32).map(|cell| Neighbour::of(&(cell / 32 - 32, 64 + cell % 32)));
        let long = (0..1024_u64).map(|cell| Neighbour::of(&(7_u8, cell / 32, cell % 32)));
        for neighbours in [row.collect::<Vec<_>>(), square.collect(), long.collect()] {
            let blocks: HashSet<u64> = neighbours.iter().map(|near| near.block).collect();
            let places: HashSet<usize> = neighbours.iter().map(|near| near.place).collect();
            assert_eq!((blocks.len(), places.len()), (1, NEIGHBOURS));
        }
        assert_ne!(Neighbour::of(&1023_u32).block, Neighbour::of(&1024_u32).block);
        assert_ne!(Neighbour::of(&(0_i32, 0_i32)).block, Neighbour::of(&(-1_i32, 0_i32)).block);
        assert_ne!(Neighbour::of(&(1_u8, 0, 0)).block, Neighbour::of(&(2_u8, 0, 0)).block);
    }
}
