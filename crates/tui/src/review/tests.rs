//! Games looked through, drawn into a buffer.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use crossterm::event::KeyCode;
use plywood_workbench::language::Language;

use crate::tests::{ASCII, BOTH, LOOK, SMALL, Stage, two_people};

/// A game of tic-tac-toe in which player 2 overlooks a row of two.
const MOVES: [&str; 5] = ["a1", "b2", "b1", "c3", "c1"];

fn reviewed(language: Language, theme: crate::Theme, size: (u16, u16)) -> Stage {
    let mut stage = Stage::game(two_people("tic-tac-toe"), language, theme, size);
    for step in MOVES {
        stage.play(step);
    }
    stage.type_in("V");
    stage.wait_for("??");
    stage
}

#[test]
fn the_mistake_of_a_lost_game_is_marked_and_the_better_move_shown() {
    for (language, code) in BOTH {
        for size in [SMALL, (200, 60)] {
            let mut stage = reviewed(language, LOOK, size);
            stage.press(KeyCode::Up);
            stage.shows(if code == "en" { "c1 was better" } else { "Melhor era c1" });
            stage.matches(&format!("review-{code}-{}x{}", size.0, size.1));
            stage.type_in("b").shows("?");
        }
    }
    let mut stage = reviewed(Language::English, ASCII, SMALL);
    stage.press(KeyCode::Up);
    assert!(stage.text().is_ascii(), "{}", stage.text());
}

#[test]
fn one_steps_through_a_game_and_plays_on_from_any_position() {
    let mut stage = reviewed(Language::English, LOOK, SMALL);
    stage.press(KeyCode::Home).shows("ply 0 of 5").press(KeyCode::Right).shows("ply 1 of 5");
    stage.press(KeyCode::End).press(KeyCode::Left).press(KeyCode::Left).shows("ply 3 of 5");
    stage.enter().shows("ply 4").shows("Player 2 (human): your turn");
}

#[test]
fn a_game_in_which_nothing_happened_has_nothing_to_review() {
    let mut stage = Stage::game(two_people("quatro"), Language::English, LOOK, SMALL);
    stage.type_in("V").shows("nothing to review");
}

#[test]
fn the_review_is_left_for_the_game_as_it_was() {
    let mut stage = reviewed(Language::English, LOOK, SMALL);
    stage.type_in("?").shows("play on from the position").press(KeyCode::Esc);
    stage.press(KeyCode::Esc).shows("three in a row").shows("wins");
}
