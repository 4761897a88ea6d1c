//! Programs of others. Whoever starts the server names them, and their owner alone lets them play: nothing that a client
//! sends is ever started.

use plywood_arena::settings::Contestant;
use plywood_workbench::games::Refused;
use plywood_workbench::play::allow_guest;
use plywood_workbench::{Arg, Message, message};
use serde_json::json;

use super::{Answer, Caller, Problem, Status};
use crate::access::Role;
use crate::server::{Config, Site};

/// Lets the programs that the server was told of be started, and no other.
pub(crate) fn allow(config: &Config) {
    for program in &config.programs {
        allow_guest(&program.engine);
    }
}

/// The names of those that the caller may let play; what they are is nobody's business.
pub(crate) fn list(site: &Site, who: &Caller) -> Answer {
    let programs = if who.role == Role::Owner { &site.config.programs[..] } else { &[] };
    let names: Vec<&str> = programs.iter().map(|program| program.name.as_str()).collect();
    Answer::Now(json!({ "programs": names }))
}

/// The program of this name, if there is one.
pub(super) fn named<'a>(site: &'a Site, name: &str) -> Option<&'a Contestant> {
    site.config.programs.iter().find(|program| program.name == name.trim())
}

/// The program of this name, if there is one and the caller is the owner.
pub(super) fn asked_for<'a>(
    site: &'a Site,
    who: &Caller,
    name: &str,
) -> Result<Option<&'a Contestant>, Problem> {
    match named(site, name) {
        Some(_) if who.role != Role::Owner => Err(Problem::new(
            Status::Forbidden,
            message!("web-programs-owner", "programs of this server play for its owner only"),
        )),
        found => Ok(found),
    }
}

/// What a program did wrong, under its name instead of its command, which holds paths of the server.
pub(super) fn failed(refused: &Refused, name: &str) -> Message {
    let mut message = refused.message().clone();
    for (key, arg) in &mut message.args {
        if key == "program" {
            *arg = Arg::from(name.to_owned());
        }
    }
    message
}
