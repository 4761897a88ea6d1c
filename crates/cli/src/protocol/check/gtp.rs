//! What is asked of a bot that speaks GTP.

use std::time::Instant;

use plywood_protocol::gtp::{Client, title};
use plywood_protocol::{Fault, Process, Wire};

use plywood_workbench::{Message, message};

use super::{Check, Examination, Found, SLACK, after, answered, explain, soon};

pub(super) const CHECKS: &[Check] = &[
    ("start", introduction),
    ("commands", commands),
    ("numbers", numbers),
    ("unknown", unknown_commands),
    ("garbage", garbage),
    ("time", time),
    ("illegal", illegal_moves),
    ("undo", undo),
    ("reg", reg_genmove),
];

/// The bot, awake.
pub(super) fn client(examination: &Examination<'_>) -> Result<Client<Process>, Message> {
    let mut client = Client::new(examination.spawn()?);
    ask(&mut client, "name")?;
    Ok(client)
}

/// Asks, and explains what went wrong if anything did.
fn ask(client: &mut Client<Process>, command: &str) -> Result<String, Message> {
    client.ask(command, soon()).map_err(|fault| explain(&fault, &client.wire))
}

/// The bot at the start of a game.
fn at_the_start(examination: &Examination<'_>) -> Result<Client<Process>, Message> {
    let mut client = client(examination)?;
    if knows(&mut client, "set_game")? {
        ask(&mut client, &format!("set_game {}", title(examination.game)))?;
    }
    if !examination.rules.is_empty() {
        ask(&mut client, &format!("set_rules {}", examination.rules))?;
    }
    ask(&mut client, "clear_board")?;
    Ok(client)
}

fn knows(client: &mut Client<Process>, command: &str) -> Result<bool, Message> {
    Ok(ask(client, "list_commands")?.split_whitespace().any(|known| known == command))
}

fn introduction(examination: &Examination<'_>) -> Found {
    let mut client = client(examination)?;
    let name = ask(&mut client, "name")?;
    match ask(&mut client, "protocol_version")?.as_str() {
        "2" => Ok(message!("check-name", "it calls itself `{name}`", name)),
        other => Err(answered("protocol_version", other, "2")),
    }
}

fn commands(examination: &Examination<'_>) -> Found {
    const NEEDED: [&str; 8] = [
        "name",
        "version",
        "list_commands",
        "known_command",
        "quit",
        "clear_board",
        "play",
        "genmove",
    ];
    let mut client = client(examination)?;
    let list = ask(&mut client, "list_commands")?;
    let listed: Vec<&str> = list.split_whitespace().collect();
    let missing: Vec<&str> = NEEDED.into_iter().filter(|name| !listed.contains(name)).collect();
    if !missing.is_empty() {
        return Err(message!(
            "check-left-out",
            "it was sent `list_commands` and left out {list}: expected them in the list",
            list = missing
        ));
    }
    for (name, expected) in [("genmove", "true"), ("xyzzy", "false")] {
        let answer = ask(&mut client, &format!("known_command {name}"))?;
        if answer != expected {
            return Err(answered(&format!("known_command {name}"), &answer, expected));
        }
    }
    Ok(message!(
        "check-lists",
        "it lists {n} commands, all that are needed among them",
        n = listed.len()
    ))
}

/// It repeats the number of a command.
fn numbers(examination: &Examination<'_>) -> Found {
    let mut client = client(examination)?;
    let answer = client.wire.send("4242 name", soon()).and_then(|()| client.wire.receive(soon()));
    let line = answer.map_err(|fault| explain(&fault, &client.wire))?;
    if !line.starts_with("=4242") {
        return Err(answered("4242 name", &line, "=4242 NAME"));
    }
    Ok(message!("check-numbers", "it repeats the numbers of commands"))
}

fn unknown_commands(examination: &Examination<'_>) -> Found {
    let mut client = client(examination)?;
    match client.ask("xyzzy 1 2 3", soon()) {
        Err(Fault::Refused { .. }) => {}
        Err(fault) => return Err(explain(&fault, &client.wire)),
        Ok(answer) => {
            return Err(answered("xyzzy 1 2 3", &format!("= {answer}"), "? unknown command"));
        }
    }
    ask(&mut client, "name")?;
    Ok(message!("check-unknown", "it refuses what it does not know and goes on"))
}

fn garbage(examination: &Examination<'_>) -> Found {
    let mut client = client(examination)?;
    // None of these is answered: comments, blanks and control characters.
    for line in ["", "   ", "# a comment", "\t", "\u{1}\u{7}\r"] {
        client.wire.send(line, soon()).map_err(|fault| explain(&fault, &client.wire))?;
    }
    ask(&mut client, "name # and a comment")?;
    // These are refused, one by one.
    let long = "x".repeat(20_000);
    for line in [long.as_str(), "play", "play b", "play nobody nowhere", "genmove", "é漢"] {
        match client.ask(line, soon()) {
            Ok(_) | Err(Fault::Refused { .. }) => {}
            Err(fault) => {
                return Err(message!(
                    "check-any-answer",
                    "{reason}; expected one answer, whatever is sent",
                    reason = explain(&fault, &client.wire)
                ));
            }
        }
    }
    ask(&mut client, "name")?;
    Ok(message!("check-garbage", "lines that mean nothing did not disturb it"))
}

fn time(examination: &Examination<'_>) -> Found {
    let mut client = at_the_start(examination)?;
    let limit = examination.arguments.time;
    let seconds = limit.as_secs_f64();
    let is_told = knows(&mut client, "time_settings")?;
    if is_told {
        let setting = format!("time_settings 0 {seconds} 1");
        match client.ask(&setting, soon()) {
            Ok(_) | Err(Fault::Refused { .. }) => {}
            Err(fault) => return Err(explain(&fault, &client.wire)),
        }
    }
    let since = Instant::now();
    let step =
        client.ask("genmove b", soon() + limit).map_err(|fault| explain(&fault, &client.wire))?;
    let time = since.elapsed();
    let (ms, limit_ms) = (time.as_millis() as u64, limit.as_millis() as u64);
    if time <= limit + SLACK {
        return Ok(after("genmove b", &step, ms));
    }
    Err(match is_told {
        true => message!(
            "check-within",
            "it was sent `{sent}` and answered `{answer}` after {ms} ms: expected an answer within {limit} ms",
            sent = "genmove b",
            answer = step,
            ms,
            limit = limit_ms
        ),
        false => message!(
            "check-within-untold",
            "it was sent `{sent}` and answered `{answer}` after {ms} ms: expected an answer within {limit} ms (it knows no `time_settings`: --time sets what is expected)",
            sent = "genmove b",
            answer = step,
            ms,
            limit = limit_ms
        ),
    })
}

fn illegal_moves(examination: &Examination<'_>) -> Found {
    let mut client = at_the_start(examination)?;
    match client.ask("play b nonsense", soon()) {
        Err(Fault::Refused { .. }) => Ok(message!("check-no-move", "it refuses what is no move")),
        Err(fault) => Err(explain(&fault, &client.wire)),
        Ok(_) => Err(message!(
            "check-nonsense",
            "it was sent `play b nonsense` and accepted it: expected `? REASON`"
        )),
    }
}

/// A move can be played again once it was taken back.
fn undo(examination: &Examination<'_>) -> Found {
    let mut client = at_the_start(examination)?;
    if !knows(&mut client, "undo")? {
        return Ok(optional("undo"));
    }
    let step = ask(&mut client, "genmove b")?;
    ask(&mut client, "undo")?;
    ask(&mut client, &format!("play b {step}")).map_err(|reason| {
        message!(
            "check-undo-fault",
            "after `genmove b`, which answered `{step}`, and `undo`: {reason}; expected the move to be playable again",
            step = &*step,
            reason
        )
    })?;
    Ok(message!("check-undo", "a move that was taken back can be played again"))
}

/// A move that was only thought about can be played.
fn reg_genmove(examination: &Examination<'_>) -> Found {
    let mut client = at_the_start(examination)?;
    if !knows(&mut client, "reg_genmove")? {
        return Ok(optional("reg_genmove"));
    }
    let step = ask(&mut client, "reg_genmove b")?;
    ask(&mut client, &format!("play b {step}")).map_err(|reason| {
        message!(
            "check-reg-fault",
            "after `reg_genmove b`, which answered `{step}`: {reason}; expected that it plays nothing",
            step = &*step,
            reason
        )
    })?;
    Ok(message!("check-reg", "`reg_genmove` leaves the board as it is"))
}

fn optional(command: &str) -> Message {
    message!("check-optional", "it has no `{command}`, which is optional", command)
}
