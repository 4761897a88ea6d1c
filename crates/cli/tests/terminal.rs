//! The classic menu on a terminal of its own: typed answers, Ctrl-C, Ctrl-D.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]
#![cfg(unix)]

mod common;

use common::Place;
use rexpect::process::wait::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

const PATIENCE: Option<u64> = Some(30_000);

fn start(place: &Place, arguments: &[&str]) -> PtySession {
    let mut command = place.command(arguments);
    command.env("TERM", "xterm");
    spawn_command(command, PATIENCE).unwrap()
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
    for _ in 0..3 {
        session.exp_string("Opção:").unwrap();
        session.send_line("1").unwrap();
    }
    session.exp_string("é a sua vez").unwrap();
    session.send_line("6@b1").unwrap();
    session.exp_string("está a pensar").unwrap();
    session.exp_string("Jogada 2").unwrap();
    session.exp_string("é a sua vez").unwrap();
    session.send_line("sair").unwrap();
    session.exp_string("plywood play --resume 1").unwrap();
    session.exp_string("Até à próxima.").unwrap();
    assert_eq!(code(&session), 0);
}

#[test]
fn an_interrupt_at_a_question_or_while_thinking_ends_the_program_and_loses_nothing() {
    let place = Place::new();
    let mut session = start(&place, &["play", "blokus", "--p2", "iterative", "--time", "10m"]);
    session.exp_string("your turn").unwrap();
    session.exp_string("goes back to the menu):").unwrap();
    session.send_control('c').unwrap();
    session.exp_eof().unwrap();
    assert_eq!(code(&session), 130);
    let mut session =
        start(&place, &["play", "blokus", "--p2", "iterative", "--time", "10m", "--classic"]);
    session.exp_string("goes back to the menu):").unwrap();
    session.send_line("b@a1").unwrap();
    session.exp_string("is thinking").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("--resume 1").unwrap();
    session.exp_eof().unwrap();
    assert_eq!(code(&session), 130);
}

#[test]
fn the_end_of_input_on_a_terminal_ends_cleanly() {
    let place = Place::new();
    let mut session = start(&place, &["--classic"]);
    session.exp_string("Choice:").unwrap();
    session.send_control('d').unwrap();
    session.exp_string("End of input.").unwrap();
    session.exp_eof().unwrap();
    assert_eq!(code(&session), 0);
}
