//! Jobs from end to end: work run in pieces gives the same results as in one go, and counts once.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use plywood_arena::run::Runner;
use plywood_arena::settings::{Control, Format, Settings};
use plywood_arena::statistics::Conclusion;
use plywood_arena::store::{GameRecord, Store};
use plywood_arena::tuning::{TuneSettings, tune};
use plywood_games::quarto::Board;
use plywood_jobs::{
    Campaign, Digits, Job, JobError, JobResult, Ledger, Outcome, Set, Work, Worker, make,
};
use plywood_solvers::quarto::{Making, Opening, Value};
use plywood_workbench::problems::PROBLEMS;
use plywood_workbench::{Cancel, Limits, problems};

fn settings(players: &[&str]) -> Settings {
    let players = players.iter().map(|text| text.parse().unwrap()).collect();
    let control = Control { nodes: Some(100), ..Control::default() };
    Settings { pairs: 3, control, seed: 5, hash: 1 << 16, ..Settings::new("quatro", players) }
}

fn tournament(settings: &Settings) -> Set {
    Set::Tournament(Box::new(settings.clone()))
}

/// Runs all that a campaign hands out, the last job first, and returns the lines.
fn drive(campaign: &mut Campaign) -> Vec<String> {
    let mut worker = Worker::default();
    let mut lines = Vec::new();
    while !campaign.is_over() {
        let mut jobs = Vec::new();
        while let Some(job) = campaign.hand_out().unwrap() {
            jobs.push(serde_json::to_string(&job).unwrap());
        }
        assert!(!jobs.is_empty() || campaign.is_over(), "nothing to do and not over");
        for job in jobs.iter().rev() {
            let line = worker.run(job, &Cancel::default()).unwrap().unwrap();
            campaign.finish(&line).unwrap();
            assert!(!campaign.finish(&line).unwrap(), "a result counts once");
            lines.push(line);
        }
    }
    lines
}

/// A game without what the clock measured.
fn timeless(game: &GameRecord) -> GameRecord {
    let mut game = GameRecord { tournament: 0, times_us: Vec::new(), ..game.clone() };
    for side in &mut game.stats {
        (side.time_us, side.longest_us, side.cpu_us) = (0, 0, 0);
    }
    game
}

fn played(settings: &Settings) -> Vec<GameRecord> {
    let mut store = Store::in_memory().unwrap();
    let id = store.begin(None, settings).unwrap();
    let cancel = Cancel::default();
    let games = Runner::new(settings).cancel(&cancel).run(&mut store, id, &mut |_| {}).unwrap();
    games.iter().map(timeless).collect()
}

#[test]
fn a_tournament_in_pieces_is_the_tournament_itself() {
    let players = ["r=random", "l=largest", "a=alpha-beta:depth=1", "m=mcts"];
    for format in [Format::RoundRobin, Format::Gauntlet, Format::Ladder, Format::Swiss] {
        let settings = Settings { format, rounds: 2, ..settings(&players) };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let mut campaign = Campaign::new(tournament(&settings), Some(&path)).unwrap();
        let lines = drive(&mut campaign);
        let mut ledger = Ledger::default();
        lines.iter().for_each(|line| assert!(ledger.add(line).unwrap()));
        let (game, games) = ledger.games().unwrap();
        assert_eq!(game, "quatro");
        let games: Vec<GameRecord> = games.iter().map(timeless).collect();
        assert_eq!(games, played(&settings), "{format}");
        drop(campaign);
        let store = Store::read(&path).unwrap();
        let id = store.find(&settings).unwrap().unwrap();
        let stored: Vec<GameRecord> = store.games(id).unwrap().iter().map(timeless).collect();
        assert_eq!(stored, games);
    }
}

#[test]
fn a_campaign_goes_on_where_its_store_stands() {
    let settings = settings(&["r=random", "l=largest"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut worker = Worker::default();
    let mut first = Campaign::new(tournament(&settings), Some(&path)).unwrap();
    let job = first.hand_out().unwrap().unwrap();
    first.hand_out().unwrap().unwrap();
    let result = worker.run_job(&job, &Cancel::default()).unwrap().unwrap();
    assert!(first.finish_with(&result).unwrap());
    drop(first);
    let mut second = Campaign::new(tournament(&settings), Some(&path)).unwrap();
    assert_eq!((second.progress().done, second.progress().total), (2, 6));
    assert!(!second.finish_with(&result).unwrap(), "a late result of the first driver");
    assert_eq!(drive(&mut second).len(), 2);
    assert_eq!(second.progress().done, 6);
}

#[test]
fn a_sequential_test_ends_the_campaign_at_its_verdict() {
    let mut settings = settings(&["a=alpha-beta:depth=2", "r=random"]);
    settings.sprt = Some("elo0=0,elo1=200".parse().unwrap());
    settings.pairs = 1000;
    let mut campaign = Campaign::new(tournament(&settings), None).unwrap();
    let mut worker = Worker::default();
    let mut ahead = Vec::new();
    while !campaign.is_over() {
        // A few pairs beyond the next result are always in progress.
        while ahead.len() < 4 {
            ahead.extend(campaign.hand_out().unwrap());
        }
        let result = worker.run_job(&ahead.remove(0), &Cancel::default()).unwrap().unwrap();
        campaign.finish_with(&result).unwrap();
    }
    let crossing = campaign.tournament().unwrap().crossing().unwrap();
    assert_eq!(crossing.conclusion, Conclusion::Passed);
    assert!(crossing.pairs < 100, "{crossing:?}");
    assert!(campaign.hand_out().unwrap().is_none());
    let mut store = Store::in_memory().unwrap();
    let id = store.begin(None, &settings).unwrap();
    let mut verdict = None;
    Runner::new(&settings).run(&mut store, id, &mut |at| verdict = at.crossing).unwrap();
    assert_eq!(verdict, Some(crossing));
}

#[test]
fn tuning_in_pieces_is_the_tuning_run_itself() {
    let settings = TuneSettings {
        matches: Settings { players: Vec::new(), pairs: 2, ..settings(&[]) },
        engine: "alpha-beta:depth={d}".into(),
        parameters: vec!["d=2,1,3".parse().unwrap()],
        steps: 6,
        rate: 1.0,
    };
    let mut store = Store::in_memory().unwrap();
    let whole =
        tune(&settings, &mut store, NonZeroUsize::MIN, &Cancel::default(), &mut |_| {}).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tuning.db");
    let set = Set::Tune(Box::new(settings.clone()));
    let mut campaign = Campaign::new(set.clone(), Some(&path)).unwrap();
    let lines = drive(&mut campaign);
    let reached = campaign.tuning().unwrap().progress();
    assert_eq!((&reached.values, reached.games), (&whole.values, whole.games));
    drop(campaign);
    // The store holds a run that `plywood tune` takes for its own.
    let mut store = Store::open(&path).unwrap();
    let id = store.begin_tuning(&settings).unwrap();
    assert_eq!(store.steps(id).unwrap().len(), 6);
    drop(store);
    assert!(Campaign::new(set.clone(), Some(&path)).unwrap().is_over());
    // Results in files give the same.
    let mut ledger = Ledger::default();
    lines.iter().rev().for_each(|line| assert!(ledger.add(line).unwrap()));
    let mut replayed = Campaign::new(set, None).unwrap();
    replayed.remaining(&ledger, |job| panic!("{} has a result", job.key)).unwrap();
    assert_eq!(replayed.tuning().unwrap().progress().values, whole.values);
}

#[test]
fn positions_are_proven_once_and_kept() {
    let text = "# a comment\nquarto a..c/..57/...0/34.. 6\n\na..c/..57/...0/34.. 6\nquatro a..c/..57/...0/34.. -\n";
    let positions = make::Position::read_all(text, Some("quarto")).unwrap();
    let jobs = make::solve(&positions, &make::Proof::default()).unwrap();
    assert_eq!(jobs.len(), 2, "the same position twice is one job");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proofs.db");
    let mut campaign = Campaign::new(Set::Listed(jobs.clone()), Some(&path)).unwrap();
    let lines = drive(&mut campaign);
    let mut ledger = Ledger::default();
    assert_eq!(ledger.missing(&jobs).len(), 2);
    lines.iter().for_each(|line| assert!(ledger.add(line).unwrap()));
    let Outcome::Solve(proven) = &ledger.result(&jobs[0].key).unwrap().outcome else { panic!() };
    assert_eq!((proven.value, proven.proven), (Some(0), true));
    assert!(ledger.missing(&jobs).is_empty());
    drop(campaign);
    let mut again = Campaign::new(Set::Listed(jobs), Some(&path)).unwrap();
    assert_eq!(again.known().len(), 2);
    assert!(again.hand_out().unwrap().is_none() && again.is_over());
    for (line, game) in [("hello", None), ("a b c", Some("chess")), ("quarto zz", None)] {
        let read = make::Position::read(line, game);
        assert!(read.and_then(|p| make::solve(&[p], &make::Proof::default())).is_err(), "{line}");
    }
}

#[test]
fn puzzles_in_pieces_are_the_comparison_itself() {
    let boards = ["A", "B"].map(|name| PROBLEMS[0].sample(name).unwrap());
    let methods = PROBLEMS[0].methods();
    let limits = plywood_jobs::Limited { nodes: Some(2000), ..Default::default() };
    let jobs = make::compare(&boards, &methods, limits);
    assert_eq!(jobs.len(), 2 * methods.len());
    let mut campaign = Campaign::new(Set::Listed(jobs.clone()), None).unwrap();
    let mut ledger = Ledger::default();
    drive(&mut campaign).iter().for_each(|line| assert!(ledger.add(line).unwrap()));
    ledger.arrange(&jobs);
    let whole = problems::compare(&boards, &methods, &Limits::nodes(2000), |_, _, _| {}, |_| {});
    let (mut whole, mut pieces) = (whole.unwrap(), ledger.comparison());
    for report in whole.results.iter_mut().chain(&mut pieces.results) {
        report.time_s = 0.0;
    }
    let json = |comparison| serde_json::to_string(comparison).unwrap();
    assert_eq!(json(&pieces), json(&whole));
}

#[test]
fn running_twice_changes_nothing_and_contradictions_are_refused() {
    let jobs = make::solve(
        &[make::Position::read("quarto a..c/..57/...0/34.. 6", None).unwrap()],
        &make::Proof::default(),
    )
    .unwrap();
    let line = serde_json::to_string(&jobs[0]).unwrap();
    let run = || Worker::default().run(&line, &Cancel::default()).unwrap().unwrap();
    let (one, two) = (run(), run());
    let mut ledger = Ledger::default();
    assert!(ledger.add(&one).unwrap());
    assert!(!ledger.add(&two).unwrap());
    let forged = one.replace("\"value\":0", "\"value\":1");
    assert_ne!(forged, one);
    assert!(matches!(ledger.add(&forged), Err(JobError::Differ(_))));
    // Where a result depends on the clock, two runs may differ, and the first counts.
    let mut timed = Ledger::default();
    let mark = |line: &str| line.replace("\"timed\":false", "\"timed\":true");
    assert!(timed.add(&mark(&one)).unwrap());
    assert!(!timed.add(&mark(&forged)).unwrap());
    assert!(matches!(ledger.add(&one[..one.len() / 2]), Err(JobError::NoResult(_))));
    assert!(Worker::default().run("{}", &Cancel::default()).is_err());
}

#[test]
fn keys_follow_from_the_content() {
    let keys = |settings: &Settings| {
        let mut campaign = Campaign::new(tournament(settings), None).unwrap();
        let mut keys = Vec::new();
        let pass_on = |job: Job| {
            keys.push(job.key);
            ControlFlow::Continue(())
        };
        campaign.remaining(&Ledger::default(), pass_on).unwrap();
        keys
    };
    let short = settings(&["r=random", "l=largest"]);
    let long = Settings { pairs: 5, ..short.clone() };
    let other = Settings { seed: 6, ..short.clone() };
    assert_eq!(keys(&short), keys(&long)[..3], "more pairs only add");
    assert!(keys(&other).iter().all(|key| !keys(&short).contains(key)));
}

#[test]
fn a_cancelled_job_has_no_result() {
    let cancel = Cancel::default();
    cancel.raise();
    let position = make::Position::read("quarto startpos", None).unwrap();
    let jobs = make::solve(&[position], &make::Proof::default()).unwrap();
    assert!(Worker::default().run_job(&jobs[0], &cancel).unwrap().is_none());
}

#[test]
fn the_opening_table_in_pieces_is_the_one_that_ships() {
    // A piece of the real work, by search.
    let few = make::opening_table(5, 12, 1 << 22);
    let found = Worker::default().run_job(&few[3], &Cancel::default()).unwrap().unwrap();
    let Outcome::OpeningTable(found) = found.outcome else { panic!() };
    // All of it as if it had been found: every digit from the table that ships.
    let opening = Opening::shipped();
    let boards: Vec<Board> = Making::new().boards().collect();
    let digit = |value: Option<Value>| char::from(b'0' + value.unwrap() as u8);
    let quarto: String = boards.iter().map(|board| digit(opening.quarto(board))).collect();
    let quatro: String = boards.iter().map(|board| digit(opening.quatro(board))).collect();
    assert_eq!(
        (found.first, &*found.quarto, &*found.quatro),
        (36, &quarto[36..48], &quatro[36..48])
    );
    let jobs = make::opening_table(5, 20_000, 1 << 22);
    assert_eq!(jobs.len(), 11);
    let lines = jobs.iter().map(|job| {
        let Work::OpeningTable(work) = &job.work else { panic!() };
        let part = work.first as usize..work.first as usize + work.boards.len();
        let digits = Digits {
            first: work.first,
            placed: work.placed,
            quarto: quarto[part.clone()].to_owned(),
            quatro: quatro[part].to_owned(),
            time_s: 0.0,
        };
        let outcome = Outcome::OpeningTable(digits);
        serde_json::to_string(&JobResult { key: job.key.clone(), timed: false, outcome }).unwrap()
    });
    let mut ledger = Ledger::default();
    for line in lines.collect::<Vec<_>>().iter().rev() {
        assert!(ledger.opening_table().is_err(), "some boards are missing");
        assert!(ledger.add(line).unwrap());
    }
    let shipped = include_bytes!("../../solvers/data/quarto-opening.bin");
    assert!(ledger.opening_table().unwrap() == shipped, "byte for byte");
}

#[test]
fn boards_with_fewer_pieces_are_cut_into_jobs_as_well() {
    let levels: Vec<usize> = (0..=4)
        .map(|placed| {
            let jobs = make::opening_table(placed, 100, 1 << 20);
            let boards = jobs.iter().map(|job| match &job.work {
                Work::OpeningTable(work) => work.boards.len(),
                _ => panic!(),
            });
            boards.sum()
        })
        .collect();
    assert_eq!(levels, [1, 2, 40, 454, 10_346]);
}
