//! Engine protocols: both ends of two text protocols, and other people's programs as players.
//!
//! ```
//! use plywood_protocol::gtp::Command;
//!
//! let command = Command::parse("7 play b e8,d9,e9,f9,e10 # a comment").unwrap();
//! assert_eq!((command.id, command.name.as_str()), (Some(7), "play"));
//! assert_eq!(command.arguments, ["b", "e8,d9,e9,f9,e10"]);
//! ```
//!
//! Moves and positions are opaque texts; nothing here knows a game. Start at [`Bot`], a program
//! behind either protocol. [`gtp`] and [`ugi`] hold the messages, a server that answers them and a
//! client that asks; [`Process`] is a program that may crash, hang, flood or fork, kept on a leash.
//! The leash and the supervisor need Unix; everything else runs anywhere.

pub mod gtp;
pub mod ugi;

mod bot;
mod fault;
#[cfg(unix)]
mod fence;
mod input;
mod leash;
mod process;
#[cfg(unix)]
mod remains;
mod streams;
#[cfg(unix)]
mod supervisor;
#[cfg(not(unix))]
mod unsupervised;
mod wire;
mod words;

pub use bot::{Answer, Bot, Launch, LaunchError, Ply, Protocol, Start};
pub use fault::{Drain, Expected, Fault, StartError};
pub use input::{Heard, LONGEST_COMMAND, listen};
pub use leash::{Leash, LeashError};
pub use process::{Farewell, Process};
#[cfg(unix)]
pub use supervisor::{SUPERVISE, set_supervisor, supervise};
pub use ugi::{Clocks, Go, Info, Score};
#[cfg(not(unix))]
use unsupervised as supervisor;
#[cfg(not(unix))]
use unsupervised as remains;
#[cfg(not(unix))]
pub use unsupervised::{SUPERVISE, set_supervisor, supervise};
pub use wire::{LastOutput, Wire};
pub use words::{SplitError, split_words};

/// Whether programs can be kept on a leash here.
pub const HAS_LEASH: bool = cfg!(unix);

/// Kills a program that [`Process`] started, with its whole group; one that has ended stays so.
pub fn kill_group(leader: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(leader).ok().and_then(rustix::process::Pid::from_raw) {
        // Fails when it has just ended by itself.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    unsupervised::kill_tree(leader);
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Player 1, who moves first: `b` in GTP, `p1` in UGI.
    One,
    /// Player 2: `w` and `p2`.
    Two,
}

impl Side {
    /// The colour GTP gives this side.
    pub const fn colour(self) -> &'static str {
        match self {
            Self::One => "b",
            Self::Two => "w",
        }
    }

    /// The side with this colour, under any of the names Blokus programs use.
    pub fn from_colour(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" | "blue" | "1" | "p1" => Some(Self::One),
            "w" | "white" | "green" | "2" | "p2" => Some(Self::Two),
            _ => None,
        }
    }
}
