//! What a person does at the table beyond moving, on a terminal of its own: small and wide, in both languages.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]
#![cfg(unix)]

mod common;

use common::{Place, start_on};
use plywood_testkit::terminal::Played;

const ENTER: &str = "\r";
const BACKSPACE: &str = "\x7f";
const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const LEFT: &str = "\x1b[D";

/// Runs a walk in both languages and sizes; `say` picks the wording.
fn everywhere(arguments: &[&str], walk: impl Fn(&mut Played, &dyn Fn(&str, &str) -> String)) {
    for language in ["en", "pt"] {
        for size in [(80, 24), (200, 60)] {
            let place = Place::new();
            let arguments = [arguments, &["--lang", language]].concat();
            let mut played = start_on(&place, &arguments, size, "xterm-256color");
            let say = |english: &str, portuguese: &str| {
                if language == "en" { english.to_owned() } else { portuguese.to_owned() }
            };
            walk(&mut played, &say);
            played.type_in("\x03");
            assert_eq!(played.end(), 130);
        }
    }
}

const PEOPLE: [&str; 6] = ["play", "tic-tac-toe", "--p1", "human", "--p2", "human"];

/// Types a move at the prompt.
fn play(played: &mut Played, step: &str, title: &str) {
    played.type_in(":").type_in(step).type_in(ENTER).wait_for(title);
}

#[test]
fn point_1_a_game_is_reviewed_analysed_and_set_up() {
    everywhere(&PEOPLE, |played, say| {
        played.wait_for(&say("your turn", "sua vez"));
        for (step, ply) in [("a1", 2), ("b2", 3), ("a2", 4), ("c3", 5)] {
            play(played, step, &say(&format!("ply {ply}"), &format!("lance {ply}")));
        }
        played.type_in("A").wait_for(&say("The best moves, depth", "As melhores jogadas"));
        played.wait_for("1 a3").type_in("A").wait_without("1 a3");
        played.type_in("V").wait_for("??").type_in(UP).type_in("b");
        played.type_in("q").wait_for(&say("your turn", "sua vez"));
        played.type_in("E").wait_for(&say("Enter begins", "Enter começa"));
        played.type_in("\x1b").wait_for(&say("your turn", "sua vez"));
    });
}

#[test]
fn point_2_a_hint_is_loaded_and_a_refused_text_stays() {
    everywhere(&PEOPLE, |played, say| {
        played.wait_for(&say("your turn", "sua vez")).type_in("h");
        played.wait_for(&say("Hint: ", "Dica: ")).type_in(ENTER);
        played.wait_for(&say("ply 2", "lance 2"));
        played.type_in(":z9").type_in(ENTER);
        played.wait_for(&say("This cannot be played", "Isto não se pode jogar")).wait_for("z9");
        played.type_in(BACKSPACE).type_in(BACKSPACE).type_in("undo").type_in(ENTER);
        played.wait_for(&say("ply 1", "lance 1"));
    });
}

#[test]
fn point_3_while_a_person_can_only_pass_moves_come_one_by_one() {
    // Once black has taken h1, white can only pass until the end.
    let rows = ["1222222.", "22222222", "22222222", "22222222", "22222222", "22222222"];
    let position = format!("{}/2222222./2222222. 1", rows.join("/"));
    let game = ["play", "othello", "--position", &position];
    let players = ["--p1", "iterative:depth=1", "--p2", "human"];
    everywhere(&[&game[..], &players].concat(), |played, say| {
        let passes = say("cannot move and passes", "não pode jogar e passa a vez");
        played.wait_for(&passes).wait_for(&say("ply 3", "lance 3"));
        played.wait_for(&say("Enter shows the", "Enter mostra logo"));
        // Enter does not wait; without it the next move stays away for a moment.
        played.type_in(ENTER).wait_for(&say("ply 5", "lance 5"));
        let shown = std::time::Instant::now();
        assert!(played.text().contains(&passes), "{}", played.text());
        played.wait_for(&say("The game is over", "A partida acabou"));
        assert!(shown.elapsed() > std::time::Duration::from_secs(1), "{:?}", shown.elapsed());
    });
}

#[test]
fn point_4_one_letter_asks_before_it_changes_the_game() {
    everywhere(&PEOPLE, |played, say| {
        played.wait_for(&say("your turn", "sua vez"));
        played.type_in("s").wait_for("?").type_in("n");
        played.type_in("\x07").wait_for(&say("Resign?", "Desistir?")).type_in("n");
        played.wait_for(&say("your turn", "sua vez"));
        played.type_in("z").wait_for(&say("does nothing here", "não faz nada"));
        played.type_in(BACKSPACE).wait_for(&say("nothing to take back", "nada para anular"));
    });
}

#[test]
fn point_5_help_belongs_to_its_screen_and_rules_have_a_drawing() {
    everywhere(&PEOPLE, |played, say| {
        played.wait_for(&say("your turn", "sua vez")).type_in("?");
        played.wait_for(&say("Making a move", "Fazer uma jogada"));
        assert!(!played.text().contains(&say("Watching a search", "Ver uma procura")));
        played.type_in(DOWN).type_in("x").type_in("R");
        played.wait_for(&say("In the example", "No exemplo"));
    });
}

#[test]
fn point_6_engines_by_name_and_programs_of_others_sit_at_the_table() {
    let own = format!("ugi:'{}' ugi --game tic-tac-toe --nodes 50", env!("CARGO_BIN_EXE_plywood"));
    let game = ["play", "tic-tac-toe", "--p1", "alpha-beta:depth=2", "--p2", &own];
    everywhere(&game, |played, say| {
        played.wait_for("alpha-beta").wait_for("plywood (UGI)");
        played.type_in(">>>>").wait_for(&say("The game is over", "A partida acabou"));
    });
}

#[test]
fn point_6_programs_are_named_in_the_form_and_one_that_does_not_start_leaves_it_open() {
    let own = format!("'{}' ugi --game tic-tac-toe --nodes 50", env!("CARGO_BIN_EXE_plywood"));
    everywhere(&[], |played, say| {
        played.wait_for(&say("Exit", "Sair")).type_in("6");
        played.wait_for(&say("Enter begins", "Enter começa"));
        // Two computers, the first of them typed: one up from a level is the end of the list.
        played.type_in(LEFT).type_in(DOWN).type_in(LEFT).type_in(DOWN);
        played.wait_for(&say("Program or engine:", "Programa ou motor:"));
        played.type_in("gtp:no-such-program").type_in(ENTER);
        played.wait_for(&say("The game cannot begin", "A partida não pode começar"));
        played.wait_for("gtp:no-such-program");
        played.type_in(&BACKSPACE.repeat("gtp:no-such-program".len())).wait_without("no-such");
        played.type_in("ugi:").type_in(&own).type_in(ENTER);
        // What each of the two spent stands side by side.
        played.type_in(">>>>").wait_for("plywood (UGI)");
        played.wait_for(&say("Whole game", "Partida inteira"));
        played.wait_for(&say("The game is over", "A partida acabou"));
    });
}

#[test]
fn point_7_problems_are_solved_by_hand_and_searches_watched_on_lists_and_trees() {
    everywhere(&[], |played, say| {
        played.wait_for(&say("Exit", "Sair")).type_in("9").wait_for("a-star").type_in("ah");
        played.wait_for(&say("are enough", "Bastam")).type_in("h").type_in(ENTER);
        played.wait_for(&say("1 step", "1 passo")).type_in("q");
        played.wait_for(&say("Enter begins the search", "Enter começa a procura"));
        played.type_in(ENTER).wait_for(&say("s plays", "s mostra")).type_in("l");
        played.wait_for(&say("Closed ", "Fechados "));
    });
    everywhere(&PEOPLE, |played, say| {
        played.wait_for(&say("your turn", "sua vez")).type_in("W").wait_for("alpha-beta");
        played.type_in("\t\t\t").wait_for("Monte Carlo").type_in("q");
        played.wait_for(&say("your turn", "sua vez"));
    });
}

#[test]
fn point_8_what_was_chosen_is_kept() {
    let place = Place::new();
    let start = || start_on(&place, &[], (80, 24), "xterm-256color");
    let mut played = start();
    played.wait_for("Exit").type_in("l").wait_for("Sair").type_in("q");
    assert_eq!(played.end(), 0);
    let mut played = start();
    played.wait_for("Sair").type_in("c").wait_for("Opções").type_in("qq");
    assert_eq!(played.end(), 0);
    let kept = std::fs::read_to_string(place.path("state").join("config.toml")).unwrap();
    assert!(kept.lines().any(|line| line == "language = \"pt\""), "{kept}");
}

#[test]
fn point_9_what_is_clicked_is_what_is_taken() {
    everywhere(&PEOPLE, |played, say| {
        played.wait_for(&say("your turn", "sua vez")).wait_for("c");
        // The cell below the letter b, in the first row of cells.
        let text = played.text();
        let (y, letters) =
            text.lines().enumerate().skip(1).find(|(_, line)| line.contains(" b ")).unwrap();
        let x = letters.chars().position(|c| c == 'b').unwrap();
        let first = text.lines().skip(y).position(|line| line.trim().starts_with("1 ")).unwrap();
        let click = format!("\x1b[<0;{};{}M", x + 1, y + first + 1);
        played.type_in(&click).type_in(&click);
        played.wait_for(&say("ply 2", "lance 2")).wait_for("b1");
    });
}
