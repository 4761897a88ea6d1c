//! Paths on a drawn map: walls, cells of different cost, a start and a goal.
//!
//! ```
//! use plywood_contract::{Problem, Shown};
//! use plywood_games::grid::Grid;
//!
//! let grid = Grid::read("S.#\n.9.\n..G").unwrap();
//! let start = grid.start();
//! let named: Vec<String> = grid.actions(&start).map(|way| grid.action_text(&start, way)).collect();
//! assert_eq!(named, ["right", "down"]);
//! assert_eq!(grid.to_string(), "S.#/.9./..G");
//! ```
//!
//! `.` costs 1 to enter, `1` to `9` cost what they say, `S` and `G` cost 1, `#` is a wall. With four
//! neighbours a step costs that much. With eight (`diagonal=true`) a diagonal step costs half as much
//! again, so all costs are counted in halves to stay whole: a straight step twice the cell's number, a
//! diagonal one three times. Diagonal steps may pass between two walls.
//!
//! Start at [`Grid`]; `map` is the drawn map, `moves` the problem, `notation` the text forms, `present`
//! how it is shown.

mod map;
mod moves;
mod notation;
mod present;

pub use map::{Cell, MOST_SIDE, Map};
pub use moves::{Grid, Ways};
