//! One-player search: from a start to a goal, by every classical way.
//!
//! | search | keeps | finds |
//! |---|---|---|
//! | [`breadth_first`] | every state | fewest steps |
//! | [`frontier`] | the last layers | fewest steps |
//! | [`depth_first`] | every state, to a depth | some path |
//! | [`iterative_deepening`] | every state, to a depth | fewest steps |
//! | [`uniform_cost`] | every state | least cost |
//! | [`greedy`] | every state | some path, quickly |
//! | [`a_star`] | every state | least cost, if h never overestimates |
//! | [`weighted_a_star`] | every state | at most w times the least cost |
//! | [`ida_star`] | one path | least cost, if h never overestimates |
//! | [`ida_star_with_table`] | one path, and states in a table | the same, each state searched once a pass |
//! | [`recursive_best_first`] | one path and its siblings | least cost, if h never overestimates |
//! | [`recursive_best_first_with_table`] | that, and states in a table | the same, along cheapest paths only |
//! | [`sma_star`] | as many nodes as it is given | least cost, if they suffice |
//! | [`beam`] | every state met, a few of each layer | some path, or none |
//!
//! All take a problem, limits and an observer, and return an [`Outcome`] with the statistics so far,
//! whatever happened. `nodes` and `queue` hold the shared open and closed lists, `run` the counters.
//!
//! [`Outcome`]: plywood_contract::Outcome

mod a_star;
mod beam;
mod best_first;
mod breadth_first;
mod depth_first;
mod frontier;
mod greedy;
mod heuristic_check;
mod ida_star;
mod iterative_deepening;
mod measures;
pub(crate) mod nodes;
mod past;
mod queue;
mod recursive_best_first;
mod run;
mod sma_star;
mod uniform_cost;
mod weighted_a_star;

pub use a_star::a_star;
pub use beam::beam;
pub use breadth_first::breadth_first;
pub use depth_first::depth_first;
pub use frontier::frontier;
pub use greedy::greedy;
pub use heuristic_check::{
    Dives, Findings, Inconsistency, NonzeroGoal, Overestimate, check_heuristic,
};
pub use ida_star::{ida_star, ida_star_with_table};
pub use iterative_deepening::iterative_deepening;
pub use measures::{branching_factor, penetrance};
pub use recursive_best_first::{recursive_best_first, recursive_best_first_with_table};
pub use sma_star::sma_star;
pub use uniform_cost::uniform_cost;
pub use weighted_a_star::{Weight, weighted_a_star};
