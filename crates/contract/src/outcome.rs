//! How a search ended: the solution, if any, and its statistics.

use std::time::Duration;

use crate::PathCost;

/// The end of a search: the reason, the solution and, in every case, the statistics.
#[derive(Clone, Debug)]
pub struct Outcome<A> {
    /// Why the search ended, with the solution if there is one.
    pub ending: Ending<A>,
    /// The statistics up to the end.
    pub stats: Stats,
}

impl<A> Outcome<A> {
    /// The solution, if the search found one.
    pub fn solution(&self) -> Option<&Solution<A>> {
        match &self.ending {
            Ending::Solved(solution) => Some(solution),
            _ => None,
        }
    }
}

/// Why a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending<A> {
    /// It reached a goal.
    Solved(Solution<A>),
    /// No node is left to expand. [`Stats::depth_cut`] and [`Stats::pruned`] tell whether that proves that
    /// no goal exists.
    Exhausted,
    /// A limit was reached, or someone raised the flag.
    Stopped(Stop),
}

/// What cut a search short.
///
/// ```
/// use plywood_contract::Stop;
///
/// assert_eq!(Stop::Nodes.name(), "nodes"); // as reports and JSON say it
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time was up.
    Time,
    /// The next step would have needed more bytes than allowed.
    Memory,
    /// As many nodes as allowed were generated.
    Nodes,
    /// Someone raised the [`crate::Cancel`] flag.
    Cancelled,
}

impl Stop {
    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Nodes => "nodes",
            Self::Cancelled => "cancelled",
        }
    }
}

/// A path to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<A> {
    /// The steps from the start.
    pub actions: Vec<A>,
    /// What they cost together.
    pub cost: PathCost,
}

/// What a search did. Counters only grow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Children generated, counted before duplicates are discarded; the start is not counted.
    pub generated: u64,
    /// Nodes whose children were generated.
    pub expanded: u64,
    /// Children discarded: duplicates, too deep, over the limit, hopeless.
    pub refused: u64,
    /// Stored nodes removed again (frontier search, RBFS, SMA*, beam search).
    pub dropped: u64,
    /// Passes over the tree (iterative deepening, IDA*); 0 for searches that make only one.
    pub iterations: u64,
    /// The deepest node generated.
    pub depth: u32,
    /// The most nodes waiting at any moment.
    pub peak_open: u64,
    /// The most nodes stored at any moment.
    pub peak_stored: u64,
    /// The most bytes the search's structures held at any moment.
    pub peak_bytes: u64,
    /// Whether the depth limit cut something, so that [`Ending::Exhausted`] proves nothing beyond it.
    pub depth_cut: bool,
    /// Whether a beam, a node budget or the stack cut something, so that [`Ending::Exhausted`] proves
    /// nothing at all.
    pub pruned: bool,
    /// Wall time.
    pub time: Duration,
}
