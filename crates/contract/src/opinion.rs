//! A judge behind a pointer: searches compiled once serve all judges whose speed does not matter.

use crate::{Evaluator, Game, Score};

/// [`Evaluator`] without its constants, so that it can be `dyn`.
pub trait Opinion<G: Game>: Sync {
    /// See [`Evaluator::evaluate`].
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;
    /// See [`Evaluator::settle`].
    fn settle(&self, result: i32) -> Score;
    /// See [`Evaluator::most`].
    fn most(&self) -> Option<Score>;
}

impl<G: Game, E: Evaluator<G> + Sync> Opinion<G> for E {
    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        Evaluator::evaluate(self, game, position)
    }

    fn settle(&self, result: i32) -> Score {
        Evaluator::settle(self, result)
    }

    fn most(&self) -> Option<Score> {
        Evaluator::most(self)
    }
}

/// Any judge that only evaluates: no ranks, no bounds, no noise.
///
/// A call through the pointer costs about half as much again as connect four's own judge takes, so each game
/// keeps its own judge as a type.
pub struct Plain<'a, G: Game>(pub &'a dyn Opinion<G>);

impl<G: Game> Evaluator<G> for Plain<'_, G> {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        self.0.evaluate(game, position)
    }

    fn settle(&self, result: i32) -> Score {
        self.0.settle(result)
    }

    fn most(&self) -> Option<Score> {
        self.0.most()
    }
}
