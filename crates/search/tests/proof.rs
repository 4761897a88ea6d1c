//! Exact solvers against minimax: a claim is settled as the values say.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Game, Limits, Quiet, Seat, Stop};
use plywood_games::connect_four::ConnectFour;
use plywood_judges::connect_four::Middle;
use plywood_search::adversarial::{Question, minimax};
use plywood_search::proof::{Claim, df_pn};
use plywood_testkit::check::Dice;
use plywood_testkit::trees::{Tree, Whim};

#[test]
fn claims_on_random_trees_are_settled_as_minimax_says() {
    for seed in 0..300 {
        let tree = Tree { seed, height: 4 + seed as u32 % 4, most_moves: 4, spread: 4 };
        let root = tree.start();
        let value =
            minimax(&Question::new(&tree, &Whim, &root, &Limits::default()), tree.height, Quiet)
                .score()
                .unwrap();
        let for_one = if tree.turn(&root) == Seat::One { value } else { -value };
        for least in -4..=5 {
            for (seat, truth) in [(Seat::One, for_one >= least), (Seat::Two, -for_one >= least)] {
                for bytes in [1 << 20, 1 << 18] {
                    let settled =
                        df_pn(&tree, &root, Claim { seat, least }, bytes, &Limits::default());
                    assert_eq!(settled.verdict, Ok(truth), "{tree:?}: {seat:?} at least {least}");
                }
            }
        }
    }
}

#[test]
fn late_connect_four_is_settled() {
    // A random game with thirty discs down and no line yet; twelve plies to go.
    let position = (0..)
        .find_map(|seed| {
            let mut dice = Dice::new(seed);
            let mut position = ConnectFour.start();
            for _ in 0..30 {
                let mut moves = Vec::new();
                ConnectFour.moves(&position, &mut moves);
                ConnectFour.play(&mut position, *moves.get(dice.below(moves.len()))?);
            }
            ConnectFour.result(&position).is_none().then_some(position)
        })
        .unwrap();
    let value =
        minimax(&Question::new(&ConnectFour, &Middle, &position, &Limits::default()), 12, Quiet);
    assert!(value.lines[0].exact);
    let mover = ConnectFour.turn(&position);
    for least in [0, 1] {
        let claim = Claim { seat: mover, least };
        let settled = df_pn(&ConnectFour, &position, claim, 1 << 20, &Limits::default());
        assert_eq!(settled.verdict, Ok(value.score().unwrap().signum() >= least));
    }
}

#[test]
fn limits_end_a_proof_without_a_verdict() {
    let start = ConnectFour.start();
    let claim = Claim { seat: Seat::One, least: 1 };
    let settled = df_pn(&ConnectFour, &start, claim, 1 << 20, &Limits::nodes(5000));
    assert_eq!(settled.verdict, Err(Stop::Nodes));
    assert_eq!(settled.stats.analysed, 5000);
    let limits = Limits::default();
    limits.cancel.raise();
    let settled = df_pn(&ConnectFour, &start, claim, 1 << 20, &limits);
    assert_eq!(settled.verdict, Err(Stop::Cancelled));
}
