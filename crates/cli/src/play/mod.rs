//! `plywood play`, `records`, `log`, `completions` and `man`.

mod args;
mod log;
mod records;
mod shell;
mod wrong;

use plywood_workbench::{Message, Refused};
use std::path::Path;

use plywood_records::log_dat::{LogDat, LogForm};
use plywood_records::{Keeper, Settings, Store};
use plywood_workbench::Cancel;
use plywood_workbench::games::Look;
use plywood_workbench::language::Language;
use plywood_workbench::play::{Level, Player, Session, Setup};

pub(crate) use args::{LogCommand, PlayArguments, RecordsCommand};
pub(crate) use log::run as log;
pub(crate) use records::run as records;
pub(crate) use shell::{completions, manual, parse};

use crate::Done;
use crate::classic::{ClassicTable, Console, WayOut, fresh_seed, leave};

/// How boards look line by line.
pub(crate) fn look(is_ascii: bool) -> Look {
    if is_ascii { Look::Plain } else { Look::Unicode }
}

/// The form of logs asked for by `--log-format`.
pub(crate) fn log_form(name: Option<&str>) -> LogForm {
    if name == Some("lisp") { LogForm::Lisp } else { LogForm::Text }
}

/// An error of a library; `failure` words it, whole.
fn failed(error: impl Into<Message>) -> anyhow::Error {
    Refused::from(error.into()).into()
}

/// `plywood play` at the full-screen table.
pub(crate) fn at_table(
    arguments: &PlayArguments,
    language: Language,
    is_ascii: bool,
    form: LogForm,
) -> anyhow::Result<Done> {
    let (session, keeper) = begun(arguments)?;
    let new = |path| LogDat::new(Some(path), look(is_ascii)).in_form(form);
    let log = arguments.log_dat.as_deref().map(new);
    let begun = plywood_tui::Begun { session, keeper, log };
    let opening = plywood_tui::Opening::Game(Box::new(begun));
    crate::table::run(opening, language, is_ascii, form)
}

/// The game asked for: a new one, or one that goes on.
fn begun(arguments: &PlayArguments) -> anyhow::Result<(Session, Keeper)> {
    for named in [&arguments.p1, &arguments.p2].into_iter().flatten() {
        plywood_workbench::play::allow_guest(named.trim());
    }
    match arguments.resume {
        Some(id) => resumed(arguments, id),
        None => Ok((fresh(arguments)?, Keeper::new())),
    }
}

/// `plywood play` line by line.
pub(crate) fn run(
    arguments: &PlayArguments,
    language: Language,
    look: Look,
    form: LogForm,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let mut console = Console::new(language, look);
    let (session, keeper) = begun(arguments)?;
    let log = LogDat::new(arguments.log_dat.as_deref().map(Path::new), look).in_form(form);
    let way_out = WayOut::Program;
    let ended = ClassicTable { console: &mut console, session, keeper, log, cancel, way_out }.run();
    leave(&console, ended)
}

/// The level asked for, or the one the settings say.
fn level(arguments: &PlayArguments) -> Level {
    arguments.level.unwrap_or_else(|| Settings::load_default().level())
}

fn fresh(arguments: &PlayArguments) -> anyhow::Result<Session> {
    let game = arguments.game.as_deref().unwrap_or_default();
    let computer = Player::Level(level(arguments));
    let read = |text: &Option<String>| -> anyhow::Result<Option<Player>> {
        match text.as_deref() {
            None => Ok(None),
            Some("computer" | "computador") => Ok(Some(computer.clone())),
            Some(text) => Ok(Some(text.parse::<Player>().map_err(failed)?)),
        }
    };
    let (one, two) = (read(&arguments.p1)?, read(&arguments.p2)?);
    // Who is not named is whoever the named one is not.
    let is_human = |player: &Option<Player>| player.as_ref().is_some_and(Player::is_human);
    let opponent =
        |named: &Option<Player>| if is_human(named) { computer.clone() } else { Player::Human };
    let players = match (one, two) {
        (None, None) => [Player::Human, computer],
        (Some(one), None) => [one.clone(), opponent(&Some(one))],
        (None, Some(two)) => [opponent(&Some(two.clone())), two],
        (Some(one), Some(two)) => [one, two],
    };
    let setup = Setup {
        rules: arguments.rules.join(","),
        seed: arguments.seed.unwrap_or_else(fresh_seed),
        position: arguments.position.clone(),
        players,
        time: arguments.time,
        depth: arguments.depth,
        ..Setup::new(game)
    };
    Session::new(setup).map_err(failed)
}

/// A game that was not finished; players and limits can be changed on the way.
fn resumed(arguments: &PlayArguments, id: Option<i64>) -> anyhow::Result<(Session, Keeper)> {
    let store = Store::open_default().map_err(failed)?;
    let id = match id {
        Some(id) => id,
        None => store.latest_unfinished().map_err(failed)?,
    };
    let kept = store.kept(id).map_err(failed)?;
    let mut session = Session::from_record(&kept.record).map_err(failed)?;
    if arguments.time.is_some() || arguments.depth.is_some() {
        let setup = session.setup();
        let limits = (arguments.time.or(setup.time), arguments.depth.or(setup.depth));
        session.set_limits(limits.0, limits.1).map_err(failed)?;
    }
    let seats = plywood_workbench::games::Seat::BOTH;
    for (seat, text) in seats.into_iter().zip([&arguments.p1, &arguments.p2]) {
        if let Some(text) = text {
            let player = match text.as_str() {
                "computer" | "computador" => Player::Level(level(arguments)),
                text => text.parse().map_err(failed)?,
            };
            session.set_player(seat, player).map_err(failed)?;
        }
    }
    Ok((session, Keeper::new().resume(kept)))
}
