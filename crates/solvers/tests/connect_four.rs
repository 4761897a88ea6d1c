//! Exact values of connect four, and limits.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::HashMap;

use plywood_contract::{Cancel, Game, Keyed, Limits, Notation, Stop};
use plywood_games::connect_four::{ConnectFour, Position};
use plywood_solvers::connect_four::Solver;
use plywood_testkit::check::Dice;

const MEGABYTE: usize = 1 << 20;

fn random_position(n_discs: u32, dice: &mut Dice) -> Position {
    let mut moves = Vec::new();
    loop {
        let mut position = ConnectFour.start();
        while position.n_discs() < n_discs && ConnectFour.result(&position).is_none() {
            moves.clear();
            ConnectFour.moves(&position, &mut moves);
            ConnectFour.play(&mut position, moves[dice.below(moves.len())]);
        }
        if ConnectFour.result(&position).is_none() {
            return position;
        }
    }
}

/// Value and plies for the side to move, straight from the rules: winners hurry, losers hold out.
fn minimax(position: &Position, memo: &mut HashMap<u64, (i32, u32)>) -> (i32, u32) {
    if let Some(result) = ConnectFour.result(position) {
        return (-result.abs(), 0);
    }
    if let Some(&known) = memo.get(&ConnectFour.key(position)) {
        return known;
    }
    let mut moves = Vec::new();
    ConnectFour.moves(position, &mut moves);
    let value = |&step: &u8| {
        let mut next = *position;
        ConnectFour.play(&mut next, step);
        let (value, plies) = minimax(&next, memo);
        (-value, plies + 1)
    };
    let hurry = |&(value, plies): &(i32, u32)| (value, -value * plies as i32);
    let best = moves.iter().map(value).max_by_key(hurry).unwrap();
    memo.insert(ConnectFour.key(position), best);
    best
}

#[test]
fn values_are_the_known_ones() {
    let text = include_str!("../../games/tests/data/connect-four-values.json");
    let vectors: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut solver = Solver::new(32 * MEGABYTE);
    let limits = Limits::default();
    let mut n_moves = 0;
    for vector in vectors["positions"].as_array().unwrap() {
        let position = ConnectFour.read_position(vector["position"].as_str().unwrap()).unwrap();
        let exact = solver.value(&position, &limits).unwrap();
        assert_eq!(i64::from(exact.value), vector["value"], "{}", vector["id"]);
        let verdicts = solver.moves(&position, &limits).unwrap();
        let listed = vector["moves"].as_array().unwrap();
        assert_eq!(verdicts.len(), listed.len());
        for entry in listed {
            let step = ConnectFour.read_move(&position, entry["move"].as_str().unwrap()).unwrap();
            let verdict = verdicts.iter().find(|verdict| verdict.step == step).unwrap();
            assert_eq!(i64::from(verdict.value), entry["value"], "{} {entry}", vector["id"]);
            n_moves += 1;
        }
        let best = verdicts.iter().find(|verdict| Some(verdict.step) == exact.best).unwrap();
        assert_eq!((best.value, best.plies), (exact.value, exact.plies), "{}", vector["id"]);
    }
    assert!(n_moves > 300, "{n_moves}");
}

#[test]
fn values_and_distances_equal_minimax_on_late_positions() {
    let mut dice = Dice::new(4);
    let mut solver = Solver::new(MEGABYTE);
    for round in 0..60 {
        let position = random_position(26 + round % 14, &mut dice);
        let text = ConnectFour.position_text(&position);
        let mut memo = HashMap::new();
        let expected = minimax(&position, &mut memo);
        let exact = solver.value(&position, &Limits::default()).unwrap();
        assert_eq!((exact.value, exact.plies), expected, "{text}");
        for verdict in solver.moves(&position, &Limits::default()).unwrap() {
            let mut next = position;
            ConnectFour.play(&mut next, verdict.step);
            let (value, plies) = minimax(&next, &mut memo);
            assert_eq!((verdict.value, verdict.plies), (-value, plies + 1), "{text}");
        }
    }
}

#[test]
fn values_do_not_depend_on_the_table() {
    let mut dice = Dice::new(9);
    let mut solvers = [Solver::new(0), Solver::new(1 << 12), Solver::new(4 * MEGABYTE)];
    for _ in 0..12 {
        let position = random_position(22, &mut dice);
        let answers = solvers.each_mut().map(|solver| {
            let exact = solver.value(&position, &Limits::default()).unwrap();
            (exact.value, exact.plies, exact.best)
        });
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    }
}

#[test]
fn a_finished_game_has_the_value_of_its_end() {
    let won = Position::after("1122334").unwrap();
    let exact = Solver::new(0).value(&won, &Limits::default()).unwrap();
    assert_eq!((exact.value, exact.plies, exact.best, exact.nodes), (-1, 0, None, 0));
    assert!(Solver::new(0).moves(&won, &Limits::default()).unwrap().is_empty());
}

#[test]
fn a_node_limit_is_never_passed_and_the_bounds_hold() {
    let position = Position::after("777764513146").unwrap();
    let exact = Solver::new(MEGABYTE).value(&position, &Limits::default()).unwrap();
    for nodes in [0, 1, 2, 10, 1000, 1023, 1024, 1025, exact.nodes - 1] {
        let unsettled = Solver::new(MEGABYTE).value(&position, &Limits::nodes(nodes)).unwrap_err();
        assert_eq!(unsettled.stop, Stop::Nodes);
        assert!(unsettled.nodes <= nodes, "{} of {nodes}", unsettled.nodes);
        let [low, high] = unsettled.bounds;
        assert!(low <= exact.value && exact.value <= high);
        assert_eq!(
            Solver::new(MEGABYTE).moves(&position, &Limits::nodes(nodes / 2)),
            Err(Stop::Nodes)
        );
    }
    let again = Solver::new(MEGABYTE).value(&position, &Limits::nodes(exact.nodes)).unwrap();
    assert_eq!(again, exact, "exactly enough is enough");
}

#[test]
fn a_raised_flag_ends_a_proof() {
    let cancel = Cancel::default();
    cancel.raise();
    let limits = Limits { cancel, ..Limits::default() };
    let unsettled = Solver::new(0).value(&ConnectFour.start(), &limits).unwrap_err();
    assert_eq!((unsettled.stop, unsettled.bounds), (Stop::Cancelled, [-1, 1]));
}
