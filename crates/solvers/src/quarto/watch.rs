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
    /// Nodes that threads may look at or have looked at.
    granted: AtomicU64,
    finished: AtomicBool,
}

impl<'a> Watch<'a> {
    /// Begins now.
    pub(super) fn new(limits: &'a Limits) -> Self {
        let (granted, finished) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { limits, start: Instant::now(), granted, finished }
    }

    /// Begins another question under the same limits.
    pub(super) fn begin(&mut self) {
        *self.finished.get_mut() = false;
    }

    /// Tells the other threads that the answer is known.
    pub(super) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Nodes of all threads, once they have given back what they did not need.
    pub(super) fn nodes(&self) -> u64 {
        self.granted.load(Relaxed)
    }

    /// Grants a thread up to `wish` nodes more, at least `least`, or says why not. A node limit is never
    /// passed.
    fn grant(&self, wish: u64, least: u64) -> Result<u64, Halt> {
        self.check()?;
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        let more = |granted: u64| {
            let left = most.saturating_sub(granted).min(wish);
            (left >= least).then_some(granted.saturating_add(left))
        };
        match self.granted.fetch_update(Relaxed, Relaxed, more) {
            Ok(before) => Ok(most.saturating_sub(before).min(wish)),
            Err(_) => Err(Some(Stop::Nodes)),
        }
    }

    /// Takes back what a thread did not need.
    fn give_back(&self, nodes: u64) {
        self.granted.fetch_sub(nodes, Relaxed);
    }

    fn check(&self) -> Result<(), Halt> {
        let Limits { time, cancel, .. } = self.limits;
        if cancel.is_raised() {
            return Err(Some(Stop::Cancelled));
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
    /// Nodes that may still be looked at before the watch must be asked.
    left: u64,
    /// Work beyond that of a late board, in such boards, since the last look at the clock.
    pub(super) extra: u64,
    /// Why no more nodes are granted.
    halt: Option<Halt>,
}

impl<'a> Counter<'a> {
    /// Counts for this watch.
    pub(super) fn new(watch: &'a Watch<'a>) -> Self {
        Self { watch, left: 0, extra: 0, halt: None }
    }

    /// Counts one node, or says why it may not be looked at.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Halt> {
        if self.try_count() { Ok(()) } else { Err(self.halt.flatten()) }
    }

    /// The same in few instructions, for searches that cannot fail: once it says no, it goes on to say
    /// no, answers mean nothing any more, and [`Counter::halted`] tells why.
    #[inline]
    pub(super) fn try_count(&mut self) -> bool {
        if self.left == 0 && self.refill(1).is_err() {
            return false;
        }
        self.left -= 1;
        true
    }

    /// An answer, unless nodes ran out while it was looked for.
    pub(super) fn halted<T>(&self, answer: T) -> Result<T, Halt> {
        self.halt.map_or(Ok(answer), Err)
    }

    /// Makes sure that so many nodes may be counted at once by [`Counter::count_many`].
    pub(super) fn ask(&mut self, most: u64) -> Result<(), Halt> {
        if self.left < most { self.refill(most - self.left) } else { Ok(()) }
    }

    /// Counts nodes that were asked for.
    pub(super) fn count_many(&mut self, nodes: u64) {
        debug_assert!(nodes <= self.left);
        self.left -= nodes;
    }

    /// Looks at the clock now and then.
    #[inline]
    pub(super) fn poll(&mut self) -> Result<(), Halt> {
        if self.extra < PATIENCE { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        self.extra = 0;
        self.watch.check()
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self, least: u64) -> Result<(), Halt> {
        self.extra = 0;
        if let Some(halt) = self.halt {
            return Err(halt);
        }
        match self.watch.grant(PATIENCE.max(least), least) {
            Ok(more) => self.left += more,
            Err(halt) => {
                self.halt = Some(halt);
                return Err(halt);
            }
        }
        Ok(())
    }

    /// Gives back what was not needed.
    pub(super) fn close(&mut self) {
        self.watch.give_back(std::mem::take(&mut self.left));
    }
}
