//! Exceptions with our sentences; their classes live in `plywood.errors`.

use std::fmt::Display;

use pyo3::prelude::*;

/// Which exception.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// A move that cannot be played here.
    IllegalMove,
    /// A position or a board that is none.
    BadPosition,
    /// A name, an option or a limit that is none.
    BadSetting,
    /// Python code of the caller's that answered with something unusable.
    WrongAnswer,
    /// Python code of the caller's that did not return in time.
    OutOfTime,
    /// A fault of ours.
    InternalError,
}

impl Kind {
    /// The exception of this kind with this sentence.
    pub(crate) fn error(self, sentence: impl Display) -> PyErr {
        let sentence = sentence.to_string();
        Python::attach(|py| {
            let made = py
                .import("plywood.errors")
                .and_then(|module| module.getattr(format!("{self:?}").as_str()))
                .and_then(|class| class.call1((sentence,)));
            made.map_or_else(|e| e, PyErr::from_value)
        })
    }
}
