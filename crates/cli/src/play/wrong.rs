//! A command line that is not understood, said in the reader's language.
//!
//! In English clap says it itself; what it says is made of the same parts.

use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use plywood_workbench::language::Words;
use plywood_workbench::{Message, message};

use crate::failure::said;

/// The whole text: what is wrong, what may help, the usage.
pub(crate) fn text(error: &clap::Error, words: &Words) -> String {
    let mut text = format!("{}\n", words.say(&fault(error, words)));
    for hint in hints(error) {
        text += &format!("\n  {}\n", words.say(&hint));
    }
    if let Some(usage) = of(error, ContextKind::Usage) {
        let usage =
            usage.strip_prefix("Usage: ").unwrap_or(&usage).replace("[OPTIONS]", "[OPÇÕES]");
        text += &format!("\n{}\n", words.say(&message!("wrong-usage", "Usage: {usage}", usage)));
    }
    let more = message!("wrong-more", "For more information, try '--help'.");
    text + &format!("\n{}\n", words.say(&more))
}

/// A part of the error as text.
fn of(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::None => None,
        ContextValue::Strings(parts) => Some(parts.join(", ")),
        other => Some(other.to_string()),
    }
}

fn parts(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(parts)) => parts.clone(),
        Some(ContextValue::String(part)) => vec![part.clone()],
        _ => Vec::new(),
    }
}

fn fault(error: &clap::Error, words: &Words) -> Message {
    let part = |kind| of(error, kind).unwrap_or_default();
    let argument = part(ContextKind::InvalidArg);
    let text = part(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            message!("wrong-argument", "error: unexpected argument '{argument}' found", argument)
        }
        ErrorKind::InvalidSubcommand => message!(
            "wrong-command",
            "error: unrecognized subcommand '{text}'",
            text = part(ContextKind::InvalidSubcommand)
        ),
        ErrorKind::InvalidValue if text.is_empty() => message!(
            "wrong-no-value",
            "error: a value is required for '{argument}' but none was supplied",
            argument
        ),
        ErrorKind::InvalidValue => message!(
            "wrong-value",
            "error: invalid value '{text}' for '{argument}'",
            text,
            argument
        ),
        ErrorKind::ValueValidation => match reason(error, words) {
            Some(reason) => message!(
                "wrong-value-because",
                "error: invalid value '{text}' for '{argument}': {reason}",
                text,
                argument,
                reason
            ),
            None => message!(
                "wrong-value",
                "error: invalid value '{text}' for '{argument}'",
                text,
                argument
            ),
        },
        ErrorKind::ArgumentConflict => conflict(error, argument),
        ErrorKind::MissingRequiredArgument => message!(
            "wrong-missing",
            "error: these arguments are missing: {list}",
            list = parts(error, ContextKind::InvalidArg)
        ),
        ErrorKind::MissingSubcommand => message!("wrong-no-command", "error: a command is missing"),
        ErrorKind::TooManyValues => message!(
            "wrong-too-many",
            "error: the value '{text}' is one too many for '{argument}'",
            text,
            argument
        ),
        ErrorKind::NoEquals => message!(
            "wrong-no-equals",
            "error: '{argument}' needs an equal sign before its value",
            argument
        ),
        ErrorKind::InvalidUtf8 => message!("wrong-utf8", "error: the line is not valid UTF-8"),
        _ => message!("wrong-other", "error: the line is not understood"),
    }
}

/// What does not go together.
fn conflict(error: &clap::Error, argument: String) -> Message {
    match parts(error, ContextKind::PriorArg) {
        others if others.is_empty() => message!(
            "wrong-conflict-some",
            "error: the argument '{argument}' cannot be used with one of the others",
            argument
        ),
        others if others == [argument.clone()] => message!(
            "wrong-twice",
            "error: the argument '{argument}' cannot be used multiple times",
            argument
        ),
        others => {
            let list: Vec<String> = others.iter().map(|other| format!("'{other}'")).collect();
            message!(
                "wrong-conflict",
                "error: the argument '{argument}' cannot be used with {list}",
                argument,
                list
            )
        }
    }
}

/// Why a value was refused: by one of our readers, or by one of the library's for plain numbers.
fn reason(error: &clap::Error, words: &Words) -> Option<String> {
    let source = error.source()?;
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        let said = match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
                message!("number-range", "the number is out of range")
            }
            IntErrorKind::Zero => message!("number-zero", "expected a whole number from 1"),
            _ => message!("number-whole", "expected a whole number"),
        };
        return Some(words.say(&said));
    }
    if source.is::<ParseFloatError>() {
        return Some(words.say(&message!("number", "expected a number")));
    }
    if source.is::<std::net::AddrParseError>() {
        return Some(words.say(&message!("address", "expected an address as 192.168.1.5")));
    }
    let text = said(source, words);
    // What is none of ours says itself in English only.
    (text != source.to_string() || source.is::<plywood_workbench::Refused>()).then_some(text)
}

/// What may have been meant.
fn hints(error: &clap::Error) -> Vec<Message> {
    let mut hints = Vec::new();
    let values = parts(error, ContextKind::ValidValue);
    if !values.is_empty() {
        hints.push(message!("hint-values", "[possible values: {list}]", list = values));
    }
    if let Some(text) = of(error, ContextKind::SuggestedArg) {
        hints.push(message!("hint-argument", "tip: a similar argument exists: '{text}'", text));
    }
    if let Some(text) = of(error, ContextKind::SuggestedSubcommand) {
        hints.push(message!("hint-command", "tip: a similar subcommand exists: '{text}'", text));
    }
    if let Some(text) = of(error, ContextKind::SuggestedValue) {
        hints.push(message!("hint-value", "tip: a similar value exists: '{text}'", text));
    }
    hints
}
