//! Depth-first search: follow one path down to the depth limit before trying the next.
//!
//! Tarry, 1895, for mazes. A child is dropped when its state is open, or was closed at the same or a
//! smaller depth; one closed deeper down is opened again, for it now has more room below. Children
//! are tested when they are made, and the first one made is the next one expanded. Nodes at the
//! limit count as expanded and have no children; a goal's younger siblings count as generated.

use plywood_contract::{Limits, Observer, Outcome, Problem, Refusal};

use super::nodes::{Lookup, NO_PARENT, NodeTable, Stored, walk_back};
use super::run::{Found, Ranked, Run, onward};

/// Searches depth first, no deeper than `limits.depth`.
///
#[doc = include_str!("../../explain/dfs.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_search::path::depth_first;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = depth_first(&puzzle, &Limits::depth(3), Quiet);
/// assert_eq!(outcome.solution().unwrap().actions.len(), 3);
/// ```
pub fn depth_first<P: Problem>(
    problem: &P,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let limit = run.depth_limit().unwrap_or(u32::MAX);
    let found = search(&mut run, limit);
    run.finish(found)
}

struct Node<P: Problem> {
    key: P::Key,
    parent: u32,
    action: Option<P::Action>,
    depth: u32,
    /// The node below this one on the stack while open; [`CLOSED`] afterwards.
    below: u32,
}

const BOTTOM: u32 = u32::MAX;
const CLOSED: u32 = u32::MAX - 1;

impl<P: Problem> Stored for Node<P> {
    type Key = P::Key;
    fn key(&self) -> &P::Key {
        &self.key
    }
}

/// One pass with a depth limit; iterative deepening makes many.
pub(super) fn search<P: Problem, O: Observer<P>>(run: &mut Run<'_, P, O>, limit: u32) -> Found<P> {
    let problem = run.problem;
    let mut nodes: NodeTable<Node<P>> = NodeTable::new();
    let start = problem.start();
    let key = problem.key(&start);
    run.opened(Ranked::blind(&key, 0_u32), None);
    if problem.is_goal(&start) {
        run.goal(Ranked::blind(&key, 0_u32));
        return Ok(Some(run.solution(Vec::new())));
    }
    nodes.reserve(run)?;
    if let Lookup::Vacant(slot) = nodes.look(&key) {
        let node = Node { key, parent: NO_PARENT, action: None, depth: 0, below: BOTTOM };
        nodes.insert(slot, node);
    }

    let mut top = 0;
    let mut n_open: u64 = 1;
    while top != BOTTOM {
        let id = top;
        let depth = nodes[id].depth;
        let key = nodes[id].key.clone();
        top = std::mem::replace(&mut nodes[id].below, CLOSED);
        n_open -= 1;
        let g = run.told_cost(|| walk_back(id, |id| (nodes[id].parent, nodes[id].action)));
        run.expanded(Ranked::blind(&key, g));
        if depth >= limit {
            run.stats.depth_cut = true;
            continue;
        }
        let state = problem.state(&key);
        // Children go on top of the stack together, the first made uppermost.
        let (mut first, mut last) = (top, BOTTOM);
        let mut actions = onward(problem, &state, nodes[id].action);
        while let Some(action) = actions.next() {
            run.generate()?;
            run.reached(depth + 1);
            let child = problem.apply(&state, action);
            let child_key = problem.key(&child);
            let child_g = run.told_cost_after(g, &state, action);
            let view = Ranked::blind(&child_key, child_g);
            nodes.reserve(run)?;
            let child_id = match nodes.look(&child_key) {
                Lookup::Found(old) if nodes[old].below != CLOSED => {
                    run.refused(view, (&key, action), Refusal::Open);
                    continue;
                }
                Lookup::Found(old) if nodes[old].depth <= depth + 1 => {
                    run.refused(view, (&key, action), Refusal::Closed);
                    continue;
                }
                Lookup::Found(old) => {
                    run.opened(view, Some((&key, action)));
                    let node = &mut nodes[old];
                    (node.parent, node.action, node.depth) = (id, Some(action), depth + 1);
                    node.below = top;
                    old
                }
                Lookup::Vacant(slot) => {
                    run.opened(view, Some((&key, action)));
                    let (parent, action) = (id, Some(action));
                    let key = child_key;
                    let node = Node { key, parent, action, depth: depth + 1, below: top };
                    nodes.insert(slot, node)
                }
            };
            if last == BOTTOM {
                first = child_id;
            } else {
                nodes[last].below = child_id;
            }
            last = child_id;
            n_open += 1;
            if problem.is_goal(&child) {
                run.goal(Ranked::blind(&nodes[child_id].key, child_g));
                run.generate_rest(actions);
                let path = walk_back(child_id, |id| (nodes[id].parent, nodes[id].action));
                return Ok(Some(run.solution(path)));
            }
        }
        top = first;
        run.stats.peak_open = run.stats.peak_open.max(n_open);
        run.stats.peak_stored = run.stats.peak_stored.max(u64::from(nodes.len()));
    }
    run.shrink(nodes.bytes());
    Ok(None)
}
