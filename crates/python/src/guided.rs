//! `plywood.mcts`: Monte Carlo tree search guided by a batched function, such as a network.

use plywood_contract::{Game as _, Seat};
use plywood_search::adversarial::{Found, Guided, Opinions, Root, Standing, Tried, Walk};
use plywood_workbench::Limits;
use plywood_workbench::games::Table;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::arrays;
use crate::errors::Kind;
use crate::learn::{Calls, Learned};
use crate::position::Position;
use crate::spend::{self, Amount};

/// Simulations in all: each keeps a position.
const MOST_SIMULATIONS: u64 = 1 << 24;

/// A game of the catalogue under way.
struct Place {
    table: Box<dyn Table>,
    /// The numbers of the legal moves.
    actions: Vec<usize>,
}

impl Place {
    fn at(table: Box<dyn Table>) -> Self {
        let actions = table.actions();
        Self { table, actions }
    }
}

impl Clone for Place {
    fn clone(&self) -> Self {
        Self { table: self.table.fork(), actions: self.actions.clone() }
    }
}

impl Walk for Place {
    fn n_moves(&self) -> usize {
        self.actions.len()
    }

    fn walk(&mut self, place: usize) {
        self.table.play_action(self.actions[place]).expect("the move was listed");
        self.actions = self.table.actions();
    }

    fn turn(&self) -> Seat {
        self.table.turn()
    }

    fn ended(&self) -> Option<f32> {
        self.table.result().map(|result| result.signum() as f32)
    }
}

/// What the search is to do, as Python says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Settings {
    simulations: u32,
    batch: usize,
    exploration: f32,
    virtual_loss: f32,
    reduction: f32,
    noise: Option<(f32, f32)>,
    seed: u64,
    time: Option<Amount>,
}

impl Settings {
    /// The search and its limits, if they make sense for so many positions.
    fn read(self, n_roots: usize) -> PyResult<(Guided, u32, Limits)> {
        let bad = |text: String| Err(Kind::BadSetting.error(text));
        let Self { simulations, batch, exploration, virtual_loss, reduction, noise, seed, time } =
            self;
        let total = u64::from(simulations) * n_roots as u64;
        if simulations == 0 || total > MOST_SIMULATIONS {
            return bad(format!(
                "{total} simulations in all cannot be made: expected 1 to {MOST_SIMULATIONS}"
            ));
        }
        if !(1..=1 << 16).contains(&batch) {
            return bad(format!("{batch} is no size of a batch: expected 1 to {}", 1 << 16));
        }
        for (name, number) in
            [("exploration", exploration), ("virtual_loss", virtual_loss), ("reduction", reduction)]
        {
            if !(0.0..=1000.0).contains(&number) {
                return bad(format!("{number} cannot be the {name}: expected 0 to 1000"));
            }
        }
        if let Some((concentration, share)) = noise
            && !(concentration > 0.0 && concentration <= 1000.0 && (0.0..=1.0).contains(&share))
        {
            return bad(format!(
                "({concentration}, {share}) is no noise: expected a concentration above 0 and a share from 0 to 1"
            ));
        }
        let limits = spend::limits(time, None, None, None)?;
        let search = Guided { batch, exploration, virtual_loss, reduction, noise, seed };
        Ok((search, simulations, limits))
    }
}

/// Searches positions of the catalogue's games, of one game and one board size.
#[pyfunction]
pub(crate) fn guided<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, Position>>,
    evaluate: &Bound<'py, PyAny>,
    settings: Settings,
) -> PyResult<Bound<'py, PyDict>> {
    let mut roots = Vec::with_capacity(positions.len());
    let mut game = None;
    for position in &positions {
        let position = position.try_borrow()?;
        let kind = (position.game_name(), position.table().observation_shape());
        if *game.get_or_insert(kind) != kind {
            return Err(Kind::BadPosition.error(format!(
                "{} and {} cannot be searched together: expected positions of one game",
                game.map_or("", |game| game.0),
                kind.0
            )));
        }
        roots.push(Place::at(position.table().snapshot().fork()));
    }
    let (search, simulations, limits) = settings.read(roots.len())?;
    let calls = Calls::new(&limits);
    let evaluate = evaluate.clone().unbind();
    let begun = plywood_contract::Stopwatch::start();
    let found = calls.run(py, || {
        search.run(roots, simulations, &limits, |leaves: &[Place]| {
            calls.ask(Err(()), |py| opinions(leaves, evaluate.bind(py)).map(Ok))
        })
    })?;
    let found = found.map_err(|()| Kind::InternalError.error("the search lost its judge"))?;
    let fields = report(py, &found, begun.elapsed().as_secs_f64())?;
    let lists = found.roots.iter().zip(&positions).map(|(root, position)| {
        let position = position.try_borrow()?;
        let table = position.table();
        let moves = table.moves().into_iter().zip(table.actions());
        let moves = moves.map(|(text, action)| Ok((text.into_pyobject(py)?.into_any(), action)));
        shown(py, root, moves.collect::<PyResult<Vec<_>>>()?, Some(table.n_actions()))
    });
    fields.set_item("roots", lists.collect::<PyResult<Vec<_>>>()?)?;
    Ok(fields)
}

/// Asks a function of observations and masks for priors of all actions, and values.
fn opinions(leaves: &[Place], evaluate: &Bound<'_, PyAny>) -> PyResult<Opinions> {
    let py = evaluate.py();
    let table = &leaves[0].table;
    let (n, n_actions, [planes, rows, columns]) =
        (leaves.len(), table.n_actions(), table.observation_shape());
    let mut observations = Vec::with_capacity(n * planes * rows * columns);
    let mut mask = vec![0_u8; n * n_actions];
    for (leaf, mask) in leaves.iter().zip(mask.chunks_exact_mut(n_actions)) {
        observations.extend(leaf.table.observation());
        leaf.actions.iter().for_each(|&action| mask[action] = 1);
    }
    let observations = arrays::shorts(py, &observations, &[n, planes, rows, columns])?;
    let mask = arrays::bytes(py, &mask, &[n, n_actions])?;
    let (priors, values) = pair(&evaluate.call1((observations, mask))?)?;
    let priors = floats(&priors, n * n_actions, "priors")?;
    let values = floats(&values, n, "values")?;
    let own = |(i, leaf): (usize, &Place)| {
        let row = &priors[i * n_actions..(i + 1) * n_actions];
        leaf.actions.iter().map(|&action| row[action]).collect::<Vec<_>>()
    };
    let priors: Vec<f32> = leaves.iter().enumerate().flat_map(own).collect();
    check(&priors, &values)?;
    Ok(Opinions { priors, values })
}

fn pair<'py>(answer: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    answer.extract().map_err(|_| {
        let kind = answer.get_type();
        PyTypeError::new_err(format!(
            "evaluate returned {kind}: expected a pair, priors and values"
        ))
    })
}

/// An array's numbers, if there are so many.
fn floats(array: &Bound<'_, PyAny>, n: usize, what: &str) -> PyResult<Vec<f32>> {
    let numpy = array.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (array, "float32")).map_err(|_| {
        Kind::WrongAnswer.error(format!("evaluate returned {what} that are no numbers"))
    })?;
    let size: usize = array.getattr("size")?.extract()?;
    if size != n {
        let shape = array.getattr("shape")?;
        return Err(Kind::WrongAnswer.error(format!(
            "evaluate returned {what} of shape {shape}: expected {n} numbers in all"
        )));
    }
    let bytes = array.call_method0("tobytes")?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    Ok(bytes.as_chunks().0.iter().map(|four| f32::from_ne_bytes(*four)).collect())
}

fn check(priors: &[f32], values: &[f32]) -> PyResult<()> {
    if let Some(prior) = priors.iter().find(|prior| !prior.is_finite() || **prior < 0.0) {
        return Err(Kind::WrongAnswer.error(format!(
            "evaluate returned the prior {prior}: expected numbers from 0, as softmax gives them"
        )));
    }
    if let Some(value) = values.iter().find(|value| !(-1.001..=1.001).contains(*value)) {
        return Err(Kind::WrongAnswer
            .error(format!("evaluate returned the value {value}: expected -1 to 1")));
    }
    Ok(())
}

/// Searches states of a game written in Python.
#[pyfunction]
pub(crate) fn guided_game<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    states: Vec<Bound<'py, PyAny>>,
    evaluate: &Bound<'py, PyAny>,
    settings: Settings,
) -> PyResult<Bound<'py, PyDict>> {
    let (search, simulations, limits) = settings.read(states.len())?;
    let learned = Learned::new(game, None, Calls::new(&limits))?;
    let evaluate = evaluate.clone().unbind();
    let begun = plywood_contract::Stopwatch::start();
    let roots: Vec<_> = states.iter().map(|state| learned.held(state)).collect();
    let found = learned.calls.run(py, || {
        let roots = roots.into_iter().map(|position| Standing::at(&learned, position)).collect();
        search.run(roots, simulations, &limits, |leaves: &[Standing<'_, Learned>]| {
            learned.calls.ask(Err(()), |py| told(&learned, leaves, evaluate.bind(py)).map(Ok))
        })
    })?;
    let found = found.map_err(|()| Kind::InternalError.error("the search lost its judge"))?;
    let fields = report(py, &found, begun.elapsed().as_secs_f64())?;
    let lists = found.roots.iter().zip(&states).map(|(root, state)| {
        let mut moves = Vec::new();
        learned.moves(&learned.held(state), &mut moves);
        let moves = moves.iter().enumerate();
        let moves = moves.map(|(place, &step)| (learned.name(py, step), place)).collect();
        shown(py, root, moves, None)
    });
    let lists = lists.collect::<PyResult<Vec<_>>>()?;
    learned.calls.settle()?;
    fields.set_item("roots", lists)?;
    Ok(fields)
}

/// Asks a function of states and their moves for priors of those moves, and values.
fn told(
    game: &Learned,
    leaves: &[Standing<'_, Learned>],
    evaluate: &Bound<'_, PyAny>,
) -> PyResult<Opinions> {
    let py = evaluate.py();
    let states = PyList::new(py, leaves.iter().map(|leaf| leaf.position.object(py)))?;
    let moves = leaves
        .iter()
        .map(|leaf| PyList::new(py, leaf.moves.iter().map(|&step| game.name(py, step))));
    let moves = PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)?;
    let (priors, values) = pair(&evaluate.call1((states, moves))?)?;
    let rows: Vec<Vec<f32>> = priors.extract().map_err(|_| {
        Kind::WrongAnswer
            .error("evaluate returned priors that are no lists of numbers, one for each state")
    })?;
    let values: Vec<f32> = values.extract().map_err(|_| {
        Kind::WrongAnswer.error("evaluate returned values that are no numbers, one for each state")
    })?;
    let fits = |(row, leaf): (&Vec<f32>, &Standing<'_, Learned>)| row.len() == leaf.moves.len();
    if rows.len() != leaves.len() || values.len() != leaves.len() {
        return Err(Kind::WrongAnswer.error(format!(
            "evaluate returned {} lists of priors and {} values: expected {} of each",
            rows.len(),
            values.len(),
            leaves.len()
        )));
    }
    if !rows.iter().zip(leaves).all(fits) {
        return Err(Kind::WrongAnswer
            .error("evaluate returned a list of priors that has not one for each move"));
    }
    let priors: Vec<f32> = rows.concat();
    check(&priors, &values)?;
    Ok(Opinions { priors, values })
}

fn report<'py>(py: Python<'py>, found: &Found, seconds: f64) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    fields.set_item("evaluations", found.evaluations)?;
    fields.set_item("batches", found.batches)?;
    fields.set_item("time_s", seconds)?;
    fields.set_item("stopped", found.stopped.map(plywood_contract::Stop::name))?;
    Ok(fields)
}

/// A position's report: its moves, the best of them, what it is worth.
fn shown<'py>(
    py: Python<'py>,
    root: &Root,
    moves: Vec<(Bound<'py, PyAny>, usize)>,
    n_actions: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    let best = root.best().and_then(|place| moves.get(place));
    fields.set_item("best", best.map(|(step, _)| step))?;
    fields.set_item("value", root.value)?;
    fields.set_item("simulations", root.visits)?;
    fields.set_item("n_actions", n_actions)?;
    let line = |((step, action), tried): ((Bound<'py, PyAny>, usize), &Tried)| {
        let line = PyDict::new(py);
        line.set_item("move", step)?;
        line.set_item("action", action)?;
        line.set_item("prior", tried.prior)?;
        line.set_item("visits", tried.visits)?;
        line.set_item("value", tried.value)?;
        Ok(line)
    };
    let lines = moves.into_iter().zip(&root.moves).map(line).collect::<PyResult<Vec<_>>>()?;
    fields.set_item("moves", lines)?;
    Ok(fields)
}
