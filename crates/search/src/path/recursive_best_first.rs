//! Recursive best-first search: follow the best child, but only while it beats its best sibling.
//!
//! Korf, 1993. Expands nodes in best-first order in memory for one path and its siblings: a subtree
//! is given up as soon as its f passes the best alternative anywhere above, and leaves behind only
//! its lowest f, to be entered again when its turn comes. Finds a cheapest path if h never
//! overestimates. Differs from the paper: the recursion is a stack of its own.

use plywood_contract::{
    Cost, Heuristic, Limits, Observer, Outcome, Problem, Refusal, Stop, UNREACHABLE,
};

use super::run::{Found, Ranked, Run, onward};

/// Searches for a cheapest path in memory for one path and its siblings, guided by `heuristic`.
pub fn recursive_best_first<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let run = Run::new(problem, limits, observer);
    let mut search = Search { run, heuristic, path: Vec::new(), children: Vec::new() };
    let found = search.search();
    search.run.finish(found)
}

/// A node on the current path.
struct Frame<P: Problem> {
    state: P::State,
    action: Option<P::Action>,
    g: Cost,
    h: Cost,
    /// Its children stand in `children` from here on, up to the next frame's.
    first_child: usize,
    /// The child the path goes on with.
    chosen: usize,
    /// The best f outside this subtree: beyond it the subtree is left.
    limit: Cost,
}

/// A child of a node on the path, with the lowest f known for its subtree.
#[derive(Clone, Copy)]
struct Child<A> {
    action: A,
    g: Cost,
    h: Cost,
    f: Cost,
}

struct Search<'a, 'h, P: Problem, H, O> {
    run: Run<'a, P, O>,
    heuristic: &'h H,
    path: Vec<Frame<P>>,
    children: Vec<Child<P::Action>>,
}

impl<P: Problem, H: Heuristic<P>, O: Observer<P>> Search<'_, '_, P, H, O> {
    fn search(&mut self) -> Found<P> {
        let problem = self.run.problem;
        let start = problem.start();
        let h = self.heuristic.h(problem, &start);
        let key = problem.key(&start);
        self.run.opened(Ranked(&key, 0, h, h), None);
        if problem.is_goal(&start) {
            self.run.goal(Ranked(&key, 0, h, h));
            return Ok(Some(self.run.solution(Vec::new())));
        }
        self.enter(start, None, Child { action: (), g: 0, h, f: h }, UNREACHABLE)?;
        while let Some(frame) = self.path.last_mut() {
            let (best, alternative) = best_two(&self.children[frame.first_child..]);
            let value = best.map_or(UNREACHABLE, |i| self.children[frame.first_child + i].f);
            if value > frame.limit || value == UNREACHABLE {
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
        limit: Cost,
    ) -> Result<(), Stop> {
        let problem = self.run.problem;
        let key = problem.key(&state);
        let depth = self.path.len() as u32;
        let first_child = self.children.len();
        self.run.limit(limit);
        self.run.expanded(Ranked(&key, node.g, node.h, node.f));
        if self.run.may_deepen(depth) {
            for next in onward(problem, &state, action) {
                self.run.generate()?;
                self.run.reached(depth + 1);
                let child = problem.apply(&state, next);
                let g = node.g + problem.cost(&state, next);
                let h = self.heuristic.h(problem, &child);
                // What is known of the parent holds for the child too.
                let f = g.saturating_add(h).max(node.f);
                if h == UNREACHABLE {
                    let child_key = problem.key(&child);
                    let view = Ranked(&child_key, g, h, f);
                    self.run.refused(view, (&key, next), Refusal::Hopeless);
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

    /// Gives up the end of the path; its parent remembers the lowest f below it.
    fn leave(&mut self, value: Cost) {
        let frame = self.path.pop().expect("leave is called with a path");
        self.children.truncate(frame.first_child);
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
fn best_two<A>(children: &[Child<A>]) -> (Option<usize>, Cost) {
    let mut best = None;
    let (mut lowest, mut second) = (UNREACHABLE, UNREACHABLE);
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
