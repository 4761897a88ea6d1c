//! IDA*: depth-first passes, each cut where f = g + h passes a limit that rises as little as it can.
//!
//! Korf, 1985. Finds a cheapest path if h never overestimates, in memory for one path. What it does
//! about states that it meets again:
//!
//! - by itself it refuses states that its current path has been in, so that it ends where there is no
//!   goal; a state reached along k paths is still searched k times;
//! - a problem may turn that off ([`Problem::PATH_CHECK`]) where [`Problem::onward`] leaves out the
//!   steps that only take the last one back: the fastest by far where cycles are long;
//! - with a table ([`ida_star_with_table`]; Reinefeld and Marsland, 1994) a state is searched once in
//!   each pass and along its cheapest known path only, as long as the table remembers it.
//!
//! Differs from the paper: a node carries not its g but its `room`, how far its f is below the limit,
//! and a child over the limit is not even made if the heuristic can tell its h beforehand
//! ([`Heuristic::peek`]).

use plywood_contract::{
    Cost, Heuristic, Limits, Observer, Outcome, PathCost, Problem, Refusal, Stop, UNREACHABLE,
};

use super::past::{OnPath, Reached, ReachedStates};
use super::run::{Found, NEVER, Ranked, Run, onward, sum};

/// Searches for a cheapest path in memory for one path, guided by `heuristic`.
///
#[doc = include_str!("../../explain/ida-star.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::Manhattan;
/// use plywood_search::path::ida_star;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = ida_star(&puzzle, &Manhattan, &Limits::default(), Quiet);
/// assert_eq!(outcome.solution().unwrap().cost, 3);
/// ```
pub fn ida_star<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    start::<_, _, _, false>(problem, heuristic, 0, limits, observer)
}

/// The same with a table of at most `bytes` for states already searched, which count as memory of the
/// search. Keys are counted as they lie in the table, without what they point to.
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::Manhattan;
/// use plywood_search::path::ida_star_with_table;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = ida_star_with_table(&puzzle, &Manhattan, 1 << 20, &Limits::default(), Quiet);
/// assert_eq!(outcome.solution().unwrap().cost, 3);
/// ```
pub fn ida_star_with_table<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    bytes: u64,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    start::<_, _, _, true>(problem, heuristic, bytes, limits, observer)
}

fn start<P: Problem, H: Heuristic<P>, O: Observer<P>, const TABLE: bool>(
    problem: &P,
    heuristic: &H,
    table_bytes: u64,
    limits: &Limits,
    observer: O,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let path_bytes = if P::PATH_CHECK { OnPath::<P::Key>::BYTES } else { 0 };
    let table_bytes = if TABLE { ReachedStates::<P::Key>::bytes(table_bytes) } else { 0 };
    let fixed_bytes = path_bytes + table_bytes;
    if let Err(stop) = run.grow(fixed_bytes) {
        return run.finish(Err(stop));
    }
    let mut search = Search::<_, _, _, TABLE> {
        run,
        heuristic,
        levels: limits.depth.unwrap_or(u32::MAX).min(deepest::<P>(limits, fixed_bytes)),
        limit: 0,
        excess: NEVER,
        actions: Vec::new(),
        path: P::PATH_CHECK.then(OnPath::new),
        table: TABLE.then(|| ReachedStates::new(table_bytes as u64)),
    };
    let found = search.search();
    // Every child was expanded or refused, but for the goal.
    let stats = &mut search.run.stats;
    let children_expanded = stats.expanded.saturating_sub(stats.iterations);
    let kept = children_expanded + u64::from(matches!(found, Ok(Some(_))));
    stats.refused = stats.generated.saturating_sub(kept);
    // What it held is the longest path, a level of the stack for each node.
    stats.peak_stored = u64::from(stats.depth) + 1;
    stats.peak_bytes = stats.peak_stored * level_bytes::<P>() as u64 + fixed_bytes as u64;
    search.run.finish(found)
}

/// A pass recurses once per step of the path; paths that would need more stack than this are cut.
/// A loop with a stack of its own was tried and made a third fewer nodes per second.
const STACK_BYTES: usize = 512 << 10;

/// How deep a pass may go, beside what is held whatever the depth.
fn deepest<P: Problem>(limits: &Limits, fixed_bytes: usize) -> u32 {
    let left = |bytes: u64| (bytes as usize).saturating_sub(fixed_bytes);
    let bytes = limits.bytes.map_or(STACK_BYTES, |bytes| STACK_BYTES.min(left(bytes)));
    // The start takes a level too.
    (bytes / level_bytes::<P>()).saturating_sub(1) as u32
}

/// What one level of the recursion takes at most, with its key where the path is checked.
const fn level_bytes<P: Problem>() -> usize {
    let key = if P::PATH_CHECK { size_of::<P::Key>() } else { 0 };
    256 + 3 * size_of::<P::State>() + 2 * size_of::<P::Actions>() + key
}

struct Search<'a, 'h, P: Problem, H, O, const TABLE: bool> {
    run: Run<'a, P, O>,
    heuristic: &'h H,
    /// How deep a pass may go.
    levels: u32,
    /// The limit on f of the pass under way.
    limit: PathCost,
    /// By how much the lowest f that was cut passes the limit.
    excess: PathCost,
    /// Filled from the goal upwards once it is found.
    actions: Vec<P::Action>,
    /// The states of the current path, where they are checked.
    path: Option<OnPath<P::Key>>,
    table: Option<ReachedStates<P::Key>>,
}

/// What ends a pass early.
enum End {
    Goal,
    Stop(Stop),
}

impl<P: Problem, H: Heuristic<P>, O: Observer<P>, const TABLE: bool>
    Search<'_, '_, P, H, O, TABLE>
{
    fn search(&mut self) -> Found<P> {
        let start = self.run.problem.start();
        let h = self.heuristic.h(self.run.problem, &start);
        let key = self.run.problem.key(&start);
        self.run.opened(Ranked::summed(&key, 0, h), None);
        if self.run.problem.is_goal(&start) {
            self.run.goal(Ranked::summed(&key, 0, h));
            return Ok(Some(self.run.solution(Vec::new())));
        }
        self.limit = sum(0, h);
        while self.limit != NEVER {
            self.run.stats.iterations += 1;
            (self.run.stats.depth_cut, self.run.stats.pruned) = (false, false);
            self.run.limit(self.limit);
            self.excess = NEVER;
            if let Some(path) = &mut self.path {
                path.clear();
            }
            self.remember(&key, 0, 0);
            match self.descend(start.clone(), None, h, self.limit - PathCost::from(h), self.levels)
            {
                Ok(()) => self.limit = self.limit.saturating_add(self.excess),
                Err(End::Stop(stop)) => return Err(stop),
                Err(End::Goal) => {
                    self.actions.reverse();
                    let actions = std::mem::take(&mut self.actions);
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
        room: PathCost,
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
        let afford = PathCost::from(h) + room;
        for action in onward(problem, &state, last) {
            self.run.generate().map_err(End::Stop)?;
            let cost = PathCost::from(problem.cost(&state, action));
            let peeked = self.heuristic.peek(problem, &state, h, action);
            if let Some(h) = peeked
                && sum(cost, h) > afford
                && !self.run.is_watched()
            {
                self.excess = self.excess.min(sum(cost, h) - afford);
                continue;
            }
            let child = problem.apply(&state, action);
            let h = peeked.unwrap_or_else(|| self.heuristic.h(problem, &child));
            let need = sum(cost, h);
            if need > afford {
                self.judged(&state, (action, cost), &child, h, afford, None);
                // Where there is no hope, this takes the limit beyond every f.
                self.excess = self.excess.min(need - afford);
                continue;
            }
            if (P::PATH_CHECK || TABLE)
                && let Some(reason) = self.enter(&child, afford - cost, levels)
            {
                self.judged(&state, (action, cost), &child, h, afford, Some(reason));
                continue;
            }
            self.judged(&state, (action, cost), &child, h, afford, None);
            let end = if problem.is_goal(&child) {
                Err(End::Goal)
            } else {
                self.descend(child, Some(action), h, afford - need, levels - 1)
            };
            if let Err(end) = end {
                self.actions.push(action);
                return Err(end);
            }
            if P::PATH_CHECK
                && let Some(path) = &mut self.path
            {
                path.pop();
            }
        }
        Ok(())
    }

    /// Makes a child that may still cost `left` part of the path and of the table, or says why its
    /// state need not be searched again.
    fn enter(&mut self, child: &P::State, left: PathCost, levels: u32) -> Option<Refusal> {
        let key = self.run.problem.key(child);
        if self.path.as_ref().is_some_and(|path| path.holds(&key)) {
            return Some(Refusal::OnPath);
        }
        let (g, depth) = (self.limit - left, self.levels - levels + 1);
        let pass = self.run.stats.iterations;
        if TABLE && let Some(known) = self.table.as_ref().and_then(|table| table.get(&key)) {
            // It was reached more cheaply, or as cheaply in this very pass, with as many steps left:
            // whatever lies below it is found there.
            let is_better = known.g < g || (known.g == g && known.by == pass);
            if is_better && known.depth <= depth {
                return Some(Refusal::Closed);
            }
        }
        self.remember(&key, g, depth);
        None
    }

    fn remember(&mut self, key: &P::Key, g: PathCost, depth: u32) {
        if TABLE && let Some(table) = &mut self.table {
            let by = self.run.stats.iterations;
            table.put(key.clone(), Reached { g, depth, by });
        }
        if P::PATH_CHECK
            && let Some(path) = &mut self.path
        {
            path.push(key.clone());
        }
    }

    #[inline]
    fn expanded(&mut self, state: &P::State, h: Cost, room: PathCost) {
        if self.run.is_watched() {
            let key = self.run.problem.key(state);
            let f = self.limit - room;
            self.run.expanded(Ranked(&key, f - PathCost::from(h), h, f));
        } else {
            self.run.stats.expanded += 1;
        }
    }

    /// Says what becomes of a child, if someone watches.
    #[inline]
    fn judged(
        &mut self,
        state: &P::State,
        (action, cost): (P::Action, PathCost),
        child: &P::State,
        h: Cost,
        afford: PathCost,
        known: Option<Refusal>,
    ) {
        if !self.run.is_watched() {
            return;
        }
        let problem = self.run.problem;
        let (from, key) = (problem.key(state), problem.key(child));
        let g = self.limit - afford + cost;
        let view = || Ranked::summed(&key, g, h);
        let is_over = sum(cost, h) > afford;
        let reason = known.or(match h {
            UNREACHABLE => Some(Refusal::Hopeless),
            _ => is_over.then_some(Refusal::OverLimit),
        });
        if let Some(reason) = reason {
            self.run.refused(view(), (&from, action), reason);
        } else {
            self.run.opened(view(), Some((&from, action)));
            if problem.is_goal(child) {
                self.run.goal(view());
            }
        }
    }
}
