//! Positions as the page gets them: what they look like, how moves are made, what they are worth.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use std::collections::BTreeSet;

use axum::http::StatusCode;
use common::{GAMES, ask, objects, post, send, site};
use serde_json::{Value, json};

#[tokio::test]
async fn a_move_in_any_form_is_answered_as_the_game_writes_it() {
    let (site, _folder) = site();
    let moves = json!(["B@A1", "N14,m14,N13,m13"]);
    let (status, state) =
        ask(&site, "/api/state", &json!({ "game": "blokus", "moves": moves })).await;
    assert_eq!(status, StatusCode::OK, "{state}");
    let played: Vec<&str> = state["played"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ply| ply["move"].as_str().unwrap())
        .collect();
    assert_eq!(played, ["b@a1", "b@m13"]);
    let of = |seat: u32| {
        let squares = state["scene"]["squares"].as_array().unwrap();
        squares.iter().filter(|square| square["owner"] == seat && square["piece"] == 1).count()
    };
    assert_eq!([of(1), of(2)], [4, 4]);
    assert_eq!(state["last"]["at"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn choices_come_on_the_turns_that_were_asked_for() {
    let (site, _folder) = site();
    for game in GAMES {
        let state = async |choices: Value| {
            let place = json!({ "game": game, "seed": 3, "choices": choices, "frame": true });
            ask(&site, "/api/state", &place).await.1
        };
        let mine = state(json!([1])).await;
        let choices = mine["choices"].as_array().unwrap();
        assert!(mine["moves"].is_null() && !choices.is_empty(), "{game}");
        let n_asks = mine["asks"].as_array().unwrap().len() as u64;
        let n_pieces = mine["frame"]["pieces"].as_array().unwrap().len() as u64;
        for part in choices.iter().flat_map(|choice| choice["parts"].as_array().unwrap()) {
            assert!(part[0].as_u64().unwrap() < n_asks, "{game}: {part}");
            assert!(part[1].is_array() || part[1].as_u64().unwrap() < n_pieces, "{game}: {part}");
        }
        assert!(state(json!([2])).await["choices"].is_null(), "{game}: the other's turn");
        let (_, listed) = ask(&site, "/api/state", &json!({ "game": game, "seed": 3 })).await;
        assert_eq!(listed["moves"].as_array().unwrap().len(), choices.len(), "{game}");
        let text = mine.to_string();
        assert!(text.len() < 60_000, "{game}: {} bytes", text.len());
    }
}

#[tokio::test]
async fn a_square_that_wins_is_told_in_both_languages() {
    let (site, _folder) = site();
    let place = json!({ "game": "quatro", "rules": "squares=true",
                        "position": "02../4.../..../...9 -", "moves": ["6@b2"] });
    let say = async |language: &str| {
        let mut request = post("/api/state", place.to_string());
        request.headers_mut().insert("accept-language", language.parse().unwrap());
        let state: Value = serde_json::from_str(&send(&site, request).await.1).unwrap();
        let light = state["scene"]["lights"][0].clone();
        assert_eq!((&light["mark"], &light["at"]), (&json!("won"), &json!([0, 1, 4, 5])));
        light["why"].as_str().unwrap().to_owned()
    };
    let (english, portuguese) = (say("en").await, say("pt-PT").await);
    assert!(english.starts_with("all four white"), "{english}");
    assert!(portuguese.contains("brancas"), "{portuguese}");
}

#[tokio::test]
async fn whoever_does_not_exist_cannot_play() {
    let (site, _folder) = site();
    for (player, expected) in [
        ("human", StatusCode::OK),
        ("level:9", StatusCode::OK),
        ("mcts:rave=on", StatusCode::OK),
        ("alpha-bta", StatusCode::BAD_REQUEST),
        ("level:12", StatusCode::BAD_REQUEST),
        ("best:threads=64", StatusCode::BAD_REQUEST),
    ] {
        let place = json!({ "game": "quatro", "players": ["human", player] });
        let (status, answer) = ask(&site, "/api/state", &place).await;
        assert_eq!(status, expected, "{player}: {answer}");
    }
}

#[tokio::test]
async fn every_move_is_valued_where_it_goes() {
    let (site, _folder) = site();
    // The first ends by itself, with a proof; the second has valued its three moves at once.
    for (game, position, of, time_ms) in [
        ("quarto", Value::from("a..c/..57/...0/34.. 6"), 72, 60_000),
        ("blokus", Value::Null, 3, 500),
    ] {
        let question = json!({ "game": game, "position": position, "lines": 2, "values": true,
                               "time_ms": time_ms });
        let text = send(&site, post("/api/analyse", question.to_string())).await.1;
        let last = objects(&text).pop().unwrap();
        assert_eq!(last["of"], of, "{game}");
        assert_eq!(last["thought"]["lines"].as_array().unwrap().len(), 2, "{game}");
        let values = last["values"].as_array().unwrap();
        let moves: BTreeSet<&str> =
            values.iter().map(|one| one["move"].as_str().unwrap()).collect();
        assert_eq!(moves.len(), of, "{game}: every move once");
        assert!(values.iter().all(|one| one["score"].is_number()), "{game}");
        let n_cells = values.iter().map(|one| one["at"].as_array().unwrap().len()).max().unwrap();
        assert_eq!(n_cells, if game == "quarto" { 1 } else { 4 });
    }
}

#[tokio::test]
async fn games_and_single_moves_are_weighed() {
    let (site, _folder) = site();
    let mut question = json!({ "game": "quatro", "position": "024./..../..../...9 -",
                               "moves": ["1@d2", "6@d1"] });
    let news = objects(&send(&site, post("/api/review", question.to_string())).await.1);
    let plies = news.last().unwrap()["review"]["plies"].as_array().unwrap();
    assert_eq!((&plies[0]["kind"], &plies[1]["kind"]), (&json!("result"), &json!("good")));
    assert_eq!(
        (&plies[0]["best"]["score"], &plies[0]["made"]["score"]),
        (&json!(1.0), &json!(-1.0))
    );
    assert_eq!(news.iter().filter(|one| one["kind"] == "progress").count(), 2);
    question["moves"] = json!([]);
    question["move"] = json!("1@D2");
    let news = objects(&send(&site, post("/api/review", question.to_string())).await.1);
    assert_eq!(news.last().unwrap()["review"]["plies"][0]["move"], "1@d2");
    question["move"] = json!("1@a1");
    let (status, refused) = ask(&site, "/api/review", &question).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{refused}");
}

#[tokio::test]
async fn positions_are_made_piece_by_piece() {
    let (site, _folder) = site();
    let mut draft = json!({ "position": null });
    for at in [0, 5, 10, 15] {
        let put = json!({ "put": { "at": at, "what": { "kind": "piece", "piece": 0 } } });
        let edit = json!({ "game": "quarto", "position": draft["position"], "change": put });
        draft = ask(&site, "/api/edit", &edit).await.1;
    }
    assert_eq!(draft["position"], "..../..../..../...0 -", "a piece is there once");
    assert_eq!(draft["problem"], Value::Null);
    let hand = json!({ "game": "quarto", "position": draft["position"], "change": { "hand": 0 } });
    let (_, draft) = ask(&site, "/api/edit", &hand).await;
    assert!(draft["problem"].as_str().unwrap().contains("already on the board"), "{draft}");
    for game in GAMES {
        let (status, draft) = ask(&site, "/api/edit", &json!({ "game": game })).await;
        assert_eq!((status, &draft["problem"]), (StatusCode::OK, &Value::Null), "{game}: {draft}");
    }
    let (status, _) = ask(&site, "/api/edit", &json!({ "game": "quarto", "position": "x" })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}
