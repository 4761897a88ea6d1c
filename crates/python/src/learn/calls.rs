//! Calls into somebody's Python code from within a search, which itself cannot fail.
//!
//! The first exception is kept, the search's flag is raised, and from then on nothing is asked any more:
//! the search ends on harmless answers and the exception goes on to the caller.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plywood_workbench::{Cancel, Limits};
use pyo3::prelude::*;

use crate::errors::Kind;

/// How long past the time limit a call may take before it is interrupted.
const GRACE: Duration = Duration::from_millis(500);
/// A look for signals every so many calls: those of built-in functions never look themselves.
const CALLS_PER_LOOK: u32 = 256;
/// What a search may need of the caller's stack, and Python's own calls below it.
const LEAST_STACK: usize = 900 << 10;
/// Between two reports of progress.
const PULSE: Duration = Duration::from_millis(50);

/// What the calls of one search share.
#[derive(Debug)]
pub(crate) struct Calls {
    cancel: Cancel,
    time: Option<Duration>,
    has_failed: AtomicBool,
    failure: Mutex<Option<PyErr>>,
    n_calls: AtomicU32,
}

impl Calls {
    /// For a search within these limits.
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            cancel: limits.cancel.clone(),
            time: limits.time,
            has_failed: AtomicBool::new(false),
            failure: Mutex::new(None),
            n_calls: AtomicU32::new(0),
        }
    }

    /// Whether a call failed, so that nobody is asked any more.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Keeps the first exception and ends the search.
    pub(crate) fn fail(&self, error: PyErr) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        self.has_failed.store(true, Ordering::Relaxed);
        self.cancel.raise();
    }

    /// What Python says, or `instead` if it cannot say any more.
    pub(crate) fn ask<T>(&self, instead: T, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.has_failed() {
            return instead;
        }
        Python::attach(|py| {
            let n = self.n_calls.fetch_add(1, Ordering::Relaxed);
            let signals =
                if n.is_multiple_of(CALLS_PER_LOOK) { py.check_signals() } else { Ok(()) };
            match signals.and_then(|()| ask(py)) {
                Ok(answer) => answer,
                Err(e) => {
                    self.fail(e);
                    instead
                }
            }
        })
    }

    /// The exception that was kept, if there is one.
    pub(crate) fn settle(&self) -> PyResult<()> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take().map_or(Ok(()), Err)
    }

    /// Tells a listener, if there is one; its `False` ends the search.
    pub(crate) fn tell(
        &self,
        listener: Option<&Py<PyAny>>,
        news: impl for<'py> FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>,
    ) {
        let Some(listener) = listener else { return };
        let goes_on = self.ask(true, |py| {
            let answer = listener.bind(py).call1((news(py)?,))?;
            Ok(answer.extract::<bool>().unwrap_or(true))
        });
        if !goes_on {
            self.cancel.raise();
        }
    }

    /// Runs a search that calls Python, on the caller's thread, where Ctrl-C reaches such calls. A
    /// call that outlasts the time limit is interrupted.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        search: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        check_stack()?;
        let guard = self.time.map(|time| Guard::new(py, time + GRACE)).transpose()?;
        let result = py.detach(|| catch_unwind(AssertUnwindSafe(search)));
        if let Some(guard) = guard {
            guard.end(py)?;
        }
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        match failure {
            Some(error) if Guard::has_ended(py, &error) => {
                Err(Kind::OutOfTime
                    .error("Python code called by the search did not return in time"))
            }
            Some(error) => Err(error),
            None => result.map_err(|_| {
                Kind::InternalError.error("the search broke: a fault of this program")
            }),
        }
    }
}

/// `plywood._guard.Guard`, which interrupts this thread's Python code when its time is over.
pub(crate) struct Guard(Py<PyAny>);

impl Guard {
    /// From now on.
    pub(crate) fn new(py: Python<'_>, time: Duration) -> PyResult<Self> {
        let guard = py.import("plywood._guard")?.getattr("Guard")?;
        let guard = guard.call1((time.as_secs_f64(),))?;
        guard.call_method0("__enter__")?;
        Ok(Self(guard.unbind()))
    }

    /// Whether a guard raised this.
    pub(crate) fn has_ended(py: Python<'_>, error: &PyErr) -> bool {
        error.get_type(py).name().is_ok_and(|name| name == "Overdue")
    }

    /// No longer.
    pub(crate) fn end(self, py: Python<'_>) -> PyResult<()> {
        let none = py.None();
        self.0.bind(py).call_method1("__exit__", (&none, &none, &none)).map(drop)
    }
}

/// Searches recurse on the caller's stack, which a thread of Python's may have made very small.
fn check_stack() -> PyResult<()> {
    match stacker::remaining_stack() {
        Some(left) if left < LEAST_STACK => Err(Kind::BadSetting.error(format!(
            "{} kB of stack are too few for a search in this thread: expected {} kB at least; see \
             threading.stack_size",
            left >> 10,
            LEAST_STACK >> 10
        ))),
        _ => Ok(()),
    }
}

/// Progress every now and then, however often there is news.
#[derive(Debug, Default)]
pub(crate) struct Pace(Duration);

impl Pace {
    /// Whether it is time again, so long after the start.
    pub(crate) fn is_due(&mut self, now: Duration) -> bool {
        let is_due = now >= self.0 + PULSE;
        if is_due {
            self.0 = now;
        }
        is_due
    }
}

/// An answer that must be a finite number.
pub(crate) fn number(answer: &Bound<'_, PyAny>, whose: &str) -> PyResult<f64> {
    let value = float(answer, whose)?;
    match value.is_finite() {
        true => Ok(value),
        false => Err(wrong(answer, whose, "a finite number")),
    }
}

/// An answer that must be some number.
pub(super) fn float(answer: &Bound<'_, PyAny>, whose: &str) -> PyResult<f64> {
    answer.extract::<f64>().map_err(|_| wrong(answer, whose, "a number"))
}

/// Says what was answered and what was expected.
pub(super) fn wrong(answer: &Bound<'_, PyAny>, whose: &str, expected: &str) -> PyErr {
    let shown = answer.repr().map_or_else(|_| "something".to_owned(), |repr| repr.to_string());
    let shown: String = shown.chars().take(80).collect();
    Kind::WrongAnswer.error(format!("{whose} returned {shown}: expected {expected}"))
}
