//! Problems of the catalogue guided by a learner's function, which is shown each state: a `Board` of the puzzle, the
//! text of a state elsewhere.

use plywood_workbench::problems::{
    CheckReport, Checking, Comparison, Instance, Method, ProblemOffer, SolveReport, compare,
};
use plywood_workbench::puzzle::{Board as Cells, Cell, NamedBoard};
use plywood_workbench::{Limits, Stats};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::Kind;
use crate::learn::{Calls, Pace, estimate, name_of};
use crate::puzzle::show_stats;
use crate::watch::{self, Listener};

/// How a function is shown a state.
pub(crate) enum Shown<'a> {
    /// As its text.
    Text,
    /// As a board of the puzzle, this one's.
    Board(&'a NamedBoard),
}

impl Shown<'_> {
    fn object<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Text => Ok(text.into_pyobject(py)?.into_any()),
            Self::Board(start) => {
                let board = filled(&start.board, text);
                let shown = Board(NamedBoard { name: start.name.clone(), board });
                Ok(Bound::new(py, shown)?.into_any())
            }
        }
    }
}

/// The board with the cells of a state's text, rows between slashes.
fn filled(board: &Cells, text: &str) -> Cells {
    let mut board = board.clone();
    let rows = text.split_whitespace().next().unwrap_or_default();
    for (row, line) in rows.split('/').enumerate().take(board.rows()) {
        for (column, _) in line.chars().enumerate().filter(|(_, mark)| *mark == '1') {
            board.set(row, column, Cell::Own);
        }
    }
    board
}

/// A method, and the function that guides it if it is not one of our heuristics.
pub(crate) struct Way {
    pub(crate) method: Method,
    pub(crate) function: Option<Py<PyAny>>,
}

impl Way {
    /// An algorithm's name, guided by a heuristic's name or a function.
    pub(crate) fn new(
        offer: &ProblemOffer,
        algorithm: &str,
        heuristic: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let method: Method = algorithm.parse().map_err(|e| Kind::BadSetting.error(e))?;
        let Some(heuristic) = heuristic else {
            let method = offer.settle(method).map_err(|e| Kind::BadSetting.error(e))?;
            return Ok(Self { method, function: None });
        };
        if heuristic.is_callable() {
            if !method.algorithm.uses_heuristic() {
                let name = method.algorithm.name();
                return Err(Kind::BadSetting
                    .error(format!("{name} does not look at a heuristic: leave it out")));
            }
            return Ok(Self { method, function: Some(heuristic.clone().unbind()) });
        }
        let name = named(heuristic)?;
        let method = offer.settle(method.guided(name)).map_err(|e| Kind::BadSetting.error(e))?;
        Ok(Self { method, function: None })
    }

    /// One of a comparison's: `"a-star/h1"`, or a pair such as ``("a-star", function)``.
    pub(crate) fn read(offer: &ProblemOffer, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(name) = given.extract::<String>() {
            return Self::new(offer, &name, None);
        }
        let pair = given.extract::<(String, Bound<'_, PyAny>)>().map_err(|_| {
            let shown = given.repr().map_or_else(|_| "this".into(), |text| text.to_string());
            PyTypeError::new_err(format!(
                "{shown} is no method: expected a name such as \"a-star\", or a pair of a name and a function"
            ))
        })?;
        Self::new(offer, &pair.0, Some(&pair.1))
    }
}

/// A heuristic's name, or a sentence.
pub(crate) fn named(heuristic: &Bound<'_, PyAny>) -> PyResult<String> {
    heuristic.extract().map_err(|_| {
        let shown = heuristic.repr().map_or_else(|_| "this".into(), |text| text.to_string());
        PyTypeError::new_err(format!("{shown} is no heuristic: expected a name, or a function"))
    })
}

/// Solves by a function, on the caller's thread.
pub(crate) fn solve<'py>(
    py: Python<'py>,
    instance: &Instance,
    (method, function): (&Method, &Py<PyAny>),
    limits: &Limits,
    shown: &Shown<'_>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<SolveReport> {
    let calls = Calls::new(limits);
    let progress = progress.map(|progress| progress.clone().unbind());
    let mut pace = Pace::default();
    let mut report = calls.run(py, || {
        let ask = |state: &str| {
            calls.ask(0, |py| estimate(&function.bind(py).call1((shown.object(py, state)?,))?))
        };
        let mut hear = |stats: &Stats| {
            if progress.is_some() && pace.is_due(stats.time) {
                calls.tell(progress.as_ref(), |py| show_stats(py, stats.clone()));
            }
        };
        instance.solve_with_estimate(method, limits, &mut hear, &ask)
    })?;
    report.heuristic = Some(name_of(function.bind(py)));
    Ok(report)
}

/// Looks for a state where a function overestimates or contradicts itself, on the caller's thread.
pub(crate) fn check(
    py: Python<'_>,
    instance: &Instance,
    function: &Bound<'_, PyAny>,
    (dives, seed): (u32, u64),
    limits: &Limits,
    shown: &Shown<'_>,
) -> PyResult<CheckReport> {
    let calls = Calls::new(limits);
    let name = name_of(function);
    let checking = Checking { heuristic: &name, script: None, dives, seed };
    let function = function.clone().unbind();
    calls.run(py, || {
        let ask = |state: &str| {
            calls.ask(0, |py| estimate(&function.bind(py).call1((shown.object(py, state)?,))?))
        };
        instance.check_with_estimate(&checking, limits, &ask)
    })
}

/// Solves every instance in every way, each within the limits; `shown` is how functions see an instance.
pub(crate) fn contest<'a, 'py>(
    py: Python<'py>,
    instances: &'a [Instance],
    ways: &[Way],
    limits: &Limits,
    shown: &dyn Fn(&'a Instance) -> Shown<'a>,
    listener: &Listener<'_, 'py, SolveReport>,
) -> PyResult<Comparison> {
    let bad = |e| Kind::BadSetting.error(e);
    if ways.iter().all(|way| way.function.is_none()) {
        let methods: Vec<Method> = ways.iter().map(|way| way.method.clone()).collect();
        return watch::run(py, &limits.cancel, listener, |tell| {
            compare(instances, &methods, limits, |_, _, _| {}, |report| tell(report.clone()))
        })?
        .map_err(bad);
    }
    let mut results = Vec::new();
    for instance in instances {
        for Way { method, function } in ways {
            let report = match function {
                Some(function) => {
                    solve(py, instance, (method, function), limits, &shown(instance), None)?
                }
                None => watch::silently(py, &limits.cancel, || {
                    instance.solve(method, limits, &mut |_| {})
                })?
                .map_err(bad)?,
            };
            results.push(report.clone());
            let goes_on = watch::hear(py, listener, report)?;
            if !goes_on || limits.cancel.is_raised() {
                let boards = instances.iter().map(|one| one.name.clone());
                let is_met = |name: &String| results.iter().any(|report| report.board == *name);
                return Ok(Comparison { boards: boards.filter(is_met).collect(), results });
            }
        }
    }
    Ok(Comparison { boards: instances.iter().map(|one| one.name.clone()).collect(), results })
}
