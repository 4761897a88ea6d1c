//! Random games played to the end.

use std::time::Duration;

use plywood_contract::{Cancel, Evaluator, Stopwatch};
use plywood_search::random::SplitMix;

use crate::engines::{Nothing, Playable};

/// How random games ended, for player 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Games played.
    pub games: u64,
    /// Won by player 1.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by player 2.
    pub losses: u64,
    /// The sum of all results, as points for player 1.
    pub results: i64,
    /// The sum of all plies.
    pub plies: u64,
    /// Wall time.
    pub time: Duration,
}

/// Games between two checks of the cancellation flag.
const GAMES_PER_LOOK: u64 = 64;

/// Plays `n` games from `root` to their end; every legal move is as likely as any other.
pub(super) fn run<G: Playable>(
    game: &G,
    root: &G::Position,
    n: u64,
    seed: u64,
    cancel: &Cancel,
) -> Playouts {
    let started = Stopwatch::start();
    let mut random = SplitMix::new(seed);
    let mut room = Vec::new();
    let mut sum = Playouts::default();
    for i in 0..n {
        if i % GAMES_PER_LOOK == 0 && cancel.is_raised() {
            break;
        }
        let mut position = root.clone();
        while let Some(step) = Nothing.playout(game, &position, random.next(), &mut room) {
            game.play(&mut position, step);
            sum.plies += 1;
        }
        let result = game.result(&position).unwrap_or_default();
        match result.signum() {
            1 => sum.wins += 1,
            0 => sum.draws += 1,
            _ => sum.losses += 1,
        }
        sum.results += i64::from(result);
        sum.games += 1;
    }
    sum.time = started.elapsed();
    sum
}
