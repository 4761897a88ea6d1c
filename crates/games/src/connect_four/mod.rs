//! Connect four: seven columns of six cells; discs fall, four in a line win.
//!
//! ```
//! use plywood_contract::{Game, Notation, perft};
//! use plywood_games::connect_four::ConnectFour;
//!
//! let mut position = ConnectFour.start();
//! assert_eq!(perft(&ConnectFour, &position, 4), 2401);
//! ConnectFour.try_play(&mut position, "d").unwrap();
//! assert!(ConnectFour.position_text(&position).ends_with("...1... 2"));
//! ```
//!
//! Start at [`Position`]; `moves` holds the rules, `notation` the text forms, `draw` the drawing,
//! `present` how it is shown.

mod board;
mod draw;
mod moves;
mod notation;
mod present;

pub use board::{BOTTOM, CELLS, COLUMNS, Position, ROWS, completing, has_line};
pub use moves::ConnectFour;
