//! All algorithms and heuristics on hundreds of small random boards, against brute force.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::HashSet;

use plywood_contract::{Limits, Problem};
use plywood_games::bits::Bits;
use plywood_games::blokus::puzzle::{Board, Puzzle};
use plywood_workbench::problems::{CheckReport, Checking};
use plywood_workbench::puzzle::{self, Method, NamedBoard, PuzzleHeuristic};

/// A random board with about one cell in `every` blocked.
fn random_board(rows: usize, columns: usize, every: u64, seed: u64) -> Board {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut text = String::new();
    for row in 0..rows {
        for column in 0..columns {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let is_blocked = state.is_multiple_of(every) && (row, column) != (0, 0);
            text.push(if is_blocked { '#' } else { '.' });
        }
        text.push('\n');
    }
    text.parse().unwrap()
}

/// The fewest pieces for each number of cells, by trying everything.
fn brute_force(board: &Board) -> Vec<Option<usize>> {
    let mut board = board.clone();
    board.objective = Some(1);
    let puzzle = Puzzle::<2>::new(&board).unwrap();
    let mut fewest = vec![None; 111];
    let mut layer: HashSet<Bits<2>> = HashSet::from([puzzle.start()]);
    for pieces in 0.. {
        for own in &layer {
            for best in &mut fewest[..=own.count() as usize] {
                best.get_or_insert(pieces);
            }
        }
        layer = layer
            .iter()
            .flat_map(|own| puzzle.actions(own).map(|action| puzzle.apply(own, action)))
            .collect();
        if layer.is_empty() {
            return fewest;
        }
    }
    unreachable!("a board fills up")
}

fn boards() -> impl Iterator<Item = (u64, Board)> {
    let sizes = [(4, 4), (5, 4), (3, 6), (5, 5), (2, 9)];
    (0..400).map(move |seed| {
        let (rows, columns) = sizes[seed as usize % sizes.len()];
        (seed, random_board(rows, columns, 3 + seed % 4, seed))
    })
}

#[test]
fn optimal_methods_use_the_fewest_pieces_for_every_objective() {
    let methods = [
        "bfs",
        "frontier",
        "ids",
        "ucs",
        "a-star:heuristic=h3",
        "a-star:heuristic=h4",
        "ida-star:heuristic=h4",
        "rbfs:heuristic=h4",
        "sma-star:heuristic=h4",
    ];
    let mut solved = 0;
    for (seed, mut board) in boards() {
        let fewest = brute_force(&board);
        let most = fewest.iter().rposition(Option::is_some).unwrap();
        // The largest objective that can be reached, a smaller one, and one that cannot.
        for objective in [most, most - most.min(2), most + 1] {
            board.objective = Some(objective as u32);
            let cells = board.rows_text().matches('.').count();
            if objective == 0 || objective > cells {
                continue;
            }
            let named = NamedBoard { name: format!("random {seed}"), board: board.clone() };
            for text in methods {
                let method: Method = text.parse().unwrap();
                let limits = Limits::nodes(3_000_000);
                let report = puzzle::solve(&named, &method, &limits, |_| {}).unwrap();
                let found = report.path.as_ref().map(Vec::len);
                assert_eq!(found, fewest[objective], "{text}, {objective} cells on\n{board}");
                solved += usize::from(found.is_some());
            }
        }
    }
    assert!(solved > 500, "only {solved} were solvable: too few to say much");
}

fn check(board: &NamedBoard, heuristic: PuzzleHeuristic) -> CheckReport {
    let checking = Checking { heuristic: heuristic.name(), script: None, dives: 0, seed: 1 };
    let posed = puzzle::pose(board).unwrap();
    posed.check(&checking, &Limits::default(), &mut |_| {}).unwrap()
}

#[test]
fn h3_and_h4_are_admissible_and_consistent() {
    for (seed, mut board) in boards() {
        let fewest = brute_force(&board);
        let most = fewest.iter().rposition(Option::is_some).unwrap();
        for objective in [most, most.div_ceil(2)] {
            board.objective = Some(objective as u32);
            let named = NamedBoard { name: format!("random {seed}"), board: board.clone() };
            for heuristic in [PuzzleHeuristic::Cells, PuzzleHeuristic::Room] {
                let report = check(&named, heuristic);
                assert!(report.complete);
                assert!(!report.overestimates, "{report:?}");
                assert!(!report.inconsistent, "{report:?}");
            }
        }
    }
}

#[test]
fn h1_and_h2_are_refuted_on_board_a() {
    let board = puzzle::builtin("A").unwrap();
    let given = check(&board, PuzzleHeuristic::Given).counter_example.unwrap();
    assert_eq!((given.moves.len(), given.h, given.cost), (0, 8, 2));
    let developed = check(&board, PuzzleHeuristic::Developed).counter_example.unwrap();
    assert!(developed.moves.iter().all(|step| step.starts_with("a@")));
    assert_eq!((developed.moves.len(), developed.h, developed.cost), (4, 2, 1));
}

#[test]
fn h4_is_never_below_h3() {
    use plywood_contract::Heuristic;
    for (_, mut board) in boards() {
        board.objective = Some(board.rows_text().matches('.').count() as u32 / 2 + 1);
        let puzzle = Puzzle::<2>::new(&board).unwrap();
        let mut own = puzzle.start();
        while let Some(action) = puzzle.actions(&own).last() {
            let h3 = PuzzleHeuristic::Cells.h(&puzzle, &own);
            assert!(PuzzleHeuristic::Room.h(&puzzle, &own) >= h3);
            own = puzzle.apply(&own, action);
        }
    }
}
