//! Our engines as players, in this very process.

use std::panic::{AssertUnwindSafe, catch_unwind};

use plywood_workbench::engines::{Engine, Means, Thinker};
use plywood_workbench::{Cancel, SplitMix};

use super::player::{Choice, Fault, FaultKind, Player, Turn};
use crate::pairing::Opening;

/// An engine of ours at a table.
pub struct InProcess {
    game: String,
    rules: String,
    engine: Engine,
    means: Means,
    thinker: Option<Box<dyn Thinker>>,
}

impl InProcess {
    /// An engine for this game; it sits down when the first game begins.
    pub fn new(game: &str, rules: &str, engine: Engine, means: Means) -> Self {
        Self { game: game.to_owned(), rules: rules.to_owned(), engine, means, thinker: None }
    }
}

impl Player for InProcess {
    fn begin(&mut self, opening: &Opening, seed: u64, _cancel: &Cancel) -> Result<(), Fault> {
        // A table is cleared faster than a new one is made, but only a new thinker takes a new seed.
        let keeps = !self.engine.is_random();
        match &mut self.thinker {
            Some(thinker) if keeps => thinker.forget(),
            _ => {
                let table = opening.table(&self.game, &self.rules);
                let table = table.map_err(|e| Fault::new(FaultKind::Crash, e.to_string()))?;
                let seed = SplitMix::new(seed).next();
                self.thinker =
                    Some(table.seat(&self.engine, &Means { seed, ..self.means.clone() }));
            }
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault> {
        let crash = |message: String| Fault::new(FaultKind::Crash, message);
        let thinker = self.thinker.as_mut().ok_or_else(|| crash("the game never began".into()))?;
        let limits = turn.allowance.limits(turn.seat, turn.cancel);
        // A fault in one engine costs it a game, not everybody the tournament.
        let thought = catch_unwind(AssertUnwindSafe(|| {
            thinker.think(turn.position, 1, &limits, &mut |_| {})
        }));
        let thought = thought.map_err(|_| {
            self.thinker = None;
            crash("the engine panicked".into())
        })?;
        let thought = thought.map_err(|e| crash(e.to_string()))?;
        let step = thought.best.ok_or_else(|| {
            Fault::new(FaultKind::Illegal, "the engine has no move in a game that goes on")
        })?;
        Ok(Choice {
            step,
            score: thought.score,
            exact: thought.exact,
            nodes: thought.nodes,
            depth: thought.depth,
            time: None,
        })
    }
}
