//! A Ray cluster: its driver is the Python package, started as a process of its own.

use crate::failure::cannot_read;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, bail};
use plywood_workbench::Cancel;
use plywood_workbench::language::Words;

use crate::Done;

const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
/// Between two looks for an interrupt.
const PAUSE: Duration = Duration::from_millis(50);
/// Says by its exit code what is missing.
const PROBE: &str = "import importlib.util as u; \
    sys.exit(3 if u.find_spec('plywood') is None else 4 if u.find_spec('ray') is None else 0)";

/// Before a line of Python: modules are not looked for in the present folder, which may be somebody else's.
pub(crate) const NOT_HERE: &str = "import sys; sys.path[:] = [p for p in sys.path if p]; ";

/// A cluster that can be called.
pub(crate) struct Cluster<'a> {
    address: &'a str,
}

impl<'a> Cluster<'a> {
    /// The cluster at this address, or what must be installed first.
    pub(crate) fn find(address: &'a str, words: &Words) -> anyhow::Result<Self> {
        let mut probe = Command::new(PYTHON);
        probe.args(["-c", &format!("{NOT_HERE}{PROBE}")]).stdin(Stdio::null());
        match probe.output() {
            Err(e) if e.kind() == ErrorKind::NotFound => bail!("{}", words.text("ray-no-python")),
            Err(e) => Err(cannot_read(PYTHON.as_ref(), &e).into()),
            Ok(output) => match output.status.code() {
                Some(0) => Ok(Self { address }),
                Some(4) => bail!("{}", words.text("ray-no-ray")),
                _ => bail!("{}", words.text("ray-no-package")),
            },
        }
    }

    /// Runs a set of jobs, or jobs line by line, and hands over each result as it arrives.
    pub(crate) fn drive(
        &self,
        input: &str,
        store: Option<&Path>,
        words: &Words,
        cancel: &Cancel,
        take: &mut dyn FnMut(&str) -> anyhow::Result<()>,
    ) -> anyhow::Result<Done> {
        let mut command = Command::new(PYTHON);
        // What NOT_HERE is for a line of Python; heeded from 3.11 on.
        command.env("PYTHONSAFEPATH", "1");
        command.args(["-m", "plywood.cluster", "-", "--address", self.address]);
        command.args(store.map(|_| "--store")).args(store);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // A terminal's interrupt comes to us alone, and we pass it on once.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut driver = command.spawn().context(PYTHON)?;
        let mut stdin = driver.stdin.take().context("the input is piped")?;
        let results = driver.stdout.take().context("the output is piped")?;
        let (pid, has_ended) = (driver.id(), &AtomicBool::new(false));
        let status = std::thread::scope(|scope| -> anyhow::Result<_> {
            // A driver that ends early says why; the rest of the input is not worth a word.
            scope.spawn(move || stdin.write_all(input.as_bytes()));
            scope.spawn(move || pass_on_interrupts(pid, cancel, has_ended));
            let mut taken = Ok(());
            for line in BufReader::new(results).lines() {
                taken = line.map_err(anyhow::Error::from).and_then(|line| take(&line));
                if taken.is_err() {
                    interrupt(pid);
                    break;
                }
            }
            has_ended.store(true, Relaxed);
            taken?;
            Ok(driver.wait()?)
        })?;
        match status.code() {
            Some(0) => Ok(Done::Yes),
            Some(1) => Ok(Done::No),
            Some(130) => Ok(Done::Interrupted),
            _ => bail!("{}", words.text("ray-failed")),
        }
    }
}

/// Asks the driver to end.
#[cfg(unix)]
fn interrupt(driver: u32) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(pid) = i32::try_from(driver).ok().and_then(Pid::from_raw) {
        // If it is gone already, so much the better.
        let _ = kill_process(pid, Signal::INT);
    }
}

/// The driver hears of an interrupt by itself: it shares our console.
#[cfg(not(unix))]
fn interrupt(_driver: u32) {}

/// Interrupts the driver when we are.
fn pass_on_interrupts(driver: u32, cancel: &Cancel, has_ended: &AtomicBool) {
    while !has_ended.load(Relaxed) {
        if cancel.is_raised() {
            interrupt(driver);
            return;
        }
        std::thread::sleep(PAUSE);
    }
}
