//! The native half of the Python package `plywood`; `python/plywood` is the other half.
//!
//! Everything here turns Python's arguments into the workbench's words and its plain data back into
//! Python's. Searches run without the interpreter's lock.

use pyo3::prelude::*;

/// The native half of `plywood`; use `plywood` itself.
#[pymodule]
mod _native {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
