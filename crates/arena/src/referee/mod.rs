//! One game between two players: whose turn, how long, which moves, who won and why.
//!
//! `player` is what a referee sees of a player, `in_process` seats our engines, `external` other
//! people's programs, `guest` seats those at tables, `clock` keeps time and `game` plays.

mod clock;
mod external;
mod game;
mod guest;
mod in_process;
mod player;

pub use clock::Allowance;
pub use external::{External, Leash};
pub use game::{Conditions, Played, Reason, SideStats, play};
pub use guest::guest;
pub use in_process::InProcess;
pub use player::{Choice, Chosen, Fault, FaultKind, Player, Turn};
