//! Faults of other programs as messages. The protocol crate knows no messages of ours.

use std::io;

use plywood_protocol::{Drain, Expected, Fault, LaunchError, SplitError, StartError};
use plywood_workbench::units::show_bytes;
use plywood_workbench::{Message, message};

/// A program's fault as a message.
pub fn fault_message(fault: &Fault) -> Message {
    let seconds = |after: &std::time::Duration| format!("{:.3} s", after.as_secs_f64());
    match fault {
        Fault::Start { command, reason } => message!(
            "fault-start",
            "`{command}` could not be started: {reason}",
            command = &**command,
            reason = start_message(reason)
        ),
        Fault::Timeout { request, after } => message!(
            "fault-timeout",
            "no answer to `{request}` within {time}",
            request = &**request,
            time = seconds(after)
        ),
        Fault::Deaf { request, after } => message!(
            "fault-deaf",
            "it does not read its input: `{request}` could not be sent within {time}",
            request = &**request,
            time = seconds(after)
        ),
        Fault::Crash { status, request } => message!(
            "fault-crash",
            "it ended without being asked to ({status}) when `{request}` was sent",
            status = status_message(status),
            request = &**request
        ),
        Fault::Overdrawn { what, limit } => overdrawn_message(*what, *limit),
        Fault::Closed { request } => message!(
            "fault-closed",
            "it closed its output when `{request}` was sent, and still runs",
            request = &**request
        ),
        Fault::TooLong { request, limit } => message!(
            "fault-long",
            "it wrote a line of more than {limit} bytes in answer to `{request}`",
            limit = *limit,
            request = &**request
        ),
        Fault::Flood { request, limit } => message!(
            "fault-flood",
            "it wrote more than {limit} bytes without answering `{request}`",
            limit = *limit,
            request = &**request
        ),
        Fault::Garbage { request, answer, expected } => message!(
            "fault-garbage",
            "it answered `{request}` with `{answer}`: expected {expected}",
            request = &**request,
            answer = &**answer,
            expected = expected_message(*expected)
        ),
        Fault::Refused { request, reason } => message!(
            "fault-refused",
            "it refused `{request}`: \"{reason}\"",
            request = &**request,
            reason = &**reason
        ),
        other => message!("fault-other", "it failed: \"{text}\"", text = other.to_string()),
    }
}

/// Why a program could not be named.
pub fn launch_message(error: &LaunchError) -> Message {
    match error {
        LaunchError::Unnamed(text) => message!(
            "launch-unnamed",
            "`{text}` does not say what it speaks: expected gtp:COMMAND or ugi:COMMAND",
            text = &**text
        ),
        LaunchError::Protocol(text) => message!(
            "launch-protocol",
            "`{text}` is not a protocol: expected gtp or ugi",
            text = &**text
        ),
        LaunchError::Words(error) => split_message(error),
        other => message!("fault-other", "it failed: \"{text}\"", text = other.to_string()),
    }
}

fn split_message(error: &SplitError) -> Message {
    match error {
        SplitError::Backslash(text) => {
            message!("launch-backslash", "`{text}` ends in a backslash", text = &**text)
        }
        SplitError::Quote(text, mark) => message!(
            "launch-quote",
            "`{text}` has a {mark} that is never closed",
            text = &**text,
            mark = *mark
        ),
        _ => message!("launch-nothing", "expected a command line, got nothing"),
    }
}

fn start_message(error: &StartError) -> Message {
    match error {
        StartError::Words(error) => split_message(error),
        StartError::System(io::ErrorKind::NotFound, _) => {
            message!("fault-not-found", "there is no such program")
        }
        StartError::System(io::ErrorKind::PermissionDenied, _) => {
            message!("fault-denied", "it may not be run")
        }
        StartError::Streams => message!("fault-streams", "its streams could not be taken"),
        other => message!("file-other", "the system says `{text}`", text = other.to_string()),
    }
}

/// `exit code 3` and `signal 11` as messages.
fn status_message(status: &str) -> Message {
    let number = |text: Option<&str>| text.and_then(|number| number.parse::<i64>().ok());
    match (number(status.strip_prefix("exit code ")), number(status.strip_prefix("signal "))) {
        (Some(code), _) => message!("status-code", "exit code {code}", code),
        (_, Some(signal)) => message!("status-signal", "signal {signal}", signal),
        _ => message!("status-other", "`{text}`", text = status),
    }
}

fn expected_message(expected: Expected) -> Message {
    match expected {
        Expected::BestMove => message!("expected-best-move", "`bestmove` with a move behind it"),
        _ => message!(
            "expected-gtp",
            "a line that begins with `=` or `?`, and an empty line behind the answer"
        ),
    }
}

/// A resource limit that a program exceeded.
fn overdrawn_message(what: Drain, limit: u64) -> Message {
    match what {
        Drain::Memory => message!(
            "fault-memory",
            "it took more than {limit} of memory, and was ended",
            limit = show_bytes(limit)
        ),
        Drain::Processes => {
            message!("fault-processes", "it had more than {limit} processes, and was ended", limit)
        }
        Drain::Cpu => message!(
            "fault-cpu",
            "it took more than {limit} s of processor time, and was ended",
            limit
        ),
        Drain::Files => message!(
            "fault-files",
            "it wrote a file of more than {limit}, and was ended",
            limit = show_bytes(limit)
        ),
    }
}
