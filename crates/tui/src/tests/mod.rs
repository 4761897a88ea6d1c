//! Screens drawn into a buffer and compared with the texts in `tests/screens`. `UPDATE_SCREENS=1` writes
//! them anew; look at the difference before keeping it.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod begin;
mod play;
mod stage;

use crossterm::event::KeyCode;
use plywood_records::Store;
use plywood_workbench::language::Language;
use plywood_workbench::play::{Session, Setup};
use ratatui::style::Color;

use crate::theme::Theme;

pub(crate) use stage::*;

#[test]
fn every_game_looks_as_it_did_in_both_languages_and_sizes() {
    for game in GAMES {
        for (language, code) in BOTH {
            for size in [(80, 24), (100, 30)] {
                let mut stage = under_way(game, language, LOOK, size);
                stage.matches(&format!("{game}-{code}-{}x{}", size.0, size.1));
                stage.shows(if code == "en" { "q leave\n" } else { "q sair\n" });
            }
        }
        under_way(game, Language::English, LOOK, (140, 50)).matches(&format!("{game}-en-140x50"));
    }
}

#[test]
fn in_ascii_nothing_else_is_drawn() {
    for game in GAMES {
        let stage = under_way(game, Language::English, ASCII, SMALL);
        stage.matches(&format!("{game}-ascii-80x24"));
        assert!(stage.text().is_ascii(), "{}", stage.text());
    }
    for keys in ["", "1", "9", "?"] {
        let mut stage = Stage::menu(Language::English, ASCII, SMALL);
        stage.type_in(keys);
        let text = stage.text();
        assert!(text.is_ascii(), "{text}");
    }
}

#[test]
fn without_colours_there_are_none() {
    for game in GAMES {
        let theme = Theme { has_colours: false, ..LOOK };
        let stage = under_way(game, Language::English, theme, SMALL);
        let cells = &stage.terminal.backend().buffer().content;
        assert!(cells.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    }
}

#[test]
fn menus_forms_and_help_look_as_they_did() {
    for (language, code) in BOTH {
        let screen = |keys: &str, name: &str| {
            let mut stage = Stage::menu(language, LOOK, SMALL);
            stage.type_in(keys);
            stage.matches(&format!("{name}-{code}-80x24"));
        };
        screen("", "start");
        screen("1", "form-quatro");
        screen("5", "form-cavalo");
        screen("9", "form-puzzle");
        screen("?", "help");
        screen("w", "page");
    }
    Stage::menu(Language::English, LOOK, (100, 30)).matches("start-en-100x30");
    Stage::menu(Language::English, ASCII, SMALL).matches("start-ascii-80x24");
}

#[test]
fn a_small_window_gets_a_polite_sentence_and_the_game_survives_it() {
    for (language, code) in BOTH {
        Stage::menu(language, LOOK, (40, 15)).matches(&format!("small-{code}-40x15"));
    }
    let mut stage = under_way("blokus", Language::English, LOOK, SMALL);
    let before = stage.text();
    for (width, height) in [(40, 15), (3, 2), (1, 1), (79, 24), (80, 23), (200, 60), (80, 24)] {
        stage.terminal.backend_mut().resize(width, height);
        stage.draw();
    }
    assert_eq!(stage.text(), before);
}

#[test]
fn the_help_tells_every_key() {
    let mut stage = Stage::menu(Language::English, LOOK, (100, 100));
    stage.type_in("?");
    for (_, keys, ..) in crate::table::COMMANDS {
        stage.shows(keys);
    }
    for (keys, _) in crate::table::GAME_KEYS.iter().chain(&crate::puzzle::KEYS) {
        stage.shows(keys);
    }
}

#[test]
fn three_keys_put_a_game_against_the_computer_on() {
    let mut stage = Stage::menu(Language::English, LOOK, SMALL);
    stage.enter().enter().enter();
    stage.shows("Player 1 (human): your turn").shows("level 5");
}

#[test]
fn a_piece_is_taken_moved_turned_and_played() {
    let mut stage = Stage::game(two_people("blokus"), Language::English, LOOK, SMALL);
    stage.type_in("c").matches("blokus-ghost-en-80x24");
    stage.press(KeyCode::Down).shows("must cover a1").matches("blokus-illegal-en-80x24");
    stage.enter().shows("This cannot be played");
    stage.press(KeyCode::Tab).enter();
    stage.shows("Player 2 (human): your turn").shows("c2@a1");
    stage.press(KeyCode::Backspace).shows("One ply was taken back");
    stage.type_in("r").shows("One ply was played again");
}

#[test]
fn letters_walk_through_sizes_and_space_through_ways() {
    let mut stage = Stage::game(two_people("blokus-duo"), Language::English, LOOK, SMALL);
    stage.type_in("l").shows("Tab (");
    let lying = stage.text();
    stage.type_in(" ");
    assert_ne!(stage.text(), lying, "Space turns");
    stage.type_in("/");
    stage.type_in("l").type_in("l").press(KeyCode::Esc);
    stage.shows("Which piece?");
    stage.type_in("i").press(KeyCode::Tab).press(KeyCode::BackTab).enter();
    stage.shows("White (human): your turn");
}

#[test]
fn quarto_places_then_hands_over() {
    let mut stage = Stage::game(two_people("quarto"), Language::English, LOOK, SMALL);
    stage.shows("hand over").type_in("6").enter();
    stage.shows("Enter places the piece").enter().matches("quarto-hand-over-en-80x24");
    stage.type_in("d").enter();
    stage.shows("c3>d · ply 3");
}

#[test]
fn the_mouse_points_and_plays() {
    let mut stage = Stage::game(two_people("quatro"), Language::English, LOOK, SMALL);
    // The first piece of the list, then the first cell, twice.
    stage.click(42, 8).shows("Enter places the piece");
    stage.click(6, 4).click(6, 4);
    stage.shows("0@a1 · ply 2").shows("Player 2 (human): your turn");
}

#[test]
fn a_won_line_and_a_final_count_are_shown() {
    let mut stage = Stage::game(two_people("quatro"), Language::English, LOOK, SMALL);
    for step in ["0@a1", "1@b1", "2@c1", "3@d1"] {
        stage.play(step);
    }
    stage.shows("Player 2 (human) wins").matches("quatro-won-en-80x24");
    stage.play("4@a2").shows("The game is over");
    let setup = Setup { seed: 3, ..Setup::new("cavalo") };
    let setup = setup.with_players("random:seed=1", "random:seed=2").unwrap();
    let mut stage = Stage::game(setup, Language::English, LOOK, SMALL);
    // Figures of a search depend on the machine.
    stage.type_in("k>>>>").wait_for("Final count: ").matches("cavalo-over-en-80x24");
}

/// How light a colour of the grey ramp is, 0 to 23.
fn lightness(colour: Color) -> u8 {
    match colour {
        Color::Indexed(index) if index >= 232 => index - 232,
        other => panic!("{other:?} is no grey"),
    }
}

#[test]
fn what_is_called_black_is_drawn_dark_and_white_light() {
    let stage = under_way("blokus-duo", Language::English, LOOK, SMALL);
    let buffer = stage.terminal.backend().buffer();
    // The board is left of the panel: full blocks are black's, shaded ones with a ground white's.
    let cells: Vec<_> = (2..22).flat_map(|y| (0..40).map(move |x| &buffer[(x, y)])).collect();
    let black: Vec<_> = cells.iter().filter(|cell| "█".contains(cell.symbol())).collect();
    let white: Vec<_> = cells.iter().filter(|cell| "▒░".contains(cell.symbol())).collect();
    assert!(!black.is_empty() && !white.is_empty(), "{}", stage.text());
    assert!(black.iter().all(|cell| lightness(cell.fg) <= 8), "{black:?}");
    assert!(white.iter().all(|cell| lightness(cell.bg) >= 20), "{white:?}");
    // Pieces of quatro: 6 is white and f black.
    let stage = under_way("quatro", Language::English, LOOK, SMALL);
    let cells = &stage.terminal.backend().buffer().content;
    assert!(cells.iter().any(|cell| cell.symbol() == "█" && lightness(cell.fg) <= 8));
    let is_line = |cell: &&ratatui::buffer::Cell| cell.symbol() == "░";
    assert!(cells.iter().filter(is_line).all(|cell| lightness(cell.bg) >= 20));
}

#[test]
fn numbers_in_the_panel_keep_their_column_and_names_end_in_dots() {
    let start = Session::new(Setup { seed: 3, ..Setup::new("cavalo") }).unwrap().position();
    let fields: Vec<&str> = start.split(' ').collect();
    // Numbers worth enough are gone from the middle of the board.
    let blank = "--".repeat(10);
    let rows = fields[0].split('/').enumerate();
    let rows = rows.map(|(i, row)| if (2..8).contains(&i) { &blank } else { row });
    let rows = rows.collect::<Vec<_>>().join("/");
    let board = [&[&*rows], &fields[1..3], &["1674", "98"], &fields[5..]].concat().join(" ");
    let mut setup = two_people("cavalo").with_players("level:6", "level:2").unwrap();
    setup.position = Some(board);
    let mut stage = Stage::game(setup.clone(), Language::English, LOOK, SMALL);
    stage.shows("[♘1] level 6").shows("1674 p").shows("(♞2) level 2");
    assert!(!stage.text().contains("level 1674"), "{}", stage.text());
    let setup = setup.with_players("iterative:depth=1,slips=30", "level:2").unwrap();
    let mut stage = Stage::game(setup, Language::English, LOOK, SMALL);
    stage.shows("…  1674 pts");
}

#[test]
fn a_finished_game_of_seven_plies_has_seven() {
    let mut stage = Stage::game(two_people("quatro"), Language::English, LOOK, SMALL);
    for step in ["0@a1", "9@b2", "6@c4", "f@d3", "2@b1", "4@c1", "c@d1"] {
        stage.play(step);
    }
    stage.shows("wins").shows("7 plies");
    assert!(!stage.text().contains("ply 8"), "{}", stage.text());
}

#[test]
fn a_short_search_shows_no_speed_and_a_score_names_its_side() {
    let setup = Setup { seed: 3, ..Setup::new("blokus") };
    let setup = setup.with_players("human", "alpha-beta:depth=1").unwrap();
    let mut stage = Stage::game(setup, Language::English, LOOK, SMALL);
    stage.play("b@a1").wait_for("your turn").shows("depth 1 ·").shows("points for Player ");
    assert!(!stage.text().contains("/s"), "{}", stage.text());
    let setup = Setup { seed: 3, ..Setup::new("quatro") };
    let setup = setup.with_players("human", "iterative:depth=1,slips=100").unwrap();
    let mut stage = Stage::game(setup, Language::English, LOOK, SMALL);
    stage.play("6@b1").wait_for("your turn").shows("last move: made at random");
    assert!(!stage.text().contains("depth 0"), "{}", stage.text());
}

#[test]
fn nothing_asked_for_after_the_end_changes_who_won() {
    let setup = two_people("quatro").with_players("human", "random:seed=1").unwrap();
    let mut stage = Stage::game(setup, Language::English, LOOK, SMALL);
    let store = Store::open(&stage._folder.path().join("games.sqlite")).unwrap();
    stage.play("6@b1").wait_for("your turn").control('g').type_in("y").shows("wins");
    let finished = store.kept(1).unwrap();
    assert_eq!(finished.record.ending.as_ref().unwrap().winner, Some(2));
    stage.type_in("s").shows("the seats stay as they are");
    for asked in ["h", "."] {
        stage.type_in(asked).shows("The game is over");
    }
    stage.control('g').shows("The game is over");
    assert_eq!(store.kept(1).unwrap(), finished);
    stage.press(KeyCode::Backspace).shows("your turn");
    assert_eq!(store.ids().unwrap(), [1], "looking back is no new game");
    let step = Session::from_record(&finished.record).map(|mut session| {
        session.take_back();
        session.moves()[0].clone()
    });
    stage.play(&step.unwrap()).shows("saved as game 2");
    assert_eq!(store.kept(1).unwrap(), finished);
}

#[test]
fn giving_up_is_asked_for_and_can_be_taken_back() {
    let mut stage = under_way("quatro", Language::Portuguese, LOOK, SMALL);
    stage.control('g').shows("Desistir?").type_in("n").shows("é a sua vez");
    stage.control('g').type_in("s").shows("o adversário desistiu");
    stage.press(KeyCode::Backspace).shows("é a sua vez");
}

#[test]
fn the_computer_answers_and_tells_what_it_thought() {
    let setup = Setup { seed: 3, ..Setup::new("quatro") };
    let setup = setup.with_players("human", "alpha-beta:depth=2").unwrap();
    let mut stage = Stage::game(setup, Language::English, LOOK, SMALL);
    stage.play("6@b1").wait_for("your turn").shows("depth 2").shows("expects");
    stage.type_in("k");
    assert!(!stage.text().contains("depth 2"), "the line can be hidden");
    stage.type_in("s").shows("Change seats?").type_in("n").shows("your turn");
    stage.type_in("sy").wait_for("your turn").shows("human");
}

#[test]
fn a_hint_is_given_and_marked() {
    let mut stage = Stage::game(two_people("blokus"), Language::English, LOOK, SMALL);
    stage.type_in("h").wait_for("Hint: ").shows("Hint: the ");
    // The hint is in hand: Enter plays it.
    stage.enter().shows("Player 2 (human): your turn");
}

#[test]
fn a_hint_is_left_by_the_arrows_and_played_by_enter_in_every_game() {
    for game in GAMES {
        let mut stage = Stage::game(two_people(game), Language::English, LOOK, SMALL);
        stage.type_in("h").wait_for("Hint: ");
        stage.press(KeyCode::Left).press(KeyCode::Right);
        assert!(!stage.text().contains("Enter plays the hint"), "{game}:\n{}", stage.text());
        stage.type_in("h").wait_for("Hint: ").enter().shows("ply 2");
    }
}

#[test]
fn a_typed_move_that_is_refused_stays_to_be_put_right() {
    let mut stage = Stage::game(two_people("quatro"), Language::English, LOOK, SMALL);
    stage.play("6@z9").shows("This cannot be played").shows("6@z9");
    stage.press(KeyCode::Backspace).press(KeyCode::Backspace).type_in("b1").enter();
    stage.shows("6@b1 · ply 2");
}

#[test]
fn a_long_reason_is_wrapped_and_never_cut() {
    let mut stage = Stage::game(two_people("blokus-duo"), Language::Portuguese, LOOK, SMALL);
    stage.play("a1,b1,c1,d1,e1,f1,g1").shows("Isto não se pode jogar");
    assert!(!stage.text().contains('…'), "{}", stage.text());
}

#[test]
fn help_belongs_to_the_screen_it_is_opened_on() {
    let mut stage = Stage::game(two_people("quatro"), Language::English, LOOK, (100, 60));
    stage.type_in("?").shows("Making a move").shows("review the game");
    assert!(!stage.text().contains("Watching a search"), "{}", stage.text());
    assert!(!stage.text().contains("slower"), "nobody is watched:\n{}", stage.text());
    let setup = two_people("quatro").with_players("random:seed=1", "random:seed=2").unwrap();
    let mut stage = Stage::game(setup, Language::English, LOOK, SMALL);
    stage.type_in("?");
    assert!(!stage.text().contains("Making a move"), "{}", stage.text());
    let mut stage = Stage::game(two_people("quatro"), Language::English, LOOK, SMALL);
    stage.type_in("?").shows("↓").press(KeyCode::PageDown).shows("↑ ");
}

#[test]
fn the_rules_of_every_game_have_an_example_in_both_languages() {
    for game in GAMES {
        for (language, code) in BOTH {
            for size in [SMALL, (200, 60)] {
                let mut stage = Stage::game(two_people(game), language, LOOK, size);
                stage.type_in("R").shows(if code == "en" {
                    "Any key closes"
                } else {
                    "Qualquer tecla"
                });
                stage.shows(if code == "en" { "In the example" } else { "No exemplo" });
                stage.matches(&format!("rules-{game}-{code}-{}x{}", size.0, size.1));
            }
        }
    }
}

#[test]
fn while_a_person_can_only_pass_the_moves_of_the_computer_come_one_by_one() {
    // Once black has taken h1, white can only pass until the end.
    let position = "1222222./22222222/22222222/22222222/22222222/22222222/2222222./2222222. 1";
    let setup = Setup { position: Some(position.into()), ..two_people("othello") };
    let setup = setup.with_players("iterative:depth=1", "human").unwrap();
    let mut stage = Stage::game(setup, Language::English, LOOK, SMALL);
    stage.wait_for("cannot move and passes").shows("pass · ply 3");
    // Enter does not wait.
    stage.wait_for("depth").enter();
    stage.wait_for("ply 5").enter().wait_for("The game is over");
}

#[test]
fn engines_are_watched_paused_and_stepped() {
    let setup = Setup { seed: 3, ..Setup::new("quatro") };
    let setup = setup.with_players("random:seed=1", "random:seed=2").unwrap();
    let mut stage = Stage::game(setup, Language::English, LOOK, SMALL);
    stage.type_in(" ").shows("paused");
    stage.wait_for("paused").type_in(".").wait_for("  1 ");
    stage.shows("paused").type_in(".").wait_for("  2 ");
    stage.type_in(">>").type_in(" ");
    stage.wait_for("The game is over");
}

#[test]
fn where_the_knights_were_placed_is_said() {
    let mut stage = Stage::game(two_people("cavalo"), Language::English, LOOK, SMALL);
    stage.shows("the knight of player 1 starts on ").shows("it mirrors ");
    let setup = two_people("cavalo").with_players("level:1", "human").unwrap();
    let mut stage = Stage::game(setup, Language::Portuguese, LOOK, SMALL);
    stage.wait_for("é a sua vez").shows("o cavalo do jogador 1 começa em ");
}

#[test]
fn on_a_wide_screen_pieces_moves_and_analysis_stand_beside_the_board_together() {
    for (language, code) in BOTH {
        let mut stage = under_way("blokus-duo", language, LOOK, (200, 60));
        let [piece, moves, best] = match code {
            "en" => ["Which piece?", "Moves", "The best moves"],
            _ => ["Que peça?", "Jogadas", "As melhores jogadas"],
        };
        stage.shows(piece).shows(moves).type_in("A").wait_for(best).shows(piece).shows(moves);
        let text = stage.text();
        let columns_before = |words: &str| {
            let line = text.lines().find(|line| line.contains(words)).unwrap();
            line.split(words).next().unwrap().chars().count()
        };
        assert_eq!(columns_before(best), columns_before(moves), "one column:\n{text}");
        assert!(columns_before(piece) + 40 < columns_before(best), "beside the pieces:\n{text}");
    }
    under_way("tic-tac-toe", Language::English, LOOK, (200, 60)).matches("tic-tac-toe-en-200x60");
}

#[test]
fn larger_than_fits_is_as_large_as_fits_from_then_on() {
    let mut stage = Stage::game(two_people("othello"), Language::English, LOOK, (140, 50));
    let large = stage.text();
    stage.type_in("-").type_in("-");
    assert_ne!(stage.text(), large);
    stage.type_in("+++").matches("othello-start-en-140x50");
    assert_eq!(stage.app.table().unwrap().view().0, None, "the largest that fits, in any window");
}

#[test]
fn figures_of_a_thought_end_before_the_screen_does() {
    let setup = Setup { seed: 3, ..Setup::new("quatro") };
    let setup = setup.with_players("human", "alpha-beta:depth=2").unwrap();
    let mut stage = Stage::game(setup, Language::Portuguese, LOOK, SMALL);
    stage.play("6@b1").wait_for("última jogada: ");
    let text = stage.text();
    let line = text.lines().find(|line| line.contains("última jogada")).unwrap();
    assert!(line.contains(" de uma vitória para o Jogador ") && !line.contains('…'), "{line}");
}

#[test]
fn the_letter_that_asked_is_no_yes() {
    let mut stage = Stage::game(two_people("quatro"), Language::English, LOOK, SMALL);
    stage.type_in("s").shows("Change seats?").type_in("s");
    assert!(!stage.text().contains("changed seats"), "{}", stage.text());
    let mut stage = Stage::game(two_people("quatro"), Language::Portuguese, LOOK, SMALL);
    stage.control('g').shows("Desistir?").type_in("s").shows("desistiu");
}

#[test]
fn what_nobody_listens_to_is_said() {
    let mut stage = Stage::game(two_people("cavalo"), Language::English, LOOK, SMALL);
    stage.type_in("z").shows("`z` does nothing here");
    stage.play("z9").shows("This cannot be played").press(KeyCode::Esc);
    stage.play("undo").shows("nothing to take back");
}
