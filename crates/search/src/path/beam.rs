//! Beam search: breadth-first search that keeps only the most promising nodes of each layer.
//!
//! Lowerre, 1976. The work of a layer is bounded by the width; a goal may be missed and the path found
//! need not be the best. Nodes are ranked by f = g + h, ties to the one made first. Every state met
//! is remembered, even if it was given up, and never opened again, so the search always ends.

use plywood_contract::{
    Cost, Heuristic, Limits, Observer, Outcome, PathCost, Problem, Refusal, UNREACHABLE,
};

use super::nodes::{Linked, Lookup, NO_PARENT, NodeTable};
use super::run::{Found, Ranked, Run, onward, sum};

/// Searches layer by layer, keeping the best `width` nodes of each.
///
#[doc = include_str!("../../explain/beam.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::Manhattan;
/// use plywood_search::path::beam;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = beam(&puzzle, &Manhattan, 10, &Limits::default(), Quiet);
/// assert!(outcome.solution().is_some() && outcome.stats.peak_stored > 0);
/// ```
pub fn beam<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    width: usize,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let found = search(&mut run, heuristic, width.max(1));
    run.finish(found)
}

/// A node of the layer being made; sorting puts the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    f: PathCost,
    id: u32,
    g: PathCost,
    h: Cost,
}

fn search<P: Problem, O: Observer<P>>(
    run: &mut Run<'_, P, O>,
    heuristic: &impl Heuristic<P>,
    width: usize,
) -> Found<P> {
    let problem = run.problem;
    let mut nodes: NodeTable<Linked<P>> = NodeTable::new();
    let start = problem.start();
    let (key, h) = (problem.key(&start), heuristic.h(problem, &start));
    run.opened(Ranked::summed(&key, 0, h), None);
    if problem.is_goal(&start) {
        run.goal(Ranked::summed(&key, 0, h));
        return Ok(Some(run.solution(Vec::new())));
    }
    nodes.reserve(run)?;
    let mut layer = Vec::new();
    let mut next: Vec<Candidate> = Vec::new();
    run.reserve(&mut layer)?;
    if let Lookup::Vacant(slot) = nodes.look(&key) {
        let id = nodes.insert(slot, Linked { key, parent: NO_PARENT, action: None });
        layer.push(Candidate { f: sum(0, h), id, g: 0, h });
    }

    let mut depth = 0;
    while !layer.is_empty() {
        let first_of_layer = nodes.len();
        for &Candidate { f, id, g, h } in &layer {
            let key = nodes[id].key.clone();
            run.expanded(Ranked(&key, g, h, f));
            if !run.may_deepen(depth) {
                continue;
            }
            let state = problem.state(&key);
            for action in onward(problem, &state, nodes[id].action) {
                run.generate()?;
                run.reached(depth + 1);
                let child = problem.apply(&state, action);
                let child_key = problem.key(&child);
                let g = g + PathCost::from(problem.cost(&state, action));
                nodes.reserve(run)?;
                let slot = match nodes.look(&child_key) {
                    Lookup::Vacant(slot) => slot,
                    Lookup::Found(old) => {
                        let waits = old >= first_of_layer;
                        let reason = if waits { Refusal::Open } else { Refusal::Closed };
                        run.refused(Ranked::blind(&child_key, g), (&key, action), reason);
                        continue;
                    }
                };
                let h = heuristic.h(problem, &child);
                let f = sum(g, h);
                if h == UNREACHABLE {
                    run.refused(Ranked(&child_key, g, h, f), (&key, action), Refusal::Hopeless);
                    continue;
                }
                run.opened(Ranked(&child_key, g, h, f), Some((&key, action)));
                let is_goal = problem.is_goal(&child);
                let node = Linked { key: child_key, parent: id, action: Some(action) };
                let id = nodes.insert(slot, node);
                if is_goal {
                    run.goal(Ranked(&nodes[id].key, g, h, f));
                    return Ok(Some(run.solution(nodes.path_to(id))));
                }
                run.reserve(&mut next)?;
                next.push(Candidate { f, id, g, h });
            }
        }
        next.sort_unstable();
        run.stats.peak_open = run.stats.peak_open.max(next.len() as u64);
        run.stats.peak_stored = u64::from(nodes.len());
        for lost in next.iter().skip(width) {
            run.stats.pruned = true;
            run.dropped(Ranked(&nodes[lost.id].key, lost.g, lost.h, lost.f));
        }
        next.truncate(width);
        std::mem::swap(&mut layer, &mut next);
        next.clear();
        depth += 1;
    }
    Ok(None)
}
