//! The sliding tiles of the test kit as problems.
#![allow(dead_code, reason = "not every test needs both lists")]

use plywood_contract::{PathCost, Shown};
use plywood_games::tiles::Tiles;
use plywood_testkit::tiles;

/// A 15-puzzle with its known answers.
pub(crate) struct Instance {
    pub(crate) puzzle: Tiles<4>,
    pub(crate) length: PathCost,
    pub(crate) generated: u64,
    pub(crate) expanded: u64,
}

pub(crate) fn fifteens() -> Vec<Instance> {
    let read = |instance: tiles::Instance| {
        let tiles::Instance { tiles, length, generated, expanded } = instance;
        Instance { puzzle: puzzle(tiles), length, generated, expanded }
    };
    tiles::fifteens().into_iter().map(read).collect()
}

pub(crate) fn eights() -> Vec<(Tiles<3>, PathCost)> {
    tiles::eights().into_iter().map(|(tiles, length)| (puzzle(tiles), length)).collect()
}

/// The problem that these tiles are.
pub(crate) fn puzzle<const N: usize>(tiles: &str) -> Tiles<N> {
    Tiles::read(tiles).expect("known data")
}
