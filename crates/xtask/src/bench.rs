//! `cargo xtask bench`: runs the benchmarks and gathers their rows into one table of ratios.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use plywood_testkit::bench::MARK;

use crate::{cargo, peers};

/// Runs one benchmark or all; `with_peers` adds other people's programs.
pub(crate) fn run(name: Option<&str>, with_peers: bool) -> anyhow::Result<()> {
    let peers = if with_peers { Some(peers::cp_sat()?) } else { None };
    let mut arguments = vec!["bench", "--workspace"];
    match name {
        Some(name) => arguments.extend(["--bench", name]),
        None => arguments.push("--benches"),
    }
    let mut command = cargo(&arguments);
    // The benchmark of maxima looks for the peers' times there.
    command.envs(peers.map(|file| ("PLYWOOD_PEERS", file)));
    gather(command)
}

/// Runs a command and shows the rows it prints as a table.
pub(crate) fn gather(mut command: Command) -> anyhow::Result<()> {
    let child = command.stdout(Stdio::piped()).spawn();
    let mut child = child.with_context(|| format!("cannot start {command:?}"))?;
    let output = child.stdout.take().context("the output is piped")?;
    let mut rows = Vec::new();
    for line in BufReader::new(output).lines() {
        let line = line?;
        if let Some(row) = Row::read(&line) {
            eprintln!("  measured {}", row.name);
            rows.push(row);
        }
    }
    if !child.wait()?.success() {
        bail!("a benchmark failed");
    }
    print!("{}", table(&rows));
    let missed = rows.iter().filter(|row| row.is_missed()).count();
    println!("{} figures, {missed} below target", rows.len());
    Ok(())
}

/// A row as a benchmark printed it.
struct Row {
    name: String,
    ours: String,
    other: String,
    ratio: f64,
    target: Option<f64>,
}

impl Row {
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.strip_prefix(MARK)?.strip_prefix('\t')?.split('\t');
        let mut next = || fields.next().map(str::to_owned);
        let (name, ours, other) = (next()?, next()?, next()?);
        let (ratio, target) = (next()?.parse().ok()?, next()?.parse().ok());
        Some(Self { name, ours, other, ratio, target })
    }

    fn is_missed(&self) -> bool {
        self.target.is_some_and(|target| self.ratio < target)
    }
}

fn table(rows: &[Row]) -> String {
    let width =
        |of: fn(&Row) -> &str| rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
    let (name, ours, other) = (width(|r| &r.name), width(|r| &r.ours), width(|r| &r.other));
    let mut text =
        format!("{:<name$}  {:>ours$}  {:>other$}  {:>9}  target\n", "", "ours", "beside", "ratio");
    for row in rows {
        let target = row.target.map_or_else(String::new, |target| {
            format!("{target:.2}× {}", if row.is_missed() { "MISSED" } else { "reached" })
        });
        text += &format!(
            "{:<name$}  {:>ours$}  {:>other$}  {:>8.2}×  {target}\n",
            row.name, row.ours, row.other, row.ratio
        );
    }
    text
}
