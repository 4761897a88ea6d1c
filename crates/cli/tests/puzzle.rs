//! `plywood puzzle` as a user meets it: output, exit codes, files, interrupts.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command as Program;
use serde_json::Value;

fn plywood() -> Program {
    Program::new(env!("CARGO_BIN_EXE_plywood"))
}

/// Runs a command that must print one JSON object and exit with `code`.
fn json(arguments: &[&str], code: i32) -> Value {
    let output = plywood().args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{arguments:?}: {e}"))
}

/// Runs a command that must fail with exit code 2 and returns what it said.
fn refusal(arguments: &[&str]) -> String {
    let output = plywood().args(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?} said {said}");
    assert!(output.stdout.is_empty(), "{arguments:?} wrote to stdout");
    assert!(!said.contains("panicked"), "{said}");
    said
}

#[test]
fn without_a_command_it_opens_the_menu() {
    let output = plywood().arg("--lang=en").output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("9. Puzzle"));
}

#[test]
fn solve_prints_every_promised_key() {
    let report = json(&["puzzle", "solve", "B", "--algorithm", "bfs", "--json"], 0);
    for key in [
        "board",
        "objective",
        "algorithm",
        "heuristic",
        "outcome",
        "generated",
        "expanded",
        "depth",
        "cells",
        "penetrance",
        "branching_factor",
        "time_s",
        "peak_bytes",
        "path",
    ] {
        assert!(report.get(key).is_some(), "{key} is missing");
    }
    assert_eq!(report["outcome"], "solved");
    assert_eq!(
        (report["generated"].as_u64(), report["expanded"].as_u64()),
        (Some(12471), Some(972))
    );
    assert_eq!((report["depth"].as_u64(), report["cells"].as_u64()), (Some(5), Some(20)));
    assert_eq!(report["heuristic"], Value::Null);
    assert_eq!(report["path"].as_array().map(Vec::len), Some(5));
    let guided = json(&["puzzle", "solve", "F", "--heuristic", "h1", "--json"], 0);
    assert_eq!(
        (guided["algorithm"].as_str(), guided["heuristic"].as_str()),
        (Some("a-star"), Some("h1"))
    );
    assert_eq!(guided["generated"], 299);
}

#[test]
fn solve_shows_the_path_board_by_board() {
    let output = plywood().args(["puzzle", "solve", "A"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('\x1b'), "no colours outside a terminal");
    assert_in_order(
        &text,
        &["start", "1. b@a1", "2. b@c3", "@@..####", "..@@####", "penetrance ", "0.333333"],
    );
}

/// Every part occurs, in this order.
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("`{part}` is missing in\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn a_solve_that_cannot_finish_reports_and_exits_with_1() {
    let report = json(&["puzzle", "solve", "D", "-a", "bfs", "--nodes", "1000", "--json"], 1);
    assert_eq!(
        (report["outcome"].as_str(), report["generated"].as_u64()),
        (Some("nodes"), Some(1000))
    );
    assert_eq!(report["path"], Value::Null);
    let report = json(&["puzzle", "solve", "D", "-a", "bfs", "--memory", "1MB", "--json"], 1);
    assert_eq!(report["outcome"], "memory");
    assert!(report["peak_bytes"].as_u64().unwrap() <= 1_000_000);
    let report = json(&["puzzle", "solve", "F", "-a", "bfs", "--time", "50ms", "--json"], 1);
    assert_eq!(report["outcome"], "time");
    let report = json(&["puzzle", "solve", "A", "-a", "dfs", "--max-depth", "1", "--json"], 1);
    assert_eq!(
        (report["outcome"].as_str(), report["pruned"].as_bool()),
        (Some("exhausted"), Some(true))
    );
    let report = json(&["puzzle", "solve", "A", "--objective", "9", "--json"], 1);
    assert_eq!(
        (report["outcome"].as_str(), report["pruned"].as_bool()),
        (Some("exhausted"), Some(false))
    );
}

#[test]
fn bad_input_gets_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let ragged = file("ragged.txt", "objective: 3\n...\n..\n");
    let odd = file("odd.txt", "objective: 3\n...\n.x.\n");
    let blocked = file("blocked.txt", "objective: 3\n#..\n...\n");
    let aimless = file("aimless.txt", "...\n...\n");
    let lisp = file("bad.dat", "((0 0)\n (0 7)) 3\n");
    let several = file("two.dat", "((0)) 1 ((0 0)) 1");
    let binary = file("binary.txt", "\u{0}\u{1}\u{2}");
    let missing = folder.path().join("missing.txt").to_str().unwrap().to_owned();
    let inside = folder.path().join("no/such/results.dat").to_str().unwrap().to_owned();
    let cases: &[(&[&str], &[&str])] = &[
        (&["puzzle", "solve", &ragged], &["line 3, column 3", "first row has 3"]),
        (&["puzzle", "solve", &odd], &["line 3, column 2", "'x'"]),
        (&["puzzle", "solve", &blocked], &["a1 is blocked"]),
        (&["puzzle", "solve", &aimless], &["objective: N"]),
        (&["puzzle", "solve", &lisp], &["line 2, column 5", "`7`"]),
        (&["puzzle", "solve", &several], &["holds 2 boards", "#1"]),
        (&["puzzle", "solve", &format!("{several}#3")], &["no #3"]),
        (&["puzzle", "solve", &binary], &["line 1, column 1"]),
        (&["puzzle", "solve", &missing], &["cannot read", "missing.txt"]),
        (&["puzzle", "solve", "G"], &["no board", "`G`"]),
        (&["puzzle", "solve", folder.path().to_str().unwrap()], &["cannot read"]),
        (&["puzzle", "solve", "A", "-a", "a-satr"], &["a-star", "Did you mean"]),
        (&["puzzle", "solve", "A", "--heuristic", "h5"], &["h1, h2, h3 and h4"]),
        (&["puzzle", "solve", "A", "-a", "bfs", "--heuristic", "h1"], &["uses no heuristic"]),
        (&["puzzle", "solve", "A", "--objective", "17"], &["only 16"]),
        (&["puzzle", "solve", "F", "--objective", "111"], &["only 110"]),
        (&["puzzle", "solve", "A", "--objective", "0"], &["at least 1"]),
        (&["puzzle", "solve", "A", "--objective", "-4"], &["-4"]),
        (&["puzzle", "solve", "A", "--time", "0"], &["more than zero"]),
        (&["puzzle", "solve", "A", "--time", "-5"], &["more than zero"]),
        (&["puzzle", "solve", "A", "--memory", "3"], &["64KiB or more"]),
        (&["puzzle", "solve", "A", "--nodes", "0"], &["from 1"]),
        (&["puzzle", "solve", "A", "--max-depth", "-1"], &["from 1"]),
        (&["puzzle", "solve", "A", "--results", &inside], &["cannot write", "no such file"]),
        (&["puzzle", "compare", "A", "--algorithms", "bfs,zfs"], &["`zfs`"]),
        (&["puzzle", "compare", "--json", "--csv"], &["cannot be used with"]),
        (&["puzzle", "frobnicate"], &["frobnicate"]),
    ];
    for (arguments, parts) in cases {
        let said = refusal(arguments);
        for part in *parts {
            assert!(said.contains(part), "{arguments:?} said {said}");
        }
    }
    assert!(!folder.path().join("no").exists(), "nothing is written");
}

#[test]
fn results_are_appended_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("resultados.dat");
    for board in ["A", "B"] {
        let arguments = ["--lang", "pt", "puzzle", "solve", board, "--results"];
        let run = plywood().args(arguments).arg(&file).output().unwrap();
        assert!(run.status.success());
    }
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches("*** Fim ***").count(), 2);
    assert_in_order(
        &text,
        &[
            "Problema A",
            "Início: 20",
            "Fim: 20",
            "Duração:",
            "Fator de ramificação médio",
            "Nós gerados: 6",
            "Nós expandidos: 2",
            "Penetrância: 0,333333",
            "Comprimento da solução: 2",
            "1. b@a1",
            "11..####",
            "*** Fim ***",
            "Problema B",
            "Nós gerados: 39",
        ],
    );
}

#[test]
fn compare_prints_tables_in_every_form() {
    let list = ["puzzle", "compare", "A", "B", "-a", "bfs,a*,beam:width=9,heuristic=h4"];
    let with = |form: &str| {
        let output = plywood().args(list).arg(form).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let object: Value = serde_json::from_str(&with("--json")).unwrap();
    assert_eq!(object["boards"], serde_json::json!(["A", "B"]));
    assert_eq!(object["results"].as_array().map(Vec::len), Some(6));
    assert_eq!(object["results"][5]["algorithm"], "beam:width=9");
    let csv = with("--csv");
    assert_eq!(csv.lines().count(), 7);
    assert!(csv.starts_with("board,objective,algorithm,heuristic,outcome,generated,expanded"));
    assert!(csv.lines().all(|line| line.split(',').count() == 13));
    let markdown = with("--markdown");
    assert!(markdown.contains("| bfs | solved | 5 | 12 471 | 972 |"), "{markdown}");
    let table = plywood().args(list).output().unwrap();
    let table = String::from_utf8(table.stdout).unwrap();
    assert_in_order(
        &table,
        &["Board A", "beam:width=9/h4", "Board B", "12 471", "All boards", "5 · 12 471"],
    );
}

#[test]
fn compare_draws_charts() {
    let folder = tempfile::tempdir().unwrap();
    let charts = folder.path().join("charts");
    let run =
        plywood().args(["puzzle", "compare", "A", "B", "--svg"]).arg(&charts).output().unwrap();
    assert!(run.status.success());
    for name in ["generated.svg", "time.svg"] {
        let svg = std::fs::read_to_string(charts.join(name)).unwrap();
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("logarithmic") && svg.contains("a-star/h1 on B"));
    }
}

#[test]
fn files_of_boards_are_read_in_both_forms() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("problemas.dat");
    std::fs::write(&path, "; two\n((0 0 2)\n (0 0 2)) 4\n((0 2 0)\n (2 0 2)\n (0 2 0)) 5\n")
        .unwrap();
    let path = path.to_str().unwrap();
    let report = json(&["puzzle", "solve", &format!("{path}#2"), "--json"], 0);
    assert_eq!((report["depth"].as_u64(), report["cells"].as_u64()), (Some(5), Some(5)));
    let boards = json(&["puzzle", "boards", path, "--json"], 0);
    assert_eq!(boards["boards"][0]["rows"], serde_json::json!(["..#", "..#"]));
    assert_eq!(boards["boards"].as_array().map(Vec::len), Some(2));
    let all = json(&["puzzle", "compare", path, "-a", "bfs", "--json"], 0);
    assert_eq!(all["results"].as_array().map(Vec::len), Some(2));
}

#[test]
fn check_heuristic_finds_counter_examples_and_proofs() {
    let given = json(&["puzzle", "check-heuristic", "A", "--heuristic", "h1", "--json"], 1);
    assert_eq!(
        (given["overestimates"].as_bool(), given["complete"].as_bool()),
        (Some(true), Some(true))
    );
    assert_eq!(given["counter_example"]["h"], 8);
    let room = json(&["puzzle", "check-heuristic", "A", "--heuristic", "h4", "--json"], 0);
    assert_eq!(
        (room["overestimates"].as_bool(), room["complete"].as_bool()),
        (Some(false), Some(true))
    );
    // The textbook: whoever overestimates is not consistent. h2 falls by no more than 1 at a step, but
    // says 1 at some goals.
    let developed = json(&["puzzle", "check-heuristic", "A", "--heuristic", "h2", "--json"], 1);
    assert_eq!(
        (developed["overestimates"].as_bool(), developed["complete"].as_bool()),
        (Some(true), Some(true))
    );
    assert_eq!(
        (developed["nonzero_at_goal"].as_bool(), developed["inconsistent"].as_bool()),
        (Some(true), Some(true))
    );
    assert_eq!(
        (developed["falling"].is_null(), developed["goal_example"]["h"].as_u64()),
        (true, Some(1))
    );
    let all = plywood().args(["puzzle", "check-heuristic"]).output().unwrap();
    assert_eq!(all.status.code(), Some(1));
    let text = String::from_utf8(all.stdout).unwrap();
    assert_in_order(
        &text,
        &[
            "h1 on board A",
            "overestimates",
            "it says 8, but 2 is enough",
            "h2",
            "inconsistent: it is not zero at goals",
            "h3",
            "proven",
            "Admissible:",
            "Zero at goals:",
            "Consistent:",
        ],
    );
}

#[test]
fn listings_print_json_too() {
    let list = json(&["puzzle", "algorithms", "--json"], 0);
    assert_eq!(list["algorithms"].as_array().map(Vec::len), Some(12));
    assert_eq!(list["heuristics"][0]["admissible"], false);
    let board = json(&["puzzle", "show", "e", "--json"], 0);
    assert_eq!((board["board"].as_str(), board["objective"].as_u64()), (Some("E"), Some(44)));
}

#[test]
fn a_long_solve_shows_its_progress_on_stderr() {
    let arguments = ["puzzle", "solve", "F", "-a", "bfs", "--time", "1300ms", "--json"];
    let output = plywood().args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let progress = String::from_utf8(output.stderr).unwrap();
    assert_in_order(&progress, &["bfs on F:", "nodes", "/s", "depth", "time limit in"]);
}

#[test]
fn an_interrupt_ends_a_solve_with_its_statistics() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(["puzzle", "solve", "F", "-a", "bfs", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(400));
    let interrupted = Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // A loose bound for busy machines; `cargo xtask bench` measures the usual few milliseconds.
    assert!(interrupted.elapsed() < Duration::from_secs(5));
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["outcome"], "cancelled");
    assert!(report["generated"].as_u64().unwrap() > 0);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(["puzzle", "boards"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
}

/// No word of the other language on the screens of either.
#[test]
fn reports_are_in_the_language_asked_for() {
    for (arguments, portuguese) in [
        (&["puzzle", "solve", "A"][..], "penetrância"),
        (&["puzzle", "maximize", "A"], "provado que é o máximo"),
        (&["puzzle", "compare", "A", "--algorithms", "bfs,a-star"], "Todos os tabuleiros"),
        (&["puzzle", "check-heuristic", "A", "--heuristic", "h2"], "sobrestima"),
        (&["puzzle", "show", "A"], "casas livres"),
        (&["puzzle", "algorithms"], "Heurísticas"),
        (&["games"], "dezasseis peças"),
        (&["engines"], "opções:"),
        (&["perft", "quarto", "--depth", "2"], "profundidade"),
        (&["analyze", "quatro", "--depth", "1"], "melhor jogada"),
        (&["solve", "quarto", "--position", "a..c/..57/...0/34.. 6"], "provado"),
    ] {
        let said = |language: &str| {
            let output = plywood().args(arguments).args(["--lang", language]).output().unwrap();
            assert_ne!(output.status.code(), Some(2), "{arguments:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        assert!(said("pt").contains(portuguese), "{arguments:?}\n{}", said("pt"));
        let words: &[&str] = &["board", "proven", "objective", " the ", "Try:", " found"];
        let english = words.iter().find(|word| said("pt").contains(**word));
        assert_eq!(english, None, "{arguments:?}\n{}", said("pt"));
        assert!(!said("en").contains(portuguese), "{arguments:?}");
    }
}
