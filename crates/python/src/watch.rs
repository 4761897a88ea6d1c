//! Our searches on a thread of their own, without the interpreter's lock. The caller's thread waits,
//! passes on progress and looks for signals, so that Ctrl-C ends a search within a few milliseconds.

use std::collections::BTreeMap;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, scope, sleep};
use std::time::{Duration, Instant};

use plywood_workbench::Cancel;
use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;

use crate::errors::Kind;

/// Between two looks for signals.
const PAUSE: Duration = Duration::from_millis(20);
/// How long the interpreter waits for what still runs when it ends.
const PARTING: Duration = Duration::from_secs(2);
/// After how many pauses in which nothing ran it goes.
const QUIET: u32 = 3;
/// Searches recurse; address space is cheap.
const STACK_BYTES: usize = 64 << 20;

/// What hears of progress: a Python callable, and how news is shown to it.
pub(crate) struct Listener<'a, 'py, N> {
    /// The callable, if there is one.
    pub(crate) callable: Option<&'a Bound<'py, PyAny>>,
    /// News as a Python object.
    pub(crate) show: &'a dyn Fn(Python<'py>, N) -> PyResult<Bound<'py, PyAny>>,
}

/// Runs `work`, which is handed a way to tell news. If the listener raises, or a signal does, `cancel`
/// is raised and the exception passed on; a listener that returns `False` only ends the search.
pub(crate) fn run<'py, T: Send, N: Send>(
    py: Python<'py>,
    cancel: &Cancel,
    listener: &Listener<'_, 'py, N>,
    work: impl FnOnce(&mut dyn FnMut(N)) -> T + Send,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let _under_way = UnderWay::new(cancel)?;
    scope(|scope| {
        let mut tell = move |news| drop(sender.send(news));
        let builder = Builder::new().stack_size(STACK_BYTES);
        let worker = builder.spawn_scoped(scope, move || work(&mut tell))?;
        let mut receiver = receiver;
        let mut outcome = Ok(());
        let mut is_heard = true;
        loop {
            let (back, heard) = py.detach(move || {
                let heard = receiver.recv_timeout(PAUSE);
                (receiver, heard)
            });
            receiver = back;
            let answer = match heard {
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(news) if is_heard => hear(py, listener, news),
                _ => Ok(true),
            };
            let answer = answer.and_then(|goes_on| py.check_signals().map(|()| goes_on));
            if !matches!(answer, Ok(true)) {
                is_heard = false;
                cancel.raise();
            }
            if let Err(e) = answer {
                interrupt_calls(py);
                // The first reason is the one to report.
                outcome = outcome.and(Err(e));
            }
        }
        let result = py.detach(|| worker.join());
        outcome?;
        result.map_err(|_| Kind::InternalError.error("the search broke: a fault of this program"))
    })
}

/// What runs now, by number, and whether the interpreter is about to end.
static RUNNING: Mutex<(BTreeMap<u64, Cancel>, bool)> = Mutex::new((BTreeMap::new(), false));

/// Something that runs, as long as this is kept.
struct UnderWay(u64);

impl UnderWay {
    /// Once the interpreter is about to end, nothing begins any more: the thread that asked ends quietly.
    fn new(cancel: &Cancel) -> PyResult<Self> {
        let (running, is_ending) = &mut *running();
        if *is_ending {
            return Err(PySystemExit::new_err(()));
        }
        let number = running.last_key_value().map_or(0, |(number, _)| number + 1);
        running.insert(number, cancel.clone());
        Ok(Self(number))
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        running().0.remove(&self.0);
    }
}

fn running() -> MutexGuard<'static, (BTreeMap<u64, Cancel>, bool)> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends what threads that nobody waits for still run. The interpreter must not end below a bot that is
/// thinking.
#[pyfunction]
pub(crate) fn end_all(py: Python<'_>) {
    let begun = Instant::now();
    // A search that has ended still hands its result to Python: nothing must be seen for a while.
    let mut n_quiet = 0;
    while begun.elapsed() < PARTING && n_quiet < QUIET {
        {
            let (running, is_ending) = &mut *running();
            if running.is_empty() && !*is_ending {
                return;
            }
            *is_ending = true;
            running.values().for_each(Cancel::raise);
            n_quiet = if running.is_empty() { n_quiet + 1 } else { 0 };
        }
        interrupt_calls(py);
        py.detach(|| sleep(PAUSE));
    }
}

/// Runs `work` that has no news to tell.
pub(crate) fn silently<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let listener = Listener { callable: None, show: &|py, (): ()| Ok(py.None().into_bound(py)) };
    run(py, cancel, &listener, |_| work())
}

/// Whether the listener wants the search to go on.
pub(crate) fn hear<'py, N>(
    py: Python<'py>,
    listener: &Listener<'_, 'py, N>,
    news: N,
) -> PyResult<bool> {
    let Some(callable) = listener.callable else { return Ok(true) };
    let answer = callable.call1(((listener.show)(py, news)?,))?;
    Ok(answer.extract::<bool>().unwrap_or(true))
}

/// Ends calls of Python code that other threads are in: they may never return by themselves.
fn interrupt_calls(py: Python<'_>) {
    // Without the guard there are no such calls.
    let guard = py.import("plywood._guard");
    let _ = guard.and_then(|guard| guard.call_method0("interrupt_all"));
}
