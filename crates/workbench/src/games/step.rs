//! Moves without text: what engines and tables pass to each other.

use plywood_contract::{Keyed, Refused, message};

/// A handle of a legal move: its index in the game's own order, and the position it belongs to.
///
/// The position is identified by 32 bits of its key: a guard against a move that arrives late, not a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    place: u32,
    of: u32,
}

impl Step {
    /// The handle of a legal move of a position.
    pub(crate) fn of<G: Keyed>(
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        step: G::Move,
    ) -> Option<Self> {
        let place = moves.iter().position(|&listed| listed == step)?;
        Some(Self { place: place as u32, of: game.key(position) as u32 })
    }

    /// The move of this handle among the legal moves of a position; `None` in any other position.
    pub(crate) fn find<G: Keyed>(
        self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Option<G::Move> {
        let is_here = self.of == game.key(position) as u32;
        moves.get(self.place as usize).copied().filter(|_| is_here)
    }
}

/// A line of moves as handles, each in the position before it.
pub(crate) fn steps<G: Keyed>(game: &G, root: &G::Position, line: &[G::Move]) -> Vec<Step> {
    let (mut position, mut moves) = (root.clone(), Vec::new());
    let one = |&step: &G::Move| {
        moves.clear();
        game.moves(&position, &mut moves);
        let found = Step::of(game, &position, &moves, step)?;
        game.play(&mut position, step);
        Some(found)
    };
    line.iter().map_while(one).collect()
}

/// The refusal of a handle of another position.
pub(crate) fn stale() -> Refused {
    message!("stale-move", "this move belongs to another position").into()
}
