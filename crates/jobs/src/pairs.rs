//! The jobs of a tournament: pairs of games in the order of its schedule. A Swiss round waits for
//! the one before it, and a sequential test ends it all.

use std::collections::HashMap;

use plywood_arena::pairing::{Fixture, OpeningBook, Schedule};
use plywood_arena::run::{Dispatch, Finished, Roster, Task, seats};
use plywood_arena::settings::{Contestant, Settings};
use plywood_arena::statistics::{Crossing, Sprt, Walk};
use plywood_arena::store::GameRecord;

use crate::JobError;
use crate::job::{Job, PairOfGames, Work};
use plywood_workbench::message;

/// A tournament whose games are played elsewhere.
pub struct Pairs {
    settings: Settings,
    book: OpeningBook,
    dispatch: Dispatch,
    n_games: u64,
    /// Jobs handed out whose results are not there yet.
    open: HashMap<String, Vec<Fixture>>,
    games: Vec<GameRecord>,
    has_ended: bool,
}

impl Pairs {
    /// A tournament of which these games are finished.
    pub fn new(settings: Settings, games: Vec<GameRecord>) -> Result<Self, JobError> {
        settings.check()?;
        settings.check_limits(|_| false)?;
        for player in &settings.players {
            player.engine.parse::<Contestant>().map_err(JobError::Request)?;
        }
        if let Some(sprt) = settings.sprt {
            // In a job written by hand, its numbers may be anything.
            sprt.to_string().parse::<Sprt>().map_err(|e| JobError::request(e.message()))?;
        }
        let book = OpeningBook::new(&settings).map_err(plywood_arena::ArenaError::from)?;
        Roster::new(&settings)?;
        let schedule = Schedule::new(&settings);
        let n_games = schedule.n_games();
        let finished = games
            .iter()
            .map(|game| Ok((game.number, (seats(&settings, game)?, game.half_points))))
            .collect::<Result<Finished, plywood_arena::ArenaError>>()?;
        let dispatch = Dispatch::new(schedule, settings.sprt.map(Walk::new), finished);
        let open = HashMap::new();
        Ok(Self { settings, book, dispatch, n_games, open, games, has_ended: false })
    }

    /// The tournament's settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The next pair to play, if one can be played now.
    pub fn hand_out(&mut self) -> Result<Option<Job>, JobError> {
        if self.crossing().is_some() {
            return Ok(None);
        }
        let first = match self.dispatch.take() {
            Task::Play(first) => first,
            Task::Wait => return Ok(None),
            Task::Leave => {
                self.has_ended = true;
                return Ok(None);
            }
        };
        let mut games = vec![first];
        games.extend(self.dispatch.take_other(first.pair()));
        let opening = self.book.opening(first.opening)?;
        let pair = PairOfGames { settings: self.settings.clone(), opening, games: games.clone() };
        let job = Job::new(Work::Tournament(Box::new(pair)));
        self.open.insert(job.key.clone(), games);
        Ok(Some(job))
    }

    /// Accepts the games of a job that was handed out; returns whether they are new.
    pub fn finish(&mut self, key: &str, games: &[GameRecord]) -> Result<bool, JobError> {
        let Some(fixtures) = self.open.get(key) else { return Ok(false) };
        let wanted = fixtures.iter().map(|fixture| fixture.number);
        if !wanted.eq(games.iter().map(|game| game.number)) {
            return Err(JobError::no_result(message!(
                "job-other-games",
                "the games of {key} are others",
                key
            )));
        }
        for game in games {
            self.dispatch.finish(game.number, seats(&self.settings, game)?, game.half_points);
        }
        self.open.remove(key);
        self.games.extend_from_slice(games);
        Ok(true)
    }

    /// All games so far.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// Games of the whole schedule.
    pub fn n_games(&self) -> u64 {
        self.n_games
    }

    /// The log-likelihood ratio of a sequential test.
    pub fn llr(&self) -> Option<f64> {
        self.dispatch.walk().map(Walk::llr)
    }

    /// The crossing of the test: games still being played do not matter any more.
    pub fn crossing(&self) -> Option<Crossing> {
        self.dispatch.walk().and_then(Walk::crossing)
    }

    /// Whether nothing is left to play or to wait for.
    pub fn is_over(&self) -> bool {
        self.crossing().is_some() || (self.has_ended && self.open.is_empty())
    }
}
