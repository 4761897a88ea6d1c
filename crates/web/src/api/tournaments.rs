//! Tournaments: those that stores hold, live while somebody plays them, and small ones played here.

use plywood_workbench::message;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::{Path as File, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::Json as Reply;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use plywood_arena::report::Report;
use plywood_arena::settings::{Contestant, Control, Format, Openings, Settings};
use plywood_arena::store::{GameRecord, Store, StoreError};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

use super::stream::lines;
use super::{Client, Json, Path, Problem};
use crate::server::Site;

const MOST_PLAYERS: usize = 6;
const MOST_GAMES: u64 = 400;
const MOST_MOVE_MS: u64 = 1000;
/// The most games of a stored tournament that are sent to be replayed: the latest.
const MOST_REPLAYED: usize = 400;
/// Random plies before the engines take over.
const OPENING_PLIES: u32 = 2;

/// Runs work on a store where it may block.
async fn with_store<T: Send + 'static>(
    path: PathBuf,
    work: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Problem> {
    let work = move || work(&Store::read(&path)?);
    let done = tokio::task::spawn_blocking(work).await.map_err(|_| Problem::broken())?;
    done.map_err(|e| Problem::new(StatusCode::SERVICE_UNAVAILABLE, e))
}

/// All tournaments of all stores, the newest first.
pub(crate) async fn list(State(site): State<Arc<Site>>) -> Result<Reply<Value>, Problem> {
    let mut all = Vec::new();
    for (store, path) in site.config.stores.iter().enumerate() {
        let known = with_store(path.clone(), |store| {
            let tournaments = store.tournaments()?.into_iter();
            tournaments.map(|(id, settings)| Ok((id, settings, store.games(id)?.len()))).collect()
        });
        let known: Vec<(i64, Settings, usize)> = known.await?;
        all.extend(known.into_iter().rev().map(|(id, settings, n_games)| {
            let names: Vec<&str> = settings.players.iter().map(|p| p.name.as_str()).collect();
            json!({ "store": store, "file": name_of(path), "id": id, "game": settings.game, "players": names,
                    "control": settings.control.to_string(), "games": n_games })
        }));
    }
    Ok(Reply(json!({ "tournaments": all })))
}

/// A store's name without the folders above it, which are nobody's business.
fn name_of(path: &File) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// One tournament with its charts.
pub(crate) async fn show(
    State(site): State<Arc<Site>>,
    Path((store, id)): Path<(usize, i64)>,
) -> Result<Reply<Value>, Problem> {
    let missing = || {
        Problem::new(
            StatusCode::NOT_FOUND,
            message!("web-no-tournament", "there is no such tournament"),
        )
    };
    let path = site.config.stores.get(store).cloned().ok_or_else(missing)?;
    let found = with_store(path, move |store| {
        let known = store.tournaments()?.into_iter().find(|(known, _)| *known == id);
        known.map(|(id, settings)| Ok((store.games(id)?, settings))).transpose()
    });
    let (games, settings) = found.await?.ok_or_else(missing)?;
    let mut answer = shown(&Report::new(&settings, &games));
    let latest = games.len().saturating_sub(MOST_REPLAYED);
    answer["games"] = games[latest..].iter().map(replayed).collect();
    answer["rules"] = settings.rules.into();
    Ok(Reply(answer))
}

/// A game to be replayed: what leads to its end, and what came of it.
fn replayed(game: &GameRecord) -> Value {
    let moves: Vec<&String> = game.opening.moves.iter().chain(&game.moves).collect();
    json!({ "number": game.number, "players": game.players, "seed": game.opening.seed,
            "position": game.opening.position, "moves": moves, "half_points": game.half_points,
            "reason": game.reason.name() })
}

/// A report with its charts.
fn shown(report: &Report) -> Value {
    json!({ "report": report, "ratings": report.ratings_svg(), "meetings": report.cross_table_svg() })
}

/// A small tournament between engines of ours.
#[derive(Debug, Deserialize)]
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
    fn settings(self, site: &Site) -> Result<Settings, Problem> {
        let players = self.players.iter().map(|name| contestant(name, &self.game));
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
            game: self.game,
            rules: self.rules,
            players,
            format: Format::RoundRobin,
            pairs: self.pairs,
            rounds: 0,
            control: Control { move_ms, ..Control::default() },
            margin_ms: 1000,
            patience_ms: 10_000,
            openings: Openings::Plies(OPENING_PLIES),
            seed: self.seed,
            sprt: None,
            adjudication: None,
            hash: site.config.bytes / 2,
            threads: site.config.threads,
        };
        settings.check().map_err(Problem::bad)?;
        Ok(settings)
    }
}

/// An engine of ours: the page starts no other programs, and gives no memory or threads away.
fn contestant(text: &str, game: &str) -> Result<Contestant, Problem> {
    let contestant: Contestant = text.parse().map_err(Problem::bad)?;
    let contestant = contestant.at(game);
    if contestant.is_command() {
        return Err(Problem::bad(message!(
            "web-programs",
            "programs of their own play in the terminal, not here"
        )));
    }
    let engine = contestant.engine.parse().map_err(Problem::bad)?;
    super::thinking::check(&engine).map(|()| contestant)
}

/// Plays a tournament and streams its report after every game.
pub(crate) async fn play(
    State(site): State<Arc<Site>>,
    Client(client): Client,
    Json(invitation): Json<Invitation>,
) -> Result<Response, Problem> {
    let settings = invitation.settings(&site)?;
    // What is wrong with the game is better said before the queue.
    plywood_workbench::games::open(&settings.game, &settings.rules, settings.seed, None, &[])
        .map_err(Problem::bad)?;
    let permit = site.queue.enter(&client)?.turn().await;
    Ok(lines(permit, move |lines, cancel| {
        let mut n_shown = u64::MAX;
        let mut watch = |progress: &plywood_arena::run::Progress<'_>| {
            if std::mem::replace(&mut n_shown, progress.n_new) == progress.n_new {
                return;
            }
            let mut news = shown(&Report::new(&settings, progress.games));
            news["of"] = json!(progress.n_games);
            if let Some(latest) = progress.games.last() {
                news["latest"] = replayed(latest);
            }
            if lines.say(&news).is_break() {
                cancel.raise();
            }
        };
        let played = (|| {
            let mut store = Store::in_memory()?;
            let id = store.begin(None, &settings)?;
            plywood_arena::run::run(
                &settings,
                &mut store,
                id,
                NonZeroUsize::MIN,
                cancel,
                &mut watch,
            )
        })();
        if let Err(e) = played {
            let _ = lines.say(&json!({ "error": e.to_string() }));
        }
    }))
}

/// Tells the page when a store has changed, for as long as it listens.
pub(crate) async fn events(
    State(site): State<Arc<Site>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = WatchStream::new(site.changes.clone());
    let events =
        changes.map(|count| Ok(Event::default().data(json!({ "tournaments": count }).to_string())));
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

/// Counts the changes of the stores, once a second, as long as somebody listens.
pub(crate) async fn watch_stores(stores: Vec<PathBuf>, changed: watch::Sender<u64>) {
    let mut known: Vec<Option<SystemTime>> = Vec::new();
    loop {
        // One receiver is the site's own.
        if changed.receiver_count() > 1 {
            let now: Vec<_> = stores.iter().map(|path| written(path)).collect();
            if now != known {
                known = now;
                changed.send_modify(|count| *count += 1);
            }
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// When a store was last written to, in its file or in the log beside it.
fn written(path: &File) -> Option<SystemTime> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let modified = |path: &File| path.metadata().and_then(|file| file.modified()).ok();
    modified(path).max(modified(File::new(&log)))
}
