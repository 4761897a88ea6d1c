//! The judge of cavalo.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use plywood_contract::{Evaluator, Notation};
use plywood_games::cavalo::Cavalo;
use plywood_judges::cavalo::CavaloJudge;

#[test]
fn the_judge_prefers_points_and_freedom() {
    let game = Cavalo::default();
    let judge = |one: &str, points: u32| {
        let mut rows = vec!["--".repeat(10); 10];
        rows[1] = "----57--------------".into();
        rows[2] = "--30----40----------".into();
        rows[7] = "------------------12".into();
        let text = format!("{} {one} i10 {points} 0 1", rows.join("/"));
        CavaloJudge.evaluate(&game, &game.read_position(&text).unwrap())
    };
    assert!(judge("a1", 20) > judge("a1", 10));
    assert!(judge("a1", 0) > judge("e1", 0), "two targets are better than one");
    assert!(judge("e1", 0) > judge("a8", 0), "one is better than none");
}
