//! The program under test as a server: built, started on a free port of loopback, ended when dropped.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;
use tempfile::TempDir;

use crate::cargo;

/// Builds what `arguments` say and returns the program `plywood` among it, wherever cargo puts it.
pub(crate) fn built(arguments: &[&str]) -> anyhow::Result<PathBuf> {
    let mut command = cargo(arguments);
    command.args(["--message-format", "json-render-diagnostics"]).stderr(Stdio::inherit());
    let output = command.output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("{command:?} failed");
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let program = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        let is_program = message["target"]["name"] == "plywood"
            && message["target"]["kind"][0] == "bin"
            && message["profile"]["test"] == false;
        let path = message["executable"].as_str().filter(|_| is_program)?;
        Some(PathBuf::from(path))
    };
    text.lines().filter_map(program).next_back().context("cargo built no program `plywood`")
}

/// The program that is measured: `PLYWOOD_PROGRAM`, or the one that cargo builds for release.
pub(crate) fn program() -> anyhow::Result<PathBuf> {
    match std::env::var_os("PLYWOOD_PROGRAM") {
        Some(path) => Ok(PathBuf::from(path)),
        None => built(&["build", "--release", "--package", "plywood-cli", "--quiet"]),
    }
}

/// A running server with a folder of its own for what it keeps.
pub(crate) struct Server {
    child: Child,
    /// Removed when the server is dropped.
    _folder: TempDir,
    /// `http://127.0.0.1:PORT/?key=KEY`.
    pub(crate) url: String,
}

impl Server {
    /// Starts `program serve` with these arguments, and waits until it listens.
    pub(crate) fn start(program: &Path, arguments: &[&str]) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("plywood-xtask-").tempdir()?;
        let store = folder.path().join("results.sqlite");
        fill(program, &store)?;
        let mut child = Command::new(program)
            .args(["serve", "--port", "0", "--no-open", "--store"])
            .arg(store)
            .args(arguments)
            .env("PLYWOOD_STATE", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let output = child.stdout.take().context("the output is piped")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        let url = url.with_context(|| format!("the server said `{line}`, not where it is"))?;
        Ok(Self { url: url.to_owned(), child, _folder: folder })
    }

    /// `127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> &str {
        let rest = self.url.trim_start_matches("http://");
        rest.split('/').next().unwrap_or(rest)
    }

    /// The owner's key.
    pub(crate) fn key(&self) -> &str {
        self.url.split_once("key=").map_or("", |(_, key)| key)
    }

    /// The server's process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

/// A small tournament, so that there is one to be shown.
fn fill(program: &Path, store: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(program);
    command.args(["tournament", "cavalo", "--games", "6", "--seed", "1", "--store"]).arg(store);
    command.args(["-p", "random", "-p", "largest", "-p", "alpha-beta:depth=1"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    crate::succeed(&mut command)
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
