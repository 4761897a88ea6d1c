//! Games that are kept, in the same database as the terminal's.

use plywood_workbench::message;

use plywood_records::{Kept, Store, StoreError};
use plywood_workbench::games::Seat;
use plywood_workbench::play::{Player, Record, Session, Setup};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{About, Answer, Caller, Place, Problem, Status, programs};
use crate::access::Role;
use crate::server::Site;

/// How many games the list shows.
const MOST_SHOWN: u32 = 200;

/// Work on the database.
pub(super) fn with_store(
    site: &Site,
    work: impl FnOnce(&mut Store) -> Result<Value, StoreError> + Send + 'static,
) -> Answer {
    let path = site.config.records.clone();
    Answer::Record(Box::new(move |_| {
        let opened = match &path {
            Some(path) => Store::open(path),
            None => Store::open_default(),
        };
        opened.and_then(|mut store| work(&mut store)).map_err(|e| refusal(&e))
    }))
}

fn refusal(error: &StoreError) -> Problem {
    match error {
        StoreError::Missing(_) => Problem::new(Status::Missing, error.message()),
        StoreError::Illegal(_) => Problem::bad(error.message()),
        _ => match error.present() {
            Some(kept) => {
                Problem::new(Status::Conflict, error.message()).with("present", shown(kept))
            }
            None => Problem::of_store(error),
        },
    }
}

/// The games that were played last, without the first `skip` of them.
pub(crate) fn list(site: &Site, skip: Option<u32>, limit: Option<u32>) -> Answer {
    let limit = limit.unwrap_or(MOST_SHOWN).min(MOST_SHOWN);
    with_store(site, move |store| {
        Ok(json!({ "records": store.page(None, skip.unwrap_or(0), limit)? }))
    })
}

/// A game, with all it takes to go on.
pub(crate) fn load(site: &Site, id: i64) -> Answer {
    with_store(site, move |store| Ok(shown(&store.kept(id)?)))
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
#[serde(deny_unknown_fields)]
pub(crate) struct Standing {
    #[serde(default)]
    id: Option<i64>,
    /// The version of the kept game that this one was made from.
    #[serde(default)]
    version: Option<u64>,
    players: [String; 2],
    /// The player who gave up, 1 or 2.
    #[serde(default)]
    resigned: Option<u32>,
    /// The player who ran out of time, 1 or 2.
    #[serde(default)]
    out_of_time: Option<u32>,
}

impl Standing {
    /// The game played through.
    fn record(&self, site: &Site, place: &Place) -> Result<Record, Problem> {
        let (start, _) = place.tables()?;
        // A kept game starts no program: a person sits in its seat, as in games that are imported.
        let [one, two] = self
            .players
            .each_ref()
            .map(|name| programs::named(site, name).map_or(name.as_str(), |_| "human"));
        let setup = Setup {
            rules: place.rules.clone(),
            seed: place.seed,
            position: Some(start.position()),
            ..Setup::new(&place.game)
        };
        let setup = setup.with_players(one, two).map_err(Problem::bad)?;
        // Whoever goes on with the game in a terminal would start them.
        if setup.players.iter().any(|player| matches!(player, Player::Guest(_))) {
            return Err(Problem::bad(message!(
                "web-programs",
                "programs play here under the names that `plywood serve --engine` gives them"
            )));
        }
        let mut session = Session::new(setup).map_err(Problem::bad)?;
        for step in place.moves.iter().filter(|step| !step.eq_ignore_ascii_case("pass")) {
            session.play(step, std::time::Duration::ZERO).map_err(Problem::bad)?;
        }
        if let Some(number) = self.resigned {
            session.resign(seat("resigned", number)?).map_err(Problem::bad)?;
        }
        if let Some(number) = self.out_of_time {
            session.run_out(seat("out_of_time", number)?).map_err(Problem::bad)?;
        }
        Ok(session.to_record())
    }
}

/// The seat that a field names.
fn seat(field: &'static str, number: u32) -> Result<Seat, Problem> {
    let seat = Seat::BOTH.into_iter().find(|seat| seat.number() == number);
    seat.ok_or_else(|| {
        Problem::bad(message!(
            "web-seat-field",
            "`{field}`: expected 1 or 2, got {number}",
            field,
            number
        ))
    })
}

/// Keeps a game: a new one gets a number, a known one is brought up to date if it is still at the
/// version the page knows. Otherwise nothing is changed and the answer tells how it stands. Guests go on with
/// games of theirs; the owner's are not theirs to change.
pub(crate) fn keep(site: &Site, who: &Caller, asked: &About<Standing>) -> Result<Answer, Problem> {
    let mut record = asked.ask.record(site, &asked.place)?;
    let is_guest = who.role < Role::Owner;
    let begun = std::sync::Arc::clone(&site.begun_by_guests);
    match (asked.ask.id, asked.ask.version) {
        (None, _) => Ok(with_store(site, move |store| {
            let id = store.add(&record)?;
            if is_guest {
                begun.insert(id);
            }
            Ok(json!({ "id": id, "version": 1 }))
        })),
        (Some(_), None) => Err(Problem::bad(message!(
            "web-version",
            "`version`: expected the version this game was made from"
        ))),
        (Some(id), Some(version)) => own(site, who, id).map(|()| {
            with_store(site, move |store| {
                take_over(&mut record, &store.load(id)?);
                Ok(json!({ "id": id, "version": store.update(id, version, &record)? }))
            })
        }),
    }
}

/// Guests change games of theirs alone.
pub(super) fn own(site: &Site, who: &Caller, id: i64) -> Result<(), Problem> {
    if who.role >= Role::Owner || site.begun_by_guests.contains(id) {
        return Ok(());
    }
    let said =
        message!("web-not-yours", "game {id} is the owner's: only they can go on with it", id);
    Err(Problem::new(Status::Forbidden, said))
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
