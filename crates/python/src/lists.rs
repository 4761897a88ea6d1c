//! What there is by name: games and engines.

use plywood_workbench::engines::{EngineOption, Kind};
use plywood_workbench::games::CATALOGUE;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The games by name, with what each is and the rules that can be chosen.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for entry in &CATALOGUE {
        let rules = PyDict::new(py);
        entry.rules.iter().try_for_each(|rule| rules.set_item(rule.key, rule.values.to_vec()))?;
        let fields = PyDict::new(py);
        fields.set_item("about", entry.about.to_string())?;
        fields.set_item("rules", rules)?;
        fields.set_item("is_shuffled", entry.is_shuffled)?;
        dict.set_item(entry.name, fields)?;
    }
    Ok(dict)
}

/// The engines by name, with what each does and its options.
#[pyfunction]
pub(crate) fn engines(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for kind in Kind::ALL {
        let options = PyDict::new(py);
        let add =
            |option: &EngineOption| options.set_item(option.key(), option.expected().to_string());
        kind.options().iter().try_for_each(add)?;
        let fields = PyDict::new(py);
        fields.set_item("about", kind.explain().to_string())?;
        fields.set_item("options", options)?;
        dict.set_item(kind.name(), fields)?;
    }
    Ok(dict)
}
