//! Our engines as players, in this process.

use plywood_workbench::{Message, message};
use std::panic::{AssertUnwindSafe, catch_unwind};

use plywood_workbench::engines::{Engine, Means, Thinker};
use plywood_workbench::{Cancel, SplitMix};

use super::cpu;
use super::mover::{Choice, Chosen, Fault, FaultKind, Mover, Turn};
use crate::pairing::Opening;

/// One of our engines at a table.
pub struct InProcess {
    game: String,
    rules: String,
    engine: Engine,
    means: Means,
    thinker: Option<Box<dyn Thinker>>,
}

impl InProcess {
    /// An engine for this game; it is seated when the first game begins.
    pub fn new(game: &str, rules: &str, engine: Engine, means: Means) -> Self {
        Self { game: game.to_owned(), rules: rules.to_owned(), engine, means, thinker: None }
    }
}

impl Mover for InProcess {
    fn begin(&mut self, opening: &Opening, seed: u64, _cancel: &Cancel) -> Result<(), Fault> {
        let seed = SplitMix::new(seed).next();
        match &mut self.thinker {
            Some(thinker) => thinker.begin(seed),
            None => {
                let table = opening.table(&self.game, &self.rules);
                let table = table.map_err(|e| Fault::new(FaultKind::Crash, e))?;
                self.thinker =
                    Some(table.seat(&self.engine, &Means { seed, ..self.means.clone() }));
            }
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault> {
        let crash = |what: Message| Fault::new(FaultKind::Crash, what);
        let thinker = self
            .thinker
            .as_mut()
            .ok_or_else(|| crash(message!("never-began", "the game never began")))?;
        let is_alone = self.engine.threads.unwrap_or(self.means.threads) <= 1;
        let limits = turn.allowance.limits(turn.seat, turn.cancel);
        // A panic in one engine costs it a game, not everybody the tournament.
        let begun = cpu::of_this_thread();
        let found =
            catch_unwind(AssertUnwindSafe(|| thinker.think(turn.table, 1, &limits, &mut |_| {})));
        let found = found.map_err(|_| {
            self.thinker = None;
            crash(message!("panicked", "the engine panicked"))
        })?;
        let found = found.map_err(|e| crash(e.into()))?;
        let step = found.best().ok_or_else(|| {
            Fault::new(
                FaultKind::Illegal,
                message!("no-move", "the engine has no move in a game that goes on"),
            )
        })?;
        Ok(Choice {
            step: Chosen::Step(step),
            score: found.score,
            exact: found.exact,
            nodes: found.stats.analysed,
            depth: found.stats.depth,
            time: None,
            // The processor time of helper threads is not known here.
            cpu: is_alone.then(|| cpu::of_this_thread() - begun),
        })
    }
}
