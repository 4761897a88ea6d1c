//! What is kept between one start and the next, and options that every command has.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use common::Place;
#[cfg(unix)]
use common::start_on;

#[test]
fn a_choice_counts_at_the_next_start_and_the_command_line_above_it() {
    let place = Place::new();
    let first = place.run(&["config"], &[]);
    assert!(first.out.contains("there is no such file yet"), "{}", first.out);
    assert_eq!(place.run(&["config", "set", "language", "pt"], &[]).code, 0);
    assert_eq!(place.run(&["config", "get", "language"], &[]).out, "pt\n");
    assert!(place.run(&["config"], &[]).out.contains("Opções em"), "in Portuguese from now on");
    assert!(place.run(&["config", "--lang", "en"], &[]).out.contains("Settings in"));
    assert!(place.run(&["--help"], &[]).out.contains("Utilização"));
    for (key, value) in [("level", "10"), ("theme", "pink"), ("sound", "on")] {
        let refused = place.run(&["config", "set", key, value], &[]);
        assert_eq!(refused.code, 2);
        assert!(refused.said.contains("esperava-se"), "{}", refused.said);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_told_and_stops_nothing() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("state")).unwrap();
    std::fs::write(place.path("state").join("config.toml"), "level = = 3\n").unwrap();
    let games = place.run(&["games"], &[]);
    assert_eq!(games.code, 0);
    assert!(games.said.contains("this is no TOML"), "{}", games.said);
    assert_eq!(place.run(&["config"], &[]).code, 1);
    assert_eq!(place.run(&["self-check"], &[]).code, 1);
    assert_eq!(place.run(&["config", "set", "level", "3"], &[]).code, 2, "not written over");
}

#[cfg(unix)]
#[test]
fn the_editor_gets_the_commented_file_and_what_it_leaves_is_checked() {
    let place = Place::new();
    let edit = |script: &str| {
        let mut command = place.command(&["config", "edit"]);
        std::fs::write(place.path("editor.sh"), script).unwrap();
        command
            .env_remove("VISUAL")
            .env("EDITOR", format!("sh {}", place.path("editor.sh").display()));
        common::finish(command, &[])
    };
    let edited = edit("grep -q '# theme' \"$1\" && echo 'theme = \"contrast\"' >> \"$1\"");
    assert_eq!(edited.code, 0, "{}", edited.said);
    assert_eq!(place.run(&["config", "get", "theme"], &[]).out, "contrast\n");
    let wrong = edit("echo 'level = 77' >> \"$1\"");
    assert_eq!(wrong.code, 1);
    assert!(wrong.said.contains("`77` is not a value for level"), "{}", wrong.said);
    assert_eq!(edit("exit 3").code, 2);
}

#[test]
fn colours_and_silence_are_for_every_command() {
    let place = Place::new();
    let coloured = place.run(&["games", "--color", "always"], &[]);
    assert!(coloured.out.contains("\x1b["), "{}", coloured.out);
    assert!(!place.run(&["games", "--color=never"], &[]).out.contains('\x1b'));
    let contest =
        ["tournament", "tic-tac-toe", "-p", "a=random", "-p", "b=largest", "--games", "2"];
    let loud = place.run(&[&contest[..], &["--verbose"]].concat(), &[]);
    assert!(loud.said.contains("game 1: "), "{}", loud.said);
    let quiet = place.run(&[&contest[..], &["--verbose", "--quiet"]].concat(), &[]);
    assert_eq!((quiet.code, quiet.said.as_str()), (0, ""));
    let wrong = place.run(&["perft", "tic-tac-toe", "--depth", "x", "--quiet"], &[]);
    assert_eq!(wrong.code, 2);
    assert!(!wrong.said.is_empty(), "what went wrong is said all the same");
}

#[test]
fn records_are_filtered_deleted_and_summed_up() {
    let place = Place::new();
    for level in ["level:1", "level:2", "level:3"] {
        let game = ["play", "tic-tac-toe", "--p1", level, "--p2", "random", "--classic"];
        assert_eq!(place.run(&game, &[]).code, 0);
    }
    let cells = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    place.run(&["play", "tic-tac-toe", "--p2", "level:1", "--seed", "1", "--classic"], &cells);
    let ids = |more: &[&str]| {
        let out = place.run(&[&["records", "list", "--json"], more].concat(), &[]).out;
        let value: serde_json::Value = serde_json::from_str(&out).unwrap();
        let games = value["games"].as_array().unwrap().iter();
        games.map(|game| game["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&["--player", "level:2"]), [2]);
    assert_eq!(ids(&["--player", "human"]), [4]);
    assert_eq!(ids(&["--since", "2999-01-01"]), [0i64; 0]);
    assert_eq!(ids(&["--finished", "--limit", "2"]), [4, 3]);
    assert_eq!(ids(&["--unfinished"]), [0i64; 0]);
    assert_eq!(place.run(&["records", "rename", "2", "an early fork"], &[]).code, 0);
    assert!(place.run(&["records", "list"], &[]).out.contains("an early fork"));
    let named = place.run(&["records", "list", "--json", "--player", "level:2"], &[]).out;
    assert!(named.contains(r#""name":"an early fork""#), "{named}");
    assert_eq!(place.run(&["records", "rename", "99", "none"], &[]).code, 2);
    assert_eq!(place.run(&["records", "rename", "2", "two\nlines"], &[]).code, 2);
    assert_eq!(place.run(&["records", "rename", "2"], &[]).code, 0);
    assert!(!place.run(&["records", "list"], &[]).out.contains("an early fork"));
    let unasked = place.run(&["records", "delete", "2"], &[]);
    assert_eq!(unasked.code, 2);
    assert_eq!(place.run(&["records", "delete", "2", "99", "--yes"], &[]).code, 2);
    assert_eq!(ids(&[]), [4, 3, 2, 1], "one number that is none stops all");
    assert_eq!(place.run(&["records", "delete", "2", "3", "--yes"], &[]).code, 0);
    assert_eq!(ids(&[]), [4, 1]);
    let fared = place.run(&["records", "progress"], &[]);
    assert!(fared.out.contains("Tic-tac-toe") && fared.out.contains('±'), "{}", fared.out);
    assert!(
        place.run(&["records", "progress", "--lang", "pt"], &[]).out.contains("nível estimado")
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_told_before_the_first_move() {
    let place = Place::new();
    std::fs::write(place.path("file"), "").unwrap();
    let mut command = place.command(&["play", "tic-tac-toe", "--classic"]);
    command.env("PLYWOOD_STATE", place.path("file").join("state"));
    let played = common::finish(command, &[]);
    let told = played.said.clone() + &played.out;
    assert!(told.contains("cannot make the folder"), "{told}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_exit_code_130_and_what_was_found_is_there() {
    let place = Place::new();
    for arguments in [
        &["solve", "othello"][..],
        &["analyze", "othello", "--time", "60s"],
        &["perft", "blokus-duo", "--depth", "9"],
    ] {
        let child = place
            .command(arguments)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(700));
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{arguments:?}");
        assert!(!output.stdout.is_empty(), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("interrupted: what was found"), "{arguments:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn the_table_keeps_what_is_chosen_on_its_screen_of_settings() {
    for size in [(80, 24), (200, 60)] {
        let place = Place::new();
        let mut played = start_on(&place, &[], size, "xterm-256color");
        played.wait_for("Settings");
        played.type_in("c");
        played.wait_for("Level in new games");
        played.type_in("\x1b[C");
        played.wait_for("Kept in");
        played.type_in("\x1b[C");
        played.wait_for("Nível em partidas novas");
        played.type_in("\x1b[B\x1b[C");
        played.wait_for("‹ 6 ›");
        played.type_in("\x7f");
        played.wait_for("Partidas guardadas");
        played.type_in("6");
        played.wait_for("6 (");
        played.type_in("\x7f");
        played.wait_for("Partidas guardadas");
        played.type_in("q");
        assert_eq!(played.end(), 0);
        let kept = place.run(&["config"], &[]).out;
        assert!(kept.contains("pt") && kept.contains('6'), "{kept}");
        let mut again = start_on(&place, &[], size, "xterm-256color");
        again.wait_for("Opções");
    }
}
