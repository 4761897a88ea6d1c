//! What a search may spend, as a Python caller says it: seconds or `"500ms"`, bytes or `"512MB"`.

use std::time::Duration;

use plywood_workbench::engines::Means;
use plywood_workbench::units::{parse_bytes, parse_count, parse_memory, parse_time};
use plywood_workbench::{Cancel, Limits};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::errors::Kind;

/// Searches on a learner's game look to the end if nobody says how deep. They recurse once a ply, and a
/// game that never ends must not use up the stack; so nobody looks or counts deeper than this.
pub(crate) const DEEPEST: u32 = 1000;

/// A whole number from 0, or a sentence.
pub(crate) fn whole<N: TryFrom<u64>>(given: &Bound<'_, PyAny>) -> PyResult<N> {
    let number = given.extract::<u64>().ok().and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| {
        let shown = given.repr().map_or_else(|_| "this".into(), |text| text.to_string());
        let sentence = format!("{shown} cannot be used here: expected a whole number from 0");
        match given.is_instance_of::<PyInt>() {
            true => PyValueError::new_err(sentence),
            false => PyTypeError::new_err(sentence),
        }
    })
}

/// A list of texts, or a sentence: one text is no list.
pub(crate) fn texts(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    given.extract().map_err(|_| {
        let shown = given.repr().map_or_else(|_| "this".into(), |text| text.to_string());
        PyTypeError::new_err(format!(
            "{shown} is no list of moves: expected texts, as in [\"a1\", \"b2\"]"
        ))
    })
}

/// A number, or a text with a unit.
#[derive(Clone, Debug)]
pub(crate) enum Amount {
    /// A whole number.
    Whole(u64),
    /// Any number.
    Number(f64),
    /// A number with its unit.
    Text(String),
}

impl FromPyObject<'_, '_> for Amount {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(Self::Text(text.extract()?));
        }
        if let Ok(whole) = given.extract() {
            return Ok(Self::Whole(whole));
        }
        given.extract().map(Self::Number).map_err(|e| {
            match e.is_instance_of::<PyTypeError>(given.py()) {
                true => {
                    let kind = given.get_type();
                    let kind = kind.name().map_or_else(|_| "this".into(), |name| name.to_string());
                    PyTypeError::new_err(format!(
                        "{kind} is no amount: expected a number, or a text such as 500ms, 64MB or 2M"
                    ))
                }
                false => e,
            }
        })
    }
}

impl Amount {
    /// Reads the amount as a person would have typed it.
    fn read<T>(&self, parse: fn(&str) -> Result<T, plywood_workbench::Refused>) -> PyResult<T> {
        let text = match self {
            Self::Whole(number) => number.to_string(),
            Self::Number(number) if number.abs() < 1e18 => number.to_string(),
            Self::Number(number) => format!("{number:e}"),
            Self::Text(text) => text.clone(),
        };
        parse(&text).map_err(|e| Kind::BadSetting.error(e))
    }
}

/// The limits of one search.
pub(crate) fn limits(
    time: Option<Amount>,
    nodes: Option<Amount>,
    depth: Option<u32>,
    memory: Option<Amount>,
) -> PyResult<Limits> {
    Ok(Limits {
        time: time.map(|time| seconds(&time)).transpose()?,
        nodes: nodes.map(|nodes| count(&nodes)).transpose()?,
        bytes: memory.map(|memory| memory.read(parse_memory)).transpose()?,
        depth,
        cancel: Cancel::default(),
    })
}

/// A number of nodes.
pub(crate) fn count(nodes: &Amount) -> PyResult<u64> {
    nodes.read(parse_count)
}

/// A number of plies to count that a search survives.
pub(crate) fn check_plies(depth: u32) -> PyResult<()> {
    match depth {
        0..=DEEPEST => Ok(()),
        _ => Err(Kind::BadSetting
            .error(format!("{depth} plies are too many to count: expected at most {DEEPEST}"))),
    }
}

/// A time in seconds, or with its unit.
pub(crate) fn seconds(time: &Amount) -> PyResult<Duration> {
    time.read(parse_time)
}

/// What an engine may use; memory is for its table or tree.
pub(crate) fn means(memory: Option<&Amount>, threads: usize, seed: u64) -> PyResult<Means> {
    let usual = Means::default();
    let hash = memory.map(|memory| memory.read(parse_bytes)).transpose()?.unwrap_or(usual.hash);
    Ok(Means { threads: checked_threads(threads)?, hash, seed })
}

/// A number of threads that a machine could have.
pub(crate) fn checked_threads(threads: usize) -> PyResult<usize> {
    match threads {
        1..=256 => Ok(threads),
        _ => Err(Kind::BadSetting
            .error(format!("{threads} is not a number of threads: expected 1 to 256"))),
    }
}
