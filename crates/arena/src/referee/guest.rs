//! An external program as a player at a table, in place of one of our engines.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use plywood_workbench::engines::{
    Appraisal, Findings, FoundLine, MoveOrigin, PlayStats, Thinker, Unit,
};
use plywood_workbench::games::{Refused, Table};
use plywood_workbench::{Cancel, Limits, Message, message};

use super::clock::MoveLimits;
use super::external::{External, ProcessGroups};
use super::mover::{Chosen, Mover, Turn};
use crate::launch_message;
use crate::pairing::Opening;

/// The default time for a move.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// How long beyond its time the program is waited for.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// The time a program has left once it is asked to move at once.
const GRACE: Duration = Duration::from_millis(500);
/// The interval at which a request to move at once is checked.
const LOOK: Duration = Duration::from_millis(20);

/// A program seated at a game. It is sent every position in full, so that taking back and resuming need no
/// special case.
struct Guest {
    name: String,
    rules: String,
    /// The program, once it was first asked for something.
    external: Option<External>,
    groups: ProcessGroups,
    seed: u64,
}

/// Seats the program of a text such as `ugi:python3 bot.py` under these rules. It is started when it is first to
/// move, so that a screen never waits for it here.
pub fn guest(engine: &str, rules: &str) -> Box<dyn Thinker> {
    let (name, rules) = (engine.to_owned(), rules.to_owned());
    Box::new(Guest { name, rules, external: None, groups: ProcessGroups::default(), seed: 0 })
}

impl Guest {
    /// The program, which begins at the position of a table.
    fn begun(
        &mut self,
        at: &dyn Table,
        opening: &Opening,
        cancel: &Cancel,
    ) -> Result<&mut External, Message> {
        if self.external.is_none() {
            let launch = External::launch(&self.name).map_err(|e| launch_message(&e))?;
            let (game, groups) = (at.offer().name, self.groups.clone());
            self.external = Some(External::new(game, &self.rules, launch, ANSWER_TIMEOUT, groups));
        }
        let external = self.external.as_mut().expect("it was just made");
        external.begin(opening, self.seed, cancel).map_err(|fault| fault.message)?;
        Ok(external)
    }

    fn refused(&mut self, reason: &Message) -> Refused {
        message!(
            "guest-failed",
            "{program}: {reason}. The game is kept",
            program = &*self.name,
            reason = reason.clone()
        )
        .into()
    }
}

/// The position of a table as the start of a game.
fn opening(at: &dyn Table) -> Opening {
    Opening { seed: 0, position: Some(at.position()), moves: Vec::new() }
}

/// Kills a program that does not move soon after it was asked to; stops when dropped.
struct Watch(mpsc::Sender<()>);

impl Watch {
    fn over(groups: ProcessGroups, cancel: Cancel) -> Self {
        let (sender, is_over) = mpsc::channel::<()>();
        std::thread::spawn(move || {
            let wait = |time| is_over.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            while wait(LOOK) {
                if cancel.is_raised() {
                    if wait(GRACE) {
                        groups.kill_all();
                    }
                    return;
                }
            }
        });
        Self(sender)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // A watch that has killed its program ends.
        let _ = self.0.send(());
    }
}

impl Thinker for Guest {
    fn think(
        &mut self,
        at: &dyn Table,
        _n_lines: usize,
        limits: &Limits,
        _watch: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, Refused> {
        let opening = opening(at);
        let (groups, cancel) = (self.groups.clone(), limits.cancel.clone());
        let watch = Watch::over(groups.clone(), cancel.clone());
        let time = limits.time.unwrap_or(USUAL_TIME);
        let allowance = MoveLimits {
            move_time: Some(time),
            clocks: None,
            increment: Duration::ZERO,
            nodes: limits.nodes,
            depth: limits.depth,
            patience: time + ANSWER_TIMEOUT,
        };
        let turn =
            Turn { opening: &opening, table: at, seat: at.turn(), allowance, cancel: &cancel };
        let begun = self.begun(at, &opening, &cancel);
        let choice = begun.and_then(|it| it.choose(&turn).map_err(|fault| fault.message));
        let choice = choice.map_err(|reason| {
            groups.kill_all();
            self.refused(&reason)
        })?;
        drop(watch);
        let step = match choice.step {
            Chosen::Step(step) => step,
            Chosen::Text(text) => at.read(&text).map_err(|e| self.refused(e.message()))?,
        };
        let unit = if at.points().is_some() { Unit::Points } else { Unit::Wins };
        let (score, exact) = (choice.score, choice.exact);
        let stats = PlayStats {
            analysed: choice.nodes,
            depth: choice.depth,
            selective_depth: choice.depth,
            time: choice.time.unwrap_or_default(),
            ..PlayStats::default()
        };
        let line = FoundLine {
            steps: vec![step],
            score,
            unit,
            win_chance: None,
            exact,
            plies_to_end: None,
        };
        Ok(Findings {
            lines: vec![line],
            origin: MoveOrigin::Search,
            score,
            side: at.turn(),
            unit,
            win_chance: None,
            exact,
            stats,
            stopped: None,
        })
    }

    fn think_with_judge(
        &mut self,
        at: &dyn Table,
        n_lines: usize,
        limits: &Limits,
        _judge: &Appraisal<'_>,
        watch: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, Refused> {
        self.think(at, n_lines, limits, watch)
    }

    fn forget(&mut self) {}

    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn prepare(&mut self, at: &dyn Table, cancel: &Cancel) -> Result<(), Refused> {
        let opening = opening(at);
        let _watch = Watch::over(self.groups.clone(), cancel.clone());
        let begun = self.begun(at, &opening, cancel).map(drop);
        begun.map_err(|reason| {
            let program = &*self.name;
            message!("guest-not-ready", "{program}: {reason}", program, reason).into()
        })
    }
}
