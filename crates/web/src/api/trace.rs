//! Searches step by step, as JSON lines; the last line is `{"kind":"end"}`.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use plywood_workbench::Limits;
use plywood_workbench::engines::Engine;
use plywood_workbench::puzzle::{self, Method};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::position::Place;
use super::{Json, Problem};
use crate::server::Site;

/// Steps that a trace holds at most; what is larger is cut and says so.
const MOST_STEPS: usize = 20_000;
const MOST_TIME: Duration = Duration::from_secs(20);
const MOST_BYTES: u64 = 200_000_000;

/// A two-player search to watch.
#[derive(Debug, Deserialize)]
pub(crate) struct PlayQuestion {
    #[serde(flatten)]
    place: Place,
    engine: String,
    depth: u32,
    #[serde(default)]
    judge: Option<String>,
    #[serde(default)]
    steps: Option<usize>,
}

pub(crate) async fn play(
    State(site): State<Arc<Site>>,
    Json(question): Json<PlayQuestion>,
) -> Result<Response, Problem> {
    let mut engine: Engine = question.engine.parse().map_err(Problem::bad)?;
    engine.set("depth", &question.depth.to_string()).map_err(Problem::bad)?;
    if let Some(judge) = &question.judge {
        engine.set("judge", judge).map_err(Problem::bad)?;
    }
    let (_, table) = question.place.tables()?;
    let most = question.steps.unwrap_or(MOST_STEPS).min(MOST_STEPS);
    let permit = site.queue.enter()?.turn().await;
    // Tables are not for sending; the position is found again where the search runs.
    let (place, position) = (question.place, table.position());
    drop(table);
    Ok(lines(permit, move |send| {
        let place = Place { position: Some(position), moves: Vec::new(), ..place };
        let Ok((table, _)) = place.tables() else {
            return json!({ "kind": "end", "complete": false });
        };
        let limits = Limits::time(MOST_TIME);
        let mut left = most;
        let complete = table.trace(&engine, &limits, &mut |step| next(send, &step, &mut left));
        json!({ "kind": "end", "complete": complete })
    }))
}

/// A one-player search to watch.
#[derive(Debug, Deserialize)]
pub(crate) struct PathQuestion {
    board: String,
    algorithm: String,
    #[serde(default)]
    heuristic: Option<String>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    steps: Option<usize>,
}

pub(crate) async fn path(
    State(site): State<Arc<Site>>,
    Json(question): Json<PathQuestion>,
) -> Result<Response, Problem> {
    let board = super::puzzle::board(&question.board)?;
    let mut method: Method = question.algorithm.parse().map_err(Problem::bad)?;
    if let Some(heuristic) = &question.heuristic {
        method.heuristic = puzzle::parse_heuristic(heuristic).map_err(Problem::bad)?;
    }
    let limits = Limits {
        time: Some(MOST_TIME),
        bytes: Some(MOST_BYTES),
        depth: question.depth,
        ..Limits::default()
    };
    let most = question.steps.unwrap_or(MOST_STEPS).min(MOST_STEPS);
    let permit = site.queue.enter()?.turn().await;
    Ok(lines(permit, move |send| {
        let mut left = most;
        let mut sink = |step| next(send, &step, &mut left);
        let report = puzzle::trace(&board, &method, &limits, &mut sink);
        let rows: Vec<String> = board.board.rows_text().lines().map(str::to_owned).collect();
        match report {
            Ok(report) => {
                let complete = matches!(report.outcome, "solved" | "exhausted");
                json!({ "kind": "end", "complete": complete, "rows": rows, "report": report })
            }
            Err(e) => {
                json!({ "kind": "end", "complete": false, "rows": rows, "error": e.to_string() })
            }
        }
    }))
}

/// Sends a step; enough when the trace is full or nobody reads it.
fn next(send: &Sender<String>, step: &impl Serialize, left: &mut usize) -> ControlFlow<()> {
    if *left == 0 {
        return ControlFlow::Break(());
    }
    *left -= 1;
    let Ok(line) = serde_json::to_string(step) else { return ControlFlow::Break(()) };
    match send.blocking_send(line + "\n") {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// Runs `work` in a thread of its own and streams what it sends, then what it returns.
pub(super) fn lines(
    permit: OwnedSemaphorePermit,
    work: impl FnOnce(&Sender<String>) -> Value + Send + 'static,
) -> Response {
    let (send, received) = channel::<String>(256);
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let last = work(&send);
        // Nobody may be reading any more.
        let _ = send.blocking_send(last.to_string() + "\n");
    });
    let body = ReceiverStream::new(received).map(Ok::<_, std::convert::Infallible>);
    ([(CONTENT_TYPE, "application/jsonl")], Body::from_stream(body)).into_response()
}
