//! Trees on the screen, drawn into a buffer.

use crossterm::event::KeyCode;

use crate::tests::{ASCII, BOTH, LOOK, SMALL, Stage, two_people, under_way};

/// A position of a game with a handful of moves left, so that its tree is small.
fn stage(language: plywood_workbench::language::Language, size: (u16, u16)) -> Stage {
    let mut stage = Stage::game(two_people("tic-tac-toe"), language, LOOK, size);
    for step in ["b2", "a1", "c3", "a3", "a2"] {
        stage.play(step);
    }
    stage
}

#[test]
fn alpha_beta_is_watched_from_cut_to_cut_in_both_languages_and_sizes() {
    for (language, code) in BOTH {
        for size in [SMALL, (200, 60)] {
            let mut stage = stage(language, size);
            stage.type_in("W").type_in(" ");
            stage.shows("alpha-beta").press(KeyCode::Home).press(KeyCode::Down);
            stage.shows(if code == "en" { "Cut. After " } else { "Corte. Depois de " });
            stage.shows("×").matches(&format!("tree-cut-{code}-{}x{}", size.0, size.1));
            stage.press(KeyCode::End);
            stage.shows(if code == "en" { "the position is worth" } else { "a posição vale" });
            stage.press(KeyCode::Esc).shows(if code == "en" { "your turn" } else { "sua vez" });
        }
    }
}

#[test]
fn minimax_looks_at_every_move_and_monte_carlo_plays_games() {
    let mut stage = stage(plywood_workbench::language::Language::English, SMALL);
    stage.type_in("W").type_in(" ").press(KeyCode::Tab).shows("minimax");
    let before = stage.text();
    stage.press(KeyCode::Down);
    assert_eq!(stage.text(), before, "minimax cuts nothing");
    stage.press(KeyCode::Tab).press(KeyCode::Tab).shows("Monte Carlo");
    stage.press(KeyCode::End).shows("Game ").shows("player 1 gets");
    stage.matches("tree-mcts-en-80x24");
}

#[test]
fn a_tree_in_ascii_is_ascii() {
    let mut stage = Stage::game(
        two_people("tic-tac-toe"),
        plywood_workbench::language::Language::English,
        ASCII,
        SMALL,
    );
    stage.type_in("W").type_in(" ").press(KeyCode::Down);
    assert!(stage.text().is_ascii(), "{}", stage.text());
}

#[test]
fn every_game_can_be_watched_on_its_tree_at_every_step() {
    for game in crate::tests::GAMES {
        let language = plywood_workbench::language::Language::English;
        let mut stage = under_way(game, language, LOOK, SMALL);
        stage.type_in("W").type_in(" ").press(KeyCode::Home);
        for _ in 0..30 {
            stage.press(KeyCode::Right);
        }
        for code in [KeyCode::Down, KeyCode::PageDown, KeyCode::Char('+'), KeyCode::End] {
            stage.press(code);
        }
        stage.press(KeyCode::BackTab).press(KeyCode::End).shows("Monte Carlo");
    }
}
