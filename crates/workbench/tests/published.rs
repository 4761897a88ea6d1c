//! The original report's table, to the digit.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::Limits;
use plywood_workbench::puzzle::{PublishedLine, as_published, why_they_differ};

/// Board, algorithm, heuristic, generated, expanded, penetrance, branching factor.
type Row = (&'static str, &'static str, Option<&'static str>, u64, u64, &'static str, &'static str);

const TABLE: [Row; 10] = [
    ("A", "bfs", None, 11, 3, "3/11", "11/2"),
    ("B", "bfs", None, 11_553, 936, "2/3851", "11553/2"),
    ("A", "dfs", None, 11, 8, "3/11", "11/2"),
    ("B", "dfs", None, 9468, 5895, "1/1578", "41185/2"),
    ("A", "a-star", Some("h1"), 6, 3, "1/2", "3"),
    ("B", "a-star", Some("h1"), 43, 6, "6/43", "43/2"),
    ("C", "a-star", Some("h1"), 75, 8, "8/75", "75/2"),
    ("D", "a-star", Some("h1"), 145, 10, "2/29", "145/2"),
    ("E", "a-star", Some("h1"), 216, 13, "13/216", "108"),
    ("F", "a-star", Some("h1"), 327, 19, "19/327", "327/2"),
];

#[test]
fn the_published_table_comes_out_digit_for_digit() {
    let limits = Limits::nodes(50_000);
    let mut n_heard = 0;
    let lines = as_published(&limits, |_| n_heard += 1);
    assert_eq!((lines.len(), n_heard), (24, 24));
    let find = |board: &str, algorithm: &str, heuristic: Option<&str>| -> &PublishedLine {
        let wanted = (board, algorithm, heuristic);
        lines.iter().find(|one| (one.board, one.algorithm, one.heuristic) == wanted).unwrap()
    };
    for (board, algorithm, heuristic, generated, expanded, penetrance, branching) in TABLE {
        // The same with either heuristic.
        let both = if heuristic.is_some() { vec![Some("h1"), Some("h2")] } else { vec![None] };
        for heuristic in both {
            let found = find(board, algorithm, heuristic).published.unwrap();
            let counts = (found.generated, found.expanded);
            assert_eq!(counts, (generated, expanded), "{algorithm} {heuristic:?} on {board}");
            assert_eq!(found.penetrance.to_string(), penetrance, "{algorithm} on {board}");
            assert_eq!(found.branching_factor.to_string(), branching, "{algorithm} on {board}");
        }
    }
    for algorithm in ["bfs", "dfs"] {
        for board in ["C", "D", "E", "F"] {
            assert!(find(board, algorithm, None).published.is_none(), "the heap was full");
        }
    }
}

#[test]
fn our_own_figures_stand_beside_them() {
    let lines = as_published(&Limits::nodes(50_000), |_| {});
    let ours = |board: &str, algorithm: &str| {
        let line = lines.iter().find(|one| one.board == board && one.algorithm == algorithm);
        let report = &line.unwrap().ours;
        (report.generated, report.expanded)
    };
    assert_eq!((ours("A", "bfs"), ours("B", "bfs")), ((11, 3), (12_471, 972)));
    assert_eq!((ours("A", "dfs"), ours("B", "dfs")), ((11, 8), (10_410, 6303)));
    assert_eq!((ours("B", "a-star"), ours("F", "a-star")), ((39, 5), (299, 18)));
    assert_eq!(why_they_differ().len(), 2);
}
