//! Tic-tac-toe against its whole tree, a slow reference and damaged texts.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use std::collections::HashSet;

use common::{check_rows_of, counts, position_refusal, refusal, rows};
use plywood_contract::{Drawing, Game, Look, Notation, Seat, Symmetric};
use plywood_games::tic_tac_toe::{Position, TicTacToe};
use plywood_testkit::check::{check_against, check_game, check_readers};
use plywood_testkit::{check_presented, slow_tic_tac_toe};

#[test]
fn it_has_its_known_tree() {
    let nodes = counts(&TicTacToe, 9);
    assert_eq!(nodes, [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    assert_eq!(nodes.iter().sum::<u64>() + 1, 549_946);
    assert_eq!(games(&mut TicTacToe.start()), (255_168, 0));
}

/// How many games there are from here, and what they are worth to player 1.
fn games(position: &mut Position) -> (u64, i32) {
    if let Some(result) = TicTacToe.result(position) {
        return (1, result);
    }
    let mut moves = Vec::new();
    TicTacToe.moves(position, &mut moves);
    let (mut count, mut values) = (0, Vec::new());
    for step in moves {
        TicTacToe.play(position, step);
        let (below, value) = games(position);
        TicTacToe.undo(position, step, ());
        count += below;
        values.push(value);
    }
    let best = match position.turn() {
        Seat::One => values.into_iter().max(),
        Seat::Two => values.into_iter().min(),
    };
    (count, best.unwrap())
}

/// 765 positions differ beyond turns and reflections, the finished ones included (Steele, 2001).
#[test]
fn it_has_765_positions_beyond_symmetry() {
    let mut seen = HashSet::from([TicTacToe.canonical(&TicTacToe.start())]);
    let mut waiting = vec![TicTacToe.start()];
    let mut moves = Vec::new();
    while let Some(position) = waiting.pop() {
        moves.clear();
        TicTacToe.moves(&position, &mut moves);
        for &step in &moves {
            let mut next = position;
            TicTacToe.play(&mut next, step);
            if seen.insert(TicTacToe.canonical(&next)) {
                waiting.push(next);
            }
        }
    }
    assert_eq!(seen.len(), 765);
}

#[test]
fn conformance() {
    check_game(&TicTacToe, 200);
    assert!(check_readers(&TicTacToe, 4000) > 0);
    check_against(&TicTacToe, 200, slow_tic_tac_toe::moves);
}

#[test]
fn it_shows_its_position_and_the_line_that_won() {
    check_presented(&TicTacToe, 200, |position, scene| {
        assert_eq!(rows(&TicTacToe, scene, ['x', 'o']), TicTacToe.position_text(position));
        let is_won = TicTacToe.result(position).is_some_and(|result| result != 0);
        check_rows_of(&TicTacToe, scene, is_won, 3);
    });
}

#[test]
fn positions_and_moves_are_refused_with_the_reason() {
    for (text, reason) in [
        ("x../...", "the board has 2 rows: expected 3, joined by `/`"),
        ("x../..../...", "row 2 has 4 cells: expected 3"),
        ("x../.z./...", "`z` on b2 means nothing: a cell is one of `.`, `x` and `o`"),
        ("xx./.../...", "crosses: 2, noughts: 0; expected as many crosses as noughts, or one more"),
        ("xxx/ooo/...", "player 1 has three in a row but is to move: the game ended before"),
    ] {
        assert_eq!(position_refusal(&TicTacToe, text), reason);
    }
    assert_eq!(refusal(&TicTacToe, "x../.../...", "a1"), "a1 is taken");
    assert_eq!(refusal(&TicTacToe, "x../.../...", "d4"), "`d4` is not a cell: expected a1 to c3");
    let over = "the game is over: no move is possible";
    assert_eq!(refusal(&TicTacToe, "xxx/oo./...", "c2"), over);
}

#[test]
fn a_drawing_shows_board_and_end() {
    let won = TicTacToe.read_position("xxx/oo./...").unwrap();
    let drawn = TicTacToe.draw(&won, Look::Plain);
    assert_eq!(drawn, "  1 x x x\n  2 o o .\n  3 . . .\n    a b c\ngame over: player 1 wins\n");
}
