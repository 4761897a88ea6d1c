//! The judge of othello against a beginner.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Evaluator, Game, Limits, Notation, Quiet, Score, Seat};
use plywood_games::othello::{Othello, Position};
use plywood_judges::othello::OthelloJudge;
use plywood_search::adversarial::{Question, alpha_beta};
use plywood_testkit::check::Dice;

/// Counts discs, as a beginner would.
struct Discs;

impl Evaluator<Othello> for Discs {
    fn evaluate(&self, _: &Othello, position: &Position) -> Score {
        let count = |seat| position.discs(seat).count_ones() as Score;
        count(position.turn()) - count(position.turn().other())
    }
}

fn random_position(n_plies: usize, dice: &mut Dice) -> Position {
    let mut position = Othello.start();
    let mut moves = Vec::new();
    for _ in 0..n_plies {
        moves.clear();
        Othello.moves(&position, &mut moves);
        let Some(&step) = moves.get(dice.below(moves.len().max(1))) else { break };
        Othello.play(&mut position, step);
    }
    position
}

#[test]
fn places_and_mobility_beat_counting_discs() {
    let mut dice = Dice::new(3);
    let (mut points, mut n_games) = (0, 0);
    for _ in 0..20 {
        let opening = random_position(6, &mut dice);
        for seat in Seat::BOTH {
            let mut position = opening;
            while Othello.result(&position).is_none() {
                let limits = Limits::default();
                let best = match Othello.turn(&position) == seat {
                    true => alpha_beta(
                        &Question::new(&Othello, &OthelloJudge, &position, &limits),
                        3,
                        Quiet,
                    )
                    .best(),
                    false => {
                        alpha_beta(&Question::new(&Othello, &Discs, &position, &limits), 3, Quiet)
                            .best()
                    }
                };
                Othello.play(&mut position, best.unwrap());
            }
            let result = Othello.result(&position).unwrap().signum();
            points += if seat == Seat::One { result } else { -result };
            n_games += 1;
        }
    }
    assert!(2 * points > n_games, "{points} points in {n_games} games");
}

#[test]
fn no_opinion_lies_beyond_a_clean_sweep() {
    let mut dice = Dice::new(4);
    for round in 0..500 {
        let position = random_position(round % 60, &mut dice);
        let opinion = OthelloJudge.evaluate(&Othello, &position);
        assert!(opinion.abs() <= OthelloJudge.settle(64), "{opinion}");
    }
    let seen_by_light = Othello
        .read_position("1......./......../......../...21.../...12.../......../......../........ 2");
    assert!(OthelloJudge.evaluate(&Othello, &seen_by_light.unwrap()) < 0, "dark has a corner");
}
