//! The web page: one binary serves the page, its assets and a JSON API on loopback.
//!
//! [`app`] is the whole site as a router, for tests without a socket; [`serve`] puts it behind one.
//! `guard` decides who is let in, `queue` how many searches run at once, `api` answers, `wire`
//! is how positions travel, and `assets` holds the page. Nothing is fetched from outside.

mod api;
mod assets;
mod guard;
mod queue;
mod server;
mod wire;

pub use server::{Config, ServeError, app, serve};
