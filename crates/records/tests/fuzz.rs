//! Fuzz targets: any input is read or refused, and what is read is valid.
//!
//! `cargo test` makes a short run of each; `cargo bolero test -p plywood-records TARGET` a long one.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::sync::LazyLock;
use std::time::Duration;

use bolero::check;
use plywood_language::{Language, Words};
use plywood_records::log_dat::{self, LogDat, LogForm};
use plywood_records::resultados;
use plywood_records::{Setting, Settings, blksgf, lines};
use plywood_workbench::Limits;
use plywood_workbench::engines::Engine;
use plywood_workbench::games::Look;
use plywood_workbench::play::{Player, Session, Setup};
use plywood_workbench::puzzle::{boards_along, builtins, solve};

/// A good text with some of its bytes written over, and pieces of it moved about; or the input itself.
fn mixed(text: &str, input: &[u8]) -> Vec<u8> {
    let Some((&mode, rest)) = input.split_first() else { return Vec::new() };
    if mode % 8 == 0 {
        return rest.to_vec();
    }
    let mut bytes = text.as_bytes().to_vec();
    for change in rest.chunks_exact(4) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        match change[2] % 4 {
            0 => bytes.truncate(at.max(1)),
            1 => {
                let piece = bytes[at..].iter().copied().take(usize::from(change[3])).collect();
                bytes = [piece, bytes].concat();
            }
            _ => bytes[at] = change[3],
        }
    }
    bytes
}

/// A short game of people.
fn game(name: &str, moves: &[&str]) -> Session {
    let setup = Setup { players: [Player::Human, Player::Human], ..Setup::new(name) };
    let mut session = Session::new(setup).unwrap();
    for step in moves {
        session.play(step, Duration::from_millis(5)).unwrap();
    }
    session
}

const QUATRO: [&str; 5] = ["0@a1", "1@b1", "f@c4", "2@c1", "3@d1"];
const DUO: [&str; 3] = ["e10,f10,f9,g9,g8", "j5,k5,l5,m5,n5", "i4,i5,h6,i6,h7"];

#[test]
fn logs() {
    static LOG: LazyLock<String> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.dat");
        let mut log = LogDat::new(Some(&path), Look::Plain);
        let words = Words::new(Language::English);
        for n_moves in 0..=QUATRO.len() {
            log.follow(&game("quatro", &QUATRO[..n_moves]), &words).1.unwrap();
        }
        std::fs::read_to_string(path).unwrap()
    });
    let report = log_dat::check(LOG.as_bytes()).unwrap();
    assert_eq!((report.n_finished, report.faults.len()), (1, 0), "the good text is good");
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        let report = log_dat::check(&*mixed(&LOG, input)).unwrap();
        assert!(report.n_entries >= report.n_games.max(report.n_finished));
    });
}

#[test]
fn record_lines() {
    let good = lines::write(&game("quatro", &QUATRO).to_record());
    assert!(lines::read(good.as_bytes()).all(|record| record.is_ok()), "the good text is good");
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        for record in lines::read(&*mixed(&good, input)).flatten() {
            let again: Vec<_> = lines::read(lines::write(&record).as_bytes()).flatten().collect();
            assert_eq!(again, [record]);
        }
    });
}

#[test]
fn game_files_of_pentobi() {
    let good = blksgf::write(&game("blokus-duo", &DUO).to_record()).unwrap();
    // White is shut in after these and passes.
    assert_eq!(blksgf::read(&good).unwrap().plies.len(), 4, "the good text is good");
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        let text = String::from_utf8_lossy(&mixed(&good, input)).into_owned();
        if let Ok(record) = blksgf::read(&text) {
            let again = blksgf::read(&blksgf::write(&record).unwrap()).unwrap();
            assert_eq!(again.plies, record.plies);
        }
    });
}

#[test]
fn players_and_engines() {
    let good = "mcts:nodes=2M,rave=on,exploration=1.5,seed=7,slips=10";
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        let text = String::from_utf8_lossy(&mixed(good, input)).into_owned();
        if let Ok(engine) = text.parse::<Engine>() {
            assert_eq!(engine.to_string().parse::<Engine>().as_ref(), Ok(&engine), "{text}");
        }
        if let Ok(player) = text.parse::<Player>() {
            assert_eq!(player.to_string().parse::<Player>().as_ref(), Ok(&player), "{text}");
        }
    });
}

#[test]
fn settings() {
    let good = "# chosen\nlanguage = \"pt\"\nlevel = 4\n\n[other]\nkey = \"\"\"a\nb\"\"\"\n";
    assert_eq!(Settings::from_text(good).level().to_string(), "4", "the good text is good");
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        let text = String::from_utf8_lossy(&mixed(good, input)).into_owned();
        let mut settings = Settings::from_text(&text);
        if settings.set(Setting::Level, "7").is_ok() {
            let again = Settings::from_text(settings.text());
            let chosen = again.chosen(Setting::Level);
            assert_eq!(chosen, Some("7"), "from {text:?} came {:?}", settings.text());
        }
    });
}

#[test]
fn results_of_the_puzzle() {
    let board = &builtins()[0];
    let report = solve(board, &"a-star".parse().unwrap(), &Limits::default(), |_| {}).unwrap();
    let times = ["2026-01-02 03:04:05", "2026-01-02 03:04:06"];
    let words = Words::new(Language::Portuguese);
    for form in [LogForm::Text, LogForm::Lisp] {
        let good = resultados::entry(&report, &boards_along(board, &report), times, &words, form)
            .repeat(2);
        let read = resultados::check(good.as_bytes()).unwrap();
        assert_eq!((read.n_solved, read.faults.len()), (2, 0), "the good text is good");
        check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
            let report = resultados::check(&*mixed(&good, input)).unwrap();
            assert!(report.n_solved <= report.n_entries);
        });
    }
}
