//! A one-player search step by step, as plain data, for views that animate it.
//!
//! States are numbered in order of appearance, so that tree, open and closed list can be drawn from the steps
//! alone; the board of a node follows from the path to it. The reader may cancel the search at any step.

use std::collections::HashMap;
use std::ops::ControlFlow;

use plywood_contract::{Cancel, Event, Limits, NodeView, Observer, Problem, Refusal, Shown, Spot};
use serde::{Serialize, Serializer};

/// One step of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathStep {
    /// `open`, `expand`, `refuse`, `limit`, `drop` or `goal`.
    pub kind: &'static str,
    /// The node's number; none for a new limit.
    pub node: Option<u32>,
    /// The node it came from.
    pub parent: Option<u32>,
    /// The step that led to it, as `b@a1`.
    #[serde(rename = "move")]
    pub step: Option<String>,
    /// The cells of the step, row × columns + column from the top left.
    pub at: Vec<Spot>,
    /// Cost from the start, or the new limit.
    pub g: u64,
    /// Estimate to the goal.
    pub h: u32,
    /// The search's ranking of the node.
    pub f: u64,
    /// Why a child was discarded; written as a clause in English.
    #[serde(serialize_with = "in_english")]
    pub reason: Option<Refusal>,
}

fn in_english<S: Serializer>(reason: &Option<Refusal>, serializer: S) -> Result<S::Ok, S::Error> {
    reason.map(Refusal::explain).serialize(serializer)
}

/// What receives the steps; `Break` ends the search.
type Sink<'a> = &'a mut dyn FnMut(PathStep) -> ControlFlow<()>;

/// Turns events into steps.
pub(super) struct Recorder<'a, P: Problem> {
    problem: &'a P,
    numbers: HashMap<P::Key, u32>,
    /// The caller's own flag.
    caller: Cancel,
    enough: Cancel,
    sink: Sink<'a>,
}

impl<'a, P: Shown> Recorder<'a, P> {
    /// A recorder, and limits for a search that it can cancel.
    pub(super) fn new(problem: &'a P, limits: &Limits, sink: Sink<'a>) -> (Self, Limits) {
        let enough = Cancel::default();
        let caller = limits.cancel.clone();
        let limits = Limits { cancel: enough.clone(), ..limits.clone() };
        (Self { problem, numbers: HashMap::new(), caller, enough, sink }, limits)
    }

    /// The number of a state, a new one at its first appearance.
    fn number(&mut self, key: &P::Key) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(key.clone()).or_insert(next)
    }

    fn step(&mut self, kind: &'static str, node: &NodeView<'_, P>) -> PathStep {
        let node_number = Some(self.number(node.key));
        PathStep { node: node_number, g: node.g, h: node.h, f: node.f, ..PathStep::empty(kind) }
    }

    /// The same for a child, with its parent and action.
    fn child(
        &mut self,
        kind: &'static str,
        node: &NodeView<'_, P>,
        (key, action): (&P::Key, P::Action),
    ) -> PathStep {
        let parent = Some(self.number(key));
        let state = self.problem.state(key);
        let step = Some(self.problem.action_text(&state, action));
        let parts = self.problem.parts(&state, action);
        let at = parts.into_iter().next_back().map(|part| part.at).unwrap_or_default();
        PathStep { parent, step, at, ..self.step(kind, node) }
    }
}

impl PathStep {
    fn empty(kind: &'static str) -> Self {
        let (node, parent, step, reason) = (None, None, None, None);
        Self { kind, node, parent, step, at: Vec::new(), g: 0, h: 0, f: 0, reason }
    }
}

impl<P: Shown> Observer<P> for Recorder<'_, P> {
    fn event(&mut self, event: Event<'_, P>) {
        if self.caller.is_raised() {
            self.enough.raise();
        }
        if self.enough.is_raised() {
            return;
        }
        let step = match event {
            Event::Open { node, from: Some(from) } => self.child("open", &node, from),
            Event::Open { node, from: None } => self.step("open", &node),
            Event::Refuse { node, from, reason } => {
                PathStep { reason: Some(reason), ..self.child("refuse", &node, from) }
            }
            Event::Expand(node) => self.step("expand", &node),
            Event::Drop(node) => self.step("drop", &node),
            Event::Goal(node) => self.step("goal", &node),
            Event::Limit(limit) => PathStep { f: limit, ..PathStep::empty("limit") },
        };
        if (self.sink)(step).is_break() {
            self.enough.raise();
        }
    }
}
