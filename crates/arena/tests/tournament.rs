//! Whole tournaments between our own engines: the same games every time, resumed or not.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_workbench::message;
use std::num::NonZeroUsize;
use std::time::Duration;

use plywood_arena::pairing::Opening;
use plywood_arena::referee::{
    Choice, Conditions, Fault, FaultKind, InProcess, Mover, Played, Reason, Turn, play,
};
use plywood_arena::report::Report;
use plywood_arena::run::Runner;
use plywood_arena::settings::{Adjudication, ClockControl, Control, Format, Openings, Settings};
use plywood_arena::statistics::{Conclusion, Sprt};
use plywood_arena::store::{GameRecord, Store};
use plywood_arena::tuning::{TuneSettings, tune};
use plywood_arena::{ArenaError, Cancel};
use plywood_workbench::engines::Means;
use plywood_workbench::games::Seat;

fn settings(game: &str, players: &[&str]) -> Settings {
    let players = players.iter().map(|text| text.parse().unwrap()).collect();
    let control = Control { nodes: Some(150), ..Control::default() };
    Settings { pairs: 2, control, seed: 5, hash: 1 << 20, ..Settings::new(game, players) }
}

/// Plays a tournament in memory with this many games at a time.
fn played(settings: &Settings, concurrency: usize) -> Vec<GameRecord> {
    let mut store = Store::in_memory().unwrap();
    let id = store.begin(None, settings).unwrap();
    let concurrency = NonZeroUsize::new(concurrency).unwrap();
    let games =
        Runner::new(settings).concurrency(concurrency).run(&mut store, id, &mut |_| {}).unwrap();
    assert_eq!(store.games(id).unwrap(), games, "what is returned is what is stored");
    games
}

/// The games without their times.
fn timeless(games: Vec<GameRecord>) -> Vec<GameRecord> {
    let timeless = |mut game: GameRecord| {
        game.times_us.clear();
        for side in &mut game.stats {
            (side.time_us, side.longest_us, side.cpu_us) = (0, 0, 0);
        }
        game
    };
    games.into_iter().map(timeless).collect()
}

#[test]
fn fixed_nodes_and_seed_give_the_same_games_at_any_concurrency() {
    for game in ["blokus", "blokus-duo", "quatro", "quarto", "cavalo"] {
        let players = ["random", "iterative", "mcts", "largest"];
        let settings = settings(game, &players);
        let alone = timeless(played(&settings, 1));
        assert_eq!(alone.len(), 24);
        assert_eq!(timeless(played(&settings, 5)), alone, "{game}");
        let other = Settings { seed: 6, ..settings };
        assert_ne!(timeless(played(&other, 5)), alone, "{game}");
    }
}

#[test]
fn random_players_play_different_games() {
    let games = played(&settings("blokus", &["a=random", "b=random"]), 1);
    assert_ne!(games[0].moves, games[1].moves);
}

#[test]
fn an_interrupted_tournament_goes_on_as_if_nothing_had_happened() {
    for format in [Format::RoundRobin, Format::Swiss, Format::Ladder, Format::Gauntlet] {
        let settings = Settings {
            format,
            pairs: 3,
            rounds: 2,
            ..settings("quatro", &["a=random", "b=iterative", "c=random", "d=alpha-beta:depth=1"])
        };
        let unbroken = timeless(played(&settings, 2));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let mut n_runs = 0;
        loop {
            n_runs += 1;
            let mut store = Store::open(&path).unwrap();
            let known = store.find(&settings).unwrap();
            let id = store.begin(known, &settings).unwrap();
            let cancel = Cancel::default();
            let three = NonZeroUsize::new(3).unwrap();
            let runner = Runner::new(&settings).concurrency(three).cancel(&cancel);
            let games = runner.run(&mut store, id, &mut |progress| {
                if progress.n_new >= 4 {
                    cancel.raise();
                }
            });
            let games = games.unwrap();
            if !cancel.is_raised() || games.len() == unbroken.len() {
                assert_eq!(timeless(games), unbroken, "{format}");
                break;
            }
        }
        assert!(n_runs > 1, "{format}");
    }
}

#[test]
fn a_longer_tournament_keeps_what_a_shorter_one_played() {
    let short = settings("blokus", &["a=random", "b=largest"]);
    let mut store = Store::in_memory().unwrap();
    let id = store.begin(None, &short).unwrap();
    let mut go =
        |settings: &Settings| Runner::new(settings).run(&mut store, id, &mut |_| {}).unwrap();
    let before = go(&short);
    let after = go(&Settings { pairs: 5, ..short });
    assert_eq!((before.len(), after.len()), (4, 10));
    assert_eq!(after[..4], before);
}

#[test]
fn a_sequential_test_stops_at_the_same_pair_at_any_concurrency() {
    let settings = Settings {
        sprt: Some(Sprt::normalized(0.0, 100.0)),
        pairs: 10_000,
        openings: Openings::Plies(3),
        ..settings("quatro", &["new=alpha-beta:depth=1", "old=random"])
    };
    let crossings = [1, 4].map(|concurrency| {
        let games = played(&settings, concurrency);
        assert_eq!(games.len() % 2, 0, "pairs are complete");
        let crossing = Report::new(&settings, &games).sprt.unwrap().crossing.unwrap();
        assert!(crossing.pairs <= games.len() as u64 / 2);
        // Pairs under way are finished; how many there are depends on how the machine shares its time.
        assert!(games.len() as u64 / 2 <= crossing.pairs + 500, "it stops at the crossing");
        crossing
    });
    assert_eq!(crossings[0], crossings[1]);
    assert_eq!(crossings[0].conclusion, Conclusion::Passed);
}

#[test]
fn settings_that_do_not_go_together_are_refused() {
    let check = |settings: &Settings| match settings.check() {
        Err(ArenaError::Settings(refused)) => refused.to_string(),
        other => panic!("{other:?}"),
    };
    let base = settings("quatro", &["a=random", "b=random", "c=random"]);
    assert!(
        check(&Settings { sprt: Some(Sprt::normalized(0.0, 5.0)), ..base.clone() })
            .contains("two players")
    );
    assert!(check(&settings("quatro", &["a=random"])).contains("two players"));
    let twice = check(&settings("quatro", &["a=random", "a=best", "a-2=best"]));
    assert!(twice.contains("called `a`") && twice.contains("as in a-3=best"), "{twice}");
    let long = check(&settings("quatro", &["mcts:nodes=9", "mcts:nodes=9"]));
    assert!(long.contains("as in mcts-2=mcts:nodes=9"), "{long}");
    assert!(check(&Settings { openings: Openings::Lines(Vec::new()), ..base }).contains("no line"));
}

/// A player that follows a script, ply after ply.
struct Puppet(Vec<Result<Choice, Fault>>);

impl Mover for Puppet {
    fn begin(&mut self, _: &Opening, _: u64, _: &Cancel) -> Result<(), Fault> {
        Ok(())
    }
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault> {
        assert_eq!(turn.seat, Seat::One);
        self.0.remove(0)
    }
    fn last_output(&mut self) -> String {
        "last words".into()
    }
}

/// A game of such a player, as player 1, against an engine.
fn with_puppet(settings: &Settings, says: Vec<Result<Choice, Fault>>) -> Option<Played> {
    let opening = Opening { seed: 1, position: None, moves: Vec::new() };
    let cancel = Cancel::default();
    let conditions = Conditions { settings, opening: &opening, seed: 1, cancel: &cancel };
    let engine = "largest".parse().unwrap();
    let mut other = InProcess::new(&settings.game, "", engine, Means::default());
    play(&conditions, [&mut Puppet(says), &mut other]).unwrap()
}

#[test]
fn every_fault_costs_the_game_and_is_recorded() {
    let base = settings("quatro", &[]);
    let say = |step: &str| Choice::text(step);
    let late = Choice { time: Some(Duration::from_millis(250)), ..say("0@a1") };
    let timed =
        Settings { control: Control { move_ms: Some(100), ..Control::default() }, ..base.clone() };
    let blitz = Control {
        clock: Some(ClockControl { base_ms: 100, increment_ms: 0 }),
        ..Control::default()
    };
    let blitz = Settings { control: blitz, ..base.clone() };
    let fault = |kind| Err(Fault::new(kind, message!("said-so", "it said so")));
    for (settings, says, reason) in [
        (&base, Ok(say("zz")), Reason::Illegal),
        (&base, Ok(say("")), Reason::Illegal),
        (&base, Ok(say("pass")), Reason::Illegal),
        (&base, fault(FaultKind::Crash), Reason::Crash),
        (&base, fault(FaultKind::Hang), Reason::Hang),
        (&base, fault(FaultKind::Resigned), Reason::Resigned),
        (&timed, Ok(late.clone()), Reason::Time),
        (&blitz, Ok(late), Reason::Time),
    ] {
        let game = with_puppet(settings, vec![says]).unwrap();
        assert_eq!((game.reason, game.half_points, game.result), (reason, 0, None));
        let message = game.message.unwrap().to_string();
        assert!(message.starts_with("player 1: "), "{message}");
        assert_eq!(game.output, "last words");
    }
    assert!(with_puppet(&base, vec![fault(FaultKind::Cancelled)]).is_none());
}

#[test]
fn games_end_early_only_if_asked_to_and_only_where_both_agree() {
    let base = Settings {
        control: Control { depth: Some(4), ..Control::default() },
        openings: Openings::Plies(6),
        pairs: 6,
        ..settings("quatro", &["a=alpha-beta", "b=iterative"])
    };
    let whole = played(&base, 2);
    assert!(whole.iter().all(|game| game.reason == Reason::Rules));
    let rule = Adjudication { score: None, plies: 2 };
    let short = played(&Settings { adjudication: Some(rule), ..base }, 2);
    assert!(short.iter().any(|game| game.reason == Reason::Adjudicated));
    for (whole, short) in whole.iter().zip(&short) {
        assert_eq!(whole.half_points, short.half_points, "what is proven comes true");
        assert!(short.moves.len() <= whole.moves.len());
    }
}

#[test]
fn reports_come_in_every_form() {
    let settings = Settings {
        sprt: Some(Sprt::normalized(0.0, 200.0)),
        pairs: 500,
        ..settings("blokus", &["a|b=largest", "<c>=random"])
    };
    let report = Report::new(&settings, &played(&settings, 2));
    assert_eq!(report.standings[0].name, "a|b");
    assert!(report.markdown().contains("| 1 | a\\|b |"));
    assert!(report.csv().lines().count() == 3);
    for svg in [report.ratings_svg(), report.cross_table_svg(), report.llr_svg().unwrap()] {
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(!svg.contains("<c>") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
    let json = serde_json::to_string(&report).unwrap();
    assert!(json.contains("\"conclusion\":\"passed\""), "{json}");
}

#[test]
fn processor_time_that_the_system_cannot_tell_is_unknown() {
    let settings = Settings { pairs: 1, ..settings("blokus", &["a=largest", "b=random"]) };
    let games = played(&settings, 1);
    let told = |games: &[GameRecord]| Report::new(&settings, games).standings[0].cpu_per_move_s;
    assert!(told(&games).is_some_and(|seconds| seconds > 0.0));
    assert_eq!(told(&timeless(games)), None, "0 is not an amount");
}

#[test]
fn tuning_goes_on_where_it_was_interrupted() {
    let settings = TuneSettings {
        matches: Settings { pairs: 1, ..settings("blokus", &[]) },
        engine: "alpha-beta:depth={d}".into(),
        parameters: vec!["d=1,1,3".parse().unwrap()],
        steps: 12,
        rate: 1.0,
    };
    let one = NonZeroUsize::MIN;
    let whole =
        tune(&settings, &mut Store::in_memory().unwrap(), one, &Cancel::default(), &mut |_| {})
            .unwrap();
    let mut store = Store::in_memory().unwrap();
    let cancel = Cancel::default();
    let half = tune(&settings, &mut store, one, &cancel, &mut |progress| {
        if progress.taken == 5 {
            cancel.raise();
        }
    });
    assert_eq!(half.unwrap().taken, 5);
    let end = tune(&settings, &mut store, one, &Cancel::default(), &mut |_| {}).unwrap();
    assert_eq!((end.taken, &end.values, end.games), (12, &whole.values, whole.games));
    let bad = TuneSettings { engine: "alpha-beta:depth=3".into(), ..settings };
    let refused = tune(&bad, &mut store, one, &Cancel::default(), &mut |_| {}).unwrap_err();
    assert!(refused.to_string().contains("{d}"), "{refused}");
}
