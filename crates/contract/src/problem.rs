//! One-player problems and the heuristics that guide a search through them.

use std::fmt::Debug;
use std::hash::Hash;

/// The cost of a step, or an estimate of the cost to come.
pub type Cost = u32;

/// The cost of a path. Four thousand million of the dearest steps fit, so that sums never overflow.
pub type PathCost = u64;

/// The estimate that says no goal lies below a state: the search drops it.
pub const UNREACHABLE: Cost = Cost::MAX;

/// A one-player problem: a start, the actions a state allows, and a goal.
///
/// States are values: `apply` leaves the old one alone, so no search needs an undo.
pub trait Problem {
    /// A state of the problem. Kept small, for it is copied once per child.
    type State: Clone;
    /// One step, as the rules name it.
    type Action: Copy + PartialEq + Debug;
    /// The form in which a search stores a state: equal exactly when the states are the same by the rules.
    type Key: Clone + Eq + Hash + Debug;
    /// The actions of one state, in the problem's stated order. It owns what it needs, so that a
    /// search may keep it while it looks at other states; [`std::vec::IntoIter`] will do.
    type Actions: Iterator<Item = Self::Action>;

    /// Where every search begins.
    fn start(&self) -> Self::State;
    /// Whether this state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;
    /// Every action `state` allows, always in the same order.
    fn actions(&self, state: &Self::State) -> Self::Actions;
    /// The state that `action`, one of [`Problem::actions`], leads to.
    fn apply(&self, state: &Self::State, action: Self::Action) -> Self::State;
    /// The compact form of `state`.
    fn key(&self, state: &Self::State) -> Self::Key;
    /// The state behind a key: the inverse of [`Problem::key`].
    fn state(&self, key: &Self::Key) -> Self::State;

    /// What `action` costs in `state`; 1 unless the problem says otherwise.
    fn cost(&self, _state: &Self::State, _action: Self::Action) -> Cost {
        1
    }
    /// The actions of a state that `last` led to, without those that would only take `last` back.
    /// Searches never look at those and do not count them: they lead straight to the parent.
    fn onward(&self, state: &Self::State, _last: Self::Action) -> Self::Actions {
        self.actions(state)
    }
    /// Whether searches without a closed list (IDA*, recursive best-first) refuse states that are already on
    /// the current path. Otherwise a cycle without a goal is followed for ever. Set it to `false` where no
    /// state can recur, or where [`Problem::onward`] leaves out the short cycles and the check would cost
    /// more than it saves.
    const PATH_CHECK: bool = true;
}

/// A problem with a known locality, so that breadth-first search can discard old layers.
pub trait Layered: Problem {
    /// How many finished layers back a child of the current layer may lie: 0 when every path to a state has
    /// the same length, 2 when every action can be undone.
    fn locality(&self) -> usize;
}

/// An estimate of the cost still to come. It stands apart from the problem, so that several can
/// be compared on the same one.
pub trait Heuristic<P: Problem> {
    /// The estimate for `state`, or [`UNREACHABLE`].
    fn h(&self, problem: &P, state: &P::State) -> Cost;

    /// The estimate after `action`, computed from `state` and its estimate `h` alone, so that a child that will
    /// be pruned is never generated. `None`: generate the child and call [`Heuristic::h`].
    fn peek(&self, _problem: &P, _state: &P::State, _h: Cost, _action: P::Action) -> Option<Cost> {
        None
    }
}

/// A closure from a state to an estimate is a heuristic: `|state: &State| …`, with the type named.
impl<P: Problem, F: Fn(&P::State) -> Cost> Heuristic<P> for F {
    #[inline]
    fn h(&self, _problem: &P, state: &P::State) -> Cost {
        self(state)
    }
}

/// The zero heuristic.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHeuristic;

impl<P: Problem> Heuristic<P> for NoHeuristic {
    fn h(&self, _problem: &P, _state: &P::State) -> Cost {
        0
    }
    #[inline]
    fn peek(&self, _: &P, _: &P::State, _: Cost, _: P::Action) -> Option<Cost> {
        Some(0)
    }
}
