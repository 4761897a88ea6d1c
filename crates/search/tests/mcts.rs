//! Monte Carlo tree search: proofs are true, limits hold, chance follows from the seed.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::Duration;

use plywood_contract::{
    Analysis, Evaluator, Game, Limits, PlayEvent, PlayObserver, Quiet, Score, Seat, Stop,
};
use plywood_games::blokus::game::Blokus;
use plywood_games::connect_four::{ConnectFour, Position};
use plywood_games::duo::BlokusDuo;
use plywood_judges::blokus::BlokusJudge;
use plywood_judges::connect_four::Middle;
use plywood_judges::duo::DuoJudge;
use plywood_search::adversarial::{Forest, Mcts, Question, alpha_beta, mcts};
use plywood_testkit::trees::{Path, Tree, Whim};

#[path = "common/connect_four.rs"]
mod known;
use known::{after, positions};

/// Only who wins counts, and any opinion is less.
struct Sign;

impl Evaluator<Tree> for Sign {
    const RANKS: bool = true;
    fn evaluate(&self, tree: &Tree, path: &Path) -> Score {
        Whim.evaluate(tree, path)
    }
    fn rank(&self, tree: &Tree, path: &Path, step: u8) -> i32 {
        Whim.rank(tree, path, step)
    }
    fn settle(&self, result: i32) -> Score {
        1000 * result
    }
    fn most(&self) -> Option<Score> {
        Some(1000)
    }
}

fn trees() -> impl Iterator<Item = Tree> {
    (0..300).map(|seed| Tree { seed, height: 2 + seed as u32 % 5, most_moves: 5, spread: 1 })
}

fn assert_legal<G: Game>(game: &G, root: &G::Position, analysis: &Analysis<G::Move>) {
    assert!(!analysis.lines.is_empty());
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
fn small_trees_are_proven_and_the_proofs_are_true() {
    for tree in trees() {
        let root = tree.start();
        let truth =
            alpha_beta(&Question::new(&tree, &Sign, &root, &Limits::default()), tree.height, Quiet);
        for (rave, threads) in [(0.0, 1), (0.7, 1), (0.0, 3)] {
            let options = Mcts { rave: Some(rave), threads, lines: 3, ..Mcts::default() };
            let limits = Limits::nodes(200_000);
            let found = mcts(
                &Question::new(&tree, &Sign, &root, &limits),
                &mut Forest::default(),
                &options,
                Quiet,
            );
            assert_legal(&tree, &root, &found);
            assert!(found.lines[0].exact && found.stopped.is_none(), "{tree:?}");
            assert_eq!(found.score(), truth.score(), "{tree:?}");
            // What is said of the other moves is true as well.
            for line in found.lines.iter().filter(|line| line.exact) {
                let mut position = root.clone();
                tree.play(&mut position, line.moves[0]);
                let for_one = match tree.result(&position) {
                    Some(result) => 1000 * result,
                    None => {
                        let below = alpha_beta(
                            &Question::new(&tree, &Sign, &position, &Limits::default()),
                            9,
                            Quiet,
                        );
                        let sign = if tree.turn(&position) == Seat::One { 1 } else { -1 };
                        sign * below.score().unwrap()
                    }
                };
                let own = if tree.turn(&root) == Seat::One { for_one } else { -for_one };
                assert_eq!(line.score, own, "{tree:?}");
            }
        }
    }
}

#[test]
fn it_completes_four_and_keeps_the_opponent_from_it() {
    let wins = after("112233");
    let threatened = after("41424");
    for threads in [1, 2] {
        let options = Mcts { threads, ..Mcts::default() };
        let limits = Limits::nodes(20_000);
        let search = |position: &Position| {
            mcts(
                &Question::new(&ConnectFour, &Middle, position, &limits),
                &mut Forest::default(),
                &options,
                Quiet,
            )
        };
        let found = search(&wins);
        assert_eq!((found.best(), found.score()), (Some(3 * 7), Some(1000)));
        assert!(found.lines[0].exact);
        assert_eq!(search(&threatened).best(), Some(3 * 7 + 3), "the fourth in the middle column");
    }
}

#[test]
fn the_same_seed_and_node_limit_repeat_the_search() {
    for options in [
        Mcts::default(),
        Mcts { rave: Some(0.7), seed: 7, ..Mcts::default() },
        Mcts { cutoff: Some(4), seed: 3, ..Mcts::default() },
    ] {
        let search = || {
            let limits = Limits::nodes(5000);
            let start = ConnectFour.start();
            mcts(
                &Question::new(&ConnectFour, &Middle, &start, &limits),
                &mut Forest::default(),
                &options,
                Quiet,
            )
        };
        let (one, two) = (search(), search());
        assert_eq!(one.lines, two.lines);
        assert_eq!((one.stats.analysed, one.stats.expanded), (5000, two.stats.expanded));
        assert_eq!(one.stopped, Some(Stop::Nodes));
    }
}

#[test]
fn limits_hold_and_a_legal_move_comes_back() {
    for threads in [1, 2, 8] {
        for bytes in [0, 100, 500, 5000, 100_000] {
            for nodes in [0, 1, 7, 3000] {
                let options = Mcts { threads, lines: 9, ..Mcts::default() };
                let limits = Limits { nodes: Some(nodes), bytes: Some(bytes), ..Limits::default() };
                for (_, position) in positions() {
                    let mut forest = Forest::default();
                    let found = mcts(
                        &Question::new(&ConnectFour, &Middle, &position, &limits),
                        &mut forest,
                        &options,
                        Quiet,
                    );
                    assert!(found.stats.analysed <= nodes);
                    assert!(found.stopped.is_some());
                    assert_legal(&ConnectFour, &position, &found);
                }
            }
        }
        let start = ConnectFour.start();
        let options = Mcts { threads, ..Mcts::default() };
        let limits = Limits::time(Duration::from_millis(5));
        let found = mcts(
            &Question::new(&ConnectFour, &Middle, &start, &limits),
            &mut Forest::default(),
            &options,
            Quiet,
        );
        assert_eq!(found.stopped, Some(Stop::Time));
        assert_legal(&ConnectFour, &start, &found);
        let limits = Limits::default();
        limits.cancel.raise();
        let found = mcts(
            &Question::new(&ConnectFour, &Middle, &start, &limits),
            &mut Forest::default(),
            &options,
            Quiet,
        );
        assert_eq!((found.stopped, found.stats.analysed), (Some(Stop::Cancelled), 0));
        assert_legal(&ConnectFour, &start, &found);
    }
}

#[test]
fn a_node_limit_is_exact_whatever_the_threads() {
    let start = BlokusDuo.start();
    for threads in [1, 2, 5] {
        for nodes in [1, 10, 777] {
            let options = Mcts { threads, ..Mcts::default() };
            let mut forest = Forest::default();
            let limits = Limits::nodes(nodes);
            let found = mcts(
                &Question::new(&BlokusDuo, &DuoJudge, &start, &limits),
                &mut forest,
                &options,
                Quiet,
            );
            assert_eq!((found.stats.analysed, found.stopped), (nodes, Some(Stop::Nodes)));
            let visits: u64 = forest.visits().iter().map(|&(_, n)| u64::from(n)).sum();
            assert_eq!(visits, nodes, "every simulation passes the root");
        }
    }
}

/// Plays a game out with few simulations a move and returns every analysis.
fn whole_game<G: Game + Sync, E: Evaluator<G> + Sync>(
    game: &G,
    judge: &E,
    options: &Mcts,
    bytes: u64,
) -> Vec<Analysis<G::Move>> {
    let (mut position, mut forest) = (game.start(), Forest::default());
    let limits = Limits { bytes: Some(bytes), ..Limits::nodes(60) };
    let mut found = Vec::new();
    while game.result(&position).is_none() {
        let analysis =
            mcts(&Question::new(game, judge, &position, &limits), &mut forest, options, Quiet);
        assert_legal(game, &position, &analysis);
        game.play(&mut position, analysis.best().unwrap());
        found.push(analysis);
    }
    found
}

#[test]
fn games_with_and_without_a_guide_are_played_to_the_end_and_repeat() {
    let guided = Mcts { seed: 4, stops_early: true, ..Mcts::default() };
    let mixed = Mcts { mix: Some(0.5), rave: Some(0.7), ..guided.clone() };
    for (options, bytes) in [(&guided, 1 << 22), (&mixed, 1 << 22), (&guided, 60_000)] {
        let [one, two] = [(); 2].map(|()| whole_game(&BlokusDuo, &DuoJudge, options, bytes));
        assert!(one.len() > 15);
        let lines =
            |game: &[Analysis<_>]| game.iter().map(|found| found.lines.clone()).collect::<Vec<_>>();
        assert_eq!(lines(&one), lines(&two));
        assert!(whole_game(&Blokus, &BlokusJudge, options, bytes).len() > 15);
    }
}

#[test]
fn a_search_that_stops_early_chooses_what_the_whole_search_would() {
    let mut stopped = 0;
    for (_, position) in positions() {
        let search = |stops_early| {
            let options = Mcts { stops_early, ..Mcts::default() };
            let mut forest = Forest::default();
            let limits = Limits::nodes(3000);
            mcts(
                &Question::new(&ConnectFour, &Middle, &position, &limits),
                &mut forest,
                &options,
                Quiet,
            )
        };
        let (early, whole) = (search(true), search(false));
        assert_eq!(early.best(), whole.best());
        stopped += u32::from(early.stats.analysed < whole.stats.analysed);
    }
    assert!(stopped > 0, "no position was ever decided early");
}

#[test]
fn a_guide_decides_where_the_tree_looks_first() {
    let start = BlokusDuo.start();
    let limits = Limits::nodes(1);
    let options = Mcts::default();
    let mut forest = Forest::default();
    mcts(&Question::new(&BlokusDuo, &DuoJudge, &start, &limits), &mut forest, &options, Quiet);
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    BlokusDuo.moves(&start, &mut moves);
    DuoJudge.priors(&BlokusDuo, &start, None, &moves, &mut scores);
    let likeliest = (0..moves.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
    assert_eq!(
        scores[moves.iter().position(|&m| m == forest.visits()[0].0).unwrap()],
        scores[likeliest]
    );
}

#[test]
fn a_finished_game_has_no_lines() {
    let over = after("1122334");
    let found = mcts(
        &Question::new(&ConnectFour, &Middle, &over, &Limits::nodes(100)),
        &mut Forest::default(),
        &Mcts::default(),
        Quiet,
    );
    assert!(found.lines.is_empty() && found.stopped.is_none());
}

#[test]
fn a_tree_kept_from_move_to_move_spares_work_and_plays_a_whole_game() {
    let (mut position, mut forest) = (ConnectFour.start(), Forest::default());
    let options = Mcts { rave: Some(0.7), ..Mcts::default() };
    // Few bytes: the tree is full again and again, and cut down again and again.
    let limits = Limits { nodes: Some(2000), bytes: Some(40_000), ..Limits::default() };
    let mut plies = 0;
    while ConnectFour.result(&position).is_none() {
        let found = mcts(
            &Question::new(&ConnectFour, &Middle, &position, &limits),
            &mut forest,
            &options,
            Quiet,
        );
        assert_legal(&ConnectFour, &position, &found);
        ConnectFour.play(&mut position, found.best().unwrap());
        plies += 1;
    }
    assert!(plies > 6);

    // With a kept tree the same simulations say more: the best move has more visits behind it, so
    // that fewer new positions are expanded than from nothing.
    let start = ConnectFour.start();
    let limits = Limits::nodes(4000);
    let mut kept = Forest::default();
    let first = mcts(
        &Question::new(&ConnectFour, &Middle, &start, &limits),
        &mut kept,
        &Mcts::default(),
        Quiet,
    );
    let mut next = start;
    for &step in first.lines[0].moves.iter().take(2) {
        ConnectFour.play(&mut next, step);
    }
    let none = Limits::nodes(0);
    let known = mcts(
        &Question::new(&ConnectFour, &Middle, &next, &none),
        &mut kept,
        &Mcts::default(),
        Quiet,
    );
    assert!(known.lines[0].moves.len() > 1, "what was known of the subtree is still known");
    let fresh = mcts(
        &Question::new(&ConnectFour, &Middle, &next, &none),
        &mut Forest::default(),
        &Mcts::default(),
        Quiet,
    );
    assert_eq!(fresh.lines[0].moves.len(), 1);
}

/// Keeps what would be played after each simulation, and whether each was told what it chose from.
#[derive(Default)]
struct Choices {
    best: Vec<u8>,
    n_compared: usize,
}

impl PlayObserver<ConnectFour> for Choices {
    fn event(&mut self, event: PlayEvent<'_, ConnectFour>) {
        let PlayEvent::Simulate { moves, choices, best, .. } = event else {
            panic!("only simulations belong here");
        };
        assert_eq!(moves.len(), choices.len());
        for (step, choice) in moves.iter().zip(choices) {
            assert!(choice.moves.iter().any(|one| one.step == *step));
            self.n_compared += choice.moves.len();
        }
        self.best.push(best);
    }
}

#[test]
fn what_would_be_played_after_the_last_simulation_is_what_is_played() {
    for (seed, (_, position)) in (0..).zip(positions()) {
        let options = Mcts { seed, ..Mcts::default() };
        let limits = Limits::nodes(40 + 31 * seed);
        let question = Question::new(&ConnectFour, &Middle, &position, &limits);
        let mut told = Choices::default();
        let found = mcts(&question, &mut Forest::default(), &options, &mut told);
        assert_eq!(told.best.last().copied(), found.best());
        assert!(told.n_compared > told.best.len());
        // Who watches changes nothing.
        let quiet = mcts(&question, &mut Forest::default(), &options, Quiet);
        assert_eq!((quiet.lines, quiet.stats.expanded), (found.lines, found.stats.expanded));
    }
}
