//! A function from known keys to four bits, in about five bits a key and without the keys.
//!
//! Each key names three slots, one in each third of an array, and its value is the exclusive or of
//! what they hold. Chazelle, Kilian, Rubinfeld and Tal, *The Bloomier Filter*, 2004; built by peeling
//! (Majewski, Wormald, Havas and Czech, 1996), which succeeds when there are at least 1.23 slots a
//! A key that was not there when it was built gets an arbitrary value.

/// Slots per key, in hundredths; a little above the threshold.
const SLOTS_PER_HUNDRED: usize = 124;

/// The function; two slots a byte.
pub(super) struct Retrieval<B> {
    seed: u64,
    third: usize,
    slots: B,
}

impl<B: AsRef<[u8]>> Retrieval<B> {
    /// A function built before.
    pub(super) fn new(seed: u64, slots: B) -> Self {
        Self { seed, third: slots.as_ref().len() * 2 / 3, slots }
    }

    /// The value of a key.
    #[inline]
    pub(super) fn value(&self, key: u64) -> u8 {
        let places = places(key, self.seed, self.third);
        places.iter().fold(0, |value, &place| value ^ nibble(self.slots.as_ref(), place))
    }
}

/// Slots, and the seed under which they hold these values. Keys are distinct.
pub(super) fn build(entries: &[(u64, u8)]) -> (u64, Vec<u8>) {
    // A whole number of bytes and of thirds.
    let third = 2 * (entries.len() * SLOTS_PER_HUNDRED / 600 + 8);
    let (seed, order) = (0..)
        .find_map(|seed| peel(entries, seed, third).map(|order| (seed, order)))
        .expect("some seed leaves no core: most do");
    let mut slots = vec![0; third * 3 / 2];
    // The slot a key was peeled by is read by no key that was peeled later.
    for &(entry, place) in order.iter().rev() {
        let (key, value) = entries[entry];
        let places = places(key, seed, third);
        let others = places.iter().fold(0, |others, &place| others ^ nibble(&slots, place));
        slots[place / 2] ^= (others ^ value) << (4 * (place & 1));
    }
    (seed, slots)
}

#[inline]
fn nibble(slots: &[u8], place: usize) -> u8 {
    slots[place / 2] >> (4 * (place & 1)) & 15
}

/// The three slots of a key.
#[inline]
fn places(key: u64, seed: u64, third: usize) -> [usize; 3] {
    // SplitMix64 (Steele, Lea, Flood, 2014) twice, for three numbers of 32 bits.
    let first = mix(key ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let second = mix(first);
    let scale = |hash: u64| (((hash & 0xffff_ffff) * third as u64) >> 32) as usize;
    [scale(first), third + scale(first >> 32), 2 * third + scale(second)]
}

#[inline]
fn mix(key: u64) -> u64 {
    let mixed = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The entries in an order in which each has a slot that no later one names; None if there is none.
fn peel(entries: &[(u64, u8)], seed: u64, third: usize) -> Option<Vec<(usize, usize)>> {
    // By slot: how many entries left name it, and the exclusive or of their numbers.
    let mut slots = vec![(0_u32, 0_usize); 3 * third];
    for (entry, &(key, _)) in entries.iter().enumerate() {
        for place in places(key, seed, third) {
            slots[place].0 += 1;
            slots[place].1 ^= entry;
        }
    }
    let mut lone: Vec<usize> = (0..slots.len()).filter(|&place| slots[place].0 == 1).collect();
    let mut order = Vec::with_capacity(entries.len());
    while let Some(place) = lone.pop() {
        let (1, entry) = slots[place] else {
            continue;
        };
        order.push((entry, place));
        for place in places(entries[entry].0, seed, third) {
            slots[place].0 -= 1;
            slots[place].1 ^= entry;
            if slots[place].0 == 1 {
                lone.push(place);
            }
        }
    }
    (order.len() == entries.len()).then_some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_value() {
        for count in [0, 1, 2, 10, 1000, 100_000] {
            let entries: Vec<_> = (0..count).map(|i| (mix(i), (i * i % 13) as u8)).collect();
            let (seed, slots) = build(&entries);
            assert!(slots.len() as u64 <= count * 63 / 100 + 32);
            let function = Retrieval::new(seed, slots);
            for (key, value) in entries {
                assert_eq!(function.value(key), value);
            }
        }
    }
}
