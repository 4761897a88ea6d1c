//! People who do not mean well: every one is refused with a sentence, and the site lives on.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use std::convert::Infallible;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{GAMES, TOKEN, ask, get, post, send, site};
use http_body_util::BodyExt;
use plywood_web::{Config, Keys, Public, app};
use serde_json::{Value, json};
use tower::ServiceExt;

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

/// Anybody on the machine can ask for the page: without a key they get the door, and nothing that opens it.
#[tokio::test]
async fn the_page_hands_no_key_to_those_who_come_without_one() {
    let (site, _folder) = site();
    for path in
        ["/", "/index.html", "/?key=", "/?key=guess", "/js/main.js", "/api/openapi.json", "/no"]
    {
        let request = Request::get(path).header("host", "127.0.0.1:7788").body(Body::empty());
        let response = site.clone().oneshot(request.unwrap()).await.unwrap();
        assert!(!response.headers().contains_key("set-cookie"), "{path}");
        let is_front = path.starts_with("/?") || path == "/" || path == "/index.html";
        assert_eq!(response.status() == StatusCode::FORBIDDEN, is_front, "{path}");
        let body = response.into_body().collect().await.unwrap().to_bytes();
        assert!(!String::from_utf8_lossy(&body).contains(TOKEN), "{path}");
    }
}

/// What the front door answers to a request: its status, and the cookie if it sets one.
async fn knock(site: &Router, request: Request<Body>) -> (StatusCode, Option<String>) {
    let response = site.clone().oneshot(request).await.unwrap();
    let cookie = response.headers().get("set-cookie").map(|c| c.to_str().unwrap().to_owned());
    (response.status(), cookie)
}

fn with_cookie(request: axum::http::request::Builder, cookie: &str) -> Request<Body> {
    let pair = cookie.split(';').next().unwrap();
    request.header("host", "127.0.0.1:7788").header("cookie", pair).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn a_key_in_the_address_opens_a_session_that_lives_in_a_cookie() {
    let (site, _folder) = site();
    let first = Request::get(format!("/?key={TOKEN}")).header("host", "127.0.0.1:7788");
    let (status, cookie) = knock(&site, first.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::OK);
    let cookie = cookie.expect("a session");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert!(cookie.starts_with("plywood-7788=") && !cookie.contains(TOKEN), "{cookie}");
    assert_eq!(knock(&site, with_cookie(Request::get("/"), &cookie)).await.0, StatusCode::OK);
    let games = || Request::get("/api/games");
    assert_eq!(knock(&site, with_cookie(games(), &cookie)).await.0, StatusCode::OK);
    let again = with_cookie(Request::get(format!("/?key={TOKEN}")), &cookie);
    assert_eq!(knock(&site, again).await, (StatusCode::OK, None), "one session is enough");
    for fetch_site in ["same-site", "cross-site"] {
        let request = with_cookie(games().header("sec-fetch-site", fetch_site), &cookie);
        assert_eq!(knock(&site, request).await.0, StatusCode::FORBIDDEN, "{fetch_site}");
    }
    for forged in ["plywood-7788=1.0", "plywood-7788=", "plywood-1=x", "x"] {
        assert_eq!(knock(&site, with_cookie(games(), forged)).await.0, StatusCode::FORBIDDEN);
    }
}

/// A site that guests can come to.
fn site_with_guests() -> (Router, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let keys = Keys {
        owner: TOKEN.into(),
        player: Some("for-players".into()),
        spectator: Some("for-spectators".into()),
    };
    let records = Some(folder.path().join("games.sqlite"));
    (app(Config { keys, records, ..Config::local(7788, TOKEN) }), folder)
}

/// The same as `ask`, with this key.
async fn ask_as(site: &Router, key: &str, path: &str, body: &Value) -> (StatusCode, Value) {
    let mut request = post(path, body.to_string());
    request.headers_mut().insert("x-plywood-token", key.parse().unwrap());
    let (status, text) = send(site, request).await;
    (status, serde_json::from_str::<Value>(&text).unwrap_or_default())
}

#[tokio::test]
async fn an_invitation_to_a_table_holds_the_key_a_guest_needs_and_no_more() {
    let (site, _folder) = site_with_guests();
    let (status, host) = ask(&site, "/api/rooms", &json!({ "game": "quatro" })).await;
    assert_eq!(status, StatusCode::OK, "{host}");
    let link = host["link"].as_str().unwrap();
    assert_eq!(link, "http://127.0.0.1:7788/?key=for-players", "not the owner's");
    // What the guest's browser does with it, from a machine that has nothing else.
    let knocking = Request::get(link.trim_start_matches("http://127.0.0.1:7788"));
    let knocking = knocking.header("host", "127.0.0.1:7788").body(Body::empty()).unwrap();
    assert!(knock(&site, knocking).await.1.is_some(), "a session is opened");
    let sit = format!("/api/rooms/{}/sit", host["room"].as_str().unwrap());
    let (status, said) = ask_as(&site, "for-spectators", &sit, &json!({})).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "who may look may not sit down: {said}");
    let (status, guest) = ask_as(&site, "for-players", &sit, &json!({})).await;
    assert_eq!((status, &guest["seat"]), (StatusCode::OK, &json!(2)));
    // Where nobody else can come, no key is handed out.
    let (alone, _folder) = common::site();
    let (_, host) = ask(&alone, "/api/rooms", &json!({ "game": "quatro" })).await;
    assert_eq!(host["link"], Value::Null);
}

#[tokio::test]
async fn guests_may_do_what_their_role_says() {
    let (site, _folder) = site_with_guests();
    let send_as = async |key: &str, path: &str, body: &Value| ask_as(&site, key, path, body).await;
    let game = json!({ "game": "quatro", "moves": ["0@a1"], "players": ["human", "human"] });
    let state = json!({ "game": "quatro", "moves": ["0@a1"] });
    let think = json!({ "game": "quatro", "level": 1 });
    let contest = json!({ "game": "cavalo", "players": ["random", "largest"], "pairs": 1 });
    let (no, ok) = (StatusCode::FORBIDDEN, StatusCode::OK);
    for (path, body, expected) in [
        ("/api/state", &state, [ok, ok, ok]),
        ("/api/think", &think, [no, ok, ok]),
        ("/api/records", &game, [no, ok, ok]),
        ("/api/tournaments", &contest, [no, no, ok]),
    ] {
        for (key, expected) in ["for-spectators", "for-players", TOKEN].into_iter().zip(expected) {
            let (status, answer) = send_as(key, path, body).await;
            assert_eq!(status, expected, "{key} {path}: {answer}");
        }
    }
    // Game 1 was begun by a player, game 2 by the owner.
    for (id, expected) in [(1, ok), (2, no)] {
        let mut longer = game.clone();
        longer["moves"] = json!(["0@a1", "1@b2"]);
        (longer["id"], longer["version"]) = (json!(id), json!(1));
        let (status, answer) = send_as("for-players", "/api/records", &longer).await;
        assert_eq!(status, expected, "{id}: {answer}");
    }
}

#[tokio::test]
async fn passwords_let_players_in_and_guesses_are_counted() {
    let password = Some("open sesame!".to_owned());
    let site = app(Config { password, ..Config::local(7788, TOKEN) });
    let enter = async |word: &str| {
        let request = Request::post("/enter").header("host", "127.0.0.1:7788");
        let form = request.header("content-type", "application/x-www-form-urlencoded");
        knock(&site, form.body(Body::from(format!("key={word}"))).unwrap()).await
    };
    let (status, cookie) = enter("open+sesame%21").await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let games = with_cookie(Request::get("/api/games"), &cookie.unwrap());
    assert_eq!(knock(&site, games).await.0, StatusCode::OK);
    for _ in 0..10 {
        assert_eq!(enter("wrong").await, (StatusCode::FORBIDDEN, None));
    }
    assert_eq!(enter("open+sesame%21").await, (StatusCode::TOO_MANY_REQUESTS, None));
    assert_eq!(enter(TOKEN).await.0, StatusCode::SEE_OTHER, "a key is no guess");
}

#[tokio::test]
async fn only_a_proxy_of_ours_names_another_address_and_host() {
    let host = "games.example.org";
    let request = |scheme: &str| {
        let request = Request::get("/api/games").header("host", host);
        let request = request.header("origin", format!("{scheme}://{host}"));
        request.header("x-plywood-token", TOKEN).body(Body::empty()).unwrap()
    };
    let (site, _folder) = site();
    assert_eq!(send(&site, request("https")).await.0, StatusCode::MISDIRECTED_REQUEST);
    let public = Public::parse("https://games.example.org");
    let site = app(Config { public, ..Config::local(7788, TOKEN) });
    assert_eq!(send(&site, request("https")).await.0, StatusCode::OK);
    let first = Request::get(format!("/?key={TOKEN}")).header("host", host);
    let (_, cookie) = knock(&site, first.body(Body::empty()).unwrap()).await;
    assert!(cookie.unwrap().ends_with("; Secure"));
    for bad in ["games.example.org", "https://", "https://a/b", "ftp://x", "https://a b"] {
        assert_eq!(Public::parse(bad), None, "{bad}");
    }
}

#[tokio::test]
async fn fields_that_nobody_knows_are_refused() {
    let (site, _folder) = site();
    let boards = json!({ "boards": ["A"], "algorithms": ["bfs"] });
    for (path, mut body) in [
        ("/api/state", json!({ "game": "quatro" })),
        ("/api/edit", json!({ "game": "quatro" })),
        ("/api/review", json!({ "game": "quatro" })),
        ("/api/think", json!({ "game": "quatro", "level": 1 })),
        ("/api/analyse", json!({ "game": "quatro" })),
        ("/api/trace", json!({ "game": "quatro", "engine": "minimax", "depth": 1 })),
        ("/api/problems/trace", json!({ "board": "A", "algorithm": "bfs" })),
        ("/api/problems/compare", boards),
        ("/api/tournaments", json!({ "game": "cavalo", "players": ["random"], "pairs": 1 })),
        ("/api/records", json!({ "game": "quatro", "players": ["human", "human"] })),
    ] {
        body["leval"] = json!(3);
        let (status, answer) = ask(&site, path, &body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains("leval"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn no_game_is_kept_that_would_start_a_program_when_somebody_goes_on_with_it() {
    let (site, _folder) = site();
    for program in ["ugi:touch /tmp/x", "gtp:sh", "cmd:sh"] {
        let game = json!({ "game": "quatro", "moves": [], "players": ["human", program] });
        let (status, answer) = ask(&site, "/api/records", &game).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{program}: {answer}");
    }
}

#[tokio::test]
async fn memory_is_the_servers_to_give_in_traces_too() {
    let (site, _folder) = site();
    for engine in ["alpha-beta:hash=4GB", "mcts:hash=4GB", "best:threads=64"] {
        let question = json!({ "game": "quatro", "engine": engine, "depth": 1 });
        let (status, answer) = ask(&site, "/api/trace", &question).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{engine}: {answer}");
    }
}

#[tokio::test]
async fn no_answer_names_a_path_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("secret-folder");
    std::fs::create_dir(&broken).unwrap();
    let config = Config {
        records: Some(broken.clone()),
        stores: vec![broken.clone()],
        ..Config::local(7788, TOKEN)
    };
    let site = app(config);
    for path in ["/api/records", "/api/records/1", "/api/tournaments", "/api/tournaments/0/1"] {
        let (status, text) = send(&site, get(path)).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{path}: {text}");
        assert!(!text.contains("secret-folder"), "{path}: {text}");
    }
}

#[tokio::test]
async fn many_large_bodies_at_once_are_refused_and_small_ones_are_not() {
    let (site, _folder) = site();
    // Bodies that say how large they will be, and never come.
    let large = || {
        let never =
            Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, Infallible>>());
        post("/api/state", never)
    };
    let waiting: Vec<_> = (0..255)
        .map(|_| {
            let site = site.clone();
            tokio::spawn(async move { send(&site, large()).await.0 })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let small = json!({ "game": "quatro" });
    assert_eq!(ask(&site, "/api/state", &small).await.0, StatusCode::OK);
    let last = tokio::spawn({
        let site = site.clone();
        async move { send(&site, large()).await.0 }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(send(&site, large()).await.0, StatusCode::TOO_MANY_REQUESTS);
    for task in waiting.into_iter().chain([last]) {
        task.abort();
        let _ = task.await;
    }
    assert_eq!(ask(&site, "/api/state", &small).await.0, StatusCode::OK);
}

#[tokio::test]
async fn of_what_was_sent_only_the_beginning_is_quoted() {
    let (site, _folder) = site();
    let rules = "x".repeat(1_000_000);
    let (status, answer) =
        ask(&site, "/api/state", &json!({ "game": "quatro", "rules": rules })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(answer.to_string().len() < 600, "{} characters", answer.to_string().len());
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
