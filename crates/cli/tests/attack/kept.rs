//! What is kept belongs to the user, and the page lets in who has a key.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Child;

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
