//! SplitMix64: a small, fast, repeatable source of random numbers (Steele, Lea and Flood, 2014).

/// Random numbers that follow from a seed.
///
/// ```
/// use plywood_search::random::SplitMix;
///
/// let (mut one, mut two) = (SplitMix::new(7), SplitMix::new(7));
/// assert!((0..100).all(|_| one.below(6) == two.below(6)));
/// assert!((0..100).all(|_| one.below(6) < 6));
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The numbers of this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    #[expect(clippy::should_implement_trait, reason = "numbers never end, and need no Option")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, each equally likely up to a bias below 2⁻³².
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}
