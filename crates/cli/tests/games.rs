//! `plywood games`, `moves`, `show` and `perft` as a user meets them.
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

#[test]
fn perft_prints_every_promised_key() {
    let count = json(&["perft", "blokus", "--depth", "5", "--json"]);
    let keys: Vec<&String> = count.as_object().unwrap().keys().collect();
    let promised =
        ["game", "position", "depth", "turn", "nodes", "nodes_by_depth", "complete", "time_s"];
    assert_eq!(keys, promised);
    assert_eq!(count["nodes_by_depth"], serde_json::json!([3, 9, 54, 324, 4464]));
    assert_eq!(count["game"], "blokus");
}

#[test]
fn perft_of_every_game_from_the_start() {
    let nodes =
        |game, depth| json(&["perft", game, "--depth", depth, "--json"])["nodes_by_depth"].clone();
    assert_eq!(nodes("blokus-duo", "2"), serde_json::json!([414, 171_396]));
    assert_eq!(nodes("quatro", "3"), serde_json::json!([256, 57_600, 11_289_600]));
    assert_eq!(nodes("quarto", "3"), serde_json::json!([16, 3840, 806_400]));
    assert_eq!(nodes("cavalo", "4").as_array().map(Vec::len), Some(4));
    assert_eq!(nodes("tic-tac-toe", "5"), serde_json::json!([9, 72, 504, 3024, 15_120]));
    let connect_four = [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234];
    assert_eq!(nodes("connect-four", "8"), serde_json::json!(connect_four));
    assert_eq!(nodes("othello", "6"), serde_json::json!([4, 12, 56, 244, 1396, 8200]));
}

#[test]
fn perft_follows_position_moves_and_rules() {
    let after = json(&[
        "perft",
        "quarto",
        "-d",
        "1",
        "--position",
        "startpos moves >6",
        "--moves",
        "b1>d",
        "--json",
    ]);
    assert_eq!(after["position"], ".6../..../..../.... d");
    assert_eq!(after["nodes_by_depth"], serde_json::json!([15 * 14]));
    let board = "53376551042038091081/44368450969066168033/24529199640558763979/23943073254731451987/42689521076746821106/41868870187871594361/22143593562898542789/01697402854013752934/92007755490362122648/83605763153208977217 - - 0 0 1";
    let with = |rules| {
        json(&["perft", "cavalo", "-d", "5", "--position", board, "--rules", rules, "--json"])["nodes_by_depth"].clone()
    };
    assert_eq!(with("placement_doubles=as-move"), serde_json::json!([10, 98, 739, 3967, 23108]));
    assert_eq!(
        with("doubles=largest,placement_doubles=as-move,zero_double=true"),
        serde_json::json!([10, 98, 319, 1058, 5304])
    );
}

#[test]
fn sequences_that_end_in_a_pass_can_be_left_out() {
    // Black's second piece takes both corners of white's bar, so white can only pass.
    let moves = "e10,f10,f9,g9,g8 j5,k5,l5,m5,n5 i4,i5,h6,i6,h7";
    let count = |more: &[&str]| {
        let base = ["perft", "blokus-duo", "-d", "1", "--moves", moves, "--json"];
        json(&[&base, more].concat())["nodes_by_depth"].clone()
    };
    assert_eq!(count(&[]), serde_json::json!([1]));
    assert_eq!(count(&["--without-passes"]), serde_json::json!([0]));
}

#[test]
fn divide_adds_up() {
    let count = json(&["perft", "blokus", "-d", "4", "--divide", "--json"]);
    let parts = count["divide"].as_object().unwrap();
    let sum: u64 = parts.values().map(|nodes| nodes.as_u64().unwrap()).sum();
    assert_eq!((parts.len(), sum), (3, 324));
}

#[test]
fn moves_are_listed() {
    let list = json(&["moves", "blokus", "--moves", "b@a1", "--json"]);
    assert_eq!(list["moves"], serde_json::json!(["a@n14", "b@m13", "c2@m12"]));
    assert_eq!((list["turn"].as_u64(), list["count"].as_u64()), (Some(2), Some(3)));
    let (_, text, _) = run(&["moves", "quatro"]);
    assert_eq!(text.lines().count(), 256);
    let over = json(&["moves", "quatro", "--position", "0123/..../..../.... -", "--json"]);
    assert_eq!((over["count"].as_u64(), over["result"].as_i64()), (Some(0), Some(-1)));
}

#[test]
fn a_colour_that_is_skipped_passes_by_itself() {
    // Player 2's start is blocked, so that player can never move.
    let empty = "..............";
    let rows = [vec![empty; 13], vec![".............#"]].concat().join("/");
    let position = format!("{rows} 10,10,15 10,10,15 2");
    let list = json(&["moves", "blokus", "--position", &position, "--moves", "a@a1", "--json"]);
    assert_eq!(list["turn"], 2, "player 2 cannot move: pass, then player 1's move");
}

#[test]
fn every_game_is_drawn() {
    let list = json(&["games", "--json"]);
    let games: Vec<&str> = list["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    assert_eq!(games.len(), 8);
    for game in games {
        let (code, text, _) = run(&["show", game, "--ascii"]);
        assert_eq!(code, 0);
        assert!(text.is_ascii() && text.lines().count() > 4, "{text}");
        let shown = json(&["show", game, "--json"]);
        assert!(shown["position"].is_string() && shown["drawing"].is_string());
    }
}

#[test]
fn the_same_seed_gives_the_same_board() {
    let board = |seed| json(&["show", "cavalo", "--seed", seed, "--json"])["position"].clone();
    assert_eq!(board("7"), board("7"));
    assert_ne!(board("7"), board("8"));
}

#[test]
fn bad_input_gets_one_sentence() {
    let cases: [(&[&str], &str); 11] = [
        (&["perft", "chess", "-d", "3"], "there is no game `chess`"),
        (&["perft", "quatr", "-d", "3"], "Did you mean `quatro`?"),
        (&["perft", "blokus", "-d", "0"], "not a depth"),
        (&["perft", "blokus", "-d", "-2"], "not a depth"),
        (&["perft", "blokus"], "--depth"),
        (&["moves", "blokus", "--moves", "b@a1 b@a1"], "move 2"),
        (&["moves", "blokus", "--position", "nonsense"], "fields"),
        (&["moves", "quarto", "--rules", "squares=maybe"], "one of false and true"),
        (&["moves", "quarto", "--rules", "circles=true"], "no rule `circles`"),
        (&["moves", "blokus", "--rules", "squares=true"], "expected no rules at all"),
        (&["show", "cavalo", "--position", ""], "expected"),
    ];
    for (arguments, part) in cases {
        let (code, out, said) = run(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(out.is_empty());
        assert!(said.contains(part), "{arguments:?} said {said}");
        assert!(!said.contains("panicked"));
        assert!(!said.starts_with("plywood: ") || said.matches(part).count() == 1, "twice: {said}");
    }
}
