//! Tests that cannot run here: they say so where everybody sees it, and `cargo xtask test` counts them.

use std::io::Write;
use std::process::Command;

/// What begins the line of a test that was skipped.
pub const MARK: &str = "test skipped: ";

/// Says that a test did not run, and why. The harness keeps what tests print by macros to itself, so this
/// goes past it.
pub fn skip(test: &str, reason: &str) {
    // A test that cannot even say this has not passed either.
    writeln!(std::io::stdout(), "{MARK}{test}: {reason}").expect("stdout is open");
}

/// Whether a program can be run; a test that needs it and has it not is skipped.
pub fn has_program(test: &str, program: &str, argument: &str) -> bool {
    let ran = Command::new(program).arg(argument).output();
    let is_here = ran.is_ok_and(|output| output.status.success());
    if !is_here {
        skip(test, &format!("{program} is not installed"));
    }
    is_here
}
