//! Sliding tiles: the 8-puzzle (`Tiles<3>`) and the 15-puzzle (`Tiles<4>`). In the end the gap comes
//! first, then 1, 2, 3 …
//!
//! ```
//! use plywood_contract::{Problem, Shown};
//! use plywood_games::tiles::Tiles;
//!
//! let puzzle = Tiles::<3>::read("1 2 0 3 4 5 6 7 8").unwrap();
//! let start = puzzle.start();
//! let named: Vec<String> =
//!     puzzle.actions(&start).map(|step| puzzle.action_text(&start, step)).collect();
//! assert_eq!(named, ["right", "up"]); // the tile's way: 2 goes right, 5 goes up
//! ```
//!
//! Start at [`Tiles`]; `board` is four bits a cell, `moves` the problem, `notation` the text forms,
//! `present` how it is shown.

mod board;
mod moves;
mod notation;
mod present;

pub use board::Board;
pub use moves::{Steps, Tiles};
