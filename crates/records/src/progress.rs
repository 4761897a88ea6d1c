//! A person's results against the levels, from the games that are kept.
//!
//! A rating is a point on the scale of levels. The model: a player one level stronger takes two points of three, which
//! is 120 Elo; a person whose results are few is first taken to be somewhere near level 5 (mean 5, deviation 2.5).
//! The posterior's mean and deviation are summed on a grid; Glickman's idea (1999) with the opponents' ratings fixed.

use std::collections::BTreeMap;

use plywood_workbench::games::Seat;
use plywood_workbench::play::{Level, Player};
use serde::Serialize;

use crate::store::{Store, StoreError, Summary};

/// Odds gained by one level: two points of three.
const ODDS: f64 = 2.0;

/// The prior: mean and deviation of a person's rating before the first game.
const PRIOR: (f64, f64) = (5.0, 2.5);

/// The most games considered, the latest ones.
const MOST_GAMES: u32 = 100_000;

/// A person's results at one game; the field names are the JSON keys.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// The game.
    pub game: String,
    /// Finished games of one person against a level.
    pub games: u32,
    /// Results by level, the lowest first; levels never met are left out.
    pub levels: Vec<LevelResults>,
    /// The estimated rating, on the scale of levels.
    pub rating: f64,
    /// Half the width of its 95 % interval.
    pub rating_error: f64,
    /// The level whose games would be closest.
    pub next_level: u8,
}

/// Results against one level, from the person's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LevelResults {
    /// The level.
    pub level: u8,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Store {
    /// The results of the person here, game by game, those played most first.
    pub fn progress(&self) -> Result<Vec<Progress>, StoreError> {
        Ok(progress(&self.list(None, MOST_GAMES)?))
    }
}

fn progress(games: &[Summary]) -> Vec<Progress> {
    let mut met: BTreeMap<&str, BTreeMap<u8, LevelResults>> = BTreeMap::new();
    for summary in games {
        let Some((level, points)) = result(summary) else { continue };
        let number = level.number();
        let levels = met.entry(&summary.game).or_default();
        let known =
            levels.entry(number).or_insert(LevelResults { level: number, ..Default::default() });
        match points {
            Some(true) => known.wins += 1,
            Some(false) => known.losses += 1,
            None => known.draws += 1,
        }
    }
    let mut all: Vec<Progress> = met
        .into_iter()
        .map(|(game, levels)| {
            let levels: Vec<LevelResults> = levels.into_values().collect();
            let (rating, deviation) = estimate(&levels);
            Progress {
                game: game.to_owned(),
                games: levels.iter().map(|one| one.wins + one.draws + one.losses).sum(),
                rating,
                rating_error: 1.96 * deviation,
                next_level: rating.round().clamp(1.0, 9.0) as u8,
                levels,
            }
        })
        .collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.games));
    all
}

/// The level a person met, and whether the person won; none for other games.
fn result(summary: &Summary) -> Option<(Level, Option<bool>)> {
    let ending = summary.ending.as_ref()?;
    let players = summary.players.each_ref().map(|name| name.parse::<Player>().ok());
    let (level, person) = match players {
        [Some(Player::Human), Some(Player::Level(level))] => (level, Seat::One),
        [Some(Player::Level(level)), Some(Player::Human)] => (level, Seat::Two),
        _ => return None,
    };
    Some((level, ending.winner.map(|winner| winner == person.number())))
}

/// Mean and deviation of the posterior of the rating.
fn estimate(levels: &[LevelResults]) -> (f64, f64) {
    let weight = |rating: f64| {
        let prior = -((rating - PRIOR.0) / PRIOR.1).powi(2) / 2.0;
        let likely = levels.iter().map(|one| {
            let score = 1.0 / (1.0 + ODDS.powf(f64::from(one.level) - rating));
            let (won, lost) = (f64::from(one.wins), f64::from(one.losses));
            let half = f64::from(one.draws) / 2.0;
            (won + half) * score.ln() + (lost + half) * (1.0 - score).ln()
        });
        prior + likely.sum::<f64>()
    };
    // From three levels below the first to three above the last, in steps well below the error.
    let grid: Vec<(f64, f64)> =
        (0..=1500).map(|i| f64::from(i) / 100.0 - 2.0).map(|at| (at, weight(at))).collect();
    let most = grid.iter().map(|(_, log)| *log).fold(f64::NEG_INFINITY, f64::max);
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        grid.iter().map(|(at, log)| of(*at) * (log - most).exp()).sum()
    };
    let all = sum(&|_| 1.0);
    let mean = sum(&|at| at) / all;
    (mean, (sum(&|at| (at - mean).powi(2)) / all).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(level: u8, wins: u32, draws: u32, losses: u32) -> LevelResults {
        LevelResults { level, wins, draws, losses }
    }

    #[test]
    fn many_even_games_against_a_level_are_that_level() {
        let (rating, deviation) = estimate(&[results(3, 200, 0, 200)]);
        assert!((rating - 3.0).abs() < 0.05, "{rating}");
        assert!(deviation < 0.2, "{deviation}");
        let (rating, _) = estimate(&[results(3, 400, 0, 200)]);
        assert!((rating - 4.0).abs() < 0.1, "two points of three are a level more: {rating}");
    }

    #[test]
    fn few_games_say_little_and_say_so() {
        let (none, wide) = estimate(&[]);
        assert!((none - 5.0).abs() < 0.2 && wide > 2.0, "{none} {wide}");
        let (one, narrower) = estimate(&[results(1, 0, 0, 1)]);
        assert!(one < none && narrower < wide, "{one} {narrower}");
        let (won, _) = estimate(&[results(9, 30, 0, 0)]);
        assert!(won > 9.0, "{won}");
    }
}
