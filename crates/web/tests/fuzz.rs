//! Fuzz target: any bytes to any call get an answer in JSON that is no fault of ours.
//!
//! `cargo test` makes a short run; `cargo bolero test -p plywood-web any_body_gets_an_answer` a long one.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use std::panic::AssertUnwindSafe;

use axum::Router;
use bolero::check;
use common::{objects, post, send, site};
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Calls that answer quickly whatever they are asked, within the limits they are given below.
const CALLS: [&str; 7] = [
    "/api/state",
    "/api/edit",
    "/api/think",
    "/api/trace",
    "/api/problems/trace",
    "/api/problems/compare",
    "/api/records",
];

/// Values that get past the first check, and some that do not.
fn value(key: &str, byte: u8) -> Value {
    let texts: &[&str] = match key {
        "game" => &[
            "blokus",
            "blokus-duo",
            "quatro",
            "quarto",
            "cavalo",
            "connect-four",
            "othello",
            "go",
            "",
        ],
        "rules" => &["", "squares=true", "doubles=largest,placement=choose", "=", ",,,", "a=b=c"],
        "position" => {
            &["startpos", "a..c/..57/...0/34.. 6", "startpos moves 6@b1", "//// -", "\u{0}"]
        }
        "moves" => &["6@b1", "b@a1", ">6", "b1>d", "pass", "c5x77", "e8,d9,e9,f9,e10", "@", "💥"],
        "engine" => {
            &["random", "largest", "alpha-beta", "minimax", "mcts", "best:", "x", "mtd:depth=0"]
        }
        "algorithm" | "algorithms" => &["bfs", "dfs", "a-star", "ida-star", "sma-star", ""],
        "board" | "boards" => &["A", "z", "..\n.#\nobjective: 2\n", "\n\n", "objective: 99\n.\n"],
        "heuristic" => &["h1", "h3", "h9"],
        "judge" => &["points", "full", "none", "?"],
        _ => &["human", "level:1", "level:0", ""],
    };
    let at = usize::from(byte);
    match (key, byte % 16) {
        (_, 15) => json!([[], {}, null, -1, 1e300, "x", true])[at / 16 % 7].clone(),
        ("seed" | "id" | "level" | "lines", _) => json!(at),
        ("depth", _) => json!(at % 3),
        ("choices", _) => json!([at % 4]),
        ("frame", _) => json!(at % 2 == 0),
        ("change", _) => match at % 4 {
            0 => json!({ "turn": at % 3 }),
            1 => json!({ "hand": at }),
            2 => json!({ "put": { "at": at * 3, "what": { "kind": "piece", "piece": at } } }),
            _ => json!({ "put": { "at": at, "what": { "kind": "knight", "seat": 1 + at % 2 } } }),
        },
        ("nodes" | "steps" | "time_ms", _) => json!(at % 20 + 1),
        ("moves" | "players" | "boards" | "algorithms", _) => {
            json!([texts[at % texts.len()], texts[at / 7 % texts.len()]])
        }
        _ => json!(texts[at % texts.len()]),
    }
}

const KEYS: [&str; 23] = [
    "choices",
    "frame",
    "change",
    "game",
    "rules",
    "seed",
    "position",
    "moves",
    "engine",
    "level",
    "time_ms",
    "lines",
    "depth",
    "nodes",
    "judge",
    "steps",
    "board",
    "algorithm",
    "heuristic",
    "boards",
    "algorithms",
    "id",
    "players",
];

/// Half the inputs are bytes as they come, half an object of known keys.
fn body(input: &[u8]) -> Vec<u8> {
    let [kind, rest @ ..] = input else { return Vec::new() };
    if kind % 2 == 0 {
        return rest.to_vec();
    }
    let mut body = Map::new();
    // What keeps a search short stands there whatever else does.
    body.insert("time_ms".into(), json!(10));
    body.insert("steps".into(), json!(50));
    body.insert("depth".into(), json!(1));
    for pair in rest.chunks_exact(2) {
        let key = KEYS[usize::from(pair[0]) % KEYS.len()];
        body.insert(key.into(), value(key, pair[1]));
    }
    Value::Object(body).to_string().into_bytes()
}

/// A site, and what runs it.
struct Lab {
    runtime: Runtime,
    site: Router,
    _folder: TempDir,
}

impl Lab {
    fn try_it(&self, input: &[u8]) {
        let call = CALLS[usize::from(*input.first().unwrap_or(&0)) / 2 % CALLS.len()];
        let (status, text) = self.runtime.block_on(send(&self.site, post(call, body(input))));
        assert!(!status.is_server_error(), "{call}: {status} {text}");
        let answers = objects(&text);
        assert!(!answers.is_empty(), "{call}: {status} {text}");
        assert!(status.is_success() || answers[0]["error"].is_string(), "{call}: {text}");
    }
}

#[test]
fn any_body_gets_an_answer() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (site, _folder) = site();
    // A panic ends the test; nothing is looked at after it.
    let lab = AssertUnwindSafe(Lab { runtime, site, _folder });
    check!().with_iterations(2000).for_each(|input: &[u8]| lab.try_it(input));
}
