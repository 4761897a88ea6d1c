//! What the engines need of each game: its judge, its points and the scale of its scores.

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
    /// The best judge of positions.
    type Judge: Evaluator<Self> + Send + Sync;

    /// That judge.
    fn judge(&self) -> Self::Judge;

    /// A point, or a win in games without points, in the judge's units.
    const POINT: Score;

    /// The lead, in points, that counts as half won; a quarter of a win in games without points.
    const LEAD: Score;

    /// The evaluation of the course's program for this game, if there was one.
    fn course(&self) -> Option<Course<Self>> {
        None
    }

    /// The margin, or the expected result in games without points, for the side to move.
    fn expected_margin(&self, position: &Self::Position) -> f64 {
        f64::from(Evaluator::evaluate(&self.judge(), self, position)) / f64::from(Self::POINT)
    }

    /// The game's expert, where it has one.
    fn expert(&self, _means: &Means) -> Option<Box<dyn Expert<Self>>> {
        None
    }

    /// Whether the strongest player is Monte Carlo tree search led by the judge, by measurement; else it is
    /// the expert, or deepening search.
    const TREE: bool = false;

    /// The prover of the game; deepening search with a table unless the game has its own.
    fn prover(&self, means: &Means) -> Box<dyn Prover<Self>> {
        Box::new(ToTheEnd::new(means))
    }

    /// Whether another game of the same type has the same rules, so that engines seated at one can play the
    /// other.
    fn has_rules_of(&self, other: &Self) -> bool {
        self == other
    }

    /// The points of both players so far; none in games without points.
    fn points(&self, _position: &Self::Position) -> Option<[u32; 2]> {
        None
    }
}

/// The evaluation of one of the course's programs, and the scale of its scores.
pub(crate) struct Course<G: Game> {
    /// The evaluation.
    pub(crate) judge: Box<dyn Opinion<G>>,
    /// One unit as shown, in the judge's units.
    pub(crate) point: Score,
    /// The unit of its opinions.
    pub(crate) unit: Unit,
    /// The lead that counts as half won, in the judge's units.
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
