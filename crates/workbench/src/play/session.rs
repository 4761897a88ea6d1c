//! A game in progress: the moves played, whose turn it is, and how it ended.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use plywood_contract::{Message, Sketch, message};
use plywood_search::random::SplitMix;

use crate::Limits;
use crate::engines::{Appraisal, Engine, Findings, Kind, Means, Thinker, Thought};
use crate::games::{
    Look, Offer, OpenError, Refused, Seat, Step, Table, find, open, split_position,
};

use super::guests;
use super::record::{Effort, Ending, Ply, Reason, Record, RecordError};
use super::setup::{Player, Setup, SetupError};
use super::thinking::{Job, SharedThinker};

/// The default time of an engine without any limit of its own.
const USUAL_TIME: Duration = Duration::from_secs(2);

/// The time for a hint if the game has no time for each move.
const HINT: Duration = Duration::from_secs(1);

/// A game in progress. Forced passes are played automatically and recorded like any ply.
pub struct Session {
    setup: Setup,
    entry: &'static Offer,
    table: Box<dyn Table>,
    means: Means,
    started: String,
    start: String,
    plies: Vec<Ply>,
    /// Plies taken back; the last is the next to be redone.
    undone: Vec<Ply>,
    /// Who resigned or lost on time.
    forfeit: Option<(Seat, Reason)>,
    /// Who gives hints and analyses.
    adviser: Player,
    /// The engines of the two seats and the adviser's, each with the name it was created from.
    thinkers: [Option<(String, SharedThinker)>; 3],
}

const ADVISER: usize = 2;

impl Session {
    /// Starts a game; a forced pass at the start is played at once.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let entry = find(&setup.game)?;
        let given = setup.position.clone();
        let (position, steps) = split_position(given.as_deref());
        let table = open(entry.name, &setup.rules, setup.seed, position, &[])?;
        for player in &setup.players {
            check_player(table.as_ref(), player).map_err(OpenError::from)?;
        }
        let start = table.position();
        let mut session = Self {
            means: Means { seed: setup.seed, ..Means::default() },
            setup,
            entry,
            table,
            started: now(),
            start,
            plies: Vec::new(),
            undone: Vec::new(),
            forfeit: None,
            adviser: Player::Engine(Engine::new(Kind::Best)),
            thinkers: [const { None }; 3],
        };
        session.pass_if_forced();
        for step in steps.into_iter().filter(|step| !step.eq_ignore_ascii_case("pass")) {
            session.play(step, Duration::ZERO).map_err(OpenError::from)?;
        }
        Ok(session)
    }

    /// Loads a record and checks every move.
    pub fn from_record(record: &Record) -> Result<Self, RecordError> {
        record.check_figures()?;
        let setup = record.setup()?;
        let mut session = Self::new(setup).map_err(|e| match e {
            SetupError::Open(e) => RecordError::Open(e),
            SetupError::Player(e) => RecordError::Player(e),
        })?;
        session.started.clone_from(&record.started);
        // The record itself holds the passes.
        session.cut_to(0);
        session.undone.clear();
        for (i, ply) in record.plies.iter().enumerate() {
            let turn = session.turn().number();
            if ply.player != turn {
                return Err(RecordError::Turn(i + 1, ply.player, turn));
            }
            session.table.play(&ply.step).map_err(|e| RecordError::Ply(i + 1, e))?;
            let points = session.table.points();
            session.plies.push(Ply { points, ..ply.clone() });
        }
        session.pass_if_forced();
        if let Some(Ending { winner, reason }) = record.ending
            && reason.is_forfeit()
            && !session.is_over()
        {
            let loser = Seat::BOTH.into_iter().find(|seat| Some(seat.number()) != winner);
            session.forfeit = loser.map(|seat| (seat, reason));
        }
        match &record.ending {
            Some(ending) if session.ending().as_ref() != Some(ending) => Err(RecordError::Ending),
            _ => Ok(session),
        }
    }

    /// The game as plain data.
    pub fn to_record(&self) -> Record {
        Record {
            game: self.entry.name.into(),
            rules: self.setup.rules.clone(),
            seed: self.setup.seed,
            start: self.start.clone(),
            players: self.setup.players.each_ref().map(ToString::to_string),
            time_ms: self.setup.time.map(|time| time.as_millis() as u64),
            depth: self.setup.depth,
            started: self.started.clone(),
            plies: self.plies.clone(),
            ending: self.ending(),
        }
    }

    /// The settings of the game, with the current players.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game's entry in the catalogue.
    pub fn game(&self) -> &'static Offer {
        self.entry
    }

    /// When the game began, as 2026-01-31T20:15:00+00:00.
    pub fn started(&self) -> &str {
        &self.started
    }

    /// The first position in one line.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The table it is played at, for what it looks like and which choices there are.
    pub fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    /// The side effects of the last `n` plies, the earliest first.
    pub fn effects(&self, n: usize) -> Vec<Message> {
        let mut table = self.table.fork();
        let mut told = Vec::new();
        while told.len() < n
            && let Some(last) = table.last()
        {
            told.push(last.effects);
            table.take_back();
        }
        told.into_iter().rev().flatten().collect()
    }

    /// The position in one line.
    pub fn position(&self) -> String {
        self.table.position()
    }

    /// The position drawn as text.
    pub fn draw(&self, look: Look) -> String {
        self.table.draw(look)
    }

    /// The position drawn, its words as messages.
    pub fn sketch(&self, look: Look) -> Sketch {
        self.table.sketch(look)
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.table.turn()
    }

    /// The player to move; `None` once the game is over.
    pub fn to_move(&self) -> Option<&Player> {
        (!self.is_over()).then(|| self.setup.player(self.turn()))
    }

    /// The legal moves; none once the game is over.
    pub fn moves(&self) -> Vec<String> {
        if self.is_over() { Vec::new() } else { self.table.moves() }
    }

    /// The points of both players; none in games without points.
    pub fn points(&self) -> Option<[u32; 2]> {
        self.table.points()
    }

    /// What was played, passes included.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The number of plies that can be redone.
    pub fn n_undone(&self) -> usize {
        self.undone.len()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.forfeit.is_some() || self.table.result().is_some()
    }

    /// How the game ended; none while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        if let Some((loser, reason)) = self.forfeit {
            let winner = Some(loser.other().number());
            return Some(Ending { winner, reason });
        }
        Ending::of(&*self.table)
    }

    /// A move's text in canonical form, or why it is illegal.
    pub fn read(&self, text: &str) -> Result<String, Refused> {
        self.table.canonical(text)
    }

    /// The result of a search in this position, in words and figures.
    pub fn thought(&self, findings: &Findings) -> Thought {
        self.table.thought(findings)
    }

    /// Plays a person's move and the passes forced by it. Returns the plies added, that move first.
    pub fn play(&mut self, text: &str, elapsed: Duration) -> Result<&[Ply], Refused> {
        self.play_with(self.table.read(text)?, elapsed, None)
    }

    /// Plays the move that an engine found, and the passes forced by it.
    pub fn play_found(
        &mut self,
        findings: &Findings,
        elapsed: Duration,
    ) -> Result<&[Ply], Refused> {
        let best = findings.best().ok_or_else(over)?;
        self.play_with(best, elapsed, Some(Effort::from(&self.table.thought(findings))))
    }

    fn play_with(
        &mut self,
        step: Step,
        elapsed: Duration,
        effort: Option<Effort>,
    ) -> Result<&[Ply], Refused> {
        self.check_goes_on()?;
        let before = self.plies.len();
        self.put(step, elapsed, false, effort)?;
        self.undone.clear();
        self.pass_if_forced();
        Ok(&self.plies[before..])
    }

    /// Plays a move and records it in canonical form.
    fn put(
        &mut self,
        step: Step,
        elapsed: Duration,
        forced: bool,
        effort: Option<Effort>,
    ) -> Result<(), Refused> {
        let seat = self.turn();
        let text = self.table.write(&[step])?.into_iter().collect();
        self.table.play_step(step)?;
        self.plies.push(Ply {
            player: seat.number(),
            step: text,
            by: self.setup.player(seat).to_string(),
            time_ms: elapsed.as_millis() as u64,
            forced,
            points: self.table.points(),
            effort,
        });
        Ok(())
    }

    fn pass_if_forced(&mut self) {
        while let Some(pass) = self.table.forced_pass() {
            if self.put(pass, Duration::ZERO, true, None).is_err() {
                break;
            }
        }
    }

    /// Takes back to before the last move of a person, or of anyone if no person plays. A resignation or a
    /// loss on time is taken back first. Returns the number of plies taken back.
    pub fn take_back(&mut self) -> usize {
        if self.forfeit.take().is_some() {
            return 0;
        }
        let is_alone = !self.setup.players.iter().any(Player::is_human);
        let is_ours = |ply: &Ply| is_alone || self.setup.player(ply.seat()).is_human();
        let place = self.plies.iter().rposition(|ply| !ply.forced && is_ours(ply));
        place.map_or(0, |place| self.cut_to(place))
    }

    /// Takes back all plies from this one on. Returns their number.
    fn cut_to(&mut self, place: usize) -> usize {
        let gone = self.plies.len() - place;
        for _ in 0..gone {
            self.table.take_back();
            self.undone.extend(self.plies.pop());
        }
        gone
    }

    /// Redoes what was taken back, up to a person's turn. Returns the number of plies.
    pub fn redo(&mut self) -> usize {
        let is_alone = !self.setup.players.iter().any(Player::is_human);
        let mut n_done = 0;
        while let Some(ply) = self.undone.last() {
            let is_theirs = is_alone || self.setup.player(ply.seat()).is_human();
            if n_done > 0 && !ply.forced && is_theirs {
                break;
            }
            if self.table.play(&ply.step).is_err() {
                break;
            }
            self.plies.extend(self.undone.pop());
            n_done += 1;
        }
        n_done
    }

    /// The player at this seat resigns.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Refused> {
        self.forfeit(seat, Reason::Resigned)
    }

    /// The player at this seat loses on time.
    pub fn run_out(&mut self, seat: Seat) -> Result<(), Refused> {
        self.forfeit(seat, Reason::Time)
    }

    fn forfeit(&mut self, seat: Seat, reason: Reason) -> Result<(), Refused> {
        self.check_goes_on()?;
        self.forfeit = Some((seat, reason));
        Ok(())
    }

    /// Swaps the players; the position stays.
    pub fn swap_sides(&mut self) -> Result<(), Refused> {
        self.check_goes_on()?;
        self.setup.players.swap(0, 1);
        self.undone.clear();
        Ok(())
    }

    /// Seats another player.
    pub fn set_player(&mut self, seat: Seat, player: Player) -> Result<(), Refused> {
        self.check_goes_on()?;
        check_player(self.table.as_ref(), &player)?;
        self.setup.players[seat.index()] = player;
        Ok(())
    }

    /// Asks another player for hints and analysis from now on; a person gives none.
    pub fn set_adviser(&mut self, adviser: Player) -> Result<(), Refused> {
        check_player(self.table.as_ref(), &adviser)?;
        self.adviser = adviser;
        Ok(())
    }

    /// Who gives hints and analyses.
    pub fn adviser(&self) -> &Player {
        &self.adviser
    }

    /// Changes the limits of engines for a move.
    pub fn set_limits(
        &mut self,
        time: Option<Duration>,
        depth: Option<u32>,
    ) -> Result<(), Refused> {
        self.check_goes_on()?;
        (self.setup.time, self.setup.depth) = (time, depth);
        Ok(())
    }

    /// Players and result of a finished game cannot be changed.
    fn check_goes_on(&self) -> Result<(), Refused> {
        if self.is_over() { Err(over()) } else { Ok(()) }
    }

    /// Changes the resources of engines; those already seated are created anew.
    pub fn set_means(&mut self, means: Means) {
        self.means = means;
        self.thinkers = [const { None }; 3];
    }

    /// The search for the engine to move; `None` on a person's turn and once the game is over.
    pub fn job(&mut self) -> Option<Job> {
        let seat = self.turn().index();
        let engine = match self.to_move()? {
            Player::Human => return None,
            Player::Engine(engine) => engine.clone(),
            Player::Level(level) => level.engine(self.entry),
            Player::Guest(command) => {
                let command = command.clone();
                return Some(self.job_of_guest(seat, &command));
            }
        };
        // A maximum depth holds for every line.
        let engine = if self.setup.depth.is_some() { engine.no_deeper() } else { engine };
        // A random engine without a seed of its own chooses anew in every position.
        let has_seed = engine.kind != Kind::Random || engine.seed.is_some();
        let means = if has_seed { self.means.clone() } else { self.means_here() };
        let thinker = match has_seed {
            true => self.seated(seat, &engine, &means),
            false => Arc::new(Mutex::new(self.table.seat(&engine, &means))),
        };
        let Setup { time, depth, .. } = self.setup;
        let limits = Limits { time, depth, ..Limits::default() };
        Some(self.job_of(thinker, engine.within(limits, USUAL_TIME)))
    }

    /// The search by a guest; a guest that cannot be seated refuses when it is run.
    fn job_of_guest(&mut self, seat: usize, command: &str) -> Job {
        let Setup { time, depth, .. } = self.setup;
        let limits = Limits { time, depth, ..Limits::default() };
        let known = self.thinkers[seat].as_ref().filter(|(name, _)| name == command);
        if let Some((_, thinker)) = known {
            return self.job_of(Arc::clone(thinker), limits);
        }
        match guests::seat(command, &self.setup.rules) {
            Ok(thinker) => {
                let thinker: SharedThinker = Arc::new(Mutex::new(thinker));
                self.thinkers[seat] = Some((command.to_owned(), Arc::clone(&thinker)));
                self.job_of(thinker, limits)
            }
            Err(reason) => self.job_of(Arc::new(Mutex::new(Box::new(Absent(reason)))), limits),
        }
    }

    /// The search for hints and analysis, by the adviser: the strongest engine unless another was chosen. `None`
    /// once the game is over.
    pub fn hint(&mut self) -> Option<Job> {
        if self.is_over() {
            return None;
        }
        let limits = Limits::time(self.setup.time.unwrap_or(HINT));
        let engine = match self.adviser.clone() {
            Player::Human => return None,
            Player::Engine(engine) => engine,
            Player::Level(level) => level.engine(self.entry),
            Player::Guest(command) => {
                return Some(self.job_of_guest(ADVISER, &command).with_limits(limits));
            }
        };
        let thinker = self.seated(ADVISER, &engine, &self.means.clone());
        Some(self.job_of(thinker, engine.within(limits, HINT)))
    }

    fn job_of(&self, thinker: SharedThinker, limits: Limits) -> Job {
        Job { thinker, at: self.table.snapshot(), n_lines: 1, limits }
    }

    /// The engine at a seat, created if it is not there yet.
    fn seated(&mut self, place: usize, engine: &Engine, means: &Means) -> SharedThinker {
        let name = engine.to_string();
        if let Some((known, thinker)) = &self.thinkers[place]
            && *known == name
        {
            return Arc::clone(thinker);
        }
        let thinker = Arc::new(Mutex::new(self.table.seat(engine, means)));
        self.thinkers[place] = Some((name, Arc::clone(&thinker)));
        thinker
    }

    fn seed_here(&self) -> u64 {
        let ply = SplitMix::new(self.plies.len() as u64).next();
        self.setup.seed ^ self.table.key() ^ ply
    }

    fn means_here(&self) -> Means {
        Means { seed: SplitMix::new(self.seed_here()).next(), ..self.means.clone() }
    }
}

fn check_player(table: &dyn Table, player: &Player) -> Result<(), Refused> {
    match player {
        Player::Engine(engine) => table.check_engine(engine),
        _ => Ok(()),
    }
}

/// A guest that could not be seated.
struct Absent(Refused);

impl Thinker for Absent {
    fn think(
        &mut self,
        _at: &dyn Table,
        _n_lines: usize,
        _limits: &Limits,
        _watch: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, Refused> {
        Err(self.0.clone())
    }

    fn think_with_judge(
        &mut self,
        _at: &dyn Table,
        _n_lines: usize,
        _limits: &Limits,
        _judge: &Appraisal<'_>,
        _watch: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, Refused> {
        Err(self.0.clone())
    }

    fn forget(&mut self) {}
    fn begin(&mut self, _seed: u64) {}
}

fn over() -> Refused {
    message!("game-over", "the game is over").into()
}

fn now() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}
