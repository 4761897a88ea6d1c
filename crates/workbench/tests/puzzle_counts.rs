//! Node counts that the rules of the puzzle determine, for every board and heuristic they name.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::Limits;
use plywood_workbench::puzzle::{self, Method, SolveReport};

fn run(board: &str, method: &str, max_depth: Option<u32>) -> SolveReport {
    let board = puzzle::builtin(board).unwrap();
    let method: Method = method.parse().unwrap();
    let limits = Limits { depth: max_depth, ..Limits::default() };
    puzzle::solve(&board, &method, &limits, |_| {}).unwrap()
}

fn counts(report: &SolveReport) -> (u64, u64) {
    (report.generated, report.expanded)
}

#[test]
fn breadth_first_counts() {
    assert_eq!(counts(&run("A", "bfs", None)), (11, 3));
    assert_eq!(counts(&run("B", "bfs", None)), (12_471, 972));
}

#[test]
fn depth_first_counts() {
    assert_eq!(counts(&run("A", "dfs", Some(2))), (11, 8));
    assert_eq!(counts(&run("B", "dfs", Some(5))), (10_410, 6303));
}

#[test]
fn a_star_counts_and_fewest_pieces() {
    let table =
        [("A", 6, 2), ("B", 39, 5), ("C", 68, 7), ("D", 135, 9), ("E", 199, 12), ("F", 299, 18)];
    for (board, generated, expanded) in table {
        for heuristic in ["h1", "h2", "h3"] {
            let report = run(board, &format!("a-star:heuristic={heuristic}"), None);
            assert_eq!(counts(&report), (generated, expanded), "{board} with {heuristic}");
            // The fewest pieces possible; here every expansion led straight to the goal.
            assert_eq!(report.path.unwrap().len() as u64, expanded, "{board} with {heuristic}");
        }
    }
}
