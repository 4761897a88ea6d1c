//! Games by name: what there is, with which rules, and a table to play one at.

mod catalogue;
mod observe;
mod playouts;
mod table;

pub(crate) use catalogue::split_position;
pub use catalogue::{CATALOGUE, Entry, OpenError, Rule, find, open};
pub(crate) use observe::Observed;
pub use playouts::Playouts;
pub use plywood_contract::{Look, Refused, Seat};
pub(crate) use table::Seated;
pub use table::{Passes, Perft, Table};
