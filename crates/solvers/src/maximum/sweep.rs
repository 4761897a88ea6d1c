//! The request to a sweep and its outcome, whatever the order of the cells.

use super::region::Placement;
use super::states::Enforced;

/// The target of a sweep, and its resources.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    /// Find at least this many cells: states whose bound is lower are pruned.
    pub(super) target: u32,
    /// Stop at the first solution with this many cells.
    pub(super) enough: u32,
    /// How many `a`, `b`, `c` there are.
    pub(super) stock: [u32; 3],
    /// The most states kept in a layer; all others are dropped.
    pub(super) width: usize,
    pub(super) enforced: Enforced,
    pub(super) threads: usize,
}

/// How a sweep ended.
pub(super) enum Outcome {
    /// It found a solution that reaches the target; if `is_optimal`, none covers more.
    Found { placements: Vec<Placement>, is_optimal: bool },
    /// It dropped no state and found nothing: no solution reaches the target, nor covers more cells
    /// than this.
    Refuted(u32),
    /// It dropped this many states, and none of the others reached the target: nothing is proven.
    Inconclusive(u64),
}

/// States expanded between two checks of the limits, and distributed to the threads at a time.
pub(super) const BATCH: usize = 1 << 14;
