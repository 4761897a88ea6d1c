//! The one place that reads the clock, and when a search does: about every millisecond, at a pace that
//! follows its speed.

use std::time::{Duration, Instant};

use crate::{Limits, Stop};

/// Wall time since a moment.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Begins now.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Between two looks at the clock there should pass about this much time.
const POLL_EVERY: Duration = Duration::from_millis(1);
/// The most nodes between two looks at the clock, however fast they come.
const LONGEST_STRIDE: u64 = 1 << 16;

/// The clock of one search, and the node count at which it will be looked at next.
#[derive(Clone, Debug)]
pub struct Meter {
    stopwatch: Stopwatch,
    last_poll: Duration,
    poll_at: u64,
    stride: u64,
    /// Nodes that whoever waits was told of.
    told: u64,
}

impl Meter {
    /// Starts the clock. The first node is already a reason to look at it.
    pub fn start() -> Self {
        let stopwatch = Stopwatch::start();
        Self { stopwatch, last_poll: Duration::ZERO, poll_at: 0, stride: 1, told: 0 }
    }

    /// Wall time since the start.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// Whether, after this many nodes, [`Meter::poll`] must be asked before the next.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.poll_at
    }

    /// How many nodes may come after this many before [`Meter::poll`] must be asked.
    pub fn until_due(&self, nodes: u64) -> u64 {
        self.poll_at.saturating_sub(nodes)
    }

    /// Says which limit forbids another node, or settles when to ask again. A node limit is never
    /// passed, for it is always a moment to ask.
    pub fn poll(&mut self, nodes: u64, limits: &Limits) -> Result<(), Stop> {
        let now = self.elapsed();
        let since = now - self.last_poll;
        self.last_poll = now;
        limits.cancel.count(nodes.saturating_sub(self.told));
        self.told = nodes.max(self.told);
        limits.check_time(now)?;
        // At the pace of late, the next look comes in half a millisecond, and sooner as the end nears.
        let left = limits.time.map_or(POLL_EVERY, |limit| limit - now);
        let wish = left.min(POLL_EVERY) / 2;
        let pace = self.stride as f64 / since.as_secs_f64().max(1e-9);
        let most = (2 * self.stride).min(LONGEST_STRIDE);
        self.stride = ((pace * wish.as_secs_f64()) as u64).clamp(1, most);
        self.poll_at = nodes + self.stride;
        if let Some(limit) = limits.nodes {
            if nodes >= limit {
                return Err(Stop::Nodes);
            }
            self.poll_at = self.poll_at.min(limit);
        }
        Ok(())
    }
}
