//! Trees to look at: a textbook's game tree as text, a search watched on it, a tidy layout, a picture.
//!
//! ```
//! use plywood_trees::{TextTree, WatchedSearch, watch};
//!
//! let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
//! let seen = watch(&tree, WatchedSearch::AlphaBeta);
//! assert_eq!(seen[0].value, Some(3));
//! let never_looked_at = seen.iter().filter(|node| !node.is_visited).count();
//! assert_eq!(never_looked_at, 2); // the 4 and the 6
//! ```
//!
//! Start at [`TextTree`]; [`tidy`] places any tree in linear time, [`picture`] draws one.

mod layout;
mod picture;
mod steps;
mod text;
mod watch;

pub use layout::tidy;
pub use picture::picture;
pub use steps::{TreeStep, steps};
pub use text::{TextTree, TreeError};
pub use watch::{Cut, Seen, WatchedSearch, watch};
