//! The native half of the Python package `plywood`; `python/plywood` is the other half.
//!
//! Everything here turns Python's arguments into the workbench's words and its plain data back into
//! Python's. `spend` reads limits, `watch` runs our searches without the interpreter's lock, `data` makes
//! Python's reports, `errors` its exceptions. [`Position`], [`Engine`], `puzzle` and `tournament` are what
//! has a name; `learn` runs our searches on what a learner wrote in Python, `told` those on our problems by a learner's
//! heuristic, `guided` the one by a learner's network; `jobs` is the native half of
//! `plywood.cluster`.

mod arrays;
mod batch;
mod board;
mod data;
mod engine;
mod errors;
mod guided;
mod jobs;
mod learn;
mod lists;
mod position;
mod problems;
mod puzzle;
mod spend;
mod told;
mod tournament;
mod watch;

pub use batch::Batch;
pub use engine::Engine;
pub use position::Position;
use pyo3::prelude::*;

/// The native half of `plywood`; use `plywood` itself.
#[pymodule]
mod _native {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::guided::{guided, guided_game};
    #[pymodule_export]
    use super::jobs::{Campaign, compare_jobs, run_job, solve_jobs};
    #[pymodule_export]
    use super::learn::{analyse, check_heuristic, perft, search};
    #[pymodule_export]
    use super::lists::{engines, games};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::problems::{check_problem, compare_problem, problem_catalogue, solve_problem};
    #[pymodule_export]
    use super::puzzle::{
        algorithms, boards, check, compare, fewest_pieces, heuristics, load, maximize, solve,
    };
    #[pymodule_export]
    use super::tournament::{engine_players, tournament};
    #[pymodule_export]
    use super::watch::end_all;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
