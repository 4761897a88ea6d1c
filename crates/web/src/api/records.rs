//! Games that are kept, in the same database as the terminal's.

use plywood_workbench::message;
use std::sync::Arc;

use axum::Json as Reply;
use axum::extract::State;
use axum::http::StatusCode;
use plywood_records::{Kept, Store, StoreError};
use plywood_workbench::games::Seat;
use plywood_workbench::play::{Record, Session, Setup};
use serde::Deserialize;
use serde_json::{Value, json};

use super::position::Place;
use super::{Json, Path, Problem};
use crate::server::Site;

/// How many games the list shows.
const MOST_SHOWN: u32 = 200;

fn open(site: &Site) -> Result<Store, StoreError> {
    match &site.config.records {
        Some(path) => Store::open(path),
        None => Store::open_default(),
    }
}

/// Runs work on the database where it may block.
pub(super) async fn with_store<T: Send + 'static>(
    site: Arc<Site>,
    work: impl FnOnce(&mut Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Problem> {
    let work = move || work(&mut open(&site)?);
    let done = tokio::task::spawn_blocking(work).await.map_err(|_| Problem::broken())?;
    done.map_err(|e| {
        let status = match e {
            StoreError::Missing(_) => StatusCode::NOT_FOUND,
            StoreError::Illegal(_) => StatusCode::BAD_REQUEST,
            _ if e.present().is_some() => StatusCode::CONFLICT,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        let problem = Problem::new(status, e.message());
        match e.present() {
            Some(kept) => problem.with("present", shown(kept)),
            None => problem,
        }
    })
}

pub(crate) async fn list(State(site): State<Arc<Site>>) -> Result<Reply<Value>, Problem> {
    let records = with_store(site, |store| store.list(None, MOST_SHOWN)).await?;
    Ok(Reply(json!({ "records": records })))
}

pub(crate) async fn load(
    State(site): State<Arc<Site>>,
    Path(id): Path<i64>,
) -> Result<Reply<Value>, Problem> {
    let kept = with_store(site, move |store| store.kept(id)).await?;
    Ok(Reply(shown(&kept)))
}

/// A kept game as the page gets it: what it takes to go on with it, and the version that is based on.
fn shown(kept: &Kept) -> Value {
    let Kept { id, version, record } = kept;
    let moves: Vec<&str> = record.plies.iter().map(|ply| ply.step.as_str()).collect();
    json!({
        "id": id,
        "version": version,
        "setup": {
            "game": record.game,
            "rules": record.rules,
            "seed": record.seed,
            "position": record.start,
            "moves": moves,
        },
        "players": record.players,
        "ending": record.ending,
    })
}

/// A game as it stands on the page.
#[derive(Debug, Deserialize)]
pub(crate) struct Standing {
    #[serde(default)]
    id: Option<i64>,
    /// The version of the kept game that this one was made from.
    #[serde(default)]
    version: Option<u64>,
    #[serde(flatten)]
    place: Place,
    players: [String; 2],
    /// The player who gave up, 1 or 2.
    #[serde(default)]
    resigned: Option<u32>,
}

impl Standing {
    /// The game played through.
    fn record(&self) -> Result<Record, Problem> {
        let (start, _) = self.place.tables()?;
        let [one, two] = &self.players;
        let setup = Setup {
            rules: self.place.rules.clone(),
            seed: self.place.seed,
            position: Some(start.position()),
            ..Setup::new(&self.place.game)
        };
        let setup = setup.with_players(one, two).map_err(Problem::bad)?;
        let mut session = Session::new(setup).map_err(Problem::bad)?;
        for step in self.place.moves.iter().filter(|step| !step.eq_ignore_ascii_case("pass")) {
            session.play(step, std::time::Duration::ZERO).map_err(Problem::bad)?;
        }
        if let Some(number) = self.resigned {
            let seat = Seat::BOTH.into_iter().find(|seat| seat.number() == number);
            let expected = || {
                Problem::bad(message!(
                    "web-resigned",
                    "`resigned`: expected 1 or 2, got {number}",
                    number
                ))
            };
            session.resign(seat.ok_or_else(expected)?).map_err(Problem::bad)?;
        }
        Ok(session.to_record())
    }
}

/// Keeps a game: a new one gets a number, a known one is brought up to date if it is still at the
/// version the page knows. Otherwise nothing is changed and the answer tells how it stands.
pub(crate) async fn keep(
    State(site): State<Arc<Site>>,
    Json(standing): Json<Standing>,
) -> Result<Reply<Value>, Problem> {
    let mut record = standing.record()?;
    let (id, version) = match (standing.id, standing.version) {
        (None, _) => {
            let id = with_store(site, move |store| store.add(&record)).await?;
            (id, 1)
        }
        (Some(_), None) => {
            return Err(Problem::bad(message!(
                "web-version",
                "`version`: expected the version this game was made from"
            )));
        }
        (Some(id), Some(version)) => {
            let update = move |store: &mut Store| {
                take_over(&mut record, &store.load(id)?);
                store.update(id, version, &record)
            };
            (id, with_store(site, update).await?)
        }
    };
    Ok(Reply(json!({ "id": id, "version": version })))
}

/// What the page does not know of a game stays as it was: when it began, what engines may spend, and how
/// the moves were found that it did not change.
fn take_over(record: &mut Record, old: &Record) {
    record.started.clone_from(&old.started);
    (record.time_ms, record.depth) = (old.time_ms, old.depth);
    // JavaScript reads whole numbers beyond 2^53 rounded.
    if record.seed as f64 == old.seed as f64 {
        record.seed = old.seed;
    }
    for (new, old) in record.plies.iter_mut().zip(&old.plies) {
        if new.step != old.step {
            break;
        }
        new.clone_from(old);
    }
}
