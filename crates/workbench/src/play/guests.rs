//! Guests: other people's programs at a table. A program is started only if the person at the keyboard named it,
//! never because a record does.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use plywood_contract::{Refused, message};

use crate::engines::Thinker;
use crate::games::Table;

/// Starts a program for the game of a table, under these rules.
pub type GuestStarter = fn(&str, &str, &dyn Table) -> Result<Box<dyn Thinker>, Refused>;

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

/// Seats a program that was allowed.
pub(super) fn seat(
    command: &str,
    rules: &str,
    table: &dyn Table,
) -> Result<Box<dyn Thinker>, Refused> {
    let (starter, is_allowed) = {
        let guests = GUESTS.lock().unwrap_or_else(PoisonError::into_inner);
        (guests.0, guests.1.contains(command))
    };
    match starter {
        Some(starter) if is_allowed => starter(command, rules, table),
        _ => Err(message!(
            "guest-not-invited",
            "the program `{command}` is started only if you name it yourself, as with --p2",
            command
        )
        .into()),
    }
}
