//! Engines that talk: two text protocols, both ends of each, and other people's programs as players.
//!
//! ```
//! use plywood_protocol::gtp::Command;
//!
//! let command = Command::parse("7 play b e8,d9,e9,f9,e10 # a comment").unwrap();
//! assert_eq!((command.id, command.name.as_str()), (Some(7), "play"));
//! assert_eq!(command.arguments, ["b", "e8,d9,e9,f9,e10"]);
//! ```
//!
//! Moves and positions are opaque texts; nothing here knows a game. Start at [`Player`], a program
//! behind either protocol. [`gtp`] and [`ugi`] hold the messages, a server that answers them and a
//! client that asks; [`Process`] is a program that may crash, hang, flood or fork, kept on a leash.
//! Processes need Unix; everything else runs anywhere.

pub mod gtp;
pub mod ugi;

mod fault;
mod fence;
mod input;
mod leash;
mod player;
mod process;
mod remains;
mod supervisor;
mod wire;
mod words;

pub use fault::{Drain, Expected, Fault, StartError};
pub use input::{Heard, LONGEST_COMMAND, listen};
pub use leash::{Leash, LeashError};
pub use player::{Answer, Launch, LaunchError, Player, Ply, Protocol, Start};
pub use process::{Farewell, Process};
pub use supervisor::{SUPERVISE, set_supervisor, supervise};
pub use ugi::{Clocks, Go, Info, Score};
pub use wire::{LastOutput, Wire};
pub use words::{SplitError, split_words};

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
