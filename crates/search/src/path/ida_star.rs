//! IDA*: depth-first passes, each cut where f = g + h passes a limit that rises as little as it can.
//!
//! Korf, 1985. Finds a cheapest path if h never overestimates, in memory for one path. It has no
//! closed list: a state reached along k paths is searched k times, and on a graph with cycles and
//! no goal it never ends by itself. Differs from the paper: the path is a stack of its own, so that
//! no depth overflows the program's, and a child over the limit is not even made if the heuristic
//! can tell its h beforehand ([`Heuristic::peek`]).

use plywood_contract::{Cost, Heuristic, Limits, Observer, Outcome, Problem, Refusal, UNREACHABLE};

use super::run::{Found, Ranked, Run};

/// Searches for a cheapest path in memory for one path, guided by `heuristic`.
pub fn ida_star<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let found = search(&mut run, heuristic);
    run.finish(found)
}

/// A node on the current path, with the actions not tried yet.
struct Frame<P: Problem> {
    state: P::State,
    actions: P::Actions,
    /// The step that led here; `None` at the start.
    action: Option<P::Action>,
    g: Cost,
    h: Cost,
}

fn search<P: Problem, O: Observer<P>>(
    run: &mut Run<'_, P, O>,
    heuristic: &impl Heuristic<P>,
) -> Found<P> {
    let start = run.problem.start();
    let h = heuristic.h(run.problem, &start);
    let key = run.problem.key(&start);
    run.opened(Ranked(&key, 0, h, h), None);
    if run.problem.is_goal(&start) {
        run.goal(Ranked(&key, 0, h, h));
        return Ok(Some(run.solution(Vec::new())));
    }
    let mut path = Vec::new();
    let mut limit = h;
    while limit != UNREACHABLE {
        run.stats.iterations += 1;
        run.stats.pruned = false;
        run.limit(limit);
        run.reserve(&mut path)?;
        let actions = run.problem.actions(&start);
        path.push(Frame { state: start.clone(), actions, action: None, g: 0, h });
        run.expanded(Ranked(&key, 0, h, h));
        if !run.may_deepen(0) {
            break;
        }
        match pass(run, heuristic, &mut path, limit)? {
            Pass::Goal(action) => {
                let steps = path.iter().filter_map(|frame| frame.action);
                let actions = steps.chain([action]).collect();
                return Ok(Some(run.solution(actions)));
            }
            Pass::NextLimit(next) => limit = next,
        }
    }
    Ok(None)
}

/// How a pass ended: at a goal, or with the lowest f it had to cut.
enum Pass<A> {
    Goal(A),
    NextLimit(Cost),
}

/// One depth-first pass below the start, which is the only frame of `path`.
fn pass<P: Problem, O: Observer<P>>(
    run: &mut Run<'_, P, O>,
    heuristic: &impl Heuristic<P>,
    path: &mut Vec<Frame<P>>,
    limit: Cost,
) -> Result<Pass<P::Action>, plywood_contract::Stop> {
    let problem = run.problem;
    let mut next_limit = UNREACHABLE;
    while let Some(frame) = path.last_mut() {
        let Some(action) = frame.actions.next() else {
            path.pop();
            continue;
        };
        if frame.action.is_some_and(|last| problem.reverses(last, action)) {
            continue;
        }
        let Frame { state, g, h, .. } = frame;
        let g = *g + problem.cost(state, action);
        let peeked = heuristic.peek(problem, state, *h, action);
        let over = |h: Cost| g.saturating_add(h) > limit;
        // A child that can be seen to pass the limit is not made, unless someone watches.
        if let Some(h) = peeked
            && over(h)
            && !run.is_watched()
        {
            next_limit = next_limit.min(g.saturating_add(h));
            run.stats.refused += 1;
            run.generate(0)?;
            continue;
        }
        let child = problem.apply(state, action);
        let h = peeked.unwrap_or_else(|| heuristic.h(problem, &child));
        let f = g.saturating_add(h);
        let depth = path.len() as u32;
        run.generate(depth)?;
        if over(h) {
            next_limit = next_limit.min(f);
            let reason = if h == UNREACHABLE { Refusal::Hopeless } else { Refusal::OverLimit };
            let (key, from) = (problem.key(&child), parent_key(run, path));
            run.refused(Ranked(&key, g, h, f), (&from, action), reason);
            continue;
        }
        if run.is_watched() {
            let (key, from) = (problem.key(&child), parent_key(run, path));
            run.opened(Ranked(&key, g, h, f), Some((&from, action)));
        }
        if problem.is_goal(&child) {
            run.goal(Ranked(&problem.key(&child), g, h, f));
            return Ok(Pass::Goal(action));
        }
        if run.is_watched() {
            run.expanded(Ranked(&problem.key(&child), g, h, f));
        } else {
            run.stats.expanded += 1;
        }
        if !run.may_deepen(depth) {
            continue;
        }
        run.reserve(path)?;
        let actions = problem.actions(&child);
        path.push(Frame { state: child, actions, action: Some(action), g, h });
        run.stats.peak_stored = run.stats.peak_stored.max(u64::from(depth));
    }
    Ok(Pass::NextLimit(next_limit))
}

fn parent_key<P: Problem, O>(run: &Run<'_, P, O>, path: &[Frame<P>]) -> P::Key {
    run.problem.key(&path.last().expect("the parent is on the path").state)
}
