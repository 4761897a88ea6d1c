//! The behaviour of all searches in one number: positions looked at, over fixed positions and depths.

use std::time::Instant;

use plywood_contract::Limits;
use serde::Serialize;

use super::engine::Engine;
use super::thought::Means;
use crate::games::open;

/// Game, moves already played by a seeded player, engine.
const CASES: [(&str, u32, &str); 15] = [
    ("blokus", 0, "alpha-beta:depth=5"),
    ("blokus", 10, "pvs:depth=4"),
    ("blokus", 20, "iterative:depth=5"),
    ("blokus-duo", 2, "alpha-beta:depth=2,judge=points"),
    ("blokus-duo", 12, "iterative:depth=2"),
    ("blokus-duo", 24, "iterative:depth=4"),
    ("quatro", 6, "minimax:depth=3"),
    ("quatro", 6, "alpha-beta:depth=4"),
    ("quatro", 7, "pvs:depth=5"),
    ("quarto", 6, "alpha-beta:depth=3"),
    ("quarto", 8, "mtd:depth=4"),
    ("quarto", 8, "iterative:depth=4"),
    ("cavalo", 4, "alpha-beta:depth=6"),
    ("cavalo", 10, "mtd:depth=8"),
    ("cavalo", 16, "iterative:depth=12"),
];

/// What the fixed positions cost.
#[derive(Clone, Debug, Serialize)]
pub struct Checksum {
    /// Positions looked at in all: it changes exactly when a search behaves differently.
    pub nodes: u64,
    /// Wall time in seconds.
    pub time_s: f64,
    /// Positions a second.
    pub nps: f64,
    /// Each case: game, plies played before, engine, positions looked at, seconds.
    pub cases: Vec<CaseCount>,
}

/// What one case cost.
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

/// Searches the fixed positions, telling `watch` after each; `None` if `limits` ended it early.
pub fn checksum(limits: &Limits, watch: &mut dyn FnMut(&CaseCount)) -> Option<Checksum> {
    let started = Instant::now();
    let mut cases = Vec::new();
    for (game, plies, engine) in CASES {
        let mut table = open(game, "", 1, None, &[]).expect("the catalogue has it");
        let means = Means { seed: 1, hash: 16_000_000, ..Means::default() };
        let mut random = table.seat(&Engine::new(super::Kind::Random), &means);
        for _ in 0..plies {
            let thought = random.think(&table.position(), 1, limits, &mut |_| {}).ok()?;
            let Some(step) = thought.best else { break };
            table.play(&step).expect("engines play legal moves");
        }
        let engine_named: Engine = engine.parse().expect("the cases name engines");
        let mut thinker = table.seat(&engine_named, &means);
        let thought = thinker.think(&table.position(), 1, limits, &mut |_| {}).ok()?;
        if thought.stopped.is_some() {
            return None;
        }
        let case = CaseCount { game, plies, engine, nodes: thought.nodes, time_s: thought.time_s };
        watch(&case);
        cases.push(case);
    }
    let nodes = cases.iter().map(|case| case.nodes).sum();
    let time_s = started.elapsed().as_secs_f64();
    Some(Checksum { nodes, time_s, nps: nodes as f64 / time_s.max(1e-9), cases })
}
