//! What a learner wrote in Python, run by our searches.
//!
//! `calls` makes Python's exceptions end a search, `problem` and `game` are the contract's traits by way
//! of Python, `path` and `play` the searches on them.

mod calls;
mod game;
mod path;
mod play;
mod problem;
mod untouched;

pub(crate) use calls::{Calls, Guard, Pace, number};
pub(crate) use game::Learned;
pub(crate) use path::{check_heuristic, name_of, search, statistics};
pub(crate) use play::{Asked, analyse, check_game, perft, think};
pub(crate) use problem::estimate;
