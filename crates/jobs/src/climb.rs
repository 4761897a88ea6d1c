//! The jobs of a tuning run: the pairs of one match at a time, since the next match depends on it.

use std::collections::{BTreeMap, VecDeque};

use plywood_arena::pairing::{OpeningBook, Schedule};
use plywood_arena::settings::Settings;
use plywood_arena::store::{GameRecord, TuningStep};
use plywood_arena::tuning::{Spsa, TuneProgress, TuneSettings};

use crate::JobError;
use crate::job::{Job, PairOfGames, TuningPair, Work};

/// A tuning run whose matches are played elsewhere.
pub struct Climb {
    settings: TuneSettings,
    spsa: Spsa,
    n_games: u64,
    /// Steps not yet asked for.
    taken: Vec<(u64, TuningStep)>,
    /// Jobs of the current match that were not handed out yet.
    waiting: VecDeque<Job>,
    /// All its jobs, with the results that have arrived.
    pairs: BTreeMap<String, Option<TuningStep>>,
}

impl Climb {
    /// A run of which these steps are taken.
    pub fn new(settings: TuneSettings, steps: &[TuningStep]) -> Result<Self, JobError> {
        settings.check()?;
        let spsa =
            Spsa::new(&settings.parameters, settings.steps, settings.rate, settings.matches.seed);
        let (taken, waiting, pairs) = (Vec::new(), VecDeque::new(), BTreeMap::new());
        let mut climb = Self { settings, spsa, n_games: 0, taken, waiting, pairs };
        steps.iter().for_each(|&step| climb.learn(step));
        climb.begin()?;
        Ok(climb)
    }

    /// The run's settings.
    pub fn settings(&self) -> &TuneSettings {
        &self.settings
    }

    /// The next pair to play, if one can be played now.
    pub fn hand_out(&mut self) -> Option<Job> {
        self.waiting.pop_front()
    }

    /// Accepts the games of a job; returns whether they are new.
    pub fn finish(&mut self, key: &str, games: &[GameRecord]) -> Result<bool, JobError> {
        let Some(known @ None) = self.pairs.get_mut(key) else { return Ok(false) };
        let mut points = TuningStep::default();
        games.iter().for_each(|game| points.add(game));
        *known = Some(points);
        self.waiting.retain(|job| job.key != key);
        let complete: Option<Vec<TuningStep>> = self.pairs.values().copied().collect();
        if let Some(pairs) = complete {
            let mut step = TuningStep::default();
            for pair in pairs {
                step.half_points += pair.half_points;
                step.games += pair.games;
            }
            self.take(step);
            self.begin()?;
        }
        Ok(true)
    }

    /// The steps taken since the last call, with their numbers.
    pub fn steps(&mut self) -> Vec<(u64, TuningStep)> {
        std::mem::take(&mut self.taken)
    }

    /// The progress of the run.
    pub fn progress(&self) -> TuneProgress {
        TuneProgress {
            taken: self.spsa.taken(),
            steps: self.settings.steps,
            games: self.n_games,
            values: self.spsa.values().to_vec(),
            engine: self.settings.engine(self.spsa.values()),
        }
    }

    /// Whether all steps are taken.
    pub fn is_over(&self) -> bool {
        self.spsa.taken() >= self.settings.steps
    }

    fn learn(&mut self, step: TuningStep) {
        self.spsa.learn(step.score());
        self.n_games += u64::from(step.games);
    }

    fn take(&mut self, step: TuningStep) {
        self.taken.push((self.spsa.taken(), step));
        self.learn(step);
    }

    /// Lays out the next match. Whole numbers may round to the same engine: then nothing can be
    /// learned, and the step is taken without a game.
    fn begin(&mut self) -> Result<(), JobError> {
        self.pairs.clear();
        while !self.is_over() {
            let step = self.spsa.taken();
            let settings = self.settings.step(step, &self.spsa.candidates());
            let [one, two] = &settings.players[..] else { break };
            if one.engine == two.engine {
                self.take(TuningStep::default());
                continue;
            }
            self.waiting = self.jobs(step, &settings)?.into();
            self.pairs = self.waiting.iter().map(|job| (job.key.clone(), None)).collect();
            break;
        }
        Ok(())
    }

    /// The pairs of a match.
    fn jobs(&self, step: u64, settings: &Settings) -> Result<Vec<Job>, JobError> {
        let book = OpeningBook::new(settings).map_err(plywood_arena::ArenaError::from)?;
        let schedule = Schedule::new(settings);
        let mut jobs = Vec::new();
        for round in 0..schedule.rounds() {
            let games = schedule.round(round, &[]);
            let opening = book.opening(round)?;
            let pair = PairOfGames { settings: settings.clone(), opening, games };
            let tuning = self.settings.clone();
            jobs.push(Job::new(Work::Tune(Box::new(TuningPair { tuning, step, pair }))));
        }
        Ok(jobs)
    }
}
