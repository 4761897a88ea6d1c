//! Greedy best-first search: expand the node that looks closest to a goal, f = h.
//!
//! Doran and Michie, 1966. Often fast, never sure of a cheapest path: what was spent does not count.

use plywood_contract::{Heuristic, Limits, Observer, Outcome, Problem};

use super::best_first::{self, Rank};
use super::run::Run;

/// Searches for some path, following `heuristic` alone.
///
#[doc = include_str!("../../explain/greedy.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::Manhattan;
/// use plywood_search::path::greedy;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = greedy(&puzzle, &Manhattan, &Limits::default(), Quiet);
/// assert!(outcome.solution().unwrap().cost >= 3); // some path, perhaps not the shortest
/// ```
pub fn greedy<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let found = best_first::search(&mut run, heuristic, Rank::new(0, 1));
    run.finish(found)
}
