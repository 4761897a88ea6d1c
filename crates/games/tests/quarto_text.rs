//! Texts of quarto and quatro: what is refused and why, and drawings a person can read.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Drawing, Look, Notation};
use plywood_games::quarto::{Quarto, Quatro};

const QUARTO: Quarto = Quarto { squares: false };
const QUATRO: Quatro = Quatro { squares: false };

#[test]
fn bad_positions_are_refused_by_name() {
    for (text, reason) in [
        (
            "",
            "a position has two parts, the board and the piece in hand, as `a..c/..57/...0/34.. 6`: there are 0",
        ),
        (
            "..../..../..../....",
            "a position has two parts, the board and the piece in hand, as `a..c/..57/...0/34.. 6`: there are 1",
        ),
        ("..../..../.... -", "the board has 3 rows: expected 4, joined by `/`"),
        ("..../...../..../.... -", "row 2, `.....`, has 5 cells: expected 4"),
        (
            "..../.g../..../.... 1",
            "'g' at b2 is not a piece: expected a hex digit from 0 to f, or `.` for none",
        ),
        ("5.../..5./..../.... 1", "piece 5 is at a1 and again at c2: there is one of each"),
        ("5.../..../..../.... 5", "piece 5 cannot be in hand: it is already on the board at a1"),
        (
            "5.../..../..../.... x",
            "`x` is not a piece in hand: expected a hex digit from 0 to f, or `-` for none",
        ),
        (
            "5.../..../..../.... 12",
            "`12` is not a piece in hand: expected a hex digit from 0 to f, or `-` for none",
        ),
        (
            "0123/..../..../.... 4",
            "`4` cannot be in hand: the line a1-d1 has ended the game, expected `-`",
        ),
        (
            "0123/4567/..../.... -",
            "the complete lines a1-d1 and a2-d2 have no cell in common: the game ended before the last of them",
        ),
    ] {
        assert_eq!(QUARTO.read_position(text).unwrap_err().to_string(), reason, "{text}");
    }
    assert_eq!(
        QUATRO.read_position("5.../..../..../.... 6").unwrap_err().to_string(),
        "`6` cannot be in hand: in quatro the mover takes a piece, expected `-`"
    );
    // One placement, on a1, can have completed both.
    assert!(QUATRO.read_position("0123/4.../5.../6... -").is_ok());
}

#[test]
fn bad_moves_of_quatro_are_refused_by_name() {
    let board = QUATRO.read_position("4..c/..57/..60/3... -").unwrap();
    for (text, reason) in [
        ("6", "`6`: this is not a move: expected a piece and a cell, as `6@b1`"),
        ("g@b1", "`g@b1`: `g` is not a piece: expected a hex digit from 0 to f"),
        ("1@e1", "`1@e1`: `e1` is not a cell: expected a column a to d and a row 1 to 4, as `b1`"),
        ("6@b1", "`6@b1`: piece 6 is already on the board at c3"),
        ("1@a1", "`1@a1`: cell a1 is occupied by piece 4"),
    ] {
        assert_eq!(QUATRO.read_move(&board, text).unwrap_err().to_string(), reason);
    }
    assert_eq!(QUATRO.read_move(&board, "F@B1"), QUATRO.read_move(&board, "f@b1"));
    let over = QUATRO.read_position("0123/..../..../.... -").unwrap();
    assert_eq!(
        QUATRO.read_move(&over, "4@a2").unwrap_err().to_string(),
        "`4@a2`: the game is over: player 2 has a line"
    );
}

#[test]
fn bad_moves_of_quarto_are_refused_by_name() {
    for (position, text, reason) in [
        (
            "..../..../..../.... -",
            "b1>6",
            "`b1>6`: there is no piece in hand to place on `b1`: expected only a piece to hand over, as `>6`",
        ),
        (
            "..../..../..../.... -",
            "b1",
            "`b1`: there is no piece in hand to place: expected only a piece to hand over, as `>6`",
        ),
        (
            "012./..../..../.... 3",
            ">4",
            "`>4`: piece 3 is in hand and must be placed: expected `d1`",
        ),
        (
            "01../..../..../.... 3",
            ">4",
            "`>4`: piece 3 is in hand and must be placed: expected `c1>2`",
        ),
        ("012./..../..../.... 3", "a2", "`a2`: the move must hand over a piece: expected `a2>4`"),
        ("012./..../..../.... 3", "b1>4", "`b1>4`: cell b1 is occupied by piece 1"),
        (
            "012./..../..../.... 3",
            "d1>4",
            "`d1>4`: piece 3 on d1 completes a line and wins, so nothing is handed over: expected `d1`",
        ),
        (
            "012./..../..../.... 3",
            "a2>2",
            "`a2>2`: piece 2 cannot be handed over: it is already on the board at c1",
        ),
        (
            "012./..../..../.... 3",
            "a2>3",
            "`a2>3`: piece 3 cannot be handed over: it is the one in hand, to be placed now",
        ),
        (
            "012./..../..../.... 3",
            "a2>",
            "`a2>`: `` is not a piece: expected a hex digit from 0 to f",
        ),
        ("0123/..../..../.... -", ">4", "`>4`: the game is over: player 1 has a line"),
    ] {
        let position = QUARTO.read_position(position).unwrap();
        assert_eq!(QUARTO.read_move(&position, text).unwrap_err().to_string(), reason);
    }
}

#[test]
fn a_drawing_shows_every_attribute() {
    let position = QUARTO.read_position("a..c/..57/...0/34.. 6").unwrap();
    let expected = "       a         b         c         d
  +---------+---------+---------+---------+
  |         |         |         | [...]   |
1 | (...) a |         |         | [...] c |
  +---------+---------+---------+---------+
  |         |         | [# #]   |         |
2 |         |         | [# #] 5 | [# #] 7 |
  +---------+---------+---------+---------+
  |         |         |         | (. .)   |
3 |         |         |         | (. .) 0 |
  +---------+---------+---------+---------+
  |         | [. .]   |         |         |
4 | (# #) 3 | [. .] 4 |         |         |
  +---------+---------+---------+---------+
player 1 to place 6
in hand:
  [. .] 6
left:
  (# #)             (...)    (###)             [###]
  (# #) 1  (. .) 2  (...) 8  (###) 9  (###) b  [###] d  [...] e  [###] f
. white, # black; high: tall, low: short; () round, [] square; gap: hollow
";
    assert_eq!(QUARTO.draw(&position, Look::Plain), expected);
}

#[test]
fn a_drawing_marks_the_line_and_names_the_winner() {
    let board = QUATRO.read_position("0125/..../..../.... -").unwrap();
    let drawing = QUATRO.draw(&board, Look::Unicode);
    assert!(drawing.contains("1 │◆(░ ░) 0◆│◆(█ █) 1◆│◆(░ ░) 2◆│◆[█ █] 5◆│"), "{drawing}");
    assert!(drawing.contains("player 2 wins: a1-d1 all hollow\n"), "{drawing}");
    let coloured = QUATRO.draw(&board, Look::Coloured);
    let mut bare = coloured.clone();
    for code in ["\x1b[38;5;240;48;5;255m", "\x1b[38;5;240m", "\x1b[1;92m", "\x1b[0m"] {
        bare = bare.replace(code, "");
    }
    assert_ne!(coloured, drawing);
    assert_eq!(bare, drawing, "colours add nothing that symbols do not say");
}
