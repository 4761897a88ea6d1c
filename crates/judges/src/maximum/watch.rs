//! When to stop: time, states, bytes and the flag raised from outside.

use std::time::{Duration, Instant};

use plywood_contract::{Limits, Stop};

pub(super) struct Watch<'a> {
    limits: &'a Limits,
    start: Instant,
    /// States expanded.
    pub(super) nodes: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self { limits, start: Instant::now(), nodes: 0 }
    }
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
    pub(super) fn count(&mut self, nodes: u64) -> Result<(), Stop> {
        self.nodes += nodes;
        let Limits { time, nodes, cancel, .. } = self.limits;
        if cancel.is_raised() {
            return Err(Stop::Cancelled);
        }
        if nodes.is_some_and(|most| self.nodes > most) {
            return Err(Stop::Nodes);
        }
        if time.is_some_and(|time| self.start.elapsed() >= time) {
            return Err(Stop::Time);
        }
        Ok(())
    }
}
