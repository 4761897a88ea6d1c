//! The bitboard rules against slow ones written straight from the rule page.

use plywood_contract::Problem;

use super::*;
use crate::blokus::grid::cell_name;
use crate::blokus::{Piece, Stock};

/// Every legal placement by looking at every cell, in the stated order.
fn slow_actions(board: &Board, left: Stock) -> Vec<(Piece, usize, usize)> {
    let own = |row: isize, column: isize| {
        row >= 0 && column >= 0 && board.cell(row as usize, column as usize) == Cell::Own
    };
    let is_first = board.count(Cell::Own) == 0;
    let mut found = Vec::new();
    for piece in Piece::ALL {
        for row in 0..board.rows() {
            for column in 0..board.columns() {
                let cells: Vec<(isize, isize)> = piece
                    .cells()
                    .iter()
                    .map(|&(r, c)| {
                        (row as isize + isize::from(r), column as isize + isize::from(c))
                    })
                    .collect();
                let lies_free = cells.iter().all(|&(r, c)| {
                    r >= 0 && c >= 0 && board.cell(r as usize, c as usize) == Cell::Empty
                });
                let shares_edge = cells.iter().any(|&(r, c)| {
                    own(r - 1, c) || own(r + 1, c) || own(r, c - 1) || own(r, c + 1)
                });
                let touches = if is_first {
                    cells.contains(&(0, 0))
                } else {
                    cells.iter().any(|&(r, c)| {
                        own(r - 1, c - 1)
                            || own(r - 1, c + 1)
                            || own(r + 1, c - 1)
                            || own(r + 1, c + 1)
                    })
                };
                if left.of(piece) > 0 && lies_free && !shares_edge && touches {
                    found.push((piece, row, column));
                }
            }
        }
    }
    found
}

/// A board with about one cell in `every` blocked, drawn from a seed.
fn random_board(rows: usize, columns: usize, every: u64, seed: u64) -> Board {
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut cells = vec![vec![Cell::Empty; columns]; rows];
    for cell in cells.iter_mut().flatten() {
        if next() % every == 0 {
            *cell = Cell::Blocked;
        }
    }
    cells[0][0] = Cell::Empty;
    Board::new(&cells, Some(1)).unwrap()
}

/// Plays to the end, choosing by seed, and compares with the slow rules at every step.
fn compare_to_the_end<const W: usize>(board: &Board, seed: u64) {
    let puzzle = Puzzle::<W>::new(board).unwrap();
    let mut own = puzzle.start();
    let mut turn = seed as usize;
    loop {
        let shown = puzzle.board(&own);
        let left = shown.stock_left().expect("play leads to proper boards");
        assert_eq!(left, puzzle.stock_left(&own));
        let fast: Vec<_> = puzzle.actions(&own).collect();
        let slow: Vec<String> = slow_actions(&shown, left)
            .into_iter()
            .map(|(piece, row, column)| format!("{piece}@{}", cell_name(row, column)))
            .collect();
        let texts: Vec<_> = fast.iter().map(|&placement| puzzle.text(placement)).collect();
        assert_eq!(texts, slow, "on\n{shown}");
        let Some(&placement) = fast.get(turn % fast.len().max(1)) else {
            break;
        };
        assert_eq!(puzzle.parse(&own, &puzzle.text(placement)), Some(placement));
        own = puzzle.apply(&own, placement);
        turn = turn.wrapping_mul(31).wrapping_add(7);
    }
}

#[test]
fn bitboard_rules_equal_slow_rules_on_random_boards() {
    for seed in 0..60 {
        compare_to_the_end::<2>(&random_board(9, 9, 5, seed), seed);
        compare_to_the_end::<4>(&random_board(14, 14, 9, seed), seed);
        compare_to_the_end::<7>(&random_board(20, 20, 30, seed), seed);
        compare_to_the_end::<2>(&random_board(1, 20, 9, seed), seed);
        compare_to_the_end::<2>(&random_board(20, 2, 9, seed), seed);
    }
}

#[test]
fn stock_runs_out() {
    let board = random_board(20, 20, 1000, 1);
    let puzzle = Puzzle::<7>::new(&board).unwrap();
    let mut own = puzzle.start();
    // Always the first legal placement: all ten `a` go first.
    for _ in 0..10 {
        let first = puzzle.actions(&own).next().unwrap();
        assert_eq!(first.piece(), Piece::A);
        own = puzzle.apply(&own, first);
    }
    assert_eq!(puzzle.stock_left(&own), Stock { a: 0, b: 10, c: 15 });
    assert!(puzzle.actions(&own).all(|placement| placement.piece() != Piece::A));
}

#[test]
fn boards_read_and_write_the_same() {
    for seed in 0..50 {
        let board = random_board(7, 11, 4, seed);
        assert_eq!(board.to_string().parse(), Ok(board));
    }
}

#[test]
fn problemas_dat_is_read() {
    let text = "; two problems\n((0 2)\n (1 0)) 3 ; comment\n((0)) 1\n";
    let boards = read_boards(text).unwrap();
    assert_eq!(boards.len(), 2);
    assert_eq!(boards[0].to_string(), "objective: 3\n.#\n1.\n");
    assert_eq!(boards[1].to_string(), "objective: 1\n.\n");
}

#[test]
fn bad_texts_are_refused_with_their_place() {
    let place = |text: &str| read_boards(text).map_err(|e| (e.line, e.column)).unwrap_err();
    assert_eq!(place(""), (1, 1));
    assert_eq!(place("...\n..x\n"), (2, 3));
    assert_eq!(place("...\n..\n"), (2, 3));
    assert_eq!(place("objective: many\n..\n"), (1, 11));
    assert_eq!(place("size: 3\n..\n"), (1, 1));
    assert_eq!(place("objective: 1\nobjective: 2\n."), (2, 1));
    assert_eq!(place(&".".repeat(21)), (1, 21));
    assert_eq!(place(&".\n".repeat(21)), (21, 1));
    assert_eq!(place("((0 3)) 1"), (1, 5));
    assert_eq!(place("((0 0)\n (0)) 1"), (2, 4));
    assert_eq!(place("((0 0))"), (1, 7));
    assert_eq!(place("((0 0)"), (1, 6));
    assert_eq!(place("((0 0)) ((0))"), (1, 9));
    assert_eq!(place("(((0)))"), (1, 3));
    assert_eq!(place("() 3"), (1, 2));
    assert_eq!(place("; nothing"), (1, 1));
}

#[test]
fn impossible_boards_are_refused_with_the_reason() {
    let refuse = |text: &str| {
        let board: Board = text.parse().unwrap();
        Puzzle::<2>::new(&board).unwrap_err()
    };
    assert_eq!(refuse("objective: 1\n#.\n.."), BoardError::StartBlocked);
    assert_eq!(refuse("..\n.."), BoardError::NoObjective);
    assert_eq!(refuse("objective: 0\n.."), BoardError::ObjectiveZero);
    assert_eq!(
        refuse("objective: 4\n.#\n.."),
        BoardError::ObjectiveOverBoard { objective: 4, cells: 3 }
    );
    let big = format!("objective: 111\n{}", "...........\n".repeat(11));
    let board: Board = big.parse().unwrap();
    assert_eq!(
        Puzzle::<4>::new(&board).unwrap_err(),
        BoardError::ObjectiveOverStock { objective: 111, cells: 110 }
    );
    assert_eq!(Puzzle::<2>::new(&board).unwrap_err(), BoardError::TooLarge);
    assert_eq!(refuse("objective: 1\n11"), BoardError::Groups(GroupError::NoPiece("a1".into())));
    assert_eq!(
        refuse("objective: 1\n..\n.1"),
        BoardError::Groups(GroupError::StartNotCovered("a1".into()))
    );
    assert_eq!(
        refuse("objective: 1\n1..\n...\n..1"),
        BoardError::Groups(GroupError::NotConnected("c3".into()))
    );
    let diagonal = |n: usize| {
        let row = |i: usize| (0..n).map(|j| if i == j { '1' } else { '.' }).collect::<String>();
        format!("objective: 1\n{}", (0..n).map(row).collect::<Vec<_>>().join("\n"))
    };
    assert!(Puzzle::<4>::new(&diagonal(10).parse().unwrap()).is_ok());
    let eleven = Puzzle::<4>::new(&diagonal(11).parse().unwrap());
    assert_eq!(eleven.unwrap_err(), BoardError::Groups(GroupError::TooMany(Piece::A)));
}
