//! Long measurements that need an idle machine: `clock`, `soak` and `mutants`.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::load::{Visitor, memory};
use crate::server::{Server, program};
use crate::{cargo, root, succeed};

/// `cargo xtask clock [SEARCHES] [--busy]`: by how much searches pass their limits.
pub(crate) fn clock(arguments: &[&str]) -> anyhow::Result<()> {
    let is_busy = arguments.contains(&"--busy");
    let n_searches = arguments.iter().find(|word| !word.starts_with('-')).unwrap_or(&"10000");
    let _: u64 = n_searches.parse().with_context(|| format!("`{n_searches}` is not a number"))?;
    let is_over = AtomicBool::new(false);
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..if is_busy { processors } else { 0 } {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let mut bench = cargo(&["bench", "--package", "plywood-workbench", "--bench", "clock"]);
        bench.env("CLOCK_SEARCHES", n_searches);
        if is_busy {
            bench.env("CLOCK_BUSY", "1");
        }
        let done = succeed(&mut bench);
        is_over.store(true, Ordering::Relaxed);
        done
    })
}

/// `cargo xtask soak [MINUTES]`: people play on the page; memory must not grow from the first third on.
pub(crate) fn soak(minutes: &str) -> anyhow::Result<()> {
    const VISITORS: usize = 8;
    /// Megabytes an hour.
    const MOST_GROWTH: f64 = 1.0;
    let minutes: f64 =
        minutes.parse().with_context(|| format!("`{minutes}` is not a number of minutes"))?;
    let server = Server::start(&program()?, &[])?;
    let begun = Instant::now();
    let end = begun + Duration::from_secs_f64(minutes * 60.0);
    let mut samples: Vec<(f64, f64)> = Vec::new();
    let errors: u64 = std::thread::scope(|scope| {
        let visit = |number| {
            let server = &server;
            scope.spawn(move || Visitor::new(server, number).stay(end))
        };
        let visitors: Vec<_> = (0..VISITORS).map(visit).collect();
        while Instant::now() < end {
            std::thread::sleep(
                Duration::from_secs(5).min(end.saturating_duration_since(Instant::now())),
            );
            if let Ok(megabytes) = memory(server.id()) {
                samples.push((begun.elapsed().as_secs_f64() / 3600.0, megabytes));
            }
        }
        visitors.into_iter().map(|visitor| visitor.join().unwrap_or(1)).sum()
    });
    let settled = begun.elapsed().as_secs_f64() / 3600.0 / 3.0;
    let late: Vec<(f64, f64)> =
        samples.into_iter().filter(|(hours, _)| *hours >= settled).collect();
    let growth = slope(&late).context("too short a run to tell")?;
    let last = late.last().map_or(0.0, |(_, megabytes)| *megabytes);
    println!(
        "{minutes} min: {errors} errors, {last:.1} MB at the end, {growth:+.2} MB/h in the last two thirds"
    );
    if errors > 0 || growth > MOST_GROWTH {
        bail!("promised: 0 errors and no more than {MOST_GROWTH} MB/h");
    }
    Ok(())
}

/// The slope of the straight line that fits best.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let product: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    (points.len() > 2 && spread > 0.0).then(|| product / spread)
}

/// What mutation testing looks at: rules and scoring, the sequential test, records.
const MUTATED: [(&str, &[&str]); 3] = [
    (
        "plywood-games",
        &[
            "crates/games/src/**/moves.rs",
            "crates/games/src/**/board.rs",
            "crates/games/src/**/position.rs",
            "crates/games/src/blokus/groups.rs",
            "crates/games/src/blokus/side.rs",
            "crates/games/src/cavalo/landing.rs",
        ],
    ),
    ("plywood-arena", &["crates/arena/src/statistics/*.rs"]),
    ("plywood-records", &["crates/records/src/*.rs"]),
];

/// `cargo xtask mutants [K/N]`: changes the code a little and sees whether a test notices; hours on two cores. With
/// `3/40` only the fourth of 40 equal parts is tried, the same in every run.
pub(crate) fn mutants(shard: Option<&str>) -> anyhow::Result<()> {
    let is_there = cargo(&["mutants", "--version"]).output().is_ok_and(|out| out.status.success());
    if !is_there {
        bail!(
            "cargo-mutants is not installed: `cargo install cargo-mutants --version 27.1.0 --locked`"
        );
    }
    for (package, files) in MUTATED {
        let folder = root().join("target/mutants").join(package);
        std::fs::create_dir_all(&folder)?;
        let mut command: Command = cargo(&["mutants", "--package", package, "--no-shuffle"]);
        command.args(["--jobs", "1", "--output"]).arg(&folder);
        for file in files {
            command.args(["--file", file]);
        }
        if let Some(shard) = shard {
            command.args(["--shard", shard]);
        }
        // Mutants that live are in the report; the rest of the files are looked at all the same.
        let _ = command.status().context("cannot start cargo mutants")?;
        println!("{package}: {}", noticed(&folder.join("mutants.out/outcomes.json")));
    }
    Ok(())
}

/// How many of the mutants that compile were noticed, by a failure or by going on for ever.
fn noticed(report: &Path) -> String {
    let counts = || -> Option<(u64, u64)> {
        let report: Value = serde_json::from_slice(&std::fs::read(report).ok()?).ok()?;
        let [caught, timeout, missed] =
            ["caught", "timeout", "missed"].map(|kind| report[kind].as_u64());
        let n_noticed = caught? + timeout?;
        Some((n_noticed, n_noticed + missed?))
    };
    match counts() {
        Some((n, of)) => format!("{n} of {of} mutants were noticed; see {}", report.display()),
        None => "no report was written".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::slope;

    #[test]
    fn a_slope_is_found() {
        assert_eq!(slope(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]), Some(2.0));
        assert_eq!(slope(&[(0.0, 1.0), (1.0, 3.0)]), None);
    }
}
