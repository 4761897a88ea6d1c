//! Iterative deepening: depth-first search with limit 0, then 1, then 2, until a goal appears.
//!
//! Slate and Atkin, 1977; Korf, 1985. Finds a path of fewest steps like breadth-first search; the
//! repeated upper layers cost little, for the last pass is by far the longest. Each pass keeps a
//! closed list with depths, so that a state reached along many paths is expanded once per pass.

use plywood_contract::{Limits, Observer, Outcome, Problem};

use super::depth_first;
use super::run::{Found, Run};

/// Searches for a path of fewest steps by depth-first passes, no deeper than `limits.depth`.
///
#[doc = include_str!("../../explain/ids.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_search::path::iterative_deepening;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = iterative_deepening(&puzzle, &Limits::default(), Quiet);
/// assert_eq!(outcome.solution().unwrap().actions.len(), 3);
/// ```
pub fn iterative_deepening<P: Problem>(
    problem: &P,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let found = search(&mut run);
    run.finish(found)
}

fn search<P: Problem, O: Observer<P>>(run: &mut Run<'_, P, O>) -> Found<P> {
    let deepest = run.depth_limit().unwrap_or(u32::MAX);
    for limit in 0..=deepest {
        run.stats.iterations += 1;
        run.stats.depth_cut = false;
        run.limit(limit.into());
        let found = depth_first::search(run, limit)?;
        if found.is_some() || !run.stats.depth_cut {
            return Ok(found);
        }
    }
    Ok(None)
}
