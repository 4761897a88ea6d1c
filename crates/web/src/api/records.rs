//! Games that are kept, in the same database as the terminal's.

use std::sync::Arc;

use axum::Json as Reply;
use axum::extract::State;
use axum::http::StatusCode;
use plywood_workbench::games::Seat;
use plywood_workbench::play::{Session, Setup};
use plywood_workbench::records::{Store, StoreError};
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
async fn with_store<T: Send + 'static>(
    site: Arc<Site>,
    work: impl FnOnce(&mut Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Problem> {
    let work = move || work(&mut open(&site)?);
    let done = tokio::task::spawn_blocking(work).await.map_err(|_| Problem::broken())?;
    done.map_err(|e| {
        let status = match e {
            StoreError::Missing(_) => StatusCode::NOT_FOUND,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Problem::new(status, e.to_string())
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
    let record = with_store(site, move |store| store.load(id)).await?;
    let moves: Vec<&str> = record.plies.iter().map(|ply| ply.step.as_str()).collect();
    Ok(Reply(json!({
        "setup": {
            "game": record.game,
            "rules": record.rules,
            "seed": record.seed,
            "position": record.start,
            "moves": moves,
        },
        "players": record.players,
    })))
}

/// A game as it stands on the page.
#[derive(Debug, Deserialize)]
pub(crate) struct Kept {
    #[serde(default)]
    id: Option<i64>,
    #[serde(flatten)]
    place: Place,
    players: [String; 2],
    /// The player who gave up, 1 or 2.
    #[serde(default)]
    resigned: Option<u32>,
}

/// Keeps a game: a new one gets a number, a known one is brought up to date.
pub(crate) async fn keep(
    State(site): State<Arc<Site>>,
    Json(kept): Json<Kept>,
) -> Result<Reply<Value>, Problem> {
    let (start, _) = kept.place.tables()?;
    let [one, two] = &kept.players;
    let setup = Setup {
        rules: kept.place.rules.clone(),
        seed: kept.place.seed,
        position: Some(start.position()),
        ..Setup::new(&kept.place.game)
    };
    let setup = setup.with_players(one, two).map_err(Problem::bad)?;
    let mut session = Session::new(setup).map_err(Problem::bad)?;
    for step in kept.place.moves.iter().filter(|step| !step.eq_ignore_ascii_case("pass")) {
        session.play(step, std::time::Duration::ZERO).map_err(Problem::bad)?;
    }
    if let Some(number) = kept.resigned {
        let seat = Seat::BOTH.into_iter().find(|seat| seat.number() == number);
        let expected = || Problem::bad(format!("`resigned`: expected 1 or 2, got {number}"));
        session.resign(seat.ok_or_else(expected)?);
    }
    let mut record = session.to_record();
    let id = with_store(site, move |store| match kept.id {
        Some(id) => {
            let old = store.load(id)?;
            record.started = old.started.clone();
            let same = old.plies.iter().zip(&record.plies);
            let n_same = same.take_while(|(a, b)| a.step == b.step).count();
            store.update(id, &record, old.plies.len(), n_same)?;
            Ok(id)
        }
        None => store.add(&record),
    });
    Ok(Reply(json!({ "id": id.await? })))
}
