//! Guests: other people's programs at a table. A program is started only if the person at the keyboard named it,
//! never because a record does.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use plywood_contract::{Cancel, Message, Refused, message};

use super::session::Session;
use super::setup::{Player, Setup};
use crate::engines::Thinker;

/// Seats a program, under these rules, without waiting for it.
pub type GuestStarter = fn(&str, &str) -> Box<dyn Thinker>;

/// The starter of programs, and the programs allowed.
static GUESTS: Mutex<(Option<GuestStarter>, BTreeSet<String>)> =
    Mutex::new((None, BTreeSet::new()));

/// Registers the starter of programs.
pub fn start_guests_with(starter: GuestStarter) {
    GUESTS.lock().unwrap_or_else(PoisonError::into_inner).0 = Some(starter);
}

/// Allows a program to be started.
pub fn allow_guest(command: &str) {
    GUESTS.lock().unwrap_or_else(PoisonError::into_inner).1.insert(command.to_owned());
}

/// Starts the programs at a table, and the adviser's, lets each get ready for the game and ends them again: a
/// rehearsal, so that one that is missing or answers badly is known before the game begins.
pub fn rehearse(setup: &Setup, adviser: Option<&Player>, cancel: &Cancel) -> Result<(), Message> {
    let session = Session::new(setup.clone()).map_err(|e| e.message())?;
    for player in setup.players.iter().chain(adviser) {
        if let Player::Guest(command) = player {
            let mut thinker = seat(command, &setup.rules)?;
            thinker.prepare(session.table(), cancel)?;
        }
    }
    Ok(())
}

/// Seats a program that was allowed.
pub(super) fn seat(command: &str, rules: &str) -> Result<Box<dyn Thinker>, Refused> {
    let (starter, is_allowed) = {
        let guests = GUESTS.lock().unwrap_or_else(PoisonError::into_inner);
        (guests.0, guests.1.contains(command))
    };
    match starter {
        Some(starter) if is_allowed => Ok(starter(command, rules)),
        _ => Err(message!(
            "guest-not-invited",
            "the program `{command}` is started only if you name it yourself, as with --p2",
            command
        )
        .into()),
    }
}
