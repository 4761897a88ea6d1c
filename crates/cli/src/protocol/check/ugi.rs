//! What is asked of a bot that speaks UGI.

use std::time::{Duration, Instant};

use plywood_protocol::ugi::{Client, Command};
use plywood_protocol::{Go, Process, Wire};
use plywood_workbench::games::open;

use plywood_workbench::{Message, message};

use super::{Check, Examination, Found, REACTION, SLACK, after, explain, soon};

pub(super) const CHECKS: &[Check] = &[
    ("start", introduction),
    ("unknown", unknown_commands),
    ("garbage", garbage),
    ("time", time),
    ("stop", stop),
    ("ready", ready_while_thinking),
];

/// The bot, after its introduction.
pub(super) fn client(examination: &Examination<'_>) -> Result<Client<Process>, Message> {
    let mut client = Client::new(examination.spawn()?);
    let greeted = client.introduce(soon()).and_then(|()| client.ready(soon()));
    greeted.map_err(|fault| {
        message!(
            "check-greeting",
            "{reason}: expected `ugiok` after `ugi` and `readyok` after `isready`",
            reason = explain(&fault, &client.wire)
        )
    })?;
    Ok(client)
}

fn introduction(examination: &Examination<'_>) -> Found {
    let client = client(examination)?;
    if client.name.is_empty() {
        return Err(message!(
            "check-no-name",
            "it was sent `ugi` and answered `ugiok` without `id name NAME` before it"
        ));
    }
    Ok(message!("check-name", "it calls itself `{name}`", name = client.name))
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
            message!(
                "check-survive",
                "it was sent `{sent}`, then `isready`: {reason}; expected `readyok`, whatever came before",
                sent = shown,
                reason = explain(&fault, &client.wire)
            )
        })?;
    }
    Ok(message!(
        "check-undisturbed",
        "{n} lines it cannot understand did not disturb it",
        n = lines.len()
    ))
}

/// The bot at the start of a game.
fn at_the_start(examination: &Examination<'_>) -> Result<Client<Process>, Message> {
    let mut client = client(examination)?;
    let table = open(examination.game, &examination.rules, examination.arguments.seed, None, &[]);
    let position = table.map_err(|e| e.message())?.position();
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
        message!(
            "check-sent",
            "it was sent `{sent}`: {reason}",
            sent = commands.join("`, `"),
            reason = explain(&fault, &client.wire)
        )
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
    let (sent, ms) = (format!("go movetime {}", limit.as_millis()), time.as_millis() as u64);
    if time > limit + SLACK {
        return Err(message!(
            "check-late",
            "it was sent `{sent}` and answered `{answer}` after {ms} ms: expected an answer in time",
            sent,
            answer = step,
            ms
        ));
    }
    Ok(after(&sent, &step, ms))
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
        message!(
            "check-stop-fault",
            "it was sent `go infinite`, then `stop`: {reason}; expected `bestmove`",
            reason = explain(&fault, &client.wire)
        )
    })?;
    let time = since.elapsed();
    let ms = time.as_millis() as u64;
    if time > REACTION {
        return Err(message!(
            "check-stop-late",
            "it answered `{step}` {ms} ms after `stop`: expected an answer within {limit} ms",
            step,
            ms,
            limit = REACTION.as_millis() as u64
        ));
    }
    Ok(message!("check-stop", "it answered `{step}` {ms} ms after `stop`", step, ms))
}

fn ready_while_thinking(examination: &Examination<'_>) -> Found {
    let mut client = at_the_start(examination)?;
    let limit = examination.arguments.time;
    let go = Go { movetime: Some(limit), ..Go::default() };
    let sent = client.tell(&Command::Go(go), soon());
    let since = Instant::now();
    // A bot that moves at once may say `bestmove` before `readyok`; that is passed over.
    sent.and_then(|()| client.ready(soon())).map_err(|fault| {
        message!(
            "check-ready-fault",
            "it was sent `go`, then `isready`: {reason}; expected `readyok`",
            reason = explain(&fault, &client.wire)
        )
    })?;
    if since.elapsed() > limit + REACTION {
        return Err(message!(
            "check-ready-late",
            "it was sent `go`, then `isready`, and was not ready until long after: expected `readyok` at once"
        ));
    }
    Ok(message!("check-ready", "it is ready for commands while it thinks"))
}
