//! IDA*: depth-first passes, each cut where f = g + h passes a limit that rises as little as it can.
//!
//! Korf, 1985. Finds a cheapest path if h never overestimates, in memory for one path. It has no
//! closed list: a state reached along k paths is searched k times, and on a graph with cycles and
//! no goal it never ends by itself. Differs from the paper: a node carries not its g but its `room`,
//! how far its f is below the limit, and a child over the limit is not even made if the heuristic
//! can tell its h beforehand ([`Heuristic::peek`]).

use plywood_contract::{
    Cost, Heuristic, Limits, Observer, Outcome, Problem, Refusal, Stop, UNREACHABLE,
};

use super::run::{Found, Ranked, Run, onward};

/// Searches for a cheapest path in memory for one path, guided by `heuristic`.
pub fn ida_star<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let run = Run::new(problem, limits, observer);
    let levels = limits.depth.unwrap_or(u32::MAX).min(deepest::<P>(limits));
    let mut search =
        Search { run, heuristic, levels, limit: 0, excess: UNREACHABLE, path: Vec::new() };
    let found = search.search();
    // Every child was expanded or refused, but for the goal.
    let stats = &mut search.run.stats;
    let children_expanded = stats.expanded.saturating_sub(stats.iterations);
    let kept = children_expanded + u64::from(matches!(found, Ok(Some(_))));
    stats.refused = stats.generated.saturating_sub(kept);
    // What it held is the longest path, a level of the stack for each node.
    stats.peak_stored = u64::from(stats.depth) + 1;
    stats.peak_bytes = stats.peak_stored * level_bytes::<P>() as u64;
    search.run.finish(found)
}

/// A pass recurses once per step of the path; paths that would need more stack than this are cut.
/// A loop with a stack of its own was tried and made a third fewer nodes per second.
const STACK_BYTES: usize = 512 << 10;

/// How deep a pass may go.
fn deepest<P: Problem>(limits: &Limits) -> u32 {
    let bytes = limits.bytes.map_or(STACK_BYTES, |bytes| STACK_BYTES.min(bytes as usize));
    // The start takes a level too.
    (bytes / level_bytes::<P>()).saturating_sub(1) as u32
}

/// What one level of the recursion takes at most.
const fn level_bytes<P: Problem>() -> usize {
    256 + 3 * size_of::<P::State>() + 2 * size_of::<P::Actions>()
}

struct Search<'a, 'h, P: Problem, H, O> {
    run: Run<'a, P, O>,
    heuristic: &'h H,
    /// How deep a pass may go.
    levels: u32,
    /// The limit on f of the pass under way.
    limit: Cost,
    /// By how much the lowest f that was cut passes the limit.
    excess: Cost,
    /// Filled from the goal upwards once it is found.
    path: Vec<P::Action>,
}

/// What ends a pass early.
enum End {
    Goal,
    Stop(Stop),
}

impl<P: Problem, H: Heuristic<P>, O: Observer<P>> Search<'_, '_, P, H, O> {
    fn search(&mut self) -> Found<P> {
        let start = self.run.problem.start();
        let h = self.heuristic.h(self.run.problem, &start);
        let key = self.run.problem.key(&start);
        self.run.opened(Ranked(&key, 0, h, h), None);
        if self.run.problem.is_goal(&start) {
            self.run.goal(Ranked(&key, 0, h, h));
            return Ok(Some(self.run.solution(Vec::new())));
        }
        self.limit = h;
        while self.limit != UNREACHABLE {
            self.run.stats.iterations += 1;
            (self.run.stats.depth_cut, self.run.stats.pruned) = (false, false);
            self.run.limit(self.limit);
            self.excess = UNREACHABLE;
            match self.descend(start.clone(), None, h, self.limit - h, self.levels) {
                Ok(()) => self.limit = self.limit.saturating_add(self.excess),
                Err(End::Stop(stop)) => return Err(stop),
                Err(End::Goal) => {
                    self.path.reverse();
                    let actions = std::mem::take(&mut self.path);
                    return Ok(Some(self.run.solution(actions)));
                }
            }
        }
        // Nothing is left below the limits, but the stack was too short to look everywhere.
        if self.run.stats.pruned {
            return Err(Stop::Memory);
        }
        Ok(None)
    }

    /// Searches below a node with estimate `h` whose f is `room` below the limit.
    fn descend(
        &mut self,
        state: P::State,
        last: Option<P::Action>,
        h: Cost,
        room: Cost,
        levels: u32,
    ) -> Result<(), End> {
        let problem = self.run.problem;
        self.expanded(&state, h, room);
        self.run.reached(self.levels - levels);
        if levels == 0 {
            // Either the caller's depth limit or the stack ends the path here.
            let is_asked = self.run.depth_limit() == Some(self.levels);
            self.run.stats.depth_cut |= is_asked;
            self.run.stats.pruned |= !is_asked;
            return Ok(());
        }
        // What a step and the child's estimate may add up to.
        let afford = h + room;
        for action in onward(problem, &state, last) {
            self.run.generate().map_err(End::Stop)?;
            let cost = problem.cost(&state, action);
            let peeked = self.heuristic.peek(problem, &state, h, action);
            if let Some(h) = peeked
                && cost.saturating_add(h) > afford
                && !self.run.is_watched()
            {
                self.excess = self.excess.min(cost.saturating_add(h) - afford);
                continue;
            }
            let child = problem.apply(&state, action);
            let h = peeked.unwrap_or_else(|| self.heuristic.h(problem, &child));
            let need = cost.saturating_add(h);
            self.judged(&state, action, &child, h, afford, need);
            if need > afford {
                self.excess = self.excess.min(need - afford);
                continue;
            }
            let end = if problem.is_goal(&child) {
                Err(End::Goal)
            } else {
                self.descend(child, Some(action), h, afford - need, levels - 1)
            };
            if let Err(end) = end {
                self.path.push(action);
                return Err(end);
            }
        }
        Ok(())
    }

    #[inline]
    fn expanded(&mut self, state: &P::State, h: Cost, room: Cost) {
        if self.run.is_watched() {
            let key = self.run.problem.key(state);
            let f = self.limit - room;
            self.run.expanded(Ranked(&key, f - h, h, f));
        } else {
            self.run.stats.expanded += 1;
        }
    }

    /// Says what becomes of a child, if someone watches.
    #[inline]
    fn judged(
        &mut self,
        state: &P::State,
        action: P::Action,
        child: &P::State,
        h: Cost,
        afford: Cost,
        need: Cost,
    ) {
        if !self.run.is_watched() {
            return;
        }
        let problem = self.run.problem;
        let (from, key) = (problem.key(state), problem.key(child));
        let g = self.limit - afford + problem.cost(state, action);
        let view = || Ranked(&key, g, h, g.saturating_add(h));
        if h == UNREACHABLE {
            self.run.refused(view(), (&from, action), Refusal::Hopeless);
        } else if need > afford {
            self.run.refused(view(), (&from, action), Refusal::OverLimit);
        } else {
            self.run.opened(view(), Some((&from, action)));
            if problem.is_goal(child) {
                self.run.goal(view());
            }
        }
    }
}
