//! Sliding tiles in the form the crate `pathfinding` takes them.

use std::hash::{Hash, Hasher};

use plywood_contract::{Cost, Heuristic, Problem};
use plywood_games::tiles::{Board, Tiles};
use plywood_judges::tiles::Manhattan;

/// A state that carries its own estimate, updated step by step as in our searches, so that the peer
/// need not add up the distances of all tiles at every node. Equal when the tiles are.
#[derive(Clone)]
pub(crate) struct Carrying {
    key: u64,
    pub board: Board,
    pub h: Cost,
}

impl PartialEq for Carrying {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Carrying {}

impl Hash for Carrying {
    fn hash<S: Hasher>(&self, state: &mut S) {
        state.write_u64(self.key);
    }
}

impl Carrying {
    pub(crate) fn start<const N: usize>(puzzle: &Tiles<N>, manhattan: &Manhattan) -> Self {
        let board = puzzle.start();
        Self { key: puzzle.key(&board), board, h: manhattan.h(puzzle, &board) }
    }

    pub(crate) fn successors<const N: usize>(
        &self,
        puzzle: &Tiles<N>,
        manhattan: &Manhattan,
    ) -> impl Iterator<Item = (Self, Cost)> + use<N> {
        let mut next: [Option<(Self, Cost)>; 4] = [const { None }; 4];
        for (slot, step) in next.iter_mut().zip(puzzle.actions(&self.board)) {
            let board = puzzle.apply(&self.board, step);
            let h = manhattan.peek(puzzle, &self.board, self.h, step).expect("always told");
            *slot = Some((Self { key: puzzle.key(&board), board, h }, 1));
        }
        next.into_iter().flatten()
    }
}
