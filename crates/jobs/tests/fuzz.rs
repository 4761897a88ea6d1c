//! Fuzz targets: whatever a line says, it is a job, a result or a position, or it is refused.
//!
//! `cargo test` makes a short run of each; `cargo bolero test -p plywood-jobs TARGET` a long one.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use bolero::check;
use plywood_arena::settings::{Control, Settings};
use plywood_jobs::make::Position;
use plywood_jobs::{JobResult, Set};

/// A good text with some of its bytes written over and pieces of it doubled, or the input itself.
fn mixed(good: &str, input: &[u8]) -> String {
    let Some((&mode, rest)) = input.split_first() else { return String::new() };
    let mut bytes = good.as_bytes().to_vec();
    if mode % 8 == 0 {
        bytes = rest.to_vec();
    } else {
        for change in rest.chunks_exact(4).take(4) {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
            match change[2] % 4 {
                0 => bytes[at] = b'0' + change[3] % 10,
                1 => {
                    let n = usize::from(change[3]).min(bytes.len() - at);
                    bytes.extend_from_within(at..at + n);
                }
                _ => bytes[at] = change[3],
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn sets_of_jobs() {
    let players = ["alpha-beta:depth=2", "ugi:bot --fast"].map(|text| text.parse().unwrap());
    let control = Control { nodes: Some(100), ..Control::default() };
    let settings = Settings { pairs: 3, control, ..Settings::new("quatro", players.into()) };
    let good = serde_json::to_string(&Set::Tournament(Box::new(settings))).unwrap();
    assert!(Set::read(&good).is_ok(), "the good text is good");
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        if let Ok(set) = Set::read(&mixed(&good, input)) {
            let text = serde_json::to_string(&set).unwrap();
            let again = serde_json::to_string(&Set::read(&text).unwrap()).unwrap();
            assert_eq!(again, text);
        }
    });
}

#[test]
fn results_of_jobs() {
    let good = concat!(
        r#"{"key":"opening-table-0-1f","kind":"opening-table","result":{"first":0,"#,
        r#""placed":4,"quarto":"0120","quatro":"2102","time_s":0.5}}"#
    );
    assert!(JobResult::read(good).is_ok(), "the good text is good");
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        let text = mixed(good, input);
        if let Ok(result) = JobResult::read(&text) {
            let written = serde_json::to_string(&result).unwrap();
            assert!(JobResult::read(&written).is_ok(), "{written}");
        }
    });
}

#[test]
fn lists_of_positions() {
    let good = "# two of them\nquatro startpos moves 0@a1\n\nconnect-four startpos\n";
    assert_eq!(Position::read_all(good, None).unwrap().len(), 2, "the good text is good");
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        let text = mixed(good, input);
        for game in [None, Some("othello")] {
            let n = Position::read_all(&text, game).map_or(0, |positions| positions.len());
            assert!(n <= text.lines().count());
        }
    });
}
