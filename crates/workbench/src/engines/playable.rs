//! What each game brings to the table of engines: its judge, its points and how scores are shown.

use plywood_contract::{
    Drawing, Evaluator, Game, Keyed, Opinion, Presented, Refused, Score, message,
};

use super::expert::Expert;
use super::plain::{POINT, Points};
use super::proving::ToTheEnd;
use super::score::Unit;
use super::solve::Prover;
use super::thought::Means;
use crate::games::{Observed, Offer};

/// A game that engines can play.
pub(crate) trait Playable:
    Presented<Undo: Clone + Send + Sync>
    + Keyed
    + Drawing
    + Observed
    + Clone
    + PartialEq
    + Send
    + Sync
    + 'static
{
    /// Who judges positions best.
    type Judge: Evaluator<Self> + Send + Sync;

    /// That judge.
    fn judge(&self) -> Self::Judge;

    /// A point, or a win in games without points, in the judge's units.
    const POINT: Score;

    /// How many points ahead is as good as half won; a quarter of a win in games without points.
    const LEAD: Score;

    /// How the course's program for this game judged positions, if there was one.
    fn course(&self) -> Option<Course<Self>> {
        None
    }

    /// The margin, or wins in games without points, that the side to move may expect.
    fn expected_margin(&self, position: &Self::Position) -> f64 {
        f64::from(Evaluator::evaluate(&self.judge(), self, position)) / f64::from(Self::POINT)
    }

    /// A player of the game's own, where one knows more than the general searches.
    fn expert(&self, _means: &Means) -> Option<Box<dyn Expert<Self>>> {
        None
    }

    /// What proves values of positions; a table searched to the end unless the game knows better.
    fn prover(&self, means: &Means) -> Box<dyn Prover<Self>> {
        Box::new(ToTheEnd::new(means))
    }

    /// Whether another game of the same kind has the same rules: engines seated at one may think about
    /// the other.
    fn has_rules_of(&self, other: &Self) -> bool {
        self == other
    }

    /// The points of both players so far; none in games without points.
    fn points(&self, _position: &Self::Position) -> Option<[u32; 2]> {
        None
    }
}

/// How one of the course's programs judged positions, and how its figures are shown.
pub(crate) struct Course<G: Game> {
    /// The evaluation.
    pub(crate) judge: Box<dyn Opinion<G>>,
    /// One of what is shown, in the judge's units.
    pub(crate) point: Score,
    /// What its opinions count.
    pub(crate) unit: Unit,
    /// How much is as good as half won, in the judge's units.
    pub(crate) lead: Score,
}

impl<G: Playable> Course<G> {
    /// The difference in points.
    pub(crate) fn points() -> Self {
        Self { judge: Box::new(Points), point: POINT, unit: Unit::Points, lead: G::LEAD * POINT }
    }
}

/// The course's evaluation of a game, or why there is none.
pub(crate) fn course_of<G: Playable>(offer: &Offer, game: &G) -> Result<Course<G>, Refused> {
    game.course().ok_or_else(|| {
        message!(
            "no-course-judge",
            "the course had no program for {game}, so there is no judge `course`: expected full, points or none",
            game = offer.name
        )
        .into()
    })
}
