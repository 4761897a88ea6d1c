//! A game in progress between two seats, each a person or an engine: used by every front end.
//!
//! ```
//! use std::time::Duration;
//! use plywood_workbench::Cancel;
//! use plywood_workbench::play::{Session, Setup};
//!
//! let setup = Setup::new("quatro").with_players("human", "level:1").unwrap();
//! let mut session = Session::new(setup).unwrap();
//! session.play("6@b1", Duration::from_secs(3)).unwrap();
//! let job = session.job().expect("the computer is to move");
//! let found = job.run(&Cancel::default(), &mut |_| {}).unwrap();
//! session.play_found(&found, Duration::from_millis(5)).unwrap();
//! assert_eq!(session.plies().len(), 2);
//! ```
//!
//! `setup` says who plays what, `session` holds the game, `thinking` runs an engine here or behind a
//! channel, `level` says how strong each level is, `record` is
//! the whole as plain data, and `review` looks through it for mistakes.

mod guests;
mod level;
mod record;
mod review;
mod session;
mod setup;
mod thinking;

pub use guests::{GuestStarter, allow_guest, rehearse, start_guests_with};
pub use level::{Level, LevelError};
pub use record::{Effort, Ending, Ply, Reason, Record, RecordError, SearchEnd, chosen};
pub use review::{Budget, Finding, Review, Weighed, Worth, review};
pub use session::Session;
pub use setup::{Player, PlayerError, Setup, SetupError};
pub use thinking::{Job, ThinkEvent, Thinking};
