//! The opening table: a sample derived anew, all of it against the rules, and how it is made.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::sync::LazyLock;

use plywood_contract::{Limits, Notation, Stop};
use plywood_games::quarto::{
    Board, Canonical, Cell, Piece, Position, Quarto, Symmetry, first_level, next_level,
};
use plywood_solvers::quarto::{Making, Opening, Solver, Value};
use plywood_testkit::check::Dice;

/// The boards of the table by pieces placed.
static LEVELS: LazyLock<Vec<Vec<Canonical>>> = LazyLock::new(|| {
    let mut levels = vec![first_level(false)];
    for placed in 0..5 {
        levels.push(next_level(&levels[placed]));
    }
    levels
});

#[test]
fn a_sample_derived_anew_is_the_same() {
    let levels = &*LEVELS;
    let opening = Opening::shipped();
    let mut solver = Solver::new(1 << 24);
    let mut dice = Dice::new(20);
    let limits = Limits::default();
    for (placed, count) in [(5, 60), (4, 4)] {
        for _ in 0..count {
            let canonical = levels[placed][dice.below(levels[placed].len())];
            let (board, hand) = (canonical.board(), None);
            let verdict = solver.quarto(&Position { board, hand }, &limits).unwrap();
            assert_eq!(opening.quarto(&board), Some(verdict.value), "{canonical:?}");
            let verdict = solver.quatro(&board, &limits).unwrap();
            assert_eq!(opening.quatro(&board), Some(verdict.value), "{canonical:?}");
        }
    }
}

/// All boards with one more piece, by piece.
fn children(board: Board) -> impl Iterator<Item = (Piece, Vec<Board>)> {
    Piece::all_in(board.pieces_left()).map(move |piece| {
        let after = |cell| {
            let mut next = board;
            next.place(piece, cell);
            next
        };
        (piece, Cell::all_in(board.empty_cells()).map(after).collect())
    })
}

#[test]
fn every_value_follows_from_those_of_one_piece_more() {
    let opening = Opening::shipped();
    let levels = &*LEVELS;
    let counts: Vec<usize> = levels.iter().map(Vec::len).collect();
    assert_eq!(counts, [1, 2, 40, 454, 10_346, 214_800]);
    for canonical in levels[..5].iter().flatten() {
        let board = canonical.board();
        let placer = |(piece, boards): (Piece, Vec<Board>)| match board.winning_cells(piece) {
            0 => boards.iter().map(|next| opening.quarto(next).unwrap()).max().unwrap(),
            _ => Value::Win,
        };
        let giver = children(board).map(|child| placer(child).other()).max();
        assert_eq!(opening.quarto(&board), giver, "{canonical:?}");
        let taker = |next: &Board| opening.quatro(next).map_or(Value::Win, Value::other);
        let taker = children(board).flat_map(|(_, boards)| boards).map(|next| taker(&next)).max();
        assert_eq!(opening.quatro(&board), taker, "{canonical:?}");
    }
    assert_eq!(opening.quarto(&Board::empty(false)), Some(Value::Draw));
    assert_eq!(opening.quatro(&Board::empty(false)), Some(Value::Loss));
}

#[test]
fn symmetric_boards_have_one_value_and_others_none() {
    let opening = Opening::shipped();
    let level = &LEVELS[5];
    let mut dice = Dice::new(21);
    let symmetries: Vec<_> = Symmetry::all(false).collect();
    for _ in 0..1000 {
        let board = level[dice.below(level.len())].board();
        let image = symmetries[dice.below(symmetries.len())].board(&board);
        assert_eq!(opening.quarto(&image), opening.quarto(&board));
        assert_eq!(opening.quatro(&image), opening.quatro(&board));
    }
    assert_eq!(opening.quarto(&Board::empty(true)), None);
    let place = |codes: &[u8]| {
        let mut board = Board::empty(false);
        for (cell, &code) in (0..).zip(codes) {
            board.place(Piece::new(code).unwrap(), Cell::new(cell).unwrap());
        }
        board
    };
    assert_eq!(opening.quatro(&place(&[0, 1, 2, 3])), None);
    assert_eq!(opening.quarto(&place(&[0, 15, 1, 14, 2, 13])), None);
}

#[test]
fn the_solver_agrees_with_itself_when_it_has_the_table() {
    let mut plain = Solver::new(1 << 22);
    let mut informed = Solver::new(1 << 22).with_opening(Opening::shipped());
    let limits = Limits::default();
    let start = Position { board: Board::empty(false), hand: None };
    assert_eq!(informed.quarto(&start, &limits).unwrap().value, Value::Draw);
    assert_eq!(informed.quatro(&start.board, &limits).unwrap().value, Value::Loss);
    // Squares are not in the table, nor are later boards.
    let texts = ["a..c/..57/...0/34.. 6", "0.f./.5../..a./3... 6"];
    for (text, squares) in texts.into_iter().flat_map(|text| [(text, false), (text, true)]) {
        let position = Quarto { squares }.read_position(text).unwrap();
        let expected = plain.quarto(&position, &limits).unwrap().value;
        assert_eq!(informed.quarto(&position, &limits).unwrap().value, expected, "{text}");
    }
}

#[test]
fn making_stops_saves_and_goes_on() {
    let mut making = Making::new();
    assert_eq!(making.progress(), (0, 429_600));
    assert_eq!(making.finish(), None);
    let limits = Limits { bytes: Some(1 << 22), ..Limits::nodes(1_000_000) };
    let mut n_told = 0;
    assert_eq!(making.run(&limits, 1, |_| n_told += 1), Some(Stop::Nodes));
    let (done, _) = making.progress();
    assert_eq!(done, n_told);
    assert!(done > 0);

    let saved = making.save();
    let mut resumed = Making::new();
    assert!(resumed.load(&saved));
    assert_eq!(resumed.progress().0, done);
    for nonsense in ["", "0", "0\n3\n", "0\n1\n2\n"] {
        assert!(!resumed.load(nonsense));
    }
    assert_eq!(resumed.save(), saved);
    resumed.run(&limits, 1, |_| ());
    assert!(resumed.progress().0 > done);
}

#[test]
fn a_finished_table_holds_what_was_found() {
    let boards = &LEVELS[5];
    let mut making = Making::new();
    // Any values do: here they follow from the boards' places.
    let digit = |i: usize| char::from(b'0' + (i % 3) as u8);
    let line = |shift: usize| (0..boards.len()).map(|i| digit(i / 7 + shift)).collect::<String>();
    assert!(making.load(&format!("{}\n{}\n", line(0), line(1))));
    let bytes = making.finish().unwrap();
    assert!(bytes.len() < 150_000, "{}", bytes.len());
    let opening = Opening::read(bytes).unwrap();
    for (i, canonical) in boards.iter().enumerate() {
        let values = [Value::Loss, Value::Draw, Value::Win];
        let board = canonical.board();
        assert_eq!(opening.quarto(&board), Some(values[i / 7 % 3]));
        assert_eq!(opening.quatro(&board), Some(values[(i / 7 + 1) % 3]));
    }
}
