//! Guests: other people's programs at a table. A program is started only if the person at the keyboard named it,
//! never because a record does.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use plywood_contract::{Refused, message};

use crate::engines::Thinker;
use crate::games::Table;

/// Starts a program for the game of a table, under these rules.
pub type Inviter = fn(&str, &str, &dyn Table) -> Result<Box<dyn Thinker>, Refused>;

/// The starter of programs, and the programs allowed.
static HOUSE: Mutex<(Option<Inviter>, BTreeSet<String>)> = Mutex::new((None, BTreeSet::new()));

/// Registers the starter of programs.
pub fn welcome_guests(inviter: Inviter) {
    HOUSE.lock().unwrap_or_else(PoisonError::into_inner).0 = Some(inviter);
}

/// Allows a program to be started.
pub fn invite(command: &str) {
    HOUSE.lock().unwrap_or_else(PoisonError::into_inner).1.insert(command.to_owned());
}

/// Seats a program that was allowed.
pub(super) fn seat(
    command: &str,
    rules: &str,
    table: &dyn Table,
) -> Result<Box<dyn Thinker>, Refused> {
    let (inviter, is_invited) = {
        let house = HOUSE.lock().unwrap_or_else(PoisonError::into_inner);
        (house.0, house.1.contains(command))
    };
    match inviter {
        Some(inviter) if is_invited => inviter(command, rules, table),
        _ => Err(message!(
            "guest-not-invited",
            "the program `{command}` is started only if you name it yourself, as with --p2",
            command
        )
        .into()),
    }
}
