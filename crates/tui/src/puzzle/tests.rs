//! The puzzle on the screen, drawn into a buffer.

use crossterm::event::KeyCode;
use plywood_workbench::language::Language;

use crate::tests::{BOTH, LOOK, SMALL, Stage};

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

#[test]
fn a_problem_is_solved_by_hand_with_keys_and_with_the_mouse() {
    for (language, code) in BOTH {
        for size in [SMALL, (200, 60)] {
            let mut stage = Stage::menu(language, LOOK, size);
            stage.type_in("9").type_in("ah");
            stage.wait_for(if code == "en" { "are enough" } else { "Bastam 2" });
            stage.matches(&format!("hand-{code}-{}x{}", size.0, size.1));
            stage.type_in("h").enter().type_in("h").enter();
            stage.shows(if code == "en" { "Solved: 2" } else { "Resolvido: 2" });
            stage.press(KeyCode::Backspace).press(KeyCode::Backspace).type_in("rr");
            stage.shows(if code == "en" { "Solved: 2" } else { "Resolvido: 2" });
            stage.press(KeyCode::Home).shows(if code == "en" { "0 steps" } else { "0 passos" });
            stage.press(KeyCode::Esc).shows(if code == "en" { "by hand" } else { "à mão" });
        }
    }
    // Cell a1 must be covered first: a click there chooses a step to it, clicks on the list take it.
    let mut stage = Stage::menu(Language::English, LOOK, SMALL);
    stage.type_in("9").type_in("ah").wait_for("are enough");
    let text = stage.text();
    let found =
        text.lines().zip(0..).find_map(|(line, row)| Some((line.split_once(" b@a1")?.0, row)));
    let (before, row) = found.unwrap();
    let column = before.chars().count() as u16 + 1;
    stage.click(5, 2);
    for _ in 0..2 {
        if stage.text().contains("0 steps") {
            stage.click(column, row);
        }
    }
    stage.shows("1 step").shows("b@a1");
}

#[test]
fn tiles_are_moved_by_arrows() {
    let mut stage = Stage::menu(Language::English, LOOK, SMALL);
    stage.type_in("9").press(KeyCode::Right).type_in("h").shows("by hand");
    let before = stage.text();
    for code in [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right] {
        stage.press(code);
    }
    assert_ne!(stage.text(), before);
    assert!(!stage.text().contains("0 steps"), "{}", stage.text());
}

#[test]
fn boards_come_from_files_and_are_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.txt");
    std::fs::write(&file, "objective: 3\n....\n....\n").unwrap();
    let mut stage = Stage::menu(Language::English, LOOK, (140, 50));
    stage.type_in("9").type_in("o").type_in(file.to_str().unwrap());
    stage.shows("File, or a problem's text:").enter();
    stage.shows("It was opened").shows("two.txt");
    stage.type_in("o").type_in("/nowhere/at/all").enter().shows("/nowhere/at/all");
    stage.type_in("o").press(KeyCode::Esc);
    stage.type_in("n").shows("A new board").shows("6x6-25-");
    stage.enter().wait_for("step ");
}

#[test]
fn the_open_and_the_closed_list_are_shown() {
    for (language, code) in BOTH {
        for size in [SMALL, (200, 60)] {
            let mut stage = Stage::menu(language, LOOK, size);
            let last = if code == "en" { "s plays" } else { "s mostra" };
            stage.type_in("9").type_in("b").enter().wait_for(last).press(KeyCode::Home);
            for _ in 0..3 {
                stage.press(KeyCode::Down);
            }
            stage.type_in("l").shows(if code == "en" { "Open " } else { "Abertos " });
            let without_speed: String =
                stage.text().lines().filter(|line| !line.contains("/s")).collect();
            assert!(without_speed.contains(if code == "en" { "Closed 3" } else { "Fechados 3" }));
            stage.type_in("l").shows(last);
        }
    }
}
