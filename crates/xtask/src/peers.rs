//! `cargo xtask bench --peers`: other people's programs on the same tasks, fetched into a scratch folder.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::{root, succeed};

/// CPU seconds CP-SAT may spend on one way to solve one board.
const LIMIT_SECONDS: &str = "300";

/// Times CP-SAT on every board with a known maximum and returns the file of times.
pub(crate) fn cp_sat() -> anyhow::Result<PathBuf> {
    let folder = root().join("target/peers");
    let python = python(&folder)?;
    let mut boards = Vec::new();
    for place in ["crates/workbench/data/boards", "crates/workbench/tests/data/maximum"] {
        for entry in fs::read_dir(root().join(place))? {
            boards.push(entry?.path());
        }
    }
    boards.sort();
    eprintln!("  CP-SAT on {} boards; this takes some minutes", boards.len());
    let script = root().join("crates/xtask/peers/cp_sat.py");
    let mut command = Command::new(python);
    command.arg(script).arg(LIMIT_SECONDS).args(boards).stdout(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    let output = child.stdout.take().context("the output is piped")?;
    let mut lines = String::new();
    for line in BufReader::new(output).lines() {
        let line = line?;
        eprintln!("  CP-SAT {}", line.replace('\t', "  "));
        lines += &(line + "\n");
    }
    if !child.wait()?.success() {
        bail!("{command:?} failed");
    }
    let times = folder.join("cp_sat.tsv");
    fs::write(&times, lines).with_context(|| format!("{}", times.display()))?;
    Ok(times)
}

/// A Python of our own that has OR-Tools.
fn python(folder: &Path) -> anyhow::Result<PathBuf> {
    let environment = folder.join("venv");
    let program = |name: &str| match cfg!(windows) {
        true => environment.join("Scripts").join(name),
        false => environment.join("bin").join(name),
    };
    let python = program("python");
    let has_tools = |python: &Path| {
        let probe = Command::new(python).args(["-c", "import ortools"]).output();
        probe.is_ok_and(|output| output.status.success())
    };
    if !has_tools(&python) {
        eprintln!("  installing OR-Tools into {}", environment.display());
        succeed(Command::new("python3").args(["-m", "venv"]).arg(&environment))
            .context("Python 3 with venv is needed")?;
        succeed(Command::new(&python).args(["-m", "pip", "install", "--quiet", "ortools"]))
            .context("OR-Tools could not be installed")?;
    }
    Ok(python)
}
