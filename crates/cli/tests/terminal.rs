//! The classic menu on a terminal of its own: typed answers, Ctrl-C, Ctrl-D.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]
#![cfg(unix)]

mod common;

use common::Place;
use rexpect::process::wait::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

const TIMEOUT_MS: Option<u64> = Some(30_000);

fn start(place: &Place, arguments: &[&str]) -> PtySession {
    let mut command = place.command(arguments);
    command.env("TERM", "xterm");
    spawn_command(command, TIMEOUT_MS).unwrap()
}

/// Waits for a text. The reader takes every byte for a character, so that is what it is given.
fn expect(session: &mut PtySession, text: &str) {
    let bytes: String = text.bytes().map(char::from).collect();
    session.exp_string(&bytes).unwrap();
}

fn code(session: &PtySession) -> i32 {
    match session.process().wait().unwrap() {
        WaitStatus::Exited(_, code) => code,
        other => panic!("{other:?}"),
    }
}

#[test]
fn three_keys_and_a_game_is_on() {
    let place = Place::new();
    let mut session = start(&place, &["--classic", "--lang", "pt"]);
    expect(&mut session, "Opção:");
    session.send_line("1").unwrap();
    // From here on Enter follows the flow of the original programs: the game, who starts, the time.
    for _ in 0..3 {
        expect(&mut session, "Enter");
        session.send_line("").unwrap();
    }
    expect(&mut session, "é a sua vez");
    session.send_line("6@b1").unwrap();
    expect(&mut session, "está a pensar");
    expect(&mut session, "Jogada 2");
    expect(&mut session, "é a sua vez");
    session.send_line("sair").unwrap();
    expect(&mut session, "plywood play --resume 1");
    expect(&mut session, "Até à próxima.");
    assert_eq!(code(&session), 0);
}

#[test]
fn an_interrupt_at_a_question_or_while_thinking_ends_the_program_and_loses_nothing() {
    let place = Place::new();
    let mut session =
        start(&place, &["play", "blokus", "--p2", "iterative", "--time", "10m", "--classic"]);
    expect(&mut session, "your turn");
    expect(&mut session, "0 ends the program):");
    session.send_control('c').unwrap();
    session.exp_eof().unwrap();
    assert_eq!(code(&session), 130);
    let mut session =
        start(&place, &["play", "blokus", "--p2", "iterative", "--time", "10m", "--classic"]);
    expect(&mut session, "0 ends the program):");
    session.send_line("b@a1").unwrap();
    expect(&mut session, "is thinking");
    session.send_control('c').unwrap();
    expect(&mut session, "--resume 1");
    session.exp_eof().unwrap();
    assert_eq!(code(&session), 130);
}

#[test]
fn the_end_of_input_on_a_terminal_ends_cleanly() {
    let place = Place::new();
    let mut session = start(&place, &["--classic"]);
    expect(&mut session, "Choice:");
    session.send_control('d').unwrap();
    expect(&mut session, "End of input.");
    session.exp_eof().unwrap();
    assert_eq!(code(&session), 0);
}
