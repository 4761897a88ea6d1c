//! Players of one game's own, which know more than the general searches.

use plywood_contract::{Analysis, Game, Limits, Score};

/// A player of one game. Its scores are results, in units of [`Expert::point`].
pub(crate) trait Expert<G: Game>: Send {
    /// How many lines it can tell; for more the general searches are asked.
    fn most_lines(&self) -> usize;

    /// A point, or a win in games without points, in its scores; opinions may lie between.
    fn point(&self) -> Score {
        1
    }

    /// Thinks about a position; `progress` hears of every stage.
    fn analyse(
        &mut self,
        game: &G,
        position: &G::Position,
        n_lines: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Analysis<G::Move>;

    /// In how many plies the game is won or lost after a line of the last analysis, if that is proven.
    fn plies(&self, _line: usize) -> Option<u32> {
        None
    }
}
