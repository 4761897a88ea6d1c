//! Iterative deepening: search one ply deep, then two, then three, until a limit is reached.
//!
//! Slate and Atkin, 1977. Each pass leaves in the table which moves were best, so that the next one
//! tries them first; together the passes cost little more than the last, often less than the last
//! alone would. At any moment the best move of the last finished pass is at hand. From the third pass
//! on the window is narrow around the last value (aspiration) and is opened when the value falls
//! outside it. A pass into which no opinion went settles the matter: the search ends and says so.
//!
//! Several lines: each pass is made once per line, without the first moves of the lines before it.
//! Several threads: all make the same passes on one table. A move that another thread is searching is deferred
//! until the others were tried; by then the table mostly holds it (ABDADA: Weill, 1996). Without reductions the
//! value of a finished pass is the same for any number of threads and any size of table.

use plywood_contract::{
    Analysis, Evaluator, HIGHEST, Heard, Keyed, LOWEST, Line, PlayObserver, Score,
};

use super::principal_variation::Search;
use super::question::Question;
use super::run::{Run, Shared, Stopped, sort_lines};
use super::table::TranspositionTable;

/// How iterative deepening works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepening {
    /// How many lines are wanted, each beginning with another move.
    pub lines: usize,
    /// How many threads search.
    pub threads: usize,
    /// Whether late moves are first searched a ply less deep: deeper passes in the same time, whose
    /// values are no longer minimax's.
    pub reductions: bool,
}

impl Default for Deepening {
    fn default() -> Self {
        Self { lines: 1, threads: 1, reductions: false }
    }
}

/// How far the value may move between passes before a pass must be made again, in the judge's units.
const MARGIN: Score = 30;

/// Searches deeper and deeper, no deeper than `limits.depth`, until a limit is reached or the values
/// follow from the rules alone.
///
#[doc = include_str!("../../explain/iterative.md")]
///
/// ```
/// use plywood_contract::{Game, Limits, Quiet};
/// use plywood_games::connect_four::ConnectFour;
/// use plywood_judges::connect_four::Middle;
/// use plywood_search::adversarial::{
///     Deepening, Question, TranspositionTable, iterative_deepening,
/// };
///
/// let (start, limits) = (ConnectFour.start(), Limits::depth(6));
/// let question = Question::new(&ConnectFour, &Middle, &start, &limits);
/// let table = TranspositionTable::new(1 << 20);
/// let analysis = iterative_deepening(&question, &table, &Deepening::default(), Quiet);
/// assert_eq!(analysis.stats.depth, 6);
/// ```
pub fn iterative_deepening<G: Keyed + Sync, E: Evaluator<G> + Sync>(
    question: &Question<'_, G, E>,
    table: &TranspositionTable,
    options: &Deepening,
    observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    let root = question.root;
    table.age();
    let shared = Shared::new(options.threads);
    std::thread::scope(|scope| {
        let helper = || {
            let run = Run::new(question, Heard::by_nobody()).sharing(&shared);
            let mut search = Search::new(run, Some(table));
            search.reduces = options.reductions;
            deepen(&mut search, root, &Deepening { lines: 1, ..options.clone() });
            search.run.statistics()
        };
        let helpers: Vec<_> = (1..options.threads).map(|_| scope.spawn(helper)).collect();
        let run = Run::new(question, observer).sharing(&shared);
        let mut search = Search::new(run, Some(table));
        search.reduces = options.reductions;
        deepen(&mut search, root, options);
        shared.end();
        let mut analysis = search.run.conclude(root);
        for helper in helpers {
            match helper.join() {
                Ok(stats) => analysis.stats.add(&stats),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        analysis
    })
}

/// Pass after pass until nothing is left to gain or to spend.
fn deepen<G: Keyed, E: Evaluator<G>, O: PlayObserver<G>>(
    search: &mut Search<'_, G, E, O>,
    root: &G::Position,
    options: &Deepening,
) {
    let mut depth = 0;
    let deepest = search.run.limits.depth.unwrap_or(u32::MAX);
    let n_moves = search.run.game.count_moves(root);
    let n_lines = options.lines.max(1).min(n_moves as usize);
    let mut last = Vec::new();
    while depth < deepest && n_lines > 0 {
        let mut lines = Vec::new();
        while lines.len() < n_lines {
            let Ok(line) = pass(search, root, depth + 1, &lines, &last) else {
                search.run.keep(unfinished(search, lines, last));
                return;
            };
            lines.push(line);
        }
        depth += 1;
        sort_lines(&mut lines);
        search.run.stats.depth = depth;
        search.run.keep(lines.clone());
        search.run.progress();
        if lines.iter().all(|line| line.exact) {
            return;
        }
        last = lines;
    }
}

/// One pass for one more line, made again with a wider window while the value lies outside it.
fn pass<G: Keyed, E: Evaluator<G>, O: PlayObserver<G>>(
    search: &mut Search<'_, G, E, O>,
    root: &G::Position,
    depth: u32,
    before: &[Line<G::Move>],
    last: &[Line<G::Move>],
) -> Result<Line<G::Move>, Stopped> {
    search.excluded = before.iter().filter_map(|line| line.moves.first().copied()).collect();
    let last = last.get(before.len());
    search.favourite = last.and_then(|line| line.moves.first().copied());
    let (mut below, mut above) = (MARGIN, MARGIN);
    loop {
        let (alpha, beta) = match last {
            Some(Line { score, .. }) if depth > 2 => {
                (score.saturating_sub(below).max(LOWEST), score.saturating_add(above).min(HIGHEST))
            }
            _ => (LOWEST, HIGHEST),
        };
        search.run.begin_pass();
        let score = search.value(&mut root.clone(), None, (0, depth), (alpha, beta))?;
        match score {
            score if score <= alpha && alpha > LOWEST => below = below.saturating_mul(16),
            score if score >= beta && beta < HIGHEST => above = above.saturating_mul(16),
            score => return Ok(search.run.line(score, !search.run.is_opinion)),
        }
    }
}

/// The lines of a pass that a limit cut short: what it found counts, then what the last one did.
fn unfinished<G: Keyed, E: Evaluator<G>, O: PlayObserver<G>>(
    search: &Search<'_, G, E, O>,
    mut lines: Vec<Line<G::Move>>,
    last: Vec<Line<G::Move>>,
) -> Vec<Line<G::Move>> {
    let n_lines = last.len();
    // The last pass's best move was searched first, so a move preferred since is at least as good.
    if lines.is_empty() && search.run.root_value > LOWEST {
        lines.push(search.run.line(search.run.root_value, false));
    }
    for line in last {
        if lines.len() < n_lines
            && !lines.iter().any(|known| known.moves.first() == line.moves.first())
        {
            lines.push(line);
        }
    }
    lines
}
