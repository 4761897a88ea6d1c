//! What each game brings to the table of engines: its judge, its points and how scores are shown.

use plywood_contract::{Drawing, Evaluator, Keyed, Notation, Score, Scored};
use plywood_games::blokus::game::Blokus;
use plywood_games::cavalo::Cavalo;
use plywood_games::duo::BlokusDuo;
use plywood_games::quarto::{Quarto, Quatro};
use plywood_judges::blokus::BlokusJudge;
use plywood_judges::cavalo::CavaloJudge;
use plywood_judges::duo::DuoJudge;
use plywood_judges::quarto::QuartoJudge;
use plywood_judges::{cavalo, quarto};

use super::expert::{Expert, perfect_player};
use super::solve::{Prover, ToTheEnd};
use super::thought::Means;
use crate::games::Observed;

/// A game that engines can play.
pub(crate) trait Playable:
    Notation<Undo: Clone + Send + Sync> + Keyed + Drawing + Observed + Clone + Send + Sync + 'static
{
    /// Who judges positions best.
    type Judge: Evaluator<Self> + Send + Sync;

    /// That judge.
    fn judge(&self) -> Self::Judge;

    /// A point, or a win in games without points, in the judge's units.
    const POINT: Score;

    /// How many points ahead is as good as half won; a quarter of a win in games without points.
    const LEAD: Score;

    /// A player of the game's own, where one knows more than the general searches.
    fn expert(&self, _means: &Means) -> Option<Box<dyn Expert<Self>>> {
        None
    }

    /// What proves values of positions; a table searched to the end unless the game knows better.
    fn prover(&self, means: &Means) -> Box<dyn Prover<Self>> {
        Box::new(ToTheEnd::new(means))
    }

    /// The points of both players so far; none in games without points.
    fn points(&self, position: &Self::Position) -> Option<[u32; 2]>;
}

impl Playable for Blokus {
    type Judge = BlokusJudge;

    fn judge(&self) -> BlokusJudge {
        BlokusJudge
    }

    const POINT: Score = 100;
    const LEAD: Score = 8;

    fn points(&self, position: &Self::Position) -> Option<[u32; 2]> {
        Some(Scored::points(self, position))
    }
}

impl Playable for BlokusDuo {
    type Judge = DuoJudge;

    fn judge(&self) -> DuoJudge {
        DuoJudge
    }

    const POINT: Score = 100;
    const LEAD: Score = 8;

    fn points(&self, position: &Self::Position) -> Option<[u32; 2]> {
        Some(Scored::points(self, position))
    }
}

impl Playable for Cavalo {
    type Judge = CavaloJudge;

    fn judge(&self) -> CavaloJudge {
        CavaloJudge
    }

    const POINT: Score = 1;
    const LEAD: Score = 150;

    fn expert(&self, means: &Means) -> Option<Box<dyn Expert<Self>>> {
        Some(Box::new(cavalo::Solver::with_threads(means.hash as usize, means.threads)))
    }

    fn prover(&self, means: &Means) -> Box<dyn Prover<Self>> {
        Box::new(cavalo::Solver::with_threads(means.hash as usize, means.threads))
    }

    fn points(&self, position: &Self::Position) -> Option<[u32; 2]> {
        Some(Scored::points(self, position))
    }
}

impl Playable for Quarto {
    type Judge = QuartoJudge;

    fn judge(&self) -> QuartoJudge {
        QuartoJudge
    }

    const POINT: Score = 1000;
    const LEAD: Score = 1;

    fn expert(&self, means: &Means) -> Option<Box<dyn Expert<Self>>> {
        Some(Box::new(perfect_player(means)))
    }

    fn prover(&self, means: &Means) -> Box<dyn Prover<Self>> {
        Box::new(quarto::Solver::with_threads(means.hash as usize, means.threads))
    }

    fn points(&self, _position: &Self::Position) -> Option<[u32; 2]> {
        None
    }
}

impl Playable for Quatro {
    type Judge = QuartoJudge;

    fn judge(&self) -> QuartoJudge {
        QuartoJudge
    }

    const POINT: Score = 1000;
    const LEAD: Score = 1;

    fn expert(&self, means: &Means) -> Option<Box<dyn Expert<Self>>> {
        Some(Box::new(perfect_player(means)))
    }

    fn prover(&self, means: &Means) -> Box<dyn Prover<Self>> {
        Box::new(quarto::Solver::with_threads(means.hash as usize, means.threads))
    }

    fn points(&self, _position: &Self::Position) -> Option<[u32; 2]> {
        None
    }
}
