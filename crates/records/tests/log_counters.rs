//! What was not searched or not counted says so, in records and in the log.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::Duration;

use plywood_language::{Language, Words};
use plywood_records::log_dat::{LogDat, check};
use plywood_workbench::Cancel;
use plywood_workbench::engines::MoveOrigin;
use plywood_workbench::games::Look;
use plywood_workbench::play::{Effort, Session, Setup};

fn one_move(game: &str, player: &str) -> (Session, Effort) {
    let setup = Setup::new(game).with_players(player, player).unwrap();
    let mut session = Session::new(setup).unwrap();
    let thought = session.job().unwrap().run(&Cancel::default(), &mut |_| {}).unwrap();
    session.play_found(&thought, Duration::from_millis(12)).unwrap();
    let effort = session.plies()[0].effort.clone().unwrap();
    (session, effort)
}

#[test]
fn a_slip_is_not_a_search_of_depth_0_and_value_0() {
    for player in ["random", "iterative:depth=1,slips=100"] {
        let (session, effort) = one_move("quatro", player);
        assert_eq!((effort.origin, effort.score), (MoveOrigin::Random, None), "{player}");
        assert_eq!(effort.alpha_cuts, None, "{player}");
        let json = serde_json::to_value(session.to_record()).unwrap();
        assert_eq!(json["plies"][0]["effort"]["origin"], "random");
        let back = Session::from_record(&serde_json::from_value(json).unwrap()).unwrap();
        assert_eq!(back.plies()[0].effort, Some(effort));
        for (language, said) in
            [(Language::English, "made at random"), (Language::Portuguese, "feita ao acaso")]
        {
            let words = Words::new(language);
            let mut log = LogDat::new(None, Look::Unicode);
            let fresh = Session::new(session.setup().clone()).unwrap();
            let mut entries = log.follow(&fresh, &words).0;
            entries += &log.follow(&session, &words).0;
            assert!(entries.contains(&format!(": – ({said})")), "{entries}");
            assert!(!entries.contains("+0.00"), "{entries}");
            assert_eq!(check(entries.as_bytes()).unwrap().faults, []);
        }
    }
    let (_, effort) = one_move("quatro", "iterative:depth=1");
    assert_eq!(effort.origin, MoveOrigin::Search);
    assert!(effort.score.is_some());
    let (_, effort) = one_move("blokus", "largest");
    assert_eq!((effort.origin, effort.score), (MoveOrigin::Points, None));
}

#[test]
fn the_log_shows_a_dash_for_what_was_not_counted() {
    let words = Words::new(Language::Portuguese);
    let mut session =
        Session::new(Setup::new("quatro").with_players("human", "human").unwrap()).unwrap();
    let mut log = LogDat::new(None, Look::Unicode);
    log.follow(&session, &words).1.unwrap();
    session.play("6@b1", Duration::from_millis(5)).unwrap();
    let entry = log.follow(&session, &words).0;
    for label in ["Nós analisados", "Nós cortados", "Cortes alfa", "Cortes beta", "Avaliação"] {
        assert!(entry.contains(&format!("{label}: –\n")), "{label} in\n{entry}");
    }
}
