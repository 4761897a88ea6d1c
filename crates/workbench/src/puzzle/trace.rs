//! A one-player search step by step, as plain data: what a view that shows it working is made of.
//!
//! States are numbered as they are first met, so that tree, open and closed list can be drawn from
//! the steps alone; the board of a node follows from the placements above it. The search is
//! called off when the reader has enough.

use std::collections::HashMap;
use std::ops::ControlFlow;

use plywood_contract::{Cancel, Event, Limits, NodeView, Observer, Problem, Refusal};
use plywood_games::bits::Bits;
use plywood_games::blokus::puzzle::{BoardError, Placement, Puzzle, words_for};
use serde::{Serialize, Serializer};

use super::boards::NamedBoard;
use super::method::Method;
use super::solve::{SolveReport, report, search};

/// One step of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathStep {
    /// `open`, `expand`, `refuse`, `limit`, `drop` or `goal`.
    pub kind: &'static str,
    /// The node's number; none for a new limit.
    pub node: Option<u32>,
    /// The node it came from.
    pub parent: Option<u32>,
    /// The placement that led to it, as `b@a1`.
    #[serde(rename = "move")]
    pub step: Option<String>,
    /// The cells it covers, row × columns + column from the top left.
    pub at: Vec<usize>,
    /// Cost from the start, or the new limit.
    pub g: u64,
    /// Estimate to the goal.
    pub h: u32,
    /// What the search ranks by.
    pub f: u64,
    /// Why a child was not kept; a clause in English where it is written down.
    #[serde(serialize_with = "in_english")]
    pub reason: Option<Refusal>,
}

fn in_english<S: Serializer>(reason: &Option<Refusal>, serializer: S) -> Result<S::Ok, S::Error> {
    reason.map(Refusal::explain).serialize(serializer)
}

/// Solves `board` by `method` and hands every step to `sink` until it has enough.
pub fn trace(
    board: &NamedBoard,
    method: &Method,
    limits: &Limits,
    sink: &mut dyn FnMut(PathStep) -> ControlFlow<()>,
) -> Result<SolveReport, BoardError> {
    match words_for(&board.board) {
        0..=2 => trace_on::<2>(board, method, limits, sink),
        3..=4 => trace_on::<4>(board, method, limits, sink),
        _ => trace_on::<7>(board, method, limits, sink),
    }
}

fn trace_on<const W: usize>(
    board: &NamedBoard,
    method: &Method,
    limits: &Limits,
    sink: &mut dyn FnMut(PathStep) -> ControlFlow<()>,
) -> Result<SolveReport, BoardError> {
    let puzzle = Puzzle::<W>::new(&board.board)?;
    let enough = Cancel::default();
    let caller = limits.cancel.clone();
    let limits = Limits { cancel: enough.clone(), ..limits.clone() };
    let recorder = Recorder { puzzle: &puzzle, numbers: HashMap::new(), caller, enough, sink };
    let outcome = search(&puzzle, &method.heuristic, method, &limits, recorder);
    Ok(report(&puzzle, board, method, &limits, &outcome))
}

/// Turns events into steps.
struct Recorder<'a, const W: usize> {
    puzzle: &'a Puzzle<W>,
    numbers: HashMap<<Puzzle<W> as Problem>::Key, u32>,
    /// Raised by whoever asked for the trace.
    caller: Cancel,
    enough: Cancel,
    sink: &'a mut dyn FnMut(PathStep) -> ControlFlow<()>,
}

impl<const W: usize> Recorder<'_, W> {
    /// The number of a state, a new one if it was never met.
    fn number(&mut self, key: &<Puzzle<W> as Problem>::Key) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(*key).or_insert(next)
    }

    /// The cells a placement covers.
    fn cells(&self, action: Placement) -> Vec<usize> {
        let grid = self.puzzle.grid();
        let columns = grid.stride() as usize - 1;
        let cover: Bits<W> = grid.cover(action.piece(), action.anchor());
        let at = |cell| {
            let (row, column) = grid.place(cell);
            row * columns + column
        };
        cover.into_iter().map(at).collect()
    }

    fn step(&mut self, kind: &'static str, node: &NodeView<'_, Puzzle<W>>) -> PathStep {
        let number = self.number(node.key);
        PathStep {
            kind,
            node: Some(number),
            parent: None,
            step: None,
            at: Vec::new(),
            g: node.g,
            h: node.h,
            f: node.f,
            reason: None,
        }
    }
}

impl<const W: usize> Observer<Puzzle<W>> for Recorder<'_, W> {
    fn event(&mut self, event: Event<'_, Puzzle<W>>) {
        if self.caller.is_raised() {
            self.enough.raise();
        }
        if self.enough.is_raised() {
            return;
        }
        let step = match event {
            Event::Open { node, from } => {
                let parent = from.map(|(key, _)| self.number(key));
                let action = from.map(|(_, action)| self.puzzle.text(action));
                let at = from.map(|(_, action)| self.cells(action)).unwrap_or_default();
                PathStep { parent, step: action, at, ..self.step("open", &node) }
            }
            Event::Refuse { node, from: (key, action), reason } => {
                let parent = Some(self.number(key));
                let action = Some(self.puzzle.text(action));
                let reason = Some(reason);
                PathStep { parent, step: action, reason, ..self.step("refuse", &node) }
            }
            Event::Expand(node) => self.step("expand", &node),
            Event::Drop(node) => self.step("drop", &node),
            Event::Goal(node) => self.step("goal", &node),
            Event::Limit(limit) => PathStep {
                kind: "limit",
                node: None,
                parent: None,
                step: None,
                at: Vec::new(),
                g: 0,
                h: 0,
                f: limit,
                reason: None,
            },
        };
        if (self.sink)(step).is_break() {
            self.enough.raise();
        }
    }
}
