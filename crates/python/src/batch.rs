//! Many games at once: the native half of `plywood.vector`. A step of all of them is one call, without the
//! interpreter's lock.

use plywood_workbench::SplitMix;
use plywood_workbench::games::{self, Table};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays;
use crate::errors::Kind;
use crate::position::{open_error, rules_text};
use crate::spend;

/// Who moves between two actions of the caller's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opponent {
    /// Nobody: every action is the side to move's.
    Nobody,
    /// Any legal move. The caller has player 1 in even games, player 2 in odd ones.
    Random,
}

/// One game of many.
struct Place {
    table: Box<dyn Table>,
    /// The numbers of the legal moves.
    actions: Vec<usize>,
    /// 1 if the caller plays player 1, −1 if player 2; with no opponent, the player who moved last.
    sign: i32,
    /// Whether the next step begins a new game instead of playing.
    is_over: bool,
}

/// What a step of one game came to.
#[derive(Clone, Copy, Default)]
struct Outcome {
    reward: f64,
    is_over: bool,
    is_illegal: bool,
}

/// Many games of one kind, played at once. Use `plywood.vector`.
#[pyclass(module = "plywood")]
pub struct Batch {
    game: String,
    rules: String,
    opponent: Opponent,
    chance: SplitMix,
    places: Vec<Place>,
}

impl Batch {
    fn open(&mut self) -> PyResult<Box<dyn Table>> {
        let seed = self.chance.next();
        games::open(&self.game, &self.rules, seed, None, &[]).map_err(|e| open_error(&e))
    }

    /// A new game in which it is the caller's turn.
    fn begin(&mut self, i: usize) -> PyResult<Place> {
        loop {
            let table = self.open()?;
            let actions = table.actions();
            let sign = if i.is_multiple_of(2) { 1 } else { -1 };
            let mut place = Place { table, actions, sign, is_over: false };
            if self.opponent == Opponent::Nobody {
                return Ok(place);
            }
            place.reply(&mut self.chance).map_err(|e| Kind::InternalError.error(e))?;
            if place.table.result().is_none() {
                return Ok(place);
            }
        }
    }

    /// Plays one action in every game, or begins it anew.
    fn advance(&mut self, actions: &[[u8; 8]]) -> PyResult<Vec<Outcome>> {
        let mut outcomes = vec![Outcome::default(); self.places.len()];
        for (i, action) in actions.iter().enumerate() {
            if self.places[i].is_over {
                self.places[i] = self.begin(i)?;
                continue;
            }
            let action = i64::from_ne_bytes(*action);
            outcomes[i] = self.places[i].step(action, self.opponent, &mut self.chance);
        }
        Ok(outcomes)
    }

    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let n = self.places.len();
        let first = &self.places[0].table;
        let [planes, rows, columns] = first.observation_shape();
        let n_actions = first.n_actions();
        let mut observations = Vec::with_capacity(n * planes * rows * columns);
        let mut mask = vec![0_u8; n * n_actions];
        py.detach(|| {
            for (place, mask) in self.places.iter().zip(mask.chunks_exact_mut(n_actions)) {
                observations.extend(place.table.observation());
                place.actions.iter().for_each(|&action| mask[action] = 1);
            }
        });
        let observations = arrays::shorts(py, &observations, &[n, planes, rows, columns])?;
        Ok((observations, arrays::bytes(py, &mask, &[n, n_actions])?))
    }
}

impl Place {
    /// Lets chance play until it is the caller's turn or the game is over.
    fn reply(&mut self, chance: &mut SplitMix) -> Result<(), games::Refused> {
        while self.table.result().is_none() && self.turn() != self.sign {
            let place = chance.below(self.actions.len() as u64) as usize;
            self.table.play_action(self.actions[place])?;
            self.actions = self.table.actions();
        }
        Ok(())
    }

    /// 1 or −1: whose turn it is.
    fn turn(&self) -> i32 {
        if self.table.turn().number() == 1 { 1 } else { -1 }
    }

    fn step(&mut self, action: i64, opponent: Opponent, chance: &mut SplitMix) -> Outcome {
        if opponent == Opponent::Nobody {
            self.sign = self.turn();
        }
        let is_legal = usize::try_from(action).is_ok_and(|action| self.actions.contains(&action));
        if !is_legal || self.table.play_action(action as usize).is_err() {
            self.is_over = true;
            return Outcome { reward: -1.0, is_over: true, is_illegal: true };
        }
        self.actions = self.table.actions();
        if opponent == Opponent::Random && self.reply(chance).is_err() {
            self.is_over = true;
        }
        match self.table.result() {
            None => Outcome::default(),
            Some(result) => {
                self.is_over = true;
                let reward = f64::from(result.signum() * self.sign);
                Outcome { reward, is_over: true, is_illegal: false }
            }
        }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, *, rules=None, opponent=None, seed=0))]
    fn new(
        game: &str,
        n: usize,
        rules: Option<&Bound<'_, PyAny>>,
        opponent: Option<&str>,
        #[pyo3(from_py_with = spend::whole)] seed: u64,
    ) -> PyResult<Self> {
        if n == 0 || n > 1 << 20 {
            return Err(PyValueError::new_err(format!(
                "{n} games cannot be played at once: expected 1 to {}",
                1 << 20
            )));
        }
        let opponent = match opponent {
            None => Opponent::Nobody,
            Some("random") => Opponent::Random,
            Some(other) => {
                return Err(Kind::BadSetting.error(format!(
                    "`{other}` cannot play many games at once: expected random, or None to play both sides"
                )));
            }
        };
        let (rules, game) = (rules_text(rules)?, game.to_owned());
        let chance = SplitMix::new(seed);
        let mut batch = Self { game, rules, opponent, chance, places: Vec::new() };
        for i in 0..n {
            let place = batch.begin(i)?;
            batch.places.push(place);
        }
        Ok(batch)
    }

    /// Begins all games anew; the boards of shuffled games and the opponent's moves follow from the seed.
    /// Returns observations and masks.
    #[pyo3(signature = (seed=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        if let Some(seed) = seed {
            self.chance = SplitMix::new(seed);
        }
        for i in 0..self.places.len() {
            self.places[i] = self.begin(i)?;
        }
        self.arrays(py)
    }

    /// Plays one action in every game; a game that ended begins anew instead. ``actions`` are the bytes of
    /// whole numbers of 64 bits. Returns observations, masks, rewards, which games ended, and which of them
    /// by an illegal action.
    #[allow(clippy::type_complexity, reason = "one array each, as Gymnasium has them")]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &[u8],
    ) -> PyResult<(
        Bound<'py, PyAny>,
        Bound<'py, PyAny>,
        Bound<'py, PyAny>,
        Bound<'py, PyAny>,
        Bound<'py, PyAny>,
    )> {
        let n = self.places.len();
        if actions.len() != 8 * n {
            return Err(PyValueError::new_err(format!(
                "{} actions for {n} games: expected one for each",
                actions.len() / 8
            )));
        }
        let outcomes = py.detach(|| self.advance(actions.as_chunks().0))?;
        let rewards: Vec<u8> =
            outcomes.iter().flat_map(|outcome| outcome.reward.to_ne_bytes()).collect();
        let over: Vec<u8> = outcomes.iter().map(|outcome| u8::from(outcome.is_over)).collect();
        let illegal: Vec<u8> =
            outcomes.iter().map(|outcome| u8::from(outcome.is_illegal)).collect();
        let (observations, masks) = self.arrays(py)?;
        Ok((
            observations,
            masks,
            arrays::array(py, &rewards, "float64", &[n])?,
            arrays::array(py, &over, "bool", &[n])?,
            arrays::array(py, &illegal, "bool", &[n])?,
        ))
    }

    /// How many games there are.
    #[getter]
    fn n_games(&self) -> usize {
        self.places.len()
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.places[0].table.observation_shape().into()
    }

    /// Every move there can be in this game has a number below this.
    #[getter]
    fn n_actions(&self) -> usize {
        self.places[0].table.n_actions()
    }

    /// Whose turn it is in each game: 1 or 2.
    #[getter]
    fn to_move(&self) -> Vec<u32> {
        self.places.iter().map(|place| place.table.turn().number()).collect()
    }

    /// The positions as texts.
    #[getter]
    fn positions(&self) -> Vec<String> {
        self.places.iter().map(|place| place.table.position()).collect()
    }
}
