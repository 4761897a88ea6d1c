//! The two-player searches on a learner's game.

use plywood_contract::{Analysis, Game, Heard, Limits, Line, PlayStats, Score, Stop};
use plywood_search::adversarial::{Deepening, Mcts, Memory, Plan, Question, run};
use plywood_search::random::SplitMix;
use plywood_workbench::engines::{Engine, Kind as Player, Means};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::calls::Calls;
use super::game::{Judge, Learned, POINT, Position};
use crate::data;
use crate::errors::Kind;
use crate::spend::{self, Amount, DEEPEST};

/// Python makes a few hundred thousand positions a second at most: no need for a large table.
const USUAL_BYTES: u64 = 8_000_000;

/// What an engine thinks of a position of a game written in Python.
///
/// ``state`` is the game's start unless it is given. ``evaluator(state)`` says what a position that is
/// not over is worth to the side to move; results count as they are, so keep opinions within them.
#[pyfunction]
#[pyo3(signature = (game, state=None, engine="iterative", *, evaluator=None, lines=1, time=None,
                    nodes=None, depth=None, memory=None, seed=0, progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn analyse<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    state: Option<&Bound<'py, PyAny>>,
    engine: &str,
    evaluator: Option<Py<PyAny>>,
    lines: usize,
    time: Option<Amount>,
    nodes: Option<Amount>,
    depth: Option<u32>,
    memory: Option<Amount>,
    #[pyo3(from_py_with = spend::whole)] seed: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let engine = crate::engine::read(engine, true)?;
    crate::engine::check_evaluator(&engine, evaluator.is_some())?;
    let memory = memory.unwrap_or(Amount::Whole(USUAL_BYTES));
    let means = spend::means(Some(&memory), 1, seed)?;
    let limits = spend::limits(time, nodes, depth, None)?;
    think(py, game, state, evaluator, &Asked::new(engine, lines, means, limits), progress)
}

/// Lets an engine think about a state of a game written in Python.
pub(crate) fn think<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    state: Option<&Bound<'py, PyAny>>,
    evaluator: Option<Py<PyAny>>,
    asked: &Asked,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if asked.engine.kind == Player::Largest {
        return Err(Kind::BadSetting.error("largest needs a game with points, and yours has none"));
    }
    let learned = Learned::new(game, state, Calls::new(&asked.limits))?;
    let judge = Judge(evaluator);
    let root = learned.start();
    let mut tell = |analysis: &Analysis<u32>| {
        learned.calls.tell(progress.as_ref(), |py| {
            data::made(py, "Analysis", report(py, &learned, analysis, false)?.into_any())
        });
    };
    let analysis = learned.calls.run(py, || search(&learned, &judge, &root, asked, &mut tell))?;
    let fields = report(py, &learned, &analysis, asked.engine.kind == Player::Random)?;
    data::made(py, "Analysis", fields.into_any())
}

/// What is asked of an engine at a game written in Python.
pub(crate) struct Asked {
    engine: Engine,
    lines: usize,
    means: Means,
    limits: Limits,
}

impl Asked {
    /// So many lines within these limits or else the engine's own, and never deeper than the stack allows.
    pub(crate) fn new(engine: Engine, lines: usize, means: Means, own: Limits) -> Self {
        let limits = Limits {
            time: own.time.or(engine.time),
            nodes: own.nodes.or(engine.nodes),
            depth: Some(own.depth.or(engine.depth).unwrap_or(DEEPEST).min(DEEPEST)),
            ..own
        };
        let means = Means { seed: engine.seed.unwrap_or(means.seed), ..means };
        Self { engine, lines: lines.max(1), means, limits }
    }
}

/// Whether this is a game; what it lacks is said.
pub(crate) fn check_game(game: &Bound<'_, PyAny>) -> PyResult<()> {
    Learned::new(game, None, Calls::new(&Limits::default())).map(drop)
}

/// Runs the search that the engine's name means. All use one thread: Python has one lock.
fn search(
    game: &Learned,
    judge: &Judge,
    root: &Position,
    asked: &Asked,
    tell: &mut dyn FnMut(&Analysis<u32>),
) -> Analysis<u32> {
    let Asked { engine, lines, means, limits } = asked;
    if game.result(root).is_some() {
        return Analysis { lines: Vec::new(), stats: PlayStats::default(), stopped: None };
    }
    if engine.kind == Player::Random {
        return at_random(game, root, means.seed);
    }
    let usual = Mcts::default();
    let plan = Plan {
        algorithm: engine.kind.algorithm(),
        depth: None,
        deepening: Deepening { lines: *lines, ..Deepening::default() },
        // Its scores are thousandths of a win, which is what a point is here.
        mcts: Mcts {
            exploration: engine.exploration.map(|weight| weight as f32),
            // A game that never ends is nobody's after so many plies.
            cutoff: engine.playout.or(Some(DEEPEST)),
            scale: POINT as Score / 2,
            lines: *lines,
            seed: means.seed,
            ..usual
        },
    };
    let mut memory = Memory::new(engine.hash.unwrap_or(means.hash) as usize);
    run(&Question::new(game, judge, root, limits), &plan, &mut memory, Heard::by(tell))
}

fn at_random(game: &Learned, root: &Position, seed: u64) -> Analysis<u32> {
    let mut moves = Vec::new();
    game.moves(root, &mut moves);
    let pick = SplitMix::new(seed).below(moves.len().max(1) as u64) as usize;
    let line = moves.get(pick).map(|&step| Line { moves: vec![step], score: 0, exact: false });
    let stats = PlayStats { analysed: 1, expanded: Some(1), ..PlayStats::default() };
    Analysis { lines: line.into_iter().collect(), stats, stopped: None }
}

fn report<'py>(
    py: Python<'py>,
    game: &Learned,
    analysis: &Analysis<u32>,
    is_random: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let lines = PyList::empty(py);
    for line in &analysis.lines {
        let pv = PyList::new(py, line.moves.iter().map(|&step| game.names.object(py, step)))?;
        let fields = PyDict::new(py);
        fields.set_item("move", pv.get_item(0).ok())?;
        let score = (!is_random).then_some(f64::from(line.score) / POINT);
        fields.set_item("score", score)?;
        fields.set_item("exact", line.exact)?;
        fields.set_item("pv", pv)?;
        lines.append(fields)?;
    }
    let fields = PyDict::new(py);
    fields.set_item("origin", if is_random { "random" } else { "search" })?;
    if let (Ok(first), Some(best)) = (lines.get_item(0), analysis.lines.first()) {
        fields.set_item("best", first.get_item("move")?)?;
        fields.set_item("score", first.get_item("score")?)?;
        fields.set_item("exact", best.exact)?;
        fields.set_item("pv", first.get_item("pv")?)?;
        let words = ["loss", "draw", "win"];
        let verdict = words[(1 + best.score.signum()) as usize];
        fields.set_item("result", if best.exact { verdict } else { "unknown" })?;
    }
    let PlayStats { analysed, expanded, alpha_cuts, beta_cuts, pruned, table_hits, depth, .. } =
        analysis.stats;
    let seconds = analysis.stats.time.as_secs_f64();
    let counters = PyDict::new(py);
    counters.set_item("analysed", analysed)?;
    counters.set_item("expanded", expanded)?;
    counters.set_item("alpha_cuts", alpha_cuts)?;
    counters.set_item("beta_cuts", beta_cuts)?;
    counters.set_item("pruned", pruned)?;
    counters.set_item("table_hits", table_hits)?;
    counters.set_item("selective_depth", analysis.stats.selective_depth)?;
    fields.set_item("depth", depth)?;
    fields.set_item("nodes", analysed)?;
    fields.set_item("time_s", seconds)?;
    fields.set_item("nps", plywood_workbench::units::speed(analysed, seconds))?;
    fields.set_item("stats", counters)?;
    fields.set_item("lines", lines)?;
    fields.set_item("stopped", analysis.stopped.map(Stop::name))?;
    Ok(fields)
}

/// How many sequences of exactly ``depth`` plies a game written in Python has.
#[pyfunction]
#[pyo3(signature = (game, depth, state=None))]
pub(crate) fn perft(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = spend::whole)] depth: u32,
    state: Option<&Bound<'_, PyAny>>,
) -> PyResult<u64> {
    spend::check_plies(depth)?;
    let limits = Limits::default();
    let learned = Learned::new(game, state, Calls::new(&limits))?;
    let root = learned.start();
    let last = |position: &Position| learned.count_moves(position);
    let count = learned
        .calls
        .run(py, || plywood_contract::perft_until(&learned, &root, depth, last, &limits.cancel))?;
    Ok(count.unwrap_or_default())
}
