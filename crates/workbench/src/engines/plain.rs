//! The plainest judges: the difference in points, or no opinion.

use plywood_contract::{Evaluator, Score, Seat};

use super::playable::Playable;
use super::thought::Appraisal;
use crate::games::{Offer, Seated};

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

/// A judge supplied by the caller, evaluated at a table of its own.
pub(super) struct OthersJudge<'a> {
    pub(super) offer: &'static Offer,
    pub(super) ask: &'a Appraisal<'a>,
}

impl<G: Playable> Evaluator<G> for OthersJudge<'_> {
    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        let table = Seated::at(self.offer, game.clone(), position.clone());
        let points = (self.ask)(Box::new(table));
        // An opinion never outweighs a result: it is bounded by a win, or by 10,000 points.
        let most = if game.points(position).is_some() { 10_000.0 } else { 0.99 };
        (points.clamp(-most, most) * f64::from(POINT)) as Score
    }

    fn settle(&self, result: i32) -> Score {
        result * POINT
    }
}

/// A point, or a win in games without points, in these judges' units.
pub(crate) const POINT: Score = 100;

/// The result to which a judge assigns this score: scores grow with the result.
pub(super) fn result_of(settle: &dyn Fn(i32) -> Score, score: Score) -> i32 {
    const MOST: i32 = 10_000;
    // From near results to far ones: a judge's score for a result that no game has may overflow.
    let (mut low, mut high) = (-1, 1);
    while high < MOST && settle(high) < score {
        high *= 2;
    }
    while low > -MOST && settle(low) > score {
        low *= 2;
    }
    while low < high {
        let middle = (low + high).div_euclid(2);
        if settle(middle) < score { low = middle + 1 } else { high = middle }
    }
    low
}
