//! `plywood.Position`: a game under way.

use std::hash::{DefaultHasher, Hash, Hasher};

use plywood_workbench::engines::ProofMethod;
use plywood_workbench::games::{self, Look, OpenError, Passes, Table};
use plywood_workbench::{Cancel, Limits};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyTuple};

use crate::engine::{Thinking, think};
use crate::errors::Kind;
use crate::spend::{self, Amount};
use crate::{arrays, data, watch};

/// A game under way: the position, and the moves that led to it.
///
/// ``Position("quarto")`` begins a game; a position text, moves on top of it, rules and the seed of
/// shuffled games may be given. ``str(position)`` draws it.
#[pyclass(module = "plywood")]
pub struct Position {
    table: Box<dyn Table>,
    game: &'static str,
    rules: String,
    seed: u64,
}

impl Position {
    /// A position that a judge or a bot is shown.
    pub(crate) fn shown(table: Box<dyn Table>, game: &'static str, rules: &str) -> Self {
        Self { table, game, rules: rules.to_owned(), seed: 0 }
    }

    /// A table for a search, which leaves the position itself to whoever plays on meanwhile.
    fn fork(slf: &Bound<'_, Self>) -> PyResult<Box<dyn Table>> {
        Ok(slf.try_borrow()?.table.fork())
    }

    pub(crate) fn table(&self) -> &dyn Table {
        &*self.table
    }

    pub(crate) fn game_name(&self) -> &'static str {
        self.game
    }

    pub(crate) fn rules_text(&self) -> &str {
        &self.rules
    }
}

/// Which exception a refusal to open a game is.
pub(crate) fn open_error(e: &OpenError) -> PyErr {
    match e {
        OpenError::Refused(_) => Kind::BadPosition.error(e),
        _ => Kind::BadSetting.error(e),
    }
}

/// Rules as the workbench reads them, from a text or a dictionary.
pub(crate) fn rules_text(rules: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let Some(rules) = rules else { return Ok(String::new()) };
    if let Ok(text) = rules.extract::<String>() {
        return Ok(text);
    }
    let Ok(mapping) = rules.cast::<PyMapping>() else {
        return Err(PyTypeError::new_err("rules are a text such as squares=true, or a dictionary"));
    };
    let pair = |item: Bound<'_, PyAny>| {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        Ok(format!("{}={}", key.str()?, value.str()?.to_string().to_lowercase()))
    };
    Ok(mapping.items()?.iter().map(pair).collect::<PyResult<Vec<_>>>()?.join(","))
}

fn look(name: &str) -> PyResult<Look> {
    match name {
        "plain" => Ok(Look::Plain),
        "unicode" => Ok(Look::Unicode),
        "coloured" | "colored" => Ok(Look::Coloured),
        _ => Err(Kind::BadSetting
            .error(format!("`{name}` is not a way to draw: expected plain, unicode or coloured"))),
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, position=None, *, moves=Vec::new(), rules=None, seed=0))]
    fn new(
        game: &str,
        position: Option<&str>,
        #[pyo3(from_py_with = spend::texts)] moves: Vec<String>,
        rules: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = spend::whole)] seed: u64,
    ) -> PyResult<Self> {
        let rules = rules_text(rules)?;
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let table =
            games::open(game, &rules, seed, position, &moves).map_err(|e| open_error(&e))?;
        let game = games::find(game).map_err(|e| open_error(&e))?.name;
        Ok(Self { table, game, rules, seed })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game
    }

    /// The rules chosen, as ``key=value`` separated by commas.
    #[getter]
    fn rules(&self) -> &str {
        &self.rules
    }

    /// The position as one line.
    #[getter]
    fn text(&self) -> String {
        self.table.position()
    }

    /// Whose turn it is: 1 or 2.
    #[getter]
    fn to_move(&self) -> u32 {
        self.table.turn().number()
    }

    /// How many moves were played since the position this game began with.
    #[getter]
    fn ply(&self) -> usize {
        self.table.n_played()
    }

    /// Those moves.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.table.history()
    }

    /// A 64-bit hash of the position.
    #[getter]
    fn key(&self) -> u64 {
        self.table.key()
    }

    /// The legal moves in the game's own order; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.table.moves()
    }

    /// What the game was worth to player 1 once it is over, else ``None``: points, or 1, 0 and -1.
    #[getter]
    fn result(&self) -> Option<i32> {
        self.table.result()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.table.result().is_some()
    }

    /// The points of both players so far; ``None`` in games without points.
    #[getter]
    fn points(&self) -> Option<(u32, u32)> {
        self.table.points().map(|[one, two]| (one, two))
    }

    /// Plays a move given as text, or raises `IllegalMove` and says why not.
    fn play(&mut self, step: &str) -> PyResult<()> {
        self.table.play(step).map_err(|e| Kind::IllegalMove.error(e))
    }

    /// Takes back the last move.
    fn undo(&mut self) -> PyResult<()> {
        match self.table.take_back() {
            true => Ok(()),
            false => Err(PyIndexError::new_err("there is no move to take back")),
        }
    }

    /// Another game at the same point; playing on one leaves the other alone.
    pub(crate) fn copy(&self) -> Self {
        Self {
            table: self.table.fork(),
            game: self.game,
            rules: self.rules.clone(),
            seed: self.seed,
        }
    }

    /// Anyone's way to write a legal move, as this game writes it.
    fn read(&self, step: &str) -> PyResult<String> {
        self.table.canonical(step).map_err(|e| Kind::IllegalMove.error(e))
    }

    /// The position drawn over several lines: ``plain``, ``unicode`` or ``coloured``.
    #[pyo3(signature = (look="unicode"))]
    fn draw(&self, look: &str) -> PyResult<String> {
        Ok(self.table.draw(self::look(look)?))
    }

    /// How many sequences of exactly ``depth`` plies there are.
    fn perft(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = spend::whole)] depth: u32,
    ) -> PyResult<u64> {
        spend::check_plies(depth)?;
        if depth == 0 {
            return Ok(1);
        }
        let (py, table, cancel) = (slf.py(), Self::fork(slf)?, Cancel::default());
        let count = || table.perft(depth, Passes::Count, &cancel);
        let perft = watch::silently(py, &cancel, count)?;
        Ok(perft.nodes.last().copied().unwrap_or(0))
    }

    /// The same by first move.
    fn divide<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = spend::whole)] depth: u32,
    ) -> PyResult<Bound<'py, PyDict>> {
        spend::check_plies(depth)?;
        let (py, table, cancel) = (slf.py(), Self::fork(slf)?, Cancel::default());
        let count = || table.divide(depth, Passes::Count, &cancel);
        let counts = watch::silently(py, &cancel, count)?;
        let dict = PyDict::new(py);
        counts.into_iter().flatten().try_for_each(|(step, n)| dict.set_item(step, n))?;
        Ok(dict)
    }

    /// Plays ``n`` random games from here to their end and says how they went.
    #[pyo3(signature = (n, *, seed=0))]
    fn playouts<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = spend::whole)] n: u64,
        #[pyo3(from_py_with = spend::whole)] seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, table, cancel) = (slf.py(), Self::fork(slf)?, Cancel::default());
        let sum = watch::silently(py, &cancel, || table.playouts(n, seed, &cancel))?;
        let fields = PyDict::new(py);
        fields.set_item("games", sum.games)?;
        fields.set_item("wins", sum.wins)?;
        fields.set_item("draws", sum.draws)?;
        fields.set_item("losses", sum.losses)?;
        fields.set_item("results", sum.results)?;
        fields.set_item("plies", sum.plies)?;
        fields.set_item("time_s", sum.time.as_secs_f64())?;
        data::made(py, "Playouts", fields.into_any())
    }

    /// What an engine thinks of the position.
    ///
    /// ``time`` is in seconds or a text such as ``"500ms"``; without any limit an engine takes a second.
    /// ``evaluator(position)`` replaces our judge: what the position is worth to the side to move.
    /// ``progress(analysis)`` hears of every finished pass; returning ``False`` ends the search.
    #[pyo3(signature = (engine="best", *, lines=1, time=None, nodes=None, depth=None, memory=None,
                        threads=1, seed=0, evaluator=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "Python has keywords")]
    fn analyse<'py>(
        slf: &Bound<'py, Self>,
        engine: &str,
        lines: usize,
        time: Option<Amount>,
        nodes: Option<Amount>,
        depth: Option<u32>,
        memory: Option<Amount>,
        threads: usize,
        #[pyo3(from_py_with = spend::whole)] seed: u64,
        evaluator: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let means = spend::means(memory.as_ref(), threads, seed)?;
        let limits = spend::limits(time, nodes, depth, None)?;
        let asked = Thinking { lines, limits, evaluator, progress };
        let engine = crate::engine::read(engine, evaluator.is_some())?;
        crate::engine::check_evaluator(&engine, evaluator.is_some())?;
        let position = slf.try_borrow()?.copy();
        let mut thinker = position.table.seat(&engine, &means);
        think(slf.py(), &position, &engine, thinker.as_mut(), asked)
    }

    /// `analyse`, in the other spelling.
    #[pyo3(signature = (*args, **kwargs))]
    fn analyze<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method("analyse", args, kwargs)
    }

    /// Proves what the position is worth, and every move if ``all_moves``. ``engine`` is ``best``,
    /// ``iterative`` or ``df-pn``.
    #[pyo3(signature = (*, engine="best", all_moves=false, time=None, nodes=None, memory=None, threads=1))]
    fn solve<'py>(
        slf: &Bound<'py, Self>,
        engine: &str,
        all_moves: bool,
        time: Option<Amount>,
        nodes: Option<Amount>,
        memory: Option<Amount>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let method: ProofMethod = engine.parse().map_err(|e| Kind::BadSetting.error(e))?;
        let means = spend::means(memory.as_ref(), threads, 0)?;
        let limits: Limits = spend::limits(time, nodes, None, None)?;
        let (py, table) = (slf.py(), Self::fork(slf)?);
        let prove = || table.prove(method, all_moves, &means, &limits);
        let solution = watch::silently(py, &limits.cancel, prove)?;
        data::report(py, "Solution", &solution)
    }

    /// Every move there can be in this game has a number below this.
    #[getter]
    fn n_actions(&self) -> usize {
        self.table.n_actions()
    }

    /// The numbers of the legal moves, in the order of ``legal_moves``.
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        self.table.actions()
    }

    /// Plays the legal move of this number.
    fn play_action(&mut self, #[pyo3(from_py_with = spend::whole)] action: usize) -> PyResult<()> {
        self.table.play_action(action).map_err(|e| Kind::IllegalMove.error(e))
    }

    /// The text of the legal move of this number.
    fn move_of(&self, #[pyo3(from_py_with = spend::whole)] action: usize) -> PyResult<String> {
        let place = self.table.actions().iter().position(|&known| known == action);
        place.and_then(|place| self.table.moves().into_iter().nth(place)).ok_or_else(|| {
            Kind::IllegalMove
                .error(format!("{action} is not the number of a legal move in this position"))
        })
    }

    /// The number of a legal move.
    fn action_of(&self, step: &str) -> PyResult<usize> {
        let text = self.read(step)?;
        let place = self.table.moves().iter().position(|known| *known == text);
        let action = place.and_then(|place| self.table.actions().get(place).copied());
        action.ok_or_else(|| Kind::InternalError.error(format!("`{text}` has no number")))
    }

    // Calls of Python code may let another thread play: nothing is borrowed meanwhile.

    /// A NumPy array of ``n_actions`` numbers: 1 where the move is legal, else 0.
    fn action_mask<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (n_actions, actions) = {
            let table = &slf.try_borrow()?.table;
            (table.n_actions(), table.actions())
        };
        arrays::mask(slf.py(), n_actions, &actions)
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.table.observation_shape().into()
    }

    /// The position as a NumPy array of planes, seen by the side to move.
    fn observation<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (planes, shape) = {
            let table = &slf.try_borrow()?.table;
            (table.observation(), table.observation_shape())
        };
        arrays::shorts(slf.py(), &planes, &shape)
    }

    fn __str__(&self) -> String {
        self.table.draw(Look::Unicode)
    }

    fn __repr__(&self) -> String {
        format!("<plywood.Position {}: {}>", self.game, self.table.position())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| {
                self.game == other.game
                    && self.rules == other.rules
                    && self.table.position() == other.table.position()
            })
        })
    }

    /// Equal positions have the same hash. Whoever keeps one in a set or as a key plays on a copy.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game, &self.rules, self.table.position()).hash(&mut hasher);
        hasher.finish()
    }

    /// The position drawn, for notebooks.
    fn _repr_html_(&self) -> String {
        let drawn = self.table.draw(Look::Unicode);
        let drawn = drawn.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!("<pre style=\"line-height: 1.2\">{drawn}</pre>")
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// Pickles the position the game began with and the moves since.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { table, game, rules, seed } = slf.try_borrow()?.copy();
        let mut start = table.fork();
        while start.take_back() {}
        let rebuild = slf.py().import("plywood._pickle")?.getattr("position")?;
        (rebuild, (game, start.position(), table.history(), rules, seed)).into_pyobject(slf.py())
    }
}
