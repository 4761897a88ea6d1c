//! What a referee sees of a player.

use plywood_workbench::Message;
use std::time::Duration;

use plywood_workbench::Cancel;
use plywood_workbench::games::{Seat, Step, Table};

use super::clock::Allowance;
use crate::pairing::Opening;

/// Somebody who can choose moves.
pub trait Mover {
    /// Gets ready for a game from this opening; whatever the last one left is forgotten. `seed` is
    /// for random choices.
    fn begin(&mut self, opening: &Opening, seed: u64, cancel: &Cancel) -> Result<(), Fault>;

    /// Chooses a move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault>;

    /// What the player said last, for the record of a fault.
    fn last_output(&mut self) -> String {
        String::new()
    }
}

/// What a player is told when it is to move.
pub struct Turn<'a> {
    /// Where the game began.
    pub opening: &'a Opening,
    /// The game so far: all moves since the position the opening began with, the opening's own and
    /// passes included.
    pub table: &'a dyn Table,
    /// Who is to move.
    pub seat: Seat,
    /// What may be spent.
    pub allowance: Allowance,
    /// Raised when the tournament ends early.
    pub cancel: &'a Cancel,
}

/// A move, and what the player thinks of it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub step: Chosen,
    /// What the position is worth to the side to move.
    pub score: Option<f64>,
    /// Whether the score is proven.
    pub exact: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// Plies looked ahead.
    pub depth: u32,
    /// How long it thought, where that is known better than from outside.
    pub time: Option<Duration>,
    /// Processor time, where it can be told.
    pub cpu: Option<Duration>,
}

impl Choice {
    /// A move of which nothing else is known.
    pub fn text(step: impl Into<String>) -> Self {
        let step = Chosen::Text(step.into());
        Self { step, score: None, exact: false, nodes: 0, depth: 0, time: None, cpu: None }
    }
}

/// A move as a player names it.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// One of ours: a move of the table.
    Step(Step),
    /// Anyone else's: a text that may mean nothing.
    Text(String),
}

/// Why a player gave no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which kind.
    pub kind: FaultKind,
    /// What happened.
    pub message: Message,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It ended or broke.
    Crash,
    /// It said nothing for too long.
    Hang,
    /// It said something that is no move.
    Illegal,
    /// It gave up.
    Resigned,
    /// Nobody's fault: the tournament ends.
    Cancelled,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, message: impl Into<Message>) -> Self {
        Self { kind, message: message.into() }
    }
}
