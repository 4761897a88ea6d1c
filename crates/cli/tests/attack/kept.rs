//! What is kept belongs to the user, and the page lets in who has a key.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use super::common::Place;
use super::{command, file, run, said, time_to_end};

#[test]
fn what_is_kept_is_the_users_alone() {
    let place = Place::new();
    run(&place, &["records", "list"]);
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&place.path("state")), 0o700);
    let games = place.path("state/games.sqlite");
    assert_eq!(mode(&games), 0o600);
    // A file of an older version becomes so.
    fs::set_permissions(&games, fs::Permissions::from_mode(0o644)).unwrap();
    run(&place, &["records", "list"]);
    assert_eq!(mode(&games), 0o600);
}

/// Starts the page and returns what it says first.
fn served(place: &Place, arguments: &[&str], n_lines: usize) -> (Child, Vec<String>) {
    let mut child = command(place, arguments).spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    (child, output.lines().take(n_lines).map(|line| line.unwrap()).collect())
}

#[test]
fn beyond_loopback_links_are_printed_and_a_short_password_is_refused() {
    let place = Place::new();
    let start = ["serve", "--port", "0", "--no-open", "--listen", "0.0.0.0"];
    let (child, lines) = served(&place, &start, 4);
    assert!(time_to_end(child, "-TERM").is_some());
    let keys: Vec<&str> =
        lines.iter().filter_map(|line| line.split_once("key=")).map(|(_, key)| key).collect();
    assert_eq!(keys.len(), 3, "owner, players, spectators: {lines:?}");
    assert!(keys[0] != keys[1] && keys[1] != keys[2], "{lines:?}");
    assert!(lines[3].contains("docs/security.md"), "{lines:?}");
    let (child, lines) = served(&place, &start[..4], 1);
    assert!(time_to_end(child, "-TERM").is_some());
    assert!(lines[0].contains("127.0.0.1") && lines[0].contains("/?key="), "{lines:?}");
    let short = file(&place, "password", "1234567\n");
    let output = run(&place, &["serve", "--port", "0", "--no-open", "--password-file", &short]);
    assert!(said(&output).contains("too short"), "{}", said(&output));
    let mut file = File::create(place.path("password")).unwrap();
    writeln!(file, "long enough").unwrap();
}

#[test]
fn the_key_is_not_among_the_words_that_the_browser_is_started_with() {
    let place = Place::new();
    // In place of the program that opens files, one that tells what it was given.
    let programs = place.path("programs");
    fs::create_dir(&programs).unwrap();
    let given = place.path("given");
    let opener = programs.join("xdg-open");
    fs::write(&opener, format!("#!/bin/sh\necho \"$*\" >> {}\n", given.display())).unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let mut serve = command(&place, &["serve", "--port", "0"]);
    serve.env("PATH", format!("{}:/usr/bin:/bin", programs.display()));
    let mut child = serve.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let key = line.trim().split_once("key=").unwrap().1.to_owned();
    let begun = Instant::now();
    while !fs::read_to_string(&given).is_ok_and(|words| words.ends_with('\n')) {
        assert!(begun.elapsed() < Duration::from_secs(20), "nothing was opened");
        std::thread::sleep(Duration::from_millis(10));
    }
    let words = fs::read_to_string(&given).unwrap();
    assert!(!words.contains(&key), "{words}");
    let doorway = Path::new(words.trim());
    assert!(fs::read_to_string(doorway).unwrap().contains(&format!("/?key={key}\"")));
    assert_eq!(doorway.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert!(time_to_end(child, "-TERM").is_some());
    assert!(!doorway.exists(), "it leads nowhere any more");
}
