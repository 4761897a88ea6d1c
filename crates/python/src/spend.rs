//! What a search may spend, as a Python caller says it: seconds or `"500ms"`, bytes or `"512MB"`.

use std::time::Duration;

use plywood_workbench::engines::Means;
use plywood_workbench::units::{parse_bytes, parse_count, parse_memory, parse_time};
use plywood_workbench::{Cancel, Limits};
use pyo3::prelude::*;

use crate::errors::Kind;

/// A number, or a text with a unit.
#[derive(Clone, Debug, FromPyObject)]
pub(crate) enum Amount {
    /// A whole number.
    Whole(u64),
    /// Any number.
    Number(f64),
    /// A number with its unit.
    Text(String),
}

impl Amount {
    /// Reads the amount as a person would have typed it.
    fn read<T>(&self, parse: fn(&str) -> Result<T, String>) -> PyResult<T> {
        let text = match self {
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => format!("{number:.9}"),
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
        nodes: nodes.map(|nodes| nodes.read(parse_count)).transpose()?,
        bytes: memory.map(|memory| memory.read(parse_memory)).transpose()?,
        depth,
        cancel: Cancel::default(),
    })
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
