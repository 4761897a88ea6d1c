//! Where there is no supervisor: programs are children of ours, on no leash.
//!
//! Windows ends a program with everything it started through `taskkill`; limits of memory, files and processes are not
//! held there, and front ends say so.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::Leash;

/// What the supervisor would be called by.
pub const SUPERVISE: &str = "__supervise";

/// The variable that marks a program and everything it starts.
pub(crate) const MARK: &str = "PLYWOOD_ENGINE";

static CHILDREN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// There is no supervisor here: this does nothing.
pub fn set_supervisor(_program: PathBuf, _leash: Leash) {}

/// There is no supervisor here: the exit code of a program that could not be started.
pub fn supervise(_arguments: &[String]) -> i32 {
    127
}

pub(crate) fn leash() -> Option<Leash> {
    None
}

/// The command that starts these words.
pub(crate) fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

/// Our children, held while one is started.
pub(crate) fn children() -> MutexGuard<'static, BTreeSet<u32>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn kill_adopted() -> usize {
    0
}

/// Nobody tells here what outlives a program.
pub(crate) fn sweep(_leader: u32, _mark: &str) -> usize {
    0
}

pub(crate) fn linger(_mark: &str, _deadline: Instant) {}

/// Ends a program and everything it started.
pub(crate) fn kill_tree(leader: u32) {
    let mut command = Command::new("taskkill");
    command.args(["/F", "/T", "/PID", &leader.to_string()]);
    // Fails when it has just ended by itself.
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}
