//! The state common to every path search: the problem, the observer, the counters and the limits.
//!
//! A search counts each child with [`Run::generate`] and each allocation with [`Run::grow`]; both
//! refuse before a limit is passed, so node and memory limits are exact.

use plywood_contract::Meter;
use plywood_contract::{
    Cost, Ending, Event, Limits, NodeView, Observer, Outcome, PathCost, Problem, Refusal, Solution,
    Stats, Stop, UNREACHABLE,
};

use super::nodes::Budget;

/// What a search returns inside: a solution, nothing left to search, or a limit reached.
pub(super) type Found<P> = Result<Option<Solution<<P as Problem>::Action>>, Stop>;

/// The state of one run, apart from the algorithm's own lists.
pub(super) struct Run<'a, P, O> {
    pub(super) problem: &'a P,
    pub(super) stats: Stats,
    observer: O,
    limits: &'a Limits,
    meter: Meter,
    bytes: u64,
}

impl<'a, P: Problem, O: Observer<P>> Run<'a, P, O> {
    pub(super) fn new(problem: &'a P, limits: &'a Limits, observer: O) -> Self {
        Self { problem, stats: Stats::default(), observer, limits, meter: Meter::start(), bytes: 0 }
    }

    /// Closes the run: the outcome with all statistics.
    pub(super) fn finish(mut self, found: Found<P>) -> Outcome<P::Action> {
        self.stats.time = self.meter.elapsed();
        let ending = match found {
            Ok(Some(solution)) => Ending::Solved(solution),
            Ok(None) => Ending::Exhausted,
            Err(stop) => Ending::Stopped(stop),
        };
        Outcome { ending, stats: self.stats }
    }

    /// Counts one child, or says which limit forbids it.
    #[inline]
    pub(super) fn generate(&mut self) -> Result<(), Stop> {
        if self.meter.is_due(self.stats.generated) {
            self.poll()?;
        }
        self.stats.generated += 1;
        Ok(())
    }

    /// Notes that nodes exist at `depth`.
    #[inline]
    pub(super) fn reached(&mut self, depth: u32) {
        self.stats.depth = self.stats.depth.max(depth);
    }

    /// Counts the children that were still to come when a goal turned up among their siblings.
    pub(super) fn generate_rest(&mut self, rest: P::Actions) {
        let all = self.stats.generated.saturating_add(rest.count() as u64);
        // The goal is found: what the limit leaves uncounted was never made.
        self.stats.generated = self.limits.nodes.map_or(all, |limit| all.min(limit));
    }

    /// Looks at the clock, the flag and the node limit, and tells the observer how it goes.
    #[cold]
    #[inline(never)]
    pub(super) fn poll(&mut self) -> Result<(), Stop> {
        self.stats.time = self.meter.elapsed();
        self.observer.pulse(&self.stats);
        self.meter.poll(self.stats.generated, self.limits)
    }

    /// Announces an allocation of `bytes`, before it is made.
    pub(super) fn grow(&mut self, bytes: usize) -> Result<(), Stop> {
        let total = self.bytes + bytes as u64;
        let is_over = self.limits.bytes.is_some_and(|limit| total > limit);
        if is_over || !crate::room::is_there(bytes as u64) {
            return Err(Stop::Memory);
        }
        self.bytes = total;
        self.stats.peak_bytes = self.stats.peak_bytes.max(total);
        Ok(())
    }

    /// Announces that `bytes` were given back.
    pub(super) fn shrink(&mut self, bytes: usize) {
        self.bytes -= bytes as u64;
    }

    /// Makes room for one more element in `list`, doubling it within the limits.
    #[inline]
    pub(super) fn reserve<T>(&mut self, list: &mut Vec<T>) -> Result<(), Stop> {
        if list.len() == list.capacity() {
            self.double(list)?;
        }
        Ok(())
    }

    #[cold]
    fn double<T>(&mut self, list: &mut Vec<T>) -> Result<(), Stop> {
        let before = list.capacity();
        let more = before.max(16);
        // While elements move, old and new exist side by side.
        self.grow((before + more) * size_of::<T>())?;
        list.reserve_exact(more);
        self.shrink(before * size_of::<T>());
        Ok(())
    }

    /// The bytes the caller may use in all, if limited.
    pub(super) fn byte_limit(&self) -> Option<u64> {
        self.limits.bytes
    }

    /// Whether nodes at `depth` may have children; if not, the search is no longer complete.
    #[inline]
    pub(super) fn may_deepen(&mut self, depth: u32) -> bool {
        let may = self.limits.depth.is_none_or(|limit| depth < limit);
        self.stats.depth_cut |= !may;
        may
    }

    /// The depth limit the caller gave.
    pub(super) fn depth_limit(&self) -> Option<u32> {
        self.limits.depth
    }

    /// The path made of `actions`, with its cost.
    pub(super) fn solution(&self, actions: Vec<P::Action>) -> Solution<P::Action> {
        let mut state = self.problem.start();
        let mut cost: PathCost = 0;
        for &action in &actions {
            cost += PathCost::from(self.problem.cost(&state, action));
            state = self.problem.apply(&state, action);
        }
        Solution { actions, cost }
    }

    /// The cost of a path, for events; computed only if there is a listener.
    #[inline]
    pub(super) fn told_cost(&self, path: impl FnOnce() -> Vec<P::Action>) -> PathCost {
        if O::EVENTS { self.solution(path()).cost } else { 0 }
    }

    /// The cost of a path extended by an action, for events.
    #[inline]
    pub(super) fn told_cost_after(
        &self,
        g: PathCost,
        state: &P::State,
        action: P::Action,
    ) -> PathCost {
        if O::EVENTS { g + PathCost::from(self.problem.cost(state, action)) } else { 0 }
    }

    #[inline]
    pub(super) fn opened(&mut self, node: Ranked<'_, P>, from: Option<(&P::Key, P::Action)>) {
        if O::EVENTS {
            self.observer.event(Event::Open { node: node.view(), from });
        }
    }

    #[inline]
    pub(super) fn expanded(&mut self, node: Ranked<'_, P>) {
        self.stats.expanded += 1;
        if O::EVENTS {
            self.observer.event(Event::Expand(node.view()));
        }
    }

    #[inline]
    pub(super) fn refused(
        &mut self,
        node: Ranked<'_, P>,
        from: (&P::Key, P::Action),
        reason: Refusal,
    ) {
        self.stats.refused += 1;
        if O::EVENTS {
            self.observer.event(Event::Refuse { node: node.view(), from, reason });
        }
    }

    #[inline]
    pub(super) fn dropped(&mut self, node: Ranked<'_, P>) {
        self.stats.dropped += 1;
        if O::EVENTS {
            self.observer.event(Event::Drop(node.view()));
        }
    }

    #[inline]
    pub(super) fn limit(&mut self, limit: PathCost) {
        if O::EVENTS {
            self.observer.event(Event::Limit(limit));
        }
    }

    pub(super) fn goal(&mut self, node: Ranked<'_, P>) {
        if O::EVENTS {
            self.observer.event(Event::Goal(node.view()));
        }
    }

    /// Whether there is a listener for events: building a key without one would waste time.
    #[inline]
    pub(super) const fn is_watched(&self) -> bool {
        O::EVENTS
    }
}

impl<P: Problem, O: Observer<P>> Budget for Run<'_, P, O> {
    fn grow(&mut self, bytes: usize) -> Result<(), Stop> {
        Run::grow(self, bytes)
    }
    fn shrink(&mut self, bytes: usize) {
        Run::shrink(self, bytes);
    }
    fn poll(&mut self) -> Result<(), Stop> {
        Run::poll(self)
    }
}

/// The actions of a state that `last` led to; of the start, if nothing did.
#[inline]
pub(super) fn onward<P: Problem>(
    problem: &P,
    state: &P::State,
    last: Option<P::Action>,
) -> P::Actions {
    match last {
        None => problem.actions(state),
        Some(last) => problem.onward(state, last),
    }
}

/// f = g + h; beyond every sum if the heuristic says that no goal lies below.
#[inline]
pub(super) fn sum(g: PathCost, h: Cost) -> PathCost {
    if h == UNREACHABLE { NEVER } else { g + PathCost::from(h) }
}

/// Beyond every f.
pub(super) const NEVER: PathCost = PathCost::MAX;

/// A node in the few words an event needs: key, g, h and f.
pub(super) struct Ranked<'a, P: Problem>(
    pub(super) &'a P::Key,
    pub(super) PathCost,
    pub(super) Cost,
    pub(super) PathCost,
);

impl<'a, P: Problem> Ranked<'a, P> {
    /// A node of a search without a heuristic.
    #[inline]
    pub(super) fn blind(key: &'a P::Key, g: impl Into<PathCost>) -> Self {
        let g = g.into();
        Self(key, g, 0, g)
    }

    /// A node ranked by f = g + h.
    #[inline]
    pub(super) fn summed(key: &'a P::Key, g: PathCost, h: Cost) -> Self {
        Self(key, g, h, sum(g, h))
    }

    fn view(self) -> NodeView<'a, P> {
        NodeView { key: self.0, g: self.1, h: self.2, f: self.3 }
    }
}
