//! Heuristics of sliding tiles.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Heuristic, Limits, Problem, Quiet, Shown};
use plywood_games::tiles::Tiles;
use plywood_judges::tiles::{LinearConflict, Manhattan, TilesHeuristic};
use plywood_search::path::{a_star, ida_star};
use plywood_testkit::check::Dice;
use plywood_testkit::tiles::{eights, fifteens};

#[test]
fn peek_agrees_with_the_estimate_of_the_child() {
    fn check<const N: usize>(text: &str, dice: &mut Dice) {
        let tiles = Tiles::<N>::read(text).unwrap();
        let mut board = tiles.start();
        for _ in 0..200 {
            let steps: Vec<u8> = tiles.actions(&board).collect();
            for &step in &steps {
                let next = tiles.apply(&board, step);
                for judge in TilesHeuristic::ALL {
                    let h = judge.h(&tiles, &board);
                    assert_eq!(judge.peek(&tiles, &board, h, step), Some(judge.h(&tiles, &next)));
                }
                // Consistent: a slide changes the estimate by no more than it costs.
                let [before, after] = [&board, &next].map(|board| LinearConflict.h(&tiles, board));
                assert!(before.abs_diff(after) <= 1, "{before} {after}");
            }
            board = tiles.apply(&board, steps[dice.below(steps.len())]);
        }
    }
    let mut dice = Dice::new(7);
    eights().iter().for_each(|(text, _)| check::<3>(text, &mut dice));
    fifteens().iter().for_each(|instance| check::<4>(instance.tiles, &mut dice));
}

#[test]
fn linear_conflict_counts_what_stands_in_the_way() {
    let estimates = |text| {
        let tiles = Tiles::<3>::read(text).unwrap();
        TilesHeuristic::ALL.map(|judge| judge.h(&tiles, &tiles.start()))
    };
    assert_eq!(estimates("0 1 2 3 4 5 6 7 8"), [0, 0]);
    // 5 and 4 stand in their row in the wrong order.
    assert_eq!(estimates("0 1 2 3 5 4 6 7 8"), [2, 4]);
    // Two of 5, 4, 3 must leave the row.
    assert_eq!(estimates("0 1 2 5 4 3 6 7 8"), [4, 8]);
}

#[test]
fn both_heuristics_find_shortest_solutions_and_conflicts_save_work() {
    for (text, length) in eights() {
        let tiles = Tiles::<3>::read(text).unwrap();
        let solve = |judge| a_star(&tiles, &judge, &Limits::default(), Quiet);
        let [plain, better] = TilesHeuristic::ALL.map(solve);
        assert_eq!(plain.solution().unwrap().cost, length);
        assert_eq!(better.solution().unwrap().cost, length);
    }
    let mut generated = [0; 2];
    for instance in fifteens().iter().take(4) {
        let tiles = Tiles::<4>::read(instance.tiles).unwrap();
        let plain = ida_star(&tiles, &Manhattan, &Limits::default(), Quiet);
        let better = ida_star(&tiles, &LinearConflict, &Limits::default(), Quiet);
        assert_eq!(plain.stats.generated, instance.generated, "the known count");
        assert_eq!(better.solution().unwrap().cost, instance.length);
        generated[0] += plain.stats.generated;
        generated[1] += better.stats.generated;
    }
    assert!(2 * generated[1] < generated[0], "{generated:?}");
}
