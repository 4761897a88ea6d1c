//! The common limits of several searches.

use std::time::Duration;

use plywood_contract::{Limits, PlayStats, Stopwatch};

/// The limits of a task that takes several searches, and what they have spent so far.
#[derive(Clone, Debug)]
pub struct Allowance {
    stopwatch: Stopwatch,
    limits: Limits,
    /// The sum of what was spent.
    pub spent: PlayStats,
}

impl Allowance {
    /// Begins now. Depth is not shared: it stays with whoever makes the searches.
    pub fn new(limits: &Limits) -> Self {
        let limits = Limits { depth: None, ..limits.clone() };
        Self { stopwatch: Stopwatch::start(), limits, spent: PlayStats::nothing() }
    }

    /// The limits of the next search.
    pub fn left(&self) -> Limits {
        self.limits.less(self.elapsed(), self.spent.analysed)
    }

    /// Wall time since the beginning.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// Counts one position that is looked at without a search, unless the limit forbids it.
    pub fn look(&mut self) -> bool {
        let is_allowed = self.limits.nodes.is_none_or(|most| self.spent.analysed < most);
        self.spent.analysed += u64::from(is_allowed);
        is_allowed
    }

    /// Adds what a search `above` plies below the root did.
    pub fn pay(&mut self, stats: &PlayStats, above: u32) {
        let selective_depth = stats.selective_depth + above;
        self.spent.add(&PlayStats { selective_depth, ..stats.clone() });
        self.spent.depth = stats.depth + above;
        self.spent.time = self.elapsed();
    }
}
