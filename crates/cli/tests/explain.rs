//! `plywood explain`, and traces that go out and come in.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use assert_cmd::Command as Program;
use serde_json::Value;

fn plywood(arguments: &[&str]) -> (i32, String, String) {
    let output = Program::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_algorithm_engine_and_heuristic_is_explained_in_both_languages() {
    let names = |line: &[&str], list: &str| -> Vec<String> {
        let all: Value = serde_json::from_str(&plywood(line).1).unwrap();
        all[list]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap().into())
            .collect()
    };
    let mut all = names(&["puzzle", "algorithms", "--json"], "algorithms");
    all.extend(names(&["engines", "--json"], "engines"));
    for problem in ["puzzle", "tiles", "grid"] {
        all.extend(names(&["problem", "algorithms", problem, "--json"], "heuristics"));
    }
    assert!(all.len() > 25, "{all:?}");
    for name in all {
        let (code, english, _) = plywood(&["explain", &name, "--lang", "en"]);
        assert!(code == 0 && english.contains("A trap"), "{name}");
        let (code, portuguese, _) = plywood(&["explain", &name, "--lang", "pt"]);
        assert!(code == 0 && portuguese.contains("Uma armadilha"), "{name}");
    }
}

#[test]
fn a_page_has_pseudocode_and_other_names_lead_to_it() {
    let (_, page, _) = plywood(&["explain", "A*", "--lang", "en"]);
    assert!(page.contains("f = g + h") && page.contains("Hart, Nils Nilsson"), "{page}");
    assert!(!page.contains('#') && !page.contains("```"), "{page}");
    assert_eq!(plywood(&["explain", "Fornecida", "--lang", "pt"]).0, 0);
    assert!(plywood(&["explain", "--lang", "en"]).1.contains("linear-conflict"));
    for (language, part) in [("en", "Did you mean `minimax`?"), ("pt", "Queria dizer `minimax`?")] {
        let (code, _, said) = plywood(&["explain", "minimaz", "--lang", language]);
        assert!(code == 2 && said.contains(part), "{said}");
    }
}

#[test]
fn our_own_traces_keep_to_the_rules_and_false_ones_are_found_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.jsonl");
    let check = |problem: &str, board: &str, language: &str| {
        plywood(&[
            "problem",
            "check-trace",
            problem,
            board,
            file.to_str().unwrap(),
            "--lang",
            language,
        ])
    };
    for (problem, board) in [("puzzle", "A"), ("tiles", "8-easy"), ("grid", "swamp")] {
        for algorithm in ["bfs", "a-star", "greedy", "ids"] {
            let (_, lines, _) = plywood(&["problem", "trace", problem, board, "-a", algorithm]);
            std::fs::write(&file, lines).unwrap();
            let (code, text, said) = check(problem, board, "en");
            assert!(code == 0 && text.contains("Every line keeps"), "{algorithm} {board}: {said}");
        }
    }
    let start = r#"{"kind":"open","node":0}"#;
    for (line, english, portuguese) in [
        ("nonsense", "line 2: this is not a step", "linha 2: isto não é"),
        (r#"{"kind":"jump"}"#, "line 2: `jump` is not a kind", "linha 2: `jump` não é"),
        (r#"{"kind":"open","node":1,"parent":7,"move":"up"}"#, "node 7 was never", "o nó 7 nunca"),
        (r#"{"kind":"open","node":1,"parent":0,"move":"up"}"#, "`up` is not a step", "`up` não é"),
        (r#"{"kind":"open","node":1,"parent":0,"move":"down","g":5}"#, "g is 5", "g é 5"),
        (r#"{"kind":"open","node":0,"parent":0,"move":"down"}"#, "two different", "dois estados"),
        (r#"{"kind":"expand","node":3}"#, "node 3 was never", "o nó 3 nunca"),
        (r#"{"kind":"goal","node":0}"#, "node 0 is not a goal", "o nó 0 não é"),
    ] {
        std::fs::write(&file, format!("{start}\n{line}\n")).unwrap();
        for (language, part) in [("en", english), ("pt", portuguese)] {
            let (code, _, said) = check("grid", "S../..G", language);
            assert!(code == 2 && said.contains(part), "{line}: {said}");
        }
    }
}

#[test]
fn posthoc_gets_events_with_parents_and_places() {
    let (code, text, _) = plywood(&["problem", "trace", "grid", "S../..G", "--posthoc"]);
    assert_eq!(code, 0);
    let trace: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(trace["version"], "1.0.5");
    let events = trace["events"].as_array().unwrap();
    assert_eq!((&events[0]["type"], &events[0]["pId"]), (&"source".into(), &Value::Null));
    assert_eq!((&events[0]["x"], &events[0]["y"]), (&0.into(), &0.into()));
    for event in &events[1..] {
        assert!(event["id"].is_u64() && event["x"].is_u64() && event["f"].is_u64(), "{event}");
        assert!(event["pId"].is_u64() || event["id"] == 0, "{event}");
    }
    assert_eq!(events.last().unwrap()["type"], "end");
}
