//! Tuning an engine: each step is a short match between two settings of it.

use plywood_workbench::message;
use std::num::NonZeroUsize;

use plywood_workbench::{Cancel, SplitMix};
use serde::{Deserialize, Serialize};

use super::spsa::{Parameter, Spsa};
use crate::ArenaError;
use crate::run::Runner;
use crate::settings::{Contestant, Settings};
use crate::store::{Store, TuningStep};

/// Everything that decides a tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneSettings {
    /// How matches are played: `pairs` pairs of games each. The players are ours to fill in.
    pub matches: Settings,
    /// The engine with `{name}` where a parameter goes.
    pub engine: String,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// Matches in all.
    pub steps: u64,
    /// How much of a parameter's step a won match moves it by in the end.
    pub rate: f64,
}

impl TuneSettings {
    /// The engine with these values.
    pub fn engine(&self, values: &[f64]) -> String {
        let mut text = self.engine.clone();
        for (parameter, &value) in self.parameters.iter().zip(values) {
            text = text.replace(&format!("{{{}}}", parameter.name), &parameter.show(value));
        }
        text
    }

    /// Checks the template.
    pub fn check(&self) -> Result<(), ArenaError> {
        for parameter in &self.parameters {
            if !self.engine.contains(&format!("{{{}}}", parameter.name)) {
                let Parameter { name, .. } = parameter;
                let said = message!(
                    "tune-place",
                    "the engine `{engine}` has no place for {name}: expected {place} in it",
                    engine = &*self.engine,
                    name = &**name,
                    place = format!("{{{name}}}")
                );
                return Err(ArenaError::Settings(said.into()));
            }
        }
        let values: Vec<f64> = self.parameters.iter().map(|parameter| parameter.start).collect();
        let engine = self.engine(&values);
        if engine.contains(['{', '}']) {
            let said =
                message!("tune-unfilled", "`{engine}` has a place that no parameter fills", engine);
            return Err(ArenaError::Settings(said.into()));
        }
        engine.parse::<Contestant>().map(|_| ()).map_err(ArenaError::Settings)
    }

    /// The match of step `k` between these values.
    pub fn step(&self, k: u64, candidates: &[Vec<f64>; 2]) -> Settings {
        let names = ["first", "second"];
        let contestant = |(name, values): (&str, &Vec<f64>)| Contestant {
            name: name.to_owned(),
            engine: self.engine(values),
        };
        Settings {
            players: names.into_iter().zip(candidates).map(contestant).collect(),
            seed: SplitMix::new(self.matches.seed.wrapping_add(k)).next(),
            ..self.matches.clone()
        }
    }
}

/// The progress of a tuning run.
#[derive(Clone, Debug, Serialize)]
pub struct TuneProgress {
    /// Steps taken, and of how many.
    pub taken: u64,
    /// Of how many.
    pub steps: u64,
    /// Games played so far.
    pub games: u64,
    /// The current values.
    pub values: Vec<f64>,
    /// The engine with those values.
    pub engine: String,
}

/// Takes the missing steps and returns the values. When `cancel` is raised the match in progress is
/// cancelled.
pub fn tune(
    settings: &TuneSettings,
    store: &mut Store,
    concurrency: NonZeroUsize,
    cancel: &Cancel,
    watch: &mut dyn FnMut(&TuneProgress),
) -> Result<TuneProgress, ArenaError> {
    settings.check()?;
    let id = store.begin_tuning(settings)?;
    let mut spsa =
        Spsa::new(&settings.parameters, settings.steps, settings.rate, settings.matches.seed);
    let mut games = 0;
    for step in store.steps(id)? {
        spsa.learn(step.score());
        games += u64::from(step.games);
    }
    loop {
        let progress = TuneProgress {
            taken: spsa.taken(),
            steps: settings.steps,
            games,
            values: spsa.values().to_vec(),
            engine: settings.engine(spsa.values()),
        };
        watch(&progress);
        if spsa.taken() >= settings.steps || cancel.is_raised() {
            return Ok(progress);
        }
        let Some(step) = play(settings, &spsa, concurrency, cancel)? else { continue };
        store.add_step(id, spsa.taken(), step)?;
        spsa.learn(step.score());
        games += u64::from(step.games);
    }
}

/// Plays the match of the next step; `None` if it was cancelled.
fn play(
    settings: &TuneSettings,
    spsa: &Spsa,
    concurrency: NonZeroUsize,
    cancel: &Cancel,
) -> Result<Option<TuningStep>, ArenaError> {
    let candidates = spsa.candidates();
    let matches = settings.step(spsa.taken(), &candidates);
    if matches.players[0].engine == matches.players[1].engine {
        // Whole numbers may round to the same engine; then there is nothing to learn.
        return Ok(Some(TuningStep::default()));
    }
    let mut store = Store::in_memory()?;
    let id = store.begin(None, &matches)?;
    let games = {
        let runner = Runner::new(&matches).concurrency(concurrency).cancel(cancel);
        runner.run(&mut store, id, &mut |_| {})?
    };
    if games.len() as u64 != 2 * matches.pairs {
        return Ok(None);
    }
    let mut step = TuningStep::default();
    games.iter().for_each(|game| step.add(game));
    Ok(Some(step))
}
