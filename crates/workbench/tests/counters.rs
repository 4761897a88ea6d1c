//! Counters: filled or none.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_workbench::Limits;
use plywood_workbench::engines::{Means, Thought};
use plywood_workbench::games::{CATALOGUE, open};

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
fn a_search_that_counts_no_cuts_reports_none_not_zero() {
    let stats = think("blokus", "mcts", 3000).stats;
    assert!(stats.analysed > 1);
    assert_eq!([stats.alpha_cuts, stats.beta_cuts, stats.pruned], [None; 3]);
    let json = serde_json::to_value(&stats).unwrap();
    assert!(json["alpha_cuts"].is_null() && json["pruned"].is_null(), "{json}");
}

#[test]
fn solvers_count_cuts_of_both_sides() {
    for (game, moves) in [
        ("quatro", &["0@a1", "1@b2", "2@c4", "7@d2", "8@a3"][..]),
        ("quarto", &[">0", "a1>1", "b2>2", "c4>7", "d2>8", "a3>5"][..]),
        ("connect-four", &["d", "c", "d", "c", "d", "d", "c", "e", "a", "g"][..]),
    ] {
        let table = open(game, "", 0, None, moves).unwrap();
        let means = Means { hash: 4_000_000, ..Means::default() };
        let mut thinker = table.seat(&"best".parse().unwrap(), &means);
        let found = thinker.think(table.as_ref(), 1, &Limits::nodes(100_000), &mut |_| {}).unwrap();
        let stats = table.thought(&found).stats;
        let [alpha, beta] = [stats.alpha_cuts, stats.beta_cuts].map(Option::unwrap);
        let expanded = stats.expanded.unwrap();
        assert!(alpha > 0 && beta > 0 && stats.pruned.unwrap() > 0, "{game} {stats:?}");
        assert!(expanded <= stats.analysed && stats.table_hits.is_some(), "{game} {stats:?}");
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
