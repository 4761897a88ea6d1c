//! Known maxima, verified moves and generated boards.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::Duration;

use plywood_contract::{Limits, Problem};
use plywood_games::blokus::puzzle::Puzzle;
use plywood_workbench::puzzle::{
    Cell, Covering, Grade, NamedBoard, Pieces, Recipe, RecipeError, builtins, check_witness,
    fewest_pieces, generate, load, maximize,
};

/// Plays the moves by the puzzle's own rules, with the normal stock.
fn replay(board: &NamedBoard, moves: &[String]) -> u32 {
    let mut board = board.board.clone();
    board.objective = Some(1);
    let puzzle = Puzzle::<7>::new(&board).unwrap();
    let mut own = puzzle.start();
    for text in moves {
        let placement = puzzle.parse(&own, text).unwrap_or_else(|| panic!("{text} is not legal"));
        own = puzzle.apply(&own, placement);
    }
    own.count()
}

/// Proves a maximum and plays its moves.
fn check(board: &NamedBoard, most: u32) {
    let report = maximize(&Covering::of(board), &Limits::default(), |_| {}).unwrap();
    assert_eq!((report.cells, report.bound, report.proven), (most, most, true), "{}", board.name);
    assert_eq!(report.pieces, report.moves.len());
    assert_eq!(replay(board, &report.moves), most, "{}", board.name);
    let end = check_witness(&board.board, Pieces::default().0, &report.moves).unwrap();
    assert_eq!(end.count(Cell::Own), most);
    assert_eq!(end, report.end);
}

#[test]
fn the_course_boards_have_their_maxima() {
    for (board, most) in builtins().iter().zip([8, 28, 45, 56, 76, 110]) {
        check(board, most);
    }
}

#[test]
fn boards_with_known_maxima_have_them() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/maximum");
    let mut n_boards = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let board = load(&entry.unwrap().path().to_string_lossy()).unwrap().remove(0);
        check(&board, board.board.objective.unwrap());
        n_boards += 1;
    }
    assert_eq!(n_boards, 13);
}

#[test]
fn the_course_objectives_have_their_fewest_pieces() {
    for (board, fewest) in builtins().iter().zip([2, 5, 7, 9, 12, 18]) {
        let objective = board.board.objective.unwrap();
        let pieces = Pieces::default();
        let report = fewest_pieces(
            &Covering { pieces, ..Covering::of(board) },
            objective,
            &Limits::default(),
            |_| {},
        )
        .unwrap();
        assert!(report.proven, "{}", board.name);
        assert_eq!((report.bound, report.pieces), (Some(fewest), fewest as usize));
        assert!(replay(board, &report.moves) >= objective);
    }
}

#[test]
fn an_objective_out_of_reach_is_proven_to_be() {
    let board = &builtins()[1];
    let limits = Limits::default();
    let report = fewest_pieces(&Covering::of(board), 29, &limits, |_| {}).unwrap();
    assert_eq!((report.bound, report.proven, report.outcome), (None, true, "out of reach"));
}

#[test]
fn a_board_too_large_for_tables_uses_all_pieces_in_a_corner() {
    let board = (".".repeat(20) + "\n").repeat(20).parse().unwrap();
    check(&NamedBoard { name: "large".into(), board }, 110);
}

#[test]
fn made_boards_repeat_and_have_their_maximum_as_objective() {
    let recipe = Recipe { rows: 5, columns: 7, density: 0.2, seed: 11 };
    let limits = Limits::time(Duration::from_secs(10));
    let boards = generate(recipe, 4, &limits).unwrap();
    let again = generate(recipe, 4, &limits).unwrap();
    let other = generate(Recipe { seed: 12, ..recipe }, 4, &limits).unwrap();
    let rows = |boards: &[plywood_workbench::puzzle::Exercise]| -> Vec<Vec<String>> {
        boards.iter().map(|board| board.rows.clone()).collect()
    };
    assert_eq!(rows(&boards), rows(&again));
    assert_ne!(rows(&boards), rows(&other));
    for exercise in &boards {
        assert_eq!(exercise.board.objective, Some(exercise.objective));
        assert_eq!(exercise.board.count(Cell::Blocked), 7);
        assert_ne!(exercise.board.cell(0, 0), Cell::Blocked);
        assert_eq!(exercise.a_star_nodes.is_none(), exercise.grade == Grade::Extreme);
        let board = NamedBoard { name: exercise.name.clone(), board: exercise.board.clone() };
        check(&board, exercise.objective);
    }
}

#[test]
fn recipes_that_make_no_sense_are_refused() {
    let recipe = Recipe { rows: 5, columns: 7, density: 0.2, seed: 1 };
    let refusal = |recipe| generate(recipe, 1, &Limits::default()).unwrap_err();
    assert_eq!(refusal(Recipe { rows: 21, ..recipe }), RecipeError::Sides(21, 7));
    assert_eq!(refusal(Recipe { columns: 0, ..recipe }), RecipeError::Sides(5, 0));
    assert!(matches!(refusal(Recipe { density: 0.95, ..recipe }), RecipeError::Density(_)));
    assert!(matches!(refusal(Recipe { density: f64::NAN, ..recipe }), RecipeError::Density(_)));
}

#[test]
fn stocks_are_read_and_refused() {
    assert_eq!("10,10,15".parse(), Ok(Pieces::default()));
    assert_eq!("Unlimited".parse(), Ok(Pieces(None)));
    for text in ["", "1,2", "1,2,3,4", "a,b,c", "-1,2,3", "1,2,99999"] {
        assert!(text.parse::<Pieces>().unwrap_err().to_string().contains("expected"), "{text}");
    }
}
