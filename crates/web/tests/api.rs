//! The site as a router, without a socket: what is answered, and who is refused.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use axum::http::StatusCode;
use common::{GAMES, TOKEN, ask, get, objects, post, send, site};
use serde_json::{Value, json};

#[tokio::test]
async fn the_page_and_its_parts_are_there() {
    let (site, _folder) = site();
    let (status, page) = send(&site, get("/")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(!page.contains(TOKEN) && page.contains("/js/main.js"));
    assert!(page.contains("content=\"owner\""), "the page knows who reads it");
    for part in ["/js/main.js", "/style.css", "/icon.svg", "/js/messages/pt.js"] {
        assert_eq!(send(&site, get(part)).await.0, StatusCode::OK, "{part}");
    }
}

#[tokio::test]
async fn games_are_played_thought_about_and_kept() {
    let (site, _folder) = site();
    for game in GAMES {
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
async fn a_resignation_is_kept_and_bad_addresses_are_answered_in_json() {
    let (site, _folder) = site();
    let mut place = json!({ "game": "quatro", "moves": ["0@a1"], "players": ["human", "human"] });
    place["resigned"] = json!(2);
    let (status, kept) = ask(&site, "/api/records", &place).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    let (_, text) = send(&site, get("/api/records")).await;
    let list: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(list["records"][0]["ending"]["winner"], json!(1), "{text}");
    place["resigned"] = Value::Null;
    place["out_of_time"] = json!(1);
    let (status, kept) = ask(&site, "/api/records", &place).await;
    assert_eq!(status, StatusCode::OK, "{kept}");
    let (_, text) = send(&site, get(&format!("/api/records/{}", kept["id"]))).await;
    let record: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record["ending"], json!({ "winner": 2, "reason": "time" }));
    place["resigned"] = json!(3);
    let (status, problem) = ask(&site, "/api/records", &place).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(problem["error"].as_str().unwrap().contains("expected 1 or 2"), "{problem}");
    for bad in ["/api/records/abc", "/api/tournaments/x/y"] {
        let (status, text) = send(&site, get(bad)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{bad}");
        assert!(serde_json::from_str::<Value>(&text).unwrap()["error"].is_string(), "{text}");
    }
}

#[tokio::test]
async fn two_pages_on_one_game_erase_nothing_of_each_other() {
    let (site, _folder) = site();
    let mut place = json!({ "game": "quatro", "moves": ["0@a1"], "players": ["human", "human"] });
    let (_, kept) = ask(&site, "/api/records", &place).await;
    assert_eq!(kept["version"], json!(1), "{kept}");
    place["id"] = kept["id"].clone();
    place["moves"] = json!(["0@a1", "1@b2"]);
    let (status, problem) = ask(&site, "/api/records", &place).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "an update names its version: {problem}");
    place["version"] = json!(1);
    let (status, first) = ask(&site, "/api/records", &place).await;
    assert_eq!((status, &first["version"]), (StatusCode::OK, &json!(2)), "{first}");
    place["moves"] = json!(["0@a1", "f@d4"]);
    let (status, second) = ask(&site, "/api/records", &place).await;
    assert_eq!(status, StatusCode::CONFLICT, "{second}");
    assert!(second["error"].as_str().unwrap().contains("changed elsewhere"), "{second}");
    assert_eq!(second["present"]["version"], json!(2));
    assert_eq!(second["present"]["setup"]["moves"], json!(["0@a1", "1@b2"]));
    let (_, text) = send(&site, get(&format!("/api/records/{}", kept["id"]))).await;
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), second["present"]);
}

#[tokio::test]
async fn a_removed_game_is_brought_back_with_its_note() {
    let (site, _folder) = site();
    let game = json!({ "game": "quatro", "moves": ["0@a1"], "players": ["human", "human"] });
    let (_, kept) = ask(&site, "/api/records", &game).await;
    let id = kept["id"].as_i64().unwrap();
    let note = json!({ "comments": { "0@a1": "a corner" } });
    assert_eq!(ask(&site, &format!("/api/records/{id}/note"), &note).await.0, StatusCode::OK);
    let (status, removed) = ask(&site, &format!("/api/records/{id}/remove"), &json!({})).await;
    assert_eq!((status, &removed["note"]), (StatusCode::OK, &note));
    let gone = send(&site, get(&format!("/api/records/{id}"))).await.0;
    assert_eq!(gone, StatusCode::NOT_FOUND);
    let (status, back) = ask(&site, "/api/records/restore", &removed).await;
    assert_eq!(status, StatusCode::OK, "{back}");
    let id = back["id"].as_i64().unwrap();
    let text = send(&site, get(&format!("/api/records/{id}/note"))).await.1;
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["note"], note);
    let long = json!("x".repeat(500_000));
    let (status, said) = ask(&site, &format!("/api/records/{id}/note"), &long).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{said}");
}

#[tokio::test]
async fn two_people_play_by_link_and_each_seat_has_its_own_word() {
    let (site, _folder) = site();
    let opening = json!({ "game": "quatro", "name": "Ana", "seat": 1 });
    let (_, host) = ask(&site, "/api/rooms", &opening).await;
    let room = format!("/api/rooms/{}", host["room"].as_str().unwrap());
    let (_, guest) = ask(&site, &format!("{room}/sit"), &json!({ "name": "Rui" })).await;
    assert_eq!((&host["seat"], &guest["seat"]), (&json!(1), &json!(2)));
    let (status, said) = ask(&site, &format!("{room}/sit"), &json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT, "{said}");
    let play = async |word: &Value, step: &str, ply: u32| {
        ask(&site, &room, &json!({ "word": word, "move": step, "ply": ply })).await
    };
    assert_eq!(play(&guest["word"], "0@a1", 0).await.0, StatusCode::CONFLICT, "not their turn");
    assert_eq!(play(&json!("guess"), "0@a1", 0).await.0, StatusCode::FORBIDDEN);
    assert_eq!(play(&host["word"], "0@z9", 0).await.0, StatusCode::BAD_REQUEST);
    let (status, shown) = play(&host["word"], "0@A1", 0).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert_eq!(shown["setup"]["moves"], json!(["0@a1"]), "as the game writes it");
    assert_eq!(shown["names"], json!(["Ana", "Rui"]));
    assert!(!shown.to_string().contains(host["word"].as_str().unwrap()), "no word is shown");
    assert_eq!(play(&host["word"], "1@b2", 0).await.0, StatusCode::CONFLICT, "the same move twice");
    let (_, over) = ask(&site, &room, &json!({ "word": guest["word"], "ply": 1 })).await;
    assert_eq!(over["resigned"], 2);
    assert_eq!(ask(&site, "/api/rooms/none/sit", &json!({})).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_kept_game_that_is_finished_or_another_answers_409() {
    let (site, _folder) = site();
    let line = ["0@a1", "2@b1", "4@c1", "6@d1"];
    let mut place = json!({ "game": "quatro", "moves": line, "players": ["human", "level:1"] });
    let (_, kept) = ask(&site, "/api/records", &place).await;
    (place["id"], place["version"]) = (kept["id"].clone(), kept["version"].clone());
    let mut other = place.clone();
    (other["game"], other["moves"]) = (json!("blokus-duo"), json!([]));
    let mut swapped = place.clone();
    swapped["players"] = json!(["level:1", "human"]);
    let mut shorter = place.clone();
    shorter["moves"] = json!(line[..3]);
    for changed in [other, swapped, shorter] {
        let (status, answer) = ask(&site, "/api/records", &changed).await;
        assert_eq!(status, StatusCode::CONFLICT, "{answer}");
        assert_eq!(answer["present"]["ending"]["winner"], json!(2), "{answer}");
        assert_eq!(answer["present"]["players"], json!(["human", "level:1"]));
    }
    let (status, same) = ask(&site, "/api/records", &place).await;
    assert_eq!((status, &same["version"]), (StatusCode::OK, &json!(1)), "nothing new: {same}");
}

#[tokio::test]
async fn analysis_streams_and_ends_with_a_proof() {
    let (site, _folder) = site();
    let position = "a..c/..57/...0/34.. 6";
    let place = json!({ "game": "quarto", "position": position, "lines": 3, "time_ms": 5000 });
    let (status, text) = send(&site, post("/api/analyse", place.to_string())).await;
    assert_eq!(status, StatusCode::OK);
    let last = objects(&text).pop().unwrap();
    assert_eq!((&last["done"], &last["thought"]["result"]), (&json!(true), &json!("draw")));
    assert_eq!(last["thought"]["lines"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn searches_can_be_watched_step_by_step() {
    let (site, _folder) = site();
    let question = json!({ "game": "cavalo", "seed": 1, "engine": "alpha-beta", "depth": 3 });
    let steps = objects(&send(&site, post("/api/trace", question.to_string())).await.1);
    let count = |kind: &str| steps.iter().filter(|step| step["kind"] == kind).count();
    assert_eq!(count("enter"), count("leave"), "every position entered is left");
    assert!(count("cut") > 0, "alpha–beta cuts");
    assert_eq!(steps.last().unwrap(), &json!({ "kind": "end", "complete": true }));
    let question = json!({ "board": "B", "algorithm": "a-star", "heuristic": "h3" });
    let steps = objects(&send(&site, post("/api/problems/trace", question.to_string())).await.1);
    let expanded = steps.iter().filter(|step| step["kind"] == "expand").count();
    assert_eq!(expanded, 5, "as the rules say for board B");
    assert_eq!(steps.last().unwrap()["report"]["generated"], 39);
}

#[tokio::test]
async fn monte_carlo_can_be_watched_too() {
    let (site, _folder) = site();
    let question = json!({ "game": "quatro", "engine": "mcts", "nodes": 50 });
    let steps = objects(&send(&site, post("/api/trace", question.to_string())).await.1);
    let simulations: Vec<&Value> = steps.iter().filter(|step| step["kind"] == "simulate").collect();
    assert_eq!(simulations.len(), 50);
    for step in simulations {
        assert!((-1.0..=1.0).contains(&step["value"].as_f64().unwrap()), "{step}");
        assert!(!step["moves"].as_array().unwrap().is_empty(), "{step}");
    }
    assert_eq!(steps.last().unwrap()["complete"], true);
}

#[tokio::test]
async fn traces_are_bounded_and_say_so() {
    let (site, _folder) = site();
    let question = json!({ "game": "blokus", "engine": "minimax", "depth": 6, "steps": 700 });
    let steps = objects(&send(&site, post("/api/trace", question.to_string())).await.1);
    assert_eq!(steps.len(), 701);
    assert_eq!(steps[700], json!({ "kind": "end", "complete": false }));
    let own = "....\n.#..\n....\nobjective: 4\n";
    let question = json!({ "board": own, "algorithm": "bfs", "steps": 5 });
    let steps = objects(&send(&site, post("/api/problems/trace", question.to_string())).await.1);
    assert_eq!(steps.last().unwrap()["rows"], json!(["....", ".#..", "...."]));
}

#[tokio::test]
async fn engines_meet_here_and_programs_do_not() {
    let (site, _folder) = site();
    let ask = async |players: [&str; 2]| {
        let body = json!({ "game": "cavalo", "players": players, "pairs": 2, "move_ms": 5 });
        send(&site, post("/api/tournaments", body.to_string())).await
    };
    let (status, text) = ask(["random", "largest"]).await;
    assert_eq!(status, StatusCode::OK);
    let last = objects(&text).pop().unwrap();
    assert_eq!((&last["report"]["n_games"], &last["of"]), (&json!(4), &json!(4)), "{last}");
    assert!(last["ratings"].as_str().unwrap().starts_with("<svg"));
    for stranger in ["cmd:touch /tmp/plywood-was-here", "gtp:sh", "x=ugi:sh", "best:threads=64"] {
        let (status, text) = ask(["random", stranger]).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{stranger}: {text}");
    }
}

#[tokio::test]
async fn stored_tournaments_are_shown() {
    use plywood_arena::store::Store;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    let players = vec!["random".parse().unwrap(), "largest".parse().unwrap()];
    let settings = plywood_arena::settings::Settings::new("cavalo", players);
    let settings = plywood_arena::settings::Settings { pairs: 3, seed: 1, ..settings };
    let mut store = Store::open(&path).unwrap();
    let id = store.begin(None, &settings).unwrap();
    plywood_arena::run::Runner::new(&settings).run(&mut store, id, &mut |_| {}).unwrap();
    let config =
        plywood_web::Config { stores: vec![path], ..plywood_web::Config::local(7788, TOKEN) };
    let site = plywood_web::app(config);
    let (_, list) = send(&site, get("/api/tournaments")).await;
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(list["tournaments"][0]["games"], 6, "{list}");
    assert_eq!(list["tournaments"][0]["file"], "results.sqlite", "no folder is told");
    let (_, shown) = send(&site, get(&format!("/api/tournaments/0/{id}"))).await;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["report"]["standings"].as_array().unwrap().len(), 2);
    for absent in ["/api/tournaments/0/99", "/api/tournaments/7/1"] {
        assert_eq!(send(&site, get(absent)).await.0, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_store_without_a_file_holds_nothing_yet() {
    use plywood_arena::store::Store;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tomorrow.sqlite");
    let config = plywood_web::Config {
        stores: vec![path.clone()],
        ..plywood_web::Config::local(7788, TOKEN)
    };
    let site = plywood_web::app(config);
    let list = async || {
        let (status, text) = send(&site, get("/api/tournaments")).await;
        assert_eq!(status, StatusCode::OK, "{text}");
        serde_json::from_str::<Value>(&text).unwrap()["tournaments"].as_array().unwrap().len()
    };
    assert_eq!(list().await, 0);
    assert_eq!(send(&site, get("/api/tournaments/0/1")).await.0, StatusCode::NOT_FOUND);
    assert!(!path.exists(), "looking makes no file");
    let players = vec!["random".parse().unwrap(), "largest".parse().unwrap()];
    let settings = plywood_arena::settings::Settings::new("cavalo", players);
    Store::open(&path).unwrap().begin(None, &settings).unwrap();
    assert_eq!(list().await, 1);
}

#[tokio::test]
async fn refusals_are_told_in_portuguese_too() {
    let (site, _folder) = site();
    let mut request = post("/api/state", json!({ "game": "quatro", "moves": ["z"] }).to_string());
    let english =
        send(&site, post("/api/state", json!({ "game": "quatro", "moves": ["z"] }).to_string()))
            .await
            .1;
    request.headers_mut().insert("accept-language", "pt-PT".parse().unwrap());
    let (status, portuguese) = send(&site, request).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_ne!(english, portuguese);
    assert!(portuguese.contains("jogada 1"), "{portuguese}");
}
