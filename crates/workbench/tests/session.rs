//! A session as front ends use it: moves, passes, taking back, engines, records.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use plywood_workbench::Cancel;
use plywood_workbench::games::{CATALOGUE, Seat};
use plywood_workbench::play::{
    Ending, Level, Player, Reason, Record, RecordError, Session, Setup, ThinkEvent,
};

const SECOND: Duration = Duration::from_secs(1);

fn people(game: &str) -> Setup {
    Setup::new(game).with_players("human", "human").unwrap()
}

/// Lets the engines play until a person is to move or the game is over.
fn let_engines_play(session: &mut Session) {
    while let Some(job) = session.job() {
        let thought = job.run(&Cancel::default(), &mut |_| {}).unwrap();
        session.play_found(&thought, Duration::ZERO).unwrap();
    }
}

/// Black's second piece takes both of white's corners, so white must pass.
const BLOCKING: [&str; 3] = ["e10,f10,f9,g9,g8", "j5,k5,l5,m5,n5", "i4,i5,h6,i6,h7"];

#[test]
fn a_forced_pass_plays_itself_and_is_recorded() {
    let mut session = Session::new(people("blokus-duo")).unwrap();
    for step in &BLOCKING[..2] {
        assert_eq!(session.play(step, SECOND).unwrap().len(), 1);
    }
    let added = session.play(BLOCKING[2], SECOND).unwrap();
    let told: Vec<(u32, bool)> = added.iter().map(|ply| (ply.player, ply.forced)).collect();
    assert_eq!(told, [(1, false), (2, true)]);
    assert_eq!(session.turn(), Seat::One);
    assert_eq!(session.take_back(), 2, "the pass goes with the move that forced it");
    assert_eq!((session.turn(), session.n_undone()), (Seat::One, 2));
    assert_eq!(session.redo(), 2);
    assert_eq!(session.plies().len(), 4);
}

#[test]
fn a_move_is_recorded_as_the_game_writes_it() {
    let mut session = Session::new(people("blokus-duo")).unwrap();
    session.play("G8,E10,f10,f9,g9", SECOND).unwrap();
    assert_eq!(session.plies()[0].step, "g8,f9,g9,e10,f10");
    assert_eq!((session.plies()[0].time_ms, session.plies()[0].points), (1000, Some([5, 0])));
    let before = session.position();
    assert!(session.play("a1", SECOND).unwrap_err().to_string().contains("j5"));
    assert_eq!(session.position(), before);
}

#[test]
fn take_back_returns_to_the_person_and_redo_brings_all_back() {
    let setup = Setup::new("quatro").with_players("human", "level:3").unwrap();
    let mut session = Session::new(setup).unwrap();
    assert_eq!(session.take_back(), 0, "nothing was played");
    session.play("0@a1", SECOND).unwrap();
    let_engines_play(&mut session);
    let (position, plies) = (session.position(), session.plies().to_vec());
    assert_eq!(plies.len(), 2);
    assert_eq!(session.take_back(), 2);
    assert_eq!(session.position(), session.start());
    assert_eq!(session.redo(), 2);
    assert_eq!((session.position(), session.plies()), (position, &plies[..]));
    session.take_back();
    session.play("f@d4", SECOND).unwrap();
    assert_eq!(session.redo(), 0, "another move forgets what was taken back");
}

#[test]
fn engines_alone_are_taken_back_move_by_move() {
    let setup = Setup::new("cavalo").with_players("random", "random").unwrap();
    let mut session = Session::new(setup).unwrap();
    let_engines_play(&mut session);
    let n_plies = session.plies().len();
    assert!(session.is_over());
    let gone = session.take_back();
    assert!(gone >= 1 && session.plies().len() == n_plies - gone);
    assert_eq!(session.redo(), gone);
    assert!(session.is_over());
}

#[test]
fn resigning_ends_the_game_and_can_be_taken_back() {
    let mut session = Session::new(people("quarto")).unwrap();
    session.play(">6", SECOND).unwrap();
    session.resign(Seat::Two).unwrap();
    assert_eq!(session.ending(), Some(Ending { winner: Some(1), reason: Reason::Resigned }));
    assert!(session.moves().is_empty() && session.to_move().is_none() && session.job().is_none());
    assert!(session.play("b1>d", SECOND).is_err());
    let record = session.to_record();
    assert!(Session::from_record(&record).unwrap().is_over());
    session.take_back();
    assert!(!session.is_over() && session.plies().len() == 1);
}

#[test]
fn a_loss_on_time_is_kept_as_one_and_can_be_taken_back() {
    let mut session = Session::new(people("quarto")).unwrap();
    session.play(">6", SECOND).unwrap();
    session.run_out(Seat::Two).unwrap();
    let ending = Some(Ending { winner: Some(1), reason: Reason::Time });
    assert_eq!(session.ending(), ending);
    let again = Session::from_record(&session.to_record()).unwrap();
    assert_eq!(again.ending(), ending);
    session.take_back();
    assert!(!session.is_over() && session.plies().len() == 1);
}

#[test]
fn players_can_change_seats() {
    let setup = Setup::new("quatro").with_players("human", "level:2").unwrap();
    let mut session = Session::new(setup).unwrap();
    assert!(session.job().is_none());
    session.swap_sides().unwrap();
    assert!(session.job().is_some(), "the computer has the move now");
    session.set_player(Seat::One, Player::Human).unwrap();
    assert!(session.job().is_none());
}

#[test]
fn players_and_result_of_a_finished_game_cannot_change() {
    let mut session = Session::new(people("quatro")).unwrap();
    session.set_player(Seat::Two, "level:2".parse().unwrap()).unwrap();
    for step in ["0@a1", "2@b1", "4@c1", "6@d1"] {
        session.play(step, SECOND).unwrap();
    }
    let record = session.to_record();
    assert_eq!(record.ending.as_ref().unwrap().winner, Some(2));
    let refusals = [
        session.swap_sides(),
        session.resign(Seat::Two),
        session.set_player(Seat::One, Player::Human),
        session.set_limits(Some(SECOND), None),
    ];
    for refusal in refusals {
        assert_eq!(refusal.unwrap_err().to_string(), "the game is over");
    }
    assert_eq!(session.to_record(), record);
}

#[test]
fn a_record_that_claims_another_ending_is_refused() {
    let mut session = Session::new(people("quatro")).unwrap();
    session.play("0@a1", SECOND).unwrap();
    let mut record = session.to_record();
    record.ending = Some(Ending { winner: None, reason: Reason::Resigned });
    assert!(Session::from_record(&record).is_err(), "nobody resigns into a draw");
    for step in ["2@b1", "4@c1", "6@d1"] {
        session.play(step, SECOND).unwrap();
    }
    let mut record = session.to_record();
    record.ending = Some(Ending { winner: Some(1), reason: Reason::Resigned });
    assert!(Session::from_record(&record).is_err(), "player 2 has a line");
}

#[test]
fn every_game_is_played_to_its_end_and_brought_back() {
    for entry in &CATALOGUE {
        let mut setup = Setup::new(entry.name).with_players("random:seed=1", "random").unwrap();
        setup.seed = 5;
        let mut session = Session::new(setup).unwrap();
        let_engines_play(&mut session);
        let ending = session.ending().unwrap();
        let has_points = session.points().is_some();
        assert_eq!(has_points, ending.reason == Reason::Points, "{}", entry.name);
        let text = serde_json::to_string(&session.to_record()).unwrap();
        let record: Record = serde_json::from_str(&text).unwrap();
        let back = Session::from_record(&record).unwrap();
        assert_eq!(back.to_record(), session.to_record());
        assert_eq!(back.position(), session.position());
    }
}

#[test]
fn a_draw_has_no_winner() {
    let mut setup = people("quatro");
    setup.position = Some("c827/50a4/be93/1d6. -".into());
    let mut session = Session::new(setup).unwrap();
    assert!(!session.is_over());
    session.play("f@d4", SECOND).unwrap();
    assert_eq!(session.ending(), Some(Ending { winner: None, reason: Reason::FullBoard }));
}

#[test]
fn a_position_with_moves_gives_plies() {
    let mut setup = people("quarto");
    setup.position = Some("startpos moves >6 b1>d".into());
    let session = Session::new(setup).unwrap();
    assert_eq!(session.plies().len(), 2);
    assert_eq!(session.position(), ".6../..../..../.... d");
    assert_eq!(Session::from_record(&session.to_record()).unwrap().plies(), session.plies());
}

#[test]
fn a_record_that_breaks_the_rules_is_refused() {
    let mut session = Session::new(people("quarto")).unwrap();
    session.play(">6", SECOND).unwrap();
    session.play("b1>d", SECOND).unwrap();
    let good = session.to_record();
    let mut record = good.clone();
    record.plies[1].step = "b1>6".into();
    assert!(matches!(Session::from_record(&record), Err(RecordError::Ply(2, _))));
    let mut record = good.clone();
    record.plies[1].player = 1;
    assert_eq!(Session::from_record(&record).err(), Some(RecordError::Turn(2, 1, 2)));
    let mut record = good.clone();
    record.ending = Some(Ending { winner: Some(2), reason: Reason::Line });
    assert_eq!(Session::from_record(&record).err(), Some(RecordError::Ending));
    let mut record = good;
    record.players[0] = "nobody".into();
    assert!(matches!(Session::from_record(&record), Err(RecordError::Player(_))));
}

#[test]
fn levels_repeat_their_games_with_the_seed() {
    let game = |seed| {
        let mut setup = Setup::new("quatro").with_players("level:2", "level:4").unwrap();
        setup.seed = seed;
        let mut session = Session::new(setup).unwrap();
        let_engines_play(&mut session);
        session.plies().iter().map(|ply| ply.step.clone()).collect::<Vec<_>>()
    };
    assert_eq!(game(3), game(3));
    assert_ne!(game(3), game(4));
}

#[test]
fn a_level_resumed_goes_on_as_it_would_have() {
    let mut setup = Setup::new("cavalo").with_players("level:2", "level:1").unwrap();
    setup.seed = 11;
    let mut whole = Session::new(setup).unwrap();
    let_engines_play(&mut whole);
    let mut record = whole.to_record();
    record.plies.truncate(9);
    record.ending = None;
    let mut resumed = Session::from_record(&record).unwrap();
    let_engines_play(&mut resumed);
    assert_eq!(resumed.position(), whole.position());
}

#[test]
fn every_level_moves_in_every_game() {
    for entry in &CATALOGUE {
        for level in &Level::ALL[..6] {
            let mut setup = Setup::new(entry.name);
            setup.players = [Player::Level(*level), Player::Human];
            setup.time = Some(Duration::from_millis(20));
            let mut session = Session::new(setup).unwrap();
            let_engines_play(&mut session);
            let effort = session.plies()[0].effort.clone().unwrap();
            assert!(effort.analysed > 0, "{} level {level}", entry.name);
        }
    }
}

#[test]
fn thinking_in_the_background_reports_and_ends_when_asked() {
    let mut setup = Setup::new("blokus").with_players("iterative", "human").unwrap();
    setup.time = Some(Duration::from_secs(600));
    setup.position = Some("startpos moves b@a1 b@m13 b@c3 b@k11 b@e5 b@i9".into());
    let mut session = Session::new(setup).unwrap();
    let thinking = session.job().unwrap().spawn(|| {});
    assert_eq!(thinking.table().position(), session.position());
    let Ok(ThinkEvent::Progress(first)) = thinking.events().recv_timeout(60 * SECOND) else {
        panic!("a first pass is reported before the last word")
    };
    assert!(session.moves().contains(session.thought(&first).best.as_ref().unwrap()));
    thinking.move_now();
    let asked = Instant::now();
    let thought = loop {
        match thinking.events().recv_timeout(60 * SECOND).unwrap() {
            ThinkEvent::Progress(_) => {}
            ThinkEvent::Done(thought) => break thought.unwrap(),
        }
    };
    assert!(asked.elapsed() < 30 * SECOND, "it did not use its ten minutes");
    assert_eq!(thinking.events().recv_timeout(SECOND).err(), Some(RecvTimeoutError::Disconnected));
    session.play_found(&thought, asked.elapsed()).unwrap();
}

#[test]
fn a_dropped_search_ends_and_the_engine_can_be_asked_again() {
    let mut setup = Setup::new("blokus-duo").with_players("iterative", "human").unwrap();
    setup.time = Some(Duration::from_secs(600));
    let mut session = Session::new(setup).unwrap();
    drop(session.job().unwrap().spawn(|| {}));
    session.set_limits(Some(Duration::from_millis(30)), Some(1)).unwrap();
    let thought = session.job().unwrap().run(&Cancel::default(), &mut |_| {}).unwrap();
    assert!(thought.best().is_some());
}

#[test]
fn a_hint_is_a_legal_move() {
    let mut session = Session::new(people("cavalo")).unwrap();
    session.set_limits(Some(Duration::from_millis(50)), None).unwrap();
    let hint = session.hint().unwrap().with_lines(2).run(&Cancel::default(), &mut |_| {}).unwrap();
    assert!(session.moves().contains(session.thought(&hint).best.as_ref().unwrap()));
    assert!(session.plies().is_empty());
}

#[test]
fn a_session_can_move_to_another_thread() {
    fn is_send<T: Send>(_: &T) {}
    is_send(&Session::new(people("quatro")).unwrap());
}

#[test]
fn a_program_that_only_a_record_names_is_never_started() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("started");
    let command = format!("cmd:touch {}", trace.display());
    let setup = Setup::new("quatro").with_players(&command, "human").unwrap();
    let record = Session::new(setup).unwrap().to_record();
    let mut session = Session::from_record(&record).unwrap();
    let refused = session.job().unwrap().run(&Cancel::default(), &mut |_| {}).unwrap_err();
    assert!(refused.to_string().contains("only if you name it yourself"), "{refused}");
    assert!(!trace.exists());
}
