//! `plywood analyze`, `solve`, `engines` and `bench` as a user meets them.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use assert_cmd::Command;
use serde_json::Value;

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    let (code, out, said) = run(arguments);
    assert_eq!(code, 0, "{arguments:?} said {said}");
    serde_json::from_str(&out).unwrap()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

const DRAWN: &str = "a..c/..57/...0/34.. 6";

#[test]
fn analyze_prints_every_promised_key() {
    let thought = json(&[
        "analyze",
        "quarto",
        "--position",
        DRAWN,
        "--time",
        "2s",
        "--multipv",
        "2",
        "--json",
    ]);
    let promised = [
        "best",
        "value",
        "score_for",
        "score_unit",
        "win_chance",
        "proven",
        "plies_to_end",
        "result",
        "depth",
        "nodes",
        "time_s",
        "nps",
        "pv",
        "lines",
        "stats",
        "origin",
    ];
    for key in promised {
        assert!(keys(&thought).contains(&key), "{key}");
    }
    assert_eq!((&thought["value"], &thought["proven"]), (&0.into(), &true.into()));
    assert_eq!(thought["result"], "draw");
    let lines = thought["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        keys(&lines[0]),
        ["move", "value", "score_unit", "win_chance", "proven", "plies_to_end", "pv"]
    );
    assert_eq!(lines[0]["move"], thought["best"]);
    let stats = &thought["stats"];
    assert!(thought["nodes"].is_u64() && thought["selective_depth"].is_u64());
    for key in ["expanded", "alpha_cuts", "beta_cuts", "pruned", "table_hits"] {
        assert!(keys(stats).contains(&key) && stats[key].is_u64(), "{key}");
    }
}

#[test]
fn solve_prints_every_promised_key_and_every_move() {
    let solution = json(&["solve", "quarto", "--position", DRAWN, "--all-moves", "--json"]);
    for key in ["value", "result", "proven", "moves", "nodes", "time_s"] {
        assert!(keys(&solution).contains(&key), "{key}");
    }
    assert_eq!((&solution["value"], &solution["proven"]), (&0.into(), &true.into()));
    let moves = solution["moves"].as_array().unwrap();
    let legal = json(&["moves", "quarto", "--position", DRAWN, "--json"]);
    assert_eq!(moves.len(), legal["moves"].as_array().unwrap().len());
    assert!(moves.iter().all(|known| keys(known) == ["move", "value"]));
}

#[test]
fn what_is_not_proven_is_not_claimed() {
    let (code, out, _) = run(&["solve", "quarto", "--nodes", "1000", "--json"]);
    let solution: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 1);
    assert_eq!((&solution["value"], &solution["proven"]), (&Value::Null, &false.into()));
    assert_eq!((&solution["result"], &solution["stopped"]), (&"unknown".into(), &"nodes".into()));
    let (code, out, _) = run(&["solve", "blokus-duo", "--time", "20ms"]);
    assert_eq!(code, 1);
    assert!(out.contains("not proven"), "{out}");
}

#[test]
fn engines_can_be_pitted_on_the_same_position() {
    let score = |engine: &str| {
        json(&["analyze", "cavalo", "--seed", "3", "--engine", engine, "--json"])["value"].clone()
    };
    let minimax = score("minimax:depth=4,judge=points");
    for engine in
        ["alpha-beta:depth=4,judge=points", "pvs:depth=4,judge=points", "mtd:depth=4,judge=points"]
    {
        assert_eq!(score(engine), minimax, "{engine}");
    }
}

#[test]
fn engines_lists_what_can_be_named() {
    let listed = json(&["engines", "--json"]);
    let names: Vec<&str> =
        listed["engines"].as_array().unwrap().iter().map(|e| e["name"].as_str().unwrap()).collect();
    for name in ["best", "minimax", "alpha-beta", "pvs", "mtd", "iterative", "mcts", "random"] {
        assert!(names.contains(&name), "{name}");
    }
    let (code, out, _) = run(&["engines"]);
    assert!(code == 0 && out.contains("alpha-beta") && out.contains("depth="));
}

/// The behaviour of all searches: positions looked at in each case of `plywood bench`. Whoever changes a
/// search on purpose changes these on purpose, and says so at the end of the commit (`Nodes: …`).
const BENCH: [u64; 24] = [
    432_978, 450, 152, 14_636, 4_832, 8_827, 329, 7_262, 8_588, 75_286, 779, 192, 906, 2_253,
    9_073, 549_946, 3_590, 5_763, 26_081, 95_412, 10, 961, 7_025, 60_653,
];

#[test]
fn bench_prints_the_count_that_is_written_down() {
    let sum = json(&["bench", "--json"]);
    let cases = sum["cases"].as_array().unwrap();
    let counts: Vec<_> = cases.iter().map(|case| case["nodes"].as_u64().unwrap()).collect();
    assert_eq!(counts, BENCH, "a search behaves differently");
    assert_eq!(sum["nodes"].as_u64(), Some(1_315_984));
    let (_, out, _) = run(&["bench"]);
    assert!(out.contains("Nodes: 1315984\n"), "{out}");
}

#[test]
fn bad_questions_get_a_sentence() {
    for (arguments, expected) in [
        (&["analyze", "quarto", "--engine", "alpha-bta"][..], "Did you mean `alpha-beta`?"),
        (&["analyze", "quarto", "--engine", "minimax:rave=on"], "not an option of minimax"),
        (&["analyze", "quarto", "--time", "0"], "more than zero"),
        (&["analyze", "quarto", "--multipv", "0"], "multipv"),
        (&["analyze", "quarto", "--position", "zzz"], "a position has two parts"),
        (&["solve", "chess"], "there is no game `chess`"),
        (&["analyze", "blokus", "--threads", "0"], "threads"),
        (&["analyze", "quatro", "--hash", "900TB"], "900.00 TB of memory cannot be"),
        (&["analyze", "blokus", "-e", "mcts", "--hash", "900TB"], "cannot be allocated"),
        (&["analyze", "quatro", "-e", "pvs:depth=3,hash=900TB"], "cannot be allocated"),
        (&["analyze", "quatro", "--hash", "9XB"], "`XB` is not a unit of memory"),
        (&["analyze", "quatro", "--hash", "900TB", "--lang", "pt"], "não é possível reservar"),
        (&["solve", "quatro", "--hash", "900TB"], "cannot be allocated"),
        (&["tournament", "quatro", "--hash", "900TB"], "cannot be allocated"),
        (&["ugi", "--hash", "900TB"], "cannot be allocated"),
        (&["serve", "--hash", "900TB"], "cannot be allocated"),
    ] {
        let (code, _, said) = run(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(said.contains(expected), "{arguments:?} said {said}");
    }
}

#[test]
fn a_score_says_whose_it_is_and_what_it_counts() {
    let told = json(&["analyze", "blokus-duo", "--depth", "1", "--json"]);
    assert_eq!((&told["score_for"], &told["score_unit"]), (&1.into(), &"points".into()));
    let (_, out, _) = run(&["analyze", "blokus-duo", "--depth", "1"]);
    assert!(out.contains(" points for Black") || out.contains(" points for White"), "{out}");
    // Monte Carlo search expects wins, whatever the game counts.
    let told = json(&["analyze", "blokus", "-e", "mcts", "--nodes", "500", "--json"]);
    assert_eq!(told["score_unit"], "wins");
    // Player 2 is to move and loses: the text names the winner.
    let lost = ["quatro", "--position", "012./..../..../.... -"];
    let told = json(&[&["analyze"], &lost[..], &["--json"]].concat());
    assert_eq!((&told["score_for"], &told["value"]), (&2.into(), &1.into()));
    assert_eq!(told["plies_to_end"], 1);
    let (_, out, _) = run(&[&["analyze"], &lost[..]].concat());
    assert!(out.contains("proven: Player 2 wins in 1 ply"), "{out}");
    let (_, out, _) = run(&[&["solve"], &lost[..]].concat());
    assert!(out.contains("proven: Player 2 wins\n"), "{out}");
    assert!(!out.contains("side to move") && !out.contains("/s"), "{out}");
}

#[test]
fn a_move_made_at_random_is_no_search() {
    let (_, out, _) = run(&["analyze", "quatro", "-e", "random"]);
    assert!(out.contains("made at random") && !out.contains("+0"), "{out}");
}

#[test]
fn a_finished_game_is_told() {
    let over = "0123/..../..../.... -";
    let (code, out, _) = run(&["analyze", "quatro", "--position", over, "--time", "1s"]);
    assert_eq!(code, 0);
    let said = "the game is over: Player 2 won (a winning line)\n";
    assert_eq!(out, said);
    for command in ["solve", "moves"] {
        assert_eq!(run(&[command, "quatro", "--position", over]).1, said, "{command}");
        let told = json(&[command, "quatro", "--position", over, "--json"]);
        let ending = serde_json::json!({ "winner": 2, "reason": "line" });
        assert_eq!(told["ending"], ending, "{command}");
    }
    let (_, out, _) = run(&["analyze", "quatro", "--position", over, "--lang", "pt"]);
    assert_eq!(out, "a partida acabou: ganhou o Jogador 2 (uma linha vencedora)\n");
    for engine in ["best", "iterative", "mcts", "minimax:depth=2", "random"] {
        let told = json(&["analyze", "quatro", "--position", over, "-e", engine, "--json"]);
        let result = (&told["value"], &told["proven"], &told["result"]);
        assert_eq!(result, (&(-1).into(), &true.into(), &"loss".into()), "{engine}");
        assert_eq!(told["best"], Value::Null);
    }
}

/// Negamax and minimax with alpha-beta, a transposition table, move ordering, quiescence, a strict
/// time limit.
#[test]
fn rules_search_features_of_the_original_programs() {
    let think = |engine: &str, limit: [&str; 2]| {
        json(&[
            "analyze", "cavalo", "--seed", "4", "--engine", engine, limit[0], limit[1], "--json",
        ])
    };
    let full = think("minimax:judge=points", ["--depth", "5"]);
    let analysed = |thought: &Value| thought["nodes"].as_u64().unwrap();
    for engine in ["alpha-beta:judge=points", "pvs:judge=points", "mtd:judge=points"] {
        let cut = think(engine, ["--depth", "5"]);
        assert_eq!(cut["value"], full["value"], "{engine}");
        assert!(2 * analysed(&cut) < analysed(&full), "{engine} cuts");
    }
    let remembered = think("pvs:judge=points", ["--depth", "7"]);
    assert!(remembered["stats"]["table_hits"].as_u64().unwrap() > 0);
    // A piece that completes a line next is followed beyond the depth asked for.
    let reach = |engine: &str| {
        let thought = json(&["analyze", "quatro", "--engine", engine, "--depth", "3", "--json"]);
        thought["selective_depth"].as_u64().unwrap()
    };
    assert!(reach("iterative") > reach("iterative:judge=points"), "quiescence");
    let hurried = think("iterative", ["--time", "50ms"]);
    assert!(hurried["best"].is_string());
    assert_eq!(hurried["stopped"], "time");
}
