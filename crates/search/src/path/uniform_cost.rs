//! Uniform-cost search: expand the node with the lowest cost so far, f = g.
//!
//! Dijkstra, 1959, on a graph that is made as it is searched. Finds a cheapest path and needs no
//! heuristic; with equal step costs it is breadth-first search that tests when it expands.

use plywood_contract::{Limits, NoHeuristic, Observer, Outcome, Problem};

use super::best_first::{self, Rank};
use super::run::Run;

/// Searches for a cheapest path.
///
#[doc = include_str!("../../explain/ucs.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_search::path::uniform_cost;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = uniform_cost(&puzzle, &Limits::default(), Quiet);
/// assert_eq!(outcome.solution().unwrap().actions.len(), 3);
/// ```
pub fn uniform_cost<P: Problem>(
    problem: &P,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let found = best_first::search(&mut run, &NoHeuristic, Rank::new(1, 0));
    run.finish(found)
}
