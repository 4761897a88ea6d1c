//! Whole games with the keys alone and with the mouse alone, and positions set up by hand.

use crossterm::event::{KeyCode, MouseButton};
use plywood_workbench::language::Language;

use crate::tests::{BOTH, GAMES, LOOK, SMALL, Stage, two_people};

/// No game takes more of these.
const MOST: usize = 6000;

fn is_over(stage: &Stage) -> bool {
    stage.text().contains("The game is over")
}

#[test]
fn every_game_is_played_to_its_end_with_keys_alone() {
    for game in GAMES {
        for size in [SMALL, (200, 60)] {
            let mut stage = Stage::game(two_people(game), Language::English, LOOK, size);
            let mut n = 0;
            while !is_over(&stage) {
                // The first legal place of the first piece that has one, or whatever is asked for.
                let before = stage.text();
                stage.press(KeyCode::Tab).enter();
                if stage.text() == before {
                    stage.press(KeyCode::Right);
                }
                n += 1;
                assert!(n < MOST, "{game} does not end:\n{}", stage.text());
            }
        }
    }
}

#[test]
fn every_game_is_played_to_its_end_with_the_mouse_alone() {
    for game in GAMES {
        let size = if game == "cavalo" { (200, 60) } else { SMALL };
        let mut stage = Stage::game(two_people(game), Language::English, LOOK, size);
        let mut n = 0;
        while !is_over(&stage) {
            let before = stage.plies();
            // A place to put the piece: the wheel finds a legal one. Else something of a list.
            stage.wheel();
            match stage.ghost_or_cursor() {
                Some((x, y)) => stage.click(x, y).click(x, y),
                None => stage.click_option(n),
            };
            n = if stage.plies() == before { n + 1 } else { 0 };
            assert!(n < 200, "{game} does not go on:\n{}", stage.text());
        }
    }
}

#[test]
fn a_position_is_set_up_with_keys_and_mouse_and_played_from() {
    for (language, code) in BOTH {
        for size in [SMALL, (200, 60)] {
            let mut stage = Stage::game(two_people("tic-tac-toe"), language, LOOK, size);
            stage.type_in("E").type_in("1 ").press(KeyCode::Right).type_in("2 ");
            stage.press(KeyCode::Down).type_in("1 ").press(KeyCode::Down).type_in("2 ");
            stage.matches(&format!("draft-{code}-{}x{}", size.0, size.1));
            stage.enter().shows(if code == "en" { "your turn" } else { "sua vez" });
        }
    }
    let mut stage = Stage::game(two_people("othello"), Language::English, LOOK, SMALL);
    stage.type_in("E").type_in("T").type_in("1");
    let first = stage.cell((0, 0));
    stage.click(first.0, first.1).shows("Enter begins");
    stage.button(MouseButton::Right, first.0, first.1).press(KeyCode::Esc);
    stage.shows("your turn");
}

#[test]
fn every_game_is_set_up_and_a_position_that_cannot_be_played_says_why() {
    for game in GAMES {
        let mut stage = Stage::game(two_people(game), Language::English, LOOK, SMALL);
        stage.type_in("E").shows("setting up").shows("To put down").shows("Enter begins");
        stage.press(KeyCode::Tab).type_in(" ").press(KeyCode::Delete).press(KeyCode::Home);
        stage.shows("Enter begins").enter().shows("your turn");
    }
    let mut stage = Stage::game(two_people("tic-tac-toe"), Language::English, LOOK, SMALL);
    stage.type_in("E").type_in("2 ");
    assert!(!stage.text().contains("Enter begins"), "{}", stage.text());
    stage.enter().shows("setting up");
}

#[test]
fn the_moves_are_shown_in_place_of_the_pieces_and_scroll() {
    for (language, code) in BOTH {
        for size in [SMALL, (200, 60)] {
            let mut stage = Stage::game(two_people("othello"), language, LOOK, size);
            for _ in 0..52 {
                stage.press(KeyCode::Tab).enter();
            }
            stage.type_in("M").shows(if code == "en" { "Moves" } else { "Jogadas" });
            stage.shows(" 52 ");
            for _ in 0..6 {
                stage.press(KeyCode::PageUp);
            }
            stage.shows("  1 ");
            stage.matches(&format!("moves-{code}-{}x{}", size.0, size.1));
            for _ in 0..6 {
                stage.press(KeyCode::PageDown);
            }
            stage.shows(" 52 ").type_in("M");
        }
    }
}
