//! `cargo xtask fuzz --hours N`: every fuzz target in turn, with new seeds, for as long as was asked.
//!
//! Progress is kept in `target/fuzz/executions.json`, so that a run continues where another ended. A failure is kept
//! beside it with the seed that repeats it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::{cargo, root};

/// The time of a target's turn, roughly.
const TURN: Duration = Duration::from_secs(20);
/// Executions of a target's first turn, before its pace is known.
const FIRST: u64 = 2000;

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
    let mut at = 0;
    while Instant::now() < end {
        let n_targets = targets.len();
        let target = &mut targets[at % n_targets];
        let count = done.entry(target.name.clone()).or_default();
        turn(target, *count, &folder)?;
        *count += target.pace;
        fs::write(&tally, serde_json::to_vec_pretty(&done)?)?;
        at += 1;
    }
    for (name, n) in &done {
        println!("{name:<50} {n:>14}");
    }
    println!("{:<50} {:>14}", "executions in total", done.values().sum::<u64>());
    Ok(())
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

/// One turn of a target; its pace becomes what fits into the next.
fn turn(target: &mut Target, n_before: u64, folder: &Path) -> anyhow::Result<()> {
    let begun = Instant::now();
    // Seeds follow from what was done before: no turn repeats another.
    let seed = n_before + 1;
    let output = Command::new(&target.binary)
        .args(["--exact", &target.name])
        .env("BOLERO_RANDOM_SEED", seed.to_string())
        .env("BOLERO_RANDOM_ITERATIONS", target.pace.to_string())
        .current_dir(root())
        .output()?;
    if !output.status.success() {
        let file = folder.join(format!("{}-{seed}.txt", target.name));
        fs::write(&file, [output.stdout, output.stderr].concat())?;
        bail!(
            "{} failed with BOLERO_RANDOM_SEED={seed} BOLERO_RANDOM_ITERATIONS={}: {}",
            target.name,
            target.pace,
            file.display()
        );
    }
    let time = begun.elapsed();
    println!("{:<40} {:>10} in {:.1} s", target.name, target.pace, time.as_secs_f64());
    // No turn is more than ten times the one before.
    let factor = (TURN.as_secs_f64() / time.as_secs_f64().max(0.01)).clamp(0.1, 10.0);
    target.pace = ((target.pace as f64 * factor) as u64).max(100);
    Ok(())
}
