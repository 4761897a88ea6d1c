//! One board, one method, one report.

use plywood_contract::{
    Cost, Ending, Event, Heuristic, Layered, Limits, Observer, Outcome, Problem, Stats,
};
use plywood_games::bits::Bits;
use plywood_games::blokus::puzzle::{Board, BoardError, Placement, Puzzle, words_for};
use plywood_judges::puzzle::PuzzleHeuristic;
use plywood_search::path;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::boards::NamedBoard;
use super::method::{Algorithm, Method};

/// A word out of a fixed list.
pub type Word = &'static str;

/// A solve as plain data; the field names are the JSON keys.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SolveReport {
    /// The board's name.
    pub board: String,
    /// Cells asked for.
    pub objective: u32,
    /// The algorithm with its options.
    pub algorithm: String,
    /// The heuristic, if the algorithm uses one.
    #[serde(deserialize_with = "read_heuristic")]
    pub heuristic: Option<Word>,
    /// The depth limit, if one was given.
    pub max_depth: Option<u32>,
    /// `solved`, `exhausted`, `time`, `memory`, `nodes` or `cancelled`.
    #[serde(deserialize_with = "read_outcome")]
    pub outcome: Word,
    /// Children made, before duplicates are dropped.
    pub generated: u64,
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children dropped.
    pub refused: u64,
    /// Nodes forgotten to save memory.
    pub dropped: u64,
    /// Passes over the tree, for searches that make several.
    pub iterations: u64,
    /// Pieces in the solution; without one, the deepest node made.
    pub depth: u32,
    /// Own cells at the end of the solution.
    pub cells: Option<u32>,
    /// Path length over nodes generated.
    pub penetrance: Option<f64>,
    /// B in B + B² + … + B^L = generated.
    pub branching_factor: Option<f64>,
    /// Wall time in seconds.
    pub time_s: f64,
    /// The most bytes the search held.
    pub peak_bytes: u64,
    /// The most nodes it held.
    pub peak_stored: u64,
    /// The most nodes that waited.
    pub peak_open: u64,
    /// Whether a depth limit, a beam or a node budget cut something, so that `exhausted` is no proof.
    pub pruned: bool,
    /// Whether the depth limit cut something and nothing else did.
    #[serde(skip)]
    pub depth_cut: bool,
    /// The placements, as `b@a1`.
    pub path: Option<Vec<String>>,
    /// The boards along the path, from the start.
    #[serde(skip)]
    pub boards: Vec<Board>,
}

impl SolveReport {
    /// Whether a path was found.
    pub fn is_solved(&self) -> bool {
        self.path.is_some()
    }
}

/// Solves `board` by `method` within `limits`; `progress` hears how it goes every few milliseconds.
pub fn solve(
    board: &NamedBoard,
    method: &Method,
    limits: &Limits,
    mut progress: impl FnMut(&Stats),
) -> Result<SolveReport, BoardError> {
    solve_by(board, method, limits, &mut progress)
}

/// The same behind a pointer. It is not generic: the searches are compiled here, once, and not again in
/// every crate that calls [`solve`].
fn solve_by(
    board: &NamedBoard,
    method: &Method,
    limits: &Limits,
    progress: &mut dyn FnMut(&Stats),
) -> Result<SolveReport, BoardError> {
    match words_for(&board.board) {
        0..=2 => solve_on::<2>(board, method, limits, progress),
        3..=4 => solve_on::<4>(board, method, limits, progress),
        _ => solve_on::<7>(board, method, limits, progress),
    }
}

fn solve_on<const W: usize>(
    board: &NamedBoard,
    method: &Method,
    limits: &Limits,
    progress: &mut dyn FnMut(&Stats),
) -> Result<SolveReport, BoardError> {
    let puzzle = Puzzle::<W>::new(&board.board)?;
    let outcome = search(&puzzle, &method.heuristic, method, limits, Pulse(progress));
    Ok(report(&puzzle, board, method, limits, &outcome))
}

/// The same, guided by an estimate of the caller's own, told from the board so far.
pub fn solve_as_told(
    board: &NamedBoard,
    method: &Method,
    estimate: impl Fn(&Board) -> Cost,
    limits: &Limits,
    mut progress: impl FnMut(&Stats),
) -> Result<SolveReport, BoardError> {
    solve_by_told(board, method, &Told(&estimate), limits, &mut progress)
}

fn solve_by_told(
    board: &NamedBoard,
    method: &Method,
    told: &Told<'_>,
    limits: &Limits,
    progress: &mut dyn FnMut(&Stats),
) -> Result<SolveReport, BoardError> {
    // The widest form does for every board, and the estimate is what takes time.
    let puzzle = Puzzle::<7>::new(&board.board)?;
    let outcome = search(&puzzle, told, method, limits, Pulse(progress));
    Ok(report(&puzzle, board, method, limits, &outcome))
}

/// A heuristic that shows the board to somebody.
struct Told<'a>(&'a dyn Fn(&Board) -> Cost);

impl<const W: usize> Heuristic<Puzzle<W>> for Told<'_> {
    fn h(&self, puzzle: &Puzzle<W>, own: &Bits<W>) -> Cost {
        (self.0)(&puzzle.board(own))
    }
}

/// Runs the search that `method` names on any problem, with any heuristic in place of the method's.
pub fn search<P: Layered>(
    problem: &P,
    h: &impl Heuristic<P>,
    method: &Method,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Outcome<P::Action> {
    match method.algorithm {
        Algorithm::Bfs => path::breadth_first(problem, limits, observer),
        Algorithm::Frontier => path::frontier(problem, limits, observer),
        Algorithm::Dfs => path::depth_first(problem, limits, observer),
        Algorithm::IterativeDeepening => path::iterative_deepening(problem, limits, observer),
        Algorithm::UniformCost => path::uniform_cost(problem, limits, observer),
        Algorithm::Greedy => path::greedy(problem, h, limits, observer),
        Algorithm::AStar => path::a_star(problem, h, limits, observer),
        Algorithm::WeightedAStar => {
            path::weighted_a_star(problem, h, method.weight, limits, observer)
        }
        Algorithm::IdaStar => match method.table {
            None => path::ida_star(problem, h, limits, observer),
            Some(bytes) => path::ida_star_with_table(problem, h, bytes, limits, observer),
        },
        Algorithm::Rbfs => match method.table {
            None => path::recursive_best_first(problem, h, limits, observer),
            Some(bytes) => {
                path::recursive_best_first_with_table(problem, h, bytes, limits, observer)
            }
        },
        Algorithm::SmaStar => path::sma_star(problem, h, method.most_nodes, limits, observer),
        Algorithm::Beam => path::beam(problem, h, method.width, limits, observer),
    }
}

pub(super) fn report<const W: usize>(
    puzzle: &Puzzle<W>,
    board: &NamedBoard,
    method: &Method,
    limits: &Limits,
    outcome: &Outcome<Placement>,
) -> SolveReport {
    let stats = &outcome.stats;
    let actions = outcome.solution().map(|solution| &solution.actions);
    let mut states = vec![puzzle.start()];
    for &action in actions.into_iter().flatten() {
        states.push(puzzle.apply(&states[states.len() - 1], action));
    }
    let end = states[states.len() - 1];
    SolveReport {
        board: board.name.clone(),
        objective: puzzle.objective(),
        algorithm: method.to_string(),
        heuristic: method.heuristic_name(),
        max_depth: limits.depth,
        outcome: outcome_name(&outcome.ending),
        generated: stats.generated,
        expanded: stats.expanded,
        refused: stats.refused,
        dropped: stats.dropped,
        iterations: stats.iterations,
        depth: actions.map_or(stats.depth, |actions| actions.len() as u32),
        cells: actions.map(|_| end.count()),
        penetrance: actions.map(|actions| path::penetrance(actions.len(), stats.generated)),
        branching_factor: actions
            .map(|actions| path::branching_factor(actions.len(), stats.generated)),
        time_s: stats.time.as_secs_f64(),
        peak_bytes: stats.peak_bytes,
        peak_stored: stats.peak_stored,
        peak_open: stats.peak_open,
        depth_cut: stats.depth_cut && !stats.pruned,
        pruned: stats.depth_cut || stats.pruned,
        path: actions.map(|actions| actions.iter().map(|&action| puzzle.text(action)).collect()),
        boards: states.iter().map(|own| puzzle.board(own)).collect(),
    }
}

/// `solved`, `exhausted`, or the limit that ended a search.
pub fn outcome_name<A>(ending: &Ending<A>) -> &'static str {
    match ending {
        Ending::Solved(_) => "solved",
        Ending::Exhausted => "exhausted",
        Ending::Stopped(stop) => stop.name(),
    }
}

/// The ways a solve ends, by name.
const OUTCOMES: [Word; 6] = ["solved", "exhausted", "time", "memory", "nodes", "cancelled"];

fn read_outcome<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Word, D::Error> {
    let name = String::deserialize(deserializer)?;
    let known = OUTCOMES.into_iter().find(|known| *known == name);
    known.ok_or_else(|| D::Error::custom(format!("`{name}` is not how a solve ends")))
}

fn read_heuristic<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Word>, D::Error> {
    let Some(name) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let known = PuzzleHeuristic::ALL.iter().find(|known| known.name() == name);
    let known = known.ok_or_else(|| D::Error::custom(format!("`{name}` is not a heuristic")))?;
    Ok(Some(known.name()))
}

/// An observer that passes on the pulse and nothing else.
pub(super) struct Pulse<F>(pub(super) F);

impl<P: Problem, F: FnMut(&Stats)> Observer<P> for Pulse<F> {
    const EVENTS: bool = false;
    fn event(&mut self, _event: Event<'_, P>) {}
    fn pulse(&mut self, stats: &Stats) {
        (self.0)(stats);
    }
}
