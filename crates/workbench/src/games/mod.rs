//! Games by name: what there is, with which rules, and a table to play one at.

mod draft;
mod laid;
mod observe;
mod playouts;
mod shown;
mod step;
mod table;

pub(crate) use crate::catalogue::split_position;
pub use crate::catalogue::{
    CATALOGUE, EXAMPLES, Example, Gallery, Offer, OpenError, Rule, SHOWCASE, Showcase, Still, find,
    open,
};
pub(crate) use draft::Form;
pub use draft::{Change, Draft, Stuff, draft};
pub use laid::{Check, Objection};
pub(crate) use observe::{Observed, Planes};
pub use playouts::Playouts;
pub use plywood_contract::{
    Frame, Ground, Light, Look, Mark, Message, Part, Piece, Refused, Scene, Seat, Shape, Sketch,
    Spot, Square, Tone, Tray,
};
pub use shown::{Choice, PlayedMove};
pub use step::Step;
pub(crate) use step::steps;
pub(crate) use table::Seated;
pub use table::{Passes, Perft, Table, numbered};
