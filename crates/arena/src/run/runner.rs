//! The runner: workers play, one collector stores, counts and reports.

use plywood_workbench::{Message, Refused, message};

use crate::Said;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plywood_workbench::{Cancel, SplitMix};

use super::dispatch::{Dispatch, Task};
use super::seating::{Guests, Roster, Seats};
use crate::ArenaError;
use crate::pairing::{Fixture, Opening, OpeningBook, Schedule};
use crate::referee::{Conditions, play};
use crate::settings::{Contestant, Format, Settings};
use crate::statistics::{Crossing, Walk};
use crate::store::{GameRecord, Store, TournamentId};

/// The progress of a tournament.
#[derive(Debug)]
pub struct Progress<'a> {
    /// What is played.
    pub settings: &'a Settings,
    /// All finished games, also those of earlier runs.
    pub games: &'a [GameRecord],
    /// Finished games of this run.
    pub n_new: u64,
    /// Games of the whole schedule.
    pub n_games: u64,
    /// Since this run began.
    pub elapsed: Duration,
    /// The log-likelihood ratio, if there is a sequential test.
    pub llr: Option<f64>,
    /// Where the test crossed a bound, if it did.
    pub crossing: Option<Crossing>,
}

impl Settings {
    /// Checks settings that are valid one by one but not together.
    pub fn check(&self) -> Result<(), ArenaError> {
        let refuse = |reason: Message| Err(ArenaError::Settings(reason.into()));
        if self.players.len() < 2 {
            return refuse(message!(
                "arena-two-players",
                "a tournament needs two players at least"
            ));
        }
        let is_taken = |name: &str| self.players.iter().any(|player| player.name == name);
        for (i, player) in self.players.iter().enumerate() {
            if self.players[..i].iter().all(|before| before.name != player.name) {
                continue;
            }
            let Contestant { name, engine } = player;
            // A colon ends the name of an engine; behind it `=` would be read as an option's.
            let stem = name.split(':').next().unwrap_or(name);
            let mut free = (2..).map(|n| format!("{stem}-{n}")).filter(|name| !is_taken(name));
            let free = free.next().unwrap_or_default();
            return refuse(message!(
                "arena-same-name",
                "two players are called `{name}`: give one another name, as in {example}",
                name = &**name,
                example = format!("{free}={engine}")
            ));
        }
        if self.sprt.is_some() && (self.players.len() != 2 || self.format == Format::Swiss) {
            return refuse(message!(
                "arena-sprt-players",
                "a sequential test is between two players"
            ));
        }
        if self.pairs == 0 || (self.format == Format::Swiss && self.rounds == 0) {
            return refuse(message!(
                "arena-nothing-to-play",
                "there is nothing to play: expected one pair of games at least"
            ));
        }
        if matches!(&self.openings, crate::settings::Openings::Lines(lines) if lines.is_empty()) {
            return refuse(message!("arena-openings-empty", "the file of openings has no line"));
        }
        Ok(())
    }

    /// Refuses an engine without any limit: it would search for ever. Guests have limits of their own.
    pub fn check_limits(&self, is_guest: impl Fn(&str) -> bool) -> Result<(), ArenaError> {
        let is_endless = |player: &&Contestant| {
            !is_guest(&player.name) && !player.is_command() && !player.limits_itself()
        };
        match self.players.iter().find(is_endless) {
            Some(Contestant { name, engine }) if !self.control.is_limited() => {
                Err(Refused::from(message!(
                    "arena-endless",
                    "nothing limits {name}: give time, clock, nodes or depth, or an option as in {example}",
                    name = &**name,
                    example = format!("{engine}:depth=4")
                ))
                .into())
            }
            _ => Ok(()),
        }
    }
}

/// Plays tournaments: the players besides our engines, the number of games at a time, and cancellation.
pub struct Runner<'a> {
    settings: &'a Settings,
    guests: Option<&'a Guests<'a>>,
    concurrency: NonZeroUsize,
    cancel: Cancel,
}

impl<'a> Runner<'a> {
    /// One game at a time, until all are played.
    pub fn new(settings: &'a Settings) -> Self {
        Self { settings, guests: None, concurrency: NonZeroUsize::MIN, cancel: Cancel::default() }
    }

    /// Adds players of the caller's own.
    pub fn guests(self, guests: &'a Guests<'a>) -> Self {
        Self { guests: Some(guests), ..self }
    }

    /// So many games at a time.
    pub fn concurrency(self, concurrency: NonZeroUsize) -> Self {
        Self { concurrency, ..self }
    }

    /// When the flag is raised, games in progress are cancelled and finished ones returned.
    pub fn cancel(self, cancel: &Cancel) -> Self {
        Self { cancel: cancel.clone(), ..self }
    }

    /// Plays what is missing of a stored tournament, and returns all its games.
    pub fn run(
        &self,
        store: &mut Store,
        id: TournamentId,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Vec<GameRecord>, ArenaError> {
        let Self { settings, concurrency, cancel, .. } = self;
        settings.check()?;
        let book = OpeningBook::new(settings)?;
        let roster = Roster::new(settings)?.with_guests(self.guests);
        let schedule = Schedule::new(settings);
        let mut games = store.games(id)?;
        let finished =
            games.iter().map(|game| Ok((game.number, (seats(settings, game)?, game.half_points))));
        let finished = finished.collect::<Result<_, ArenaError>>()?;
        let n_games = schedule.n_games();
        let dispatch = Dispatch::new(schedule, settings.sprt.map(Walk::new), finished);
        let hall = Hall {
            settings,
            id,
            book: &book,
            roster: &roster,
            cancel,
            dispatch: Mutex::new(dispatch),
            freed: Condvar::new(),
        };
        let begun = Instant::now();
        let n_before = games.len();
        let mut show = |games: &[GameRecord], hall: &Hall<'_>| {
            let (llr, crossing) = {
                let dispatch = hall.lock();
                (dispatch.walk().map(Walk::llr), dispatch.walk().and_then(Walk::crossing))
            };
            let n_new = (games.len() - n_before) as u64;
            let elapsed = begun.elapsed();
            watch(&Progress { settings, games, n_new, n_games, elapsed, llr, crossing });
        };
        std::thread::scope(|scope| {
            // A short queue, so that few games are played after the test is decided.
            let (sender, receiver) = sync_channel(concurrency.get());
            for _ in 0..concurrency.get() {
                let (sender, hall) = (sender.clone(), &hall);
                scope.spawn(move || hall.work(&sender));
            }
            drop(sender);
            show(&games, &hall);
            let collected = hall.collect(receiver, store, &mut games, &mut show);
            if collected.is_err() {
                // Nobody will store what is still being played.
                cancel.raise();
                roster.dismiss();
            }
            collected
        })?;
        show(&games, &hall);
        games.sort_by_key(|game| game.number);
        Ok(games)
    }
}

/// Plays one game of a schedule from its opening; `None` if it was cancelled. Apart from time limits the game does
/// not depend on who runs it. The tournament's number in a store is left 0.
pub fn play_fixture(
    settings: &Settings,
    fixture: &Fixture,
    opening: Opening,
    seats: &mut Seats<'_>,
    cancel: &Cancel,
) -> Result<Option<GameRecord>, ArenaError> {
    let contestants = fixture.seats.map(|player| &settings.players[player]);
    let seed =
        SplitMix::new(settings.seed ^ fixture.number.wrapping_mul(0xd134_2543_de82_ef95)).next();
    let conditions = Conditions { settings, opening: &opening, seed, cancel };
    let Some(played) = play(&conditions, seats.pair(contestants)?)? else { return Ok(None) };
    Ok(Some(GameRecord {
        tournament: 0,
        number: fixture.number,
        players: contestants.map(|contestant| contestant.name.clone()),
        seed,
        opening,
        moves: played.moves,
        times_us: played.times_us,
        half_points: played.half_points,
        result: played.result,
        reason: played.reason,
        detail: played.message.as_ref().map(ToString::to_string).unwrap_or_default(),
        message: played.message.map(Said),
        output: played.output,
        stats: played.stats,
    }))
}

/// The players of a stored game.
pub fn seats(settings: &Settings, game: &GameRecord) -> Result<[usize; 2], ArenaError> {
    let place = |name: &String| settings.players.iter().position(|player| player.name == *name);
    match game.players.each_ref().map(place) {
        [Some(one), Some(two)] => Ok([one, two]),
        _ => Err(Refused::from(message!(
            "arena-others",
            "game {n} was played by others: {players}",
            n = game.number,
            players = game.players.to_vec()
        ))
        .into()),
    }
}

/// The state that workers and collector share.
struct Hall<'a> {
    settings: &'a Settings,
    id: TournamentId,
    book: &'a OpeningBook,
    roster: &'a Roster<'a>,
    cancel: &'a Cancel,
    dispatch: Mutex<Dispatch>,
    /// A waiting worker may find a game now.
    freed: Condvar,
}

impl Hall<'_> {
    fn lock(&self) -> MutexGuard<'_, Dispatch> {
        self.dispatch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays games until there are none left.
    fn work(&self, results: &SyncSender<Result<GameRecord, ArenaError>>) {
        let mut seats = Seats::new(self.roster);
        while let Some(fixture) = self.next() {
            let result = self.play(&fixture, &mut seats).transpose();
            let is_given_up = !matches!(result, Some(Ok(_)));
            if is_given_up {
                self.lock().abandon(fixture.number);
            }
            // The collector is only gone when it has failed itself.
            if result.is_some_and(|result| results.send(result).is_err()) || is_given_up {
                return;
            }
        }
    }

    /// The next game, once there is one.
    fn next(&self) -> Option<Fixture> {
        let mut dispatch = self.lock();
        while !self.cancel.is_raised() {
            match dispatch.take() {
                Task::Play(fixture) => return Some(fixture),
                Task::Leave => return None,
                Task::Wait => {
                    let pause = Duration::from_millis(50);
                    let woken = self.freed.wait_timeout(dispatch, pause);
                    dispatch = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
        None
    }

    fn play(
        &self,
        fixture: &Fixture,
        seats: &mut Seats<'_>,
    ) -> Result<Option<GameRecord>, ArenaError> {
        let opening = self.book.opening(fixture.opening)?;
        let played = play_fixture(self.settings, fixture, opening, seats, self.cancel)?;
        Ok(played.map(|game| GameRecord { tournament: self.id, ..game }))
    }

    /// Stores results as they come, all that wait in one go, until the last worker leaves.
    fn collect(
        &self,
        results: Receiver<Result<GameRecord, ArenaError>>,
        store: &mut Store,
        games: &mut Vec<GameRecord>,
        show: &mut dyn FnMut(&[GameRecord], &Self),
    ) -> Result<(), ArenaError> {
        loop {
            match results.recv_timeout(Duration::from_millis(200)) {
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                // Programs that think do not hear that the tournament ends.
                Err(RecvTimeoutError::Timeout) if self.cancel.is_raised() => self.roster.dismiss(),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(first) => {
                    let new = std::iter::once(first).chain(results.try_iter());
                    let new = new.collect::<Result<Vec<_>, _>>()?;
                    store.add(&new)?;
                    let mut dispatch = self.lock();
                    for game in &new {
                        dispatch.finish(game.number, seats(self.settings, game)?, game.half_points);
                    }
                    drop(dispatch);
                    self.freed.notify_all();
                    games.extend(new);
                }
            }
            show(games, self);
        }
    }
}
