//! Players of one game's own, which know more than the general searches: perfect quarto and quatro,
//! and cavalo played to the end as soon as that can be done.

use plywood_contract::{Analysis, Game, Limits, PlayEvent, PlayObserver};
use plywood_games::cavalo::{self, Cavalo};
use plywood_judges::cavalo::Solver;
use plywood_judges::quarto::{Player, PlayerOptions, Solved};

use super::thought::Means;

/// A player of one game. Its scores are results: points, or 1, 0 and −1.
pub(crate) trait Expert<G: Game>: Send {
    /// How many lines it can tell; for more the general searches are asked.
    fn most_lines(&self) -> usize;

    /// Thinks about a position; `progress` hears of every stage.
    fn analyse(
        &mut self,
        game: &G,
        position: &G::Position,
        n_lines: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Analysis<G::Move>;
}

impl Expert<Cavalo> for Solver {
    fn most_lines(&self) -> usize {
        1
    }

    fn analyse(
        &mut self,
        game: &Cavalo,
        position: &cavalo::Position,
        _n_lines: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<cavalo::Move>),
    ) -> Analysis<cavalo::Move> {
        Solver::analyse(self, game, position, limits, progress)
    }
}

impl<G: Solved> Expert<G> for Player {
    fn most_lines(&self) -> usize {
        usize::MAX
    }

    fn analyse(
        &mut self,
        game: &G,
        position: &G::Position,
        n_lines: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Analysis<G::Move> {
        self.asked_for(n_lines);
        Player::analyse(self, game, position, limits, &mut Told::<G>(progress))
    }
}

/// An observer that only wants to hear of progress.
struct Told<'a, G: Game>(&'a mut dyn FnMut(&Analysis<G::Move>));

impl<G: Game> PlayObserver<G> for Told<'_, G> {
    const EVENTS: bool = false;
    fn event(&mut self, _event: PlayEvent<'_, G>) {}
    fn progress(&mut self, analysis: &Analysis<G::Move>) {
        (self.0)(analysis);
    }
}

/// A player of quarto or quatro with these means.
pub(super) fn perfect_player(means: &Means) -> Player {
    let options = PlayerOptions::default();
    Player::new(PlayerOptions { bytes: means.hash as usize, threads: means.threads, ..options })
}
