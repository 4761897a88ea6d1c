//! The schedule: pairs of games in rounds, numbered from 0 without gaps.
//!
//! Pair `p` is the games `2p` and `2p + 1`: the same opening, the sides swapped. A round of a round
//! robin, gauntlet or ladder is one pair of every meeting, all from one opening, so that more rounds
//! only add to a schedule and never change what was played.

use serde::{Deserialize, Serialize};

use crate::settings::{Format, Settings};

use super::swiss;

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// Its index in the schedule.
    pub number: u64,
    /// Indices of the players, the one who moves first first.
    pub seats: [usize; 2],
    /// Which opening.
    pub opening: u64,
}

impl Fixture {
    /// The pair it belongs to.
    pub fn pair(&self) -> u64 {
        self.number / 2
    }
}

/// The result of a finished pair: its players, and the half points of the first.
pub type PairPoints = ([usize; 2], u32);

/// All games of a tournament.
#[derive(Clone, Debug)]
pub struct Schedule {
    format: Format,
    n_players: usize,
    pairs: u64,
    rounds: u64,
    seed: u64,
}

impl Schedule {
    /// The schedule of these settings.
    pub fn new(settings: &Settings) -> Self {
        let is_swiss = settings.format == Format::Swiss;
        Self {
            format: settings.format,
            n_players: settings.players.len(),
            pairs: settings.pairs,
            rounds: if is_swiss { u64::from(settings.rounds) } else { settings.pairs },
            seed: settings.seed,
        }
    }

    /// Whether a round depends on the results of all games before it.
    pub fn waits_for_results(&self) -> bool {
        self.format == Format::Swiss
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// How many pairs a round has.
    pub fn pairs_per_round(&self) -> u64 {
        match self.format {
            Format::Swiss => (self.n_players as u64 / 2) * self.pairs,
            _ => self.meetings().len() as u64,
        }
    }

    /// How many games there are in all.
    pub fn n_games(&self) -> u64 {
        2 * self.rounds * self.pairs_per_round()
    }

    /// The games of a round. `results` are all pairs of the rounds before it; only Swiss rounds use them.
    pub fn round(&self, round: u64, results: &[PairPoints]) -> Vec<Fixture> {
        let first = round * self.pairs_per_round();
        let meetings: Vec<([usize; 2], u64)> = match self.format {
            Format::Swiss => {
                let meetings = swiss::pair(self.n_players, self.seed, results);
                let often =
                    |meeting| (0..self.pairs).map(move |k| (meeting, round * self.pairs + k));
                meetings.into_iter().flat_map(often).collect()
            }
            _ => self.meetings().into_iter().map(|meeting| (meeting, round)).collect(),
        };
        let games = meetings.into_iter().zip(first..).flat_map(|((meeting, opening), pair)| {
            let [a, b] = meeting;
            [
                Fixture { number: 2 * pair, seats: [a, b], opening },
                Fixture { number: 2 * pair + 1, seats: [b, a], opening },
            ]
        });
        games.collect()
    }

    /// The meetings of every round of a format that does not depend on results.
    fn meetings(&self) -> Vec<[usize; 2]> {
        let n = self.n_players;
        match self.format {
            Format::RoundRobin => circle(n),
            Format::Gauntlet => (1..n).map(|other| [0, other]).collect(),
            Format::Ladder => (1..n).map(|upper| [upper - 1, upper]).collect(),
            Format::Swiss => Vec::new(),
        }
    }
}

/// All meetings in the order of the circle method: the first player stays, the others turn, so that
/// each plays about as often as any other at every moment.
fn circle(n: usize) -> Vec<[usize; 2]> {
    let even = n.next_multiple_of(2);
    let mut meetings = Vec::new();
    for turn in 0..even.saturating_sub(1) {
        let at = |place: usize| match place {
            0 => 0,
            place => (place - 1 + turn) % (even - 1) + 1,
        };
        for place in 0..even / 2 {
            let (a, b) = (at(place), at(even - 1 - place));
            // With an odd number of players the last seat is a bye.
            if a < n && b < n {
                meetings.push([a.min(b), a.max(b)]);
            }
        }
    }
    meetings
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn schedule(format: Format, n_players: usize, pairs: u64, rounds: u64) -> Schedule {
        Schedule { format, n_players, pairs, rounds, seed: 1 }
    }

    #[test]
    fn everybody_meets_everybody_once_a_round() {
        for n in 0..9 {
            let meetings = circle(n);
            let different: BTreeSet<_> = meetings.iter().collect();
            assert_eq!(
                (meetings.len(), different.len()),
                (n * n.saturating_sub(1) / 2, meetings.len())
            );
        }
    }

    #[test]
    fn games_come_in_swapped_pairs_and_are_numbered_without_gaps() {
        for format in [Format::RoundRobin, Format::Gauntlet, Format::Ladder] {
            let schedule = schedule(format, 5, 3, 3);
            let games: Vec<Fixture> = (0..3).flat_map(|round| schedule.round(round, &[])).collect();
            assert_eq!(games.len() as u64, schedule.n_games());
            for (number, pair) in games.chunks(2).enumerate() {
                let [white, black] = [pair[0], pair[1]];
                assert_eq!(
                    (white.number, black.number),
                    (2 * number as u64, 2 * number as u64 + 1)
                );
                assert_eq!(white.seats, [black.seats[1], black.seats[0]]);
                assert_eq!(white.opening, black.opening);
            }
        }
    }

    #[test]
    fn a_longer_schedule_begins_like_a_shorter_one() {
        let games = |pairs| {
            let schedule = schedule(Format::RoundRobin, 4, pairs, pairs);
            (0..pairs).flat_map(|round| schedule.round(round, &[])).collect::<Vec<_>>()
        };
        assert_eq!(games(2), games(5)[..24]);
    }

    #[test]
    fn swiss_rounds_follow_the_results() {
        let schedule = schedule(Format::Swiss, 4, 2, 3);
        let first = schedule.round(0, &[]);
        assert_eq!((first.len(), schedule.n_games()), (8, 24));
        // The first of each meeting wins everything: the winners meet next.
        let results: Vec<PairPoints> = first.chunks(2).map(|pair| (pair[0].seats, 4)).collect();
        let winners: BTreeSet<usize> = results.iter().map(|(seats, _)| seats[0]).collect();
        let second = schedule.round(1, &results);
        let top: BTreeSet<usize> = second[0].seats.into_iter().collect();
        assert_eq!(top, winners);
        assert_eq!(second[0].number, 8);
    }
}
