//! Fitting the [`Guide`] to games of self-play.
//!
//! The value net learns the reward of each game, half of it as it ended and half as the search saw it from
//! there; the prior learns where the search looked. Both are plain stochastic gradient descent (Adam: Kingma
//! and Ba, 2015; AdaGrad: Duchi and others, 2011) in one thread, so that the same games and the same seed
//! give the same weights. One game in ten is held back to measure.

mod prior;
mod value;

use super::guide::Guide;
use super::record::Record;

/// How a fit is made.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Passes over the games for the value.
    pub value_passes: u32,
    /// Passes over the games for the prior.
    pub prior_passes: u32,
    /// What all chance follows from.
    pub seed: u64,
    /// A margin's reward, from −1 to 1.
    pub reward: fn(i32) -> f32,
}

/// What the fit is worth on games held back.
#[derive(Clone, Debug, Default)]
pub struct Quality {
    /// By six plies: positions, cross entropy of the result by the net, by the search, and the standard
    /// error of the margin in points.
    pub value: Vec<(usize, f64, f64, f64)>,
    /// Decisions, cross entropy, share of first places and of the first ten for the move searched most.
    pub prior: (usize, f64, f64, f64),
}
impl Fit {
    /// Fits the value to all games, and the prior to those after the first `n_older`: where to look is best
    /// learned from whoever searches best.
    pub fn run(&self, records: &[Record], n_older: usize) -> (Guide, Quality) {
        let mut quality = Quality::default();
        let net = self.value(records, &mut quality);
        let (prior, gains) = self.prior(&records[n_older..], &mut quality);
        (Guide { prior, gains, net }, quality)
    }
}

/// One game in so many is held back.
const HELD_BACK: usize = 10;

/// Random numbers for the descent: xorshift (Marsaglia, 2003).
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Between −`most` and `most`.
    fn around_zero(&mut self, most: f32) -> f32 {
        ((self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * most
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, (self.next() % (i as u64 + 1)) as usize);
        }
    }
}
