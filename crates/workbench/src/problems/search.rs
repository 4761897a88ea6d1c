//! The one function that turns a method's name into a search.

use plywood_contract::{
    Ending, Event, Heuristic, Layered, Limits, Observer, Outcome, Problem, Stats,
};
use plywood_search::path;

use super::method::{Algorithm, Method};

/// Runs the search that `method` names on any problem, with any heuristic in place of the method's.
pub fn search<P: Layered>(
    problem: &P,
    h: &impl Heuristic<P>,
    method: &Method,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    match method.algorithm {
        Algorithm::Bfs => path::breadth_first(problem, limits, observer),
        Algorithm::Frontier => path::frontier(problem, limits, observer),
        Algorithm::Dfs => path::depth_first(problem, limits, observer),
        Algorithm::IterativeDeepening => path::iterative_deepening(problem, limits, observer),
        Algorithm::UniformCost => path::uniform_cost(problem, limits, observer),
        Algorithm::Greedy => path::greedy(problem, h, limits, observer),
        Algorithm::AStar => path::a_star(problem, h, limits, observer),
        Algorithm::WeightedAStar => {
            path::weighted_a_star(problem, h, method.weight, limits, observer)
        }
        Algorithm::IdaStar => match method.table {
            None => path::ida_star(problem, h, limits, observer),
            Some(bytes) => path::ida_star_with_table(problem, h, bytes, limits, observer),
        },
        Algorithm::Rbfs => match method.table {
            None => path::recursive_best_first(problem, h, limits, observer),
            Some(bytes) => {
                path::recursive_best_first_with_table(problem, h, bytes, limits, observer)
            }
        },
        Algorithm::SmaStar => path::sma_star(problem, h, method.most_nodes, limits, observer),
        Algorithm::Beam => path::beam(problem, h, method.width, limits, observer),
    }
}

/// `solved`, `exhausted`, or the limit that ended a search.
pub fn outcome_name<A>(ending: &Ending<A>) -> &'static str {
    match ending {
        Ending::Solved(_) => "solved",
        Ending::Exhausted => "exhausted",
        Ending::Stopped(stop) => stop.name(),
    }
}

/// An observer that only reports statistics. It stands behind a pointer, so that searches are compiled once
/// for each problem and not once for each caller.
pub(super) struct Pulse<'a>(pub(super) &'a mut dyn FnMut(&Stats));

impl<P: Problem> Observer<P> for Pulse<'_> {
    const EVENTS: bool = false;
    fn event(&mut self, _event: Event<'_, P>) {}
    fn pulse(&mut self, stats: &Stats) {
        (self.0)(stats);
    }
}
