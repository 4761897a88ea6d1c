//! A new game: whoever plays is chosen or typed, and what engines spend stands side by side.

use crossterm::event::KeyCode;
use plywood_workbench::language::Language;

use crate::tests::{BOTH, LOOK, SMALL, Stage, two_people};

/// The form of tic-tac-toe, with a computer that is typed.
fn typed(language: Language, text: &str) -> Stage {
    let mut stage = Stage::menu(language, LOOK, SMALL);
    stage.type_in("6").press(KeyCode::Down).press(KeyCode::Left).press(KeyCode::Down);
    stage.type_in(text);
    stage
}

#[test]
fn an_engine_with_options_can_be_typed_and_stays_chosen() {
    let mut stage = typed(Language::English, "random:seed=5");
    stage.shows("Program or engine: random:seed=5").enter().shows("human / random:seed=5");
    stage.control('n').shows("random:seed=5").shows("you against the computer");
    // Another game has a form of its own.
    stage.press(KeyCode::Esc).type_in("q8").shows("a level from 1 to 9");
}

#[test]
fn what_cannot_play_is_said_in_the_form_which_stays() {
    for (language, said) in [
        (Language::English, "The game cannot begin"),
        (Language::Portuguese, "A partida não pode começar"),
    ] {
        for text in ["", "mctx", "human", "ugi:nobody", "level:12"] {
            let mut stage = typed(language, text);
            stage.enter().wait_for(said).shows(text).type_in("x").shows(&format!("{text}x"));
            assert!(!stage.text().contains(said), "{}", stage.text());
        }
    }
}

#[test]
fn a_long_command_shows_its_end_and_every_form_fits() {
    let mut stage = typed(Language::English, &"/folder".repeat(20));
    stage.type_in("/end.py").shows("…").shows("/end.py█");
    // Two programs, an adviser that is typed, and the game with the most rules.
    let mut stage = Stage::menu(Language::Portuguese, LOOK, SMALL);
    stage.type_in("5").press(KeyCode::Left);
    for _ in 0..2 {
        stage.press(KeyCode::Down).press(KeyCode::Left).press(KeyCode::Down);
    }
    for _ in 0..6 {
        stage.press(KeyCode::Down);
    }
    stage.press(KeyCode::Left).shows("Registo em log.dat").matches("form-full-pt-80x24");
}

#[test]
fn both_sides_counters_stand_beside_each_other_while_engines_play() {
    for (language, code) in BOTH {
        let setup = two_people("tic-tac-toe");
        let setup = setup.with_players("minimax:depth=4", "alpha-beta:depth=4").unwrap();
        let mut stage = Stage::game(setup, language, LOOK, SMALL);
        let (whole, over) = match code {
            "en" => ("Whole game", "The game is over"),
            _ => ("Partida inteira", "A partida acabou"),
        };
        stage.wait_for(whole).type_in(">>>>").wait_for(over).shows(whole);
        // Minimax never cuts, alpha-beta does, and looks at fewer nodes.
        let text = stage.text();
        let row = |name: &str| -> Vec<u64> {
            let line = text.lines().rfind(|line| line.contains(name)).unwrap();
            let figures = line.split(name).nth(1).unwrap();
            figures
                .split("  ")
                .map(|it| it.replace(' ', ""))
                .filter_map(|it| it.parse().ok())
                .collect()
        };
        let (nodes, cuts) = if code == "en" { ("nodes ", "cuts ") } else { ("nós ", "cortes ") };
        let text_of = |name: &str| row(name);
        assert!(text_of(nodes).len() == 2 && text_of(nodes)[0] > text_of(nodes)[1], "{text}");
        assert!(text_of(cuts)[0] == 0 && text_of(cuts)[1] > 0, "{text}");
        stage.type_in("k");
        assert!(!stage.text().contains(whole), "k hides them:\n{}", stage.text());
    }
}
