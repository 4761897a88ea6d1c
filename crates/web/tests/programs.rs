//! Programs of others on the page: the server names them, the owner lets them play, and nothing else is started.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{TOKEN, ask, get, objects, post, send};
use plywood_web::{Config, Keys, app};
use serde_json::{Value, json};

const PLAYER: &str = "a-word-for-players";
const SPECTATOR: &str = "a-word-for-spectators";

/// A site with a bot that plays quatro, and one that ends at once.
fn site() -> (Router, tempfile::TempDir) {
    plywood_workbench::play::start_guests_with(plywood_arena::referee::guest);
    let folder = tempfile::tempdir().unwrap();
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/quatro.py");
    let programs = [format!("mine=ugi:python3 {bot} 7"), "broken=ugi:python3 -c pass".to_owned()];
    let keys = Keys {
        owner: TOKEN.to_owned(),
        player: Some(PLAYER.to_owned()),
        spectator: Some(SPECTATOR.to_owned()),
    };
    let config = Config {
        records: Some(folder.path().join("games.sqlite")),
        programs: programs.iter().map(|text| text.parse().unwrap()).collect(),
        keys,
        ..Config::local(7788, TOKEN)
    };
    (app(config), folder)
}

/// The same request by somebody with another key.
fn by(key: &str, mut request: Request<Body>) -> Request<Body> {
    request.headers_mut().insert("x-plywood-token", key.parse().unwrap());
    request
}

/// A piece short of a line in the lowest row: 0, 1 and 2 are light, round and tall or not.
const POSITION: &str = "012./..../..../.... -";

#[tokio::test]
async fn a_named_program_plays_and_is_asked_for_its_opinion() {
    let (site, _folder) = site();
    let (_, list) = send(&site, get("/api/programs")).await;
    assert_eq!(list, json!({ "programs": ["mine", "broken"] }).to_string());
    let question =
        json!({ "game": "quatro", "position": POSITION, "engine": "mine", "time_ms": 500 });
    let (status, thought) = ask(&site, "/api/think", &question).await;
    assert_eq!(status, StatusCode::OK, "{thought}");
    let step = thought["lines"][0]["move"].as_str().unwrap();
    assert!(step.ends_with("@d1"), "it completes the line: {thought}");
    let events = send(&site, post("/api/analyse", question.to_string())).await.1;
    let last = objects(&events).pop().unwrap();
    assert_eq!(last["done"], true, "{last}");
    assert_eq!(last["thought"]["lines"][0]["move"], step, "the same seed, the same move");
}

#[tokio::test]
async fn a_named_program_enters_contests() {
    let (site, _folder) = site();
    let question =
        json!({ "game": "quatro", "players": ["random", "mine"], "pairs": 1, "move_ms": 200 });
    let (status, text) = send(&site, post("/api/tournaments", question.to_string())).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    let last = objects(&text).pop().unwrap();
    assert_eq!(last["report"]["n_games"], 2, "{last}");
    assert!(!text.contains("quatro.py"), "no command is told");
}

#[tokio::test]
async fn nothing_that_a_client_sends_is_started() {
    let (site, folder) = site();
    let trace = folder.path().join("was-here");
    let touch = format!("ugi:touch {}", trace.display());
    let own = concat!("ugi:python3 ", env!("CARGO_MANIFEST_DIR"), "/../../bots/quatro.py 7");
    for engine in [&*touch, own, "theirs", "mine:depth=3", "mine ugi:sh"] {
        let question = json!({ "game": "quatro", "engine": engine, "time_ms": 50 });
        for path in ["/api/think", "/api/analyse", "/api/trace"] {
            let (status, answer) = ask(&site, path, &question).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{path} {engine}: {answer}");
        }
        let contest = json!({ "game": "quatro", "players": ["random", engine], "pairs": 1 });
        let (status, answer) = ask(&site, "/api/tournaments", &contest).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{engine}: {answer}");
    }
    assert!(!trace.exists());
}

#[tokio::test]
async fn programs_play_for_the_owner_only() {
    let (site, _folder) = site();
    let question = json!({ "game": "quatro", "engine": "mine", "time_ms": 50 }).to_string();
    for key in [PLAYER, SPECTATOR] {
        let (status, list) = send(&site, by(key, get("/api/programs"))).await;
        assert_eq!((status, &*list), (StatusCode::OK, r#"{"programs":[]}"#));
        for path in ["/api/think", "/api/analyse"] {
            let (status, answer) = send(&site, by(key, post(path, question.clone()))).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{path}: {answer}");
        }
        let contest = json!({ "game": "quatro", "players": ["random", "mine"], "pairs": 1 });
        let asked = by(key, post("/api/tournaments", contest.to_string()));
        assert_eq!(send(&site, asked).await.0, StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn a_program_that_fails_is_named_without_its_command() {
    let (site, _folder) = site();
    let question = json!({ "game": "quatro", "engine": "broken", "time_ms": 50 });
    let (status, answer) = ask(&site, "/api/think", &question).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
    let said = answer["error"].as_str().unwrap();
    assert!(said.starts_with("broken: ") && !said.contains("python3"), "{said}");
}

#[tokio::test]
async fn a_kept_game_holds_a_person_in_its_seat() {
    let (site, _folder) = site();
    let game = json!({ "game": "quatro", "moves": ["0@a1"], "players": ["human", "mine"] });
    let (status, kept) = ask(&site, "/api/records", &game).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    let path = format!("/api/records/{}", kept["id"]);
    let (_, text) = send(&site, get(&path)).await;
    let record: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record["players"], json!(["human", "human"]), "{record}");
}
