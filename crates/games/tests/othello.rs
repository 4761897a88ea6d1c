//! Othello against known counts, a slow reference and damaged texts.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use std::collections::HashSet;

use common::{counts, position_refusal, refusal, rows};
use plywood_contract::{Drawing, Game, Keyed, Look, Notation, Presented, Scored, Seat, Symmetric};
use plywood_games::othello::{Move, Othello};
use plywood_testkit::check::{Dice, check_against, check_game, check_readers};
use plywood_testkit::{check_presented, slow_othello};

#[test]
fn it_has_its_known_counts() {
    let known = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
    assert_eq!(counts(&Othello, 9), known);
}

#[test]
fn conformance() {
    check_game(&Othello, 100);
    assert!(check_readers(&Othello, 4000) > 0);
    check_against(&Othello, 100, slow_othello::moves);
}

#[test]
fn it_turns_over_what_the_slow_rules_turn_over() {
    let mut n_passes = 0;
    for seed in 0..100 {
        let mut dice = Dice::new(seed);
        let mut position = Othello.start();
        let mut moves = Vec::new();
        loop {
            moves.clear();
            Othello.moves(&position, &mut moves);
            let Some(&step) = moves.get(dice.below(moves.len().max(1))) else { break };
            n_passes += u32::from(step == Move::PASS);
            let text = Othello.position_text(&position);
            let after = slow_othello::play(&text, &Othello.move_text(&position, step));
            Othello.play(&mut position, step);
            assert_eq!(Othello.position_text(&position), after, "{step} in {text}");
        }
    }
    assert!(n_passes > 0, "no game held a pass");
}

/// The shortest game there is: dark takes everything with the ninth disc.
#[test]
fn it_ends_when_neither_side_can_move() {
    let mut position = Othello.start();
    for step in ["f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"] {
        Othello.try_play(&mut position, step).unwrap();
    }
    assert_eq!(Othello.points(&position), [13, 0]);
    assert_eq!(Othello.result(&position), Some(13));
    let over = Othello.position_text(&position);
    assert_eq!(refusal(&Othello, &over, "a1"), "the game is over: no move is possible");
}

#[test]
fn keys_tell_positions_apart() {
    let mut seen = HashSet::new();
    let (mut keys, mut moves) = (HashSet::new(), Vec::new());
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let mut position = Othello.start();
        loop {
            if seen.insert(Othello.position_text(&position)) {
                assert!(keys.insert(Othello.key(&position)));
            }
            moves.clear();
            Othello.moves(&position, &mut moves);
            let Some(&step) = moves.get(dice.below(moves.len().max(1))) else { break };
            Othello.play(&mut position, step);
        }
    }
}

#[test]
fn the_four_first_moves_are_one_by_symmetry() {
    let mut moves = Vec::new();
    Othello.moves(&Othello.start(), &mut moves);
    let name = |&step: &Move| {
        let mut position = Othello.start();
        Othello.play(&mut position, step);
        Othello.canonical(&position)
    };
    let names: HashSet<_> = moves.iter().map(name).collect();
    assert_eq!((moves.len(), names.len()), (4, 1));
}

#[test]
fn it_shows_its_position() {
    check_presented(&Othello, 200, |position, scene| {
        let text = Othello.position_text(position);
        assert!(text.starts_with(&rows(&Othello, scene, ['1', '2'])), "{text}");
        assert!(scene.lights.is_empty());
        for seat in Seat::BOTH {
            let own = scene.squares.iter().filter(|square| square.owner == Some(seat));
            assert_eq!(own.count(), Othello.points(position)[seat.index()] as usize);
        }
    });
}

#[test]
fn othello_tells_how_many_discs_turn_over() {
    let start = Othello.start();
    let step = Othello.read_move(&start, "d3").unwrap();
    assert_eq!(Othello.words(&start, step).to_string(), "a disc on d3");
    assert_eq!(Othello.effects(&start, step)[0].to_string(), "1 disc turns over");
    assert_eq!(Othello.tally(&start, Seat::One).unwrap().to_string(), "2 discs");
}

#[test]
fn positions_and_moves_are_refused_with_the_reason() {
    assert_eq!(
        position_refusal(&Othello, "11 1"),
        "the board has 1 rows: expected 8, joined by `/`"
    );
    let start = Othello.position_text(&Othello.start());
    assert_eq!(refusal(&Othello, &start, "d4"), "d4 is taken");
    assert_eq!(refusal(&Othello, &start, "a1"), "a disc on a1 would turn no other over");
    assert_eq!(refusal(&Othello, &start, "pass"), "nobody may pass while a disc can be placed");
    let blocked = "12....../......../......../......../......../......../......../........ 2";
    assert_eq!(refusal(&Othello, blocked, "c1"), "no disc can be placed: expected `pass`");
}

#[test]
fn a_drawing_shows_board_discs_and_turn() {
    let drawn = Othello.draw(&Othello.start(), Look::Unicode);
    assert!(drawn.contains("  4 · · · ○ ● · · ·\n"), "{drawn}");
    assert!(drawn.ends_with("player 1 (●), discs: 2\nplayer 2 (○), discs: 2\nplayer 1 to move\n"));
}
