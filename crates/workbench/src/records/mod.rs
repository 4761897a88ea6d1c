//! Games that are kept: an embedded database under the user's state folder, and files of records.
//!
//! [`Keeper`] follows a session and writes each completed ply at once, so that whatever ends the
//! program loses nothing completed. [`Store`] is the database; [`lines`] and [`blksgf`] are the forms
//! other programs read.

pub mod blksgf;
mod keeper;
pub mod lines;
mod store;

pub use keeper::Keeper;
pub use store::{Store, StoreError, Summary, default_path};
