//! `plywood.Engine`: an engine seated at a game.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{ThreadId, current};
use std::time::Duration;

use plywood_workbench::Limits;
use plywood_workbench::engines::{self, Findings, Kind as EngineKind, Means, Thinker, Thought};
use plywood_workbench::games::{self, Table};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::data;
use crate::errors::Kind;
use crate::learn::{Asked, Calls, number};
use crate::position::{Position, open_error, rules_text};
use crate::spend::{self, Amount};
use crate::watch::{self, Listener};

/// What an engine that nobody limits takes.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// What is asked of an engine.
pub(crate) struct Thinking<'a, 'py> {
    pub(crate) lines: usize,
    pub(crate) limits: Limits,
    pub(crate) evaluator: Option<&'a Bound<'py, PyAny>>,
    pub(crate) progress: Option<&'a Bound<'py, PyAny>>,
}

/// The engine of this name. With a judge of the caller's own, `best` is the search that asks it.
pub(crate) fn read(text: &str, is_told: bool) -> PyResult<engines::Engine> {
    let mut engine: engines::Engine = text.parse().map_err(|e| Kind::BadSetting.error(e))?;
    if is_told && engine.kind == EngineKind::Best {
        engine.kind = EngineKind::Iterative;
    }
    Ok(engine)
}

/// Refuses an evaluator that nobody would look at.
pub(crate) fn check_evaluator(engine: &engines::Engine, is_given: bool) -> PyResult<()> {
    let why = match engine.kind {
        _ if !is_given => return Ok(()),
        EngineKind::Mcts if engine.playout.is_none() => {
            "mcts plays its games to the end unless it is told when to stop, as in mcts:playout=8"
        }
        EngineKind::Random | EngineKind::Largest => "it does not look ahead",
        _ => return Ok(()),
    };
    Err(Kind::BadSetting
        .error(format!("{engine} does not look at an evaluator: leave it out ({why})")))
}

/// Lets a seated engine think about a position.
pub(crate) fn think<'py>(
    py: Python<'py>,
    position: &Position,
    engine: &engines::Engine,
    thinker: &mut dyn Thinker,
    asked: Thinking<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let Thinking { lines, limits, evaluator, progress } = asked;
    let limits = engine.within(limits, USUAL_TIME);
    let table = position.table().snapshot();
    let show = |py: Python<'py>, thought: Thought| data::report(py, "Analysis", &thought);
    let found = match evaluator {
        None => {
            let listener = Listener { callable: progress, show: &show };
            watch::run(py, &limits.cancel, &listener, |tell| {
                thinker
                    .think(table.as_ref(), lines, &limits, &mut |found| tell(table.thought(found)))
            })?
        }
        Some(evaluator) => {
            told(py, position, thinker, (table.as_ref(), lines), &limits, evaluator, progress)?
        }
    };
    show(py, table.thought(&found.map_err(|e| Kind::BadPosition.error(e))?))
}

/// Thinks with a judge written in Python, on the caller's thread.
fn told<'py>(
    py: Python<'py>,
    position: &Position,
    thinker: &mut dyn Thinker,
    (table, lines): (&dyn Table, usize),
    limits: &Limits,
    evaluator: &Bound<'py, PyAny>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Result<Findings, games::Refused>> {
    let calls = Calls::new(limits);
    let (game, rules) = (position.game_name(), position.rules_text());
    let evaluator = evaluator.clone().unbind();
    let progress = progress.map(|progress| progress.clone().unbind());
    calls.run(py, || {
        let judge = |table| {
            calls.ask(0.0, |py| {
                let shown = Position::shown(table, game, rules);
                number(&evaluator.bind(py).call1((shown,))?, "the evaluator")
            })
        };
        thinker.think_with_judge(table, lines, limits, &judge, &mut |found| {
            let thought = table.thought(found);
            calls.tell(progress.as_ref(), |py| data::report(py, "Analysis", &thought));
        })
    })
}

/// An engine seated at one game. It keeps what it learned from one move to the next.
///
/// ``Engine("mcts:nodes=5000", "blokus")``; ``choose(position)`` plays, ``analyse(position)`` explains. The game may be
/// one of yours: positions are its states, and nothing is kept between moves.
#[pyclass(module = "plywood", frozen)]
pub struct Engine {
    engine: engines::Engine,
    game: &'static str,
    rules: String,
    means: Means,
    /// A game written in Python, in place of the named one.
    own: Option<Py<PyAny>>,
    thinker: Mutex<Option<Box<dyn Thinker>>>,
    /// Who had it last.
    holder: Mutex<Option<ThreadId>>,
}

impl Engine {
    /// The thinker, once nobody else holds it. Whoever does gave the interpreter back, so waiting must
    /// not keep it.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Option<Box<dyn Thinker>>>> {
        loop {
            match self.thinker.try_lock() {
                Ok(thinker) => {
                    let mut holder = self.holder.lock().unwrap_or_else(PoisonError::into_inner);
                    *holder = Some(current().id());
                    return Ok(thinker);
                }
                Err(TryLockError::Poisoned(broken)) => return Ok(broken.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    let holder = *self.holder.lock().unwrap_or_else(PoisonError::into_inner);
                    if holder == Some(current().id()) {
                        return Err(Kind::BadSetting.error(
                            "this engine is thinking already: its own listener cannot ask it",
                        ));
                    }
                    py.detach(|| std::thread::sleep(Duration::from_millis(1)));
                    py.check_signals()?;
                }
            }
        }
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (engine, game, *, rules=None, memory=None, threads=1, seed=0))]
    fn new(
        engine: &str,
        game: &Bound<'_, PyAny>,
        rules: Option<&Bound<'_, PyAny>>,
        memory: Option<Amount>,
        threads: usize,
        #[pyo3(from_py_with = spend::whole)] seed: u64,
    ) -> PyResult<Self> {
        let engine = read(engine, game.cast::<PyString>().is_err())?;
        let means: Means = spend::means(memory.as_ref(), threads, seed)?;
        let rules = rules_text(rules)?;
        let Ok(game) = game.extract::<String>() else {
            crate::learn::check_game(game)?;
            let (own, thinker) = (Some(game.clone().unbind()), Mutex::new(None));
            return Ok(Self {
                engine,
                game: "",
                rules,
                means,
                own,
                thinker,
                holder: Mutex::new(None),
            });
        };
        let game = game.as_str();
        let table = games::open(game, &rules, 0, None, &[]).map_err(|e| open_error(&e))?;
        let game = games::find(game).map_err(|e| open_error(&e))?.name;
        let thinker = Mutex::new(Some(table.seat(&engine, &means)));
        Ok(Self { engine, game, rules, means, own: None, thinker, holder: Mutex::new(None) })
    }

    /// The game it is seated at: its name, or the game itself if it is one of yours.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.own {
            Some(own) => own.bind(py).clone(),
            None => PyString::new(py, self.game).into_any(),
        }
    }

    /// The engine with its options.
    #[getter]
    fn name(&self) -> String {
        self.engine.to_string()
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

    /// What it thinks of a position; see `Position.analyse`.
    #[pyo3(signature = (position, *, lines=1, time=None, nodes=None, depth=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "Python has keywords")]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        lines: usize,
        time: Option<Amount>,
        nodes: Option<Amount>,
        depth: Option<u32>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(own) = &self.own {
            let limits = spend::limits(time, nodes, depth, None)?;
            let limits = self.engine.within(limits, USUAL_TIME);
            let asked = Asked::new(self.engine.clone(), lines, self.means.clone(), limits);
            let progress = progress.map(|progress| progress.clone().unbind());
            return crate::learn::think(py, own.bind(py), Some(position), None, &asked, progress);
        }
        let Ok(position) = position.cast::<Position>() else {
            let kind = position.get_type();
            return Err(PyTypeError::new_err(format!(
                "{kind} is no position: expected a Position"
            )));
        };
        let position = position.try_borrow()?.copy();
        if position.game_name() != self.game {
            return Err(Kind::BadPosition.error(format!(
                "this engine plays {}, and the position is one of {}",
                self.game,
                position.game_name()
            )));
        }
        let mut thinker = self.lock(py)?;
        let thinker = thinker.as_deref_mut().expect("a game of the catalogue has its thinker");
        let limits = spend::limits(time, nodes, depth, None)?;
        let asked = Thinking { lines, limits, evaluator: None, progress };
        think(py, &position, &self.engine, thinker, asked)
    }

    /// The move it would play, or ``None`` if the game is over.
    #[pyo3(signature = (position, *, time=None, nodes=None, depth=None))]
    fn choose<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        time: Option<Amount>,
        nodes: Option<Amount>,
        depth: Option<u32>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.analyse(py, position, 1, time, nodes, depth, None)?.getattr("best")
    }

    /// Forgets everything, as before the first move.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(thinker) = self.lock(py)?.as_mut() {
            thinker.forget();
        }
        Ok(())
    }

    /// Pickles how it was made; what it learned stays behind.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { rules, means, .. } = slf.get();
        let game = slf.get().game(slf.py());
        let rebuild = slf.py().import("plywood._pickle")?.getattr("engine")?;
        let made = (slf.get().name(), game, rules, means.hash, means.threads, means.seed);
        (rebuild, made).into_pyobject(slf.py())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let game = match &self.own {
            Some(own) => own.bind(py).get_type().name()?.to_string(),
            None => self.game.to_owned(),
        };
        Ok(format!("<plywood.Engine {} at {game}>", self.engine))
    }
}
