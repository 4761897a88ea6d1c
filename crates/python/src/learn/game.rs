//! A game for two written in Python, and evaluators written in Python.

use std::fmt;
use std::sync::{Arc, OnceLock};

use plywood_contract::{Evaluator, Game, Keyed, Score, Seat};
use pyo3::prelude::*;

use super::calls::{Calls, number, wrong};
use super::problem::{Names, method};
use super::untouched::Untouched;

/// A point, or a win in games without points, in the units of scores.
pub(super) const POINT: f64 = 1000.0;
/// Results beyond this would not fit into a score.
const MOST: i32 = 100_000;

/// A position of a learner's game. Copies share it, and what Python said of it.
#[derive(Clone)]
pub(crate) struct Position(Arc<Held>);

struct Held {
    object: Py<PyAny>,
    turn: OnceLock<Seat>,
    result: OnceLock<Option<i32>>,
    number: OnceLock<u32>,
}

impl Position {
    fn new(object: Bound<'_, PyAny>) -> Self {
        let (turn, result, number) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self(Arc::new(Held { object: object.unbind(), turn, result, number }))
    }

    /// What Python knows it as.
    pub(crate) fn object<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.object.bind(py).clone()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Python::attach(|py| self.0.object.bind(py).to_string()))
    }
}

/// The same object, or equal ones; what cannot be compared is not equal.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&self.0.object, &other.0.object);
        one.is(two) || Python::attach(|py| one.bind(py).eq(two).unwrap_or(false))
    }
}

impl Eq for Position {}

/// A game whose rules are Python's.
pub(crate) struct Learned {
    turn: Py<PyAny>,
    moves: Py<PyAny>,
    play: Py<PyAny>,
    result: Py<PyAny>,
    key: Py<PyAny>,
    /// Moves by number.
    pub(super) names: Names,
    /// Keys of positions by number: no two share one, as hashes might.
    keys: Names,
    pub(crate) calls: Calls,
    untouched: Untouched,
    start: Position,
}

impl Learned {
    /// Looks at an object once; what it lacks is said here. Without a `state` games begin at its start.
    pub(crate) fn new(
        game: &Bound<'_, PyAny>,
        state: Option<&Bound<'_, PyAny>>,
        calls: Calls,
    ) -> PyResult<Self> {
        let py = game.py();
        let find = |name| method(game, "game", name);
        let start = match state {
            Some(state) => state.clone(),
            None => find("start")?.bind(py).call0()?,
        };
        Ok(Self {
            turn: find("turn")?,
            moves: find("moves")?,
            play: find("play")?,
            result: find("result")?,
            key: find("key")?,
            names: Names::new(py),
            keys: Names::new(py),
            calls,
            untouched: Untouched::default(),
            start: Position::new(start),
        })
    }

    /// A state of Python's as a position.
    pub(crate) fn held(&self, state: &Bound<'_, PyAny>) -> Position {
        Position::new(state.clone())
    }

    /// What Python knows a move as.
    pub(crate) fn name<'py>(&self, py: Python<'py>, step: u32) -> Bound<'py, PyAny> {
        self.names.object(py, step).into_bound(py)
    }

    /// What Python says of a position; a method that changes it is an error.
    fn ask<T>(
        &self,
        instead: T,
        position: &Position,
        whose: &str,
        ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>,
    ) -> T {
        self.calls.ask(instead, |py| {
            let object = position.0.object.bind(py);
            self.untouched.call(object, &self.key, whose, || ask(object))
        })
    }

    fn list(&self, position: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let listed = self.moves.bind(position.py()).call1((position,))?;
        let items = listed.try_iter().map_err(|_| wrong(&listed, "moves", "a list"))?;
        let moves: Vec<u32> =
            items.map(|step| self.names.number(&step?)).collect::<PyResult<_>>()?;
        if moves.is_empty() && !self.calls.has_failed() {
            let expected = "a move, since result says that the game is not over";
            return Err(wrong(&listed, "moves", expected));
        }
        Ok(moves)
    }
}

impl Game for Learned {
    type Position = Position;
    /// The move's number among [`Names`].
    type Move = u32;
    /// The position before.
    type Undo = Position;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn turn(&self, position: &Position) -> Seat {
        *position.0.turn.get_or_init(|| {
            self.ask(Seat::One, position, "turn", |object| {
                let answer = self.turn.bind(object.py()).call1((object,))?;
                match answer.extract::<u32>() {
                    Ok(1) => Ok(Seat::One),
                    Ok(2) => Ok(Seat::Two),
                    _ => Err(wrong(&answer, "turn", "1 or 2")),
                }
            })
        })
    }

    fn moves(&self, position: &Position, out: &mut Vec<u32>) {
        if self.result(position).is_none() {
            out.extend(self.ask(Vec::new(), position, "moves", |object| self.list(object)));
        }
    }

    fn play(&self, position: &mut Position, step: u32) -> Position {
        let after = self.ask(position.clone(), position, "play", |object| {
            let step = self.names.object(object.py(), step);
            Ok(Position::new(self.play.bind(object.py()).call1((object, step))?))
        });
        std::mem::replace(position, after)
    }

    fn undo(&self, position: &mut Position, _: u32, before: Position) {
        *position = before;
    }

    /// After a failure every game is over, so that the search ends.
    fn result(&self, position: &Position) -> Option<i32> {
        if self.calls.has_failed() {
            return Some(0);
        }
        *position.0.result.get_or_init(|| {
            self.ask(Some(0), position, "result", |object| {
                let answer = self.result.bind(object.py()).call1((object,))?;
                if answer.is_none() {
                    return Ok(None);
                }
                let result = answer.extract::<i32>().ok();
                let expected = "None, or a whole number for player 1 between -100000 and 100000";
                let result = result.filter(|result| (-MOST..=MOST).contains(result));
                result.map(Some).ok_or_else(|| wrong(&answer, "result", expected))
            })
        })
    }
}

impl Keyed for Learned {
    fn key(&self, position: &Position) -> u64 {
        let number = *position.0.number.get_or_init(|| {
            self.calls.ask(0, |py| {
                let key = self.key.bind(py).call1((&position.0.object,))?;
                self.keys.number(&key).map_err(|e| {
                    let error = wrong(&key, "key", "something hashable, such as a tuple");
                    error.set_cause(py, Some(e));
                    error
                })
            })
        });
        // Spread over the table: neighbours would crowd one corner of it.
        u64::from(number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
    }
}

/// A judge that is a Python function of the position; none has no opinion.
pub(super) struct Judge(pub(super) Option<Py<PyAny>>);

impl Evaluator<Learned> for Judge {
    fn evaluate(&self, game: &Learned, position: &Position) -> Score {
        let Some(function) = &self.0 else { return 0 };
        game.ask(0, position, "the evaluator", |object| {
            let answer = function.bind(object.py()).call1((object,))?;
            let points = number(&answer, "the evaluator")?;
            let most = f64::from(MOST);
            Ok((points.clamp(-most, most) * POINT).round() as Score)
        })
    }

    fn settle(&self, result: i32) -> Score {
        result * POINT as Score
    }
}
