//! The one-player searches and the heuristic checker on a learner's problem.

use plywood_contract::{Event, Observer, Outcome, Problem, Stats, Stop};
use plywood_search::path;
use plywood_workbench::puzzle::{self, Algorithm, Method};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::calls::{Calls, Pace};
use super::problem::{Estimate, Learned};
use crate::data;
use crate::errors::Kind;
use crate::spend::{self, Amount};

/// Searches a path through a problem written in Python.
///
/// ``algorithm`` is a name with options, as in ``"beam:width=50"``; ``heuristic(state)`` estimates the
/// cost still to come. ``progress(statistics)`` hears how it goes; returning ``False`` ends the search.
/// ``ida-star`` follows paths of some 1500 steps, and says ``memory`` if that was not enough; it and
/// ``rbfs`` refuse states that their current path has been in, and ``"ida-star:table=64MB"`` (or
/// ``"rbfs:table=64MB"``) remembers states already searched. A method that changes a state it was given is
/// an exception: states are values.
#[pyfunction]
#[pyo3(signature = (problem, algorithm="a-star", heuristic=None, *, time=None, nodes=None,
                    depth=None, memory=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn search<'py>(
    py: Python<'py>,
    problem: &Bound<'py, PyAny>,
    algorithm: &str,
    heuristic: Option<Py<PyAny>>,
    time: Option<Amount>,
    nodes: Option<Amount>,
    depth: Option<u32>,
    memory: Option<Amount>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let method: Method = algorithm.parse().map_err(|e| Kind::BadSetting.error(e))?;
    let name = heuristic.as_ref().map(|heuristic| name_of(heuristic.bind(py)));
    let estimate = guide(method.algorithm, heuristic)?;
    let limits = spend::limits(time, nodes, depth, memory)?;
    let learned = Learned::new(problem, Calls::new(&limits))?;
    let observer = Listener { calls: &learned.calls, listener: progress, pace: Pace::default() };
    let outcome = learned
        .calls
        .run(py, || puzzle::search(&learned, &estimate, &method, &limits, observer))?;
    let fields = report(py, &learned, &outcome)?;
    fields.set_item("algorithm", method.to_string())?;
    fields.set_item("heuristic", name)?;
    data::made(py, "SearchReport", fields.into_any())
}

/// The heuristic of a search that looks at one; a search that would need one and has none is blind.
fn guide(algorithm: Algorithm, heuristic: Option<Py<PyAny>>) -> PyResult<Estimate> {
    match heuristic {
        Some(_) if !algorithm.uses_heuristic() => Err(Kind::BadSetting
            .error(format!("{} does not look at a heuristic: leave it out", algorithm.name()))),
        heuristic => Ok(Estimate(heuristic)),
    }
}

/// What to call a function in a report.
pub(crate) fn name_of(function: &Bound<'_, PyAny>) -> String {
    let name = function.getattr("__name__").and_then(|name| name.extract::<String>());
    name.unwrap_or_else(|_| function.get_type().to_string())
}

/// Tells a Python function how a search goes.
struct Listener<'a> {
    calls: &'a Calls,
    listener: Option<Py<PyAny>>,
    pace: Pace,
}

impl Observer<Learned> for Listener<'_> {
    const EVENTS: bool = false;
    fn event(&mut self, _event: Event<'_, Learned>) {}
    fn pulse(&mut self, stats: &Stats) {
        if self.listener.is_some() && self.pace.is_due(stats.time) {
            let listener = self.listener.as_ref();
            self.calls.tell(listener, |py| {
                data::made(py, "Statistics", statistics(py, stats)?.into_any())
            });
        }
    }
}

/// The counters of a search, under the names of our reports.
pub(crate) fn statistics<'py>(py: Python<'py>, stats: &Stats) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    fields.set_item("generated", stats.generated)?;
    fields.set_item("expanded", stats.expanded)?;
    fields.set_item("refused", stats.refused)?;
    fields.set_item("dropped", stats.dropped)?;
    fields.set_item("iterations", stats.iterations)?;
    fields.set_item("depth", stats.depth)?;
    fields.set_item("peak_open", stats.peak_open)?;
    fields.set_item("peak_stored", stats.peak_stored)?;
    fields.set_item("peak_bytes", stats.peak_bytes)?;
    fields.set_item("pruned", stats.pruned || stats.depth_cut)?;
    fields.set_item("time_s", stats.time.as_secs_f64())?;
    Ok(fields)
}

fn report<'py>(
    py: Python<'py>,
    learned: &Learned,
    outcome: &Outcome<u32>,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = statistics(py, &outcome.stats)?;
    fields.set_item("outcome", puzzle::outcome_name(&outcome.ending))?;
    let Some(solution) = outcome.solution() else { return Ok(fields) };
    let (length, generated) = (solution.actions.len(), outcome.stats.generated);
    fields.set_item("depth", length)?;
    fields.set_item("cost", solution.cost)?;
    fields.set_item("penetrance", path::penetrance(length, generated))?;
    fields.set_item("branching_factor", path::branching_factor(length, generated))?;
    fields.set_item("path", actions(py, learned, &solution.actions)?)?;
    let mut state = learned.start();
    let states = PyList::new(py, [learned.object(py, &state)])?;
    for &action in &solution.actions {
        state = learned.apply(&state, action);
        states.append(learned.object(py, &state))?;
    }
    let is_goal = learned.is_goal(&state);
    learned.calls.settle()?;
    if !is_goal {
        return Err(Kind::WrongAnswer.error(
            "the path that was found leads to no goal when it is played again: a method of the problem \
             changes a state it was given, or answers differently from time to time",
        ));
    }
    fields.set_item("states", states)?;
    Ok(fields)
}

fn actions<'py>(py: Python<'py>, learned: &Learned, path: &[u32]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, path.iter().map(|&action| learned.names.object(py, action)))
}

/// Looks for a state where a heuristic overestimates, a step along which it falls too fast, or a goal where
/// it is not 0.
///
/// *Admissible*: never above the true cost. *Zero at goals*: 0 wherever a goal is reached. *Consistent*:
/// zero at goals, and no step lowers it by more than the step costs; then it is admissible too.
///
/// Every state is listed as far as the limits allow; ``dives`` random walks look further. If
/// ``complete`` is true and nothing was found, that is a proof.
#[pyfunction]
#[pyo3(signature = (problem, heuristic, *, dives=100, seed=0, time=None, nodes=None, memory=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn check_heuristic<'py>(
    py: Python<'py>,
    problem: &Bound<'py, PyAny>,
    heuristic: Py<PyAny>,
    #[pyo3(from_py_with = spend::whole)] dives: u32,
    #[pyo3(from_py_with = spend::whole)] seed: u64,
    time: Option<Amount>,
    nodes: Option<Amount>,
    memory: Option<Amount>,
) -> PyResult<Bound<'py, PyAny>> {
    let name = name_of(heuristic.bind(py));
    let limits = spend::limits(time, nodes, None, memory)?;
    let learned = Learned::new(problem, Calls::new(&limits))?;
    let estimate = Estimate(Some(heuristic));
    let found = learned.calls.run(py, || {
        let quiet = plywood_contract::Quiet;
        path::check_heuristic(&learned, &estimate, path::Dives { n: dives, seed }, &limits, quiet)
    })?;
    let fields = PyDict::new(py);
    fields.set_item("heuristic", name)?;
    fields.set_item("overestimates", found.overestimate.is_some())?;
    fields.set_item("nonzero_at_goal", !found.seems_zero_at_goals())?;
    fields.set_item("inconsistent", !found.seems_consistent())?;
    fields.set_item("complete", found.is_complete)?;
    fields.set_item("states", found.states)?;
    fields.set_item("samples", found.samples)?;
    fields.set_item("overestimated", found.overestimated)?;
    fields.set_item("stopped", found.stopped.map(Stop::name))?;
    fields.set_item("time_s", found.stats.time.as_secs_f64())?;
    if let Some(over) = found.overestimate {
        let example = PyDict::new(py);
        example.set_item("moves", actions(py, &learned, &over.path)?)?;
        example.set_item("h", over.h)?;
        example.set_item("cost", over.cost)?;
        example.set_item("solution", actions(py, &learned, &over.rest)?)?;
        fields.set_item("counter_example", example)?;
    }
    if let Some(fall) = found.inconsistency {
        let example = PyDict::new(py);
        example.set_item("moves", actions(py, &learned, &fall.path)?)?;
        example.set_item("step", learned.names.object(py, fall.action))?;
        example.set_item("h", fall.h)?;
        example.set_item("h_after", fall.h_after)?;
        fields.set_item("falling", example)?;
    }
    if let Some(goal) = found.nonzero_goal {
        let example = PyDict::new(py);
        example.set_item("moves", actions(py, &learned, &goal.path)?)?;
        example.set_item("h", goal.h)?;
        fields.set_item("goal_example", example)?;
    }
    data::made(py, "HeuristicCheck", fields.into_any())
}
