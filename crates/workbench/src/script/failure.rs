//! Errors in scripts, as sentences with the line number.

use plywood_contract::{Message, UNREACHABLE, message};
use rhai::{Dynamic, EvalAltResult as E, ParseError, ParseErrorType as P, Position};

use super::sandbox::{MOST_CALLS, MOST_ENTRIES, MOST_STEPS};

fn line(at: Position) -> usize {
    at.line().unwrap_or(1)
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A syntax error.
pub(super) fn no_reading(error: &ParseError) -> Message {
    parsing(error.err_type(), line(error.position()))
}

fn parsing(error: &P, line: usize) -> Message {
    match error {
        P::UnexpectedEOF => {
            message!("script-ends", "line {line}: the script ends too soon", line)
        }
        P::MissingToken(token, _) => message!(
            "script-missing",
            "line {line}: `{token}` is missing",
            line,
            token = short(token)
        ),
        P::VariableUndefined(name) => no_name(name, line, &[]),
        P::Reserved(name) | P::ForbiddenVariable(name) => message!(
            "script-reserved",
            "line {line}: `{name}` cannot be used here",
            line,
            name = short(name)
        ),
        P::AssignmentToConstant(name) => constant(name, line),
        P::ExprTooDeep => too_deep(line),
        P::TooManyFunctions => {
            message!("script-functions", "line {line}: there are too many functions", line)
        }
        _ => message!("script-syntax", "line {line}: syntax error", line),
    }
}

fn no_name(name: &str, line: usize, names: &[&'static str]) -> Message {
    let name = short(name);
    match names {
        [] => message!("script-no-name", "line {line}: there is no `{name}`", line, name),
        names => message!(
            "script-no-name-of",
            "line {line}: there is no `{name}`: the known names are {list}",
            line,
            name,
            list = names.to_vec()
        ),
    }
}

fn constant(name: &str, line: usize) -> Message {
    message!(
        "script-constant",
        "line {line}: `{name}` cannot be changed; `let` makes a variable of your own",
        line,
        name = short(name)
    )
}

fn too_deep(line: usize) -> Message {
    message!(
        "script-deep",
        "line {line}: this is nested too deeply; functions may call each other up to {most} deep",
        line,
        most = MOST_CALLS
    )
}

/// An error at run time.
pub(super) fn wrong(error: &E, names: &[&'static str]) -> Message {
    let inner = error.unwrap_inner();
    let line = line(inner.position());
    match inner {
        E::ErrorParsing(error, _) => parsing(error, line),
        E::ErrorTooManyOperations(_) => message!(
            "script-steps",
            "line {line}: the script does not end: it is stopped after {most} steps for one state",
            line,
            most = MOST_STEPS
        ),
        E::ErrorStackOverflow(_) => too_deep(line),
        E::ErrorDataTooLarge(..) | E::ErrorTooManyVariables(_) => message!(
            "script-memory",
            "line {line}: this grows too large: lists and texts have up to {most} entries",
            line,
            most = MOST_ENTRIES
        ),
        E::ErrorVariableNotFound(name, _) => no_name(name, line, names),
        E::ErrorFunctionNotFound(name, _) => message!(
            "script-no-function",
            "line {line}: there is no function or operator `{name}` for these values",
            line,
            name = short(name.split(" (").next().unwrap_or(name))
        ),
        E::ErrorArrayBounds(n, place, _) => message!(
            "script-bounds",
            "line {line}: index {place} is outside a list of {n}: the first index is 0",
            line,
            place = *place,
            n = *n
        ),
        E::ErrorArithmetic(..) => message!(
            "script-arithmetic",
            "line {line}: this has no value: a division by zero, or a number that is too large",
            line
        ),
        E::ErrorAssignmentToConstant(name, _) | E::ErrorNonPureMethodCallOnConstant(name, _) => {
            constant(name, line)
        }
        E::ErrorRuntime(..) => {
            message!("script-throws", "line {line}: the script throws an error here", line)
        }
        _ => message!("script-kind", "line {line}: a value of the wrong type", line),
    }
}

/// What is wrong with a script's value.
pub(super) enum Fault {
    /// There is none, or it is not a number.
    NoNumber,
    /// Not a number, or infinite.
    NotFinite,
    Negative(String),
    Fraction(String),
    TooLarge,
}

/// A number in few digits, with a true minus.
fn told(value: f64) -> String {
    let text = if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.3}") };
    text.replace('-', "−")
}

/// The value as a number.
fn number(value: &Dynamic) -> Result<f64, Fault> {
    match (value.as_int(), value.as_float()) {
        (Ok(whole), _) => Ok(whole as f64),
        (_, Ok(float)) if float.is_finite() => Ok(float),
        (_, Ok(_)) => Err(Fault::NotFinite),
        _ => Err(Fault::NoNumber),
    }
}

/// A whole number from 0 to [`UNREACHABLE`].
pub(super) fn cost(value: &Dynamic) -> Result<u32, Fault> {
    match number(value)? {
        cost if cost < 0.0 => Err(Fault::Negative(told(cost))),
        cost if cost.fract() != 0.0 => Err(Fault::Fraction(told(cost))),
        cost if cost > f64::from(UNREACHABLE) => Err(Fault::TooLarge),
        cost => Ok(cost as u32),
    }
}

/// Any number there is.
pub(super) fn opinion(value: &Dynamic) -> Result<f64, Fault> {
    number(value)
}

/// Why a value was refused, and where it came from.
pub(super) fn no_value(fault: Fault, line: usize) -> Message {
    match fault {
        Fault::NoNumber => message!(
            "script-no-number",
            "line {line}: the value is not a number; the last line should be the value, without `;`",
            line
        ),
        Fault::NotFinite => message!(
            "script-not-finite",
            "line {line}: the value is infinite or not a number",
            line
        ),
        Fault::Negative(value) => message!(
            "script-negative",
            "line {line}: the value is {value}: an estimate is never below 0",
            line,
            value
        ),
        Fault::Fraction(value) => message!(
            "script-fraction",
            "line {line}: the value is {value}: an estimate is a whole number, as costs are; `floor`, `round` and `to_int` help",
            line,
            value
        ),
        Fault::TooLarge => message!(
            "script-too-large",
            "line {line}: the value is larger than any cost; `never` stands for a state without a goal",
            line
        ),
    }
}
