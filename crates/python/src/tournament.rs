//! `plywood.tournament`: engines of ours, programs, and bots written in Python.

use plywood_workbench::{Message, Refused, message};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use plywood_arena::pairing::Opening;
use plywood_arena::referee::{Choice, Fault, FaultKind, Mover, Turn};
use plywood_arena::report::Report;
use plywood_arena::run::{Guests, Runner};
use plywood_arena::settings::{ClockControl, Contestant, Control, Format, Openings, Settings};
use plywood_arena::statistics::Sprt;
use plywood_arena::store::{GameRecord, Store};
use plywood_arena::{ArenaError, Cancel};
use plywood_workbench::engines::Means;
use plywood_workbench::games;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyType};

use crate::data;
use crate::errors::Kind;
use crate::learn::Guard;
use crate::position::{Position, open_error, rules_text};
use crate::spend::{self, Amount};
use crate::watch::{self, Listener};

/// A limit may be passed by this much before the game is lost.
const MARGIN: Duration = Duration::from_millis(100);
/// A player without a clock may be silent for this long.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// Plays a tournament and says what it came to.
///
/// ``players`` is a list of engines, or a dictionary from names to engines and bots. A bot is a function
/// of the `Position` that returns a move's text, or an object with a method ``choose(position)`` and,
/// if it likes, ``begin(seed)``; a class of such objects makes one for each of the ``concurrency`` games
/// that are played at a time. Each meeting is ``pairs`` pairs of games with sides swapped.
/// ``progress(news)`` hears how it goes; returning ``False`` ends the tournament.
#[pyfunction]
#[pyo3(signature = (game, players, *, pairs=10, format="round-robin", rounds=0, rules=None, time=None,
                    clock=None, nodes=None, depth=None, openings=None, seed=0, sprt=None,
                    concurrency=1, memory=None, threads=1, patience=None, store=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python has keywords")]
pub(crate) fn tournament<'py>(
    py: Python<'py>,
    game: &str,
    players: &Bound<'py, PyAny>,
    pairs: u64,
    format: &str,
    rounds: u32,
    rules: Option<&Bound<'py, PyAny>>,
    time: Option<Amount>,
    clock: Option<&str>,
    nodes: Option<Amount>,
    depth: Option<u32>,
    openings: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = spend::whole)] seed: u64,
    sprt: Option<(f64, f64)>,
    concurrency: usize,
    memory: Option<Amount>,
    threads: usize,
    patience: Option<Amount>,
    store: Option<PathBuf>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let bad = |e: Refused| Kind::BadSetting.error(e);
    let Means { hash, threads, .. } = spend::means(memory.as_ref(), threads, seed)?;
    let (players, bots) = contestants(players)?;
    let time = time.map(|time| spend::seconds(&time)).transpose()?;
    let nodes = nodes.map(|nodes| spend::count(&nodes)).transpose()?;
    let sprt = sprt.map(|(elo0, elo1)| format!("elo0={elo0},elo1={elo1}").parse::<Sprt>());
    let sprt = sprt.transpose().map_err(|e| Kind::BadSetting.error(e))?;
    let clock: Option<ClockControl> = clock.map(str::parse).transpose().map_err(bad)?;
    let patience =
        patience.map(|time| spend::seconds(&time)).transpose()?.unwrap_or(ANSWER_TIMEOUT);
    let settings = Settings {
        rules: rules_text(rules)?,
        format: format.parse::<Format>().map_err(bad)?,
        pairs,
        rounds,
        control: Control { move_ms: time.map(milliseconds), clock, nodes, depth },
        margin_ms: milliseconds(MARGIN),
        patience_ms: milliseconds(patience),
        openings: openings_of(openings)?,
        seed,
        sprt,
        hash,
        threads,
        ..Settings::new(games::find(game).map_err(|e| open_error(&e))?.name, players)
    };
    settings.check_limits(|name| bots.contains_key(name)).map_err(|e| Kind::BadSetting.error(e))?;
    let concurrency = NonZeroUsize::new(spend::checked_threads(concurrency)?);
    play(py, &settings, bots, concurrency.unwrap_or(NonZeroUsize::MIN), store, progress)
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}

/// Bots by the names of their contestants.
type Bots = BTreeMap<String, Py<PyAny>>;

/// Who plays, and which of them are Python's.
fn contestants(players: &Bound<'_, PyAny>) -> PyResult<(Vec<Contestant>, Bots)> {
    let (mut contestants, mut bots) = (Vec::new(), Bots::new());
    let Ok(mapping) = players.cast::<PyMapping>() else {
        let names: Vec<String> = players.extract().map_err(|_| {
            PyTypeError::new_err(
                "players are a list of engines, or a dictionary from names to engines and bots",
            )
        })?;
        let read = |name: &String| name.parse().map_err(|e: Refused| Kind::BadSetting.error(e));
        return Ok((names.iter().map(read).collect::<PyResult<_>>()?, bots));
    };
    for item in mapping.items()?.iter() {
        let (name, player): (String, Bound<'_, PyAny>) = item.extract()?;
        if name.trim().is_empty() || name.contains(['=', '\n']) {
            return Err(Kind::BadSetting
                .error(format!("{name:?} is no name of a player: expected one line without =")));
        }
        if let Ok(engine) = player.extract::<String>() {
            let contestant: Result<Contestant, Refused> = format!("{name}={engine}").parse();
            contestants.push(contestant.map_err(|e| Kind::BadSetting.error(e))?);
        } else if player.is_callable() || player.hasattr("choose")? {
            bots.insert(name.clone(), player.unbind());
            contestants.push(Contestant { name, engine: "python".into() });
        } else {
            return Err(PyTypeError::new_err(format!(
                "{name} is no player: expected an engine, a function, or an object with a method `choose`"
            )));
        }
    }
    Ok((contestants, bots))
}

/// A number of random plies, two unless it is given, or lines to begin with.
fn openings_of(openings: Option<&Bound<'_, PyAny>>) -> PyResult<Openings> {
    let Some(openings) = openings else { return Ok(Openings::Plies(2)) };
    if let Ok(plies) = openings.extract::<u32>() {
        return Ok(Openings::Plies(plies));
    }
    openings.extract::<Vec<String>>().map(Openings::Lines).map_err(|_| {
        PyTypeError::new_err("openings are a number of random plies, or a list of lines")
    })
}

/// The players of a tournament on a cluster: names and engines. A bot of Python's cannot travel.
#[pyfunction]
pub(crate) fn engine_players(
    game: &str,
    players: &Bound<'_, PyAny>,
) -> PyResult<Vec<(String, String)>> {
    let game = games::find(game).map_err(|e| open_error(&e))?.name;
    let (players, bots) = contestants(players)?;
    if let Some(name) = bots.keys().next() {
        return Err(Kind::BadSetting.error(format!(
            "{name} is a bot of this program and cannot play elsewhere: expected an engine, or a \
             program as in cmd:COMMAND"
        )));
    }
    Ok(players.into_iter().map(|it| it.at(game)).map(|it| (it.name, it.engine)).collect())
}

fn play<'py>(
    py: Python<'py>,
    settings: &Settings,
    bots: Bots,
    concurrency: NonZeroUsize,
    store: Option<PathBuf>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let cancel = Cancel::default();
    let show = |py: Python<'py>, (n, of, llr): (usize, u64, Option<f64>)| {
        let fields = PyDict::new(py);
        fields.set_item("games", n)?;
        fields.set_item("of", of)?;
        fields.set_item("llr", llr)?;
        Ok(fields.into_any())
    };
    let listener = Listener { callable: progress, show: &show };
    let bots = &bots;
    let guests: Guests<'_> = settings
        .players
        .iter()
        .filter_map(|player| {
            let bot = bots.get(&player.name)?;
            let seat = move || {
                let bot = Python::attach(|py| bot.clone_ref(py));
                Box::new(Guest::new(settings, bot)) as Box<dyn Mover>
            };
            Some((player.name.clone(), Box::new(seat) as Box<_>))
        })
        .collect();
    let played = watch::run(py, &cancel, &listener, |tell| {
        let mut store = match &store {
            Some(path) => Store::open(path)?,
            None => Store::in_memory()?,
        };
        let known = store.find(settings)?;
        let id = match known {
            Some(id) => id,
            None => store.begin(None, settings)?,
        };
        let runner = Runner::new(settings).guests(&guests).concurrency(concurrency).cancel(&cancel);
        runner.run(&mut store, id, &mut |news| {
            tell((news.games.len(), news.n_games, news.llr));
        })
    })?;
    let games: Vec<GameRecord> = played.map_err(|e: ArenaError| Kind::BadSetting.error(e))?;
    let report = Report::new(settings, &games);
    let fields = data::plain(py, &report)?;
    fields.set_item("games", data::plain(py, &games)?)?;
    fields.set_item("markdown", report.markdown())?;
    fields.set_item("csv", report.csv())?;
    data::made(py, "Tournament", fields)
}

/// A bot at a table.
struct Guest {
    game: &'static str,
    settings: Settings,
    bot: Py<PyAny>,
    /// The traceback of its last exception.
    output: String,
}

impl Guest {
    fn new(settings: &Settings, bot: Py<PyAny>) -> Self {
        let game = games::find(&settings.game).map_or("", |entry| entry.name);
        Self { game, settings: settings.clone(), bot, output: String::new() }
    }

    /// Calls the bot's Python code; whatever it raises costs it the game.
    fn call<T>(
        &mut self,
        time: Duration,
        call: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, Fault> {
        Python::attach(|py| {
            let answer = Guard::new(py, time).and_then(|guard| {
                let answer = call(py, self.bot.bind(py));
                guard.end(py)?;
                answer
            });
            answer.map_err(|e| {
                let traceback = e.traceback(py).and_then(|traceback| traceback.format().ok());
                self.output = format!("{}{e}", traceback.unwrap_or_default());
                match Guard::has_ended(py, &e) {
                    true => Fault::new(
                        FaultKind::Hang,
                        message!("guest-late", "it did not return in time"),
                    ),
                    false => Fault::new(FaultKind::Crash, guest_said(&e)),
                }
            })
        })
    }

    fn shown(&self, turn: &Turn<'_>) -> Position {
        Position::shown(turn.table.fork(), self.game, &self.settings.rules)
    }
}

/// What a player of the caller's own says about itself.
fn guest_said(error: &impl std::fmt::Display) -> Message {
    message!("guest", "{text}", text = error.to_string())
}

impl Mover for Guest {
    fn begin(&mut self, _opening: &Opening, seed: u64, _cancel: &Cancel) -> Result<(), Fault> {
        let patience = Duration::from_millis(self.settings.patience_ms);
        self.bot = self.call(patience, |_, bot| {
            // A class makes a bot for each worker, which need not care about the others.
            let bot = if bot.is_instance_of::<PyType>() { bot.call0()? } else { bot.clone() };
            if bot.hasattr("begin")? {
                bot.call_method1("begin", (seed,))?;
            }
            Ok(bot.unbind())
        })?;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault> {
        let shown = self.shown(turn);
        let margin = Duration::from_millis(self.settings.margin_ms);
        let time = turn.allowance.time(turn.seat).unwrap_or(turn.allowance.patience) + margin;
        let step = self.call(time, |py, bot| {
            let shown = Bound::new(py, shown)?;
            let answer = match bot.hasattr("choose")? {
                true => bot.call_method1("choose", (shown,))?,
                false => bot.call1((shown,))?,
            };
            answer.extract::<String>().map_err(|_| {
                let kind = answer.get_type();
                PyTypeError::new_err(format!("the bot returned {kind}: expected a move's text"))
            })
        })?;
        Ok(Choice::text(step))
    }

    fn last_output(&mut self) -> String {
        std::mem::take(&mut self.output)
    }
}
