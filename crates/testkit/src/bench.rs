//! Rows of the benchmark table. Each bench prints its own; `cargo xtask bench` gathers them.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The mark that begins every row on stdout.
pub const MARK: &str = "bench";

/// One row: what was measured, our figure, what it is compared with, and how far apart they are.
pub struct Row<'a> {
    /// `subject/operation/size`.
    pub name: &'a str,
    /// Our figure with its unit.
    pub ours: String,
    /// The peer's figure or the bound, with its unit.
    pub other: String,
    /// How many times better we are.
    pub ratio: f64,
    /// The ratio to reach; `None` for a row that is only for information.
    pub target: Option<f64>,
}

impl Row<'_> {
    /// Prints the row.
    pub fn print(&self) {
        let Self { name, ours, other, ratio, target } = self;
        let target = target.map_or_else(String::new, |target| format!("{target:.2}"));
        println!("{MARK}\t{name}\t{ours}\t{other}\t{ratio:.2}\t{target}");
    }

    /// Prints a row that compares a time with a bound on it.
    pub fn within(name: &str, time: Duration, bound: Duration) {
        let show = |time: Duration| format!("{:.3} ms", 1e3 * time.as_secs_f64());
        let ratio = bound.as_secs_f64() / time.as_secs_f64();
        let other = format!("bound {}", show(bound));
        Row { name, ours: show(time), other, ratio, target: Some(1.0) }.print();
    }

    /// Prints a row that compares bytes with a bound on them.
    pub fn within_bytes(name: &str, bytes: f64, bound: f64) {
        let show = |bytes: f64| match bytes {
            b if b < 1e4 => format!("{b:.1} B"),
            b => format!("{:.1} MB", b / 1e6),
        };
        let other = format!("bound {}", show(bound));
        Row { name, ours: show(bytes), other, ratio: bound / bytes, target: Some(1.0) }.print();
    }
}

/// The median time of `runs` runs.
pub fn median<T>(runs: usize, mut run: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[runs / 2]
}
