//! One game of self-play: searched moves, with some drawn by lot so that games differ.
//!
//! A game begins with a few moves drawn from the prior; up to [`LAST_WEIGHED`] plies a searched move is drawn by
//! its visits, later the best is played. Without that all games that begin alike would go on alike.

use plywood_contract::{Evaluator, Game, Limits, Quiet};
use plywood_games::duo::{BlokusDuo, Move, Position};
use plywood_judges::duo::{Record, Thought, Turn};
use plywood_search::adversarial::{Forest, Mcts, Question, mcts};
use plywood_search::random::SplitMix;

/// Searched moves are drawn by their visits up to so many plies.
const LAST_WEIGHED: usize = 10;
/// Moves in a hundred that are drawn from the prior instead of searched, up to [`LAST_DRAWN`] plies.
const DRAWN: u64 = 4;
const LAST_DRAWN: usize = 20;
/// A game begins with fewer such moves than this.
const FIRST_DRAWN: u64 = 5;
/// How flat the prior is made for drawing.
const FLAT: f32 = 0.4;
/// How much the searches believe the prior. It learns where they look: believed at its word it would be surer
/// of itself with every generation, and overlook for good what it overlooks now. Against level 5 of Pentobi, 100
/// games each with about its processor time, a prior that had taken itself at its word scored .49, the same at
/// half its confidence .65 and at a third .71; one that learned from 482 games of the last scored .79.
const BELIEF: f32 = 0.6;
/// How many of a search's moves are kept.
const KEPT: usize = 12;

/// A game of a judge against itself.
pub(crate) fn self_play<E: Evaluator<BlokusDuo> + Sync>(
    judge: &E,
    simulations: u64,
    seed: u64,
) -> Record {
    let mut dice = SplitMix::new(seed);
    let (mut position, mut forest, mut last) = (BlokusDuo.start(), Forest::default(), None);
    let mut record = Record::default();
    let n_drawn = dice.below(FIRST_DRAWN) as usize;
    let options = Mcts { seed, stops_early: true, bias: BELIEF, ..Mcts::default() };
    let mut moves = Vec::new();
    loop {
        moves.clear();
        BlokusDuo.moves(&position, &mut moves);
        let ply = record.turns.len();
        let turn = match moves[..] {
            [] => break,
            [only] => Turn { step: only, thought: None },
            _ if ply < n_drawn || (ply < LAST_DRAWN && dice.below(100) < DRAWN) => {
                Turn { step: draw(judge, &position, last, &moves, &mut dice), thought: None }
            }
            _ => {
                let limits = Limits { bytes: Some(64 << 20), ..Limits::nodes(simulations) };
                let found = mcts(
                    &Question::new(&BlokusDuo, judge, &position, &limits),
                    &mut forest,
                    &options,
                    Quiet,
                );
                let mut visits = forest.visits();
                visits.truncate(KEPT);
                visits.retain(|&(_, visits)| visits > 0);
                let weighed = if ply < LAST_WEIGHED { by_visits(&visits, &mut dice) } else { None };
                let step = weighed.or(found.best()).unwrap_or(moves[0]);
                let thought = found.score().map(|value| Thought { value, visits });
                Turn { step, thought: thought.filter(|thought| !thought.visits.is_empty()) }
            }
        };
        BlokusDuo.play(&mut position, turn.step);
        last = Some(turn.step);
        record.turns.push(turn);
    }
    record.margin = BlokusDuo.result(&position).unwrap_or(0);
    record
}

/// A move drawn by how often the search looked at it.
fn by_visits(visits: &[(Move, u32)], dice: &mut SplitMix) -> Option<Move> {
    let sum: u32 = visits.iter().map(|&(_, n)| n).sum();
    let mut left = dice.below(u64::from(sum.max(1))) as u32;
    let drawn = visits.iter().find(|&&(_, n)| {
        let is_here = left < n;
        left = left.saturating_sub(n);
        is_here
    });
    drawn.map(|&(step, _)| step)
}

/// A move drawn from the prior, made flat.
pub(crate) fn draw<E: Evaluator<BlokusDuo>>(
    judge: &E,
    position: &Position,
    last: Option<Move>,
    moves: &[Move],
    dice: &mut SplitMix,
) -> Move {
    let mut scores = Vec::new();
    judge.priors(&BlokusDuo, position, last, moves, &mut scores);
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    scores.iter_mut().for_each(|score| *score = (FLAT * (*score - most)).exp());
    let mut left = dice.below(1 << 24) as f32 / (1 << 24) as f32 * scores.iter().sum::<f32>();
    let chosen = scores.iter().position(|score| {
        left -= score;
        left < 0.0
    });
    moves[chosen.unwrap_or(moves.len() - 1)]
}
