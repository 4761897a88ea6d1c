//! Tests that cannot run here: they print why, and `cargo xtask test` counts them.

use std::io::Write;
use std::process::Command;

/// The prefix of the line that a skipped test prints.
pub const MARK: &str = "test skipped: ";

/// Reports that a test was skipped, and why. The harness captures what tests print by macros, so this writes to
/// the terminal directly.
pub fn skip(test: &str, reason: &str) {
    // A test that cannot print even this has not passed either.
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
