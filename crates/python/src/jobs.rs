//! `plywood.cluster`'s native half: a job on a worker, and a set of jobs at the driver.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use plywood_arena::report::Report;
use plywood_jobs::make::{self, Position, Proof};
use plywood_jobs::{Campaign as Jobs, Job, JobError, Limited, Set, Worker};
use plywood_workbench::Cancel;
use plywood_workbench::problems::{Instance, Method, find};
use pyo3::prelude::*;

use crate::data;
use crate::errors::Kind;
use crate::watch;

/// Workers that rest between two jobs, with what they have learned.
static RESTING: Mutex<Vec<Worker>> = Mutex::new(Vec::new());

fn refuse(e: impl std::fmt::Display) -> PyErr {
    Kind::BadSetting.error(e)
}

/// Runs the job on a line of JSON and returns its result as one.
#[pyfunction]
pub(crate) fn run_job(py: Python<'_>, line: &str) -> PyResult<String> {
    let cancel = Cancel::default();
    let result = watch::silently(py, &cancel, || {
        let resting = || RESTING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut worker = resting().pop().unwrap_or_default();
        let result = worker.run(line, &cancel);
        resting().push(worker);
        result
    })?;
    result.map_err(refuse)?.ok_or_else(|| refuse("the job was cancelled"))
}

/// A set of jobs under way: hands out what can be run and takes in each result once, into a store if
/// one is named.
#[pyclass(frozen, module = "plywood._native")]
pub(crate) struct Campaign {
    jobs: Mutex<Option<Jobs>>,
}

/// A campaign that is still open.
struct Open<'a>(MutexGuard<'a, Option<Jobs>>);

impl Open<'_> {
    fn jobs(&mut self) -> PyResult<&mut Jobs> {
        self.0.as_mut().ok_or_else(|| refuse("the campaign is closed"))
    }
}

impl Campaign {
    fn open(&self) -> Open<'_> {
        Open(self.jobs.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Campaign {
    /// ``jobs`` is a set as ``plywood jobs make --set`` prints it, or jobs line by line.
    #[new]
    #[pyo3(signature = (jobs, store=None))]
    fn new(py: Python<'_>, jobs: &str, store: Option<PathBuf>) -> PyResult<Self> {
        let made = py.detach(|| Jobs::new(Set::read(jobs)?, store.as_deref()));
        Ok(Self { jobs: Mutex::new(Some(made.map_err(refuse)?)) })
    }

    /// The next job as a line, or ``None`` if there is none now.
    fn next(&self) -> PyResult<Option<String>> {
        let job = self.open().jobs()?.hand_out().map_err(refuse)?;
        job.map(|job| line(&job)).transpose()
    }

    /// Takes in a result; says whether it is news.
    fn finish(&self, line: &str) -> PyResult<bool> {
        self.open().jobs()?.finish(line).map_err(refuse)
    }

    /// Whether nothing is left to run or to wait for.
    #[getter]
    fn over(&self) -> PyResult<bool> {
        Ok(self.open().jobs()?.is_over())
    }

    /// Where the set stands.
    fn progress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data::plain(py, &self.open().jobs()?.progress())
    }

    /// The results that the store had before, once.
    fn known(&self) -> PyResult<Vec<String>> {
        Ok(self.open().jobs()?.known())
    }

    /// What a tournament or a tuning run has come to; ``None`` for other sets.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut open = self.open();
        let jobs = open.jobs()?;
        if let Some(pairs) = jobs.tournament() {
            let mut games = pairs.games().to_vec();
            games.sort_by_key(|game| game.number);
            return data::plain(py, &Report::new(pairs.settings(), &games));
        }
        match jobs.tuning() {
            Some(climb) => data::plain(py, &climb.progress()),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Lets go of the store.
    fn close(&self) {
        *self.open().0 = None;
    }
}

/// Jobs that prove what positions are worth.
#[pyfunction]
#[pyo3(signature = (positions, *, game=None, rules="", all_moves=false, time_ms=None, nodes=None,
                    hash=64_000_000, seed=0))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn solve_jobs(
    positions: Vec<String>,
    game: Option<&str>,
    rules: &str,
    all_moves: bool,
    time_ms: Option<u64>,
    nodes: Option<u64>,
    hash: u64,
    seed: u64,
) -> PyResult<Vec<String>> {
    let limits = Limited { time_ms, nodes, ..Limited::default() };
    let proof = Proof { rules: rules.to_owned(), seed, all_moves, limits, hash };
    let positions = positions.iter().map(|text| Position::read(text, game));
    let positions = positions.collect::<Result<Vec<_>, JobError>>().map_err(refuse)?;
    let jobs = make::solve(&positions, &proof).map_err(refuse)?;
    jobs.iter().map(line).collect()
}

/// Jobs that solve boards of a problem by methods. A board is a name, a file or its text.
#[pyfunction]
#[pyo3(signature = (boards, methods, *, problem="puzzle", time_ms=None, nodes=None, bytes=None, depth=None))]
pub(crate) fn compare_jobs(
    boards: Vec<String>,
    methods: Vec<String>,
    problem: &str,
    time_ms: Option<u64>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    depth: Option<u32>,
) -> PyResult<Vec<String>> {
    let offer = find(problem).map_err(refuse)?;
    let mut named: Vec<Instance> = Vec::new();
    for (i, board) in boards.iter().enumerate() {
        if board.contains('\n') {
            let quests = offer.read(board).map_err(refuse)?;
            let name = format!("{}", i + 1);
            named.extend(quests.into_iter().map(|quest| Instance { name: name.clone(), quest }));
        } else {
            named.extend(offer.load(board).map_err(refuse)?);
        }
    }
    let methods =
        methods.iter().map(|method| offer.settle(method.parse().map_err(refuse)?).map_err(refuse));
    let methods = methods.collect::<PyResult<Vec<Method>>>()?;
    let limits = Limited { time_ms, nodes, bytes, depth };
    make::compare(&named, &methods, limits).iter().map(line).collect()
}

fn line(job: &Job) -> PyResult<String> {
    serde_json::to_string(job).map_err(|e| Kind::InternalError.error(e))
}
