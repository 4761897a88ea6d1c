//! A*: expand the node with the lowest f = g + h, cost so far plus estimate to come.
//!
//! Hart, Nilsson and Raphael, 1968. If h never overestimates, the first goal taken from the open
//! list is a cheapest one, and no search with the same knowledge expands fewer nodes for certain.
//! The loop is [`best_first`]'s; this file only says how nodes are ranked.

use plywood_contract::{Heuristic, Limits, Observer, Outcome, Problem};

use super::best_first::{self, Rank};
use super::run::Run;

/// Searches for a cheapest path, guided by `heuristic`.
///
#[doc = include_str!("../../explain/a-star.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::Manhattan;
/// use plywood_search::path::a_star;
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = a_star(&puzzle, &Manhattan, &Limits::default(), Quiet);
/// assert_eq!(outcome.solution().unwrap().cost, 3);
/// ```
pub fn a_star<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let found = best_first::search(&mut run, heuristic, Rank::new(1, 1));
    run.finish(found)
}
