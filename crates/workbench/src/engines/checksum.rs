//! The behaviour of all searches in one number: positions visited from fixed positions to fixed depths.

use plywood_contract::{Limits, Stopwatch};
use serde::Serialize;

use super::engine::Engine;
use super::thought::Means;
use crate::games::{CATALOGUE, open};

/// The counts over the fixed positions.
#[derive(Clone, Debug, Serialize)]
pub struct Checksum {
    /// Positions visited in all: it changes exactly when a search behaves differently.
    pub nodes: u64,
    /// Wall time in seconds.
    pub time_s: f64,
    /// Positions a second.
    pub nps: f64,
    /// Each case: game, plies played before, engine, positions visited, seconds.
    pub cases: Vec<CaseCount>,
}

/// The counts of one case.
#[derive(Clone, Debug, Serialize)]
pub struct CaseCount {
    /// The game.
    pub game: &'static str,
    /// Plies played before the search.
    pub plies: u32,
    /// The engine.
    pub engine: &'static str,
    /// Positions looked at.
    pub nodes: u64,
    /// Wall time in seconds.
    pub time_s: f64,
}

/// Searches the fixed positions and calls `watch` after each; `None` if `limits` ended it early.
pub fn checksum(limits: &Limits, watch: &mut dyn FnMut(&CaseCount)) -> Option<Checksum> {
    let started = Stopwatch::start();
    let mut cases = Vec::new();
    let checks =
        CATALOGUE.iter().flat_map(|game| game.checks.iter().map(|check| (game.name, check)));
    for (game, &(plies, engine)) in checks {
        let mut table = open(game, "", 1, None, &[]).expect("the catalogue has it");
        let means = Means { seed: 1, hash: 16_000_000, ..Means::default() };
        let mut random = table.seat(&Engine::new(super::Kind::Random), &means);
        for _ in 0..plies {
            let found = random.think(table.as_ref(), 1, limits, &mut |_| {}).ok()?;
            let Some(step) = found.best() else { break };
            table.play_step(step).expect("engines play legal moves");
        }
        let engine_named: Engine = engine.parse().expect("the cases name engines");
        let mut thinker = table.seat(&engine_named, &means);
        let stats = match thinker.think(table.as_ref(), 1, limits, &mut |_| {}).ok()? {
            found if found.stopped.is_some() => return None,
            found => found.stats,
        };
        let (nodes, time_s) = (stats.analysed, stats.time.as_secs_f64());
        let case = CaseCount { game, plies, engine, nodes, time_s };
        watch(&case);
        cases.push(case);
    }
    let nodes = cases.iter().map(|case| case.nodes).sum();
    let time_s = started.elapsed().as_secs_f64();
    Some(Checksum { nodes, time_s, nps: nodes as f64 / time_s.max(1e-9), cases })
}
