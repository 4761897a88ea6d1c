//! When to stop: limits, the flag raised from outside, and another thread that was faster.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use plywood_contract::{Limits, Stop};

/// Why a thread stopped without an answer: a limit, or none because another thread has the answer.
pub(super) type Halt = Option<Stop>;

/// Nodes between two looks at the clock: well below a millisecond. Early boards count as several.
const PATIENCE: u64 = 4096;

/// Shared by all threads of a search.
pub(super) struct Watch<'a> {
    limits: &'a Limits,
    start: Instant,
    nodes: AtomicU64,
    finished: AtomicBool,
}

impl<'a> Watch<'a> {
    /// Begins now.
    pub(super) fn new(limits: &'a Limits) -> Self {
        let (nodes, finished) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { limits, start: Instant::now(), nodes, finished }
    }

    /// Begins another question under the same limits.
    pub(super) fn begin(&mut self) {
        *self.finished.get_mut() = false;
    }

    /// Tells the other threads that the answer is known.
    pub(super) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Nodes of all threads, as far as they have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    fn check(&self) -> Result<(), Halt> {
        let Limits { time, nodes, cancel, .. } = self.limits;
        if cancel.is_raised() {
            return Err(Some(Stop::Cancelled));
        }
        if nodes.is_some_and(|most| self.nodes() > most) {
            return Err(Some(Stop::Nodes));
        }
        if time.is_some_and(|time| self.start.elapsed() >= time) {
            return Err(Some(Stop::Time));
        }
        if self.finished.load(Relaxed) { Err(None) } else { Ok(()) }
    }
}

/// One thread's count of nodes.
pub(super) struct Counter<'a> {
    watch: &'a Watch<'a>,
    /// Nodes not yet reported.
    pub(super) nodes: u64,
    /// Work beyond that of a late board, in such boards, since the last look at the clock.
    pub(super) extra: u64,
}

impl<'a> Counter<'a> {
    /// Counts for this watch.
    pub(super) fn new(watch: &'a Watch<'a>) -> Self {
        Self { watch, nodes: 0, extra: 0 }
    }

    /// Looks at the limits now and then.
    #[inline]
    pub(super) fn poll(&mut self) -> Result<(), Halt> {
        if self.nodes + self.extra < PATIENCE { Ok(()) } else { self.report() }
    }

    /// Reports the nodes counted and looks at the limits.
    #[cold]
    pub(super) fn report(&mut self) -> Result<(), Halt> {
        self.extra = 0;
        self.watch.nodes.fetch_add(std::mem::take(&mut self.nodes), Relaxed);
        self.watch.check()
    }
}
