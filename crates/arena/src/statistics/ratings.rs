//! Ratings of many players at once: the maximum-likelihood strengths for the results of all meetings.
//!
//! Bradley and Terry (1952), a draw counting as half a win; found by Newton's method. As in Bayeselo,
//! each player also gets half a win and half a loss against an average player (a prior), so that a player
//! who won or lost everything, or met only some of the others, has a finite rating as well.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Sample;

/// Results of the meetings of two players, from the first one's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games lost, drawn and won.
    pub games: [u64; 3],
    /// Complete pairs worth 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

impl Tally {
    /// The same meetings from the other side.
    pub fn turned(mut self) -> Self {
        self.games.reverse();
        self.pairs.reverse();
        self
    }

    /// Games played.
    pub fn n(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Points won, in halves.
    pub fn half_points(&self) -> u64 {
        2 * self.games[2] + self.games[1]
    }

    /// The pairs if there are any, else the games: what error bars are computed from.
    pub fn sample(&self) -> Sample {
        if self.pairs.iter().sum::<u64>() > 0 {
            Sample::pairs(self.pairs)
        } else {
            Sample::games(self.games)
        }
    }

    /// Adds a game worth 0, 1 or 2 half points to the first player.
    pub fn add_game(&mut self, half_points: usize) {
        self.games[half_points.min(2)] += 1;
    }

    /// Counts two games already added as a pair.
    pub fn add_pair(&mut self, half_points: usize) {
        self.pairs[half_points.min(4)] += 1;
    }
}

/// Who met whom, with which results.
#[derive(Clone, Debug, Default)]
pub struct CrossTable {
    n_players: usize,
    /// By lower and higher index, seen from the lower.
    meetings: BTreeMap<(usize, usize), Tally>,
}

/// A player's rating; the average of all is 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo points.
    pub elo: f64,
    /// Half the 95 % interval.
    pub margin: f64,
}

impl CrossTable {
    /// A table for this many players who have not met.
    pub fn new(n_players: usize) -> Self {
        Self { n_players, meetings: BTreeMap::new() }
    }

    /// Changes the tally of two players, seen from `one`.
    pub fn update(&mut self, one: usize, two: usize, change: impl FnOnce(&mut Tally)) {
        debug_assert!(one != two && one.max(two) < self.n_players);
        let tally = self.meetings.entry((one.min(two), one.max(two))).or_default();
        if one < two {
            change(tally);
        } else {
            let mut turned = tally.turned();
            change(&mut turned);
            *tally = turned.turned();
        }
    }

    /// The meetings of two players, from `one`'s point of view.
    pub fn tally(&self, one: usize, two: usize) -> Tally {
        let tally = self.meetings.get(&(one.min(two), one.max(two))).copied().unwrap_or_default();
        if one < two { tally } else { tally.turned() }
    }

    /// All games of a player, seen from that player.
    pub fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        for other in (0..self.n_players).filter(|&other| other != player) {
            let tally = self.tally(player, other);
            (0..3).for_each(|i| total.games[i] += tally.games[i]);
            (0..5).for_each(|i| total.pairs[i] += tally.pairs[i]);
        }
        total
    }

    /// The rating of every player.
    pub fn ratings(&self) -> Vec<Rating> {
        /// Elo points for a factor of e in the odds.
        const SCALE: f64 = 173.717_792_761_300_73;
        let strengths = self.strengths();
        let n = strengths.len() as f64;
        let average = strengths.iter().sum::<f64>() / n;
        let covariance = inverse(self.slope(&strengths).1);
        let with_all: Vec<f64> = covariance.iter().map(|row| row.iter().sum::<f64>() / n).collect();
        let of_average = with_all.iter().sum::<f64>() / n;
        let dispersion = self.dispersion(&strengths);
        let rating = |i: usize| {
            // Of the distance to the average: where all of them lie together means nothing.
            let variance = covariance[i][i] - 2.0 * with_all[i] + of_average;
            let margin = SCALE * 1.959_964 * (dispersion * variance).max(0.0).sqrt();
            Rating { elo: SCALE * (strengths[i] - average), margin }
        };
        (0..self.n_players).map(rating).collect()
    }

    /// The maximum-likelihood strengths, as log-odds against the average player.
    fn strengths(&self) -> Vec<f64> {
        /// No step is longer than this: far from the answer the curve misleads.
        const LONGEST: f64 = 2.0;
        let mut strengths = vec![0.0; self.n_players];
        for _ in 0..100 {
            let (gradient, curvature) = self.slope(&strengths);
            let inverse = inverse(curvature);
            let mut change = 0.0_f64;
            for (strength, row) in strengths.iter_mut().zip(&inverse) {
                let step: f64 = row.iter().zip(&gradient).map(|(a, b)| a * b).sum();
                let step = step.clamp(-LONGEST, LONGEST);
                *strength += step;
                change = change.max(step.abs());
            }
            if change < 1e-10 {
                break;
            }
        }
        strengths
    }

    /// The gradient of the log-likelihood and its negated Hessian.
    fn slope(&self, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let n = self.n_players;
        let (mut gradient, mut curvature) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        for (i, &strength) in strengths.iter().enumerate() {
            let p = logistic(strength);
            gradient[i] = 0.5 - p;
            curvature[i][i] = p * (1.0 - p);
        }
        for (&(i, j), tally) in &self.meetings {
            let n = tally.n() as f64;
            let p = logistic(strengths[i] - strengths[j]);
            let surplus = tally.half_points() as f64 / 2.0 - n * p;
            gradient[i] += surplus;
            gradient[j] -= surplus;
            let weight = n * p * (1.0 - p);
            curvature[i][i] += weight;
            curvature[j][j] += weight;
            curvature[i][j] -= weight;
            curvature[j][i] -= weight;
        }
        (gradient, curvature)
    }

    /// The ratio of the observed variance to that of independent games without draws: draws and swapped sides
    /// reduce it. At least one game's worth of variance remains whatever the results.
    fn dispersion(&self, strengths: &[f64]) -> f64 {
        let (mut seen, mut expected) = (0.25, 0.25);
        for (&(i, j), tally) in &self.meetings {
            let p = logistic(strengths[i] - strengths[j]);
            let sample = tally.sample();
            let per_result = sample.games_per_result() as f64;
            for (k, &count) in sample.counts().iter().enumerate() {
                seen += per_result * count as f64 * (sample.worth(k) - p).powi(2);
                expected += count as f64 * p * (1.0 - p);
            }
        }
        seen / expected
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The inverse of a symmetric matrix whose diagonal outweighs its rows, by Gauss and Jordan; no
/// pivoting is needed for those.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for i in 0..n {
        let pivot = matrix[i][i].max(1e-12);
        matrix[i].iter_mut().chain(&mut inverse[i]).for_each(|cell| *cell /= pivot);
        let (row, inverse_row) = (matrix[i].clone(), inverse[i].clone());
        for other in (0..n).filter(|&other| other != i) {
            let factor = matrix[other][i];
            let cells = matrix[other].iter_mut().chain(&mut inverse[other]);
            for (cell, above) in cells.zip(row.iter().chain(&inverse_row)) {
                *cell -= factor * above;
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(n: usize, results: &[(usize, usize, [u64; 5])]) -> CrossTable {
        let mut table = CrossTable::new(n);
        for &(one, two, pairs) in results {
            table.update(one, two, |tally| {
                for (k, &count) in pairs.iter().enumerate() {
                    tally.pairs[k] += count;
                    // A pair as two games: the points shared as evenly as they go.
                    tally.games[k / 2] += count;
                    tally.games[k.div_ceil(2)] += count;
                }
            });
        }
        table
    }

    #[test]
    fn two_players_agree_with_the_formula_for_pairs() {
        let pairs = [100, 300, 600, 400, 200];
        let ratings = table(2, &[(1, 0, pairs)]).ratings();
        let elo = Sample::pairs(pairs).elo().unwrap();
        let difference = ratings[1].elo - ratings[0].elo;
        assert!((difference - elo.value).abs() < 0.1, "{difference} {elo:?}");
        // Each is half as far from the average as from the other, and known twice as well.
        let margin = 2.0 * ratings[0].margin;
        assert!((margin - elo.margin.unwrap()).abs() < 0.1, "{margin} {elo:?}");
    }

    #[test]
    fn strengths_add_up_along_a_ladder() {
        // 3 : 1 is 191 points; two rungs are 382.
        let rung = [0, 0, 500, 0, 500];
        let ratings = table(3, &[(1, 0, rung), (2, 1, rung)]).ratings();
        let whole = ratings[2].elo - ratings[0].elo;
        assert!((whole - 2.0 * 190.85).abs() < 1.0, "{whole}");
        assert!(ratings[1].elo.abs() < 1e-6);
    }

    #[test]
    fn a_player_who_won_everything_has_a_finite_rating() {
        let ratings = table(4, &[(0, 1, [0, 0, 0, 0, 1000]), (1, 2, [0, 0, 0, 0, 1])]).ratings();
        assert!(ratings.iter().all(|r| r.elo.is_finite() && r.margin.is_finite()), "{ratings:?}");
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo);
        // Nothing is known about who did not play.
        assert!(ratings[3].margin > 300.0, "{ratings:?}");
    }

    #[test]
    fn tallies_turn_with_the_view() {
        let table = table(3, &[(2, 0, [1, 0, 0, 2, 3])]);
        assert_eq!(table.tally(0, 2).pairs, [3, 2, 0, 0, 1]);
        assert_eq!(table.total(2).n(), 12);
        assert_eq!(table.total(1).n(), 0);
        assert!(CrossTable::new(0).ratings().is_empty());
    }
}
