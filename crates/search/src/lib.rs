//! Search algorithms, one per file, each readable as a page of a textbook. None knows a game.
//!
//! ```
//! use plywood_contract::{Limits, Quiet, Shown};
//! use plywood_games::tiles::Tiles;
//! use plywood_judges::tiles::Manhattan;
//! use plywood_search::path::{a_star, breadth_first};
//!
//! let puzzle = Tiles::<3>::read("1 2 0 3 4 5 6 7 8").unwrap();
//! let blind = breadth_first(&puzzle, &Limits::default(), Quiet);
//! let guided = a_star(&puzzle, &Manhattan, &Limits::default(), Quiet);
//! assert_eq!(blind.solution().unwrap().cost, 2);
//! assert_eq!(guided.solution().unwrap().cost, 2);
//! assert!(guided.stats.generated <= blind.stats.generated);
//! ```
//!
//! Start at [`graph`] with a few closures and at [`play`] with a game for two. [`path`] and [`adversarial`] are
//! the same searches with limits, statistics and observers; [`proof`] settles what can be settled for certain.

pub mod adversarial;
mod allowance;
pub mod graph;
mod hash;
pub mod path;
pub mod play;
pub mod proof;
pub mod random;
mod room;
mod slots;

pub use allowance::Allowance;
