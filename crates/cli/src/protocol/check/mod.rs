//! `plywood check-engine`: what a bot's author needs to hear, in sentences.
//!
//! Every check starts the bot anew, so that one fault does not hide the next.

mod gtp;
mod matches;
mod ugi;

use std::time::{Duration, Instant};

use plywood_protocol::{Launch, Process, Protocol, Wire};
use plywood_workbench::Cancel;
use plywood_workbench::games::{find, open};
use plywood_workbench::language::Words;
use serde::Serialize;
use serde_json::json;

use crate::Done;
use crate::args::CheckEngineArguments;
use crate::screen::{Style, say, say_json, styled};

/// How long a bot may take for anything but a move; a runtime may need seconds to start.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to notice `stop`, `quit` or the end of its input.
const REACTION: Duration = Duration::from_secs(1);
/// How much later than asked a move may come: it has to be written, sent and read.
const SLACK: Duration = Duration::from_millis(250);

/// What a check found: what went well, or what was sent, what came and what was expected.
type Found = Result<String, String>;
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
            eprintln!("plywood: {}", words.text("interrupted"));
            return Ok(Done::No);
        }
        let found = look(&examination);
        let finding =
            Finding { check: name, passed: found.is_ok(), text: found.unwrap_or_else(|text| text) };
        if !arguments.json {
            let mark = if finding.passed {
                styled(&format!("{:<5}", words.text("check-good")), Style::Good)
            } else {
                styled(&format!("{:<5}", words.text("check-bad")), Style::Bad)
            };
            say(&format!("{mark}  {name:<10}  {}\n", words.translate(&finding.text)))?;
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
    process.send("quit", soon()).map_err(|fault| fault.to_string())?;
    let farewell = process.leave(2 * REACTION);
    if farewell.after > REACTION {
        let took = if farewell.in_time { "ended after" } else { "had to be killed after" };
        return Err(format!(
            "it was sent `quit` and {took} {:.1} s: expected its end within {:.0} s",
            farewell.after.as_secs_f64(),
            REACTION.as_secs_f64()
        ));
    }
    if farewell.n_left > 0 {
        return Err(format!(
            "it was sent `quit` and left {} of its processes running: expected none",
            farewell.n_left
        ));
    }
    Ok(format!("it ended {} ms after `quit` and left nothing behind", farewell.after.as_millis()))
}

/// It ends when whoever started it is gone.
fn end_of_input(examination: &Examination<'_>) -> Found {
    let farewell = examination.start()?.end(2 * REACTION);
    if farewell.after > REACTION {
        return Err(
            "its input was closed and it went on running: expected its end, or it stays behind when a tournament dies"
                .into(),
        );
    }
    Ok("it ended when its input did".into())
}

impl Examination<'_> {
    /// The bot, started and awake.
    fn start(&self) -> Result<Process, String> {
        match self.launch.protocol {
            Protocol::Gtp => gtp::client(self).map(|client| client.wire),
            Protocol::Ugi => ugi::client(self).map(|client| client.wire),
        }
    }

    fn spawn(&self) -> Result<Process, String> {
        Process::start(&self.launch.command).map_err(|fault| fault.to_string())
    }
}

/// The deadline for anything but a move.
fn soon() -> Instant {
    Instant::now() + PATIENCE
}

/// A fault with the bot's last words, which often say why.
fn explain(fault: &plywood_protocol::Fault, wire: &impl Wire) -> String {
    let last = wire.last_output();
    let words = [("output", last.stdout), ("errors", last.stderr)];
    let last_lines = words.iter().filter_map(|(name, text)| {
        let line = text.trim().lines().last()?;
        Some(format!(
            "; the last line of its {name} was `{}`",
            line.chars().take(200).collect::<String>()
        ))
    });
    fault.to_string() + &last_lines.collect::<String>()
}
