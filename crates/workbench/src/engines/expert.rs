//! Experts: players for one game that know more than the general searches.

use plywood_contract::{Analysis, Game, Limits, Score};

/// A player of one game. Its scores are results, in units of [`Expert::point`].
pub(crate) trait Expert<G: Game>: Send {
    /// The most lines it can return; for more, the general search is used.
    fn most_lines(&self) -> usize;

    /// A point, or a win in games without points, in its scores; opinions may lie between.
    fn point(&self) -> Score {
        1
    }

    /// Analyses a position; `progress` is called after every stage.
    fn analyse(
        &mut self,
        game: &G,
        position: &G::Position,
        n_lines: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Analysis<G::Move>;

    /// The plies to the end after a line of the last analysis, if that is proven.
    fn plies(&self, _line: usize) -> Option<u32> {
        None
    }
}
