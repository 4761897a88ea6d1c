//! Recursive best-first search: follow the best child, but only while it beats its best sibling.
//!
//! Korf, 1993. Expands nodes in best-first order in memory for one path and its siblings: a subtree
//! is given up as soon as its f passes the best alternative anywhere above, and leaves behind only
//! its lowest f, to be entered again when its turn comes. Finds a cheapest path if h never
//! overestimates. Differs from the paper: the recursion is a stack of its own, and states that the
//! current path has been in are refused, unless the problem turns that off ([`Problem::PATH_CHECK`]):
//! without that it would never leave a cycle without a goal. With a table
//! ([`recursive_best_first_with_table`]) a state is followed along its cheapest known path only, as
//! long as the table remembers it. What was found out below a state cannot be kept there: it depends on
//! the path that led to it.

use plywood_contract::{
    Cost, Heuristic, Limits, Observer, Outcome, PathCost, Problem, Refusal, Stop, UNREACHABLE,
};

use super::past::{OnPath, Reached, ReachedStates};
use super::run::{Found, NEVER, Ranked, Run, onward, sum};
use crate::hash::hash_of;

/// Searches for a cheapest path in memory for one path and its siblings, guided by `heuristic`.
///
#[doc = include_str!("../../explain/rbfs.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::Manhattan;
/// use plywood_search::path::recursive_best_first;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = recursive_best_first(&puzzle, &Manhattan, &Limits::default(), Quiet);
/// assert_eq!(outcome.solution().unwrap().cost, 3);
/// ```
pub fn recursive_best_first<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    start(problem, heuristic, None, limits, observer)
}

/// The same with a table of at most `bytes` for the cheapest known way to states, which count as
/// memory of the search. Keys are counted as they lie in the table, without what they point to.
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::Manhattan;
/// use plywood_search::path::recursive_best_first_with_table;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = recursive_best_first_with_table(&puzzle, &Manhattan, 1 << 20, &Limits::default(), Quiet);
/// assert_eq!(outcome.solution().unwrap().cost, 3);
/// ```
pub fn recursive_best_first_with_table<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    bytes: u64,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    start(problem, heuristic, Some(bytes), limits, observer)
}

fn start<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    table_bytes: Option<u64>,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let path_bytes = if P::PATH_CHECK { OnPath::<P::Key>::BYTES } else { 0 };
    let table_bytes = table_bytes.map(ReachedStates::<P::Key>::bytes);
    if let Err(stop) = run.grow(path_bytes + table_bytes.unwrap_or(0)) {
        return run.finish(Err(stop));
    }
    let mut search = Search {
        run,
        heuristic,
        path: Vec::new(),
        children: Vec::new(),
        on_path: P::PATH_CHECK.then(OnPath::new),
        table: table_bytes.map(|bytes| ReachedStates::new(bytes as u64)),
    };
    let found = search.search();
    search.run.finish(found)
}

/// The parent of a state that several parents reach at no cost.
const ANYONE: u64 = 0;

/// A node on the current path.
struct Frame<P: Problem> {
    state: P::State,
    action: Option<P::Action>,
    g: PathCost,
    h: Cost,
    /// Its children stand in `children` from here on, up to the next frame's.
    first_child: usize,
    /// The child the path goes on with.
    chosen: usize,
    /// The best f outside this subtree: beyond it the subtree is left.
    limit: PathCost,
}

/// A child of a node on the path, with the lowest f known for its subtree.
#[derive(Clone, Copy)]
struct Child<A> {
    action: A,
    g: PathCost,
    h: Cost,
    f: PathCost,
}

struct Search<'a, 'h, P: Problem, H, O> {
    run: Run<'a, P, O>,
    heuristic: &'h H,
    path: Vec<Frame<P>>,
    children: Vec<Child<P::Action>>,
    /// The states of the path, where they are checked.
    on_path: Option<OnPath<P::Key>>,
    table: Option<ReachedStates<P::Key>>,
}

impl<P: Problem, H: Heuristic<P>, O: Observer<P>> Search<'_, '_, P, H, O> {
    fn search(&mut self) -> Found<P> {
        let problem = self.run.problem;
        let start = problem.start();
        let h = self.heuristic.h(problem, &start);
        let key = problem.key(&start);
        self.run.opened(Ranked::summed(&key, 0, h), None);
        if problem.is_goal(&start) {
            self.run.goal(Ranked::summed(&key, 0, h));
            return Ok(Some(self.run.solution(Vec::new())));
        }
        self.enter(start, None, Child { action: (), g: 0, h, f: sum(0, h) }, NEVER)?;
        while let Some(frame) = self.path.last_mut() {
            let (best, alternative) = best_two(&self.children[frame.first_child..]);
            let value = best.map_or(NEVER, |i| self.children[frame.first_child + i].f);
            if value > frame.limit || value == NEVER {
                self.leave(value);
                continue;
            }
            frame.chosen = frame.first_child + best.expect("a finite value has a child");
            let limit = frame.limit.min(alternative);
            let child = self.children[frame.chosen];
            let state = problem.apply(&frame.state, child.action);
            if problem.is_goal(&state) {
                self.run.goal(Ranked(&problem.key(&state), child.g, child.h, child.f));
                let steps = self.path.iter().filter_map(|frame| frame.action);
                let actions = steps.chain([child.action]).collect();
                return Ok(Some(self.run.solution(actions)));
            }
            let Child { action, g, h, f } = child;
            self.enter(state, Some(action), Child { action: (), g, h, f }, limit)?;
        }
        Ok(None)
    }

    /// Expands a node and makes it the end of the path.
    fn enter(
        &mut self,
        state: P::State,
        action: Option<P::Action>,
        node: Child<()>,
        limit: PathCost,
    ) -> Result<(), Stop> {
        let problem = self.run.problem;
        let key = problem.key(&state);
        let depth = self.path.len() as u32;
        let first_child = self.children.len();
        self.run.limit(limit);
        if P::PATH_CHECK
            && let Some(path) = &mut self.on_path
        {
            self.run.grow(size_of::<P::Key>())?;
            path.push(key.clone());
        }
        self.run.expanded(Ranked(&key, node.g, node.h, node.f));
        if self.run.may_deepen(depth) {
            for next in onward(problem, &state, action) {
                self.run.generate()?;
                self.run.reached(depth + 1);
                let child = problem.apply(&state, next);
                let step = PathCost::from(problem.cost(&state, next));
                let g = node.g + step;
                let h = self.heuristic.h(problem, &child);
                // What is known of the parent holds for the child too.
                let f = sum(g, h).max(node.f);
                let reason = match h {
                    UNREACHABLE => Some(Refusal::Hopeless),
                    _ => self.known(&child, &key, (g, step), depth + 1),
                };
                if let Some(reason) = reason {
                    let child_key = problem.key(&child);
                    self.run.refused(Ranked(&child_key, g, h, f), (&key, next), reason);
                    continue;
                }
                if self.run.is_watched() {
                    let child_key = problem.key(&child);
                    self.run.opened(Ranked(&child_key, g, h, f), Some((&key, next)));
                }
                self.run.reserve(&mut self.children)?;
                self.children.push(Child { action: next, g, h, f });
            }
        }
        self.run.reserve(&mut self.path)?;
        let Child { g, h, .. } = node;
        self.path.push(Frame { state, action, g, h, first_child, chosen: 0, limit });
        let stored = (self.path.len() + self.children.len()) as u64;
        self.run.stats.peak_stored = self.run.stats.peak_stored.max(stored);
        self.run.stats.peak_open = self.run.stats.peak_open.max(self.children.len() as u64);
        Ok(())
    }

    /// Why a child need not be followed, if so; else the table learns of it.
    fn known(
        &mut self,
        child: &P::State,
        parent: &P::Key,
        (g, step): (PathCost, PathCost),
        depth: u32,
    ) -> Option<Refusal> {
        if self.on_path.is_none() && self.table.is_none() {
            return None;
        }
        let key = self.run.problem.key(child);
        if self.on_path.as_ref().is_some_and(|path| path.holds(&key)) {
            return Some(Refusal::OnPath);
        }
        let table = self.table.as_mut()?;
        // Of several ways that cost the same, the first parent's counts. A step of cost 0 makes no parent the first,
        // else two states might wait for each other.
        let by = if step == 0 { ANYONE } else { hash_of(parent) | 1 };
        let known = table.get(&key);
        if let Some(known) = known {
            let is_anothers = known.g == g && known.by != ANYONE && known.by != by;
            if (known.g < g || is_anothers) && known.depth <= depth {
                return Some(Refusal::Closed);
            }
        }
        if known.is_none_or(|known| g <= known.g) {
            table.put(key, Reached { g, depth, by });
        }
        None
    }

    /// Gives up the end of the path; its parent remembers the lowest f below it.
    fn leave(&mut self, value: PathCost) {
        let frame = self.path.pop().expect("leave is called with a path");
        self.children.truncate(frame.first_child);
        if P::PATH_CHECK
            && let Some(path) = &mut self.on_path
        {
            path.pop();
            self.run.shrink(size_of::<P::Key>());
        }
        if self.run.is_watched() {
            let key = self.run.problem.key(&frame.state);
            self.run.dropped(Ranked(&key, frame.g, frame.h, value));
        } else {
            self.run.stats.dropped += 1;
        }
        if let Some(parent) = self.path.last() {
            self.children[parent.chosen].f = value;
        }
    }
}

/// The place of the lowest f, the first of equals, and the lowest f among the others.
fn best_two<A>(children: &[Child<A>]) -> (Option<usize>, PathCost) {
    let mut best = None;
    let (mut lowest, mut second) = (NEVER, NEVER);
    for (i, child) in children.iter().enumerate() {
        if best.is_none() || child.f < lowest {
            if best.is_some() {
                second = lowest;
            }
            (best, lowest) = (Some(i), child.f);
        } else {
            second = second.min(child.f);
        }
    }
    (best, second)
}
