//! The cuts of a trace follow from its earlier steps.

#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::ops::ControlFlow;

use plywood_workbench::Limits;
use plywood_workbench::engines::PlayStep;
use plywood_workbench::games::{CATALOGUE, Table, open};

/// A node as the steps describe it: the side to move, its parent, and the values of its finished moves for that side.
struct Node {
    seat: u32,
    parent: Option<usize>,
    finished: Vec<f64>,
}

fn traced(table: &dyn Table, engine: &str) -> Vec<PlayStep> {
    let mut steps = Vec::new();
    let engine = engine.parse().unwrap();
    let done = table.trace(&engine, &Limits::default(), &mut |step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    assert!(done.is_ok());
    steps
}

/// Replays the steps by the definition of alpha–beta. Returns the root's value and the number of cuts checked.
fn check(steps: &[PlayStep], what: &str) -> (f64, usize) {
    let mut nodes: Vec<Node> = Vec::new();
    let (mut value_of_root, mut n_cuts) = (0.0, 0);
    for step in steps {
        match step {
            PlayStep::Enter { node, parent, seat, .. } => {
                assert_eq!(*node as usize, nodes.len(), "{what}");
                let parent = parent.map(|parent| parent as usize);
                nodes.push(Node { seat: *seat, parent, finished: Vec::new() });
            }
            PlayStep::Leave { node, value, .. } => {
                let Node { seat, parent, .. } = nodes[*node as usize];
                match parent {
                    Some(parent) => {
                        let above = &mut nodes[parent];
                        above.finished.push(if above.seat == seat { *value } else { -value });
                    }
                    None => value_of_root = *value,
                }
            }
            PlayStep::Cut { node, value, skipped, ancestor, has, .. } if *skipped > 0 => {
                n_cuts += 1;
                let here = &nodes[*node as usize];
                let best = here.finished.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                assert!(
                    (best - value).abs() < 1e-9,
                    "{what}: the move that cuts is the best so far"
                );
                let ancestor =
                    ancestor.unwrap_or_else(|| panic!("{what}: no ancestor refutes {step:?}"));
                let above = &nodes[ancestor as usize];
                assert_ne!(above.seat, here.seat, "{what}: the ancestor's mover is the opponent");
                let bound = above.finished.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                assert!((bound + has.unwrap()).abs() < 1e-9, "{what}: the opponent's value there");
                assert!(
                    *value >= has.unwrap() - 1e-9,
                    "{what}: this is no better for the opponent"
                );
                let mut up = here.parent;
                while up.is_some_and(|up| up != ancestor as usize) {
                    up = nodes[up.unwrap()].parent;
                }
                assert!(up.is_some(), "{what}: it is an ancestor of the cut");
            }
            _ => {}
        }
    }
    (value_of_root, n_cuts)
}

#[test]
fn every_cut_names_the_ancestor_at_which_the_opponent_has_something_as_good() {
    let mut n_cuts = 0;
    for offer in CATALOGUE {
        for seed in 0..40_u64 {
            let mut table = open(offer.name, "", seed, None, &[]).unwrap();
            // A different beginning for each seed.
            let n_played = 4 + seed % 9;
            for ply in 0..n_played {
                let moves = table.moves();
                let Some(step) = moves.get((seed * 7 + ply * 13) as usize % moves.len().max(1))
                else {
                    break;
                };
                table.play(step).unwrap();
            }
            if table.result().is_some() {
                continue;
            }
            let depth = if table.moves().len() > 60 { 2 } else { 3 };
            let what = format!("{} with seed {seed}", offer.name);
            let engine = |name: &str| format!("{name}:depth={depth}");
            let cut = traced(&*table, &engine("alpha-beta"));
            let (value, found) = check(&cut, &what);
            n_cuts += found;
            let whole = if table.moves().len() > 60 {
                None
            } else {
                Some(traced(&*table, &engine("minimax")))
            };
            if let Some(whole) = whole {
                assert!(
                    (check(&whole, &what).0 - value).abs() < 1e-9,
                    "{what}: cuts change no value"
                );
            }
        }
    }
    assert!(n_cuts > 1000, "{n_cuts} cuts were looked at");
}
