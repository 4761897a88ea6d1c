//! The web page: one binary serves the page, its assets and a JSON API on loopback.
//!
//! [`app`] is the whole site as a router, for tests without a socket; [`serve`] puts it behind one.
//! `api` answers, as plain functions over data, and `wire` is how positions travel; `access` and `guard` decide
//! who is let in, `queue` which searches run, `streams` runs them, `http` carries questions and answers, and
//! `assets` holds the page. Nothing is fetched from outside.

mod access;
mod api;
mod assets;
mod guard;
mod http;
mod queue;
mod server;
mod streams;
mod wire;
mod write_timeout;

pub use access::{Keys, Role, new_key};
pub use server::{Config, Public, ServeError, app, serve};
