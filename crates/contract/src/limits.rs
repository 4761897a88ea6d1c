//! The limits of a search, and the flag that cancels it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::Stop;

/// The limits of a search; unlimited by default.
///
/// ```
/// use std::time::Duration;
/// use plywood_contract::Limits;
///
/// let limits = Limits { nodes: Some(1_000_000), ..Limits::time(Duration::from_millis(500)) };
/// assert!(limits.is_bounded());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Nodes generated.
    pub nodes: Option<u64>,
    /// Bytes held by the search's own structures.
    pub bytes: Option<u64>,
    /// Depth in steps from the start; deeper nodes are not generated.
    pub depth: Option<u32>,
    /// Raised from outside to end the search.
    pub cancel: Cancel,
}

impl Limits {
    /// No limit but `depth`.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// No limit but `nodes` generated.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// No limit but `bytes` held.
    pub fn bytes(bytes: u64) -> Self {
        Self { bytes: Some(bytes), ..Self::default() }
    }

    /// No limit but wall `time`.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// The limits left for the next search after this much was spent.
    pub fn less(&self, time: Duration, nodes: u64) -> Self {
        // Not zero: the next search must look at the clock to find that its time is up.
        let time = self.time.map(|most| most.saturating_sub(time).max(Duration::from_nanos(1)));
        let nodes = self.nodes.map(|most| most.saturating_sub(nodes));
        Self { time, nodes, ..self.clone() }
    }

    /// Checks the flag and the time limit after `elapsed`.
    pub fn check_time(&self, elapsed: Duration) -> Result<(), Stop> {
        if self.cancel.is_raised() {
            return Err(Stop::Cancelled);
        }
        if self.time.is_some_and(|most| elapsed >= most) {
            return Err(Stop::Time);
        }
        Ok(())
    }

    /// Whether time, nodes or depth will end a search that nobody cancels.
    pub fn is_bounded(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.depth.is_some()
    }
}

/// A cancellation flag, shared by a search and whoever may cancel it. Clones share the flag.
///
/// ```
/// use plywood_contract::{Cancel, Limits};
///
/// let cancel = Cancel::default();
/// let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
/// cancel.raise(); // from any thread
/// assert!(limits.cancel.is_raised());
/// ```
///
/// A search that checks the flag also reports how many nodes it has visited, for progress displays.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_raised: AtomicBool,
    nodes: AtomicU64,
    /// The parent flag: raised for this one too, and its node count includes this one's.
    above: Option<Cancel>,
}

impl Cancel {
    /// A child flag: raised whenever this one is, but not the other way round. For a part of the work that
    /// may end on its own.
    #[must_use]
    pub fn below(&self) -> Self {
        Self(Arc::new(Flag { above: Some(self.clone()), ..Flag::default() }))
    }

    /// Asks the search to end; it looks at the flag every millisecond or so.
    pub fn raise(&self) {
        self.0.is_raised.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn is_raised(&self) -> bool {
        let Flag { is_raised, above, .. } = &*self.0;
        is_raised.load(Ordering::Relaxed) || above.as_ref().is_some_and(Self::is_raised)
    }

    /// Nodes visited by searches with this flag, up to a millisecond or so ago.
    pub fn counted(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// Adds nodes visited since the last report.
    pub(crate) fn count(&self, nodes: u64) {
        self.0.nodes.fetch_add(nodes, Ordering::Relaxed);
        if let Some(above) = &self.0.above {
            above.count(nodes);
        }
    }

    /// Subtracts nodes that were reported too early.
    pub(crate) fn uncount(&self, nodes: u64) {
        self.0.nodes.fetch_sub(nodes, Ordering::Relaxed);
        if let Some(above) = &self.0.above {
            above.uncount(nodes);
        }
    }
}
