//! The *Blokus Uno* puzzle: boards by name or file, methods by name, reports as plain data.

mod boards;
mod chart;
mod check;
mod compare;
mod generate;
mod maximize;
mod method;
mod solve;
mod trace;
mod witness;

pub use boards::{BUILTIN_NAMES, LoadError, NamedBoard, builtin, builtins, load};
pub use chart::{Measure, chart};
pub use check::{CheckReport, CounterExample, Falling, GoalExample, check};
pub use compare::{Comparison, compare, default_methods};
pub use generate::{Exercise, Grade, MOST_NODES, Recipe, RecipeError, generate};
pub use maximize::{FewestReport, MaximizeError, MaximumReport, Pieces, fewest_pieces, maximize};
pub use method::{Algorithm, Method, MethodError, parse_heuristic};
pub use plywood_contract::Refusal;
pub use plywood_games::blokus::Stock;
pub use plywood_games::blokus::puzzle::{Board, BoardError, Cell, TextError};
pub use plywood_judges::puzzle::PuzzleHeuristic;
pub use plywood_solvers::maximum::Progress as MaximumProgress;
pub use solve::{SolveReport, Word, outcome_name, search, solve, solve_as_told};
pub use trace::{PathStep, trace};
pub use witness::{WitnessError, check_witness};
