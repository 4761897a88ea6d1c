//! Breadth-first and depth-first search on closures: no costs, no estimates.
//!
//! Moore, 1959; Trémaux, before 1882. Breadth-first search finds a path of fewest steps and keeps every state
//! it meets; depth-first search keeps the states of one path and those it has left without success.

use std::collections::HashSet;
use std::hash::Hash;

use super::met::{self, Met, Place};
use crate::path::nodes::NO_PARENT;

/// A path of fewest steps from `start` to a state where `is_goal` holds, or `None` if there is none.
///
/// ```
/// use plywood_search::graph::breadth_first;
///
/// let path = breadth_first(1_u32, |&n| [n * 2, n + 3], |&n| n == 13).unwrap();
/// assert_eq!(path, [1, 2, 5, 10, 13]);
/// ```
pub fn breadth_first<S, I>(
    start: S,
    mut successors: impl FnMut(&S) -> I,
    mut is_goal: impl FnMut(&S) -> bool,
) -> Option<Vec<S>>
where
    S: Clone + Eq + Hash,
    I: IntoIterator<Item = S>,
{
    if is_goal(&start) {
        return Some(vec![start]);
    }
    let mut nodes: Met<Node<S>> = Met::new();
    let mut meet = |nodes: &mut Met<Node<S>>, state: S, parent| {
        let Place::New(id) = nodes.meet(&state) else { return None };
        let found = parent != NO_PARENT && is_goal(&state);
        nodes.push(Node { state, parent });
        found.then_some(id)
    };
    meet(&mut nodes, start, NO_PARENT);
    let mut next = 0;
    while next < nodes.len() {
        let state = nodes[next].state.clone();
        for child in successors(&state) {
            if let Some(goal) = meet(&mut nodes, child, next) {
                return Some(path_to(&nodes, goal));
            }
        }
        next += 1;
    }
    None
}

struct Node<S> {
    state: S,
    parent: u32,
}

impl<S: Eq + Hash> met::Node for Node<S> {
    type State = S;
    fn state(&self) -> &S {
        &self.state
    }
}

fn path_to<S: Clone>(nodes: &Met<Node<S>>, goal: u32) -> Vec<S> {
    let mut path = Vec::new();
    let mut id = goal;
    while id != NO_PARENT {
        path.push(nodes[id].state.clone());
        id = nodes[id].parent;
    }
    path.reverse();
    path
}

/// Some path from `start` to a state where `is_goal` holds, each state entered once; `None` if there is none.
///
/// Follows the first successor as far as it leads before it tries the second. The path may be long.
///
/// ```
/// use plywood_search::graph::depth_first;
///
/// // Four queens, one a row, none attacking another: a state lists their columns.
/// let is_free = |queens: &[i8], column: i8| {
///     queens.iter().rev().zip(1..).all(|(&other, rows)| other != column && (other - column).abs() != rows)
/// };
/// let place = |queens: &Vec<i8>| {
///     let free = (0..4).filter(|&column| queens.len() < 4 && is_free(queens, column));
///     free.map(|column| [&queens[..], &[column]].concat()).collect::<Vec<_>>()
/// };
/// let path = depth_first(vec![], place, |queens| queens.len() == 4).unwrap();
/// assert_eq!(path[4], [1, 3, 0, 2]);
/// ```
pub fn depth_first<S, I>(
    start: S,
    mut successors: impl FnMut(&S) -> I,
    mut is_goal: impl FnMut(&S) -> bool,
) -> Option<Vec<S>>
where
    S: Clone + Eq + Hash,
    I: IntoIterator<Item = S>,
{
    let mut met = HashSet::from([start.clone()]);
    let mut path = vec![start];
    if is_goal(&path[0]) {
        return Some(path);
    }
    let mut branches = vec![successors(&path[0]).into_iter()];
    while let Some(branch) = branches.last_mut() {
        let Some(child) = branch.next() else {
            branches.pop();
            path.pop();
            continue;
        };
        if !met.insert(child.clone()) {
            continue;
        }
        path.push(child);
        let state = path.last().expect("just pushed");
        if is_goal(state) {
            return Some(path);
        }
        branches.push(successors(state).into_iter());
    }
    None
}
