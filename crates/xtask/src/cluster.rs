//! `cargo xtask cluster`: runs on a Ray cluster of this machine that loses a node each time, and what a
//! task costs there.

use crate::{bench, python};

/// Ten runs of a thousand tasks, then the figures; the script says what it compares.
pub(crate) fn run() -> anyhow::Result<()> {
    let mut command = python::python()?;
    command.arg("benches/cluster.py");
    bench::gather(command)
}
