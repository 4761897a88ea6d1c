//! Connect four against known counts, a slow reference and damaged texts.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use common::{check_rows_of, counts, position_refusal, refusal, rows};
use plywood_contract::{Drawing, Game, Look, Notation, Symmetric};
use plywood_games::connect_four::{ConnectFour, Position, completing, has_line};
use plywood_testkit::check::{Dice, check_against, check_game, check_readers};
use plywood_testkit::{check_presented, slow_connect_four};

#[test]
fn it_has_its_known_counts() {
    let known = [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
    assert_eq!(counts(&ConnectFour, 8), known);
}

#[test]
fn conformance() {
    check_game(&ConnectFour, 200);
    assert!(check_readers(&ConnectFour, 4000) > 0);
    check_against(&ConnectFour, 200, slow_connect_four::moves);
}

#[test]
fn it_shows_its_position_and_the_line_that_won() {
    check_presented(&ConnectFour, 200, |position, scene| {
        let text = ConnectFour.position_text(position);
        assert!(text.starts_with(&rows(&ConnectFour, scene, ['1', '2'])), "{text}");
        let is_won = ConnectFour.result(position).is_some_and(|result| result != 0);
        check_rows_of(&ConnectFour, scene, is_won, 4);
    });
}

#[test]
fn completing_cells_are_those_where_a_disc_makes_a_line() {
    let (mut dice, mut moves) = (Dice::new(8), Vec::new());
    for _ in 0..200 {
        let mut position = ConnectFour.start();
        while !position.is_over() {
            let [own, other] = position.discs();
            for (discs, all) in [(own, own | other), (other, own | other)] {
                let cells = (0..49).filter(|cell| cell % 7 < 6 && all >> cell & 1 == 0);
                let making = cells.filter(|cell| has_line(discs | 1 << cell));
                assert_eq!(completing(discs, all), making.fold(0, |set, cell| set | 1 << cell));
            }
            moves.clear();
            ConnectFour.moves(&position, &mut moves);
            ConnectFour.play(&mut position, moves[dice.below(moves.len())]);
        }
    }
}

#[test]
fn mirrored_positions_have_one_canonical_form() {
    let name = |columns| ConnectFour.canonical(&Position::after(columns).unwrap());
    assert_eq!(name("1122"), name("7766"));
    assert_ne!(name("1122"), name("1123"));
}

#[test]
fn the_player_who_completed_the_line_wins() {
    for (columns, result) in [("1213141", Some(1)), ("21315161", Some(-1)), ("121314", None)] {
        let position = Position::after(columns).unwrap();
        assert_eq!(ConnectFour.result(&position), result, "{columns}");
    }
}

#[test]
fn columns_that_cannot_be_played_give_no_position() {
    assert_eq!(Position::after(""), Some(ConnectFour.start()));
    assert!(Position::after("1122334").is_some());
    for columns in ["8", "0", "-", "4444444", "11223344"] {
        assert_eq!(Position::after(columns), None, "{columns}");
    }
}

#[test]
fn positions_and_moves_are_refused_with_the_reason() {
    let board = |rows: &str, turn: &str| format!("{}/{rows} {turn}", ["......."; 4].join("/"));
    for (text, reason) in [
        (board("......./.......", "3"), "`3` is not a turn: expected 1 or 2"),
        (
            board("......./.......", ""),
            "the position has 1 fields: expected the board and the turn",
        ),
        (
            board("......./1......", "1"),
            "player 1 has 1 discs and player 2 has 0: player 1 cannot be to move",
        ),
        (board("1....../.......", "2"), "the disc on a5 has nothing below it"),
        (
            board("1111.../2222...", "1"),
            "player 1 has four in a line but is to move: the game ended before",
        ),
    ] {
        assert_eq!(position_refusal(&ConnectFour, &text), reason);
    }
    // Two lines of player 1 far apart: one of them came first.
    assert_eq!(
        position_refusal(&ConnectFour, "......./......./......./1111..2/2221..2/1111222 2"),
        "no last disc of player 1 completes all its lines: the game ended before"
    );
    let start = ConnectFour.position_text(&ConnectFour.start());
    assert_eq!(refusal(&ConnectFour, &start, "h"), "`h` is not a column: expected a to g");
    let full = ConnectFour.position_text(&Position::after("444444").unwrap());
    assert_eq!(refusal(&ConnectFour, &full, "D"), "column d is full");
}

#[test]
fn a_drawing_shows_board_and_turn() {
    let drawn = ConnectFour.draw(&Position::after("44").unwrap(), Look::Plain);
    let end = "  5 . . . 2 . . .\n  6 . . . 1 . . .\n    a b c d e f g\nplayer 1 to move\n";
    assert!(drawn.ends_with(end), "{drawn}");
}
