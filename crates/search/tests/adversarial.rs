//! Every pruning search against minimax, on random trees in which a player may move twice running,
//! and on a real game.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{
    Analysis, Evaluator, Game, Limits, Origin, PlayEvent, PlayObserver, Quiet, Score, Seat, Stop,
};
use plywood_games::connect_four::ConnectFour;
use plywood_judges::connect_four::Middle;
use plywood_search::adversarial::{
    Deepening, Question, TranspositionTable, alpha_beta, iterative_deepening, minimax, mtd,
    principal_variation,
};
use plywood_testkit::trees::{Nervous, Tree, Whim};

#[path = "common/connect_four.rs"]
mod known;
use known::positions;

fn trees() -> impl Iterator<Item = Tree> {
    (0..400).map(|seed| Tree {
        seed,
        height: 4 + seed as u32 % 3,
        most_moves: 4,
        spread: 1 + seed as i32 % 20,
    })
}

/// The score follows from playing the line out: what stands at its end is what was promised.
fn replay<G: Game, E: Evaluator<G>>(
    game: &G,
    judge: &E,
    root: &G::Position,
    analysis: &Analysis<G::Move>,
) {
    let Some(line) = analysis.lines.first() else {
        assert!(game.result(root).is_some());
        return;
    };
    let mut position = root.clone();
    for &step in &line.moves {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert!(moves.contains(&step), "the line holds an illegal move");
        game.play(&mut position, step);
    }
    let seen = |value: Score, seat: Seat| if seat == game.turn(root) { value } else { -value };
    let value = match game.result(&position) {
        Some(result) => seen(judge.settle(result), Seat::One),
        None => seen(judge.evaluate(game, &position), game.turn(&position)),
    };
    assert_eq!(value, line.score);
}

#[test]
fn alpha_beta_equals_minimax_on_random_trees() {
    for tree in trees() {
        for depth in 0..=tree.height {
            let root = tree.start();
            let all =
                minimax(&Question::new(&tree, &Whim, &root, &Limits::default()), depth, Quiet);
            let some =
                alpha_beta(&Question::new(&tree, &Whim, &root, &Limits::default()), depth, Quiet);
            if depth > 0 {
                assert_eq!(some.score(), all.score(), "{tree:?} to depth {depth}");
                replay(&tree, &Whim, &root, &all);
                replay(&tree, &Whim, &root, &some);
            }
            assert!(some.stats.analysed <= all.stats.analysed);
        }
    }
}

#[test]
fn principal_variation_equals_minimax_on_random_trees() {
    for tree in trees() {
        // Large, small and with a single slot: a table may forget, but never mislead.
        let tables = [
            None,
            Some(TranspositionTable::new(1 << 16)),
            Some(TranspositionTable::new(256)),
            Some(TranspositionTable::new(1)),
        ];
        for depth in 1..=tree.height {
            let root = tree.start();
            let all =
                minimax(&Question::new(&tree, &Whim, &root, &Limits::default()), depth, Quiet);
            for table in &tables {
                let limits = Limits::default();
                let some = principal_variation(
                    &Question::new(&tree, &Whim, &root, &limits),
                    depth,
                    table.as_ref(),
                    Quiet,
                );
                assert_eq!(some.score(), all.score(), "{tree:?} to depth {depth}");
                if table.is_none() {
                    replay(&tree, &Whim, &root, &some);
                }
            }
        }
    }
}

#[test]
fn mtd_closes_in_on_the_same_value_from_any_guess() {
    for tree in trees().take(150) {
        let root = tree.start();
        let all = minimax(&Question::new(&tree, &Whim, &root, &Limits::default()), 3, Quiet);
        for guess in [-1000, -3, 0, 7, 1000] {
            let table = TranspositionTable::new(1 << 14);
            let found = mtd(
                &Question::new(&tree, &Whim, &root, &Limits::default()),
                3,
                guess,
                &table,
                Quiet,
            );
            assert_eq!(found.score(), all.score(), "{tree:?} from {guess}");
        }
    }
}

/// Quiescence search without any pruning, straight from its definition.
fn quiet_value(tree: &Tree, path: &mut <Tree as Game>::Position, depth: u32) -> Score {
    let mover = tree.turn(path);
    if let Some(result) = tree.result(path) {
        return if mover == Seat::One { result } else { -result };
    }
    let mut moves = Vec::new();
    tree.moves(path, &mut moves);
    let is_noisy = |path: &<Tree as Game>::Position, step: u8| Nervous.is_noisy(tree, path, step);
    let mut best = None;
    if depth == 0 {
        let n_noisy = moves.iter().filter(|&&step| is_noisy(path, step)).count();
        if n_noisy < moves.len() {
            best = Some(Nervous.evaluate(tree, path));
        }
        moves.retain(|&step| is_noisy(path, step));
    }
    for step in moves {
        tree.play(path, step);
        let value = quiet_value(tree, path, depth.saturating_sub(1));
        let value = if tree.turn(path) == mover { value } else { -value };
        tree.undo(path, step, ());
        best = best.max(Some(value));
    }
    best.unwrap()
}

#[test]
fn quiescence_search_follows_noisy_moves_to_their_end() {
    for tree in trees() {
        for depth in 1..=3 {
            let root = tree.start();
            let truth = quiet_value(&tree, &mut root.clone(), depth);
            let limits = Limits::default();
            let found = principal_variation(
                &Question::new(&tree, &Nervous, &root, &limits),
                depth,
                None,
                Quiet,
            );
            assert_eq!(found.score(), Some(truth), "{tree:?} to depth {depth}");
        }
    }
}

#[test]
fn iterative_deepening_ends_with_the_true_value_and_says_so() {
    let one = Deepening::default();
    for tree in trees() {
        let root = tree.start();
        let truth =
            minimax(&Question::new(&tree, &Whim, &root, &Limits::default()), tree.height, Quiet);
        let found = iterative_deepening(
            &Question::new(&tree, &Whim, &root, &Limits::default()),
            &TranspositionTable::new(1 << 14),
            &Deepening::default(),
            Quiet,
        );
        assert_eq!(found.score(), truth.score(), "{tree:?}");
        assert!(found.lines[0].exact && found.stopped.is_none());
        assert!(found.stats.depth <= tree.height);
        for depth in 1..tree.height {
            let table = TranspositionTable::new(1 << 14);
            let found = iterative_deepening(
                &Question::new(&tree, &Whim, &root, &Limits::depth(depth)),
                &table,
                &one,
                Quiet,
            );
            let all = minimax(
                &Question::new(&tree, &Whim, &root, &Limits::default()),
                found.stats.depth,
                Quiet,
            );
            assert_eq!(found.score(), all.score(), "{tree:?} to depth {depth}");
            // "Exact" is said only when it is.
            assert!(!found.lines[0].exact || found.score() == truth.score());
        }
    }
}

#[test]
fn a_search_to_the_end_is_exact_and_one_cut_by_depth_is_not() {
    for tree in trees().take(50) {
        let root = tree.start();
        let whole =
            alpha_beta(&Question::new(&tree, &Whim, &root, &Limits::default()), tree.height, Quiet);
        assert!(whole.lines[0].exact);
        let all =
            minimax(&Question::new(&tree, &Whim, &root, &Limits::default()), tree.height, Quiet);
        assert!(all.lines[0].exact);
    }
    let start = ConnectFour.start();
    let shallow =
        alpha_beta(&Question::new(&ConnectFour, &Middle, &start, &Limits::default()), 4, Quiet);
    assert!(!shallow.lines[0].exact);
}

#[test]
fn every_search_finds_the_same_value_of_connect_four() {
    let one = Deepening::default();
    for (name, position) in positions() {
        for depth in 1..=5 {
            let all = minimax(
                &Question::new(&ConnectFour, &Middle, &position, &Limits::default()),
                depth,
                Quiet,
            );
            let some = alpha_beta(
                &Question::new(&ConnectFour, &Middle, &position, &Limits::default()),
                depth,
                Quiet,
            );
            assert_eq!(some.score(), all.score(), "{name} to depth {depth}");
            replay(&ConnectFour, &Middle, &position, &some);
            let table = TranspositionTable::new(1 << 20);
            let limits = Limits::depth(depth);
            let passes = iterative_deepening(
                &Question::new(&ConnectFour, &Middle, &position, &limits),
                &table,
                &one,
                Quiet,
            );
            assert_eq!(passes.score(), all.score(), "{name} to depth {depth}");
            assert_eq!(passes.stats.depth, depth);
        }
    }
}

#[test]
fn limits_hold_and_a_move_always_comes_back() {
    let one = Deepening::default();
    let start = ConnectFour.start();
    for nodes in [1, 2, 10, 1000] {
        let limits = Limits::nodes(nodes);
        for analysis in [
            minimax(&Question::new(&ConnectFour, &Middle, &start, &limits), 20, Quiet),
            alpha_beta(&Question::new(&ConnectFour, &Middle, &start, &limits), 20, Quiet),
            iterative_deepening(
                &Question::new(&ConnectFour, &Middle, &start, &limits),
                &TranspositionTable::new(1000),
                &one,
                Quiet,
            ),
        ] {
            assert_eq!(analysis.stopped, Some(Stop::Nodes));
            assert_eq!(analysis.stats.analysed, nodes);
            assert!(analysis.best().is_some() && !analysis.lines[0].exact);
        }
    }
    let limits = Limits::default();
    limits.cancel.raise();
    let analysis = alpha_beta(&Question::new(&ConnectFour, &Middle, &start, &limits), 20, Quiet);
    assert_eq!((analysis.stopped, analysis.stats.analysed), (Some(Stop::Cancelled), 0));
    assert!(analysis.best().is_some());
}

#[test]
fn the_same_node_limit_gives_the_same_answer() {
    let run = || {
        alpha_beta(
            &Question::new(&ConnectFour, &Middle, &ConnectFour.start(), &Limits::nodes(50_000)),
            20,
            Quiet,
        )
    };
    let (one, two) = (run(), run());
    assert_eq!(one.lines, two.lines);
    assert_eq!(one.stats.analysed, two.stats.analysed);
}

/// Counts events and checks that windows and values fit each other.
#[derive(Default)]
struct Notes {
    entered: u64,
    left: u64,
    cuts: [u64; 2],
    skipped: u64,
    windows: Vec<[Score; 2]>,
}

impl<G: Game> PlayObserver<G> for Notes {
    fn event(&mut self, event: PlayEvent<'_, G>) {
        match event {
            PlayEvent::Enter { ply, alpha, beta, .. } => {
                assert!(alpha < beta);
                assert_eq!(ply as usize, self.windows.len());
                self.windows.push([alpha, beta]);
                self.entered += 1;
            }
            PlayEvent::Leave { ply, origin, .. } => {
                self.windows.pop();
                assert_eq!(ply as usize, self.windows.len());
                assert!(matches!(origin, Origin::Rules | Origin::Judge | Origin::Moves));
                self.left += 1;
            }
            PlayEvent::Cut { value, beta, reason, skipped, .. } => {
                self.skipped += skipped as u64;
                assert!(value >= beta);
                assert!(!reason.explain().is_empty());
                self.cuts[reason as usize] += 1;
            }
            PlayEvent::Simulate { .. } => unreachable!("these searches simulate nothing"),
        }
    }
}

#[test]
fn observers_see_every_position_and_every_cut() {
    for tree in trees().take(60) {
        let mut notes = Notes::default();
        let root = tree.start();
        let watched =
            alpha_beta(&Question::new(&tree, &Whim, &root, &Limits::default()), 4, &mut notes);
        let alone = alpha_beta(&Question::new(&tree, &Whim, &root, &Limits::default()), 4, Quiet);
        assert_eq!(watched.lines, alone.lines);
        assert_eq!(notes.entered, watched.stats.analysed);
        assert_eq!(notes.left, notes.entered);
        let [alpha_cuts, beta_cuts] = notes.cuts.map(Some);
        assert_eq!((alpha_cuts, beta_cuts), (watched.stats.alpha_cuts, watched.stats.beta_cuts));
        assert_eq!(Some(notes.skipped), watched.stats.pruned);
        assert_eq!(watched.stats.table_hits, None, "alpha-beta has no table");
    }
}
