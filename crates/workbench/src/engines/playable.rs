//! What each game brings to the table of engines: its judge, its points and how scores are shown.

use plywood_contract::{Drawing, Evaluator, Keyed, Presented, Score};

use super::expert::Expert;
use super::solve::{Prover, ToTheEnd};
use super::thought::Means;
use crate::games::Observed;

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
