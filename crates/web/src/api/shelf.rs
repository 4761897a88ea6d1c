//! Kept games put away and brought back, and what pages know of them besides their moves.

use plywood_workbench::message;
use plywood_workbench::play::Record;
use serde::Deserialize;
use serde_json::{Value, json};

use super::records::{own, with_store};
use super::{Answer, Caller, Problem};
use crate::server::Site;

/// The longest note, in bytes.
const MOST_NOTE: usize = 400_000;

/// A game that was taken out of the store, as it is brought back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Removed {
    record: Record,
    #[serde(default)]
    note: Option<Value>,
}

/// Removes a game and answers with all it takes to bring it back.
pub(crate) fn remove(site: &Site, id: i64) -> Answer {
    with_store(site, move |store| {
        let (kept, note) = store.remove(id)?;
        Ok(json!({ "record": kept.record, "note": note.map(read) }))
    })
}

/// Brings a removed game back, under a number of its own.
pub(crate) fn restore(site: &Site, removed: Removed) -> Answer {
    with_store(site, move |store| {
        let id = store.add(&removed.record)?;
        if let Some(note) = &removed.note {
            store.set_note(id, &note.to_string())?;
        }
        Ok(json!({ "id": id }))
    })
}

/// What pages know of a game: nothing, or what one of them wrote.
pub(crate) fn note(site: &Site, id: i64) -> Answer {
    with_store(site, move |store| {
        store.kept(id)?;
        Ok(json!({ "note": store.note(id)?.map(read) }))
    })
}

/// Writes what a page knows of a game.
pub(crate) fn write(site: &Site, who: &Caller, id: i64, note: Value) -> Result<Answer, Problem> {
    own(site, who, id)?;
    let long = || Problem::bad(message!("web-long-note", "the note is too long to be kept"));
    let note = Some(note.to_string()).filter(|note| note.len() <= MOST_NOTE).ok_or_else(long)?;
    Ok(with_store(site, move |store| {
        store.set_note(id, &note)?;
        Ok(json!({ "id": id }))
    }))
}

fn read(text: String) -> Value {
    serde_json::from_str(&text).unwrap_or(Value::Null)
}
