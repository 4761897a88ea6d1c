//! What is asked of a bot that speaks UGI.

use std::time::{Duration, Instant};

use plywood_protocol::ugi::{Client, Command};
use plywood_protocol::{Go, Process, Wire};
use plywood_workbench::games::open;

use super::{Check, Examination, Found, REACTION, SLACK, explain, soon};

pub(super) const CHECKS: &[Check] = &[
    ("start", introduction),
    ("unknown", unknown_commands),
    ("garbage", garbage),
    ("time", time),
    ("stop", stop),
    ("ready", ready_while_thinking),
];

/// The bot, after its introduction.
pub(super) fn client(examination: &Examination<'_>) -> Result<Client<Process>, String> {
    let mut client = Client::new(examination.spawn()?);
    let greeted = client.introduce(soon()).and_then(|()| client.ready(soon()));
    greeted.map_err(|fault| {
        explain(&fault, &client.wire)
            + ": expected `ugiok` after `ugi` and `readyok` after `isready`"
    })?;
    Ok(client)
}

fn introduction(examination: &Examination<'_>) -> Found {
    let client = client(examination)?;
    if client.name.is_empty() {
        return Err(
            "it was sent `ugi` and answered `ugiok` without `id name NAME` before it".into()
        );
    }
    Ok(format!("it calls itself `{}`", client.name))
}

/// It answers nothing it does not know, or complains, but goes on.
fn unknown_commands(examination: &Examination<'_>) -> Found {
    survive(
        examination,
        &["xyzzy 1 2 3", "", "   ", "setoption name no such thing value 1", "stop"],
    )
}

/// It goes on after lines that nobody should send.
fn garbage(examination: &Examination<'_>) -> Found {
    let long = "x".repeat(20_000);
    survive(
        examination,
        &[
            &long,
            "\u{1}\u{7}\u{fffd}é漢",
            "position",
            "position startpos moves nonsense",
            "go nowhere",
            "isready isready",
        ],
    )
}

fn survive(examination: &Examination<'_>, lines: &[&str]) -> Found {
    let mut client = client(examination)?;
    for line in lines {
        let shown: String = line.chars().take(30).collect();
        let sent = client.wire.send(line, soon());
        sent.and_then(|()| client.ready(soon())).map_err(|fault| {
            format!(
                "it was sent `{shown}`, then `isready`: {}; expected `readyok`, whatever came before",
                explain(&fault, &client.wire)
            )
        })?;
    }
    Ok(format!("{} lines it cannot understand did not disturb it", lines.len()))
}

/// The bot at the start of a game.
fn at_the_start(examination: &Examination<'_>) -> Result<Client<Process>, String> {
    let mut client = client(examination)?;
    let table = open(examination.game, &examination.rules, examination.arguments.seed, None, &[]);
    let position = table.map_err(|e| e.to_string())?.position();
    let mut commands = Vec::new();
    if client.has_setting("game") {
        commands.push(format!("setoption name game value {}", examination.game));
    }
    if client.has_setting("rules") {
        commands.push(format!("setoption name rules value {}", examination.rules));
    }
    commands.push(Command::NewGame.to_string());
    commands.push(Command::Position { start: Some(position), moves: Vec::new() }.to_string());
    let sent = commands.iter().try_for_each(|command| client.wire.send(command, soon()));
    sent.and_then(|()| client.ready(soon())).map_err(|fault| {
        format!("it was sent `{}`: {}", commands.join("`, `"), explain(&fault, &client.wire))
    })?;
    Ok(client)
}

/// A move asked for at the start of the game, and how long it took.
fn time(examination: &Examination<'_>) -> Found {
    let mut client = at_the_start(examination)?;
    let limit = examination.arguments.time;
    let go = Go { movetime: Some(limit), ..Go::default() };
    let since = Instant::now();
    let answer = client.go(&go, soon() + limit, &mut |_| {});
    let step = answer.map_err(|fault| explain(&fault, &client.wire))?;
    let time = since.elapsed();
    let told = format!(
        "it was sent `go movetime {}` and answered `{step}` after {} ms",
        limit.as_millis(),
        time.as_millis()
    );
    if time > limit + SLACK {
        return Err(told + ": expected an answer in time");
    }
    Ok(told)
}

fn stop(examination: &Examination<'_>) -> Found {
    let mut client = at_the_start(examination)?;
    let go = Go { infinite: true, ..Go::default() };
    let sent = client.tell(&Command::Go(go), soon());
    std::thread::sleep(Duration::from_millis(200));
    let since = Instant::now();
    let answer = sent
        .and_then(|()| client.tell(&Command::Stop, soon()))
        .and_then(|()| client.best_move("stop", soon(), &mut |_| {}));
    let step = answer.map_err(|fault| {
        format!(
            "it was sent `go infinite`, then `stop`: {}; expected `bestmove`",
            explain(&fault, &client.wire)
        )
    })?;
    let time = since.elapsed();
    let told = format!("it answered `{step}` {} ms after `stop`", time.as_millis());
    if time > REACTION {
        return Err(format!("{told}: expected an answer within {} s", REACTION.as_secs()));
    }
    Ok(told)
}

fn ready_while_thinking(examination: &Examination<'_>) -> Found {
    let mut client = at_the_start(examination)?;
    let limit = examination.arguments.time;
    let go = Go { movetime: Some(limit), ..Go::default() };
    let sent = client.tell(&Command::Go(go), soon());
    let since = Instant::now();
    // A bot that moves at once may say `bestmove` before `readyok`; that is passed over.
    sent.and_then(|()| client.ready(soon())).map_err(|fault| {
        format!(
            "it was sent `go`, then `isready`: {}; expected `readyok`",
            explain(&fault, &client.wire)
        )
    })?;
    if since.elapsed() > limit + REACTION {
        return Err("it was sent `go`, then `isready`, and was not ready until long after: expected `readyok` at once".into());
    }
    Ok("it is ready for commands while it thinks".into())
}
