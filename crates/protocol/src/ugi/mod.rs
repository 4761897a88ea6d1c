//! UGI, the Universal Game Interface: UCI as chess engines speak it, for any game.
//!
//! A controller sends [`Command`]s, an engine sends [`Reply`]s, a line each. [`serve`] is the engine's
//! end, [`Client`] the controller's. docs/protocols.md lists every message.

mod client;
mod command;
mod reply;
mod server;

pub use client::Client;
pub use command::{Clocks, Command, Go, Query, Wrong};
pub use reply::{Info, Reply, Score, Setting};
pub use server::{Engine, Search, serve};
