//! Events of a search: what a step-through view, a quiz or a plot is made of.

use crate::{Cost, Message, PathCost, Problem, Stats, message};

/// Watches a search. An observer with `EVENTS = false` costs nothing: its events are never built.
pub trait Observer<P: Problem> {
    /// Whether events are wanted at all; known at compile time.
    const EVENTS: bool = true;

    /// One step of the search.
    fn event(&mut self, event: Event<'_, P>);

    /// The statistics so far, every few milliseconds at most; for progress lines.
    fn pulse(&mut self, _stats: &Stats) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl<P: Problem> Observer<P> for Quiet {
    const EVENTS: bool = false;
    fn event(&mut self, _event: Event<'_, P>) {}
}

impl<P: Problem, O: Observer<P>> Observer<P> for &mut O {
    const EVENTS: bool = O::EVENTS;
    fn event(&mut self, event: Event<'_, P>) {
        (**self).event(event);
    }
    fn pulse(&mut self, stats: &Stats) {
        (**self).pulse(stats);
    }
}

/// A node as the search sees it at this moment.
#[derive(Debug)]
pub struct NodeView<'a, P: Problem> {
    /// The state, in the form the search stores.
    pub key: &'a P::Key,
    /// Cost from the start.
    pub g: PathCost,
    /// Estimate to the goal; 0 in searches without a heuristic.
    pub h: Cost,
    /// What the search ranks the node by; in searches without ranking, equal to `g`.
    pub f: PathCost,
}

/// One step of a search.
#[derive(Debug)]
pub enum Event<'a, P: Problem> {
    /// A node joined the open list.
    Open {
        /// The new node.
        node: NodeView<'a, P>,
        /// Where it came from; `None` for the start.
        from: Option<(&'a P::Key, P::Action)>,
    },
    /// A node was taken from the open list and its children are about to be generated.
    Expand(NodeView<'a, P>),
    /// A child was generated and discarded.
    Refuse {
        /// The child.
        node: NodeView<'a, P>,
        /// Where it came from.
        from: (&'a P::Key, P::Action),
        /// Why it was discarded.
        reason: Refusal,
    },
    /// A new pass begins with this limit on f (IDA*) or on depth (iterative deepening), or a
    /// recursion works under it (RBFS).
    Limit(PathCost),
    /// A node was forgotten to save memory.
    Drop(NodeView<'a, P>),
    /// A goal was accepted: the search ends here.
    Goal(NodeView<'a, P>),
}

/// Why a child was discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// Its state is already in the open list.
    Open,
    /// Its state was expanded before.
    Closed,
    /// Its state already occurs on the path that leads to it.
    OnPath,
    /// Its f is above the current limit.
    OverLimit,
    /// The heuristic proves that no goal lies below it.
    Hopeless,
}

impl Refusal {
    /// The reason as a clause, for learners.
    pub fn message(self) -> Message {
        match self {
            Self::Open => message!("refused-open", "this state already waits in the open list"),
            Self::Closed => {
                message!("refused-closed", "this state was expanded before, at no greater cost")
            }
            Self::OnPath => {
                message!("refused-on-path", "the path that leads here has been in this state")
            }
            Self::OverLimit => message!("refused-limit", "its f is above the current limit"),
            Self::Hopeless => {
                message!("refused-hopeless", "the heuristic proves that no goal lies below it")
            }
        }
    }

    /// The reason in English.
    pub fn explain(self) -> String {
        self.message().to_string()
    }
}
