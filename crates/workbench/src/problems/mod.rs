//! Problems for one player: what there is, problems by name, text or file, methods by name, and one way
//! to solve, compare, check and watch them all.
//!
//! ```
//! use plywood_workbench::Limits;
//! use plywood_workbench::problems;
//!
//! let tiles = problems::find("tiles").unwrap();
//! let board = tiles.load_one("1 2 0 3 4 5 6 7 8").unwrap();
//! let method = "a-star:heuristic=linear-conflict".parse().unwrap();
//! let report = board.solve(&method, &Limits::default(), &mut |_| {}).unwrap();
//! assert_eq!(report.path.unwrap(), ["right", "right"]);
//! ```
//!
//! Start at [`Quest`], a problem behind a pointer, and [`ProblemOffer`], what the catalogue says of one.

mod chart;
mod check;
mod compare;
mod html;
mod instance;
mod method;
mod picture;
mod quest;
mod report;
mod search;
mod student;
mod trace;

pub use crate::catalogue::problems::{
    HeuristicOffer, PROBLEMS, ProblemError, ProblemOffer, Sample, Scenery, find,
};
pub use chart::{Measure, chart};
pub use check::{CheckReport, Checking, CounterExample, Falling, GoalExample};
pub use compare::{Column, Comparison, Contest, Say, board_title, columns, compare, steps_name};
pub use html::{Extra, Page, board_svg};
pub use instance::Instance;
pub use method::{Algorithm, Method, MethodError};
pub use picture::{Tile, picture, tiles};
pub use plywood_contract::{Frame, Refusal, Scene, Spot};
pub(crate) use quest::{Guide, Posable, Posed};
pub use quest::{Quest, Standing};
pub use report::{SolveReport, Word};
pub use search::{outcome_name, search};
pub use student::{TraceReport, check_trace, posthoc, read_trace};
pub use trace::PathStep;
