//! A game reviewed for mistakes: every move compared with the best one under the same conditions.
//!
//! Where values can be proven, they are: a mistake is then a worse result, a slower win or a faster loss.
//! Elsewhere the best move and the move played are searched to the same depth, and to the same depth less
//! one. How far these values vary from one depth to the next is the noise of the game; only a loss that
//! exceeds it at both depths, and again with many times the nodes, is called a mistake. Searches are limited
//! by nodes and start with empty tables, so that a review is reproducible.

mod scales;

use serde::Serialize;

use crate::Cancel;
use crate::games::{Refused, Table};

use scales::Scales;

/// The limits of a review.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Nodes of each search of a position.
    pub nodes: u64,
    /// Bytes of each search's table.
    pub hash: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { nodes: 30_000, hash: 8_000_000 }
    }
}

/// A game with every move evaluated; the field names are the JSON keys.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// The moves in order, forced ones included.
    pub plies: Vec<Weighed>,
    /// Losses up to this, in points, are noise; none where only proofs count.
    pub margin: Option<f64>,
    /// Node limit of each search.
    pub nodes: u64,
}

/// A move compared with the best one. All scores are for player 1: points where the game has them, 1 for a
/// win elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weighed {
    /// Which ply, from 1.
    pub ply: usize,
    /// Who made the move.
    pub player: u32,
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// The verdict on the move.
    pub kind: Finding,
    /// What it cost its player, in points or wins; 0 where that is within the noise or unknown.
    pub loss: f64,
    /// The best move and its continuation.
    pub best: Worth,
    /// The move made and its continuation.
    pub made: Worth,
}

/// The value of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Worth {
    /// Its value for player 1; `None` if unknown.
    pub score: Option<f64>,
    /// Whether that follows from the rules alone.
    pub exact: bool,
    /// Plies the game then lasts from this move on, if the winner takes the shortest way and the loser the
    /// longest; known only for proven wins and losses in games without points.
    pub plies: Option<u32>,
    /// The move and what is expected to follow.
    pub line: Vec<String>,
}

/// The verdict on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Finding {
    /// As good as any, as far as the search saw.
    Good,
    /// The only legal move.
    Forced,
    /// It loses more than the noise, at every depth searched.
    Mistake,
    /// It gives away a better result: proven.
    Result,
    /// It still wins, but later than it could: proven.
    Slower,
    /// It loses sooner than it need: proven.
    Sooner,
    /// Nothing was proven within the budget, and there are no points to compare.
    Unknown,
}

/// Reviews every move of a game that begins at `start`. `progress` is called after each ply.
pub fn review(
    start: &dyn Table,
    moves: &[String],
    budget: &Budget,
    cancel: &Cancel,
    progress: &mut dyn FnMut(usize),
) -> Result<Review, Refused> {
    let mut table = start.fork();
    let mut scales = Scales::new(start, budget, cancel);
    let mut looks = Vec::new();
    for step in moves {
        let step = table.canonical(step)?;
        looks.push(scales.look(&*table, step.clone())?);
        table.play(&step)?;
        progress(looks.len());
    }
    judge(&mut scales, looks)
}

/// Values by depth, for the side to move in the position under review.
type ByDepth = Vec<(u32, f64)>;

/// A ply before the verdict.
struct WeighedPly {
    /// The position before the move.
    table: Box<dyn Table>,
    weighed: Weighed,
    /// The best move's values and those of the move that was made.
    values: [ByDepth; 2],
}

/// Gives the verdict on every move.
fn judge(scales: &mut Scales<'_>, mut looks: Vec<WeighedPly>) -> Result<Review, Refused> {
    let margin = scales.has_points.then(|| margin(&looks));
    for look in &mut looks {
        match margin {
            Some(margin) => by_points(look, margin),
            None => by_result(&mut look.weighed),
        }
        if let (Some(margin), Finding::Mistake) = (margin, look.weighed.kind) {
            scales.look_again(look, margin)?;
        }
    }
    let plies = looks.into_iter().map(|look| look.weighed).collect();
    Ok(Review { plies, margin, nodes: scales.budget.nodes })
}

/// How far values vary from one depth to the next in this game: twice the median, a point at least.
fn margin(looks: &[WeighedPly]) -> f64 {
    let steps = |values: &ByDepth| match values[..] {
        [.., (_, before), (_, last)] => Some((last - before).abs()),
        _ => None,
    };
    let mut moved: Vec<f64> =
        looks.iter().flat_map(|look| look.values.iter().filter_map(steps)).collect();
    moved.sort_by(f64::total_cmp);
    let median = moved.get(moved.len() / 2).copied().unwrap_or(0.0);
    (2.0 * median).max(1.0)
}

fn by_points(look: &mut WeighedPly, margin: f64) {
    let WeighedPly { weighed, values: [best, made], .. } = look;
    if weighed.kind == Finding::Forced {
        return;
    }
    let value = |values: &ByDepth, depth: u32| {
        // A search that ended early was complete: its last value holds at any depth.
        values.iter().rfind(|(known, _)| *known <= depth).map(|(_, value)| *value)
    };
    let loss_at = |depth: u32| Some(value(best, depth)? - value(made, depth)?);
    let depth = best.last().map_or(0, |(depth, _)| *depth);
    let (Some(loss), Some(before)) = (loss_at(depth), loss_at(depth.saturating_sub(1))) else {
        return;
    };
    if weighed.best.exact && weighed.made.exact {
        if loss > 0.0 {
            (weighed.kind, weighed.loss) = (Finding::Result, loss);
        }
    } else if loss > margin && before > margin {
        (weighed.kind, weighed.loss) = (Finding::Mistake, loss);
    }
}

fn by_result(weighed: &mut Weighed) {
    if weighed.kind == Finding::Forced {
        return;
    }
    let sign = if weighed.player == 1 { 1.0 } else { -1.0 };
    let (Some(best), Some(made)) = (weighed.best.score, weighed.made.score) else {
        weighed.kind = Finding::Unknown;
        return;
    };
    let loss = sign * (best - made);
    weighed.kind = match (weighed.best.plies, weighed.made.plies) {
        _ if loss > 0.0 => Finding::Result,
        (Some(least), Some(plies)) if sign * made > 0.0 && plies > least => Finding::Slower,
        (Some(most), Some(plies)) if sign * made < 0.0 && plies < most => Finding::Sooner,
        _ => Finding::Good,
    };
    weighed.loss = loss.max(0.0);
}
