//! Files and programs that mean harm: nothing endless is read, no byte acts on a terminal, no program is started
//! unasked, and none is left behind.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]
#![cfg(target_os = "linux")]

#[path = "../common/mod.rs"]
mod common;
mod files;
mod forged;
mod kept;
mod programs;

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::Place;

/// The program with its output caught and nothing to read.
fn command(place: &Place, arguments: &[&str]) -> Command {
    let mut command = place.command(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(place: &Place, arguments: &[&str]) -> Output {
    command(place, arguments).output().unwrap()
}

/// A new file of this place, by its path.
fn file(place: &Place, name: &str, text: &str) -> String {
    let path = place.path(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The words of a command line without quotes.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// Sends a signal and says how long the program then took to end; killed if it does not.
fn time_to_end(mut child: Child, signal: &str) -> Option<Duration> {
    let begun = Instant::now();
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    while begun.elapsed() < Duration::from_secs(20) {
        if child.try_wait().unwrap().is_some() {
            return Some(begun.elapsed());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}
