//! Have a learner's methods left alone what they were given? States are values: a method that changes
//! one makes every answer of a search false, and nothing else would show it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use pyo3::prelude::*;

use crate::errors::Kind;

/// So many calls are all looked at; later ones now and then, for a look costs a call of `key`.
const ALL: u32 = 2000;
/// After that, one call in so many.
const SELDOM: u32 = 16;

/// When to look.
#[derive(Debug, Default)]
pub(super) struct Untouched(AtomicU32);

impl Untouched {
    /// Calls a method with an object and says so if that changed it. `key` tells what makes two objects
    /// the same.
    pub(super) fn call<'py, T>(
        &self,
        object: &Bound<'py, PyAny>,
        key: &Py<PyAny>,
        whose: &str,
        call: impl FnOnce() -> PyResult<T>,
    ) -> PyResult<T> {
        let n_calls = self.0.fetch_add(1, Relaxed);
        if n_calls >= ALL && !n_calls.is_multiple_of(SELDOM) {
            return call();
        }
        let Some(before) = Snapshot::at(object, key) else { return call() };
        let answer = call()?;
        match before.holds(object, key) {
            true => Ok(answer),
            false => Err(changed(whose)),
        }
    }
}

/// The exception that names the mistake.
pub(super) fn changed(whose: &str) -> PyErr {
    Kind::WrongAnswer.error(format!(
        "{whose} changed the state it was given: expected it to be left alone. Copy it first, as in \
         `state = list(state)`, and change the copy"
    ))
}

/// How an object looked.
enum Snapshot<'py> {
    /// Its key, and the key's hash: the key may be the object itself.
    Key(Bound<'py, PyAny>, isize),
    /// A copy, where the key cannot be hashed.
    Copy(Bound<'py, PyAny>),
}

impl<'py> Snapshot<'py> {
    /// None if it cannot be told: whoever needs the key says what is wrong with it.
    fn at(object: &Bound<'py, PyAny>, key: &Py<PyAny>) -> Option<Self> {
        let py = object.py();
        let key = key.bind(py).call1((object,)).ok()?;
        if let Ok(hash) = key.hash() {
            return Some(Self::Key(key, hash));
        }
        let copy = py.import("copy").ok()?.call_method1("deepcopy", (object,)).ok()?;
        Some(Self::Copy(copy))
    }

    /// Whether it looks the same now. What cannot be compared counts as the same.
    fn holds(&self, object: &Bound<'py, PyAny>, key: &Py<PyAny>) -> bool {
        let is_same = || match self {
            Self::Copy(copy) => object.eq(copy),
            Self::Key(before, hash) => {
                let now = key.bind(object.py()).call1((object,))?;
                Ok(now.hash()? == *hash && (now.is(before) || now.eq(before)?))
            }
        };
        is_same().unwrap_or(true)
    }
}
