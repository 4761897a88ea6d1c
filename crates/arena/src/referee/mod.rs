//! One game between two players: turns, clocks, legality and result.
//!
//! `mover` is a referee's view of a player, `in_process` seats our engines, `external` other people's programs,
//! `guest` seats those at tables, `clock` keeps time, `cpu` measures processor time, and `game` plays.

mod clock;
mod cpu;
mod external;
mod game;
mod guest;
mod in_process;
mod mover;

pub use clock::MoveLimits;
pub use external::{External, ProcessGroups};
pub use game::{Conditions, Played, Reason, SideStats, play};
pub use guest::guest;
pub use in_process::InProcess;
pub use mover::{Choice, Chosen, Fault, FaultKind, Mover, Turn};
