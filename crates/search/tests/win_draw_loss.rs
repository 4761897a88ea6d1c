//! The solver for win, draw and loss against minimax: correct with any table.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Game, Limits, Quiet, Stop, Symmetric};
use plywood_games::connect_four::{ConnectFour, Position};
use plywood_judges::connect_four::Middle;
use plywood_search::adversarial::{Question, alpha_beta};
use plywood_search::proof::win_draw_loss;
use plywood_testkit::check::Dice;
use plywood_testkit::trees::{Tree, Whim};

#[path = "common/connect_four.rs"]
mod known;
use known::after;

#[test]
fn random_trees_are_decided_as_minimax_says() {
    for seed in 0..1500 {
        let spread = 1 + seed as i32 % 3;
        let tree = Tree { seed, height: 3 + seed as u32 % 5, most_moves: 4, spread };
        let root = tree.start();
        let truth =
            alpha_beta(&Question::new(&tree, &Whim, &root, &Limits::default()), tree.height, Quiet);
        for bytes in [1 << 16, 200, 1] {
            let decided = win_draw_loss(&tree, &root, bytes, &Limits::default());
            assert_eq!(decided.value, Ok(truth.score().unwrap().signum()), "{tree:?}");
        }
    }
}

/// A random position with this many discs and no line.
fn late(seed: u64, n_discs: usize) -> Option<Position> {
    let mut dice = Dice::new(seed);
    let mut position = ConnectFour.start();
    for _ in 0..n_discs {
        let mut moves = Vec::new();
        ConnectFour.moves(&position, &mut moves);
        ConnectFour.play(&mut position, *moves.get(dice.below(moves.len().max(1)))?);
    }
    ConnectFour.result(&position).is_none().then_some(position)
}

#[test]
fn late_connect_four_is_decided_with_any_table() {
    let mut seen = [0; 3];
    for position in (0..2500).filter_map(|seed| late(seed, 30 + seed as usize % 8)) {
        let truth = alpha_beta(
            &Question::new(&ConnectFour, &Middle, &position, &Limits::default()),
            12,
            Quiet,
        );
        let value = truth.score().unwrap().signum();
        for bytes in [1 << 20, 1 << 10, 1] {
            let decided = win_draw_loss(&ConnectFour, &position, bytes, &Limits::default());
            assert_eq!(decided.value, Ok(value));
        }
        seen[(value + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n > 3), "wins, draws and losses were all met: {seen:?}");
}

#[test]
fn mirror_images_share_a_canonical_form_and_others_do_not() {
    let name = |columns: &str| ConnectFour.canonical(&after(columns));
    assert_eq!(name("1123"), name("7765"));
    assert_ne!(name("1123"), name("1132"));
}

#[test]
fn a_limit_leaves_the_question_open() {
    let start = ConnectFour.start();
    let decided = win_draw_loss(&ConnectFour, &start, 1 << 16, &Limits::nodes(3000));
    assert_eq!((decided.value, decided.stats.analysed), (Err(Stop::Nodes), 3000));
}
