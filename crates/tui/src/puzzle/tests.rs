//! The puzzle on the screen, drawn into a buffer.

use crossterm::event::KeyCode;
use plywood_workbench::language::Language;

use crate::tests::{LOOK, SMALL, Stage};

#[test]
fn a_search_is_watched_stepped_and_its_solution_played_back() {
    for (language, code, last) in
        [(Language::English, "en", "s plays"), (Language::Portuguese, "pt", "s mostra")]
    {
        let mut stage = Stage::menu(language, LOOK, SMALL);
        stage.type_in("9").type_in("a").enter().wait_for(last);
        stage.press(KeyCode::Home);
        let first = stage.text();
        stage.press(KeyCode::Right).press(KeyCode::Right).press(KeyCode::Left).press(KeyCode::Left);
        let without_speed = |text: &str| -> String {
            let lines = text.lines().filter(|line| !line.contains("/s"));
            lines.collect()
        };
        assert_eq!(without_speed(&stage.text()), without_speed(&first), "back is where we were");
        stage.press(KeyCode::Down).shows(if code == "en" { "is expanded" } else { "expandido" });
        stage.press(KeyCode::End).type_in("s");
        stage.wait_for(if code == "en" { "2 of 2 pieces" } else { "2 de 2 peças" });
        stage.press(KeyCode::Esc).press(KeyCode::Esc);
        stage.matches(&format!("start-{code}-80x24").replace("start", "start-after-puzzle"));
    }
}
