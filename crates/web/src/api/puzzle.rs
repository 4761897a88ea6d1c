//! The puzzle: its boards and algorithms, and a comparison that streams each run as it ends.

use std::sync::Arc;
use std::time::Duration;

use axum::Json as Reply;
use axum::extract::State;
use axum::response::Response;
use plywood_workbench::Limits;
use plywood_workbench::puzzle::{self, Algorithm, Method, NamedBoard, builtin, builtins};
use serde::Deserialize;
use serde_json::{Value, json};

use super::trace::lines;
use super::{Json, Problem};
use crate::server::Site;

const MOST_TIME: Duration = Duration::from_secs(2);
const MOST_BYTES: u64 = 200_000_000;

/// The built-in boards and the algorithms.
pub(crate) async fn lists() -> Reply<Value> {
    let boards: Vec<Value> = builtins()
        .iter()
        .map(|board| json!({ "name": board.name, "rows": board.board.rows_text() }))
        .collect();
    let algorithms = Algorithm::ALL.map(
        |algorithm| json!({ "name": algorithm.name(), "about": algorithm.explain(), "heuristic": algorithm.uses_heuristic() }),
    );
    Reply(json!({ "boards": boards, "algorithms": algorithms }))
}

/// A built-in board; files are the terminal's business.
pub(super) fn board(name: &str) -> Result<NamedBoard, Problem> {
    builtin(name).ok_or_else(|| {
        let names: Vec<String> = builtins().into_iter().map(|board| board.name).collect();
        Problem::bad(format!("there is no board `{name}`: expected one of {}", names.join(", ")))
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
    Json(contest): Json<Contest>,
) -> Result<Response, Problem> {
    if contest.boards.len() * contest.algorithms.len() > 200 {
        return Err(Problem::bad("expected at most 200 runs"));
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
    let permit = site.queue.enter()?.turn().await;
    Ok(lines(permit, move |send| {
        for board in &boards {
            for method in &methods {
                let limits =
                    Limits { time: Some(MOST_TIME), bytes: Some(MOST_BYTES), ..Limits::default() };
                let line = match puzzle::solve(board, method, &limits, |_| {}) {
                    Ok(report) => json!(report),
                    Err(e) => json!({ "error": e.to_string() }),
                };
                if send.blocking_send(line.to_string() + "\n").is_err() {
                    return Value::Null;
                }
            }
        }
        Value::Null
    }))
}
