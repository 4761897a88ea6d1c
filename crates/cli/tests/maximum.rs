//! `plywood puzzle maximize` and `generate` as a user meets them.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use assert_cmd::Command as Program;
use serde_json::Value;

/// Runs `plywood puzzle …` and returns the exit code and both outputs.
fn puzzle(arguments: &[&str]) -> (i32, String, String) {
    let mut program = Program::new(env!("CARGO_BIN_EXE_plywood"));
    let output = program.arg("puzzle").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (said, complained) = (text(output.stdout), text(output.stderr));
    assert!(!complained.contains("panicked"), "{arguments:?}: {complained}");
    (output.status.code().unwrap(), said, complained)
}

fn json(arguments: &[&str], code: i32) -> Value {
    let (found, said, complained) = puzzle(arguments);
    assert_eq!(found, code, "{arguments:?}: {complained}");
    serde_json::from_str(&said).unwrap()
}

#[test]
fn maximize_prints_every_promised_key() {
    let report = json(&["maximize", "E", "--json"], 0);
    for key in ["board", "cells", "bound", "proven", "pieces", "moves", "time_s", "nodes"] {
        assert!(report.get(key).is_some(), "{key} is missing");
    }
    assert_eq!((&report["cells"], &report["bound"]), (&76.into(), &76.into()));
    assert_eq!(report["proven"], true);
    assert_eq!(report["moves"].as_array().unwrap().len() as u64, report["pieces"]);
    let report = json(&["maximize", "A", "--stock", "unlimited", "--threads", "2", "--json"], 0);
    assert_eq!(report["cells"], 8);
    let report = json(&["maximize", "B", "--stock", "3,1,1", "--json"], 0);
    assert_eq!(report["cells"], 11);
}

#[test]
fn maximize_draws_the_board() {
    let (code, said, _) = puzzle(&["maximize", "A"]);
    assert_eq!(code, 0);
    assert!(said.contains("8 cells, proven to be the most"), "{said}");
    assert!(said.contains('@') && !said.contains('\x1b'), "{said}");
}

#[test]
fn what_is_not_proven_is_reported_and_exits_with_1() {
    let report = json(&["maximize", "E", "--nodes", "1000", "--json"], 1);
    assert_eq!((&report["proven"], &report["outcome"]), (&false.into(), &"nodes".into()));
    assert!(report["cells"].as_u64() < report["bound"].as_u64());
    let (code, said, _) = puzzle(&["maximize", "E", "--nodes", "1000"]);
    assert_eq!(code, 1);
    assert!(said.contains("might be possible (node limit)"), "{said}");
    let report = json(&["maximize", "E", "--memory", "100kB", "--json"], 1);
    assert_eq!(report["outcome"], "memory");
    let report = json(&["maximize", "F", "--time", "1ms", "--json"], 1);
    assert_eq!(report["outcome"], "time");
}

#[test]
fn the_fewest_pieces_are_found_or_ruled_out() {
    let report = json(&["maximize", "B", "--minimize-pieces", "--json"], 0);
    assert_eq!((&report["objective"], &report["pieces"]), (&20.into(), &5.into()));
    let report = json(&["maximize", "B", "--minimize-pieces", "--objective", "28", "--json"], 0);
    assert_eq!(report["proven"], true);
    let report = json(&["maximize", "B", "--minimize-pieces", "--objective", "29", "--json"], 1);
    assert_eq!((&report["bound"], &report["proven"]), (&Value::Null, &true.into()));
    let (code, said, _) = puzzle(&["maximize", "B", "--minimize-pieces", "--objective", "29"]);
    assert!(code == 1 && said.contains("out of reach"), "{said}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, words) in [
        (&["maximize", "A", "--stock", "1,2"][..], "is not a stock"),
        (&["maximize", "A", "--threads", "0"], "is not a number of threads"),
        (&["maximize", "A", "--objective", "8"], "--minimize-pieces"),
        (&["maximize", "Q"], "no board"),
        (&["generate", "--rows", "21"], "1 to 20 rows"),
        (&["generate", "--density", "99"], "share of cells"),
        (&["generate", "--density", "1"], "0% to 90%"),
        (&["generate", "--count", "0"], "--count"),
    ] {
        let (code, said, complained) = puzzle(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(said.is_empty() && complained.contains(words), "{arguments:?}: {complained}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("blocked.txt");
    std::fs::write(&file, "#..\n...\n").unwrap();
    let (code, _, complained) = puzzle(&["maximize", &file.to_string_lossy()]);
    assert!(code == 2 && complained.contains("start cell a1 is blocked"), "{complained}");
}

#[test]
fn a_made_board_can_be_solved_again() {
    let arguments = ["generate", "--rows", "5", "--cols", "6", "--density", "0.2", "--seed", "3"];
    let (code, board, about) = puzzle(&arguments);
    assert_eq!(code, 0);
    assert!(about.contains("5x6-20-3:") && about.contains("cells"), "{about}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("made.txt");
    std::fs::write(&file, &board).unwrap();
    let report = json(&["maximize", &file.to_string_lossy(), "--json"], 0);
    assert_eq!(board.lines().next(), Some(&*format!("objective: {}", report["cells"])));
    assert_eq!(puzzle(&arguments).1, board);
    let made = json(&[&arguments[..], &["--count", "2", "--json"]].concat(), 0);
    assert_eq!(made["boards"].as_array().unwrap().len(), 2);
    let rows: Vec<&str> = board.lines().skip(1).collect();
    assert_eq!(made["boards"][0]["rows"], serde_json::json!(rows));
}
