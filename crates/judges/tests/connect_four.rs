//! The judges of connect four, against each other and within their bounds.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Evaluator, Game, Limits, Quiet, Seat};
use plywood_games::connect_four::{ConnectFour, Position};
use plywood_judges::connect_four::{ConnectFourJudge, Middle};
use plywood_search::adversarial::{Question, alpha_beta};
use plywood_testkit::check::Dice;

/// A position after so many random moves that is not over.
fn random_position(n_discs: u32, dice: &mut Dice) -> Position {
    let mut moves = Vec::new();
    loop {
        let mut position = ConnectFour.start();
        while position.n_discs() < n_discs && ConnectFour.result(&position).is_none() {
            moves.clear();
            ConnectFour.moves(&position, &mut moves);
            ConnectFour.play(&mut position, moves[dice.below(moves.len())]);
        }
        if ConnectFour.result(&position).is_none() {
            return position;
        }
    }
}

/// Points of the first judge of all games from random openings, each played with both seats.
fn match_of<A: Evaluator<ConnectFour>, B: Evaluator<ConnectFour>>(a: &A, b: &B) -> (i32, i32) {
    let mut dice = Dice::new(11);
    let (mut points, mut n_games) = (0, 0);
    for _ in 0..40 {
        let opening = random_position(6, &mut dice);
        for seat in Seat::BOTH {
            let mut position = opening;
            while ConnectFour.result(&position).is_none() {
                let limits = Limits::default();
                let best = match ConnectFour.turn(&position) == seat {
                    true => {
                        alpha_beta(&Question::new(&ConnectFour, a, &position, &limits), 4, Quiet)
                            .best()
                    }
                    false => {
                        alpha_beta(&Question::new(&ConnectFour, b, &position, &limits), 4, Quiet)
                            .best()
                    }
                };
                ConnectFour.play(&mut position, best.unwrap());
            }
            let result = ConnectFour.result(&position).unwrap();
            points += if seat == Seat::One { result } else { -result };
            n_games += 1;
        }
    }
    (points, n_games)
}

#[test]
fn the_judge_of_threats_beats_the_judge_of_the_middle() {
    let (points, n_games) = match_of(&ConnectFourJudge, &Middle);
    assert!(4 * points > n_games, "{points} points in {n_games} games");
}

#[test]
fn no_opinion_reaches_what_a_win_is_worth() {
    let mut dice = Dice::new(12);
    for round in 0..500 {
        let position = random_position(round % 40, &mut dice);
        for opinion in [
            ConnectFourJudge.evaluate(&ConnectFour, &position),
            Middle.evaluate(&ConnectFour, &position),
        ] {
            assert!(opinion.abs() < ConnectFourJudge.settle(1), "{opinion}");
        }
    }
}
