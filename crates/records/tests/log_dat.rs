//! `log.dat`: written whole, read back, faults named.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::path::Path;
use std::time::Duration;

use plywood_language::{Language, Words};
use plywood_records::log_dat::{LogDat, LogReport, check};
use plywood_workbench::Cancel;
use plywood_workbench::games::{CATALOGUE, Look, Seat};
use plywood_workbench::play::{Session, Setup};

fn step(session: &mut Session) {
    let thought = session.job().unwrap().run(&Cancel::default(), &mut |_| {}).unwrap();
    session.play_found(&thought, Duration::from_millis(12)).unwrap();
}

fn computers(game: &str) -> Session {
    Session::new(Setup::new(game).with_players("random:seed=1", "random").unwrap()).unwrap()
}

/// A game with one move in the log.
fn logged_step(game: &str, path: &Path, words: &Words) {
    let mut session = computers(game);
    let mut log = LogDat::new(Some(path), Look::Plain);
    log.follow(&session, words).1.unwrap();
    step(&mut session);
    log.follow(&session, words).1.unwrap();
}

fn read(path: &Path) -> LogReport {
    check(std::fs::read(path).unwrap().as_slice()).unwrap()
}

fn faults(report: &LogReport) -> Vec<String> {
    let words = Words::new(Language::English);
    report.faults.iter().map(|fault| fault.text(&words)).collect()
}

#[test]
fn whole_games_of_every_kind_in_both_languages_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.dat");
    for language in Language::ALL {
        let words = Words::new(language);
        for entry in &CATALOGUE {
            let mut session = computers(entry.name);
            let mut log = LogDat::new(Some(&path), Look::Plain);
            while !session.is_over() {
                step(&mut session);
                log.follow(&session, &words).1.unwrap();
            }
        }
    }
    let report = read(&path);
    assert_eq!(faults(&report), Vec::<String>::new());
    assert_eq!((report.n_games, report.n_finished), (10, 10));
}

#[test]
fn an_entry_says_all_that_was_promised() {
    let words = Words::new(Language::Portuguese);
    let setup = Setup::new("blokus").with_players("human", "alpha-beta:depth=2").unwrap();
    let mut session = Session::new(Setup { time: Some(Duration::from_secs(3)), ..setup }).unwrap();
    let mut log = LogDat::new(None, Look::Plain);
    let (start, _) = log.follow(&session, &words);
    for part in
        ["Início da partida", "Data: 20", "Tempo por jogada: 3000 ms", "Profundidade máxima: -"]
    {
        assert!(start.contains(part), "{part} in\n{start}");
    }
    session.play("b@a1", Duration::from_millis(2345)).unwrap();
    let (human, _) = log.follow(&session, &words);
    for part in
        ["Jogada 1", "Jogador: 1 (humano)", "b@a1", "Pontos: 4 - 0", "Tempo: 2345 ms", "1 1 ."]
    {
        assert!(human.contains(part), "{part} in\n{human}");
    }
    step(&mut session);
    let (engine, _) = log.follow(&session, &words);
    for part in [
        "Nós analisados: ",
        "Nós expandidos: ",
        "Cortes alfa: ",
        "Cortes beta: ",
        "Profundidade atingida: 2",
        "Tempo: 12 ms",
        "Avaliação: ",
    ] {
        assert!(engine.contains(part), "{part} in\n{engine}");
    }
    session.resign(Seat::One).unwrap();
    let (end, _) = log.follow(&session, &words);
    for part in [
        "Fim da partida",
        "Vencedor: 2 (alpha-beta:depth=2)",
        "Pontos: 4 - ",
        "[1] 10 a, 9 b, 15 c; [2]",
    ] {
        assert!(end.contains(part), "{part} in\n{end}");
    }
    assert_eq!(log.follow(&session, &words).0, "", "nothing new, no entry");
}

#[test]
fn take_backs_and_resumed_games_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.dat");
    let words = Words::new(Language::English);
    let mut session = computers("cavalo");
    let mut log = LogDat::new(Some(&path), Look::Unicode);
    for _ in 0..4 {
        step(&mut session);
        log.follow(&session, &words).1.unwrap();
    }
    session.take_back();
    log.follow(&session, &words).1.unwrap();
    let mut resumed = Session::from_record(&session.to_record()).unwrap();
    let mut log = LogDat::new(Some(&path), Look::Unicode);
    step(&mut resumed);
    log.follow(&resumed, &words).1.unwrap();
    resumed.take_back();
    resumed.take_back();
    log.follow(&resumed, &words).1.unwrap();
    step(&mut resumed);
    resumed.resign(Seat::Two).unwrap();
    log.follow(&resumed, &words).1.unwrap();
    let report = read(&path);
    assert_eq!(faults(&report), Vec::<String>::new());
    assert_eq!((report.n_games, report.n_finished), (3, 1));
}

#[test]
fn an_entry_cut_anywhere_is_noticed_and_the_next_one_starts_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.dat");
    let words = Words::new(Language::English);
    logged_step("quatro", &path, &words);
    let whole = std::fs::read(&path).unwrap();
    let last = String::from_utf8_lossy(&whole).rfind("***\nBoard").unwrap() - 20;
    for length in (last + 10..whole.len()).step_by(7) {
        std::fs::write(&path, &whole[..length]).unwrap();
        let report = read(&path);
        assert_eq!(report.faults.len(), 1, "{:?} at {length}", faults(&report));
        assert!(faults(&report)[0].contains("cut short"));
        logged_step("quarto", &path, &words);
        let report = read(&path);
        assert_eq!((report.faults.len(), report.n_games), (1, 2), "{:?}", faults(&report));
    }
}

#[test]
fn what_is_wrong_is_named_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.dat");
    let words = Words::new(Language::English);
    let mut session =
        Session::new(Setup::new("blokus").with_players("human", "human").unwrap()).unwrap();
    let mut log = LogDat::new(Some(&path), Look::Plain);
    log.follow(&session, &words).1.unwrap();
    session.play("b@a1", Duration::ZERO).unwrap();
    log.follow(&session, &words).1.unwrap();
    let good = std::fs::read_to_string(&path).unwrap();
    assert!(read(&path).faults.is_empty());
    for (from, to, part) in [
        ("b@a1", "b@c3", "cannot be played"),
        ("Points: 4 - 0", "Points: 5 - 0", "should be 4 - 0"),
        ("Player: 1", "Player: 2", "player 1's turn"),
        ("Time: 0 ms", "Time: soon", "not what was expected"),
        ("Beta cuts: -\n", "", "does not say: Beta cuts"),
        ("Evaluation: -", "Evaluation: splendid", "not what was expected"),
        ("Depth reached", "Height reached", "no label"),
        ("Game: blokus", "Game: chess", "cannot begin"),
        ("] Move 1", "] Nonsense 1", "opens no entry"),
        ("] Move 1", "] Move x", "this is move x"),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good, "{from}");
        let report = check(text.as_bytes()).unwrap();
        let faults = faults(&report);
        assert!(faults.iter().any(|fault| fault.contains(part)), "{part}: {faults:?}");
    }
    let report = check(&b"\xff\xfe\0 nonsense\n\n*** [x ***\n"[..]).unwrap();
    assert_eq!(report.faults.len(), 2);
}
