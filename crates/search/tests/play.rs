//! Players by name and closures as judges, on real games.

use plywood_contract::{Evaluator, Game, HIGHEST, Heuristic, LOWEST, Limits, NoJudge, Problem};
use plywood_contract::{Quiet, Shown};
use plywood_games::connect_four::{ConnectFour, Position};
use plywood_games::tic_tac_toe::TicTacToe;
use plywood_games::tiles::Tiles;
use plywood_judges::connect_four::Middle;
use plywood_judges::tiles::Manhattan;
use plywood_search::adversarial::{self, Forest, Question};
use plywood_search::path::a_star;
use plywood_search::play::{AlphaBeta, Iterative, Match, Mcts, Random, Strategy, play_match};

/// What `Middle` thinks, as a closure.
fn middle(position: &Position) -> i32 {
    Middle.evaluate(&ConnectFour, position)
}

#[test]
fn a_player_finds_what_the_function_behind_it_finds() {
    let position = Position::after("44453").unwrap();
    let limits = Limits::default();
    let question = Question::new(&ConnectFour, &Middle, &position, &limits);
    let plain = adversarial::alpha_beta(&question, 5, Quiet);
    let player = AlphaBeta::new(&ConnectFour).judge(Middle).depth(5).run(&position);
    assert_eq!((player.score(), player.lines[0].exact), (plain.score(), plain.lines[0].exact));
    assert_eq!(player.lines[0].moves.len(), 5);
    assert!(player.stats.analysed <= plain.stats.analysed);

    let deep = Iterative::new(&ConnectFour).judge(Middle).depth(5).memory(1 << 20).run(&position);
    assert_eq!(deep.score(), plain.score());

    let limits = Limits::nodes(500);
    let question = Question::new(&ConnectFour, &NoJudge, &position, &limits);
    let settings = adversarial::Mcts { seed: 9, ..adversarial::Mcts::default() };
    let tree = adversarial::mcts(&question, &mut Forest::default(), &settings, Quiet);
    let player = Mcts::new(&ConnectFour).simulations(500).seed(9).run(&position);
    assert_eq!(player.lines, tree.lines);
}

#[test]
fn to_a_closure_a_win_is_worth_more_than_any_opinion() {
    let boast = |_: &Position| i32::MAX;
    // Three discs in the bottom row with a free cell on both sides, and the fourth to come.
    let position = Position::after("334455").unwrap();
    let analysis = AlphaBeta::new(&ConnectFour).judge(boast).depth(3).run(&position);
    assert_eq!(analysis.score(), Some(1_000_000));
    let settled = |result| Evaluator::<ConnectFour>::settle(&boast, result);
    assert!(settled(i32::MAX) < HIGHEST && settled(i32::MIN) > LOWEST && settled(1) < settled(2));
}

#[test]
fn a_closure_judges_as_the_judge_it_calls() {
    // Before the fourth disc nobody wins: only opinions are compared.
    let position = Position::after("44").unwrap();
    let judged = AlphaBeta::new(&ConnectFour).judge(Middle).depth(4).run(&position);
    let closed = AlphaBeta::new(&ConnectFour).judge(middle).depth(4).run(&position);
    assert_eq!(closed.lines, judged.lines);
}

#[test]
fn a_closure_is_a_heuristic() {
    let puzzle = Tiles::<3>::read("1 4 2 3 7 5 6 0 8").unwrap();
    type State = <Tiles<3> as Problem>::State;
    let closed = |state: &State| Manhattan.h(&puzzle, state);
    let by_closure = a_star(&puzzle, &closed, &Limits::default(), Quiet);
    let by_trait = a_star(&puzzle, &Manhattan, &Limits::default(), Quiet);
    assert_eq!(by_closure.ending, by_trait.ending);
    assert_eq!(by_closure.stats.expanded, by_trait.stats.expanded);
}

#[test]
fn without_a_judge_alpha_beta_knows_how_games_end() {
    let analysis = AlphaBeta::new(&TicTacToe).depth(9).run(&TicTacToe.start());
    assert_eq!(analysis.score(), Some(0));
    assert!(analysis.lines[0].exact);
}

#[test]
fn a_player_without_limits_comes_to_an_end() {
    let mut iterative = Iterative::new(&TicTacToe).memory(1 << 16);
    assert!(iterative.choose(&TicTacToe.start()).is_some());
    assert_eq!(Mcts::new(&ConnectFour).run(&ConnectFour.start()).stats.analysed, 10_000);
}

#[test]
fn a_cancelled_player_still_moves() {
    let cancel = plywood_contract::Cancel::default();
    cancel.raise();
    let position = ConnectFour.start();
    let alpha_beta = AlphaBeta::new(&ConnectFour).depth(30).cancel(&cancel).run(&position);
    let tree = Mcts::new(&ConnectFour).cancel(&cancel).run(&position);
    assert!(alpha_beta.best().is_some() && tree.best().is_some());
}

#[test]
fn the_better_player_wins_a_match_from_either_seat() {
    let mut deep = AlphaBeta::new(&ConnectFour).judge(middle).depth(5);
    let mut flat = AlphaBeta::new(&ConnectFour).judge(middle).depth(1);
    let tally = Match::new(&ConnectFour).games(20).seed(3).play(&mut deep, &mut flat).unwrap();
    let turned = Match::new(&ConnectFour).games(20).seed(3).play(&mut flat, &mut deep).unwrap();
    assert!(tally.score() > 0.7, "{tally}");
    assert!(turned.score() < 0.3, "{turned}");
    assert_eq!(tally.games(), 20);
    assert_eq!(tally.points, i64::from(tally.wins) - i64::from(tally.losses));
}

#[test]
fn a_match_is_the_same_again_with_the_same_seed() {
    let play = |seed| {
        let mut one = Random::new(&TicTacToe, 1);
        let mut two = Random::new(&TicTacToe, 2);
        Match::new(&TicTacToe).games(30).seed(seed).play(&mut one, &mut two).unwrap()
    };
    assert_eq!(play(4), play(4));
    assert_ne!(play(4), play(5));
}

#[test]
fn a_player_that_breaks_the_rules_is_named() {
    let mut random = Random::new(&ConnectFour, 1);
    let mut stubborn = |_: &Position| Some(0);
    let foul = play_match(&ConnectFour, &mut random, &mut stubborn, 40).unwrap_err();
    assert_eq!((foul.player, foul.step.as_deref()), (2, Some("0")));
    assert!(foul.to_string().contains("strategy 2 played 0 at ply"), "{foul}");
    let mut silent = |_: &Position| None;
    let foul = play_match(&ConnectFour, &mut silent, &mut random, 1).unwrap_err();
    assert_eq!(
        foul.to_string(),
        "strategy 1 made no move at ply 1 of game 1, though the game goes on"
    );
}

#[test]
fn a_position_is_expanded_only_where_its_moves_are_followed() {
    let (position, limits) = (TicTacToe.start(), Limits::default());
    let question = Question::new(&TicTacToe, &NoJudge, &position, &limits);
    let all = adversarial::minimax(&question, 2, Quiet).stats;
    assert_eq!((all.analysed, all.expanded), (1 + 9 + 9 * 8, Some(1 + 9)));
    assert_eq!((all.depth, all.selective_depth), (2, 2));
    let some = adversarial::alpha_beta(&question, 2, Quiet).stats;
    assert_eq!(some.analysed + some.pruned.unwrap(), all.analysed);
    assert_eq!((some.expanded, some.selective_depth), (Some(1 + 9), 2));
}
