//! The plainest judge of a game with points: the points so far.

use plywood_contract::{Evaluator, Score, Scored, Seat};

/// The points of the side to move less the opponent's; no opinion on moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points;

impl<G: Scored> Evaluator<G> for Points {
    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        let [one, two] = game.points(position).map(|points| points as Score);
        if game.turn(position) == Seat::One { one - two } else { two - one }
    }
}
