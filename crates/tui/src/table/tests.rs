//! Analysis at the table.

use plywood_workbench::language::{Language, Words};

use crate::tests::{LOOK, SMALL, Stage, two_people};

#[test]
fn analysis_shows_several_moves_with_their_values_and_follows_the_game() {
    for (language, size) in [(Language::English, SMALL), (Language::Portuguese, (200, 60))] {
        let mut stage = Stage::game(two_people("tic-tac-toe"), language, LOOK, size);
        stage.type_in("A");
        let title = Words::new(language).fill("analysis-title", &[("depth", &"")]);
        let title = title.split(',').next().unwrap().to_owned();
        let draw = Words::new(language).text("score-draw");
        let has_four = |text: &str| text.contains(&title) && text.matches(&draw).count() >= 4;
        stage.wait_until("four moves, each a draw", has_four);
        // After a corner only the middle holds the draw.
        stage.play("a1");
        let is_next = |text: &str| text.contains("1 b2") && text.matches(&draw).count() < 4;
        stage.wait_until("the only move", is_next);
        stage.type_in("A");
        assert!(!stage.text().contains(&title), "hidden again: {}", stage.text());
    }
}
