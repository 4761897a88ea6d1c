//! Results of one meeting: the first player's score, and its confidence interval.
//!
//! A pair is two games from one opening with the sides swapped. Its games are not independent, so error bars count
//! pairs where possible (five results: 0, ½, 1, 1½ and 2 points) and single games (three results) only where
//! there are no pairs.

use serde::Serialize;

use super::phi;

/// The 97.5 % quantile of the normal distribution.
const DEVIATIONS: f64 = 1.959_964;
/// Elo points per standard deviation of a single game: 800 / ln 10.
pub(super) const NORMALIZED: f64 = 347.435_585_522_601_5;
/// Scores beyond these are too extreme for a difference in Elo; 0.999 is 1200 points.
const LEAST_SCORE: f64 = 0.001;
const MOST_SCORE: f64 = 1.0 - LEAST_SCORE;

/// How often each result occurred, from worst to best for the first player, equally far apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    counts: Vec<u64>,
}

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Half the interval; `None` while every result was the same, since the variance is then unknown.
    pub margin: Option<f64>,
}

impl Sample {
    /// Pairs worth 0, ½, 1, 1½ and 2 points to the first player.
    pub fn pairs(counts: [u64; 5]) -> Self {
        Self { counts: counts.to_vec() }
    }

    /// Single games: lost, drawn, won.
    pub fn games(counts: [u64; 3]) -> Self {
        Self { counts: counts.to_vec() }
    }

    /// How many results there are.
    pub fn n(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many games make one result.
    pub fn games_per_result(&self) -> u64 {
        if self.counts.len() == 5 { 2 } else { 1 }
    }

    /// Result `i` as a share of what could be won.
    pub(super) fn worth(&self, i: usize) -> f64 {
        i as f64 / (self.counts.len() - 1) as f64
    }

    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The share of points the first player won.
    pub fn score(&self) -> Option<f64> {
        let n = self.n();
        let sum: f64 =
            self.counts.iter().enumerate().map(|(i, &count)| self.worth(i) * count as f64).sum();
        (n > 0).then(|| sum / n as f64)
    }

    /// The variance of the results.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        let square = |(i, &count): (usize, &u64)| (self.worth(i) - mean).powi(2) * count as f64;
        Some(self.counts.iter().enumerate().map(square).sum::<f64>() / self.n() as f64)
    }

    /// The standard error of the score.
    fn error(&self) -> Option<f64> {
        Some((self.variance()? / self.n() as f64).sqrt())
    }

    /// The difference in Elo points; the ends stop at ±1200.
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let half = DEVIATIONS * self.error()?;
        let (least, most) = match half {
            0.0 => self.range_of_equals(score),
            half => (score - half, score + half),
        };
        let (low, high) = (elo_of_score(least), elo_of_score(most));
        let margin = (half > 0.0).then_some((high - low) / 2.0);
        Some(Estimate { value: elo_of_score(score), low, high, margin })
    }

    /// The interval of the score, with 95 % confidence, if every result was the same: the exact bound of Clopper
    /// and Pearson (1934), 0.05^(1/n) for one that occurs n times out of n, on one side.
    fn range_of_equals(&self, score: f64) -> (f64, f64) {
        let share = 0.05_f64.powf(1.0 / self.n() as f64);
        (share * score, share * score + 1.0 - share)
    }

    /// The difference in standard deviations of a single game, on a scale like Elo's: it determines the number of games
    /// needed to see it, whatever the draw rate. `None` while every result was the same.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let per_game = self.games_per_result() as f64;
        let deviation = (per_game * self.variance()?).sqrt();
        if deviation == 0.0 {
            return None;
        }
        let value = (self.score()? - 0.5) / deviation * NORMALIZED;
        let margin = DEVIATIONS * NORMALIZED / (per_game * self.n() as f64).sqrt();
        let (low, high) = (value - margin, value + margin);
        Some(Estimate { value, low, high, margin: Some(margin) })
    }

    /// The likelihood of superiority of the first player. `None` while every result was the same: the variance is
    /// then unknown.
    pub fn superiority(&self) -> Option<f64> {
        let (lead, error) = (self.score()? - 0.5, self.error()?);
        (error > 0.0).then(|| phi(lead / error))
    }
}

/// The difference in Elo points with this expected score; at most 1200 either way.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(LEAST_SCORE, MOST_SCORE);
    let elo = -400.0 * (1.0 / score - 1.0).log10();
    // An even score is 0, not −0.
    elo + 0.0
}

/// The expected score of a player this many Elo points stronger.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pair counts, Elo ± margin, normalized Elo ± margin, as published.
    const KNOWN: [([u64; 5], [f64; 4]); 4] = [
        ([379, 10_170, 21_828, 10_640, 343], [1.59, 1.21, 3.05, 2.31]),
        ([184, 15, 508, 17, 290], [36.80, 14.74, 38.05, 15.12]),
        ([4, 4, 11, 15, 3], [42.47, 63.25, 54.30, 79.16]),
        ([10, 30, 60, 40, 20], [32.67, 29.22, 42.91, 38.07]),
    ];

    #[test]
    fn elo_and_normalized_elo_as_published() {
        for (counts, [elo, elo_margin, normalized, normalized_margin]) in KNOWN {
            let sample = Sample::pairs(counts);
            let ours = sample.elo().unwrap();
            assert!((ours.value - elo).abs() < 0.0051, "{counts:?}: {ours:?}");
            assert!((ours.margin.unwrap() - elo_margin).abs() < 0.0051, "{counts:?}: {ours:?}");
            let ours = sample.normalized_elo().unwrap();
            assert!((ours.value - normalized).abs() < 0.0051, "{counts:?}: {ours:?}");
            assert!((ours.margin.unwrap() - normalized_margin).abs() < 0.0051, "{counts:?}");
        }
    }

    #[test]
    fn a_lost_match_has_a_finite_elo() {
        let sample = Sample::games([726, 1, 1]);
        let elo = sample.elo().unwrap();
        assert_eq!(
            [elo.value.round(), elo.low.round(), elo.high.round()],
            [-1074.0, -1200.0, -917.0]
        );
    }

    #[test]
    fn undefined_statistics_are_none_and_no_figure_is_infinite() {
        assert_eq!(Sample::pairs([0; 5]).elo(), None);
        assert_eq!(Sample::games([0; 3]).superiority(), None);
        let drawn = Sample::pairs([0, 0, 10, 0, 0]);
        assert_eq!(drawn.elo().map(|elo| (elo.value, elo.margin)), Some((0.0, None)));
        assert_eq!((drawn.normalized_elo(), drawn.superiority()), (None, None));
        let won = Sample::pairs([0, 0, 0, 0, 7]);
        assert_eq!(won.elo().unwrap().value.round(), 1200.0);
        assert_eq!(won.superiority(), None);
        assert_eq!(Sample::games([1, 0, 0]).superiority(), None);
        let level = Sample::pairs([1, 0, 0, 0, 1]);
        assert_eq!(level.superiority().map(|share| (1e6 * share).round()), Some(500_000.0));
    }

    #[test]
    fn results_that_are_all_the_same_leave_a_wide_range() {
        // One pair, both games won: a share of 5 % at least.
        let once = Sample::pairs([0, 0, 0, 0, 1]).elo().unwrap();
        assert_eq!([once.low.round(), once.high.round()], [-512.0, 1200.0]);
        let often = Sample::pairs([0, 0, 0, 0, 100]).elo().unwrap();
        assert!((600.0..630.0).contains(&often.low), "{often:?}");
        let lost = Sample::pairs([1, 0, 0, 0, 0]).elo().unwrap();
        assert_eq!([lost.low.round(), lost.high.round()], [-1200.0, 512.0]);
        let drawn = Sample::pairs([0, 0, 10, 0, 0]).elo().unwrap();
        assert!(drawn.low < -80.0 && drawn.high > 80.0, "{drawn:?}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-700.0, -3.0, 0.0, 20.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }
}
