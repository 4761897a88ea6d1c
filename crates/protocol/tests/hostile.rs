//! Misbehaving programs: each gives the right fault, in time, and leaves nothing behind.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::fs;
use std::time::{Duration, Instant};

use plywood_protocol::{Bot, Fault, Go, Launch, Process, Protocol, Side, Start, Wire};

/// The time limit for anything but a move; generous, for busy machines.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
const WAIT: Duration = Duration::from_millis(1500);

/// A shell script that completes the UGI handshake, then runs `at_go` on `go`.
fn script(at_go: &str) -> String {
    format!(
        r#"while read line; do case "$line" in ugi) echo id name hostile; echo ugiok;; isready) echo readyok;; go*) {at_go};; quit) exit 0;; esac; done"#
    )
}

fn launch(script: &str) -> Launch {
    let quoted = script.replace('\'', r"'\''");
    Launch { protocol: Protocol::Ugi, command: format!("sh -c '{quoted}'") }
}

/// Starts a hostile program, asks for a move and returns the fault.
fn fault_at_go(at_go: &str) -> (Fault, Bot) {
    let mut player = Bot::start(&launch(&script(at_go)), ANSWER_TIMEOUT).unwrap();
    player.new_game(&Start { game: "quatro".into(), ..Start::default() }).unwrap();
    let fault = player.go(&[], Side::One, &Go::default(), WAIT).unwrap_err();
    (fault, player)
}

fn is_running(pid: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The state stands behind the name; Z is a process that has ended.
    status.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

fn peak_memory_kb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_silent_program_runs_out_of_time() {
    let since = Instant::now();
    let (fault, player) = fault_at_go("sleep 1000");
    assert_eq!(fault.kind(), "timeout", "{fault}");
    assert!(since.elapsed() >= WAIT);
    let pid = player.id().to_string();
    drop(player);
    assert!(!is_running(&pid));
}

#[test]
fn a_program_that_keeps_talking_without_answering_runs_out_of_time() {
    let (fault, _) = fault_at_go("while true; do echo info depth 1; sleep 0.05; done");
    assert_eq!(fault.kind(), "timeout", "{fault}");
}

#[test]
fn endless_output_is_cut_off_and_does_not_fill_the_memory() {
    let before = peak_memory_kb();
    let (fault, player) = fault_at_go("yes info depth 1");
    assert!(["flood", "timeout"].contains(&fault.kind()), "{fault}");
    let pid = player.id().to_string();
    drop(player);
    assert!(!is_running(&pid));
    assert!(peak_memory_kb() < before + 50_000);
}

#[test]
fn a_line_of_100_mb_is_not_read() {
    let before = peak_memory_kb();
    let (fault, player) = fault_at_go("head -c 100000000 /dev/zero | tr '\\0' x; echo");
    assert_eq!(fault.kind(), "too-long", "{fault}");
    assert_eq!(player.last_output().stdout.len(), 4096);
    assert!(peak_memory_kb() < before + 50_000);
}

#[test]
fn a_flood_of_errors_hides_no_answer() {
    let at_go = "head -c 10000000 /dev/zero | tr '\\0' e >&2; echo bestmove 0@a1";
    let mut player = Bot::start(&launch(&script(at_go)), ANSWER_TIMEOUT).unwrap();
    let answer = player.go(&[], Side::One, &Go::default(), ANSWER_TIMEOUT).unwrap();
    assert_eq!(answer.step, "0@a1");
    assert_eq!(player.last_output().stderr, "e".repeat(4096));
}

#[test]
fn garbage_is_passed_over_until_the_time_is_up() {
    let (fault, player) = fault_at_go(r"printf '\377\376\000\001 bestmove\n\n\033[2J\n'");
    assert_eq!(fault.kind(), "timeout", "{fault}");
    assert!(player.last_output().stdout.contains('\u{fffd}'));
    assert_eq!(fault_at_go("echo bestmove").0.kind(), "garbage");
}

#[test]
fn a_program_that_ends_is_told_from_one_that_hangs() {
    let (fault, _) = fault_at_go("echo oh no >&2; exit 3");
    assert!(matches!(&fault, Fault::Crash { status, .. } if status == "exit code 3"), "{fault}");
    let (fault, _) = fault_at_go("kill -SEGV $$");
    assert!(matches!(&fault, Fault::Crash { status, .. } if status == "signal 11"), "{fault}");
    let (fault, _) = fault_at_go("exec >&-; sleep 1000");
    assert_eq!(fault.kind(), "closed", "{fault}");
}

#[test]
fn its_last_words_are_kept() {
    let (_, player) = fault_at_go("echo info string farewell; echo oh no >&2; sleep 0.1; exit 3");
    assert!(player.last_output().stdout.ends_with("info string farewell\n"));
    assert_eq!(player.last_output().stderr, "oh no\n");
}

#[test]
fn a_program_that_never_starts_is_a_fault_of_its_own() {
    let start = |command: &str| {
        let launch = Launch { protocol: Protocol::Ugi, command: command.into() };
        Bot::start(&launch, Duration::from_secs(5)).unwrap_err()
    };
    assert_eq!(start("/nowhere/at/all").kind(), "start");
    assert_eq!(start("/").kind(), "start");
    assert_eq!(start("true").kind(), "crash");
    let short = Launch { protocol: Protocol::Ugi, command: "sleep 1000".into() };
    let fault = Bot::start(&short, Duration::from_millis(300)).unwrap_err();
    assert_eq!(fault.kind(), "timeout");
}

#[test]
fn a_program_that_does_not_listen_cannot_block_us() {
    let mut process = Process::start("sleep 1000").unwrap();
    let line = "x".repeat(60_000);
    let deadline = Instant::now() + Duration::from_millis(500);
    let fault = (0..10).find_map(|_| process.send(&line, deadline).err()).unwrap();
    assert_eq!(fault.kind(), "deaf", "{fault}");
}

/// Children that stay in the group, and one that leaves the group and the session.
#[test]
fn no_child_is_left_behind() {
    for forked in
        ["sleep 1000 & echo info string $!", "setsid sleep 1000 & sleep 0.3; echo info string $!"]
    {
        let (_, player) = fault_at_go(&format!("{forked}; sleep 1000"));
        let said = player.last_output().stdout;
        let pid = said.split_whitespace().last().unwrap().to_owned();
        assert!(is_running(&pid), "{said}");
        drop(player);
        assert!(!is_running(&pid), "{forked} left {pid} behind");
    }
}

#[test]
fn a_child_that_outlives_a_polite_program_is_found() {
    let at_go = "setsid sleep 1000 & sleep 0.3; echo bestmove $!";
    let mut player = Bot::start(&launch(&script(at_go)), ANSWER_TIMEOUT).unwrap();
    let child = player.go(&[], Side::One, &Go::default(), ANSWER_TIMEOUT).unwrap().step;
    let farewell = player.quit(ANSWER_TIMEOUT);
    assert!(farewell.in_time, "{farewell:?}");
    assert_eq!((farewell.n_left, farewell.status.as_str()), (1, "exit code 0"));
    assert!(!is_running(&child));
}

#[test]
fn ignoring_quit_and_the_end_of_input_does_not_help() {
    let ignorant =
        r#"trap "" TERM INT HUP; echo ugiok; echo readyok; while true; do sleep 1; done"#;
    let player = Bot::start(&launch(ignorant), ANSWER_TIMEOUT).unwrap();
    let pid = player.id().to_string();
    let farewell = player.quit(Duration::from_millis(300));
    assert!(!farewell.in_time);
    assert_eq!(farewell.status, "signal 9");
    assert!(!is_running(&pid));
}
