//! The front door: everything a crate of yours needs, under one name.
//!
#![doc = include_str!("../README.md")]

#[cfg(feature = "games")]
pub mod guide {
    //! Chapters that teach, from the first path to a strong player. Their code runs in the tests.

    #[expect(
        clippy::needless_doctest_main,
        reason = "the programs also run outside, as they stand"
    )]
    #[doc = include_str!("../guide/first-hour.md")]
    pub mod first_hour {}

    #[doc = include_str!("../guide/strong-player.md")]
    pub mod strong_player {}
}

pub use plywood_contract as contract;
pub use plywood_contract::{
    Analysis, Cancel, Cost, Evaluator, Game, Heuristic, Keyed, Limits, NoHeuristic, NoJudge,
    Outcome, Problem, Quiet, Score, Seat,
};
pub use plywood_search as search;
pub use plywood_search::graph::{
    self, a_star, breadth_first, depth_first, dijkstra, dijkstra_all, greedy, ida_star,
};
pub use plywood_search::play::{
    AlphaBeta, Iterative, Match, Mcts, Random, Strategy, Tally, play_match,
};

#[cfg(feature = "games")]
pub use plywood_games as games;
#[cfg(feature = "games")]
pub use plywood_judges as judges;
#[cfg(feature = "solvers")]
pub use plywood_solvers as solvers;
#[cfg(feature = "trees")]
pub use plywood_trees as trees;
#[cfg(feature = "workbench")]
pub use plywood_workbench as workbench;
