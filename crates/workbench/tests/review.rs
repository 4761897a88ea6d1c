//! Reviews: perfect play has no mistakes, blunders are found, a faster loss is reported.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_workbench::engines::{Engine, Means};
use plywood_workbench::games::{Table, open};
use plywood_workbench::play::{Budget, Finding, Review, Weighed, review};
use plywood_workbench::{Cancel, Limits};

/// A game of this engine against itself with this many positions a move.
fn game(table: &dyn Table, engine: &str, nodes: u64) -> Vec<String> {
    let mut table = table.fork();
    let engine: Engine = engine.parse().unwrap();
    let mut thinker = table.seat(&engine, &Means { hash: 8_000_000, ..Means::default() });
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    while table.result().is_none() {
        let found = thinker.think(table.as_ref(), 1, &limits, &mut |_| {}).unwrap();
        table.play_step(found.best().unwrap()).unwrap();
    }
    table.history()
}

fn look(table: &dyn Table, moves: &[String], nodes: u64) -> Review {
    let budget = Budget { nodes, hash: 4_000_000 };
    review(table, moves, &budget, &Cancel::default(), &mut |_| {}).unwrap()
}

fn accused(review: &Review) -> Vec<&Weighed> {
    let is_accused = |one: &&Weighed| matches!(one.kind, Finding::Mistake | Finding::Result);
    review.plies.iter().filter(is_accused).collect()
}

fn one(table: &dyn Table, step: &str) -> Weighed {
    look(table, &[step.to_owned()], 20_000).plies.remove(0)
}

#[test]
fn perfect_play_of_quarto_has_no_mistake() {
    for name in ["quarto", "quatro"] {
        let table = open(name, "", 0, None, &[]).unwrap();
        let moves = game(&*table, "best", 50_000);
        let review = look(&*table, &moves, 20_000);
        assert_eq!(review.plies.len(), moves.len());
        assert!(accused(&review).is_empty(), "{name}: {:#?}", accused(&review));
        assert_eq!(review.margin, None, "only proofs count");
    }
}

#[test]
fn strong_play_is_not_accused_and_weak_play_is() {
    for (name, seed) in [("cavalo", 1), ("cavalo", 2), ("blokus", 0)] {
        let table = open(name, "", seed, None, &[]).unwrap();
        let strong = look(&*table, &game(&*table, "best", 60_000), 5_000);
        assert!(accused(&strong).is_empty(), "{name} {seed}: {:#?}", accused(&strong));
        let weak = look(&*table, &game(&*table, "random:seed=3", 1), 5_000);
        assert!(accused(&weak).len() >= 2, "{name} {seed}: {:#?}", accused(&weak));
        let margin = weak.margin.unwrap();
        assert!(margin >= 1.0, "{name}: the noise is reported: {margin}");
        let is_clear = |one: &&Weighed| one.kind == Finding::Result || one.loss > margin;
        assert!(accused(&weak).iter().all(is_clear), "{name}: only what exceeds the noise");
    }
}

#[test]
fn a_blunder_is_found() {
    let table = open("quatro", "", 0, Some("024./..../..../...9 -"), &[]).unwrap();
    let blunder = one(&*table, "1@d2");
    assert_eq!(blunder.kind, Finding::Result, "{blunder:?}");
    assert_eq!((blunder.best.score, blunder.best.plies), (Some(1.0), Some(1)));
    assert_eq!((blunder.made.score, blunder.made.plies), (Some(-1.0), Some(2)));
    assert_eq!(blunder.made.line[0], "1@d2");
    assert_eq!(one(&*table, "6@d1").kind, Finding::Good);
}

#[test]
fn a_faster_loss_is_told() {
    let table = open("quatro", "", 0, Some("e.0./a..c/1..b/8563 -"), &[]).unwrap();
    let hasty = one(&*table, "2@b1");
    assert_eq!((hasty.kind, hasty.loss), (Finding::Sooner, 0.0), "{hasty:?}");
    assert_eq!((hasty.best.plies, hasty.made.plies), (Some(6), Some(2)));
    let best = hasty.best.line[0].clone();
    assert_eq!(one(&*table, &best).kind, Finding::Good, "the longest defence is {best}");
}

#[test]
fn a_slower_win_is_told() {
    let table = open("quatro", "", 0, Some(".5.b/1.../.8e./32.d -"), &[]).unwrap();
    let slow = one(&*table, "4@c2");
    assert_eq!((slow.kind, slow.best.plies, slow.made.plies), (Finding::Slower, Some(1), Some(5)));
}

#[test]
fn a_review_repeats_itself() {
    let table = open("cavalo", "", 4, None, &[]).unwrap();
    let moves = game(&*table, "random:seed=9", 1);
    let [once, again] = [(); 2].map(|()| look(&*table, &moves, 1_000));
    assert_eq!((once.plies, once.margin), (again.plies, again.margin));
}
