//! A one-player problem written in Python, and heuristics written in Python.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use plywood_contract::{Cost, Heuristic, Layered, Problem, UNREACHABLE};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::calls::{Calls, float, wrong};
use super::untouched::Untouched;

/// Python objects by number, so that a search can copy them: equal objects have the same number.
pub(super) struct Names {
    numbers: Py<PyDict>,
    objects: Mutex<Vec<Py<PyAny>>>,
}

impl Names {
    pub(super) fn new(py: Python<'_>) -> Self {
        Self { numbers: PyDict::new(py).unbind(), objects: Mutex::new(Vec::new()) }
    }

    /// The number of an object, a new one if it was never met. It must be hashable.
    pub(super) fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(object.py());
        if let Some(number) = numbers.get_item(object)? {
            return number.extract();
        }
        let number = numbers.len() as u32;
        numbers.set_item(object, number)?;
        let mut objects = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        objects.push(object.clone().unbind());
        Ok(number)
    }

    /// The object of a number that was handed out.
    pub(super) fn object(&self, py: Python<'_>, number: u32) -> Py<PyAny> {
        let objects = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        objects.get(number as usize).map_or_else(|| py.None(), |object| object.clone_ref(py))
    }
}

/// The method of this name, or a sentence about who lacks it.
pub(super) fn method(object: &Bound<'_, PyAny>, kind: &str, name: &str) -> PyResult<Py<PyAny>> {
    let missing = || {
        let class = object.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
        PyTypeError::new_err(format!("{class} is no {kind}: it has no method `{name}`"))
    };
    let found = object.getattr(name).map_err(|_| missing())?;
    if found.is_callable() { Ok(found.unbind()) } else { Err(missing()) }
}

/// A state of a learner's problem. Copies share it; it is freed when the search forgets it.
#[derive(Clone)]
pub(super) struct State(Arc<Held>);

struct Held {
    object: Py<PyAny>,
    /// What makes states the same.
    key: Py<PyAny>,
    hash: isize,
    calls: Arc<Calls>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Python::attach(|py| self.0.object.bind(py).to_string()))
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&*self.0, &*other.0);
        one.hash == two.hash
            && (one.key.is(&two.key) || one.calls.ask(false, |py| one.key.bind(py).eq(&two.key)))
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_isize(self.0.hash);
    }
}

/// A problem whose rules are Python's.
pub(super) struct Learned {
    start: Py<PyAny>,
    is_goal: Py<PyAny>,
    actions: Py<PyAny>,
    apply: Py<PyAny>,
    cost: Py<PyAny>,
    key: Py<PyAny>,
    pub(super) names: Names,
    pub(super) calls: Arc<Calls>,
    untouched: Untouched,
    /// Where the search begins, and what stands in for states that Python failed to make.
    root: State,
}

impl Learned {
    /// Looks at an object once; what it lacks is said here.
    pub(super) fn new(problem: &Bound<'_, PyAny>, calls: Calls) -> PyResult<Self> {
        let py = problem.py();
        let find = |name| method(problem, "problem", name);
        let calls = Arc::new(calls);
        let (start, key) = (find("start")?, find("key")?);
        let root = held(start.bind(py).call0()?, &key, &calls)?;
        Ok(Self {
            start,
            is_goal: find("is_goal")?,
            actions: find("actions")?,
            apply: find("apply")?,
            cost: find("cost")?,
            key,
            names: Names::new(py),
            calls,
            untouched: Untouched::default(),
            root,
        })
    }

    /// What Python says of a state; a method that changes it is an error.
    fn ask<T>(
        &self,
        instead: T,
        state: &State,
        whose: &str,
        ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>,
    ) -> T {
        self.calls.ask(instead, |py| {
            let object = state.0.object.bind(py);
            self.untouched.call(object, &self.key, whose, || ask(object))
        })
    }

    /// The Python object of a state.
    pub(super) fn object<'py>(&self, py: Python<'py>, state: &State) -> Bound<'py, PyAny> {
        state.0.object.bind(py).clone()
    }
}

fn held(object: Bound<'_, PyAny>, key: &Py<PyAny>, calls: &Arc<Calls>) -> PyResult<State> {
    let key = key.bind(object.py()).call1((&object,))?;
    let hash = key.hash().map_err(|e| {
        let error = wrong(&key, "key", "something hashable, such as a tuple");
        error.set_cause(object.py(), Some(e));
        error
    })?;
    let (object, key) = (object.unbind(), key.unbind());
    Ok(State(Arc::new(Held { object, key, hash, calls: calls.clone() })))
}

impl Problem for Learned {
    type State = State;
    /// The action's number among [`Names`].
    type Action = u32;
    type Key = State;
    type Actions = std::vec::IntoIter<u32>;

    fn start(&self) -> State {
        self.calls
            .ask(self.root.clone(), |py| held(self.start.bind(py).call0()?, &self.key, &self.calls))
    }

    fn is_goal(&self, state: &State) -> bool {
        self.ask(false, state, "is_goal", |object| {
            self.is_goal.bind(object.py()).call1((object,))?.is_truthy()
        })
    }

    fn actions(&self, state: &State) -> Self::Actions {
        let actions = self.ask(Vec::new(), state, "actions", |object| {
            let listed = self.actions.bind(object.py()).call1((object,))?;
            let items = listed.try_iter().map_err(|_| wrong(&listed, "actions", "a list"))?;
            items.map(|action| self.names.number(&action?)).collect()
        });
        actions.into_iter()
    }

    fn apply(&self, state: &State, action: u32) -> State {
        self.ask(state.clone(), state, "apply", |object| {
            let action = self.names.object(object.py(), action);
            let after = self.apply.bind(object.py()).call1((object, action))?;
            held(after, &self.key, &self.calls)
        })
    }

    fn key(&self, state: &State) -> State {
        state.clone()
    }

    fn state(&self, key: &State) -> State {
        key.clone()
    }

    fn cost(&self, state: &State, action: u32) -> Cost {
        self.ask(1, state, "cost", |object| {
            let action = self.names.object(object.py(), action);
            let answer = self.cost.bind(object.py()).call1((object, action))?;
            let cost = float(&answer, "cost")?;
            let is_whole = cost.fract() == 0.0 && (0.0..MOST).contains(&cost);
            let expected = "a whole number from 0, below 4 billion";
            if is_whole { Ok(cost as Cost) } else { Err(wrong(&answer, "cost", expected)) }
        })
    }
}

/// The cost of a step and an estimate stay below this; what paths add up to may be far more.
const MOST: f64 = 4e9;

impl Layered for Learned {
    /// Nobody knows how far back its edges lead, so no layer is forgotten.
    fn locality(&self) -> usize {
        usize::MAX
    }
}

/// A heuristic that is a Python function of the state; none estimates 0.
pub(super) struct Estimate(pub(super) Option<Py<PyAny>>);

impl Heuristic<Learned> for Estimate {
    fn h(&self, problem: &Learned, state: &State) -> Cost {
        let Some(function) = &self.0 else { return 0 };
        problem.ask(0, state, "the heuristic", |object| {
            estimate(&function.bind(object.py()).call1((object,))?)
        })
    }

    fn peek(&self, _: &Learned, _: &State, _: Cost, _: u32) -> Option<Cost> {
        self.0.is_none().then_some(0)
    }
}

/// A heuristic's answer. Costs are whole, so rounding up keeps it as honest as it was; infinity and
/// `None` say that no goal lies below.
pub(crate) fn estimate(answer: &Bound<'_, PyAny>) -> PyResult<Cost> {
    if answer.is_none() {
        return Ok(UNREACHABLE);
    }
    let h = float(answer, "the heuristic")?;
    if h == f64::INFINITY {
        return Ok(UNREACHABLE);
    }
    if !(0.0..MOST).contains(&h) {
        return Err(wrong(
            answer,
            "the heuristic",
            "a number from 0, below 4 billion, or infinity",
        ));
    }
    Ok(h.ceil() as Cost)
}
