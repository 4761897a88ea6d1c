//! `plywood problem` as a user meets it, in both languages.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use assert_cmd::Command as Program;
use serde_json::Value;

fn plywood(arguments: &[&str]) -> (i32, String, String) {
    let output = Program::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&plywood(arguments).1).unwrap()
}

#[test]
fn the_problems_are_listed_with_their_names_and_forms() {
    let (code, text, _) = plywood(&["problems", "--lang", "en"]);
    assert_eq!(code, 0);
    for part in
        ["blokus-puzzle, puzzle", "tiles, 8-puzzle", "grid, map", "linear-conflict", "`#` is"]
    {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let (_, text, _) = plywood(&["problem", "--lang", "pt"]);
    assert!(text.contains("Caminhos num mapa: grid"), "{text}");
    let names: Vec<_> = json(&["problems", "--json"])["problems"].as_array().unwrap().to_vec();
    assert_eq!(names.len(), 3);
}

#[test]
fn tiles_are_solved_state_by_state() {
    let (code, text, _) =
        plywood(&["problem", "solve", "tiles", "1 2 0 3 4 5 6 7 8", "--lang", "en"]);
    assert_eq!(code, 0);
    for part in ["1. right", "2. right", ". 1 2", "slides (L)", "a-star/manhattan"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let report = json(&["problem", "solve", "tiles", "8-short", "--heuristic", "lc", "--json"]);
    assert_eq!((&report["cost"], &report["heuristic"]), (&11.into(), &"linear-conflict".into()));
    assert_eq!((&report["problem"], report.get("objective")), (&"tiles".into(), None));
}

#[test]
fn a_path_on_a_map_is_a_trail_with_its_cost() {
    let (code, text, _) = plywood(&["problem", "solve", "map", "S9G/...", "--lang", "pt"]);
    assert_eq!(code, 0);
    assert!(text.contains("S9o\n@@@\n@ o caminho"), "{text}");
    assert!(text.contains("down right right up"), "{text}");
    let (code, text, _) = plywood(&["problem", "solve", "grid", "S5G", "--lang", "en"]);
    assert!(code == 0 && text.contains("cost") && text.contains('6'), "{text}");
    let (code, text, _) = plywood(&["problem", "solve", "grid", "S#G", "--lang", "en"]);
    assert!(code == 1 && text.contains("there is no solution"), "{text}");
}

#[test]
fn what_is_wrong_is_said_in_both_languages() {
    for (arguments, english, portuguese) in [
        (vec!["problem", "solve", "tyles", "x"], "Did you mean `tiles`?", "Queria dizer `tiles`?"),
        (vec!["problem", "solve", "tiles", "nine"], "nothing named `nine`", "com o nome `nine`"),
        (vec!["problem", "solve", "grid", "S.x/..G"], "`x` on c1 means nothing", "`x` em c1"),
        (
            vec!["problem", "compare", "grid", "-a", "a*:heuristic=h1"],
            "expected one of manhattan and octile",
            "manhattan e octile",
        ),
        (
            vec!["problem", "solve", "grid", "trap", "-a", "bfs", "--heuristic", "octile"],
            "bfs uses no heuristic",
            "bfs não usa",
        ),
    ] {
        for (language, part) in [("en", english), ("pt", portuguese)] {
            let line = [&arguments[..], &["--lang", language]].concat();
            let (code, out, said) = plywood(&line);
            assert_eq!((code, out.as_str()), (2, ""), "{line:?}: {said}");
            assert!(said.contains(part), "{line:?}: {said}");
        }
    }
    let (code, _, said) =
        plywood(&["problem", "solve", "tiles", "2 1 0 3 4 5 6 7 8", "--lang", "pt"]);
    assert!(code == 1 && said.contains("não se podem pôr por ordem"), "{said}");
}

#[test]
fn compare_check_trace_and_show_take_every_problem() {
    let table = json(&["problem", "compare", "tiles", "8-easy", "8-short", "--json"]);
    assert_eq!(table["results"].as_array().unwrap().len(), 2 * 13);
    let check =
        json(&["problem", "check-heuristic", "grid", "trap", "--heuristic", "octile", "--json"]);
    assert_eq!((&check["complete"], &check["overestimates"]), (&true.into(), &false.into()));
    for (problem, board) in [("puzzle", "A"), ("tiles", "8-easy"), ("grid", "walls")] {
        let (code, lines, _) = plywood(&["problem", "trace", problem, board]);
        assert_eq!(code, 0);
        let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
        assert_eq!((&last["kind"], &last["report"]["outcome"]), (&"end".into(), &"solved".into()));
        assert!(!plywood(&["problem", "show", problem]).1.is_empty());
    }
    assert_eq!(plywood(&["puzzle", "trace", "A"]).1.lines().count(), 11);
}

#[test]
fn jobs_take_every_problem_and_keep_the_puzzles_keys() {
    let (_, lines, _) = plywood(&["jobs", "make", "compare", "A", "-a", "bfs"]);
    assert!(!lines.contains("problem"), "as before there were others: {lines}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("jobs.jsonl");
    let (_, lines, _) =
        plywood(&["jobs", "make", "compare", "--problem", "tiles", "8-easy", "-a", "bfs,a*"]);
    std::fs::write(&file, &lines).unwrap();
    let (code, results, _) = plywood(&["jobs", "run", file.to_str().unwrap()]);
    assert_eq!((code, results.lines().count()), (0, 2));
    assert!(results.contains("\"problem\":\"tiles\""), "{results}");
}

#[test]
fn a_heuristic_may_be_a_script_that_the_command_line_names() {
    let folder = tempfile::tempdir().unwrap();
    let script = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        format!("script:{}", file.display())
    };
    let half = script("half.rhai", "manhattan / 2");
    let report = json(&["problem", "solve", "tiles", "8-short", "--heuristic", &half, "--json"]);
    assert_eq!((report["cost"].as_u64(), report["heuristic"].as_str()), (Some(11), Some(&*half)));
    let twice = script("twice.rhai", "2 * manhattan");
    let check = ["problem", "check-heuristic", "tiles", "8-easy", "--heuristic", &twice];
    let limits = ["--nodes", "300", "--dives", "0", "--json"];
    assert_eq!(json(&[&check[..], &limits[..]].concat())["overestimates"], true);
    let endless = script("endless.rhai", "let n = 0;\nloop { n += 1; }");
    let solve = ["problem", "solve", "tiles", "8-short", "--lang", "pt", "--heuristic"];
    let (code, _, said) = plywood(&[&solve[..], &[&*endless]].concat());
    assert_eq!(code, 2);
    assert!(said.contains("linha 2: o script não acaba"), "{said}");
    let missing = format!("script:{}", folder.path().join("none.rhai").display());
    let (code, _, said) = plywood(&[&solve[..], &[&*missing]].concat());
    assert_eq!(code, 2);
    assert!(said.contains("não é possível ler"), "{said}");
    let middle = script("middle.rhai", "cells[0] / 10.0");
    let engine = format!("alpha-beta:depth=2,judge={middle}");
    let (code, _, said) = plywood(&["analyze", "connect-four", "--engine", &engine]);
    assert_eq!(code, 0, "{said}");
}
