//! Limits shared by the threads of one search: each thread reserves nodes in advance, so that a node limit is
//! never exceeded and no node is counted twice.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::{Limits, Stop, Stopwatch};

/// Why a thread stopped without an answer: a limit, or `None` because another thread has the answer.
pub type Halt = Option<Stop>;

/// Nodes between two readings of the clock, at millions a second: well below a millisecond. Callers with
/// slower nodes report them by [`Counter::add_work`].
const STRIDE: u64 = 2048;

/// Shared by all threads of a search.
#[derive(Debug)]
pub struct Watch<'a> {
    limits: &'a Limits,
    stopwatch: Stopwatch,
    /// Nodes reserved by threads, visited or not.
    granted: AtomicU64,
    finished: AtomicBool,
}

impl<'a> Watch<'a> {
    /// Starts now.
    pub fn new(limits: &'a Limits) -> Self {
        let (granted, finished) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { limits, stopwatch: Stopwatch::start(), granted, finished }
    }

    /// Starts another question under the same limits.
    pub fn begin(&mut self) {
        *self.finished.get_mut() = false;
    }

    /// Ends the other threads: the answer is known.
    pub fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Wall time so far.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// Whether this share of the time has passed; true if the time is unlimited.
    pub fn has_spent(&self, share: f64) -> bool {
        self.limits.time.is_none_or(|time| self.elapsed() >= time.mul_f64(share))
    }

    /// Nodes of all threads, once they have given back what they did not need.
    pub fn nodes(&self) -> u64 {
        self.granted.load(Relaxed)
    }

    /// Reserves up to `wish` nodes more for a thread, at least `least`, or says why not. The node limit is never
    /// exceeded.
    fn grant(&self, wish: u64, least: u64) -> Result<u64, Halt> {
        self.check()?;
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        let more = |granted: u64| {
            let left = most.saturating_sub(granted).min(wish);
            (left >= least).then_some(granted.saturating_add(left))
        };
        match self.granted.fetch_update(Relaxed, Relaxed, more) {
            Ok(before) => {
                let granted = most.saturating_sub(before).min(wish);
                self.limits.cancel.count(granted);
                Ok(granted)
            }
            Err(_) => Err(Some(Stop::Nodes)),
        }
    }

    /// Returns nodes that a thread reserved and did not visit.
    fn give_back(&self, nodes: u64) {
        self.granted.fetch_sub(nodes, Relaxed);
        self.limits.cancel.uncount(nodes);
    }

    fn check(&self) -> Result<(), Halt> {
        self.limits.check_time(self.elapsed()).map_err(Some)?;
        if self.finished.load(Relaxed) { Err(None) } else { Ok(()) }
    }
}

/// One thread's count of nodes.
#[derive(Debug)]
pub struct Counter<'a> {
    watch: &'a Watch<'a>,
    /// Nodes reserved so far.
    granted: u64,
    /// Nodes that may still be visited before more must be reserved.
    left: u64,
    /// Work beyond that of the fastest nodes, in such nodes, since the clock was last read.
    extra: u64,
    /// Why no more nodes can be reserved.
    halt: Option<Halt>,
}

impl<'a> Counter<'a> {
    /// A counter under this watch.
    pub fn new(watch: &'a Watch<'a>) -> Self {
        Self { watch, granted: 0, left: 0, extra: 0, halt: None }
    }

    /// Nodes counted.
    pub fn nodes(&self) -> u64 {
        self.granted - self.left
    }

    /// Adds work beyond that of the fastest nodes, in such nodes.
    #[inline]
    pub fn add_work(&mut self, nodes: u64) {
        self.extra += nodes;
    }

    /// Counts one node, or says why it may not be visited.
    #[inline]
    pub fn count(&mut self) -> Result<(), Halt> {
        if self.try_count() { Ok(()) } else { Err(self.halt.flatten()) }
    }

    /// The same in few instructions, for searches that cannot fail: once it returns `false` it always will, values
    /// are meaningless from then on, and [`Counter::halted`] tells why.
    #[inline]
    pub fn try_count(&mut self) -> bool {
        if self.left == 0 && self.refill(1).is_err() {
            return false;
        }
        self.left -= 1;
        true
    }

    /// The answer, unless nodes ran out on the way.
    pub fn halted<T>(&self, answer: T) -> Result<T, Halt> {
        self.halt.map_or(Ok(answer), Err)
    }

    /// Reserves this many nodes, to be counted at once by [`Counter::count_many`].
    pub fn ask(&mut self, most: u64) -> Result<(), Halt> {
        if self.left < most { self.refill(most - self.left) } else { Ok(()) }
    }

    /// Counts nodes that were reserved.
    pub fn count_many(&mut self, nodes: u64) {
        debug_assert!(nodes <= self.left);
        self.left -= nodes;
    }

    /// Reads the clock if much work was added since it was last read.
    #[inline]
    pub fn poll(&mut self) -> Result<(), Halt> {
        if self.extra < STRIDE { Ok(()) } else { self.look() }
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
        match self.watch.grant(STRIDE.max(least), least) {
            Ok(more) => {
                self.left += more;
                self.granted += more;
            }
            Err(halt) => {
                self.halt = Some(halt);
                return Err(halt);
            }
        }
        Ok(())
    }

    /// Returns what was not needed.
    pub fn close(&mut self) {
        self.granted -= self.left;
        self.watch.give_back(std::mem::take(&mut self.left));
    }
}
