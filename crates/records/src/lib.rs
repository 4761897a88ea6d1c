//! Games that are kept: an embedded database under the user's state folder, and files of records.
//!
//! [`Keeper`] follows a session and writes each completed ply at once, so that whatever ends the
//! program loses nothing completed. [`Store`] is the database: what it keeps is legal by its rules, every
//! change names the version it was based on, and a finished game is never changed. [`lines`] and
//! [`blksgf`] are the forms other programs read; [`log_dat`] and [`resultados`] the files of the original
//! programs. [`Settings`] is what a person chose, in a file of the configuration folder; [`Progress`] how they fare
//! against the levels.

pub mod blksgf;
mod keeper;
pub mod lines;
pub mod log_dat;
mod migrations;
mod notes;
mod progress;
pub mod resultados;
mod rows;
mod settings;
mod store;

pub use keeper::{Keeper, Parted, Why};
pub use progress::{LevelResults, Progress};
pub use settings::{Setting, Settings, SettingsError};
pub use store::{Kept, Store, StoreError, Summary, default_path, of_database};
