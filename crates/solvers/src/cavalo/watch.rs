//! When to stop: limits, the flag raised from outside, and another thread that was faster.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use plywood_contract::{Limits, Stop};

/// Why a thread stopped without an answer: a limit, or none because another thread has the answer.
pub(crate) type Halt = Option<Stop>;

/// Nodes between two looks at the clock: well below a millisecond.
const PATIENCE: u64 = 1024;

/// Shared by all threads of a search.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    start: Instant,
    /// Nodes that threads may have searched.
    claimed: AtomicU64,
    finished: AtomicBool,
}

impl<'a> Watch<'a> {
    /// Begins now.
    pub(crate) fn new(limits: &'a Limits) -> Self {
        let (claimed, finished) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { limits, start: Instant::now(), claimed, finished }
    }

    /// Tells the other threads that the answer is known.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Wall time so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether this share of the time has passed; it has if time is without end.
    pub(crate) fn has_spent(&self, share: f64) -> bool {
        self.limits.time.is_none_or(|time| self.elapsed() >= time.mul_f64(share))
    }

    /// Grants a thread some more nodes, or says why not. A node limit is never passed.
    fn grant(&self) -> Result<u64, Halt> {
        let Limits { time, nodes, cancel, .. } = self.limits;
        if cancel.is_raised() {
            return Err(Some(Stop::Cancelled));
        }
        if time.is_some_and(|time| self.elapsed() >= time) {
            return Err(Some(Stop::Time));
        }
        if self.finished.load(Relaxed) {
            return Err(None);
        }
        let most = nodes.unwrap_or(u64::MAX);
        let claim = |claimed: u64| Some(most.min(claimed.saturating_add(PATIENCE)));
        let before = self.claimed.fetch_update(Relaxed, Relaxed, claim).unwrap_or(most);
        match most.saturating_sub(before).min(PATIENCE) {
            0 => Err(Some(Stop::Nodes)),
            granted => Ok(granted),
        }
    }
}

/// One thread's count of nodes.
pub(crate) struct Counter<'a> {
    pub(crate) watch: &'a Watch<'a>,
    granted: u64,
    left: u64,
}

impl<'a> Counter<'a> {
    /// Counts for this watch.
    pub(crate) fn new(watch: &'a Watch<'a>) -> Self {
        Self { watch, granted: 0, left: 0 }
    }

    /// Nodes counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.granted - self.left
    }

    /// Counts one node, or says why it may not be searched.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Halt> {
        if self.left == 0 {
            self.refill()?;
        }
        self.left -= 1;
        Ok(())
    }

    #[cold]
    fn refill(&mut self) -> Result<(), Halt> {
        self.left = self.watch.grant()?;
        self.granted += self.left;
        Ok(())
    }
}
