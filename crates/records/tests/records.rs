//! The database of games in ordinary use, after failures and with several programs.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::Duration;

use plywood_records::{Keeper, Parted, Store, StoreError, Why, lines};
use plywood_workbench::Cancel;
use plywood_workbench::games::Seat;
use plywood_workbench::play::{Session, Setup};

fn session(game: &str) -> Session {
    let mut setup = Setup::new(game).with_players("human", "level:2").unwrap();
    setup.seed = u64::MAX - 5;
    setup.time = Some(Duration::from_millis(1500));
    Session::new(setup).unwrap()
}

fn engine_moves(session: &mut Session) {
    let thought = session.job().unwrap().run(&Cancel::default(), &mut |_| {}).unwrap();
    session.play_found(&thought, Duration::from_millis(7)).unwrap();
}

#[test]
fn every_ply_is_there_at_once_and_comes_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/games.sqlite");
    let mut session = session("cavalo");
    let mut keeper = Keeper::at(path.clone());
    keeper.keep(&session).unwrap();
    assert_eq!(keeper.id(), None, "nothing was played yet");
    for _ in 0..4 {
        let step = session.moves()[0].clone();
        session.play(&step, Duration::from_secs(2)).unwrap();
        engine_moves(&mut session);
        keeper.keep(&session).unwrap();
        // Another connection, as another program or the same one after a kill would open it.
        let id = keeper.id().unwrap();
        let record = Store::open(&path).unwrap().load(id).unwrap();
        assert_eq!(record, session.to_record());
    }
    let record = Store::open(&path).unwrap().load(keeper.id().unwrap()).unwrap();
    let resumed = Session::from_record(&record).unwrap();
    assert_eq!(resumed.position(), session.position());
}

#[test]
fn take_backs_and_the_end_are_kept_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let mut session = session("quatro");
    let mut keeper = Keeper::at(path.clone());
    session.play("0@a1", Duration::ZERO).unwrap();
    engine_moves(&mut session);
    keeper.keep(&session).unwrap();
    session.take_back();
    session.play("f@d4", Duration::ZERO).unwrap();
    keeper.keep(&session).unwrap();
    let store = Store::open(&path).unwrap();
    let id = keeper.id().unwrap();
    assert_eq!(store.load(id).unwrap().plies[0].step, "f@d4");
    assert_eq!(store.latest_unfinished().unwrap(), id);
    session.resign(Seat::One).unwrap();
    keeper.keep(&session).unwrap();
    assert_eq!(store.load(id).unwrap(), session.to_record());
    assert!(matches!(store.latest_unfinished(), Err(StoreError::NothingToResume)));
    assert!(matches!(store.load(99), Err(StoreError::Missing(99))));
    assert_eq!(store.integrity().unwrap(), "ok");
}

#[test]
fn the_latest_game_is_listed_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    for game in ["quatro", "blokus", "cavalo"] {
        let mut session = session(game);
        let step = session.moves()[0].clone();
        session.play(&step, Duration::ZERO).unwrap();
        Keeper::at(path.clone()).keep(&session).unwrap();
        std::thread::sleep(Duration::from_millis(3));
    }
    let store = Store::open(&path).unwrap();
    let list = store.list(None, 10).unwrap();
    let games: Vec<&str> = list.iter().map(|summary| summary.game.as_str()).collect();
    assert_eq!(games, ["cavalo", "blokus", "quatro"]);
    assert_eq!((list[1].n_plies, list[1].points.is_some()), (1, true));
    assert_eq!(store.list(Some("blokus"), 10).unwrap().len(), 1);
    assert_eq!(store.list(None, 2).unwrap().len(), 2);
}

#[test]
fn two_programs_that_go_on_with_one_game_keep_both() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let mut start = session("blokus");
    start.play("b@a1", Duration::ZERO).unwrap();
    let mut keeper = Keeper::at(path.clone());
    keeper.keep(&start).unwrap();
    let id = keeper.id().unwrap();
    let kept = Store::open(&path).unwrap().kept(id).unwrap();
    let mut ids = Vec::new();
    for step in ["a@n14", "b@m13"] {
        let mut session = Session::from_record(&kept.record).unwrap();
        let mut keeper = Keeper::at(path.clone()).resume(kept.clone());
        session.play(step, Duration::ZERO).unwrap();
        let parted = keeper.keep(&session).unwrap();
        ids.push(keeper.id().unwrap());
        let told = (ids.len() == 2).then(|| Parted { from: id, to: ids[1], why: Why::Changed });
        assert_eq!(parted, told, "the one who came second is told");
    }
    assert_eq!(ids[0], id);
    assert_ne!(ids[1], id);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.load(ids[0]).unwrap().plies[1].step, "a@n14");
    assert_eq!(store.load(ids[1]).unwrap().plies[1].step, "b@m13");
}

#[test]
fn many_writers_at_once_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let workers: Vec<_> = (0..4)
        .map(|_| {
            let path = path.clone();
            std::thread::spawn(move || {
                let mut session = session("cavalo");
                let mut keeper = Keeper::at(path);
                for _ in 0..10 {
                    let step = session.moves()[0].clone();
                    session.play(&step, Duration::ZERO).unwrap();
                    keeper.keep(&session).unwrap();
                }
                (keeper.id().unwrap(), session.to_record())
            })
        })
        .collect();
    let store = Store::open(&path).unwrap();
    for worker in workers {
        let (id, record) = worker.join().unwrap();
        assert_eq!(store.load(id).unwrap(), record);
    }
}

#[test]
fn a_failure_to_write_is_reported_once_and_written_later() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("state");
    std::fs::write(&blocked, "a file where the folder should be").unwrap();
    let mut session = session("blokus");
    let mut keeper = Keeper::at(blocked.join("games.sqlite"));
    session.play("b@a1", Duration::ZERO).unwrap();
    assert!(keeper.keep(&session).unwrap_err().to_string().contains("state"));
    keeper.keep(&session).unwrap();
    assert_eq!(keeper.id(), None);
    std::fs::remove_file(&blocked).unwrap();
    engine_moves(&mut session);
    keeper.keep(&session).unwrap();
    let store = Store::open(&blocked.join("games.sqlite")).unwrap();
    assert_eq!(store.load(keeper.id().unwrap()).unwrap().plies.len(), 2);
}

#[test]
fn a_newer_or_broken_database_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    drop(Store::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    assert!(Store::open(&path).err().unwrap().to_string().contains("newer program"));
    let path = folder.path().join("broken.sqlite");
    std::fs::write(&path, "this is no database, and it is long enough to look at".repeat(40))
        .unwrap();
    assert!(Store::open(&path).err().unwrap().to_string().contains("not a database"));
}

#[test]
fn records_travel_as_lines() {
    let mut one = session("quarto");
    one.play(">6", Duration::from_millis(40)).unwrap();
    let two = session("blokus-duo");
    let text = lines::write(&one.to_record()) + "\n" + &lines::write(&two.to_record());
    let back: Vec<_> = lines::read(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(back, [one.to_record(), two.to_record()]);
}

#[test]
fn bad_lines_are_named_by_number() {
    let good = lines::write(&session("quarto").to_record());
    let bad = good.replace(
        "\"plies\":[]",
        "\"plies\":[{\"player\":1,\"move\":\"b1\",\"by\":\"human\",\"time_ms\":0}]",
    );
    let text = format!("{good}not json\n{bad}{good}");
    let read: Vec<_> = lines::read(text.as_bytes()).collect();
    assert_eq!(read.len(), 4);
    assert!(read[0].is_ok() && read[3].is_ok());
    assert!(read[1].as_ref().unwrap_err().to_string().starts_with("line 2"));
    assert!(read[2].as_ref().unwrap_err().to_string().starts_with("line 3: ply 1"));
}
