//! The full-screen table on a terminal of its own: whole games, both languages, resizing, Ctrl-C, and the
//! terminal as it was afterwards.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]
#![cfg(unix)]

mod common;

use common::{Place, start_on};
use plywood_records::Store;
use plywood_testkit::terminal::Played;
use plywood_workbench::play::Record;

/// Every game of the catalogue.
const GAMES: [&str; 8] = [
    "quatro",
    "quarto",
    "blokus",
    "blokus-duo",
    "cavalo",
    "tic-tac-toe",
    "connect-four",
    "othello",
];

const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const DOWN: &str = "\x1b[B";
const BACKSPACE: &str = "\x7f";

fn start(place: &Place, arguments: &[&str]) -> Played {
    start_on(place, arguments, (80, 24), "xterm-256color")
}

/// The terminal is as it was: the usual screen, the cursor shown, no mouse.
fn is_given_back(played: &Played) {
    let screen = played.screen();
    assert!(!screen.alternate_screen(), "the usual screen is back");
    assert!(!screen.hide_cursor(), "the cursor is back");
    assert!(!screen.bracketed_paste(), "pasting is as it was");
    let mouse = screen.mouse_protocol_mode();
    assert!(format!("{mouse:?}").contains("None"), "the mouse is free: {mouse:?}");
}

fn store(place: &Place) -> Store {
    Store::open(&place.path("state").join("games.sqlite")).unwrap()
}

fn only_game(place: &Place) -> Record {
    let store = store(place);
    let ids = store.ids().unwrap();
    assert_eq!(ids.len(), 1);
    store.load(ids[0]).unwrap()
}

/// Plays the first legal move shown at every turn of a person until the game is over. Tab shows one and
/// Enter plays it, whatever the game asks for.
fn play_through(played: &mut Played, over: &str, title: &str) {
    for _ in 0..400 {
        if played.text().contains(over) {
            return;
        }
        let before = ply(played, title);
        played.type_in("\t").type_in(ENTER);
        let moved = |screen: &plywood_testkit::terminal::Screen| {
            let text = screen.contents();
            text.contains(over) || number(&text, title) != before
        };
        // What else the game asks for has a first answer too.
        for _ in 0..3 {
            let patience = std::time::Instant::now();
            while !moved(&played.screen()) && patience.elapsed().as_millis() < 150 {
                std::thread::sleep(std::time::Duration::from_millis(3));
            }
            if moved(&played.screen()) {
                break;
            }
            played.type_in(ENTER);
        }
    }
    panic!("the game never ended:\n{}", played.text());
}

/// The number of the ply in the title.
fn ply(played: &Played, title: &str) -> Option<u32> {
    number(&played.text(), title)
}

fn number(text: &str, title: &str) -> Option<u32> {
    let first = text.lines().next()?;
    first.split(title).nth(1)?.trim().parse().ok()
}

fn whole_game(game: &str, language: &str, over: &str, title: &str) {
    let place = Place::new();
    let arguments = ["play", game, "--p2", "random:seed=3", "--seed", "5", "--lang", language];
    let mut played = start(&place, &arguments);
    played.wait_for("Plywood");
    play_through(&mut played, over, title);
    let record = only_game(&place);
    assert!(record.ending.is_some(), "{game}: {}", played.text());
    played.type_in("q").wait_for("Blokus Duo").type_in("q");
    assert_eq!(played.end(), 0);
    is_given_back(&played);
}

#[test]
fn whole_games_in_english() {
    for game in GAMES {
        whole_game(game, "en", "The game is over", " ply ");
    }
}

#[test]
fn whole_games_in_portuguese() {
    for game in GAMES {
        whole_game(game, "pt", "A partida acabou", " lance ");
    }
}

#[test]
fn three_keys_and_a_game_against_the_computer_is_on() {
    let place = Place::new();
    let mut played = start(&place, &[]);
    played.wait_for("Board games and the searches");
    played.type_in(ENTER).wait_for("Enter begins").type_in(ENTER).wait_for("your turn");
    played.type_in("6").wait_for("Enter places the piece");
    played.type_in(ENTER).wait_for("game 1").wait_for("your turn");
    played.type_in("\x03");
    assert_eq!(played.end(), 130);
    assert!(played.text().contains("plywood play --resume 1"), "{}", played.text());
    is_given_back(&played);
    let mut played = start(&place, &["play", "--resume", "--lang", "pt"]);
    played.wait_for("humano / nível 5").wait_for("é a sua vez").type_in("q");
    played.wait_for("opção r").type_in("r").wait_for("é a sua vez").type_in("q").type_in("q");
    assert_eq!(played.end(), 0);
    assert!(played.text().contains("Até à próxima"), "{}", played.text());
}

#[test]
fn the_window_may_change_at_any_moment() {
    let place = Place::new();
    let mut played = start(&place, &["play", "blokus", "--p2", "human"]);
    played.wait_for("Which piece?");
    played.resize((40, 15)).wait_for("needs a window of 80 columns");
    played.resize((120, 40)).wait_for("Which piece?").type_in("b").wait_for("[  ][  ]");
    played.resize((80, 24)).wait_for("[][]").type_in(ENTER).wait_for("game 1");
    played.type_in("q").wait_for("saved as number 1").type_in("q");
    assert_eq!(played.end(), 0);
    is_given_back(&played);
}

#[test]
fn long_thinking_never_freezes_the_screen_and_signals_give_the_terminal_back() {
    for signal in ["-TERM", "-INT"] {
        let place = Place::new();
        let mut played =
            start(&place, &["play", "blokus", "--p2", "iterative", "--time", "10m", "--ascii"]);
        played.wait_for("Which piece?").type_in("b").wait_for("[]").type_in(ENTER);
        played.wait_for("is thinking").wait_for("nodes");
        played.type_in("?").wait_for("Every key").type_in("x").wait_without("Every key");
        played.wait_for("Enter makes the computer move now").type_in(ENTER).wait_for("ply 3");
        played.type_in("a").wait_for("Enter plays").type_in(ENTER).wait_for("is thinking");
        let id = played.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(played.end(), 130);
        assert!(played.text().contains("--resume 1"), "{}", played.text());
        is_given_back(&played);
        assert_eq!(only_game(&place).plies.len(), 3);
    }
}

#[test]
fn a_quit_signal_gives_the_terminal_back_and_ends_the_program() {
    let place = Place::new();
    let mut played = start(&place, &["play", "quatro", "--p2", "random"]);
    played.wait_for("Which piece?");
    assert!(played.screen().alternate_screen());
    let id = played.id().to_string();
    assert!(std::process::Command::new("kill").args(["-QUIT", &id]).status().unwrap().success());
    assert_ne!(played.end(), 0, "it ends as a quit signal ends programs");
    is_given_back(&played);
}

#[test]
fn engines_are_watched_and_the_game_is_found_among_the_records() {
    let place = Place::new();
    let engines = ["play", "quatro", "--p1", "random:seed=1", "--p2", "random:seed=2"];
    let mut played = start(&place, &engines);
    played.wait_for("s a move").type_in(" ").wait_for("paused").type_in(".").wait_for("  1 ");
    played.type_in(">>>>").type_in(" ").wait_for("The game is over").type_in("q");
    played.wait_for("Saved games").type_in("o").wait_for("random:seed=1");
    played.type_in(ENTER).wait_for("The game is over").type_in(BACKSPACE).wait_for("taken back");
    played.type_in("q").wait_for("The web page").type_in("q");
    assert_eq!(played.end(), 0);
    assert!(only_game(&place).ending.is_some(), "looking at a game does not change it");
}

#[test]
fn a_search_is_watched() {
    let place = Place::new();
    let mut played = start(&place, &["--lang", "pt"]);
    played
        .wait_for("Problemas")
        .type_in("9")
        .wait_for("a-star")
        .type_in("a")
        .wait_for("A, 8 casas");
    played.type_in(ENTER).wait_for("s mostra").type_in("s").wait_for("2 de 2 peças");
    played.type_in("q").wait_for("Enter começa").type_in("q").wait_for("Sair").type_in("q");
    assert_eq!(played.end(), 0);
}

#[test]
fn the_page_can_be_started_and_a_typed_move_refused() {
    let place = Place::new();
    let mut played = start(&place, &[]);
    played.wait_for("The web page").type_in("w").wait_for("http://127.0.0.1:").type_in("x");
    played.wait_without("http://").type_in("3").wait_for("Enter begins").type_in(ENTER);
    played
        .wait_for("Which piece?")
        .type_in(":b@h7")
        .type_in(ENTER)
        .wait_for("This cannot be played")
        .type_in(ESC)
        // A letter right behind it would be read as Alt and that letter.
        .wait_without("Move or command");
    played.type_in("c").type_in(DOWN).wait_for("must cover").type_in(ESC);
    played.wait_without("must cover").wait_for("Which piece?").type_in("q");
    played.wait_for("Exit").type_in("q");
    assert_eq!(played.end(), 0);
}

#[test]
fn classic_and_dumb_terminals_keep_the_menu_line_by_line() {
    let place = Place::new();
    for (arguments, terminal) in [(&["--classic"][..], "xterm-256color"), (&[], "dumb")] {
        let mut played = start_on(&place, arguments, (80, 24), terminal);
        played.wait_for("Choice:");
        assert!(!played.screen().alternate_screen(), "{terminal}");
        played.type_in("0\n");
        assert_eq!(played.end(), 0);
    }
}
