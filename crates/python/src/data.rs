//! Plain data of ours as Python's: dictionaries, lists, numbers, and the classes of `plywood.reports`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

use crate::errors::Kind;

/// Anything that could be written as JSON, as dictionaries, lists, numbers and texts.
pub(crate) fn plain<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(data).map_err(|e| Kind::InternalError.error(e))?;
    object(py, &value)
}

/// The report of this class of `plywood.reports` with our fields.
pub(crate) fn report<'py>(
    py: Python<'py>,
    class: &str,
    data: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    made(py, class, plain(py, data)?)
}

/// The report of this class with these fields.
pub(crate) fn made<'py>(
    py: Python<'py>,
    class: &str,
    fields: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("plywood.reports")?.getattr(class)?.call_method1("_of", (fields,))
}

fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => value.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            _ => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            items.iter().try_for_each(|item| list.append(object(py, item)?))?;
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            fields.iter().try_for_each(|(name, item)| dict.set_item(name, object(py, item)?))?;
            dict.into_any()
        }
    })
}
