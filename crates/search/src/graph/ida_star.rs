//! IDA* on closures: depth-first search below a bound on f = g + h that rises from pass to pass.
//!
//! Korf, 1985. Keeps one path only; a state of the current path is not entered again, so that cycles end.
//! Repeats earlier passes, which costs little where each pass is much larger than the one before.

use super::{Additive, Edge, Path};

/// A cheapest path from `start` to a state where `is_goal` holds, in memory for one path; `None` if there is
/// none.
///
/// Needs an `estimate` that never says more than the true cost. Where many ways lead to the same state it
/// searches that state as often: prefer [`a_star`](super::a_star) there.
///
/// ```
/// use plywood_search::graph::ida_star;
///
/// let path = ida_star(1_u32, |&n| [(n * 2, 1_u32), (n + 3, 1)].into_iter().filter(|next| next.0 <= 97),
///     |&n| u32::from(n != 97), |&n| n == 97);
/// assert_eq!(path.unwrap().cost, 8);
/// ```
pub fn ida_star<S, C, I>(
    start: S,
    mut successors: impl FnMut(&S) -> I,
    mut estimate: impl FnMut(&S) -> C,
    mut is_goal: impl FnMut(&S) -> bool,
) -> Option<Path<S, <I::Item as Edge>::Action, C>>
where
    S: Clone + Eq,
    C: Additive,
    I: IntoIterator<Item: Edge<State = S, Cost = C>>,
{
    let mut bound = estimate(&start);
    loop {
        let mut next_bound: Option<C> = None;
        let mut path =
            Path { states: vec![start.clone()], actions: Vec::new(), cost: C::default() };
        if is_goal(&start) {
            return Some(path);
        }
        // For each state of the path: the successors still to come, and the cost so far.
        let mut branches = vec![(successors(&start).into_iter(), C::default())];
        while let Some((branch, g)) = branches.last_mut() {
            let Some(edge) = branch.next() else {
                branches.pop();
                path.states.pop();
                path.actions.pop();
                continue;
            };
            let (action, cost, state) = edge.into_parts();
            let g = *g + cost;
            let f = g + estimate(&state);
            if f > bound {
                next_bound = Some(next_bound.map_or(f, |next| next.min(f)));
                continue;
            }
            if path.states.contains(&state) {
                continue;
            }
            let found = is_goal(&state);
            path.states.push(state);
            path.actions.push(action);
            if found {
                path.cost = g;
                return Some(path);
            }
            let state = path.states.last().expect("just pushed");
            branches.push((successors(state).into_iter(), g));
        }
        bound = next_bound?;
    }
}
