//! Search in a graph given by closures: the start, the successors, the goal.
//!
//! ```
//! use plywood_search::graph::a_star;
//!
//! // A knight from a corner of the chessboard to the other.
//! const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
//! let on_board = |&(x, y): &(i8, i8)| (0..8).contains(&x) && (0..8).contains(&y);
//! let jumps = |&(x, y): &(i8, i8)| {
//!     JUMPS.map(|(dx, dy)| (x + dx, y + dy)).into_iter().filter(on_board).map(|to| (to, 1_u32))
//! };
//! let nearly = |&(x, y): &(i8, i8)| ((7 - x).max(7 - y) as u32).div_ceil(2);
//!
//! let path = a_star((0, 0), jumps, nearly, |&cell| cell == (7, 7)).unwrap();
//! assert_eq!(path.cost, 6);
//! assert_eq!(path.states.len(), 7);
//! ```
//!
//! Successors come as `(state, cost)`, or as `(action, cost, state)` where steps have names. A cost is
//! anything that is ordered and can be added ([`Additive`]): whole numbers, durations, pairs of your own.
//! The rules of a child run once: successors tell the action, its cost and where it leads together.
//!
//! Start at [`a_star`]. For limits, statistics, an observer or a compact form of states, write a
//! [`Problem`](plywood_contract::Problem) and use the searches of [`path`](crate::path).

mod best_first;
mod blind;
mod ida_star;
mod met;
mod open;
mod pages;

use std::ops::Add;

pub use best_first::{a_star, dijkstra, dijkstra_all, greedy};
pub use blind::{breadth_first, depth_first};
pub use ida_star::ida_star;

/// What steps cost: ordered, added up, and zero by default. Adding a cost must never make a sum smaller.
///
/// ```
/// use std::time::Duration;
/// use plywood_search::graph::dijkstra;
///
/// let trains = |&station: &u32| [(station + 1, Duration::from_secs(90)), (station * 2, Duration::from_secs(200))];
/// let path = dijkstra(1, trains, |&station| station == 9).unwrap();
/// assert_eq!(path.states, [1, 2, 3, 4, 8, 9]);
/// assert_eq!(path.cost, Duration::from_secs(3 * 90 + 200 + 90));
/// ```
pub trait Additive: Copy + Ord + Add<Output = Self> + Default + 'static {}

impl<C: Copy + Ord + Add<Output = Self> + Default + 'static> Additive for C {}

/// One way on from a state: `(state, cost)`, or `(action, cost, state)`.
///
/// ```
/// use plywood_search::graph::dijkstra;
///
/// let path = dijkstra(3, |&n| [("double", 2, n * 2), ("add one", 1, n + 1)], |&n| n == 10).unwrap();
/// assert_eq!(path.actions, ["add one", "add one", "double"]);
/// assert_eq!(path.cost, 4);
/// ```
pub trait Edge {
    /// Where it leads.
    type State;
    /// The name of the step; `()` where it has none.
    type Action;
    /// What it costs.
    type Cost;

    /// Action, cost and state.
    fn into_parts(self) -> (Self::Action, Self::Cost, Self::State);
}

impl<S, C> Edge for (S, C) {
    type State = S;
    type Action = ();
    type Cost = C;

    #[inline]
    fn into_parts(self) -> ((), C, S) {
        ((), self.1, self.0)
    }
}

impl<A, C, S> Edge for (A, C, S) {
    type State = S;
    type Action = A;
    type Cost = C;

    #[inline]
    fn into_parts(self) -> (A, C, S) {
        self
    }
}

/// A way from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<S, A, C> {
    /// From the start to the goal, both included.
    pub states: Vec<S>,
    /// The steps between them: one less than states.
    pub actions: Vec<A>,
    /// What the steps cost together.
    pub cost: C,
}
