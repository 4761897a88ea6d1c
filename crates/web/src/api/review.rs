//! Moves weighed against the best ones: of a whole game, or one that somebody thinks of playing.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use plywood_workbench::play::{Budget, review};
use serde::Deserialize;
use serde_json::json;

use super::position::Place;
use super::stream::lines;
use super::{Client, Json, Problem, Tongue};
use crate::server::Site;

/// A game to look through.
#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    place: Place,
    /// Only this move, in the position the others lead to.
    #[serde(default, rename = "move")]
    step: Option<String>,
}

/// `progress` for every ply that is done; then `end`, with the review or what went wrong.
pub(crate) async fn look_through(
    State(site): State<Arc<Site>>,
    Client(client): Client,
    Tongue(words): Tongue,
    Json(question): Json<Question>,
) -> Result<Response, Problem> {
    let (start, end) = question.place.tables()?;
    let n_before = start.n_played();
    let (from, moves) = match question.step {
        Some(step) => {
            let step = end.canonical(&step).map_err(Problem::bad)?;
            (end, vec![step])
        }
        None => (start, end.history().split_off(n_before)),
    };
    let permit = site.queue.enter(&client)?.turn().await;
    Ok(lines(permit, move |lines, cancel| {
        let mut progress = |ply| {
            let _ = lines.say(&json!({ "kind": "progress", "ply": ply, "of": moves.len() }));
        };
        let found = review(&*from, &moves, &Budget::default(), cancel, &mut progress);
        let end = match found {
            Ok(review) => json!({ "kind": "end", "review": review }),
            Err(refused) => {
                json!({ "kind": "end", "error": words.say(refused.message()) })
            }
        };
        let _ = lines.say(&end);
    }))
}
