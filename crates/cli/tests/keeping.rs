//! What is played is kept: killed at any moment, on full disks and in folders that cannot be written.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use std::io::Read;
use std::process::{Command, Stdio};

use common::Place;
use plywood_records::Store;
use plywood_workbench::play::{Record, Session};
use serde_json::Value;

const WATCHED: [&str; 9] =
    ["play", "cavalo", "--p1", "random", "--p2", "random", "--seed", "8", "--log-dat=l.dat"];

fn store(place: &Place) -> Store {
    Store::open(&place.path("state").join("games.sqlite")).unwrap()
}

fn only_game(place: &Place) -> Option<(i64, Record)> {
    let store = store(place);
    assert_eq!(store.integrity().unwrap(), "ok");
    let ids = store.ids().unwrap();
    assert!(ids.len() <= 1, "{ids:?}");
    ids.first().map(|&id| (id, store.load(id).unwrap()))
}

fn steps(record: &Record) -> Vec<String> {
    record.plies.iter().map(|ply| ply.step.clone()).collect()
}

/// Kills the program after a while, brings the game back, and compares with an unbroken one.
fn kill_and_resume(n_times: u64) {
    let whole = Place::new();
    assert_eq!(whole.run(&WATCHED, &[]).code, 0);
    let unbroken = only_game(&whole).unwrap().1;
    let mut n_interrupted = 0;
    for i in 0..n_times {
        let place = Place::new();
        let mut child = place
            .command(&WATCHED)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Read as it comes, so that the program never waits for us; the kill comes at a byte.
        let mut out = child.stdout.take().unwrap();
        let mut shown = vec![0; 500 + (i * 7919 % 60_000) as usize];
        let mut n_read = 0;
        while n_read < shown.len() {
            match out.read(&mut shown[n_read..]).unwrap() {
                0 => break,
                n => n_read += n,
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let shown = String::from_utf8_lossy(&shown[..n_read]).into_owned();
        let n_shown = shown.matches("] Move ").count();
        let Some((_, record)) = only_game(&place) else {
            assert_eq!(n_shown, 0, "what was shown is kept");
            continue;
        };
        assert!(record.plies.len() >= n_shown, "{} of {n_shown}", record.plies.len());
        assert_eq!(steps(&record), steps(&unbroken)[..record.plies.len()]);
        Session::from_record(&record).unwrap();
        if record.ending.is_none() {
            n_interrupted += 1;
            let resumed = place.run(&["play", "--resume", "--log-dat", "l.dat"], &[]);
            assert_eq!(resumed.code, 0, "{}", resumed.said);
            let (_, record) = only_game(&place).unwrap();
            assert_eq!(steps(&record), steps(&unbroken), "it goes on as it would have");
            assert_eq!(record.ending, unbroken.ending);
        }
        let check = place.run(&["log", "check", "l.dat"], &[]);
        let faults = check.out.lines().filter(|line| line.starts_with("line "));
        for fault in faults {
            assert!(fault.contains("cut short"), "{fault}");
        }
    }
    assert!(n_interrupted > 0, "some kills came in time");
}

#[test]
fn killed_at_any_moment_a_game_is_resumed_at_its_last_move() {
    kill_and_resume(10);
}

#[test]
#[ignore = "a minute or two: cargo test -p plywood-cli --test keeping -- --ignored"]
fn killed_two_hundred_times() {
    kill_and_resume(200);
}

#[test]
fn where_nothing_can_be_written_one_sentence_is_said_and_play_goes_on() {
    let place = Place::new();
    let mut command = place.command(&[
        "play",
        "quatro",
        "--p1",
        "random",
        "--p2",
        "random",
        "--log-dat",
        "/proc/none/log.dat",
        "--lang",
        "pt",
    ]);
    command.env("PLYWOOD_STATE", "/proc/none");
    let ran = common::finish(command, &[]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains('╔'));
    let lines: Vec<&str> = ran.said.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.said);
    assert!(lines[0].contains("/proc/none") && lines[0].contains("guardada"), "{}", ran.said);
    assert!(lines[1].contains("log.dat: o ficheiro ou a pasta não existe"), "{}", ran.said);
}

#[test]
fn a_full_device_for_the_log_is_told_once() {
    let place = Place::new();
    let ran = place.run(
        &["play", "quatro", "--p1", "random", "--p2", "random", "--log-dat", "/dev/full"],
        &[],
    );
    assert_eq!(ran.code, 0);
    assert_eq!(ran.said.lines().count(), 1, "{}", ran.said);
    assert!(ran.said.contains("/dev/full cannot be written"), "{}", ran.said);
    assert!(only_game(&place).unwrap().1.ending.is_some(), "the record is not the log");
}

#[test]
fn a_full_disk_is_told_once_and_play_goes_on() {
    let place = Place::new();
    let disk = place.path("disk");
    std::fs::create_dir(&disk).unwrap();
    let mount = |arguments: &[&str]| {
        let status =
            Command::new("mount").args(arguments).arg(&disk).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !mount(&["-t", "tmpfs", "-o", "size=64k", "tmpfs"]) {
        plywood_testkit::skip::skip(
            "a_full_disk_is_told_once_and_play_goes_on",
            "a small disk can only be mounted by root",
        );
        return;
    }
    let mut command = place.command(&WATCHED);
    command.env("PLYWOOD_STATE", &disk);
    let ran = common::finish(command, &[]);
    let unmounted = Command::new("umount").arg(&disk).status().unwrap();
    assert!(unmounted.success());
    assert_eq!(ran.code, 0, "{}", ran.said);
    assert!(ran.out.contains('╔'));
    assert_eq!(ran.said.lines().count(), 1, "{}", ran.said);
}

#[test]
fn two_programs_at_once_keep_both_games() {
    let place = Place::new();
    let start =
        || place.command(&WATCHED).stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let (mut one, mut two) = (start(), start());
    assert!(one.wait().unwrap().success() && two.wait().unwrap().success());
    let store = store(&place);
    let ids = store.ids().unwrap();
    assert_eq!(ids.len(), 2);
    for id in ids {
        assert!(store.load(id).unwrap().ending.is_some());
    }
    assert_eq!(place.run(&["log", "check", "l.dat"], &[]).code, 0, "entries of both, each whole");
}

#[test]
fn records_are_listed_shown_replayed_exported_and_imported() {
    let place = Place::new();
    assert_eq!(place.run(&["records", "list"], &[]).code, 0);
    assert_eq!(place.run(&WATCHED, &[]).code, 0);
    let duo = ["play", "blokus-duo", "--p1", "random", "--p2", "random", "--seed", "4"];
    assert_eq!(place.run(&duo, &[]).code, 0);
    let list = place.run(&["records", "list", "--lang", "pt"], &[]);
    assert!(
        list.out.contains("jogador 1") && list.out.contains("ganhou o Jogador"),
        "{}",
        list.out
    );
    let shown = place.run(&["records", "show", "1"], &[]);
    assert!(shown.out.contains("Game 1: cavalo, random against random"), "{}", shown.out);
    let json: Value =
        serde_json::from_str(&place.run(&["records", "show", "1", "--json"], &[]).out).unwrap();
    let n_plies = json["plies"].as_array().unwrap().len();
    let replayed = place.run(&["records", "replay", "1"], &[]);
    assert_eq!(replayed.out.matches("player 1: ").count(), n_plies + 1);
    assert_eq!(place.run(&["records", "export", "-o", "all.jsonl"], &[]).code, 0);
    assert_eq!(
        place.run(&["records", "export", "2", "--format", "blksgf", "-o", "g.blksgf"], &[]).code,
        0
    );
    let one = place.run(&["records", "export", "1", "--format", "blksgf"], &[]);
    assert_eq!(one.code, 2, "cavalo is no blokus-duo");
    let other = Place::new();
    for file in ["all.jsonl", "g.blksgf"] {
        std::fs::copy(place.path(file), other.path(file)).unwrap();
    }
    let imported = other.run(&["records", "import", "all.jsonl"], &[]);
    assert!(imported.out.contains("2 games were added, 0 were there already"), "{}", imported.out);
    let again = other.run(&["records", "import", "all.jsonl", "g.blksgf"], &[]);
    assert!(again.out.contains("One game was added, 2 were there already"), "{}", again.out);
    assert_eq!(store(&other).load(1).unwrap(), store(&place).load(1).unwrap());
    let steps_of = |place: &Place, id| steps(&store(place).load(id).unwrap());
    assert_eq!(steps_of(&other, 3), steps_of(&place, 2), "the same game through .blksgf");
    std::fs::write(other.path("bad.jsonl"), "nonsense\n").unwrap();
    let bad = other.run(&["records", "import", "bad.jsonl", "--lang", "pt"], &[]);
    assert_eq!(bad.code, 1);
    assert!(bad.said.contains("a linha 1 não é uma partida"), "{}", bad.said);
    assert_eq!(other.run(&["records", "show", "77"], &[]).code, 2);
}

#[test]
fn nothing_to_resume_is_said_in_a_sentence() {
    let place = Place::new();
    let ran = place.run(&["play", "--resume", "--lang", "pt"], &[]);
    assert_eq!(ran.code, 2);
    assert!(ran.said.contains("não há nenhuma partida por acabar"), "{}", ran.said);
    let ran = place.run(&["--lang", "pt"], &["12", "0"]);
    assert!(ran.code == 0 && ran.out.contains("não há nenhuma partida por acabar"), "{}", ran.out);
}

#[test]
fn an_interrupted_game_goes_on_from_the_menu() {
    let place = Place::new();
    place.run(&[], &["3", "3", "b@a1", "b@m13"]);
    let ran = place.run(&["--lang", "pt"], &["12", "b@c3", "0", "0"]);
    assert!(ran.out.contains("Continua a partida 1, blokus."), "{}", ran.out);
    assert_eq!(only_game(&place).unwrap().1.plies.len(), 3);
}

#[test]
fn completions_and_the_manual_come_from_the_same_definition() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish"] {
        let ran = place.run(&["completions", shell], &[]);
        assert!(ran.code == 0 && ran.out.contains("log-dat"), "{shell}");
    }
    let english = place.run(&["man"], &[]);
    assert!(english.out.contains(".TH plywood") && english.out.contains("PLYWOOD PLAY"));
    let portuguese = place.run(&["man", "--lang", "pt"], &[]);
    assert!(portuguese.out.contains("Joga uma partida"), "{}", portuguese.out);
    let help = place.run(&["play", "--help", "--lang", "pt"], &[]);
    assert!(help.out.contains("Utilização") && help.out.contains("Opções"), "{}", help.out);
}
