//! Counters: filled or none, and what was not searched says so.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::Duration;

use plywood_workbench::engines::{Means, MoveOrigin, Thought};
use plywood_workbench::games::{CATALOGUE, Look, open};
use plywood_workbench::language::{Language, Words};
use plywood_workbench::log_dat::{LogDat, check};
use plywood_workbench::play::{Effort, Session, Setup};
use plywood_workbench::{Cancel, Limits};

fn think(game: &str, engine: &str, nodes: u64) -> Thought {
    let table = open(game, "", 3, None, &[]).unwrap();
    let means = Means { hash: 4_000_000, ..Means::default() };
    let mut thinker = table.seat(&engine.parse().unwrap(), &means);
    table.thought(&thinker.think(table.as_ref(), 1, &Limits::nodes(nodes), &mut |_| {}).unwrap())
}

#[test]
fn cavalo_tells_alpha_cuts_from_beta_cuts() {
    let stats = think("cavalo", "best", 20_000).stats;
    let counted = [stats.alpha_cuts, stats.beta_cuts, stats.pruned, stats.table_hits];
    assert!(counted.iter().all(|count| count.is_some_and(|count| count > 100)), "{stats:?}");
    // Every cut, and every move of the side to move looked at, is of one side or the other.
    let [alpha, beta] = [stats.alpha_cuts.unwrap(), stats.beta_cuts.unwrap()];
    assert!(alpha + beta <= stats.expanded.unwrap(), "{stats:?}");
}

#[test]
fn who_counts_no_cuts_says_none_instead_of_zero() {
    for (game, engine) in [("quatro", "best"), ("quarto", "best"), ("blokus", "mcts")] {
        let stats = think(game, engine, 3000).stats;
        assert!(stats.analysed > 1, "{game} {engine}");
        assert_eq!([stats.alpha_cuts, stats.beta_cuts, stats.pruned], [None; 3], "{game} {engine}");
        let json = serde_json::to_value(&stats).unwrap();
        assert!(json["alpha_cuts"].is_null() && json["pruned"].is_null(), "{json}");
    }
}

#[test]
fn the_longest_line_is_never_shorter_than_the_depth() {
    for entry in CATALOGUE {
        for engine in ["best", "iterative", "pvs", "minimax"] {
            let thought = think(entry.name, engine, 3000);
            let longest = thought.stats.selective_depth;
            assert!(longest >= thought.depth, "{} {engine}: {thought:?}", entry.name);
        }
    }
}

#[test]
fn searches_that_cut_count_their_cuts_in_every_game() {
    for entry in &CATALOGUE {
        for engine in ["alpha-beta", "pvs", "mtd", "iterative"] {
            let stats = think(entry.name, engine, 20_000).stats;
            let cuts = stats.alpha_cuts.unwrap() + stats.beta_cuts.unwrap();
            assert!(cuts > 0 && stats.pruned.unwrap() > 0, "{} {engine} {stats:?}", entry.name);
            assert_eq!(stats.table_hits.is_some(), engine != "alpha-beta", "{engine}");
        }
        let stats = think(entry.name, "minimax", 20_000).stats;
        assert_eq!((stats.alpha_cuts, stats.pruned), (Some(0), Some(0)), "minimax cuts nothing");
    }
}

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
            [(Language::English, "made at random"), (Language::Portuguese, "feito ao acaso")]
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
