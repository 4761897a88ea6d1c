//! The next game to play: the schedule without finished games, in order, pairs first.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::pairing::{Fixture, PairPoints, Schedule};
use crate::statistics::Walk;

/// A worker's next task.
#[derive(Debug, PartialEq, Eq)]
pub enum Task {
    /// Play this game.
    Play(Fixture),
    /// Wait: the next round depends on games in progress.
    Wait,
    /// Stop: nothing is left.
    Leave,
}

/// Finished games: the players, and the half points of player 1.
pub type Finished = BTreeMap<u64, ([usize; 2], u8)>;

/// The state of a tournament in progress.
pub struct Dispatch {
    schedule: Schedule,
    pending: VecDeque<Fixture>,
    running: BTreeSet<u64>,
    finished: Finished,
    next_round: u64,
    walk: Option<Walk>,
    /// Pairs the sequential test has seen: all up to the first incomplete one, so that neither the order in which
    /// games end nor their length affects it.
    walked: u64,
}

impl Dispatch {
    /// A tournament of which these games are finished.
    pub fn new(schedule: Schedule, walk: Option<Walk>, finished: Finished) -> Self {
        let mut dispatch = Self {
            schedule,
            pending: VecDeque::new(),
            running: BTreeSet::new(),
            finished,
            next_round: 0,
            walk,
            walked: 0,
        };
        dispatch.advance();
        dispatch
    }

    /// The next game for a worker.
    pub fn take(&mut self) -> Task {
        loop {
            if let Some(fixture) = self.pending.pop_front() {
                self.running.insert(fixture.number);
                return Task::Play(fixture);
            }
            if self.is_decided() || self.next_round >= self.schedule.rounds() {
                return Task::Leave;
            }
            let before = self.next_round * self.schedule.pairs_per_round();
            let results: Vec<PairPoints> = if self.schedule.waits_for_results() {
                let results: Option<Vec<PairPoints>> =
                    (0..before).map(|pair| self.pair(pair)).collect();
                let Some(results) = results else {
                    return if self.running.is_empty() { Task::Leave } else { Task::Wait };
                };
                results
            } else {
                Vec::new()
            };
            let round = self.schedule.round(self.next_round, &results);
            self.next_round += 1;
            let missing = |fixture: &Fixture| !self.finished.contains_key(&fixture.number);
            self.pending = round.into_iter().filter(missing).collect();
        }
    }

    /// The next game if it belongs to this pair: a pair can be played in one go.
    pub fn take_other(&mut self, pair: u64) -> Option<Fixture> {
        let fixture = *self.pending.front().filter(|next| next.pair() == pair)?;
        self.pending.pop_front();
        self.running.insert(fixture.number);
        Some(fixture)
    }

    /// Marks a game as finished and stored.
    pub fn finish(&mut self, number: u64, seats: [usize; 2], half_points: u8) {
        self.running.remove(&number);
        self.finished.insert(number, (seats, half_points));
        self.advance();
    }

    /// Marks a game as cancelled: its result is not wanted any more.
    pub fn abandon(&mut self, number: u64) {
        self.running.remove(&number);
    }

    /// The sequential test, if there is one.
    pub fn walk(&self) -> Option<&Walk> {
        self.walk.as_ref()
    }

    /// A complete pair.
    fn pair(&self, pair: u64) -> Option<PairPoints> {
        let &(seats, first) = self.finished.get(&(2 * pair))?;
        let &(_, second) = self.finished.get(&(2 * pair + 1))?;
        Some((seats, u32::from(first) + 2 - u32::from(second)))
    }

    fn is_decided(&self) -> bool {
        self.walk.as_ref().is_some_and(|walk| walk.crossing().is_some())
    }

    /// Feeds the test all pairs it can see now; after the crossing no new pair begins.
    fn advance(&mut self) {
        while let (Some((_, half_points)), false) = (self.pair(self.walked), self.is_decided()) {
            self.walked += 1;
            if let Some(walk) = &mut self.walk {
                walk.add(half_points as usize);
            }
        }
        if self.is_decided() {
            self.pending = self.halves().into();
        }
    }

    /// The missing games of pairs that have begun.
    fn halves(&self) -> Vec<Fixture> {
        let begun: BTreeSet<u64> =
            self.finished.keys().chain(&self.running).map(|number| number / 2).collect();
        let mut missing = Vec::new();
        for pair in begun {
            let round = pair / self.schedule.pairs_per_round().max(1);
            let is_missing = |number: u64| {
                !self.finished.contains_key(&number) && !self.running.contains(&number)
            };
            if is_missing(2 * pair) || is_missing(2 * pair + 1) {
                let games = self.schedule.round(round, &[]);
                missing.extend(
                    games.into_iter().filter(|game| game.pair() == pair && is_missing(game.number)),
                );
            }
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Format, Settings};
    use crate::statistics::{Conclusion, Sprt};
    use crate::testing::settings;

    fn schedule(format: Format, n: usize, pairs: u64, rounds: u32) -> Schedule {
        let players = vec!["random"; n];
        Schedule::new(&Settings { format, pairs, rounds, ..settings(&players) })
    }

    fn play(dispatch: &mut Dispatch) -> Option<u64> {
        match dispatch.take() {
            Task::Play(fixture) => {
                dispatch.finish(fixture.number, fixture.seats, 2);
                Some(fixture.number)
            }
            _ => None,
        }
    }

    #[test]
    fn only_what_is_missing_is_played_in_order() {
        let schedule = schedule(Format::RoundRobin, 3, 2, 0);
        let finished = [0, 3, 4, 7, 11].map(|number| (number, ([0, 1], 1))).into();
        let mut dispatch = Dispatch::new(schedule, None, finished);
        let played: Vec<u64> = std::iter::from_fn(|| play(&mut dispatch)).collect();
        assert_eq!(played, [1, 2, 5, 6, 8, 9, 10]);
    }

    #[test]
    fn a_swiss_round_waits_for_the_one_before() {
        let mut dispatch = Dispatch::new(schedule(Format::Swiss, 4, 1, 2), None, Finished::new());
        let Task::Play(held) = dispatch.take() else { panic!("a game was expected") };
        (0..3).for_each(|_| assert!(play(&mut dispatch).is_some()));
        assert_eq!(dispatch.take(), Task::Wait);
        dispatch.finish(held.number, held.seats, 1);
        let rest: Vec<u64> = std::iter::from_fn(|| play(&mut dispatch)).collect();
        assert_eq!(rest, [4, 5, 6, 7]);
        assert_eq!(dispatch.take(), Task::Leave);
    }

    /// Results by number: the first player of each pair wins both games.
    fn won(numbers: impl Iterator<Item = u64>) -> Finished {
        numbers.map(|n| if n % 2 == 0 { (n, ([0, 1], 2)) } else { (n, ([1, 0], 0)) }).collect()
    }

    #[test]
    fn at_the_crossing_pairs_are_completed_and_nothing_new_begins() {
        let walk = Walk::new(Sprt::normalized(0.0, 50.0));
        let schedule = schedule(Format::RoundRobin, 2, 10_000, 0);
        let mut dispatch = Dispatch::new(schedule.clone(), Some(walk.clone()), Finished::new());
        let mut held = None;
        let mut last = 0;
        while let Task::Play(fixture) = dispatch.take() {
            if fixture.number == 9 && held.is_none() {
                held = Some(fixture);
                continue;
            }
            last = fixture.number;
            dispatch.finish(
                fixture.number,
                fixture.seats,
                if fixture.seats[0] == 0 { 2 } else { 0 },
            );
            // The test sees nothing beyond the game that is still being played.
            if last > 400
                && let Some(fixture) = held
            {
                assert_eq!(dispatch.walk().and_then(Walk::crossing), None);
                dispatch.finish(fixture.number, fixture.seats, 0);
            }
        }
        let crossing = dispatch.walk().and_then(Walk::crossing).unwrap();
        assert_eq!(crossing.conclusion, Conclusion::Passed);
        assert!(crossing.pairs < 200, "{crossing:?}");
        assert_eq!(
            ((dispatch.finished.len() as u64) % 2, last),
            (0, (dispatch.finished.len() as u64) - 1)
        );
        // An interrupted run comes to the same verdict, and completes the pair left open.
        let finished = won((0..last).filter(|number| *number != 333));
        let mut resumed = Dispatch::new(schedule, Some(walk), finished);
        let rest: Vec<u64> = std::iter::from_fn(|| play(&mut resumed)).collect();
        assert_eq!(rest, [333, last]);
        assert_eq!(resumed.walk().and_then(Walk::crossing), Some(crossing));
    }
}
