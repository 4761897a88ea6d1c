//! Iterative deepening: search one ply deep, then two, then three, until a limit is reached.
//!
//! Slate and Atkin, 1977. Each pass leaves in the table which moves were best, so that the next one
//! tries them first; together the passes cost little more than the last, often less than the last
//! alone would. At any moment the best move of the last finished pass is at hand. From the third pass on the window is narrow around the
//! last value (aspiration) and is opened when the value falls outside it. A pass into which no opinion
//! went settles the matter: the search ends and says so.

use plywood_contract::{
    Analysis, Evaluator, HIGHEST, Keyed, LOWEST, Limits, PlayObserver, Score,
};

use super::principal_variation::Search;
use super::run::{Run, Stopped};
use super::table::Table;

/// How far the value may move between passes before a pass must be made again, in the judge's units.
const MARGIN: Score = 30;

/// Searches deeper and deeper, no deeper than `limits.depth`, until a limit is reached or the value
/// follows from the rules alone.
pub fn iterative_deepening<G: Keyed, E: Evaluator<G>>(
    game: &G,
    judge: &E,
    root: &G::Position,
    table: &Table,
    limits: &Limits,
    observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    table.age();
    let mut search = Search::new(Run::new(game, judge, root, limits, observer), Some(table));
    let deepest = limits.depth.unwrap_or(u32::MAX);
    let mut last = None;
    let mut depth = 0;
    while depth < deepest && game.result(root).is_none() {
        search.run.is_opinion = false;
        let Ok(score) = pass(&mut search, root, depth + 1, last) else { break };
        depth += 1;
        last = Some(score);
        search.run.keep_line(score, depth);
        search.run.progress();
        if !search.run.is_opinion {
            break;
        }
    }
    search.run.conclude(root)
}

/// One pass, made again with a wider window while the value lies outside it.
fn pass<G: Keyed, E: Evaluator<G>, O: PlayObserver<G>>(
    search: &mut Search<'_, G, E, O>,
    root: &G::Position,
    depth: u32,
    last: Option<Score>,
) -> Result<Score, Stopped> {
    let (mut below, mut above) = (MARGIN, MARGIN);
    loop {
        let [alpha, beta] = match last {
            Some(last) if depth > 2 => {
                [last.saturating_sub(below).max(LOWEST), last.saturating_add(above).min(HIGHEST)]
            }
            _ => [LOWEST, HIGHEST],
        };
        let score = search.value(&mut root.clone(), None, [0, depth], [alpha, beta])?;
        match score {
            score if score <= alpha && alpha > LOWEST => below = below.saturating_mul(16),
            score if score >= beta && beta < HIGHEST => above = above.saturating_mul(16),
            score => return Ok(score),
        }
    }
}
