//! Games by name: what there is, with which rules, and a table to play one at.

mod catalogue;
mod table;

pub(crate) use catalogue::split_position;
pub use catalogue::{CATALOGUE, Entry, OpenError, Rule, find, open};
pub use plywood_contract::{Look, Refused, Seat};
pub use table::{Passes, Perft, Table};
