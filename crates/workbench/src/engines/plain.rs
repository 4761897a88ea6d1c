//! The plainest judges: the difference in points, or no opinion at all.

use plywood_contract::{Evaluator, Score, Seat};

use super::playable::Playable;

/// The difference in points so far; nothing in games without points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Points;

impl<G: Playable> Evaluator<G> for Points {
    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        let [one, two] =
            game.points(position).unwrap_or_default().map(|points| points as Score * POINT);
        if game.turn(position) == Seat::One { one - two } else { two - one }
    }

    fn settle(&self, result: i32) -> Score {
        result * POINT
    }
}

/// No opinion: every position is level until the game is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nothing;

impl<G: Playable> Evaluator<G> for Nothing {
    fn evaluate(&self, _game: &G, _position: &G::Position) -> Score {
        0
    }

    fn settle(&self, result: i32) -> Score {
        result * POINT
    }
}

/// A point, or a win in games without points, in these judges' units.
pub(super) const POINT: Score = 100;
