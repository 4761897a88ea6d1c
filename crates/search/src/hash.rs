//! A fast hash for short keys: multiply each word by an odd constant into 128 bits, fold the halves.
//!
//! Keys come from our own problems, never from an attacker, so speed and spread are all that count.

use std::hash::{Hash, Hasher};

/// The hash of `key`, well spread over all 64 bits.
#[inline]
pub(crate) fn hash_of(key: &impl Hash) -> u64 {
    let mut hasher = Fold(0x9e37_79b9_7f4a_7c15);
    key.hash(&mut hasher);
    hasher.finish()
}

struct Fold(u64);

impl Fold {
    #[inline]
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for Fold {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.fold(u64::from_le_bytes(word.try_into().expect("chunks of eight")));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.fold(u64::from_le_bytes(word) ^ ((rest.len() as u64) << 56));
        }
    }
    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.fold(u64::from(word));
    }
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.fold(u64::from(word));
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.fold(u64::from(word));
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.fold(word);
    }
    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.fold(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::hash_of;

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
}
