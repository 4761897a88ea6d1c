//! Random numbers that follow from a seed, for boards and hash keys.

/// SplitMix64 (Steele, Lea and Flood, 2014): a counter and a mixer, the same numbers everywhere.
///
/// A seed is part of a game's name, so neither this generator nor how [`SplitMix64::below`] uses it
/// may ever change.
pub(super) struct SplitMix64(u64);

impl SplitMix64 {
    /// The numbers that follow from a seed.
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number below `bound`: the high word of a product, with a bias below `bound` in 2⁶⁴.
    pub(super) const fn below(&mut self, bound: u64) -> u64 {
        ((self.next() as u128 * bound as u128) >> 64) as u64
    }
}

/// Spreads every bit of a number over all 64.
pub(super) const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    #[test]
    fn numbers_are_those_of_the_reference_program() {
        let mut random = SplitMix64::new(1_234_567);
        let first = [random.next(), random.next(), random.next()];
        assert_eq!(first, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }
}
