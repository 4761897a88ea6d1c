//! Blokus for two and Blokus Duo: node counts, known positions, whole games, slow rules, bad texts.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Drawing, Game, Look, Notation, Scored, Seat, perft};
use plywood_games::blokus::game::Blokus;
use plywood_games::duo::{BlokusDuo, Move, PIECE_NAMES, shapes};
use plywood_testkit::check::{check_against, check_game, check_readers};
use plywood_testkit::slow_blokus;
use serde_json::Value;

fn data(text: &str) -> Vec<Value> {
    let object: Value = serde_json::from_str(text).unwrap();
    object["positions"].as_array().unwrap().clone()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn legal<G: Notation>(game: &G, position: &G::Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|step| game.move_text(position, step)).collect()
}

#[test]
fn blokus_perft() {
    let known = [3, 9, 54, 324, 4464, 61_504, 1_210_075];
    for (depth, nodes) in (1..).zip(known) {
        assert_eq!(perft(&Blokus, &Blokus.start(), depth), nodes, "depth {depth}");
    }
}

#[test]
fn duo_perft() {
    assert_eq!(perft(&BlokusDuo, &BlokusDuo.start(), 1), 414);
    assert_eq!(perft(&BlokusDuo, &BlokusDuo.start(), 2), 171_396);
    assert_eq!(perft(&BlokusDuo, &BlokusDuo.start(), 3), 89_204_762);
}

#[test]
fn blokus_positions_have_their_known_moves() {
    for known in data(include_str!("data/blokus-legal.json")) {
        let text = known["position"].as_str().unwrap();
        let position = Blokus.read_position(text).unwrap();
        assert_eq!(Blokus.position_text(&position), text);
        assert_eq!(legal(&Blokus, &position), texts(&known["legal"]), "{text}");
        let mut played = Blokus.start();
        for step in texts(&known["history"]) {
            Blokus.try_play(&mut played, &step).unwrap();
        }
        assert_eq!(played, position);
        let points: Vec<u64> =
            known["points"].as_array().unwrap().iter().map(|p| p.as_u64().unwrap()).collect();
        assert_eq!(Blokus.points(&position).map(u64::from).to_vec(), points);
    }
}

#[test]
fn blokus_games_end_as_they_should() {
    for known in data(include_str!("data/blokus-games.json")) {
        let mut position = Blokus.start();
        for step in texts(&known["moves"]) {
            assert_eq!(Blokus.result(&position), None);
            Blokus.try_play(&mut position, &step).unwrap();
        }
        let result = Blokus.result(&position).expect("the game is over");
        let winner = match known["winner"].as_u64().unwrap() {
            0 => 0,
            1 => 1,
            _ => -1,
        };
        assert_eq!(result.signum(), winner);
        for seat in Seat::BOTH {
            let left = position.left(seat);
            let known = known["left"][seat.index()].as_array().unwrap();
            let known: Vec<u64> = known.iter().map(|count| count.as_u64().unwrap()).collect();
            assert_eq!([left.a, left.b, left.c].map(u64::from).to_vec(), known);
        }
    }
}

#[test]
fn duo_positions_have_their_known_moves() {
    for known in data(include_str!("data/blokus-duo-legal.json")) {
        let mut position = BlokusDuo.start();
        for step in known["moves"].as_array().unwrap() {
            // The data skip a colour that cannot move; in our game it passes.
            let colour = if position.turn() == Seat::One { "b" } else { "w" };
            if step[0].as_str() != Some(colour) {
                BlokusDuo.try_play(&mut position, "pass").unwrap();
            }
            BlokusDuo.try_play(&mut position, step[1].as_str().unwrap()).unwrap();
        }
        let mut moves = Vec::new();
        BlokusDuo.moves(&position, &mut moves);
        if moves == [Move::Pass] {
            BlokusDuo.play(&mut position, Move::Pass);
            moves.clear();
            BlokusDuo.moves(&position, &mut moves);
        }
        assert_eq!(moves.len() as u64, known["legal_total"].as_u64().unwrap());
        for (piece, name) in PIECE_NAMES.iter().enumerate() {
            let is_piece = |step: &&Move| match step {
                Move::Place { shape, .. } => shapes()[usize::from(*shape)].piece == piece,
                Move::Pass => false,
            };
            let count = moves.iter().filter(is_piece).count() as u64;
            assert_eq!(count, known["legal_by_piece"][name].as_u64().unwrap_or(0), "piece {name}");
        }
        let [black, white] = BlokusDuo.points(&position).map(u64::from);
        assert_eq!(Some(black), known["points"]["b"].as_u64());
        assert_eq!(Some(white), known["points"]["w"].as_u64());
    }
}

#[test]
fn random_games_pass_the_conformance_checks() {
    check_game(&Blokus, 60);
    check_game(&BlokusDuo, 12);
}

#[test]
fn bitboards_equal_plain_arrays() {
    check_against(&Blokus, 40, slow_blokus::course_moves);
    check_against(&BlokusDuo, 12, slow_blokus::duo_moves);
}

#[test]
fn readers_survive_damaged_texts() {
    check_readers(&Blokus, 3000);
    check_readers(&BlokusDuo, 1000);
}

#[test]
fn foreign_moves_are_refused_with_the_rule_they_break() {
    let mut position = Blokus.start();
    for step in ["b@a1", "c2@m12", "c1@b4"] {
        Blokus.try_play(&mut position, step).unwrap();
    }
    Blokus.try_play(&mut position, "a@l11").unwrap();
    let refusal = |text: &str| Blokus.read_move(&position, text).unwrap_err().to_string();
    for (text, reason) in [
        ("z@a1", "not a piece"),
        ("a@o1", "not a cell"),
        ("a@a15", "not a cell"),
        ("b@n14", "leaves the board"),
        ("a@a1", "a1 is already covered by an own piece"),
        ("a@l11", "l11 is already covered by the opponent"),
        ("a@c1", "c1 shares an edge with an own piece"),
        ("a@h8", "touches no own piece at a corner"),
        ("a1,b1", "not a piece"),
        ("pass", "nobody may pass"),
        ("", "not a cell"),
    ] {
        assert!(refusal(text).contains(reason), "{text}: {}", refusal(text));
    }
    // A list of cells is read too, in any order and case.
    assert_eq!(Blokus.read_move(&position, "E2"), Blokus.read_move(&position, "a@e2"));
    assert_eq!(
        Blokus.read_move(&Blokus.start(), "b2,A2,b1,a1"),
        Blokus.read_move(&Blokus.start(), "b@a1")
    );
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let start = Blokus.position_text(&Blokus.start());
    let refusal = |text: &str| Blokus.read_position(text).unwrap_err().to_string();
    let cases = [
        (String::new(), "0 fields"),
        (start.replace(" 1", ""), "fields"),
        (start.replacen("10,10,15", "9,10,15", 1), "leave 10,10,15"),
        (start.replacen("10,10,15", "9,10", 1), "not a stock"),
        (start.replacen('.', "1", 1), "leave 9,10,15"),
        (start.replacen('.', "x", 1), "a1 is not a cell"),
        (start.replacen('.', "é", 1), "a1 is not a cell"),
        (start.replacen("/..", "/1.", 1), "none covers the start cell a1"),
        (start.replacen("..", "11", 1), "not a piece"),
        (start.replacen("/.", "/", 1), "row 2 has 13 cells"),
        (start.replacen('/', "", 1), "13 rows"),
        (format!("{}3", &start[..start.len() - 1]), "not a turn"),
    ];
    for (text, reason) in cases {
        assert!(refusal(&text).contains(reason), "{text}: {}", refusal(&text));
    }
    let duo = BlokusDuo.position_text(&BlokusDuo.start());
    let refusal = |text: &str| BlokusDuo.read_position(text).unwrap_err().to_string();
    for (text, reason) in [
        (duo.replacen('.', "1", 1), "none covers e10"),
        (duo.replacen('.', "#", 1), "a14 is not a cell"),
        (duo.replacen("- ", "", 1).replacen(" -", " 1", 1), "has pieces left"),
        (duo.replacen(" 1 ", " 0 ", 1), "not a turn"),
        (duo.replacen(" -", " x", 1), "single square"),
    ] {
        assert!(refusal(&text).contains(reason), "{text}: {}", refusal(&text));
    }
}

/// Black has placed everything but the single square, and white, whose start is covered, nothing.
const ALL_BUT_ONE: &str = "11.1111.111.11/.11..1...1.11./1.1.......1..1/1..1......1.11/1.111.......11/11.1.1...111../..1.111.1.1.11/111...1.1.1.11/1..111.11...../.11..1.1.1111./..1..1.......1/.11...11111.11/1..111......../111........... 1 -";

#[test]
fn duo_pays_for_all_pieces_and_for_the_single_square_last() {
    let mut position = BlokusDuo.read_position(ALL_BUT_ONE).unwrap();
    assert_eq!(position.left(Seat::One), 1);
    assert_eq!(BlokusDuo.points(&position), [88, 0]);
    BlokusDuo.try_play(&mut position, "e12").unwrap();
    assert_eq!(BlokusDuo.points(&position), [89 + 15 + 5, 0]);
    assert_eq!(BlokusDuo.result(&position), Some(109));
    let text = BlokusDuo.position_text(&position);
    assert!(text.ends_with(" 2 1"), "{text}");
    assert_eq!(BlokusDuo.read_position(&text), Ok(position));
    // The same board, but something else came last.
    let other = BlokusDuo.read_position(&text.replace(" 2 1", " 2 -")).unwrap();
    assert_eq!(BlokusDuo.points(&other), [89 + 15, 0]);
}

#[test]
fn drawings_are_as_a_person_expects() {
    let mut position = Blokus.start();
    Blokus.try_play(&mut position, "c2@a1").unwrap();
    Blokus.try_play(&mut position, "b@m13").unwrap();
    let drawing = Blokus.draw(&position, Look::Plain);
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[0], "  1 1 . . . . . . . . . . . . .");
    assert_eq!(lines[1], "  2 1 1 . . . . . . . . . . . .");
    assert_eq!(lines[13], " 14 . . . . . . . . . . . . 2 2");
    assert_eq!(lines[14], "    a b c d e f g h i j k l m n");
    assert_eq!(lines[15], "player 1 (1):   4 points, left: 10 a, 10 b, 14 c  to move");
    let duo = BlokusDuo.draw(&BlokusDuo.start(), Look::Unicode);
    assert!(duo.starts_with(" 14 ·") && duo.contains("left: 1 2 I3 V3"));
}
