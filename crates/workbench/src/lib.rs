//! The one joint between front ends and the rest: names become games, boards, algorithms and heuristics; plain data
//! comes out.
//!
//! ```
//! use plywood_workbench::Limits;
//! use plywood_workbench::puzzle::{self, Method};
//!
//! let board = puzzle::builtin("A").unwrap();
//! let method: Method = "a-star:heuristic=h3".parse().unwrap();
//! let report = puzzle::solve(&board, &method, &Limits::default(), |_| {}).unwrap();
//! assert_eq!((report.generated, report.expanded), (6, 2));
//! assert_eq!(report.path.unwrap().len(), 2);
//! ```
//!
//! Start at [`problems`], [`puzzle`], [`games`] and [`play`]. Front ends print and ask; nothing here does.

pub mod catalogue;
pub mod engines;
pub mod games;
pub mod names;
pub mod play;
pub mod private;
pub mod problems;
pub mod puzzle;
pub mod quiz;
pub mod script;
pub mod units;

pub use plywood_contract::{Arg, Cancel, Limits, Message, Refused, Stats, explained, message};
pub use plywood_language as language;
pub use plywood_search::random::SplitMix;
