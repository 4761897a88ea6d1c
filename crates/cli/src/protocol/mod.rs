//! `plywood gtp`, `plywood ugi` and `plywood check-engine`: our engines for other programs, and other
//! people's engines examined.
//!
//! `session` is a game with an engine at it, whichever protocol asks; `budget` says how long it thinks.

mod budget;
mod check;
mod gtp;
mod session;
mod ugi;

use std::io::{stdin, stdout};

pub(crate) use check::check;

use self::session::Session;
use crate::Done;
use crate::args::ProtocolArguments;

/// `plywood gtp`.
pub(crate) fn gtp(arguments: &ProtocolArguments) -> anyhow::Result<Done> {
    let mut engine = gtp::GtpEngine::new(open(arguments)?);
    plywood_protocol::gtp::serve(&mut engine, stdin(), stdout())?;
    Ok(Done::Yes)
}

/// `plywood ugi`.
pub(crate) fn ugi(arguments: &ProtocolArguments) -> anyhow::Result<Done> {
    let mut engine = ugi::UgiEngine { session: open(arguments)? };
    plywood_protocol::ugi::serve(&mut engine, stdin(), stdout())?;
    Ok(Done::Yes)
}

fn open(arguments: &ProtocolArguments) -> anyhow::Result<Session> {
    Ok(Session::new(arguments)?)
}
