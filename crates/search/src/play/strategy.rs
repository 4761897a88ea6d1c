//! Whoever can choose a move.

use plywood_contract::Game;

use crate::random::SplitMix;

/// Chooses moves of a game. A closure from a position to a move will do.
///
/// ```
/// use plywood_contract::Game;
/// use plywood_games::connect_four::{ConnectFour, Position};
/// use plywood_search::play::{Random, play_match};
///
/// // As far to the right as possible, against any legal move.
/// let mut right = |position: &Position| {
///     let mut moves = Vec::new();
///     ConnectFour.moves(position, &mut moves);
///     moves.last().copied()
/// };
/// let tally = play_match(&ConnectFour, &mut right, &mut Random::new(&ConnectFour, 1), 10).unwrap();
/// assert_eq!(tally.games(), 10);
/// ```
pub trait Strategy<G: Game> {
    /// A legal move of this position; `None` only if the game is over.
    fn choose(&mut self, position: &G::Position) -> Option<G::Move>;
}

impl<G: Game, F: FnMut(&G::Position) -> Option<G::Move>> Strategy<G> for F {
    fn choose(&mut self, position: &G::Position) -> Option<G::Move> {
        self(position)
    }
}

/// Any legal move, each as likely as any other.
///
/// ```
/// use plywood_contract::Game;
/// use plywood_games::othello::Othello;
/// use plywood_search::play::{Random, Strategy};
///
/// let mut random = Random::new(&Othello, 3);
/// assert!(random.choose(&Othello.start()).is_some());
/// ```
#[derive(Debug)]
pub struct Random<'g, G: Game> {
    game: &'g G,
    chance: SplitMix,
    moves: Vec<G::Move>,
}

impl<'g, G: Game> Random<'g, G> {
    /// The moves follow from `seed`.
    pub fn new(game: &'g G, seed: u64) -> Self {
        Self { game, chance: SplitMix::new(seed), moves: Vec::new() }
    }
}

impl<G: Game> Strategy<G> for Random<'_, G> {
    fn choose(&mut self, position: &G::Position) -> Option<G::Move> {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let place = self.chance.below(self.moves.len() as u64);
        self.moves.get(place as usize).copied()
    }
}
