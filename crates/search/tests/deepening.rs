//! Iterative deepening with several lines, threads and small tables: the values are minimax's.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::{Duration, Instant};

use plywood_contract::{Analysis, Evaluator, Game, Limits, Quiet, Score, Stop};
use plywood_games::connect_four::{ConnectFour, Position};
use plywood_judges::connect_four::Middle;
use plywood_search::adversarial::{
    Deepening, Question, TranspositionTable, alpha_beta, iterative_deepening, minimax,
    principal_variation,
};
use plywood_testkit::check::Dice;
use plywood_testkit::trees::{Tree, Whim};

#[path = "common/connect_four.rs"]
mod known;
use known::{after, positions};

fn trees() -> impl Iterator<Item = Tree> {
    (1000..1200).map(|seed| Tree {
        seed,
        height: 4 + seed as u32 % 3,
        most_moves: 5,
        spread: 1 + seed as i32 % 50,
    })
}

/// Random positions of connect four, the game not over.
fn midgames() -> impl Iterator<Item = Position> {
    (0..80).filter_map(|seed| {
        let mut dice = Dice::new(seed);
        let mut position = ConnectFour.start();
        for _ in 0..seed as usize % 30 {
            let mut moves = Vec::new();
            ConnectFour.moves(&position, &mut moves);
            ConnectFour.play(&mut position, *moves.get(dice.below(moves.len().max(1)))?);
        }
        ConnectFour.result(&position).is_none().then_some(position)
    })
}

/// Every root move's value by minimax, best first.
fn values<G: Game, E: Evaluator<G>>(
    game: &G,
    judge: &E,
    root: &G::Position,
    depth: u32,
) -> Vec<(G::Move, Score)> {
    let mut moves = Vec::new();
    game.moves(root, &mut moves);
    let value = |step: G::Move| {
        let mut position = root.clone();
        game.play(&mut position, step);
        let sign = if game.turn(&position) == game.turn(root) { 1 } else { -1 };
        let below = match game.result(&position) {
            Some(result) => {
                let own = judge.settle(result);
                if game.turn(root) == plywood_contract::Seat::One {
                    sign * own
                } else {
                    -sign * own
                }
            }
            None if depth == 1 => judge.evaluate(game, &position),
            None => minimax(
                &Question::new(game, judge, &position, &Limits::default()),
                depth - 1,
                Quiet,
            )
            .score()
            .unwrap(),
        };
        (step, sign * below)
    };
    let mut values: Vec<_> = moves.into_iter().map(value).collect();
    values.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    values
}

/// All moves of all lines are legal.
fn assert_legal<G: Game>(game: &G, root: &G::Position, analysis: &Analysis<G::Move>) {
    for line in &analysis.lines {
        assert!(!line.moves.is_empty());
        let mut position = root.clone();
        for &step in &line.moves {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            assert!(moves.contains(&step), "{step:?} is not legal");
            game.play(&mut position, step);
        }
    }
}

#[test]
fn every_line_has_the_value_minimax_gives_its_move() {
    for tree in trees() {
        let root = tree.start();
        for depth in 1..=4 {
            let truth = values(&tree, &Whim, &root, depth);
            for lines in [2, 3, 100] {
                let options = Deepening { lines, ..Deepening::default() };
                // A small table may forget; it must not matter.
                let table = TranspositionTable::new(if lines == 3 { 1 } else { 1 << 14 });
                let limits = Limits::depth(depth);
                let found = iterative_deepening(
                    &Question::new(&tree, &Whim, &root, &limits),
                    &table,
                    &options,
                    Quiet,
                );
                if found.stats.depth < depth {
                    continue; // It was exact before, and ended.
                }
                assert_eq!(found.lines.len(), lines.min(truth.len()), "{tree:?}");
                assert_legal(&tree, &root, &found);
                for (line, &(_, best)) in found.lines.iter().zip(&truth) {
                    assert_eq!(line.score, best, "{tree:?} to depth {depth}");
                    let own = truth.iter().find(|(step, _)| *step == line.moves[0]).unwrap().1;
                    assert_eq!(line.score, own);
                }
            }
        }
    }
}

#[test]
fn threads_and_small_tables_find_the_same_values() {
    for tree in trees().take(60) {
        let root = tree.start();
        for depth in 2..=4 {
            let truth =
                minimax(&Question::new(&tree, &Whim, &root, &Limits::default()), depth, Quiet);
            for (threads, bytes) in [(2, 1 << 14), (8, 1 << 10), (8, 1)] {
                let options = Deepening { threads, ..Deepening::default() };
                let table = TranspositionTable::new(bytes);
                let limits = Limits::depth(depth);
                let found = iterative_deepening(
                    &Question::new(&tree, &Whim, &root, &limits),
                    &table,
                    &options,
                    Quiet,
                );
                if found.stats.depth == depth {
                    assert_eq!(found.score(), truth.score(), "{tree:?} to depth {depth}");
                }
                assert_legal(&tree, &root, &found);
            }
        }
    }
    for (name, position) in positions() {
        let table = TranspositionTable::new(1 << 22);
        let truth = principal_variation(
            &Question::new(&ConnectFour, &Middle, &position, &Limits::default()),
            9,
            None,
            Quiet,
        );
        for threads in [1, 2, 8] {
            for lines in [1, 3] {
                let options = Deepening { threads, lines, ..Deepening::default() };
                let limits = Limits::depth(9);
                let found = iterative_deepening(
                    &Question::new(&ConnectFour, &Middle, &position, &limits),
                    &table,
                    &options,
                    Quiet,
                );
                assert_eq!(found.score(), truth.score(), "{name} with {threads} threads");
                assert_legal(&ConnectFour, &position, &found);
            }
        }
    }
}

#[test]
fn any_window_order_and_table_agree_on_random_midgames() {
    for position in midgames() {
        for depth in 1..=6 {
            let limits = Limits::default();
            let truth =
                alpha_beta(&Question::new(&ConnectFour, &Middle, &position, &limits), depth, Quiet);
            let table = TranspositionTable::new(1 << 12);
            let pvs = principal_variation(
                &Question::new(&ConnectFour, &Middle, &position, &limits),
                depth,
                Some(&table),
                Quiet,
            );
            assert_eq!(pvs.score(), truth.score());
        }
    }
}

#[test]
fn a_forced_win_is_exact_although_opinions_were_heard() {
    // The third in a row with both ends open: whatever the answer, the fourth follows.
    let position = after("3344");
    let (table, options) = (TranspositionTable::new(1 << 16), Deepening::default());
    let limits = Limits::default();
    let found = iterative_deepening(
        &Question::new(&ConnectFour, &Middle, &position, &limits),
        &table,
        &options,
        Quiet,
    );
    assert_eq!((found.score(), found.stats.depth), (Some(1000), 3));
    assert!(found.lines[0].exact);
    // And for the other side it is as bad.
    let position = after("33445");
    let found = iterative_deepening(
        &Question::new(&ConnectFour, &Middle, &position, &limits),
        &table,
        &options,
        Quiet,
    );
    assert_eq!((found.score(), found.lines[0].exact), (Some(-1000), true));
}

#[test]
fn reductions_never_claim_more_than_is_proven() {
    for tree in trees() {
        let root = tree.start();
        let truth =
            minimax(&Question::new(&tree, &Whim, &root, &Limits::default()), tree.height, Quiet);
        let options = Deepening { reductions: true, ..Deepening::default() };
        let limits = Limits::depth(tree.height + 3);
        let found = iterative_deepening(
            &Question::new(&tree, &Whim, &root, &limits),
            &TranspositionTable::new(1 << 14),
            &options,
            Quiet,
        );
        assert!(!found.lines[0].exact || found.score() == truth.score(), "{tree:?}");
    }
}

#[test]
fn node_limits_hold_for_all_threads_together_and_one_thread_repeats_itself() {
    let start = ConnectFour.start();
    for threads in [1, 2, 8] {
        for nodes in [1, 2, 3, 10, 1000, 50_000] {
            let options = Deepening { threads, lines: 2, ..Deepening::default() };
            let search = || {
                let (table, limits) = (TranspositionTable::new(1 << 16), Limits::nodes(nodes));
                iterative_deepening(
                    &Question::new(&ConnectFour, &Middle, &start, &limits),
                    &table,
                    &options,
                    Quiet,
                )
            };
            let (one, two) = (search(), search());
            assert!(one.stats.analysed <= nodes);
            assert_eq!(one.stopped, Some(Stop::Nodes));
            assert_legal(&ConnectFour, &start, &one);
            assert!(!one.lines.is_empty());
            if threads == 1 {
                assert_eq!((&one.lines, one.stats.analysed), (&two.lines, nodes));
            }
        }
    }
}

#[test]
fn a_raised_flag_and_a_short_clock_end_all_threads_with_a_move() {
    let start = ConnectFour.start();
    for threads in [1, 8] {
        for millis in [0, 1, 3, 7] {
            let options = Deepening { threads, ..Deepening::default() };
            let table = TranspositionTable::new(1 << 16);
            let begun = Instant::now();
            let limits = Limits::time(Duration::from_millis(millis));
            let found = iterative_deepening(
                &Question::new(&ConnectFour, &Middle, &start, &limits),
                &table,
                &options,
                Quiet,
            );
            assert_eq!(found.stopped, Some(Stop::Time));
            assert_legal(&ConnectFour, &start, &found);
            assert!(!found.lines.is_empty());
            assert!(begun.elapsed() < Duration::from_secs(2), "the clock was not looked at");

            let limits = Limits::default();
            let found = std::thread::scope(|scope| {
                let cancel = limits.cancel.clone();
                scope.spawn(move || {
                    std::thread::sleep(Duration::from_millis(millis));
                    cancel.raise();
                });
                iterative_deepening(
                    &Question::new(&ConnectFour, &Middle, &start, &limits),
                    &table,
                    &options,
                    Quiet,
                )
            });
            assert_eq!(found.stopped, Some(Stop::Cancelled));
            assert!(!found.lines.is_empty());
        }
    }
}
