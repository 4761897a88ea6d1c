//! Breadth-first search: look at everything one step away, then two, then three.
//!
//! Moore, 1959. Finds a path of fewest steps; time and memory grow with the number of states up to
//! that depth. A child is tested when it is made, after duplicates are dropped, so the last layer is
//! never expanded; the goal's younger siblings count as generated all the same. The open list is the tail of the closed list: nodes stand in the order they came.

use plywood_contract::{Limits, Observer, Outcome, Problem, Refusal};

use super::nodes::{Linked, Lookup, NO_PARENT, NodeTable};
use super::run::{Found, Ranked, Run, onward};

/// Searches for a path of fewest steps.
///
#[doc = include_str!("../../explain/bfs.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_search::path::breadth_first;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = breadth_first(&puzzle, &Limits::default(), Quiet);
/// assert_eq!(outcome.solution().unwrap().actions.len(), 3);
/// ```
pub fn breadth_first<P: Problem>(
    problem: &P,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let found = search(&mut run);
    run.finish(found)
}

fn search<P: Problem, O: Observer<P>>(run: &mut Run<'_, P, O>) -> Found<P> {
    let problem = run.problem;
    let mut nodes: NodeTable<Linked<P>> = NodeTable::new();
    let start = problem.start();
    let key = problem.key(&start);
    run.opened(Ranked::blind(&key, 0_u32), None);
    if problem.is_goal(&start) {
        run.goal(Ranked::blind(&key, 0_u32));
        return Ok(Some(run.solution(Vec::new())));
    }
    nodes.reserve(run)?;
    if let Lookup::Vacant(slot) = nodes.look(&key) {
        nodes.insert(slot, Linked { key, parent: NO_PARENT, action: None });
    }

    let mut next = 0;
    let mut depth = 0;
    let mut layer_end = 1;
    while next < nodes.len() {
        if next == layer_end {
            depth += 1;
            layer_end = nodes.len();
        }
        let id = next;
        next += 1;
        let key = nodes[id].key.clone();
        let g = run.told_cost(|| nodes.path_to(id));
        run.expanded(Ranked::blind(&key, g));
        if !run.may_deepen(depth) {
            continue;
        }
        let state = problem.state(&key);
        let mut actions = onward(problem, &state, nodes[id].action);
        while let Some(action) = actions.next() {
            run.generate()?;
            run.reached(depth + 1);
            let child = problem.apply(&state, action);
            let child_g = run.told_cost_after(g, &state, action);
            let child_key = problem.key(&child);
            nodes.reserve(run)?;
            let slot = match nodes.look(&child_key) {
                Lookup::Vacant(slot) => slot,
                Lookup::Found(old) => {
                    let reason = if old < next { Refusal::Closed } else { Refusal::Open };
                    run.refused(Ranked::blind(&child_key, child_g), (&key, action), reason);
                    continue;
                }
            };
            run.opened(Ranked::blind(&child_key, child_g), Some((&key, action)));
            let is_goal = problem.is_goal(&child);
            if is_goal {
                run.goal(Ranked::blind(&child_key, child_g));
            }
            let child_id =
                nodes.insert(slot, Linked { key: child_key, parent: id, action: Some(action) });
            run.stats.peak_stored = u64::from(nodes.len());
            if is_goal {
                run.generate_rest(actions);
                return Ok(Some(run.solution(nodes.path_to(child_id))));
            }
        }
        run.stats.peak_open = run.stats.peak_open.max(u64::from(nodes.len() - next));
    }
    Ok(None)
}
