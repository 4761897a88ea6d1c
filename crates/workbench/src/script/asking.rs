//! A script within a search: its first error ends the search and becomes the search's error.

use std::sync::{Mutex, PoisonError};

use plywood_contract::{Cancel, Cost, Limits, Message, UNREACHABLE};

use super::{Facts, Script, tell_table};
use crate::games::Table;

/// A script in use. Several threads may call it at once.
pub(crate) struct Asking<'a> {
    script: &'a Script,
    stop: Cancel,
    failure: Mutex<Option<Message>>,
}

impl<'a> Asking<'a> {
    /// For a search within these limits; returns the limits to search with.
    pub(crate) fn new(script: &'a Script, limits: &Limits) -> (Self, Limits) {
        let stop = limits.cancel.below();
        let limits = Limits { cancel: stop.clone(), ..limits.clone() };
        (Self { script, stop, failure: Mutex::new(None) }, limits)
    }

    fn fail(&self, message: Message) {
        self.stop.raise();
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(message);
    }

    /// An estimate. After an error the value does not matter: the search is being cancelled.
    pub(crate) fn cost(&self, facts: &dyn Fn(&mut Facts<'_>)) -> Cost {
        if self.stop.is_raised() {
            return UNREACHABLE;
        }
        self.script.cost(facts).unwrap_or_else(|message| {
            self.fail(message);
            UNREACHABLE
        })
    }

    /// An opinion on a position, for the side to move.
    pub(crate) fn opinion(&self, table: &dyn Table) -> f64 {
        if self.stop.is_raised() {
            return 0.0;
        }
        self.script.opinion(&|facts| tell_table(table, facts)).unwrap_or_else(|message| {
            self.fail(message);
            0.0
        })
    }

    /// The result of the search, unless the script failed.
    pub(crate) fn answer<T>(self, found: T) -> Result<T, Message> {
        match self.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(message) => Err(message),
            None => Ok(found),
        }
    }
}
