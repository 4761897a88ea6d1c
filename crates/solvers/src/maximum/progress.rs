//! Progress and limits of a search for the largest covering.

use std::time::Duration;

use plywood_contract::{Limits, Stop, Stopwatch};

/// The state of a search in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Cells covered by the best pieces so far.
    pub best: u32,
    /// Upper bound: no pieces cover more.
    pub bound: u32,
    /// States expanded.
    pub nodes: u64,
    /// Since the start.
    pub time: Duration,
}

/// The interval of progress reports.
const PULSE: Duration = Duration::from_millis(50);

/// The limits of a search and its standing.
pub(super) struct Standing<'a> {
    pub(super) limits: &'a Limits,
    stopwatch: Stopwatch,
    last_pulse: Duration,
    pub(super) nodes: u64,
    pub(super) best: u32,
    pub(super) bound: u32,
    /// Bytes held besides those that the caller of [`Standing::hold`] counts.
    pub(super) aside: u64,
    tell: &'a mut dyn FnMut(&Progress),
}

impl<'a> Standing<'a> {
    /// Starts now.
    pub(super) fn new(limits: &'a Limits, tell: &'a mut dyn FnMut(&Progress)) -> Self {
        let (stopwatch, last_pulse) = (Stopwatch::start(), Duration::ZERO);
        Self { limits, stopwatch, last_pulse, nodes: 0, best: 0, bound: u32::MAX, aside: 0, tell }
    }

    /// The progress at this moment.
    pub(super) fn progress(&self) -> Progress {
        let Self { best, bound, nodes, .. } = *self;
        Progress { best, bound, nodes, time: self.stopwatch.elapsed() }
    }

    /// Checks the limits and reports progress.
    pub(super) fn poll(&mut self) -> Result<(), Stop> {
        let progress = self.progress();
        if progress.time >= self.last_pulse + PULSE {
            self.last_pulse = progress.time;
            (self.tell)(&progress);
        }
        self.limits.check_time(progress.time)
    }

    /// Reserves states to expand: as many as asked for, or as the limit leaves.
    pub(super) fn claim(&mut self, asked: usize) -> Result<usize, Stop> {
        self.poll()?;
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes));
        let claimed = left.min(asked as u64);
        self.nodes += claimed;
        if claimed == 0 { Err(Stop::Nodes) } else { Ok(claimed as usize) }
    }

    /// Checks that this many bytes are within the limit. A sixteenth is kept in reserve: sets grow between two checks,
    /// and the allocator does not return freed memory at once (up to 3 MB of 64 MiB were seen on board F).
    pub(super) fn hold(&self, bytes: u64) -> Result<(), Stop> {
        let held = self.aside + bytes;
        let is_too_much = self.limits.bytes.is_some_and(|most| held + held / 16 > most);
        if is_too_much || !is_there(bytes) { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// Whether the system would give so many bytes now: tables are asked for before they are made, and a set that grows
/// takes no more than all hold already. An allocation that fails would end the program.
fn is_there(bytes: u64) -> bool {
    let mut space: Vec<u8> = Vec::new();
    let is_there = usize::try_from(bytes).is_ok_and(|bytes| space.try_reserve_exact(bytes).is_ok());
    // Space that nobody uses would never be asked for.
    std::hint::black_box(&mut space);
    is_there
}
