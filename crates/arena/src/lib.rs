//! Tournaments with reliable results: pairings, a referee, a store, and statistics.
//!
//! ```
//! use plywood_arena::settings::Settings;
//! use plywood_arena::{report::Report, run::Runner, store::Store};
//!
//! let players = vec!["random".parse().unwrap(), "new=alpha-beta:depth=2".parse().unwrap()];
//! let settings = Settings { pairs: 10, seed: 1, ..Settings::new("blokus", players) };
//! let mut store = Store::in_memory().unwrap();
//! let id = store.begin(None, &settings).unwrap();
//! let games = Runner::new(&settings).run(&mut store, id, &mut |_| {}).unwrap();
//! assert_eq!(games.len(), 20);
//! assert_eq!(Report::new(&settings, &games).standings[0].name, "new");
//! ```
//!
//! [`settings`] determine every game; [`pairing`] turns them into a schedule, [`referee`] plays one game,
//! [`run`] all of them, [`store`] keeps them, [`statistics`] evaluates them and [`report`] presents them.
//! [`tuning`] optimises an engine's parameters by playing.

mod faults;
pub mod pairing;
pub mod referee;
pub mod report;
pub mod run;
mod said;
pub mod settings;
pub mod statistics;
pub mod store;
#[cfg(test)]
mod testing;
pub mod tuning;

pub use faults::{fault_message, launch_message};
pub use plywood_workbench::Cancel;
use plywood_workbench::games::OpenError;
use plywood_workbench::{Message, Refused, explained};
pub use said::Said;

/// Why a tournament cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum ArenaError {
    /// The settings contradict each other.
    Settings(Refused),
    /// The game, its rules or an opening was refused.
    Open(OpenError),
    /// An opening leaves no game to play.
    Opening(pairing::OpeningError),
    /// The store failed.
    Store(store::StoreError),
}

impl ArenaError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Settings(refused) => refused.message().clone(),
            Self::Open(e) => e.message(),
            Self::Opening(e) => e.message(),
            Self::Store(e) => e.message(),
        }
    }
}

explained!(ArenaError);

impl From<Refused> for ArenaError {
    fn from(refused: Refused) -> Self {
        Self::Settings(refused)
    }
}

impl From<OpenError> for ArenaError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

impl From<pairing::OpeningError> for ArenaError {
    fn from(error: pairing::OpeningError) -> Self {
        Self::Opening(error)
    }
}

impl From<store::StoreError> for ArenaError {
    fn from(error: store::StoreError) -> Self {
        Self::Store(error)
    }
}
