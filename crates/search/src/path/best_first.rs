//! Best-first search: always expand the node with the lowest f = a·g + b·h.
//!
//! Dijkstra, 1959 (b = 0); Doran and Michie, 1966 (a = 0); Hart, Nilsson and Raphael, 1968 (a = b);
//! Pohl, 1970 (a < b). The four searches differ only in these two weights. A node is tested when it
//! is taken from the open list; ties go to the one with the larger g, then to the one made first.
//! A state met again more cheaply is opened anew; its old node is marked and skipped when its turn
//! comes, which costs memory only where it happens.

use plywood_contract::{Cost, Heuristic, Observer, PathCost, Problem, Refusal, Stop, UNREACHABLE};

use super::nodes::{Lookup, NO_PARENT, NodeTable, Stored, walk_back};
use super::queue::{BucketQueue, Chained};
use super::run::{Found, Ranked, Run, onward};

/// How much g and h count in f. f is measured in units of one `g`-th of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rank {
    g: u32,
    h: u32,
}

impl Rank {
    /// The same order of nodes with the smallest whole numbers.
    pub(super) fn new(g: u32, h: u32) -> Self {
        let (mut a, mut b) = (g, h);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { g: g / a.max(1), h: h / a.max(1) }
    }

    /// Weights are at most a million, so f fits while paths cost less than 10¹³; what does not fit is
    /// ranked last.
    fn f(self, g: PathCost, h: Cost) -> u64 {
        let weighted = u64::from(self.g).saturating_mul(g);
        weighted.saturating_add(u64::from(self.h) * u64::from(h))
    }

    /// f in steps, for people to read.
    fn shown(self, g: PathCost, h: Cost) -> PathCost {
        self.f(g, h) / u64::from(self.g.max(1))
    }

    /// The h that, with this g, gave this f.
    fn h(self, f: u64, g: PathCost) -> Cost {
        if self.h == 0 {
            return 0;
        }
        (f.saturating_sub(u64::from(self.g).saturating_mul(g)) / u64::from(self.h)) as Cost
    }
}

struct Node<P: Problem> {
    key: P::Key,
    parent: u32,
    /// The lower half of g; [`Nodes`] knows the upper half.
    g: u32,
    /// The next node of the same bucket while open; [`CLOSED`] once expanded.
    next: u32,
    /// Steps from the start, at most [`DEEPEST`]; [`SUPERSEDED`] once a cheaper node for the same state
    /// exists.
    depth: u16,
    action: Option<P::Action>,
}

const SUPERSEDED: u16 = u16::MAX;
const DEEPEST: u16 = u16::MAX - 1;
const CLOSED: u32 = u32::MAX - 1;

impl<P: Problem> Stored for Node<P> {
    type Key = P::Key;
    #[inline]
    fn key(&self) -> &P::Key {
        &self.key
    }
    fn is_current(&self) -> bool {
        self.depth != SUPERSEDED
    }
}

/// The closed list, and what of g does not fit into its nodes. A node is half as large again with
/// 64 bits for g, and hardly a search needs them: the upper halves stand beside the nodes, from the
/// first one on that is not 0.
struct Nodes<P: Problem> {
    table: NodeTable<Node<P>>,
    /// By number; empty while all are 0.
    upper: Vec<u32>,
}

impl<P: Problem> Nodes<P> {
    #[inline]
    fn g(&self, id: u32) -> PathCost {
        let lower = PathCost::from(self.table[id].g);
        match self.upper.get(id as usize) {
            None => lower,
            Some(&upper) => lower | PathCost::from(upper) << 32,
        }
    }

    /// Keeps the upper half of a new node's g.
    #[inline]
    fn note<O: Observer<P>>(
        &mut self,
        id: u32,
        g: PathCost,
        run: &mut Run<'_, P, O>,
    ) -> Result<(), Stop> {
        if g >> 32 == 0 && self.upper.is_empty() { Ok(()) } else { self.note_upper(id, g, run) }
    }

    #[cold]
    fn note_upper<O: Observer<P>>(
        &mut self,
        id: u32,
        g: PathCost,
        run: &mut Run<'_, P, O>,
    ) -> Result<(), Stop> {
        while self.upper.len() <= id as usize {
            run.reserve(&mut self.upper)?;
            self.upper.push(0);
        }
        self.upper[id as usize] = (g >> 32) as u32;
        Ok(())
    }
}

impl<P: Problem> Chained for Nodes<P> {
    #[inline]
    fn next(&mut self, id: u32) -> &mut u32 {
        &mut self.table[id].next
    }
}

pub(super) fn search<P: Problem, H: Heuristic<P>, O: Observer<P>>(
    run: &mut Run<'_, P, O>,
    heuristic: &H,
    rank: Rank,
) -> Found<P> {
    let problem = run.problem;
    let mut nodes: Nodes<P> = Nodes { table: NodeTable::new(), upper: Vec::new() };
    let mut open = BucketQueue::default();
    let start = problem.start();
    let (key, h) = (problem.key(&start), heuristic.h(problem, &start));
    nodes.table.reserve(run)?;
    if let Lookup::Vacant(slot) = nodes.table.look(&key) {
        run.opened(Ranked(&key, 0, h, rank.shown(0, h)), None);
        let node = Node { key, parent: NO_PARENT, g: 0, next: 0, depth: 0, action: None };
        let root = nodes.table.insert(slot, node);
        open.push(rank.f(0, h), 0, root, &mut nodes, run)?;
    }

    while let Some((f, g, id)) = open.pop(&mut nodes) {
        if !nodes.table[id].is_current() {
            continue;
        }
        let h = rank.h(f, g);
        let key = nodes.table[id].key.clone();
        let state = problem.state(&key);
        if problem.is_goal(&state) {
            run.goal(Ranked(&key, g, h, rank.shown(g, h)));
            let actions = walk_back(id, |id| (nodes.table[id].parent, nodes.table[id].action));
            return Ok(Some(run.solution(actions)));
        }
        nodes.table[id].next = CLOSED;
        run.expanded(Ranked(&key, g, h, rank.shown(g, h)));
        let depth = nodes.table[id].depth;
        if !run.may_deepen(u32::from(depth)) {
            continue;
        }
        let depth = (depth + 1).min(DEEPEST);
        for action in onward(problem, &state, nodes.table[id].action) {
            run.generate()?;
            run.reached(u32::from(depth));
            let child_g = g + PathCost::from(problem.cost(&state, action));
            let child = problem.apply(&state, action);
            let child_key = problem.key(&child);
            nodes.table.reserve(run)?;
            let look = nodes.table.look(&child_key);
            if let Lookup::Found(old) = look
                && nodes.g(old) <= child_g
            {
                let closed = nodes.table[old].next == CLOSED;
                let reason = if closed { Refusal::Closed } else { Refusal::Open };
                // The estimate was not asked for, so the view shows none.
                run.refused(Ranked::blind(&child_key, child_g), (&key, action), reason);
                continue;
            }
            let child_h = heuristic
                .peek(problem, &state, h, action)
                .unwrap_or_else(|| heuristic.h(problem, &child));
            let view = Ranked(&child_key, child_g, child_h, rank.shown(child_g, child_h));
            if child_h == UNREACHABLE {
                run.refused(view, (&key, action), Refusal::Hopeless);
                continue;
            }
            run.opened(view, Some((&key, action)));
            let (parent, action) = (id, Some(action));
            let g = child_g as u32;
            let node = Node { key: child_key, parent, g, next: 0, depth, action };
            let child_id = match look {
                Lookup::Vacant(slot) => nodes.table.insert(slot, node),
                Lookup::Found(old) => {
                    nodes.table[old].depth = SUPERSEDED;
                    nodes.table.supersede(old, node)
                }
            };
            nodes.note(child_id, child_g, run)?;
            open.push(rank.f(child_g, child_h), child_g, child_id, &mut nodes, run)?;
            run.stats.peak_stored = u64::from(nodes.table.len());
        }
        run.stats.peak_open = run.stats.peak_open.max(open.len());
    }
    Ok(None)
}
