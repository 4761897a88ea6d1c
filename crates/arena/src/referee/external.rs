//! External programs as players, over either protocol.

use crate::fault_message;
use plywood_workbench::message;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use plywood_protocol as protocol;
use plywood_protocol::{
    Clocks, Go, LastOutput, Launch, LaunchError, Ply, Protocol, Score, Side, Start,
};
use plywood_workbench::games::{self, Seat, find};
use plywood_workbench::{Cancel, SplitMix};

use super::cpu;
use super::mover::{Choice, Chosen, Fault, FaultKind, Mover, Turn};
use crate::pairing::Opening;

/// The time limit for every answer but a move.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// The process groups of all running programs, so that they can be killed together: a program that is
/// searching cannot be asked.
#[derive(Clone, Debug, Default)]
pub struct ProcessGroups(Arc<Mutex<BTreeSet<u32>>>);

impl ProcessGroups {
    /// Kills every program; threads waiting for one are notified at once.
    pub fn kill_all(&self) {
        for &leader in self.lock().iter() {
            protocol::kill_group(leader);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A program as a player. It is started for the first game and kept until it fails.
pub struct External {
    game: String,
    rules: String,
    launch: Launch,
    patience: Duration,
    groups: ProcessGroups,
    running: Option<protocol::Bot>,
    /// The last output of a program that is gone.
    last_words: String,
}

impl External {
    /// A program for this game, not started yet.
    pub fn new(
        game: &str,
        rules: &str,
        launch: Launch,
        patience: Duration,
        groups: ProcessGroups,
    ) -> Self {
        let patience = patience.min(ANSWER_TIME);
        let (game, rules) = (game.to_owned(), rules.to_owned());
        Self { game, rules, launch, patience, groups, running: None, last_words: String::new() }
    }

    /// Parses `gtp:COMMAND`, `ugi:COMMAND` or `cmd:COMMAND`; with `cmd:` the program is started and probed for the
    /// protocol it speaks, UGI if it answers to neither.
    pub fn launch(engine: &str) -> Result<Launch, LaunchError> {
        const QUESTION: Duration = Duration::from_secs(3);
        let Some(command) = engine.strip_prefix("cmd:") else { return engine.parse() };
        let launch = |protocol| Launch::parse(command.trim(), Some(protocol));
        for protocol in [Protocol::Ugi, Protocol::Gtp] {
            if protocol::Bot::start(&launch(protocol)?, QUESTION).is_ok() {
                return launch(protocol);
            }
        }
        launch(Protocol::Ugi)
    }

    /// Drops the program; it is killed with everything it started.
    fn end(&mut self) {
        if let Some(player) = self.running.take() {
            self.last_words = joined(&player.last_output());
            self.groups.lock().remove(&player.id());
        }
    }

    fn fail(&mut self, fault: &protocol::Fault, cancel: &Cancel) -> Fault {
        use protocol::Fault as F;
        if let Some(player) = self.running.as_mut().filter(|_| !cancel.is_raised()) {
            player.hear_out();
        }
        self.end();
        let kind = match fault {
            _ if cancel.is_raised() => FaultKind::Cancelled,
            F::Timeout { .. } | F::Deaf { .. } | F::Flood { .. } => FaultKind::Hang,
            F::Garbage { .. } | F::Refused { .. } | F::TooLong { .. } => FaultKind::Illegal,
            _ => FaultKind::Crash,
        };
        Fault::new(kind, fault_message(fault))
    }

    /// The running program, started if need be.
    fn player(&mut self) -> Result<&mut protocol::Bot, protocol::Fault> {
        if self.running.is_none() {
            let started = protocol::Bot::start_heard(&self.launch, self.patience);
            let player = started.map_err(|(fault, output)| {
                self.last_words = joined(&output);
                fault
            })?;
            self.groups.lock().insert(player.id());
            self.last_words.clear();
            self.running = Some(player);
        }
        Ok(self.running.as_mut().expect("it was just started"))
    }

    /// How the game begins, for programs that cannot guess a shuffled board.
    fn start(&self, opening: &Opening, seed: u64) -> Start {
        let is_shuffled = find(&self.game).is_ok_and(|entry| entry.is_shuffled);
        let shuffled = || {
            let table = games::open(&self.game, &self.rules, opening.seed, None, &[]);
            table.ok().map(|table| table.position())
        };
        let position =
            opening.position.clone().or_else(|| if is_shuffled { shuffled() } else { None });
        let (game, rules) = (self.game.clone(), self.rules.clone());
        // Some programs read no more than 32 bits, and others read them as signed.
        Start { game, rules, position, seed: Some(seed >> 33) }
    }
}

impl Mover for External {
    fn begin(&mut self, opening: &Opening, seed: u64, cancel: &Cancel) -> Result<(), Fault> {
        let start = self.start(opening, SplitMix::new(seed).next());
        let begun = self.player().and_then(|player| player.new_game(&start));
        begun.map_err(|fault| self.fail(&fault, cancel))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault> {
        let side = |seat: Seat| if seat == Seat::One { Side::One } else { Side::Two };
        let ply = |(seat, text)| Ply { side: side(seat), text };
        let played: Vec<Ply> = turn.table.plays().into_iter().map(ply).collect();
        let allowance = &turn.allowance;
        let clocks =
            allowance.clocks.map(|left| Clocks { left, increment: [allowance.increment; 2] });
        let go = Go {
            movetime: allowance.move_time,
            nodes: allowance.nodes,
            depth: allowance.depth,
            clocks,
            ..Go::default()
        };
        let ask = |player: &mut protocol::Bot| {
            let before = cpu::of_process(player.id());
            let answer = player.go(&played, side(turn.seat), &go, allowance.patience)?;
            let after = cpu::of_process(player.id());
            let cpu = before.zip(after).and_then(|(before, after)| after.checked_sub(before));
            Ok((answer, cpu))
        };
        let (answer, cpu) =
            self.player().and_then(ask).map_err(|fault| self.fail(&fault, turn.cancel))?;
        if answer.step.eq_ignore_ascii_case("resign") {
            return Err(Fault::new(FaultKind::Resigned, message!("resigned", "resigned")));
        }
        let info = answer.info.unwrap_or_default();
        let (score, exact) = match info.score {
            None => (None, false),
            Some(Score::Centipoints(score)) => (Some(score as f64 / 100.0), false),
            Some(Score::Exact(score)) => (Some(score as f64 / 100.0), true),
            Some(Score::Mate(plies)) => (Some(plies.signum() as f64), true),
        };
        Ok(Choice {
            step: Chosen::Text(answer.step),
            score,
            exact,
            nodes: info.nodes.unwrap_or(0),
            depth: info.depth.unwrap_or(0),
            time: Some(answer.time),
            cpu,
        })
    }

    fn last_output(&mut self) -> String {
        match &self.running {
            Some(player) => joined(&player.last_output()),
            None => self.last_words.clone(),
        }
    }
}

/// Standard output and standard error together.
fn joined(output: &LastOutput) -> String {
    format!("{}{}", output.stdout, output.stderr)
}

impl Drop for External {
    fn drop(&mut self) {
        self.end();
    }
}
