//! The one module that reads the clock. A search polls it about every millisecond, at an interval of nodes
//! that follows its speed.

use std::time::{Duration, Instant};

use crate::{Limits, Stop};

/// Elapsed wall time.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The time to aim for between two readings of the clock.
const POLL_EVERY: Duration = Duration::from_millis(1);
/// The most nodes between two readings of the clock, however fast they come.
const LONGEST_STRIDE: u64 = 1 << 16;

/// The clock of one search, and the node count at which it will be read next.
#[derive(Clone, Debug)]
pub struct Meter {
    stopwatch: Stopwatch,
    last_poll: Duration,
    poll_at: u64,
    stride: u64,
    /// Nodes already reported to the cancellation flag.
    told: u64,
}

impl Meter {
    /// Starts the clock. The first node already polls it.
    pub fn start() -> Self {
        let stopwatch = Stopwatch::start();
        Self { stopwatch, last_poll: Duration::ZERO, poll_at: 0, stride: 1, told: 0 }
    }

    /// Wall time since the start.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// Whether [`Meter::poll`] must be called before the node after this many.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.poll_at
    }

    /// How many more nodes may follow this many before [`Meter::poll`] must be called.
    pub fn until_due(&self, nodes: u64) -> u64 {
        self.poll_at.saturating_sub(nodes)
    }

    /// Checks all limits and sets the node count of the next poll, never later than the node limit, so that the
    /// limit is not exceeded.
    pub fn poll(&mut self, nodes: u64, limits: &Limits) -> Result<(), Stop> {
        let now = self.elapsed();
        let since = now - self.last_poll;
        self.last_poll = now;
        limits.cancel.count(nodes.saturating_sub(self.told));
        self.told = nodes.max(self.told);
        limits.check_time(now)?;
        // At the recent pace, the next poll comes in half a millisecond, and sooner as the end nears.
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
