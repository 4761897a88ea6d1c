//! `plywood check-engine`: what a bot's author needs to hear, in sentences.
//!
//! Every check starts the bot anew, so that one fault does not hide the next.

mod gtp;
mod matches;
mod ugi;

use std::time::{Duration, Instant};

use plywood_arena::fault_message;
use plywood_protocol::{Launch, Process, Protocol, Wire};
use plywood_workbench::games::{find, open};
use plywood_workbench::language::Words;
use plywood_workbench::{Cancel, Message, message};
use serde::Serialize;
use serde_json::json;

use crate::Done;
use crate::args::CheckEngineArguments;
use crate::screen::{Style, say, say_json, styled};

/// How long a bot may take for anything but a move; a runtime may need seconds to start.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// How long it may take to notice `stop`, `quit` or the end of its input.
const REACTION: Duration = Duration::from_secs(1);
/// How much later than asked a move may come: it has to be written, sent and read.
const SLACK: Duration = Duration::from_millis(250);

/// What a check found: what went well, or what was sent, what came and what was expected.
type Found = Result<Message, Message>;
/// A check by name.
type Check = (&'static str, fn(&Examination<'_>) -> Found);

/// What is examined, and how.
struct Examination<'a> {
    launch: Launch,
    /// The game's name in our catalogue.
    game: &'static str,
    rules: String,
    arguments: &'a CheckEngineArguments,
    cancel: &'a Cancel,
}

/// The outcome of a check, as printed.
#[derive(Serialize)]
struct Finding {
    check: &'static str,
    passed: bool,
    text: String,
}

/// `plywood check-engine`.
pub(crate) fn check(
    arguments: &CheckEngineArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let launch = Launch::parse(&arguments.command, arguments.protocol)?;
    crate::supervise(plywood_protocol::Leash::default());
    let rules = arguments.rules.join(",");
    open(&arguments.game, &rules, arguments.seed, None, &[])?;
    let game = find(&arguments.game)?.name;
    let examination = Examination { launch, game, rules, arguments, cancel };
    let checks: &[Check] = match examination.launch.protocol {
        Protocol::Gtp => gtp::CHECKS,
        Protocol::Ugi => ugi::CHECKS,
    };
    let mut findings: Vec<Finding> = Vec::new();
    for &(name, look) in checks.iter().chain(COMMON) {
        if cancel.is_raised() {
            crate::screen::complain(&words.text("interrupted"));
            return Ok(Done::No);
        }
        let found = look(&examination);
        let passed = found.is_ok();
        let message = found.unwrap_or_else(|fault| fault);
        let finding = Finding { check: name, passed, text: message.to_string() };
        if !arguments.json {
            let mark = if finding.passed {
                styled(&format!("{:<5}", words.text("check-good")), Style::Good)
            } else {
                styled(&format!("{:<5}", words.text("check-bad")), Style::Bad)
            };
            say(&format!("{mark}  {name:<10}  {}\n", words.say(&message)))?;
        }
        let is_start = findings.is_empty();
        let is_hopeless = is_start && !finding.passed;
        findings.push(finding);
        if is_hopeless {
            break; // A bot that does not start would fail everything else in the same way.
        }
    }
    let n_faults = findings.iter().filter(|finding| !finding.passed).count();
    if arguments.json {
        say_json(&json!({
            "command": examination.launch.command,
            "protocol": examination.launch.protocol.name(),
            "game": game,
            "passed": n_faults == 0,
            "findings": findings,
        }))?;
    } else {
        let n_checks = findings.len();
        let sum = match n_faults {
            0 => words.fill("check-passed", &[("all", &n_checks)]),
            n => words.fill("check-faults", &[("n", &n), ("all", &n_checks)]),
        };
        say(&format!("\n{sum}\n"))?;
    }
    Ok(if n_faults == 0 { Done::Yes } else { Done::No })
}

/// What is asked of every bot, whatever it speaks.
const COMMON: &[Check] = &[("games", matches::games), ("quit", quit), ("end", end_of_input)];

/// It ends when it is told to, and takes everything it started with it.
fn quit(examination: &Examination<'_>) -> Found {
    let mut process = examination.start()?;
    process.send("quit", soon()).map_err(|fault| fault_message(&fault))?;
    let farewell = process.leave(2 * REACTION);
    if farewell.after > REACTION {
        let ms = farewell.after.as_millis() as u64;
        let limit = REACTION.as_millis() as u64;
        return Err(match farewell.in_time {
            true => message!(
                "check-quit-late",
                "it was sent `quit` and ended after {ms} ms: expected its end within {limit} ms",
                ms,
                limit
            ),
            false => message!(
                "check-quit-killed",
                "it was sent `quit` and had to be killed after {ms} ms: expected its end within {limit} ms",
                ms,
                limit
            ),
        });
    }
    if farewell.n_left > 0 {
        return Err(message!(
            "check-quit-left",
            "it was sent `quit` and left {n} of its processes running: expected none",
            n = farewell.n_left
        ));
    }
    Ok(message!(
        "check-quit",
        "it ended {ms} ms after `quit` and left nothing behind",
        ms = farewell.after.as_millis() as u64
    ))
}

/// It ends when whoever started it is gone.
fn end_of_input(examination: &Examination<'_>) -> Found {
    let farewell = examination.start()?.end(2 * REACTION);
    if farewell.after > REACTION {
        return Err(message!(
            "check-end-fault",
            "its input was closed and it went on running: expected its end, or it stays behind when a tournament dies"
        ));
    }
    Ok(message!("check-end", "it ended when its input did"))
}

impl Examination<'_> {
    /// The bot, started and awake.
    fn start(&self) -> Result<Process, Message> {
        match self.launch.protocol {
            Protocol::Gtp => gtp::client(self).map(|client| client.wire),
            Protocol::Ugi => ugi::client(self).map(|client| client.wire),
        }
    }

    fn spawn(&self) -> Result<Process, Message> {
        Process::start(&self.launch.command).map_err(|fault| fault_message(&fault))
    }
}

/// The deadline for anything but a move.
fn soon() -> Instant {
    Instant::now() + ANSWER_TIMEOUT
}

/// A fault with the bot's last words, which often say why.
fn explain(fault: &plywood_protocol::Fault, wire: &impl Wire) -> Message {
    let last = wire.last_output();
    let [output, errors] = [last.stdout, last.stderr].map(|text| {
        let line = text.trim().lines().last()?;
        Some(line.chars().take(200).collect::<String>())
    });
    let reason = fault_message(fault);
    match (output, errors) {
        (None, None) => reason,
        (Some(output), None) => message!(
            "check-output",
            "{reason}; the last line of its output was `{output}`",
            reason,
            output
        ),
        (None, Some(errors)) => message!(
            "check-errors",
            "{reason}; the last line of its errors was `{errors}`",
            reason,
            errors
        ),
        (Some(output), Some(errors)) => message!(
            "check-output-errors",
            "{reason}; the last line of its output was `{output}`; the last line of its errors was `{errors}`",
            reason,
            output,
            errors
        ),
    }
}

/// A wrong answer.
fn answered(sent: &str, answer: &str, expected: &str) -> Message {
    message!(
        "check-answered",
        "it was sent `{sent}` and answered `{answer}`: expected `{expected}`",
        sent,
        answer,
        expected
    )
}

/// An answer, and how long it took.
fn after(sent: &str, answer: &str, ms: u64) -> Message {
    message!(
        "check-time",
        "it was sent `{sent}` and answered `{answer}` after {ms} ms",
        sent,
        answer,
        ms
    )
}
