//! Kept games put away and brought back, and what pages know of them besides their moves.

use std::sync::Arc;

use axum::Json as Reply;
use axum::extract::State;
use plywood_workbench::message;
use plywood_workbench::play::Record;
use serde::Deserialize;
use serde_json::{Value, json};

use super::records::with_store;
use super::{Json, Path, Problem};
use crate::server::Site;

/// A game that was taken out of the store, as it is brought back.
#[derive(Debug, Deserialize)]
pub(crate) struct Removed {
    record: Record,
    #[serde(default)]
    note: Option<Value>,
}

/// Removes a game and answers with all it takes to bring it back.
pub(crate) async fn remove(
    State(site): State<Arc<Site>>,
    Path(id): Path<i64>,
) -> Result<Reply<Value>, Problem> {
    let (kept, note) = with_store(site, move |store| store.remove(id)).await?;
    Ok(Reply(json!({ "record": kept.record, "note": note.map(read) })))
}

/// Brings a removed game back, under a number of its own.
pub(crate) async fn restore(
    State(site): State<Arc<Site>>,
    Json(removed): Json<Removed>,
) -> Result<Reply<Value>, Problem> {
    let back = with_store(site, move |store| {
        let id = store.add(&removed.record)?;
        if let Some(note) = &removed.note {
            store.set_note(id, &note.to_string())?;
        }
        Ok(id)
    });
    Ok(Reply(json!({ "id": back.await? })))
}

/// What pages know of a game: nothing, or what one of them wrote.
pub(crate) async fn note(
    State(site): State<Arc<Site>>,
    Path(id): Path<i64>,
) -> Result<Reply<Value>, Problem> {
    let note = with_store(site, move |store| store.kept(id).and_then(|_| store.note(id))).await?;
    Ok(Reply(json!({ "note": note.map(read) })))
}

/// Writes what a page knows of a game.
pub(crate) async fn write(
    State(site): State<Arc<Site>>,
    Path(id): Path<i64>,
    Json(note): Json<Value>,
) -> Result<Reply<Value>, Problem> {
    let is_kept = with_store(site, move |store| store.set_note(id, &note.to_string())).await?;
    let long = || Problem::bad(message!("web-long-note", "the note is too long to be kept"));
    is_kept.then(|| Reply(json!({ "id": id }))).ok_or_else(long)
}

fn read(text: String) -> Value {
    serde_json::from_str(&text).unwrap_or(Value::Null)
}
