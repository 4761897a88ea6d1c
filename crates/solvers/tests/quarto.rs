//! Exact values of quarto and quatro: against known ones and against plain minimax.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use plywood_contract::{Cancel, Game, Limits, Notation, Seat, Stop};
use plywood_games::quarto::{Board, Position, Quarto, Quatro};
use plywood_solvers::quarto::{Solver, Value};
use plywood_testkit::check::Dice;

const MEGABYTE: usize = 1 << 20;

/// Checks a file of values: the solver's for each position and for every move in it.
fn check_values<G: Notation>(
    game: &G,
    text: &str,
    mut solve: impl FnMut(&G::Position) -> (Value, Vec<(G::Move, Value)>),
) {
    let vectors: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut n_moves = 0;
    for vector in vectors["positions"].as_array().unwrap() {
        let id = &vector["id"];
        let position = game.read_position(vector["position"].as_str().unwrap()).unwrap();
        let (value, moves) = solve(&position);
        assert_eq!(i64::from(value.number()), vector["value"], "{id}");
        let expected = vector["moves"].as_array().unwrap();
        assert_eq!(moves.len(), expected.len(), "{id}");
        for entry in expected {
            let text = entry["move"].as_str().unwrap();
            let step = game.read_move(&position, text).unwrap();
            let (_, value) = moves.iter().find(|(other, _)| *other == step).unwrap();
            assert_eq!(i64::from(value.number()), entry["value"], "{id} {text}");
            n_moves += 1;
        }
    }
    assert!(n_moves > 500, "{n_moves}");
}

#[test]
fn quarto_values_are_the_known_ones() {
    let text = include_str!("../../games/tests/data/quarto-values.json");
    let mut solver = Solver::new(MEGABYTE);
    let limits = Limits::default();
    check_values(&Quarto::default(), text, |position| {
        let moves = solver.quarto_moves(position, &limits).unwrap();
        solver.clear();
        (solver.quarto(position, &limits).unwrap().value, moves)
    });
}

#[test]
fn quatro_values_are_the_known_ones() {
    let text = include_str!("../../games/tests/data/quatro-values.json");
    let mut solver = Solver::new(MEGABYTE);
    let limits = Limits::default();
    check_values(&Quatro::default(), text, |board| {
        let moves = solver.quatro_moves(board, &limits).unwrap();
        solver.clear();
        (solver.quatro(board, &limits).unwrap().value, moves)
    });
}

#[test]
fn quatro_is_won_by_the_second_player() {
    let mut solver = Solver::with_threads(128 * MEGABYTE, 2);
    let verdict = solver.quatro(&Quatro::default().start(), &Limits::default()).unwrap();
    assert_eq!(verdict.value, Value::Loss);
}

#[test]
#[ignore = "half a minute: cargo test --release -p plywood-solvers --test quarto -- --ignored"]
fn quarto_is_a_draw() {
    let mut solver = Solver::with_threads(128 * MEGABYTE, 2);
    let verdict = solver.quarto(&Quarto::default().start(), &Limits::default()).unwrap();
    assert_eq!(verdict.value, Value::Draw);
}

/// The value for the side to move, straight from the rules.
fn minimax<G: Game>(game: &G, position: &G::Position, memo: &mut HashMap<G::Position, i32>) -> i32
where
    G::Position: Hash,
{
    let seat = game.turn(position);
    if let Some(result) = game.result(position) {
        return if seat == Seat::One { result } else { -result };
    }
    if let Some(&value) = memo.get(position) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best = -1;
    for step in moves {
        let mut next = position.clone();
        game.play(&mut next, step);
        let value = minimax(game, &next, memo);
        best = best.max(if game.turn(&next) == seat { value } else { -value });
        if best == 1 {
            break;
        }
    }
    memo.insert(position.clone(), best);
    best
}

/// A random position that is not over, after so many plies.
fn random_position<G: Game>(game: &G, plies: usize, dice: &mut Dice) -> G::Position {
    let mut moves = Vec::new();
    'games: loop {
        let mut position = game.start();
        for _ in 0..plies {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                continue 'games;
            }
            game.play(&mut position, moves[dice.below(moves.len())]);
        }
        if game.result(&position).is_none() {
            return position;
        }
    }
}

#[test]
fn quarto_equals_minimax_on_late_positions() {
    let limits = Limits::default();
    for squares in [false, true] {
        let quarto = Quarto { squares };
        let mut solver = Solver::new(MEGABYTE);
        let mut dice = Dice::new(7);
        for i in 0..200 {
            // One ply more than pieces placed: the first only hands over.
            let mut position = random_position(&quarto, 10 + i % 6, &mut dice);
            if i % 5 == 0 {
                position.hand = None;
            }
            let text = quarto.position_text(&position);
            let expected = minimax(&quarto, &position, &mut HashMap::new());
            let verdict = solver.quarto(&position, &limits).unwrap();
            assert_eq!(verdict.value.number(), expected, "{text}");
            let moves = solver.quarto_moves(&position, &limits).unwrap();
            let best = moves.iter().map(|(_, value)| *value).max();
            assert_eq!(best, Some(verdict.value), "{text}");
        }
    }
}

#[test]
fn quatro_equals_minimax_on_late_positions() {
    let limits = Limits::default();
    for squares in [false, true] {
        let quatro = Quatro { squares };
        let mut solver = Solver::new(MEGABYTE);
        let mut dice = Dice::new(8);
        for i in 0..200 {
            let board = random_position(&quatro, 9 + i % 6, &mut dice);
            let text = quatro.position_text(&board);
            let expected = minimax(&quatro, &board, &mut HashMap::new());
            let verdict = solver.quatro(&board, &limits).unwrap();
            assert_eq!(verdict.value.number(), expected, "{text}");
            let moves = solver.quatro_moves(&board, &limits).unwrap();
            let best = moves.iter().map(|(_, value)| *value).max();
            assert_eq!(best, Some(verdict.value), "{text}");
        }
    }
}

/// Values of the same positions by solvers of different sizes and numbers of threads.
fn check_solvers_agree<P: std::fmt::Debug>(
    positions: &[P],
    value: impl Fn(&mut Solver, &P) -> Value,
) {
    let mut reference = Solver::new(16 * MEGABYTE);
    let mut others = [
        Solver::new(0),
        Solver::new(1 << 12),
        Solver::with_threads(1 << 12, 2),
        Solver::with_threads(MEGABYTE, 2),
        Solver::with_threads(MEGABYTE, 8),
    ];
    for position in positions {
        let expected = value(&mut reference, position);
        for solver in &mut others {
            assert_eq!(value(solver, position), expected, "{position:?}");
        }
    }
}

#[test]
fn values_depend_neither_on_the_table_nor_on_threads() {
    let mut dice = Dice::new(9);
    for squares in [false, true] {
        let quarto = Quarto { squares };
        let positions: Vec<Position> =
            (0..40).map(|i| random_position(&quarto, 7 + i % 4, &mut dice)).collect();
        check_solvers_agree(&positions, |solver, position| {
            solver.quarto(position, &Limits::default()).unwrap().value
        });
        let quatro = Quatro { squares };
        let boards: Vec<Board> =
            (0..40).map(|i| random_position(&quatro, 6 + i % 4, &mut dice)).collect();
        check_solvers_agree(&boards, |solver, board| {
            solver.quatro(board, &Limits::default()).unwrap().value
        });
    }
}

#[test]
fn both_games_on_one_table_do_not_disturb_each_other() {
    let mut dice = Dice::new(10);
    let mut shared = Solver::new(MEGABYTE);
    let limits = Limits::default();
    for i in 0..100 {
        let board = random_position(&Quatro { squares: i % 2 == 0 }, 6 + i % 4, &mut dice);
        let position = Position { board, hand: None };
        let mut fresh = Solver::new(MEGABYTE);
        let expected = fresh.quatro(&board, &limits).unwrap().value;
        assert_eq!(shared.quatro(&board, &limits).unwrap().value, expected);
        fresh.clear();
        let expected = fresh.quarto(&position, &limits).unwrap().value;
        assert_eq!(shared.quarto(&position, &limits).unwrap().value, expected);
    }
}

#[test]
fn limits_end_a_search_and_leave_the_solver_usable() {
    let cancel = Cancel::default();
    cancel.raise();
    let cancelled = Limits { cancel, ..Limits::default() };
    let start = Quarto::default().start();
    for threads in [1, 2] {
        let mut solver = Solver::with_threads(MEGABYTE, threads);
        assert_eq!(solver.quarto(&start, &cancelled), Err(Stop::Cancelled));
        assert_eq!(solver.quatro(&start.board, &cancelled), Err(Stop::Cancelled));
        assert_eq!(solver.quarto_moves(&start, &cancelled), Err(Stop::Cancelled));
        assert_eq!(solver.quarto(&start, &Limits::nodes(100_000)), Err(Stop::Nodes));
        let brief = Limits::time(Duration::from_millis(20));
        assert_eq!(solver.quarto(&start, &brief), Err(Stop::Time));
        let late = Quarto::default().read_position("a..c/..57/...0/34.. 6").unwrap();
        let verdict = solver.quarto(&late, &Limits::default()).unwrap();
        assert_eq!(verdict.value, Value::Draw);
    }
}

#[test]
fn the_same_search_looks_at_the_same_nodes() {
    let position = random_position(&Quarto::default(), 7, &mut Dice::new(11));
    let solve = || Solver::new(MEGABYTE).quarto(&position, &Limits::default()).unwrap();
    assert_eq!(solve(), solve());
}

#[test]
fn finished_games_have_the_value_of_their_end() {
    let won = "0123/..../..../.... -";
    let mut solver = Solver::new(0);
    let position = Quarto::default().read_position(won).unwrap();
    assert_eq!(solver.quarto(&position, &Limits::default()).unwrap().value, Value::Win);
    assert!(solver.quarto_moves(&position, &Limits::default()).unwrap().is_empty());
    let board = Quatro::default().read_position(won).unwrap();
    assert_eq!(solver.quatro(&board, &Limits::default()).unwrap().value, Value::Loss);
}
