//! Tournaments: those that stores hold, live while somebody plays them, and small ones played here.

use plywood_workbench::{Cancel, Message, message};
use std::path::{Path as File, PathBuf};
use std::time::SystemTime;

use plywood_arena::report::Report;
use plywood_arena::run::Runner;
use plywood_arena::settings::{Contestant, Control, Openings, Settings};
use plywood_arena::store::{GameRecord, Store, StoreError};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Caller, Problem, Slice, Status, programs};
use crate::server::Site;

const MOST_PLAYERS: usize = 6;
const MOST_GAMES: u64 = 400;
const MOST_MOVE_MS: u64 = 1000;
/// The most games of a stored tournament that are sent to be replayed: the latest.
const MOST_REPLAYED: u32 = 400;
/// Random plies before the engines take over.
const OPENING_PLIES: u32 = 2;
/// Tournaments that a list shows at most, of each store.
const MOST_SHOWN: u32 = 100;
/// Finished games that a report is made of; larger tournaments are for the terminal.
const MOST_REPORTED: u64 = 20_000;

fn refusal(error: &StoreError) -> Problem {
    Problem::of_store(error)
}

/// The newest tournaments of each store, without the first `skip` of them.
pub(crate) fn list(site: &Site, skip: Option<u32>, limit: Option<u32>) -> Answer {
    let stores = site.config.stores.clone();
    let limit = limit.unwrap_or(MOST_SHOWN).min(MOST_SHOWN);
    Answer::Report(Box::new(move |_| {
        let mut all = Vec::new();
        // A store that is named before a tournament has made its file holds nothing yet.
        for (store, path) in stores.iter().enumerate().filter(|(_, path)| path.exists()) {
            let entry = |found: plywood_arena::store::Summary| {
                let settings = &found.settings;
                let names: Vec<&str> = settings.players.iter().map(|p| p.name.as_str()).collect();
                json!({ "store": store, "file": name_of(path), "id": found.id, "game": settings.game,
                        "players": names, "control": settings.control.to_string(), "games": found.n_games })
            };
            let opened = Store::read(path).map_err(|e| refusal(&e))?;
            let found = opened.summaries(skip.unwrap_or(0), limit).map_err(|e| refusal(&e))?;
            all.extend(found.into_iter().map(entry));
        }
        Ok(json!({ "tournaments": all }))
    }))
}

/// A store's name without the folders above it, which are nobody's business.
fn name_of(path: &File) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// One tournament with its charts.
pub(crate) fn show(site: &Site, store: usize, id: i64) -> Result<Answer, Problem> {
    let missing = || {
        let said = message!("web-no-tournament", "there is no such tournament");
        Problem::new(Status::Missing, said)
    };
    let path: PathBuf = site.config.stores.get(store).cloned().ok_or_else(missing)?;
    Ok(Answer::Report(Box::new(move |_| {
        if !path.exists() {
            return Err(missing());
        }
        let store = Store::read(&path).map_err(|e| refusal(&e))?;
        let n_games = match store.n_games(id) {
            Err(StoreError::NoTournament(_)) => return Err(missing()),
            counted => counted.map_err(|e| refusal(&e))?,
        };
        if n_games > MOST_REPORTED {
            let said = message!(
                "web-large-tournament",
                "this tournament has {n} games: `plywood rate` in the terminal shows it",
                n = n_games
            );
            return Err(Problem::new(Status::Large, said));
        }
        let report = store.results(id).map_err(|e| refusal(&e))?;
        let settings = store.settings(id).map_err(|e| refusal(&e))?;
        let mut answer = shown(&settings, &Report::new(&settings, &report));
        let latest = store.latest(id, MOST_REPLAYED).map_err(|e| refusal(&e))?;
        answer["games"] = latest.iter().map(replayed).collect();
        answer["rules"] = settings.rules.into();
        Ok(answer)
    })))
}

/// A game to be replayed: what leads to its end, and what came of it.
fn replayed(game: &GameRecord) -> Value {
    let moves: Vec<&String> = game.opening.moves.iter().chain(&game.moves).collect();
    json!({ "number": game.number, "players": game.players, "seed": game.opening.seed,
            "position": game.opening.position, "moves": moves, "half_points": game.half_points,
            "reason": game.reason.name() })
}

/// A report with its charts, and with the names of programs instead of their commands, which hold paths.
fn shown(settings: &Settings, report: &Report) -> Value {
    let mut shown = json!({ "report": report, "ratings": report.ratings_svg(),
                            "meetings": report.cross_table_svg() });
    let programs: Vec<&Contestant> =
        settings.players.iter().filter(|one| one.is_command()).collect();
    tame(&mut shown, &programs);
    shown
}

fn tame(value: &mut Value, programs: &[&Contestant]) {
    match value {
        Value::String(text) => {
            for program in programs.iter().filter(|program| program.name != program.engine) {
                *text = text.replace(&program.engine, &program.name);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| tame(item, programs)),
        Value::Object(fields) => fields.values_mut().for_each(|field| tame(field, programs)),
        _ => {}
    }
}

/// A small tournament between engines of ours.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invitation {
    game: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    seed: u64,
    players: Vec<String>,
    pairs: u64,
    #[serde(default)]
    move_ms: Option<u64>,
}

impl Invitation {
    fn settings(self, site: &Site, who: &Caller) -> Result<Settings, Problem> {
        let contestant = |name: &String| match programs::asked_for(site, who, name)? {
            Some(program) => Ok(program.clone()),
            None => contestant(name, &self.game),
        };
        let players = self.players.iter().map(contestant);
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let n_meetings = (players.len() * players.len().saturating_sub(1) / 2) as u64;
        if players.len() > MOST_PLAYERS || n_meetings.saturating_mul(self.pairs) > MOST_GAMES / 2 {
            let message = message!(
                "web-most-games",
                "expected at most {players} players and {games} games",
                players = MOST_PLAYERS,
                games = MOST_GAMES
            );
            return Err(Problem::bad(message));
        }
        let move_ms = Some(self.move_ms.unwrap_or(50).clamp(1, MOST_MOVE_MS));
        let settings = Settings {
            rules: self.rules,
            pairs: self.pairs,
            control: Control { move_ms, ..Control::default() },
            margin_ms: 1000,
            patience_ms: 10_000,
            openings: Openings::Plies(OPENING_PLIES),
            seed: self.seed,
            hash: site.config.bytes / 2,
            threads: site.config.threads,
            ..Settings::new(&self.game, players)
        };
        settings.check().map_err(Problem::bad)?;
        Ok(settings)
    }
}

/// An engine of ours: no program is started by its command, and no memory or threads are given away.
fn contestant(text: &str, game: &str) -> Result<Contestant, Problem> {
    let contestant: Contestant = text.parse().map_err(Problem::bad)?;
    let contestant = contestant.at(game);
    if contestant.is_command() {
        return Err(Problem::bad(message!(
            "web-programs",
            "programs play here under the names that `plywood serve --engine` gives them"
        )));
    }
    let engine = contestant.engine.parse().map_err(Problem::bad)?;
    super::thinking::check(&engine).map(|()| contestant)
}

/// Plays a tournament and streams its report after every game; others have their turns in between.
pub(crate) fn play(site: &Site, who: &Caller, invitation: Invitation) -> Result<Answer, Problem> {
    let settings = invitation.settings(site, who)?;
    // What is wrong with the game is better said before the queue.
    plywood_workbench::games::open(&settings.game, &settings.rules, settings.seed, None, &[])
        .map_err(Problem::bad)?;
    let mut store = Store::in_memory().map_err(|e| refusal(&e))?;
    let id = store.begin(None, &settings).map_err(|e| refusal(&e))?;
    let words = who.words;
    let mut n_shown = usize::MAX;
    Ok(Answer::Lines(Box::new(move |lines, turn| {
        // Raised when the reader is gone or the turn is over; a game under way is then played again.
        let stop = Cancel::default();
        let (mut is_over, mut n_before) = (false, None);
        let mut watch = |progress: &plywood_arena::run::Progress<'_>| {
            let n_before = *n_before.get_or_insert(progress.games.len());
            if turn.cancel.is_raised() {
                stop.raise();
            } else if progress.games.len() > n_before && (turn.is_over)() {
                is_over = true;
                stop.raise();
            }
            if std::mem::replace(&mut n_shown, progress.games.len()) == progress.games.len() {
                return;
            }
            let mut news = shown(&settings, &Report::new(&settings, progress.games));
            news["of"] = json!(progress.n_games);
            if let Some(latest) = progress.games.last() {
                news["latest"] = replayed(latest);
            }
            if lines.say(&news).is_break() {
                stop.raise();
            }
        };
        let played = Runner::new(&settings).cancel(&stop).run(&mut store, id, &mut watch);
        match played {
            Ok(_) if is_over && !turn.cancel.is_raised() => Slice::More,
            Ok(_) => Slice::Done,
            Err(e) => {
                let _ = lines.say(&json!({ "error": words.say(&Message::from(e)) }));
                Slice::Done
            }
        }
    })))
}

/// When a store was last written to, in its file or in the log beside it.
pub(crate) fn written(path: &File) -> Option<SystemTime> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let modified = |path: &File| path.metadata().and_then(|file| file.modified()).ok();
    modified(path).max(modified(File::new(&log)))
}
