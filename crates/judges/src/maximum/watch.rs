//! When to stop, and who is told how it goes.

use std::time::{Duration, Instant};

use plywood_contract::{Limits, Stop};

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Cells covered by the best pieces so far.
    pub best: u32,
    /// No pieces cover more.
    pub bound: u32,
    /// States made.
    pub nodes: u64,
    /// Since the start.
    pub time: Duration,
}

/// Someone is told how it goes this often.
const PULSE: Duration = Duration::from_millis(50);

/// The limits of a search and its standing.
pub(super) struct Watch<'a> {
    pub(super) limits: &'a Limits,
    start: Instant,
    last_pulse: Duration,
    pub(super) nodes: u64,
    pub(super) best: u32,
    pub(super) bound: u32,
    tell: &'a mut dyn FnMut(&Progress),
}

impl<'a> Watch<'a> {
    /// Begins now.
    pub(super) fn new(limits: &'a Limits, tell: &'a mut dyn FnMut(&Progress)) -> Self {
        let start = Instant::now();
        Self { limits, start, last_pulse: Duration::ZERO, nodes: 0, best: 0, bound: u32::MAX, tell }
    }

    /// How it stands now.
    pub(super) fn progress(&self) -> Progress {
        let Self { best, bound, nodes, .. } = *self;
        Progress { best, bound, nodes, time: self.start.elapsed() }
    }

    /// Counts states made and says which limit forbids more.
    pub(super) fn count(&mut self, nodes: u64) -> Result<(), Stop> {
        self.nodes += nodes;
        let progress = self.progress();
        if progress.time >= self.last_pulse + PULSE {
            self.last_pulse = progress.time;
            (self.tell)(&progress);
        }
        let Limits { time, nodes, cancel, .. } = self.limits;
        if cancel.is_raised() {
            return Err(Stop::Cancelled);
        }
        if nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Stop::Nodes);
        }
        if time.is_some_and(|time| progress.time >= time) {
            return Err(Stop::Time);
        }
        Ok(())
    }

    /// Says whether this many bytes may be held.
    pub(super) fn hold(&self, bytes: u64) -> Result<(), Stop> {
        let is_too_much = self.limits.bytes.is_some_and(|most| bytes > most);
        if is_too_much { Err(Stop::Memory) } else { Ok(()) }
    }
}
