//! `plywood.puzzle`: boards, searches on them, their maxima, and what heuristics promise.

use plywood_workbench::Refused;
use plywood_workbench::Stats;
use plywood_workbench::problems::{self, Checking, Instance};
use plywood_workbench::puzzle::{
    self, Algorithm, Covering, MaximumProgress, NamedBoard, Pieces, PuzzleHeuristic, SolveReport,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::{Board, board_of, boards_of};
use crate::data;
use crate::errors::Kind;
use crate::learn::{Pace, statistics};
use crate::spend::{self, Amount};
use crate::told::{self, Shown, Way};
use crate::watch::{self, Listener};

/// The boards that come with the package.
#[pyfunction]
pub(crate) fn boards() -> Vec<Board> {
    puzzle::builtins().into_iter().map(Board).collect()
}

/// All boards meant by a name, a file or a text.
#[pyfunction]
pub(crate) fn load(board: &Bound<'_, PyAny>) -> PyResult<Vec<Board>> {
    Ok(boards_of(board)?.into_iter().map(Board).collect())
}

/// The algorithms by name, with what each does.
#[pyfunction]
pub(crate) fn algorithms() -> Vec<(&'static str, String)> {
    Algorithm::ALL.map(|algorithm| (algorithm.name(), algorithm.explain().to_string())).to_vec()
}

/// The heuristics by name, with what each promises.
#[pyfunction]
pub(crate) fn heuristics() -> Vec<(&'static str, String)> {
    PuzzleHeuristic::ALL
        .map(|heuristic| (heuristic.name(), heuristic.explain().to_string()))
        .to_vec()
}

/// A report with what is not in its JSON.
fn shown<'py>(
    py: Python<'py>,
    board: &NamedBoard,
    report: &SolveReport,
) -> PyResult<Bound<'py, PyAny>> {
    let fields = data::plain(py, report)?;
    let along = puzzle::boards_along(board, report).into_iter();
    let named = |board| Py::new(py, Board(NamedBoard { name: report.board.clone(), board }));
    let boards = along.map(named).collect::<PyResult<Vec<_>>>()?;
    fields.set_item("boards", boards)?;
    data::made(py, "SolveReport", fields)
}

pub(crate) fn show_stats<'py>(py: Python<'py>, stats: Stats) -> PyResult<Bound<'py, PyAny>> {
    data::made(py, "Statistics", statistics(py, &stats)?.into_any())
}

/// Solves a board. ``heuristic`` is one of ours by name, or a function of the `Board` so far.
#[pyfunction]
#[pyo3(signature = (board, algorithm="a-star", heuristic=None, *, time=None, nodes=None, depth=None,
                    memory=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    algorithm: &str,
    heuristic: Option<&Bound<'py, PyAny>>,
    time: Option<Amount>,
    nodes: Option<Amount>,
    depth: Option<u32>,
    memory: Option<Amount>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let board = board_of(board)?;
    let limits = spend::limits(time, nodes, depth, memory)?;
    let Way { method, function } = Way::new(problems::PROBLEMS[0], algorithm, heuristic)?;
    if let Some(function) = function {
        let posed = puzzle::pose(&board).map_err(|e| Kind::BadPosition.error(e))?;
        let way = (&method, &function);
        let report = told::solve(py, &posed, way, &limits, &Shown::Board(&board), progress)?;
        return shown(py, &board, &report);
    }
    let listener = Listener { callable: progress, show: &show_stats };
    let report = watch::run(py, &limits.cancel, &listener, |tell| {
        let mut pace = Pace::default();
        puzzle::solve(&board, &method, &limits, |stats| {
            if pace.is_due(stats.time) {
                tell(stats.clone());
            }
        })
    })?;
    shown(py, &board, &report.map_err(|e| Kind::BadPosition.error(e))?)
}

/// Solves every board by every method, each within the limits. A method is a name with its options, as in
/// ``"a-star:heuristic=h1"``, or a pair of an algorithm and a function of the `Board` so far.
/// ``progress(report)`` hears each report.
#[pyfunction]
#[pyo3(signature = (boards=None, methods=None, *, time=None, nodes=None, depth=None, memory=None,
                    progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    boards: Option<Vec<Bound<'py, PyAny>>>,
    methods: Option<Vec<Bound<'py, PyAny>>>,
    time: Option<Amount>,
    nodes: Option<Amount>,
    depth: Option<u32>,
    memory: Option<Amount>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let boards = match boards {
        None => puzzle::builtins(),
        Some(boards) => boards.iter().map(boards_of).collect::<PyResult<Vec<_>>>()?.concat(),
    };
    let ways = match methods {
        None => {
            let methods = puzzle::default_methods().into_iter();
            methods.map(|method| Way { method, function: None }).collect()
        }
        Some(methods) => {
            let offer = &problems::PROBLEMS[0];
            methods.iter().map(|one| Way::read(offer, one)).collect::<PyResult<Vec<_>>>()?
        }
    };
    let limits = spend::limits(time, nodes, depth, memory)?;
    let posed = boards.iter().map(|board| {
        puzzle::pose(board).map_err(|e| Kind::BadPosition.error(format!("{}: {e}", board.name)))
    });
    let posed = posed.collect::<PyResult<Vec<_>>>()?;
    let show = |py: Python<'py>, report: SolveReport| {
        let board = boards.iter().find(|board| board.name == report.board);
        shown(py, board.unwrap_or(&boards[0]), &report)
    };
    let listener = Listener { callable: progress, show: &show };
    let seen = |instance: &Instance| {
        let place = posed.iter().position(|one| std::ptr::eq(one, instance));
        Shown::Board(&boards[place.unwrap_or(0)])
    };
    let comparison = told::contest(py, &posed, &ways, &limits, &seen, &listener)?;
    let fields = PyDict::new(py);
    let reports = comparison.results.iter().map(|report| show(py, report.clone()));
    fields.set_item("boards", &comparison.boards)?;
    fields.set_item("results", reports.collect::<PyResult<Vec<_>>>()?)?;
    fields.set_item("csv", comparison.csv())?;
    fields.set_item("markdown", comparison.markdown(&|message| message.to_string()))?;
    data::made(py, "Comparison", fields.into_any())
}

/// Looks for a board where one of our heuristics, or a function of the `Board`, overestimates or contradicts itself.
#[pyfunction]
#[pyo3(signature = (board, heuristic, *, dives=100, seed=0, time=None, nodes=None, memory=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn check<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    heuristic: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = spend::whole)] dives: u32,
    #[pyo3(from_py_with = spend::whole)] seed: u64,
    time: Option<Amount>,
    nodes: Option<Amount>,
    memory: Option<Amount>,
) -> PyResult<Bound<'py, PyAny>> {
    let shown = board_of(board)?;
    let board = puzzle::pose(&shown).map_err(|e| Kind::BadPosition.error(e))?;
    let limits = spend::limits(time, nodes, None, memory)?;
    if heuristic.is_callable() {
        let (walks, shown) = ((dives, seed), Shown::Board(&shown));
        let report = told::check(py, &board, heuristic, walks, &limits, &shown)?;
        return data::report(py, "HeuristicCheck", &report);
    }
    let heuristic = &told::named(heuristic)?;
    let checking = Checking { heuristic, script: None, dives, seed };
    let report =
        watch::silently(py, &limits.cancel, || board.check(&checking, &limits, &mut |_| {}))?;
    data::report(py, "HeuristicCheck", &report.map_err(|e| Kind::BadSetting.error(e))?)
}

fn show_maximum<'py>(py: Python<'py>, progress: MaximumProgress) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    fields.set_item("best", progress.best)?;
    fields.set_item("bound", progress.bound)?;
    fields.set_item("nodes", progress.nodes)?;
    fields.set_item("time_s", progress.time.as_secs_f64())?;
    Ok(fields.into_any())
}

fn pieces_of(stock: &str) -> PyResult<Pieces> {
    stock.parse().map_err(|e: Refused| Kind::BadSetting.error(e))
}

/// The most cells that a legal sequence can cover, with the proof's bound.
#[pyfunction]
#[pyo3(signature = (board, *, stock="10,10,15", threads=1, time=None, nodes=None, memory=None,
                    progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn maximize<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    stock: &str,
    threads: usize,
    time: Option<Amount>,
    nodes: Option<Amount>,
    memory: Option<Amount>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (board, pieces) = (board_of(board)?, pieces_of(stock)?);
    let threads = spend::checked_threads(threads)?;
    let limits = spend::limits(time, nodes, None, memory)?;
    let listener = Listener { callable: progress, show: &show_maximum };
    let report = watch::run(py, &limits.cancel, &listener, |tell| {
        puzzle::maximize(&Covering { board: &board, pieces, threads }, &limits, |progress| {
            tell(*progress);
        })
    })?;
    data::report(py, "Maximum", &report.map_err(|e| Kind::BadPosition.error(e))?)
}

/// The fewest pieces that cover at least ``objective`` cells, the board's own unless it is given.
#[pyfunction]
#[pyo3(signature = (board, objective=None, *, stock="10,10,15", threads=1, time=None, nodes=None,
                    memory=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn fewest_pieces<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    objective: Option<u32>,
    stock: &str,
    threads: usize,
    time: Option<Amount>,
    nodes: Option<Amount>,
    memory: Option<Amount>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (board, pieces) = (board_of(board)?, pieces_of(stock)?);
    let threads = spend::checked_threads(threads)?;
    let limits = spend::limits(time, nodes, None, memory)?;
    let objective = objective.or(board.board.objective).ok_or_else(|| {
        Kind::BadSetting.error("the board names no objective: say how many cells are wanted")
    })?;
    let listener = Listener { callable: progress, show: &show_maximum };
    let report = watch::run(py, &limits.cancel, &listener, |tell| {
        puzzle::fewest_pieces(
            &Covering { board: &board, pieces, threads },
            objective,
            &limits,
            |progress| {
                tell(*progress);
            },
        )
    })?;
    data::report(py, "Maximum", &report.map_err(|e| Kind::BadPosition.error(e))?)
}
