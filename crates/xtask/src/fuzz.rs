//! `cargo xtask fuzz --hours N`: every fuzz target in turn, with new seeds, for as long as was asked.
//!
//! Executions are counted as the targets themselves report them, and kept in `target/fuzz/executions.json`, so that a
//! run goes on where another ended. A failure is kept beside it with the seed that repeats it; the other targets go on.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::load::memory;
use crate::{cargo, root};

/// The time of a target's turn, roughly.
const TURN: Duration = Duration::from_secs(20);
/// A turn that takes so much of a processor hangs: no input takes seconds.
const LONGEST_TURN: Duration = Duration::from_secs(300);
/// Linux counts processor time in these.
const TICKS_A_SECOND: u64 = 100;
/// Executions of a target's first turn, before its pace is known.
const FIRST: u64 = 2000;
/// Executions that every target reaches before the quick ones make more.
const LEAST: u64 = 1_000_000;
/// Megabytes that a target may hold.
const MOST_MEMORY: f64 = 256.0;

/// A fuzz target: a test of a binary.
struct Target {
    binary: PathBuf,
    name: String,
    /// Executions a turn.
    pace: u64,
}

pub(crate) fn run(hours: &str) -> anyhow::Result<()> {
    let hours: f64 =
        hours.parse().with_context(|| format!("`{hours}` is not a number of hours"))?;
    let end = Instant::now() + Duration::from_secs_f64(hours.max(0.0) * 3600.0);
    let folder = root().join("target/fuzz");
    fs::create_dir_all(&folder)?;
    let tally = folder.join("executions.json");
    let mut done: BTreeMap<String, u64> = fs::read(&tally)
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default();
    let mut targets = targets()?;
    let mut failures = Vec::new();
    let mut at = 0;
    while Instant::now() < end && !targets.is_empty() {
        at = next(&targets, &done, at);
        let target = &mut targets[at];
        let is_over = match turn(target, &folder) {
            // A test that makes up no input is none of ours.
            Ok(0) => true,
            Ok(n) => {
                *done.entry(target.name.clone()).or_default() += n;
                fs::write(&tally, serde_json::to_vec_pretty(&done)?)?;
                false
            }
            Err(failure) => {
                println!("{failure}");
                failures.push(failure);
                true
            }
        };
        if is_over {
            targets.remove(at);
        } else {
            at += 1;
        }
    }
    for (name, n) in &done {
        println!("{name:<50} {n:>14}");
    }
    println!("{:<50} {:>14}", "executions in total", done.values().sum::<u64>());
    if let Some(first) = failures.into_iter().next() {
        return Err(first);
    }
    Ok(())
}

/// Whose turn it is: slow targets catch up to the least that all shall reach, then all have equal time.
fn next(targets: &[Target], done: &BTreeMap<String, u64>, at: usize) -> usize {
    let reached = |target: &Target| done.get(&target.name).copied().unwrap_or(0);
    let behind = (0..targets.len()).min_by_key(|&i| reached(&targets[i])).unwrap_or(0);
    let is_behind = targets.get(behind).is_some_and(|target| reached(target) < LEAST);
    if is_behind { behind } else { at % targets.len() }
}

/// The fuzz tests of all packages, built with optimisations and every check on.
fn targets() -> anyhow::Result<Vec<Target>> {
    let mut command = cargo(&["test", "--workspace", "--test", "fuzz", "--no-run"]);
    command.args(["--message-format", "json-render-diagnostics"]).stderr(Stdio::inherit());
    let output = command.output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("{command:?} failed");
    }
    let binary = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"]
            .as_str()
            .filter(|_| message["target"]["name"] == "fuzz")
            .map(PathBuf::from)
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let mut targets = Vec::new();
    for binary in text.lines().filter_map(binary) {
        let listed = Command::new(&binary).args(["--list", "--format", "terse"]).output()?;
        for line in String::from_utf8_lossy(&listed.stdout).lines() {
            if let Some(name) = line.strip_suffix(": test") {
                targets.push(Target { binary: binary.clone(), name: name.to_owned(), pace: FIRST });
            }
        }
    }
    anyhow::ensure!(!targets.is_empty(), "there are no fuzz targets");
    Ok(targets)
}

/// One turn of a target, which returns its executions; its pace becomes what fits into the next.
fn turn(target: &mut Target, folder: &Path) -> anyhow::Result<u64> {
    let begun = Instant::now();
    let file = folder.join(format!("{}.txt", target.name));
    let output = File::create(&file)?;
    // Inputs are drawn from the system's own random numbers: no turn repeats another.
    let mut child = Command::new(&target.binary)
        .args(["--exact", &target.name, "--nocapture"])
        .env("BOLERO_RANDOM_ITERATIONS", target.pace.to_string())
        .current_dir(root())
        .stdout(output.try_clone()?)
        .stderr(output)
        .spawn()?;
    let (mut peak, mut fault) = (0.0_f64, None);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        peak = peak.max(memory(child.id()).unwrap_or(0.0));
        let wrong = match () {
            () if peak > MOST_MEMORY => Some("takes more than 256 MB"),
            () if processor_time(child.id()) > LONGEST_TURN => Some("hangs"),
            () => None,
        };
        if wrong.is_some() {
            fault = wrong;
            child.kill()?;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let said = fs::read_to_string(&file)?;
    if !status.success() {
        let kept = folder.join(format!("{}-failure.txt", target.name));
        fs::rename(&file, &kept)?;
        let fault = fault.unwrap_or("failed");
        bail!("{} {fault}; its seed is in {}", target.name, kept.display());
    }
    fs::remove_file(&file)?;
    let n = executions(&said);
    let time = begun.elapsed();
    println!("{:<40} {n:>10} in {:.1} s, {peak:.0} MB", target.name, time.as_secs_f64());
    // No turn is more than ten times the one before.
    let factor = (TURN.as_secs_f64() / time.as_secs_f64().max(0.01)).clamp(0.1, 10.0);
    target.pace = ((target.pace as f64 * factor) as u64).max(100);
    Ok(n)
}

/// How much processor time a process has had; none where the system does not tell.
fn processor_time(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // Behind the name, which may hold anything: the state, and as the 12th and 13th word user and system time.
    let words = stat.rsplit(") ").next().unwrap_or_default().split_whitespace().skip(11).take(2);
    let ticks: u64 = words.filter_map(|word| word.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / TICKS_A_SECOND)
}

/// How many inputs a test says that it made up; it may have several parts, each of which says so.
fn executions(said: &str) -> u64 {
    let after = said.split("rng inputs: ").skip(1);
    let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok();
    after.filter_map(number).sum()
}

#[cfg(test)]
mod tests {
    use super::executions;

    #[test]
    fn only_inputs_that_were_made_up_are_executions() {
        let line = "test a ...\trun time: 2ms | iterations/s: 9909506 | rng inputs: 20000\n";
        assert_eq!(executions(line), 20_000);
        assert_eq!(executions(&line.repeat(2)), 40_000);
        assert_eq!(executions("test result: ok. 1 passed; 0 failed"), 0);
    }
}
