//! The *Blokus Uno* puzzle: boards by name or file, their maximum covering, and new ones.
//! Solving, comparing, checking and watching are those of every [problem](crate::problems).

mod boards;
mod generate;
mod maximize;
mod published;
mod solve;
mod witness;

pub use crate::problems::{
    Algorithm, CheckReport, Comparison, CounterExample, Falling, GoalExample, Measure, Method,
    MethodError, PathStep, Refusal, SolveReport, Word, chart, outcome_name, search,
};
pub use boards::{BUILTIN_NAMES, LoadError, NamedBoard, builtin, builtins, load};
pub use generate::{Exercise, Grade, MOST_NODES, Recipe, RecipeError, generate};
pub use maximize::{
    Covering, FewestReport, MaximizeError, MaximumReport, Pieces, fewest_pieces, maximize,
};
pub use plywood_games::blokus::Stock;
pub use plywood_games::blokus::puzzle::{Board, BoardError, Cell, TextError};
pub use plywood_judges::puzzle::PuzzleHeuristic;
pub use plywood_solvers::maximum::Progress as MaximumProgress;
pub use published::{Figures, Fraction, PublishedLine, as_published, why_they_differ};
pub use solve::{boards_along, default_methods, look, parse_heuristic, pose, solve};
pub use witness::{WitnessError, check_witness};
