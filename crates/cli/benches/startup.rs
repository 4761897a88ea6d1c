//! From the command to the first screen, beside `echo` on the same kind of terminal; and what an idle
//! table costs.

use std::path::Path;
use std::time::{Duration, Instant};

use plywood_testkit::bench::Row;
use plywood_testkit::terminal::{Played, Program};

const RUNS: usize = 15;
const BOUND: Duration = Duration::from_millis(50);
/// How long the table is left alone, and what it may use meanwhile.
const IDLE: Duration = Duration::from_secs(5);
const IDLE_BOUND: Duration = Duration::from_millis(50);

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the records");
    let ours = Path::new(env!("CARGO_BIN_EXE_plywood"));
    let first_screen = until_exit_is_shown(ours, &[], folder.path());
    let echo = until_exit_is_shown(Path::new("echo"), &["Exit"], folder.path());
    Row::within("startup/first screen/80x24", first_screen, BOUND);
    let show = |time: Duration| format!("{:.1} ms", 1e3 * time.as_secs_f64());
    Row {
        name: "startup/first screen beside echo",
        ours: show(first_screen),
        other: format!("echo {}", show(echo)),
        ratio: echo.as_secs_f64() / first_screen.as_secs_f64(),
        target: None,
    }
    .print();
    let mut table = start(ours, &["play", "quatro"], folder.path());
    table.wait_for("your turn");
    let began = Instant::now();
    let before = processor_time(table.id());
    std::thread::sleep(IDLE.saturating_sub(began.elapsed()));
    let used = processor_time(table.id()).saturating_sub(before);
    Row::within("table/processor time of five idle seconds", used, IDLE_BOUND);
}

/// The median time from the command until its terminal shows the word, without the end of the program.
fn until_exit_is_shown(file: &Path, arguments: &[&str], folder: &Path) -> Duration {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let began = Instant::now();
            let mut program = start(file, arguments, folder);
            program.wait_for("Exit");
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[RUNS / 2]
}

fn start(file: &Path, arguments: &[&str], folder: &Path) -> Played {
    let state = folder.display().to_string();
    let variables =
        [("PLYWOOD_STATE", state.as_str()), ("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
    Program { file, arguments, folder, variables: &variables, size: (80, 24) }.start()
}

/// Processor time of a process so far, from /proc; ticks are a hundredth of a second.
fn processor_time(id: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    // A tick is the least that can be seen.
    Duration::from_millis(10 * (ticks(11) + ticks(12))).max(Duration::from_micros(1))
}
