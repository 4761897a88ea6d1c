//! The maximum of every board with a known one, in CPU time; beside CP-SAT when its times are given.
//!
//! `cargo xtask bench --peers` runs CP-SAT first and names the file of its times in `PLYWOOD_PEERS`.
//! The targets: at least twenty times faster in the geometric mean, and under 5 ms on all boards but
//! five.

use std::time::Duration;

use cpu_time::ProcessTime;
use plywood_contract::Limits;
use plywood_testkit::bench::Row;
use plywood_workbench::puzzle::{Covering, NamedBoard, Pieces, builtins, load, maximize};

/// CP-SAT's times, by board.
type Peers = Vec<(String, f64)>;

/// Runs of each board; the median counts.
const RUNS: usize = 3;

fn main() {
    let mut boards: Vec<(NamedBoard, u32)> =
        builtins().into_iter().zip([8, 28, 45, 56, 76, 110]).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/maximum");
    let files = std::fs::read_dir(folder).expect("the folder of boards");
    let mut files: Vec<_> = files.flatten().map(|entry| entry.path()).collect();
    files.sort();
    for file in files {
        let mut board = load(&file.to_string_lossy()).expect("a board").remove(0);
        let most = board.board.objective.expect("its maximum");
        board.name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        boards.push((board, most));
    }
    let peers = peers();
    let mut logarithms = Vec::new();
    for (board, most) in &boards {
        let seconds = cpu_seconds(board, Pieces::default(), *most);
        let ours = format!("{:.3} ms", 1e3 * seconds);
        let name = format!("maximum/{}", board.name);
        match peers.iter().find(|(name, _)| *name == board.name) {
            Some(&(_, peer)) => {
                let ratio = peer / seconds;
                logarithms.push(ratio.ln());
                let other = format!("CP-SAT {:.1} ms", 1e3 * peer);
                let target = (peer > 0.005).then_some(5.0);
                Row { name: &name, ours, other, ratio, target }.print();
            }
            None => within_a_second(&name, seconds),
        }
    }
    if !logarithms.is_empty() {
        let count = logarithms.len();
        let ratio = (logarithms.iter().sum::<f64>() / count as f64).exp();
        let (ours, other) = (String::new(), format!("CP-SAT on {count} boards"));
        let name = "maximum/geometric mean";
        Row { name, ours, other, ratio, target: Some(20.0) }.print();
    }
    for (side, most) in [(8, 40), (10, 57), (11, 73), (12, 80), (13, 96), (14, 116)] {
        let board = (".".repeat(side) + "\n").repeat(side).parse().expect("a board");
        let board = NamedBoard { name: format!("unlimited {side}×{side}"), board };
        let seconds = cpu_seconds(&board, Pieces(None), most);
        within_a_second(&format!("maximum/{}", board.name), seconds);
    }
}

/// The median CPU time to the proven maximum, which must be `most`.
fn cpu_seconds(board: &NamedBoard, pieces: Pieces, most: u32) -> f64 {
    let run = || {
        let start = ProcessTime::now();
        let report =
            maximize(&Covering { pieces, ..Covering::of(board) }, &Limits::default(), |_| {})
                .expect("a sound board");
        assert_eq!((report.cells, report.proven), (most, true), "{}", board.name);
        start.elapsed().as_secs_f64()
    };
    let mut times: Vec<f64> = (0..RUNS).map(|_| run()).collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

fn within_a_second(name: &str, seconds: f64) {
    Row::within(name, Duration::from_secs_f64(seconds), Duration::from_secs(1));
}

fn peers() -> Peers {
    let Some(file) = std::env::var_os("PLYWOOD_PEERS") else { return Peers::new() };
    let text = std::fs::read_to_string(file).expect("the peers' times");
    let read = |line: &str| {
        let mut fields = line.split('\t');
        Some((fields.next()?.to_owned(), fields.next()?.parse().ok()?))
    };
    text.lines().filter_map(read).collect()
}
