//! A site without a socket, and ways to ask it.
#![allow(dead_code, reason = "every test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use plywood_web::{Config, app};
use serde_json::Value;
use tower::ServiceExt;

pub(crate) const TOKEN: &str = "a-word-for-tests";
pub(crate) const GAMES: [&str; 8] = [
    "blokus",
    "blokus-duo",
    "quatro",
    "quarto",
    "cavalo",
    "tic-tac-toe",
    "connect-four",
    "othello",
];

pub(crate) fn site() -> (Router, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let records = Some(folder.path().join("games.sqlite"));
    (app(Config { records, ..Config::local(7788, TOKEN) }), folder)
}

pub(crate) async fn send(site: &Router, request: Request<Body>) -> (StatusCode, String) {
    let response = site.clone().oneshot(request).await.unwrap();
    let status = response.status();
    assert!(response.headers().contains_key("content-security-policy"));
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    assert!(!response.headers().contains_key("access-control-allow-origin"));
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8(bytes.to_vec()).unwrap())
}

pub(crate) fn get(path: &str) -> Request<Body> {
    let request = Request::get(path).header("host", "127.0.0.1:7788");
    request.header("x-plywood-token", TOKEN).body(Body::empty()).unwrap()
}

pub(crate) fn post(path: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::post(path).header("host", "localhost:7788");
    let request = request.header("x-plywood-token", TOKEN);
    request.header("content-type", "application/json").body(body.into()).unwrap()
}

pub(crate) async fn ask(site: &Router, path: &str, body: &Value) -> (StatusCode, Value) {
    let (status, text) = send(site, post(path, body.to_string())).await;
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// The objects of an answer: one, or one a line, or one an event.
pub(crate) fn objects(text: &str) -> Vec<Value> {
    let line = |line: &str| {
        let text = line.strip_prefix("data:").unwrap_or(line).trim();
        text.starts_with('{').then(|| serde_json::from_str(text).unwrap())
    };
    text.lines().filter_map(line).collect()
}
