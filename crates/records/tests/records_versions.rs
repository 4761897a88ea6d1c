//! Games with several writers: what is stored is legal, finished games stay, and no move is overwritten.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::path::PathBuf;
use std::time::Duration;

use plywood_records::{Keeper, Parted, Store, StoreError, Why, lines};
use plywood_workbench::games::Seat;
use plywood_workbench::play::{Ending, Reason, Record, Session, Setup};
use tempfile::TempDir;

fn session(game: &str, steps: &[&str]) -> Session {
    let setup = Setup::new(game).with_players("human", "level:2").unwrap();
    let mut session = Session::new(setup).unwrap();
    for step in steps {
        session.play(step, Duration::ZERO).unwrap();
    }
    session
}

fn record(game: &str, steps: &[&str]) -> Record {
    session(game, steps).to_record()
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    (folder, path)
}

#[test]
fn an_update_based_on_an_older_version_is_refused_and_tells_the_present_state() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let id = store.add(&record("quatro", &["0@a1"])).unwrap();
    assert_eq!(store.kept(id).unwrap().version, 1);
    let first = record("quatro", &["0@a1", "1@b2"]);
    assert_eq!(store.update(id, 1, &first).unwrap(), 2);
    // As many plies as the kept game, and another move: counting plies would not see it.
    let second = record("quatro", &["0@a1", "f@d4"]);
    let refused = store.update(id, 1, &second).unwrap_err();
    assert!(matches!(refused, StoreError::Changed(_)), "{refused}");
    let present = refused.present().unwrap();
    assert_eq!((present.id, present.version), (id, 2));
    assert_eq!(present.record.plies[1].step, "1@b2");
    assert_eq!(store.kept(id).unwrap(), *present, "nothing was changed");
}

#[test]
fn a_repeated_update_is_no_change() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let id = store.add(&record("quatro", &["0@a1"])).unwrap();
    let next =
        Record { started: store.load(id).unwrap().started, ..record("quatro", &["0@a1", "1@b2"]) };
    assert_eq!(store.update(id, 1, &next).unwrap(), 2);
    assert_eq!(store.update(id, 1, &next).unwrap(), 2, "the answer was lost, the write was not");
}

#[test]
fn a_finished_game_is_never_changed() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let steps = ["0@a1", "2@b1", "4@c1", "6@d1"];
    let finished = record("quatro", &steps);
    let id = store.add(&finished).unwrap();
    let mut swapped = finished.clone();
    swapped.players.swap(0, 1);
    let shorter = record("quatro", &steps[..3]);
    for other in [swapped, shorter] {
        let refused = store.update(id, 1, &other).unwrap_err();
        assert!(matches!(refused, StoreError::Finished(_)), "{refused}");
    }
    assert_eq!(store.load(id).unwrap(), finished);
}

#[test]
fn a_game_never_becomes_another_game() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let kept = record("quatro", &["0@a1"]);
    let id = store.add(&kept).unwrap();
    let mut others = vec![record("blokus-duo", &[]), record("quatro", &["0@a1"]), kept.clone()];
    others[1].seed = 77;
    others[2].start = "0.../..../..../.... -".into();
    others[2].plies.clear();
    others.push(Record { rules: "squares=true".into(), ..kept.clone() });
    for other in others {
        let refused = store.update(id, 1, &other).unwrap_err();
        assert!(matches!(refused, StoreError::OtherGame(_)), "{refused}");
    }
    assert_eq!(store.load(id).unwrap(), kept);
}

#[test]
fn an_illegal_game_is_not_stored() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let good = record("quatro", &["0@a1"]);
    let id = store.add(&good).unwrap();
    let mut illegal = record("quatro", &["0@a1", "1@b2"]);
    illegal.plies[1].step = "1@a1".into();
    let mut claimed = good.clone();
    claimed.ending = Some(Ending { winner: Some(1), reason: Reason::Line });
    for bad in [illegal, claimed] {
        let refused = store.update(id, 1, &bad).unwrap_err();
        assert!(matches!(refused, StoreError::Illegal(_)), "{refused}");
        assert!(matches!(store.add(&bad), Err(StoreError::Illegal(_))));
    }
    assert_eq!(store.kept(id).unwrap().version, 1);
    assert_eq!(store.ids().unwrap(), [id]);
}

#[test]
fn forged_points_are_those_of_the_rules_once_kept() {
    let (_folder, path) = place();
    let mut store = Store::open(&path).unwrap();
    let good = record("blokus", &["b@a1"]);
    let mut forged = good.clone();
    forged.plies[0].points = Some([999, 0]);
    let id = store.add(&forged).unwrap();
    assert_eq!(store.load(id).unwrap(), good);
    let read = lines::read(lines::write(&forged).as_bytes()).next().unwrap().unwrap();
    assert_eq!(read, good);
    assert!(store.contains(&forged).unwrap(), "it is the same game");
}

#[test]
fn playing_on_from_a_finished_game_makes_a_new_one() {
    let (_folder, path) = place();
    let mut session = session("quatro", &["0@a1"]);
    let mut keeper = Keeper::at(path.clone());
    session.resign(Seat::One).unwrap();
    keeper.keep(&session).unwrap();
    let (id, finished) = (keeper.id().unwrap(), session.to_record());
    session.take_back();
    assert_eq!(keeper.keep(&session).unwrap(), None, "looking back is no change");
    assert_eq!(keeper.resumable(), None, "the kept game is finished");
    session.play("1@b2", Duration::ZERO).unwrap();
    let parted = keeper.keep(&session).unwrap().unwrap();
    assert_eq!((parted.from, parted.why), (id, Why::Finished));
    assert_eq!(parted, Parted { to: keeper.id().unwrap(), ..parted });
    let store = Store::open(&path).unwrap();
    assert_eq!(store.load(id).unwrap(), finished);
    assert_eq!(store.load(parted.to).unwrap(), session.to_record());
}

#[test]
fn of_many_writers_based_on_one_version_exactly_one_wins() {
    let (_folder, path) = place();
    let id = Store::open(&path).unwrap().add(&record("quatro", &["0@a1"])).unwrap();
    let writers: Vec<_> = ["b1", "c1", "d1", "a2", "b2", "c2"]
        .into_iter()
        .map(|cell| {
            let path = path.clone();
            std::thread::spawn(move || {
                let next = record("quatro", &["0@a1", &format!("1@{cell}")]);
                Store::open(&path).unwrap().update(id, 1, &next).is_ok()
            })
        })
        .collect();
    let won = writers.into_iter().map(|writer| writer.join().unwrap());
    assert_eq!(won.filter(|won| *won).count(), 1);
    assert_eq!(Store::open(&path).unwrap().kept(id).unwrap().version, 2);
}

#[test]
fn a_database_of_the_first_form_is_brought_up_to_date() {
    let (_folder, path) = place();
    let kept = record("quatro", &["0@a1"]);
    let id = Store::open(&path).unwrap().add(&kept).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch("ALTER TABLE game DROP COLUMN version; ALTER TABLE game DROP COLUMN name; PRAGMA user_version = 1;")
        .unwrap();
    drop(connection);
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.kept(id).unwrap().version, 1);
    assert_eq!(store.update(id, 1, &record("quatro", &["0@a1", "1@b2"])).unwrap(), 2);
}

#[test]
fn an_acknowledged_change_is_on_the_disk() {
    let (_folder, path) = place();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.durability().unwrap(), 2, "synchronous is FULL");
}
