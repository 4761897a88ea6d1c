//! A referee's view of a player.

use plywood_workbench::Message;
use std::time::Duration;

use plywood_workbench::Cancel;
use plywood_workbench::games::{Seat, Step, Table};

use super::clock::MoveLimits;
use crate::pairing::Opening;

/// A player.
pub trait Mover {
    /// Prepares for a game from this opening; clears what the last one left. `seed` is for random choices.
    fn begin(&mut self, opening: &Opening, seed: u64, cancel: &Cancel) -> Result<(), Fault>;

    /// Chooses a move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault>;

    /// The player's last output, for the record of a fault.
    fn last_output(&mut self) -> String {
        String::new()
    }
}

/// The request to move.
pub struct Turn<'a> {
    /// The opening.
    pub opening: &'a Opening,
    /// The game so far: all moves since the position the opening began with, the opening's own and
    /// passes included.
    pub table: &'a dyn Table,
    /// The side to move.
    pub seat: Seat,
    /// The limits.
    pub allowance: MoveLimits,
    /// Raised when the tournament is cancelled.
    pub cancel: &'a Cancel,
}

/// A move, and the player's evaluation.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub step: Chosen,
    /// The value of the position for the side to move.
    pub score: Option<f64>,
    /// Whether the score is proven.
    pub exact: bool,
    /// Positions visited.
    pub nodes: u64,
    /// Search depth in plies.
    pub depth: u32,
    /// Its thinking time, where that is known more precisely than from outside.
    pub time: Option<Duration>,
    /// Processor time, where it is known.
    pub cpu: Option<Duration>,
}

impl Choice {
    /// A move without statistics.
    pub fn text(step: impl Into<String>) -> Self {
        let step = Chosen::Text(step.into());
        Self { step, score: None, exact: false, nodes: 0, depth: 0, time: None, cpu: None }
    }
}

/// A move in the player's own form.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// One of ours: a handle of the table.
    Step(Step),
    /// Any other: a text that may be illegal.
    Text(String),
}

/// Why a player gave no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// The details.
    pub message: Message,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It crashed.
    Crash,
    /// It hung.
    Hang,
    /// Its answer was not a move.
    Illegal,
    /// It resigned.
    Resigned,
    /// No fault: the tournament is cancelled.
    Cancelled,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, message: impl Into<Message>) -> Self {
        Self { kind, message: message.into() }
    }
}
