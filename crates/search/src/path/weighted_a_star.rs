//! Weighted A*: f = g + w·h trusts the heuristic more than it deserves, to arrive sooner.
//!
//! Pohl, 1970. If h never overestimates, the path found costs at most w times the cheapest.

use plywood_contract::{Heuristic, Limits, Observer, Outcome, Problem};

use super::best_first::{self, Rank};
use super::run::Run;

/// A weight of at least 1, kept in thousandths so that f stays a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    thousandths: u32,
}

impl Weight {
    /// The weight nearest to `value`, or `None` unless it lies between 1 and 1000.
    pub fn new(value: f64) -> Option<Self> {
        (1.0..=1000.0)
            .contains(&value)
            .then(|| Self { thousandths: (value * 1000.0).round() as u32 })
    }

    /// The weight as a number.
    pub fn value(self) -> f64 {
        f64::from(self.thousandths) / 1000.0
    }
}

/// Searches for a path that costs at most `weight` times the cheapest.
///
#[doc = include_str!("../../explain/weighted-a-star.md")]
///
/// ```
/// use plywood_contract::{Limits, Quiet, Shown};
/// use plywood_games::tiles::Tiles;
/// use plywood_judges::tiles::Manhattan;
/// use plywood_search::path::{Weight, weighted_a_star};
///
/// let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
/// let outcome = weighted_a_star(&puzzle, &Manhattan, Weight::new(2.0).unwrap(), &Limits::default(), Quiet);
/// assert!(outcome.solution().unwrap().cost <= 6); // at most twice the cheapest
/// ```
pub fn weighted_a_star<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    weight: Weight,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    let mut run = Run::new(problem, limits, observer);
    let rank = Rank::new(1000, weight.thousandths);
    let found = best_first::search(&mut run, heuristic, rank);
    run.finish(found)
}
