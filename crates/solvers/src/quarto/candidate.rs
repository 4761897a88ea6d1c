//! A candidate: what is proven of a move before the choice is made.

use std::cmp::Ordering;

use super::solver::Value;

/// Moves that are the same up to symmetry.
pub(super) struct Candidate<P> {
    /// What they lead to.
    pub(super) next: P,
    /// The bounds of their value.
    pub(super) bounds: [Value; 2],
    /// Plies to the end of the game, if won or lost.
    pub(super) plies: Option<u32>,
    /// Turns of the opponent that are known to be survived.
    pub(super) survives: u32,
    /// Replies known to be mistakes, and all replies.
    pub(super) traps: (u32, u32),
    /// Its place in the order of moves.
    pub(super) index: usize,
}

impl<P> Candidate<P> {
    pub(super) fn settle(&mut self, value: Value, plies: Option<u32>) {
        self.bounds = [value; 2];
        self.plies = plies;
    }

    pub(super) fn value(&self) -> Option<Value> {
        (self.bounds[0] == self.bounds[1]).then_some(self.bounds[0])
    }

    /// Better candidates come first.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let ([least, most], [their_least, their_most]) = (self.bounds, other.bounds);
        let values = their_least.cmp(&least).then(their_most.cmp(&most));
        let speed = match self.value() {
            Some(Value::Win) => {
                let plies = |candidate: &Self| candidate.plies.unwrap_or(u32::MAX);
                plies(self).cmp(&plies(other))
            }
            _ => other.survives.cmp(&self.survives),
        };
        let ratio = |one: &Self, two: &Self| u64::from(one.traps.0) * u64::from(two.traps.1);
        let traps = ratio(other, self).cmp(&ratio(self, other));
        values.then(speed).then(traps).then(self.index.cmp(&other.index))
    }
}

/// The next lower value.
pub(super) fn below(value: Value) -> Value {
    if value == Value::Win { Value::Draw } else { Value::Loss }
}
