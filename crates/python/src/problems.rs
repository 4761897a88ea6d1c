//! `plywood.problems`: every one-player problem of the catalogue, by name.

use plywood_workbench::problems::{
    Checking, Instance, PROBLEMS, ProblemOffer, SolveReport, find, picture,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::data;
use crate::errors::Kind;
use crate::learn::Pace;
use crate::puzzle::show_stats;
use crate::spend::{self, Amount};
use crate::told::{self, Shown, Way};
use crate::watch::{self, Listener};

fn offer_of(name: &str) -> PyResult<&'static ProblemOffer> {
    find(name).map_err(|e| Kind::BadSetting.error(e))
}

fn instance_of(problem: &str, board: &str) -> PyResult<Instance> {
    offer_of(problem)?.load_one(board).map_err(|e| Kind::BadPosition.error(e))
}

/// The problems, each with ``name``, ``about``, ``boards`` and ``heuristics``.
#[pyfunction]
pub(crate) fn problem_catalogue<'py>(py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let described = |offer: &&'static ProblemOffer| {
        let fields = PyDict::new(py);
        let samples = offer.all_samples();
        let boards = samples.iter().map(|one| (one.name.clone(), one.quest.text()));
        let heuristics = offer.heuristics();
        let heuristics = heuristics.iter().map(|one| (one.names[0], one.about.to_string()));
        fields.set_item("name", offer.name)?;
        fields.set_item("about", offer.about.to_string())?;
        fields.set_item("boards", boards.collect::<Vec<_>>())?;
        fields.set_item("heuristics", heuristics.collect::<Vec<_>>())?;
        Ok(fields.into_any())
    };
    PROBLEMS.iter().map(described).collect()
}

/// A report with the states along its path, as pictures.
fn shown<'py>(
    py: Python<'py>,
    instance: &Instance,
    report: &SolveReport,
) -> PyResult<Bound<'py, PyAny>> {
    let fields = data::plain(py, report)?;
    if let Some(path) = &report.path {
        let scenes = instance.quest.scenes(path).map_err(|e| Kind::InternalError.error(e))?;
        let frame = instance.quest.frame();
        let states = scenes.iter().map(|scene| picture(&frame, scene).join("\n"));
        fields.set_item("states", states.collect::<Vec<_>>())?;
    }
    data::made(py, "ProblemReport", fields)
}

/// Solves a problem of the catalogue: what comes with it by name, a file, or a text. ``heuristic`` is one of the
/// problem's by name, or a function of a state's text, which estimates the cost still to come.
#[pyfunction]
#[pyo3(signature = (problem, board, algorithm="a-star", heuristic=None, *, time=None, nodes=None,
                    depth=None, memory=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn solve_problem<'py>(
    py: Python<'py>,
    problem: &str,
    board: &str,
    algorithm: &str,
    heuristic: Option<&Bound<'py, PyAny>>,
    time: Option<Amount>,
    nodes: Option<Amount>,
    depth: Option<u32>,
    memory: Option<Amount>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let instance = instance_of(problem, board)?;
    let Way { method, function } = Way::new(instance.quest.offer(), algorithm, heuristic)?;
    let limits = spend::limits(time, nodes, depth, memory)?;
    if let Some(function) = function {
        let way = (&method, &function);
        let report = told::solve(py, &instance, way, &limits, &Shown::Text, progress)?;
        return shown(py, &instance, &report);
    }
    let listener = Listener { callable: progress, show: &show_stats };
    let report = watch::run(py, &limits.cancel, &listener, |tell| {
        let mut pace = Pace::default();
        instance.solve(&method, &limits, &mut |stats| {
            if pace.is_due(stats.time) {
                tell(stats.clone());
            }
        })
    })?;
    shown(py, &instance, &report.map_err(|e| Kind::BadSetting.error(e))?)
}

/// Solves several boards of a problem by several methods, each within the limits. A method is a name with its options,
/// as in ``"a-star:heuristic=manhattan"``, or a pair of an algorithm and a function of a state's text.
#[pyfunction]
#[pyo3(signature = (problem, boards=None, methods=None, *, time=None, nodes=None, depth=None,
                    memory=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn compare_problem<'py>(
    py: Python<'py>,
    problem: &str,
    boards: Option<Vec<String>>,
    methods: Option<Vec<Bound<'py, PyAny>>>,
    time: Option<Amount>,
    nodes: Option<Amount>,
    depth: Option<u32>,
    memory: Option<Amount>,
) -> PyResult<Bound<'py, PyAny>> {
    let offer = offer_of(problem)?;
    let instances = match boards {
        None => offer.all_samples(),
        Some(boards) => {
            boards.iter().map(|board| instance_of(problem, board)).collect::<PyResult<_>>()?
        }
    };
    let ways = match methods {
        None => offer.methods().into_iter().map(|method| Way { method, function: None }).collect(),
        Some(methods) => {
            methods.iter().map(|one| Way::read(offer, one)).collect::<PyResult<Vec<_>>>()?
        }
    };
    let limits = spend::limits(time, nodes, depth, memory)?;
    let listener = Listener { callable: None, show: &|py, _| Ok(py.None().into_bound(py)) };
    let comparison = told::contest(py, &instances, &ways, &limits, &|_| Shown::Text, &listener)?;
    let fields = PyDict::new(py);
    let reports = comparison.results.iter().map(|report| {
        let named = instances.iter().find(|one| one.name == report.board);
        shown(py, named.unwrap_or(&instances[0]), report)
    });
    fields.set_item("boards", &comparison.boards)?;
    fields.set_item("results", reports.collect::<PyResult<Vec<_>>>()?)?;
    fields.set_item("csv", comparison.csv())?;
    fields.set_item("markdown", comparison.markdown(&|message| message.to_string()))?;
    data::made(py, "Comparison", fields.into_any())
}

/// Looks for a state where a heuristic of the problem, or a function of a state's text, overestimates or contradicts
/// itself.
#[pyfunction]
#[pyo3(signature = (problem, board, heuristic, *, dives=100, seed=0, time=None, nodes=None,
                    memory=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn check_problem<'py>(
    py: Python<'py>,
    problem: &str,
    board: &str,
    heuristic: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = spend::whole)] dives: u32,
    #[pyo3(from_py_with = spend::whole)] seed: u64,
    time: Option<Amount>,
    nodes: Option<Amount>,
    memory: Option<Amount>,
) -> PyResult<Bound<'py, PyAny>> {
    let instance = instance_of(problem, board)?;
    let limits = spend::limits(time, nodes, None, memory)?;
    if heuristic.is_callable() {
        let walks = (dives, seed);
        let report = told::check(py, &instance, heuristic, walks, &limits, &Shown::Text)?;
        return data::report(py, "HeuristicCheck", &report);
    }
    let heuristic = &told::named(heuristic)?;
    let checking = Checking { heuristic, script: None, dives, seed };
    let report =
        watch::silently(py, &limits.cancel, || instance.check(&checking, &limits, &mut |_| {}))?;
    data::report(py, "HeuristicCheck", &report.map_err(|e| Kind::BadSetting.error(e))?)
}
