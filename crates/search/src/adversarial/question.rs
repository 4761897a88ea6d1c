//! The question that every two-player search answers.

use plywood_contract::{Game, Limits};

/// What is the best move for the side to move in `root`, by the rules of `game` and the opinion of `judge`, found
/// within `limits`?
#[derive(Debug)]
pub struct Question<'a, G: Game, E> {
    /// The rules.
    pub game: &'a G,
    /// The judge of positions beyond the search's depth.
    pub judge: &'a E,
    /// The position.
    pub root: &'a G::Position,
    /// The limits of the search.
    pub limits: &'a Limits,
}

impl<'a, G: Game, E> Question<'a, G, E> {
    /// Asks about `root`.
    pub fn new(game: &'a G, judge: &'a E, root: &'a G::Position, limits: &'a Limits) -> Self {
        Self { game, judge, root, limits }
    }
}

impl<G: Game, E> Clone for Question<'_, G, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, E> Copy for Question<'_, G, E> {}
