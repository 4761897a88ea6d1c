//! The course's evaluations, algorithms by name, and limits that mean what they say.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::Duration;

use plywood_workbench::engines::{Engine, Kind, Means, Unit};
use plywood_workbench::games::{CATALOGUE, find, open};
use plywood_workbench::language::{Language, Words};
use plywood_workbench::play::{SearchEnd, Session, Setup};
use plywood_workbench::{Cancel, Limits};

const ALGORITHMS: [&str; 6] = ["minimax", "negamax", "pvs", "mtd", "iterative", "best"];

#[test]
fn the_course_judges_quatro_by_its_lines_and_blokus_and_cavalo_by_points() {
    let score = |game: &str, position: Option<&str>| {
        let table = open(game, "", 3, position, &[]).unwrap();
        let mut thinker =
            table.seat(&"minimax:depth=1,judge=course".parse().unwrap(), &Means::default());
        let found = thinker.think(table.as_ref(), 1, &Limits::default(), &mut |_| {}).unwrap();
        let thought = table.thought(&found);
        (thought.score.unwrap(), thought.score_unit, thought.worth().unwrap())
    };
    // The opponent benefits from the lines: fewest with 9 beside 6, which share nothing.
    let (value, unit, worth) = score("quatro", Some("6.../..../..../.... -"));
    assert_eq!((value, unit), (-3.0, Unit::Evaluation));
    let quatro = find("quatro").unwrap();
    for (language, said) in [
        (Language::English, "+3 for Player 1 in the course's evaluation"),
        (Language::Portuguese, "+3 para o Jogador 1 na avaliação da disciplina"),
    ] {
        assert_eq!(worth.say(quatro, &Words::new(language)), said);
    }
    let (value, unit, _) = score("blokus", None);
    assert_eq!((value, unit), (4.0, Unit::Points));
    assert_eq!(score("cavalo", None).1, Unit::Points);
    // A win stays a win.
    let (value, unit, worth) = score("quatro", Some("024./..../..../.... -"));
    assert_eq!((value, unit, worth.is_proven), (1.0, Unit::Wins, true));
}

#[test]
fn a_game_without_a_program_of_the_course_refuses_its_judge() {
    let engine: Engine = "alpha-beta:judge=course".parse().unwrap();
    for entry in &CATALOGUE {
        let table = open(entry.name, "", 0, None, &[]).unwrap();
        let has_one = ["quatro", "blokus", "cavalo"].contains(&entry.name);
        assert_eq!(table.check_engine(&engine).is_ok(), has_one, "{}", entry.name);
        let mut thinker = table.seat(&engine, &Means::default());
        let thought = thinker.think(table.as_ref(), 1, &Limits::nodes(50), &mut |_| {});
        assert_eq!(thought.is_ok(), has_one, "{}", entry.name);
        let setup = Setup::new(entry.name).with_players("human", "pvs:judge=course").unwrap();
        match Session::new(setup) {
            Ok(_) => assert!(has_one, "{}", entry.name),
            Err(reason) => assert!(reason.to_string().contains("no judge `course`"), "{reason}"),
        }
    }
}

#[test]
fn negamax_is_an_engine_by_that_name() {
    let engine: Engine = "negamax:depth=3".parse().unwrap();
    assert_eq!(engine.kind, Kind::AlphaBeta);
}

/// A computer's first move with these limits.
fn first_move(game: &str, engine: &str, time: Option<u64>, depth: Option<u32>) -> Session {
    let setup = Setup {
        time: time.map(Duration::from_millis),
        depth,
        seed: 5,
        ..Setup::new(game).with_players(engine, engine).unwrap()
    };
    let mut session = Session::new(setup).unwrap();
    let found = session.job().unwrap().run(&Cancel::default(), &mut |_| {}).unwrap();
    let elapsed = found.stats.time;
    session.play_found(&found, elapsed).unwrap();
    session
}

#[test]
fn no_algorithm_looks_deeper_than_the_maximum_in_any_game() {
    for entry in &CATALOGUE {
        for engine in ALGORITHMS {
            for depth in [1, 2] {
                let session = first_move(entry.name, engine, Some(300), Some(depth));
                let effort = session.plies()[0].effort.clone().unwrap();
                assert!(effort.selective_depth <= depth, "{} {engine}: {effort:?}", entry.name);
                assert!(effort.depth <= depth, "{} {engine}: {effort:?}", entry.name);
                let ended = effort.ended.unwrap();
                let is_known =
                    [SearchEnd::Depth, SearchEnd::Time, SearchEnd::Proven].contains(&ended);
                assert!(is_known, "{} {engine}: {ended:?}", entry.name);
            }
        }
    }
}

#[test]
fn an_algorithm_uses_its_time_or_has_proven_the_value() {
    for entry in &CATALOGUE {
        for engine in ALGORITHMS.into_iter().chain(["mcts"]) {
            let session = first_move(entry.name, engine, Some(60), None);
            let ply = &session.plies()[0];
            let effort = ply.effort.as_ref().unwrap();
            match effort.ended.unwrap() {
                SearchEnd::Time => assert!(ply.time_ms >= 60, "{} {engine}: {ply:?}", entry.name),
                SearchEnd::Proven => assert!(effort.exact, "{} {engine}", entry.name),
                ended => panic!("{} {engine}: {ended:?}", entry.name),
            }
        }
    }
}
