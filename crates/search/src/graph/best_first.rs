//! Best-first search on closures: A*, Dijkstra's and greedy search differ in how they rank a node.
//!
//! Dijkstra, 1959; Hart, Nilsson and Raphael, 1968; Doran and Michie, 1966 (greedy). Each edge is looked at
//! once for each time its state is expanded; a state is expanded again only if it is met again more cheaply,
//! which a consistent estimate rules out. Memory: a node for each state met.

use std::collections::HashMap;
use std::hash::Hash;

use super::met::{self, Met, Place};
use super::open::Open;
use super::{Additive, Edge, Path};
use crate::path::nodes::NO_PARENT;

/// A cheapest path from `start` to a state where `is_goal` holds, or `None` if there is none.
///
/// A*: the state with the lowest cost so far plus estimate comes first. If `estimate` never says more than
/// the true cost to the goal, the path is a cheapest one; if it also never falls by more than a step costs,
/// no state is expanded twice. Time and memory grow with the number of states whose sum is below the path's
/// cost. An infinite graph without a goal is searched for ever.
///
/// ```
/// use plywood_search::graph::a_star;
///
/// // Costs of entering each cell of a map, from the upper left to the lower right.
/// let map = [[1_u32, 9, 1], [1, 9, 1], [1, 1, 1]];
/// let next = |&(x, y): &(usize, usize)| {
///     let cells = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
///     cells.into_iter().filter_map(|to| Some((to, *map.get(to.1)?.get(to.0)?)))
/// };
/// let path = a_star((0, 0), next, |&(x, y)| (4 - x - y) as u32, |&cell| cell == (2, 2)).unwrap();
/// assert_eq!((path.cost, path.states.len()), (4, 5));
/// ```
pub fn a_star<S, C, I>(
    start: S,
    successors: impl FnMut(&S) -> I,
    estimate: impl FnMut(&S) -> C,
    is_goal: impl FnMut(&S) -> bool,
) -> Option<Path<S, <I::Item as Edge>::Action, C>>
where
    S: Clone + Eq + Hash,
    C: Additive,
    I: IntoIterator<Item: Edge<State = S, Cost = C>>,
{
    BestFirst { successors, estimate, rank: |g, h| g + h, nodes: Met::new() }.run(start, is_goal)
}

/// A cheapest path, found without an estimate: the state with the lowest cost so far comes first.
///
/// Dijkstra's algorithm, also called uniform-cost search. Expands every state cheaper to reach than the goal.
///
/// ```
/// use plywood_search::graph::dijkstra;
///
/// let roads = [("Porto", "Aveiro", 75), ("Aveiro", "Coimbra", 60), ("Porto", "Coimbra", 123)];
/// let from = |town: &&'static str| {
///     let town = *town;
///     roads.into_iter().filter(move |road| road.0 == town).map(|(_, to, km)| (to, km))
/// };
/// assert_eq!(dijkstra("Porto", from, |town| *town == "Coimbra").unwrap().cost, 123);
/// ```
pub fn dijkstra<S, C, I>(
    start: S,
    successors: impl FnMut(&S) -> I,
    is_goal: impl FnMut(&S) -> bool,
) -> Option<Path<S, <I::Item as Edge>::Action, C>>
where
    S: Clone + Eq + Hash,
    C: Additive,
    I: IntoIterator<Item: Edge<State = S, Cost = C>>,
{
    BestFirst { successors, estimate: |_: &S| (), rank: |g, ()| g, nodes: Met::new() }
        .run(start, is_goal)
}

/// Every state that can be reached, with the cost of a cheapest way there.
///
/// ```
/// use plywood_search::graph::dijkstra_all;
///
/// let costs = dijkstra_all(1_u32, |&n| [(n * 2, n), (n + 3, 5)].into_iter().filter(|next| next.0 < 10));
/// assert_eq!((costs[&1], costs[&8], costs.len()), (0, 7, 6));
/// ```
pub fn dijkstra_all<S, C, I>(start: S, successors: impl FnMut(&S) -> I) -> HashMap<S, C>
where
    S: Clone + Eq + Hash,
    C: Additive,
    I: IntoIterator<Item: Edge<State = S, Cost = C>>,
{
    let mut search =
        BestFirst { successors, estimate: |_: &S| (), rank: |g, ()| g, nodes: Met::new() };
    let nothing = search.search(start, |_| false);
    debug_assert!(nothing.is_none());
    search.nodes.into_nodes().map(|node| (node.state, node.g)).collect()
}

/// Some path, quickly: the state with the lowest estimate comes first, whatever it cost to get there.
///
/// ```
/// use plywood_search::graph::greedy;
///
/// let path = greedy(0_i32, |&n| [(n + 1, 1), (n + 7, 1), (n - 1, 1)], |&n| (n - 100).abs(), |&n| n == 100);
/// assert_eq!(path.unwrap().states.len(), 17); // 14 steps of seven, then two of one
/// ```
pub fn greedy<S, C, I>(
    start: S,
    successors: impl FnMut(&S) -> I,
    estimate: impl FnMut(&S) -> C,
    is_goal: impl FnMut(&S) -> bool,
) -> Option<Path<S, <I::Item as Edge>::Action, C>>
where
    S: Clone + Eq + Hash,
    C: Additive,
    I: IntoIterator<Item: Edge<State = S, Cost = C>>,
{
    BestFirst { successors, estimate, rank: |_, h| h, nodes: Met::new() }.run(start, is_goal)
}

/// A state met, with the cheapest way there so far. Searches that estimate nothing keep no room for it.
struct Node<S, A, C, H> {
    state: S,
    g: C,
    h: H,
    parent: u32,
    is_closed: bool,
    action: Option<A>,
}

impl<S: Eq + Hash, A, C, H> met::Node for Node<S, A, C, H> {
    type State = S;
    #[inline]
    fn state(&self) -> &S {
        &self.state
    }
}

struct BestFirst<S, A, C, H, Successors, Estimate, Rank> {
    successors: Successors,
    estimate: Estimate,
    rank: Rank,
    nodes: Met<Node<S, A, C, H>>,
}

type ActionOf<I> = <<I as IntoIterator>::Item as Edge>::Action;

impl<S, C, H, I, Successors, Estimate, Rank>
    BestFirst<S, ActionOf<I>, C, H, Successors, Estimate, Rank>
where
    S: Clone + Eq + Hash,
    C: Additive,
    I: IntoIterator<Item: Edge<State = S, Cost = C>>,
    H: Copy,
    Successors: FnMut(&S) -> I,
    Estimate: FnMut(&S) -> H,
    Rank: Fn(C, H) -> C,
{
    fn run(mut self, start: S, is_goal: impl FnMut(&S) -> bool) -> Option<Path<S, ActionOf<I>, C>> {
        let goal = self.search(start, is_goal)?;
        Some(self.path_to(goal))
    }

    /// The node of the first goal taken from the open list.
    fn search(&mut self, start: S, mut is_goal: impl FnMut(&S) -> bool) -> Option<u32> {
        let mut open = Open::new();
        self.meet(start, C::default(), NO_PARENT, None, &mut open);
        while let Some(id) = open.pop() {
            let node = &mut self.nodes[id];
            if node.is_closed {
                continue; // Met again more cheaply after this entry was made, and expanded since.
            }
            if is_goal(&node.state) {
                return Some(id);
            }
            node.is_closed = true;
            let (state, g) = (node.state.clone(), node.g);
            for edge in (self.successors)(&state) {
                let (action, cost, child) = edge.into_parts();
                self.meet(child, g + cost, id, Some(action), &mut open);
            }
        }
        None
    }

    /// Opens a state that is new or was never reached so cheaply.
    #[inline]
    fn meet(
        &mut self,
        state: S,
        g: C,
        parent: u32,
        action: Option<ActionOf<I>>,
        open: &mut Open<C>,
    ) {
        let (id, h) = match self.nodes.meet(&state) {
            Place::Known(id) => {
                let node = &mut self.nodes[id];
                if node.g <= g {
                    return;
                }
                (node.g, node.parent, node.action, node.is_closed) = (g, parent, action, false);
                (id, node.h)
            }
            Place::New(id) => {
                let h = (self.estimate)(&state);
                self.nodes.push(Node { state, g, h, parent, is_closed: false, action });
                (id, h)
            }
        };
        open.push((self.rank)(g, h), id);
    }

    fn path_to(mut self, goal: u32) -> Path<S, ActionOf<I>, C> {
        let cost = self.nodes[goal].g;
        let (mut states, mut actions) = (Vec::new(), Vec::new());
        let mut id = goal;
        while id != NO_PARENT {
            let node = &mut self.nodes[id];
            states.push(node.state.clone());
            actions.extend(node.action.take());
            id = node.parent;
        }
        states.reverse();
        actions.reverse();
        Path { states, actions, cost }
    }
}
