//! Other people's programs at a table: seated by whoever can start them, and only if they were named by
//! the person at the keyboard, never because a record says so.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use plywood_contract::{Refused, message};

use crate::engines::Thinker;
use crate::games::Table;

/// Starts the program of a text at the game of a table, under these rules.
pub type Inviter = fn(&str, &str, &dyn Table) -> Result<Box<dyn Thinker>, Refused>;

/// Who starts programs, and which ones may be.
static HOUSE: Mutex<(Option<Inviter>, BTreeSet<String>)> = Mutex::new((None, BTreeSet::new()));

/// From now on programs are started so.
pub fn welcome_guests(inviter: Inviter) {
    HOUSE.lock().unwrap_or_else(PoisonError::into_inner).0 = Some(inviter);
}

/// The person at the keyboard wants this program to play.
pub fn invite(command: &str) {
    HOUSE.lock().unwrap_or_else(PoisonError::into_inner).1.insert(command.to_owned());
}

/// Seats a program that was invited.
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
