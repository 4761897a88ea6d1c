//! Storage of games: an embedded database under the user's state folder, and files of records.
//!
//! [`Keeper`] follows a session and writes each completed ply at once, so that a crash or a kill loses no completed
//! ply. [`Store`] is the database: what it keeps is legal by the rules, every change names the version it was
//! based on, and a finished game is never changed. [`lines`] and [`blksgf`] are the formats other programs read;
//! [`log_dat`] and [`resultados`] the files of the original programs. [`Settings`] holds a person's settings, in a
//! file of the configuration folder; [`Progress`] their results against the levels.

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
