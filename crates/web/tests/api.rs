//! The site as a router, without a socket: what is answered, and who is refused.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use plywood_web::{Config, app};
use serde_json::{Value, json};
use tower::ServiceExt;

const TOKEN: &str = "a-word-for-tests";

fn site() -> (Router, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let records = Some(folder.path().join("games.sqlite"));
    (app(Config { records, ..Config::local(7788, TOKEN) }), folder)
}

async fn send(site: &Router, request: Request<Body>) -> (StatusCode, String) {
    let response = site.clone().oneshot(request).await.unwrap();
    let status = response.status();
    assert!(response.headers().contains_key("content-security-policy"));
    assert!(!response.headers().contains_key("access-control-allow-origin"));
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8(bytes.to_vec()).unwrap())
}

fn get(path: &str) -> Request<Body> {
    let request = Request::get(path).header("host", "127.0.0.1:7788");
    request.header("x-plywood-token", TOKEN).body(Body::empty()).unwrap()
}

fn post(path: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::post(path).header("host", "localhost:7788");
    let request = request.header("x-plywood-token", TOKEN);
    request.header("content-type", "application/json").body(body.into()).unwrap()
}

async fn ask(site: &Router, path: &str, body: &Value) -> (StatusCode, Value) {
    let (status, text) = send(site, post(path, body.to_string())).await;
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn the_page_and_its_parts_are_there() {
    let (site, _folder) = site();
    let (status, page) = send(&site, get("/")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains(TOKEN) && page.contains("/js/main.js"));
    for part in ["/js/main.js", "/style.css", "/icon.svg", "/js/messages/pt.js"] {
        assert_eq!(send(&site, get(part)).await.0, StatusCode::OK, "{part}");
    }
}

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

#[tokio::test]
async fn no_path_leads_outside_the_page() {
    let (site, _folder) = site();
    for path in [
        "/../Cargo.toml",
        "/js/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/%00",
        "/index.html%00.js",
    ] {
        assert_eq!(send(&site, get(path)).await.0, StatusCode::NOT_FOUND, "{path}");
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
        for path in ["/api/state", "/api/think", "/api/analyse", "/api/trace", "/api/records"] {
            let (status, text) = send(&site, post(path, body.clone())).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {text}");
            let problem: Value = serde_json::from_str(&text).unwrap();
            assert!(problem["error"].as_str().is_some_and(|e| e.len() > 5), "{path}: {text}");
        }
    }
    let large = vec![b' '; 2 << 20];
    assert_eq!(send(&site, post("/api/state", large)).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn games_are_played_thought_about_and_kept() {
    let (site, _folder) = site();
    for game in ["blokus", "blokus-duo", "quatro", "quarto", "cavalo"] {
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..4 {
            let place =
                json!({ "game": game, "seed": 3, "moves": moves, "level": 1, "time_ms": 50 });
            let (status, thought) = ask(&site, "/api/think", &place).await;
            assert_eq!(status, StatusCode::OK, "{game}: {thought}");
            moves.push(thought["best"].as_str().unwrap().to_owned());
        }
        let place =
            json!({ "game": game, "seed": 3, "moves": moves, "players": ["human", "level:1"] });
        let (_, state) = ask(&site, "/api/state", &place).await;
        assert_eq!(state["played"].as_array().unwrap().len(), 4, "{game}: {state}");
        let (status, kept) = ask(&site, "/api/records", &place).await;
        assert_eq!(status, StatusCode::OK, "{kept}");
        let (_, text) = send(&site, get(&format!("/api/records/{}", kept["id"]))).await;
        let record: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(record["setup"]["moves"], json!(moves), "{game}");
    }
}

#[tokio::test]
async fn analysis_streams_and_ends_with_a_proof() {
    let (site, _folder) = site();
    let position = "a..c/..57/...0/34.. 6";
    let place = json!({ "game": "quarto", "position": position, "lines": 3, "time_ms": 5000 });
    let (status, text) = send(&site, post("/api/analyse", place.to_string())).await;
    assert_eq!(status, StatusCode::OK);
    let last = text.lines().filter_map(|line| line.strip_prefix("data: ")).next_back().unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!((&last["done"], &last["thought"]["result"]), (&json!(true), &json!("draw")));
    assert_eq!(last["thought"]["lines"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn searches_can_be_watched_step_by_step() {
    let (site, _folder) = site();
    let question = json!({ "game": "cavalo", "seed": 1, "engine": "alpha-beta", "depth": 3 });
    let steps = lines(&send(&site, post("/api/trace", question.to_string())).await.1);
    let count = |kind: &str| steps.iter().filter(|step| step["kind"] == kind).count();
    assert_eq!(count("enter"), count("leave"), "every position entered is left");
    assert!(count("cut") > 0, "alpha–beta cuts");
    assert_eq!(steps.last().unwrap(), &json!({ "kind": "end", "complete": true }));
    let question = json!({ "board": "B", "algorithm": "a-star", "heuristic": "h3" });
    let steps = lines(&send(&site, post("/api/puzzle/trace", question.to_string())).await.1);
    let expanded = steps.iter().filter(|step| step["kind"] == "expand").count();
    assert_eq!(expanded, 5, "as the rules say for board B");
    assert_eq!(steps.last().unwrap()["report"]["generated"], 39);
}
