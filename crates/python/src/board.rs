//! `plywood.Board`: a board of the puzzle.

use std::hash::{DefaultHasher, Hash, Hasher};

use plywood_workbench::puzzle::{self, Cell, NamedBoard};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::Kind;

/// A board of the *Blokus Uno* puzzle. Heuristics written in Python are shown one.
#[pyclass(module = "plywood", frozen)]
#[derive(Clone)]
pub struct Board(pub(crate) NamedBoard);

/// The boards meant by a name, a file, a board's text, or a `Board`.
pub(crate) fn boards_of(what: &Bound<'_, PyAny>) -> PyResult<Vec<NamedBoard>> {
    if let Ok(board) = what.cast::<Board>() {
        return Ok(vec![board.get().0.clone()]);
    }
    let path = what.call_method0("__fspath__").unwrap_or_else(|_| what.clone());
    let Ok(text) = path.extract::<String>() else {
        return Err(PyTypeError::new_err("a board is a name, a file, a board's text or a Board"));
    };
    if text.contains('\n') {
        let board = text.parse().map_err(|e| Kind::BadPosition.error(e))?;
        return Ok(vec![NamedBoard { name: "text".into(), board }]);
    }
    puzzle::load(&text).map_err(|e| Kind::BadPosition.error(e))
}

/// The one board meant.
pub(crate) fn board_of(what: &Bound<'_, PyAny>) -> PyResult<NamedBoard> {
    let mut boards = boards_of(what)?;
    match boards.len() {
        1 => Ok(boards.remove(0)),
        n => Err(Kind::BadPosition
            .error(format!("there are {n} boards: choose one as in {}", boards[0].name))),
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (board, *, name=None))]
    fn new(board: &Bound<'_, PyAny>, name: Option<String>) -> PyResult<Self> {
        let board = board_of(board)?;
        let name = name.unwrap_or(board.name);
        Ok(Self(NamedBoard { name, ..board }))
    }

    /// ``A`` to ``F``, or the file's name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// How many rows there are.
    #[getter]
    fn rows(&self) -> usize {
        self.0.board.rows()
    }

    /// How many columns there are.
    #[getter]
    fn columns(&self) -> usize {
        self.0.board.columns()
    }

    /// Cells asked for; ``None`` if the board names no objective.
    #[getter]
    fn objective(&self) -> Option<u32> {
        self.0.board.objective
    }

    /// Own cells.
    #[getter]
    fn own(&self) -> u32 {
        self.0.board.count(Cell::Own)
    }

    /// Cells still missing to the objective.
    #[getter]
    fn missing(&self) -> u32 {
        self.0.board.objective.unwrap_or(0).saturating_sub(self.own())
    }

    /// How many ``a``, ``b`` and ``c`` are left.
    #[getter]
    fn stock(&self) -> PyResult<(u32, u32, u32)> {
        let left = self.0.board.stock_left().map_err(|e| Kind::BadPosition.error(e))?;
        Ok((left.a, left.b, left.c))
    }

    /// The rows as texts of ``.`` (empty), ``#`` (blocked) and ``1`` (own).
    #[getter]
    fn cells(&self) -> Vec<String> {
        self.0.board.rows_text().lines().map(str::to_owned).collect()
    }

    /// The board as a file would hold it.
    #[getter]
    fn text(&self) -> String {
        self.0.board.to_string()
    }

    /// The placements the rules allow here, such as ``b@a1``.
    fn moves(&self) -> PyResult<Vec<String>> {
        let posed = puzzle::pose(&self.0).map_err(|e| Kind::BadPosition.error(e))?;
        let standing = posed.quest.standing(&[]).map_err(|e| Kind::BadPosition.error(e))?;
        Ok(standing.steps)
    }

    /// The board after a placement; this one stays as it is. A placement that breaks a rule raises
    /// `IllegalMove` and says which.
    fn play(&self, step: &str) -> PyResult<Self> {
        let after = puzzle::check_witness(&self.0.board, None, &[step]);
        let board = after.map_err(|e| Kind::IllegalMove.error(e))?;
        Ok(Self(NamedBoard { name: self.0.name.clone(), board }))
    }

    /// Whether the objective is reached.
    #[getter]
    fn is_goal(&self) -> bool {
        self.0.board.objective.is_some() && self.missing() == 0
    }

    fn __str__(&self) -> String {
        self.0.board.rows_text()
    }

    fn _repr_html_(&self) -> String {
        format!("<pre style=\"line-height: 1.2\">{}</pre>", self.0.board.rows_text())
    }

    fn __repr__(&self) -> String {
        format!(
            "<plywood.Board {}: {} of {} cells>",
            self.0.name,
            self.own(),
            self.own() + self.missing()
        )
    }

    /// Pickles the board's text and name.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rebuild = py.import("plywood._pickle")?.getattr("board")?;
        (rebuild, (self.text(), self.name())).into_pyobject(py)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.board == self.0.board)
    }
}
