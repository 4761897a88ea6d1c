//! Sixteen pieces on a 4×4 board: *quarto*, where the opponent hands you your piece, and *quatro*,
//! where you take it yourself. Four in a line that share an attribute win.
//!
//! ```
//! use plywood_contract::{Game, Notation, perft};
//! use plywood_games::quarto::{Quarto, Quatro};
//!
//! let quarto = Quarto::default();
//! // Hand one over; then place it and hand over the next.
//! assert_eq!(perft(&quarto, &quarto.start(), 2), 16 * 16 * 15);
//!
//! let quatro = Quatro::default();
//! let mut position = quatro.read_position("a..c/..57/...0/34.. -").unwrap();
//! quatro.try_play(&mut position, "6@b1").unwrap();
//! assert_eq!(quatro.position_text(&position), "a6.c/..57/...0/34.. -");
//! ```
//!
//! Start at [`Board`]; `moves` holds the rules of both games, `notation` the text forms, `draw` the
//! drawings. `symmetry` says which positions are the same but for a relabelling, and `levels` lists
//! every such class of boards.

mod board;
mod draw;
mod levels;
mod moves;
mod notation;
mod pieces;
mod present;
mod symmetry;

pub use board::{Board, LINES, SQUARES, Threats};
pub use levels::{first_level, next_level};
pub use moves::{Placement, Position, Quarto, Quatro, Turn};
pub use pieces::{ATTRIBUTES, Cell, Piece};
pub use symmetry::{Canonical, Map, Orbits, Symmetry, canonical_board, cell_permutations};
