//! People who do not mean well: every one is refused with a sentence, and the site lives on.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{GAMES, TOKEN, ask, get, post, send, site};
use serde_json::{Value, json};

const POSTS: [&str; 9] = [
    "/api/state",
    "/api/edit",
    "/api/review",
    "/api/think",
    "/api/analyse",
    "/api/trace",
    "/api/problems/trace",
    "/api/tournaments",
    "/api/records",
];

#[tokio::test]
async fn strangers_are_refused() {
    let (site, _folder) = site();
    let own = "127.0.0.1:7788";
    for (host, origin, token, expected) in [
        ("evil.test", None, TOKEN, StatusCode::MISDIRECTED_REQUEST),
        (own, Some("http://evil.test"), TOKEN, StatusCode::FORBIDDEN),
        (own, None, "a guess", StatusCode::FORBIDDEN),
        (own, None, "", StatusCode::FORBIDDEN),
        (own, Some("http://127.0.0.1:7788"), TOKEN, StatusCode::OK),
    ] {
        let mut request = Request::get("/api/games").header("host", host);
        request = request.header("x-plywood-token", token);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let request = request.body(Body::empty()).unwrap();
        assert_eq!(send(&site, request).await.0, expected, "{host} {origin:?} {token}");
    }
}

/// Ways to say "one folder up" and the like; every five of them in a row make a path.
const STEPS: [&str; 10] =
    ["..", "%2e%2e", "..%2f", "%2e%2e%2f", "..%5c", "%252e%252e", "%00", "js", ".", "%c0%ae%c0%ae"];
const TARGETS: [&str; 5] =
    ["Cargo.toml", "etc/passwd", "src/lib.rs", "index.html%00", "proc/self/environ"];

#[tokio::test]
async fn a_thousand_paths_lead_nowhere() {
    let (site, _folder) = site();
    let mut n_tried = 0;
    for place in 0..200 {
        for target in TARGETS {
            let steps = [place % 10, place / 10 % 10, place / 100].map(|i| STEPS[i]);
            let path = format!("/{}/{target}", steps.join("/"));
            let (status, text) = send(&site, get(&path)).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
            assert!(text.starts_with("{\"error\""), "{path}: {text}");
            n_tried += 1;
        }
    }
    assert_eq!(n_tried, 1000);
}

/// A link beside the page's files must not lead out of them either, where they are read from disk.
#[tokio::test]
async fn the_token_is_in_the_page_alone() {
    let (site, _folder) = site();
    for path in ["/js/main.js", "/style.css", "/icon.svg", "/api/openapi.json", "/nowhere"] {
        assert!(!send(&site, get(path)).await.1.contains(TOKEN), "{path}");
    }
}

#[tokio::test]
async fn bad_bodies_get_a_sentence() {
    let (site, _folder) = site();
    let bodies = [
        String::new(),
        "not json".to_owned(),
        "[".repeat(100_000),
        json!({ "game": "chess" }).to_string(),
        json!({ "game": "quarto", "position": "zzz" }).to_string(),
        json!({ "game": 7 }).to_string(),
    ];
    for body in bodies {
        for path in POSTS {
            let (status, text) = send(&site, post(path, body.clone())).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {text}");
            let problem: Value = serde_json::from_str(&text).unwrap();
            assert!(problem["error"].as_str().is_some_and(|e| e.len() > 5), "{path}: {text}");
        }
    }
    for path in POSTS {
        let (status, text) = send(&site, post(path, vec![b' '; 10 << 20])).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{path}: {text}");
    }
    let nested = format!("{{\"game\":{}1{}}}", "[".repeat(400_000), "]".repeat(400_000));
    assert_eq!(send(&site, post("/api/state", nested)).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn bad_positions_get_a_sentence_in_every_game() {
    let (site, _folder) = site();
    let long = "1".repeat(10_000);
    let texts =
        ["", " ", "-", "////", ".", "\u{0}", "💥", "startpos startpos", "9/9/9 - - -", &long];
    for game in GAMES {
        for text in texts {
            for key in ["position", "rules"] {
                let (status, answer) =
                    ask(&site, "/api/state", &json!({ "game": game, key: text })).await;
                let is_empty = text.trim().is_empty();
                assert!(
                    is_empty || status == StatusCode::BAD_REQUEST,
                    "{game} {key} {text:?}: {answer}"
                );
            }
            let (status, answer) =
                ask(&site, "/api/state", &json!({ "game": game, "moves": [text] })).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{game} {text:?}: {answer}");
        }
        let many = vec!["pass"; 100_000];
        let (status, _) = ask(&site, "/api/state", &json!({ "game": game, "moves": many })).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
    }
}
