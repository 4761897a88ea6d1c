//! The judges of blokus and blokus-duo against slow versions, turned boards, and minimax.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::HashMap;

use plywood_contract::{Evaluator, Game, Keyed, Limits, Notation, Quiet, Seat};
use plywood_games::blokus::game::Blokus;
use plywood_games::duo::BlokusDuo;
use plywood_judges::blokus::BlokusJudge;
use plywood_judges::duo::DuoJudge;
use plywood_search::adversarial::{Deepening, Question, TranspositionTable, iterative_deepening};
use plywood_testkit::check::Dice;

/// The positions of a random game, the last one over; most moves are of the larger pieces.
fn random_game<G: Game>(game: &G, seed: u64) -> Vec<G::Position> {
    let mut dice = Dice::new(seed);
    let mut position = game.start();
    let mut positions = vec![position.clone()];
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            return positions;
        }
        // Later moves of the list are larger pieces.
        let first = if dice.below(4) == 0 { 0 } else { moves.len() / 2 };
        game.play(&mut position, moves[first + dice.below(moves.len() - first)]);
        positions.push(position.clone());
    }
}

/// The board turned by half a turn with the players' roles exchanged: the course's pieces look the same,
/// and the start cells change places.
fn turned(text: &str) -> String {
    let swap = |mark: char| match mark {
        '1' => '2',
        '2' => '1',
        mark => mark,
    };
    let fields: Vec<&str> = text.split(' ').collect();
    let board: String = fields[0].chars().rev().map(swap).collect();
    match fields[..] {
        [_, one, two, turn] => {
            format!("{board} {two} {one} {}", turn.chars().map(swap).collect::<String>())
        }
        [_, turn, single] => {
            let turned = |text: &str| text.chars().map(swap).collect::<String>();
            let single = if single == "12" { single.to_owned() } else { turned(single) };
            format!("{board} {} {single}", turned(turn))
        }
        _ => panic!("{text}"),
    }
}

fn opinions_are_the_same_from_the_other_side<G: Notation>(game: &G, judge: &impl Evaluator<G>) {
    for seed in 0..30 {
        for position in random_game(game, seed) {
            let text = game.position_text(&position);
            let other = game.read_position(&turned(&text)).unwrap();
            assert_eq!(judge.evaluate(game, &position), judge.evaluate(game, &other), "{text}");
            let bounds = judge.bounds(game, &other).map(|[low, high]| [-high, -low]);
            assert_eq!(judge.bounds(game, &position).is_some(), bounds.is_some(), "{text}");
        }
    }
}

#[test]
fn blokus_opinions_are_the_same_from_the_other_side() {
    opinions_are_the_same_from_the_other_side(&Blokus, &BlokusJudge);
}

#[test]
fn duo_opinions_are_the_same_from_the_other_side() {
    opinions_are_the_same_from_the_other_side(&BlokusDuo, &DuoJudge);
}

/// The true result for player 1, by trying everything; `None` after too many positions.
fn truth<G: Keyed>(
    game: &G,
    position: &mut G::Position,
    known: &mut HashMap<u64, i32>,
) -> Option<i32> {
    if let Some(result) = game.result(position) {
        return Some(result);
    }
    if let Some(&value) = known.get(&game.key(position)) {
        return Some(value);
    }
    if known.len() > 8_000 {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best = None;
    for step in moves {
        let mover = game.turn(position);
        let undo = game.play(position, step);
        let value = truth(game, position, known);
        game.undo(position, step, undo);
        let value = value?;
        best = Some(best.map_or(value, |best: i32| match mover {
            Seat::One => best.max(value),
            Seat::Two => best.min(value),
        }));
    }
    known.insert(game.key(position), best?);
    best
}

/// Walks back from the end of random games for as long as everything can be tried.
fn ends_are_exact<G, E>(game: &G, judge: &E, games: u64)
where
    G: Keyed + Notation + Sync,
    E: Evaluator<G> + Sync,
{
    let (mut n_solved, mut n_bounded, mut n_told) = (0, 0, 0);
    for seed in 0..games {
        let mut known = HashMap::new();
        for mut position in random_game(game, seed).into_iter().rev().skip(1) {
            let text = game.position_text(&position);
            let Some(truth) = truth(game, &mut position, &mut known) else { break };
            n_solved += 1;
            if let Some([low, high]) = judge.bounds(game, &position) {
                assert!((low..=high).contains(&truth), "{truth} in {low}..={high}: {text}");
                n_bounded += 1;
                n_told += u32::from(low == high);
            }
            let limits = Limits::nodes(100_000);
            let table = TranspositionTable::new(1 << 20);
            let found = iterative_deepening(
                &Question::new(game, judge, &position, &limits),
                &table,
                &Deepening::default(),
                Quiet,
            );
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            assert!(moves.contains(&found.best().unwrap()), "{text}");
            if found.lines[0].exact {
                let truth = if game.turn(&position) == Seat::One { truth } else { -truth };
                assert_eq!(found.score(), Some(judge.settle(truth)), "{text}");
            } else {
                assert!(found.stopped.is_some(), "neither exact nor stopped: {text}");
            }
        }
    }
    assert!(n_solved > 4 * games as u32, "{n_solved} positions of {games} games were solved");
    assert!(n_told > n_bounded / 10, "{n_told} of {n_bounded} bounds told the result");
}

#[test]
fn blokus_ends_are_exact() {
    ends_are_exact(&Blokus, &BlokusJudge, 30);
}

#[test]
fn duo_ends_are_exact() {
    ends_are_exact(&BlokusDuo, &DuoJudge, 30);
}

#[test]
fn any_win_is_above_every_opinion() {
    for seed in 0..30 {
        for position in random_game(&Blokus, seed) {
            assert!(BlokusJudge.evaluate(&Blokus, &position).abs() < BlokusJudge.settle(1));
        }
        for position in random_game(&BlokusDuo, seed) {
            assert!(DuoJudge.evaluate(&BlokusDuo, &position).abs() < DuoJudge.settle(1));
        }
    }
}

#[test]
fn a_millisecond_is_enough_for_a_legal_move() {
    let limits = Limits { time: Some(std::time::Duration::from_millis(1)), ..Limits::default() };
    for position in random_game(&BlokusDuo, 5) {
        let table = TranspositionTable::new(1 << 16);
        let found = iterative_deepening(
            &Question::new(&BlokusDuo, &DuoJudge, &position, &limits),
            &table,
            &Deepening::default(),
            Quiet,
        );
        let mut moves = Vec::new();
        BlokusDuo.moves(&position, &mut moves);
        assert_eq!(found.best().is_some(), !moves.is_empty());
        assert!(found.best().is_none_or(|step| moves.contains(&step)));
    }
}
