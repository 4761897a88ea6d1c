//! The textbook's judge of tic-tac-toe.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Game, Limits, Notation, Quiet};
use plywood_games::tic_tac_toe::TicTacToe;
use plywood_judges::tic_tac_toe::OpenLines;
use plywood_search::adversarial::{Question, alpha_beta};

#[test]
fn the_game_is_a_draw_and_open_lines_like_the_middle() {
    let start = TicTacToe.start();
    let whole =
        alpha_beta(&Question::new(&TicTacToe, &OpenLines, &start, &Limits::default()), 9, Quiet);
    assert_eq!(whole.score(), Some(0));
    let one =
        alpha_beta(&Question::new(&TicTacToe, &OpenLines, &start, &Limits::default()), 1, Quiet);
    assert_eq!(TicTacToe.move_text(&start, one.best().unwrap()), "b2");
    assert_eq!(one.score(), Some(4));
}
