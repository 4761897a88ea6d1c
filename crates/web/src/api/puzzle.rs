//! The puzzle: its boards and algorithms, and a comparison that streams each run as it ends.

use plywood_workbench::message;
use plywood_workbench::puzzle::TextError;
use std::sync::Arc;
use std::time::Duration;

use axum::Json as Reply;
use axum::extract::State;
use axum::response::Response;
use plywood_workbench::Limits;
use plywood_workbench::puzzle::{self, Algorithm, Method, NamedBoard, builtin, builtins};
use serde::Deserialize;
use serde_json::{Value, json};

use super::stream::lines;
use super::{Client, Json, Problem};
use crate::server::Site;

const MOST_TIME: Duration = Duration::from_secs(2);
const MOST_BYTES: u64 = 200_000_000;

/// The built-in boards and the algorithms.
pub(crate) async fn lists() -> Reply<Value> {
    let boards: Vec<Value> = builtins()
        .iter()
        .map(|board| json!({ "name": board.name, "text": board.board.to_string() }))
        .collect();
    let algorithms = Algorithm::ALL.map(
        |algorithm| json!({ "name": algorithm.name(), "about": algorithm.explain().to_string(), "heuristic": algorithm.uses_heuristic() }),
    );
    Reply(json!({ "boards": boards, "algorithms": algorithms }))
}

/// A built-in board by its name, or one given as text; files are the terminal's business.
pub(super) fn board(name: &str) -> Result<NamedBoard, Problem> {
    if name.contains('\n') {
        let board = name.parse().map_err(|e: TextError| Problem::bad(e))?;
        return Ok(NamedBoard { name: "own".to_owned(), board });
    }
    builtin(name).ok_or_else(|| {
        let names: Vec<String> = builtins().into_iter().map(|board| board.name).collect();
        Problem::bad(message!(
            "web-no-board",
            "there is no board `{name}`: expected one of {list}",
            name,
            list = names
        ))
    })
}

/// Boards and algorithms to compare.
#[derive(Debug, Deserialize)]
pub(crate) struct Contest {
    boards: Vec<String>,
    algorithms: Vec<String>,
    #[serde(default)]
    heuristic: Option<String>,
}

pub(crate) async fn compare(
    State(site): State<Arc<Site>>,
    Client(client): Client,
    Json(contest): Json<Contest>,
) -> Result<Response, Problem> {
    match contest.boards.len() * contest.algorithms.len() {
        0 => {
            return Err(Problem::bad(message!(
                "web-no-runs",
                "expected a board and an algorithm at least"
            )));
        }
        1..=200 => {}
        _ => return Err(Problem::bad(message!("web-most-runs", "expected at most 200 runs"))),
    }
    let boards: Vec<NamedBoard> =
        contest.boards.iter().map(|name| board(name)).collect::<Result<_, _>>()?;
    let mut methods: Vec<Method> = Vec::new();
    for name in &contest.algorithms {
        let mut method: Method = name.parse().map_err(Problem::bad)?;
        if let Some(heuristic) = &contest.heuristic {
            method.heuristic = puzzle::parse_heuristic(heuristic).map_err(Problem::bad)?;
        }
        methods.push(method);
    }
    let permit = site.queue.enter(&client)?.turn().await;
    Ok(lines(permit, move |lines, cancel| {
        let limits = Limits {
            time: Some(MOST_TIME),
            bytes: Some(MOST_BYTES),
            cancel: cancel.clone(),
            ..Limits::default()
        };
        for (board, method) in boards.iter().flat_map(|b| methods.iter().map(move |m| (b, m))) {
            let line = match puzzle::solve(board, method, &limits, |_| {}) {
                Ok(report) => json!(report),
                Err(e) => json!({ "error": e.to_string() }),
            };
            if cancel.is_raised() || lines.say(&line).is_break() {
                return;
            }
        }
    }))
}
