//! The puzzle's searches against the bounds they must keep.
//!
//! The original Lisp program, compiled with SBCL, needs 2.1 to 3.1 s of CPU time for breadth-first
//! search on board B; the bound of 2 ms is a thousand times less than that.

use std::time::Duration;

use plywood_contract::Limits;
use plywood_testkit::bench::{Row, median};
use plywood_workbench::puzzle::{Method, SolveReport, builtin, solve};

fn run(board: &str, method: &str) -> SolveReport {
    let board = builtin(board).expect("a built-in board");
    let method: Method = method.parse().expect("a known method");
    let report = solve(&board, &method, &Limits::default(), |_| {}).expect("a sound board");
    assert!(report.is_solved());
    report
}

fn main() {
    let time = median(51, || assert_eq!(run("B", "bfs").generated, 12_471));
    Row::within("puzzle/bfs/B", time, Duration::from_millis(2));
    let lisp = 2.1 / time.as_secs_f64();
    let other = "Lisp original 2.1 s".to_owned();
    let ours = format!("{:.3} ms", 1e3 * time.as_secs_f64());
    Row { name: "puzzle/bfs/B times faster", ours, other, ratio: lisp, target: Some(1000.0) }
        .print();

    let time = median(5, || assert_eq!(run("C", "bfs").generated, 728_074));
    Row::within("puzzle/bfs/C", time, Duration::from_secs(1));
    let report = run("C", "bfs");
    Row::within_bytes("puzzle/bfs/C memory", report.peak_bytes as f64, 256e6);
    let each = report.peak_bytes as f64 / report.peak_stored as f64;
    Row::within_bytes("puzzle/bfs/C bytes per stored state", each, 64.0);

    for heuristic in ["h1", "h2", "h3"] {
        let method = format!("a-star:heuristic={heuristic}");
        let time = median(51, || assert_eq!(run("F", &method).generated, 299));
        Row::within(&format!("puzzle/a_star/F {heuristic}"), time, Duration::from_millis(1));
    }

    let report = run("D", "frontier");
    assert_eq!(report.depth, 9);
    Row::within_bytes("puzzle/frontier/D memory", report.peak_bytes as f64, 8e9);
    let report = run("D", "bfs");
    assert_eq!(report.depth, 9);
    Row::within_bytes("puzzle/bfs/D memory", report.peak_bytes as f64, 8e9);
    let each = report.peak_bytes as f64 / report.peak_stored as f64;
    Row::within_bytes("puzzle/bfs/D bytes per stored state", each, 64.0);
    println!("puzzle/bfs/D took {:.1} s", report.time_s);
}
