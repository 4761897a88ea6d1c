//! Records with figures that cannot be: refused with a sentence, and the rest goes on.

use serde_json::{Value, json};

use super::common::Place;
use super::{file, run, said};

/// A game of two plies, with some of its fields otherwise.
fn record(changes: &[(&str, Value)]) -> String {
    let ply = |player: u32, step: &str| json!({ "player": player, "move": step, "by": "human", "time_ms": 7 });
    let mut record = json!({ "game": "quatro", "start": "..../..../..../.... -",
        "players": ["human", "human"], "started": "2026-01-31T20:15:00+00:00",
        "plies": [ply(1, "0@a1"), ply(2, "f@d4")] });
    for (pointer, value) in changes {
        match record.pointer_mut(pointer) {
            Some(place) => *place = value.clone(),
            None => record[pointer.trim_start_matches('/')] = value.clone(),
        }
    }
    format!("{record}\n")
}

#[test]
fn forged_times_and_dates_are_refused_with_a_sentence_and_the_rest_goes_on() {
    let place = Place::new();
    let forged = [
        record(&[("/seed", json!(1))]),
        record(&[("/time_ms", json!(1_u64 << 63))]),
        record(&[("/plies/1/time_ms", json!(u64::MAX))]),
        record(&[("/started", json!("yesterday"))]),
        record(&[("/started", json!("2026-13-01"))]),
        record(&[("/started", json!("2026-01-31".to_owned() + &"0".repeat(5000)))]),
        // Points are counted anew, whatever a record says.
        record(&[("/plies/0/points", json!([4_000_000_000_u32, 7])), ("/seed", json!(2))]),
    ];
    let games = file(&place, "games.jsonl", &forged.concat());
    let output = run(&place, &["records", "import", &games]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("is too long for a move").count(), 2, "{text}");
    assert_eq!(text.matches("is not a date and time").count(), 3, "{text}");
    assert!(text.len() < 2500, "{text}");
    let listed = run(&place, &["records", "list", "--json"]);
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(listed["games"].as_array().unwrap().len(), 2, "{listed}");
    assert!(listed["games"].as_array().unwrap().iter().all(|game| game["points"].is_null()));
}

#[test]
fn a_damaged_game_hides_no_other() {
    let place = Place::new();
    let games: Vec<String> = (1..=3).map(|seed| record(&[("/seed", json!(seed))])).collect();
    let games = file(&place, "games.jsonl", &games.concat());
    run(&place, &["records", "import", &games]);
    let database = rusqlite::Connection::open(place.path("state/games.sqlite")).unwrap();
    database
        .execute_batch(
            "UPDATE ply SET points_1 = -1, points_2 = 1 << 40, time_ms = -7 WHERE game = 2;
             UPDATE game SET version = -3, time_ms = -1, winner = -1 WHERE id = 2;",
        )
        .unwrap();
    drop(database);
    let listed = run(&place, &["records", "list"]);
    assert_eq!(listed.status.code(), Some(0), "{}", said(&listed));
    assert_eq!(said(&listed).matches("quatro").count(), 3, "{}", said(&listed));
    let shown = run(&place, &["records", "show", "2"]);
    assert_eq!(shown.status.code(), Some(2));
    assert!(said(&shown).contains("game 2 is damaged"), "{}", said(&shown));
    let exported = run(&place, &["records", "export"]);
    assert_eq!(exported.status.code(), Some(1), "{}", said(&exported));
    assert_eq!(String::from_utf8_lossy(&exported.stdout).lines().count(), 2);
    // What is there is still known.
    let output = run(&place, &["records", "import", &games]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(run(&place, &["records", "show", "5"]).status.code(), Some(2));
}
