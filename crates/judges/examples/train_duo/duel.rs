//! Two files of weights, or two settings, against each other.

use std::time::Duration;

use cpu_time::ThreadTime;
use plywood_contract::{Evaluator, Game, Limits, Playout, Quiet, Score, Seat};
use plywood_games::duo::{BlokusDuo, Move, Position};
use plywood_judges::duo::{Guide, Guided};
use plywood_search::adversarial::{Forest, Mcts, Question, mcts};
use plywood_search::random::SplitMix;

use crate::self_play::draw;

/// One side of a duel.
pub(crate) struct Side {
    pub(crate) guide: Guide,
    pub(crate) options: Mcts,
    /// How much its net counts early and late in the game; as the judge says, if not told.
    pub(crate) trust: Option<[f32; 2]>,
    factor: f64,
    pub(crate) time: Duration,
    pub(crate) simulations: u64,
}

/// The judge, with a trust of its own.
pub(crate) struct Tuned<'a>(pub(crate) Guided<'a>, pub(crate) Option<[f32; 2]>);

impl Evaluator<BlokusDuo> for Tuned<'_> {
    fn evaluate(&self, game: &BlokusDuo, position: &Position) -> Score {
        self.0.evaluate(game, position)
    }

    fn settle(&self, result: i32) -> Score {
        self.0.settle(result)
    }

    const BOUNDS: bool = true;

    fn bounds(&self, game: &BlokusDuo, position: &Position) -> Option<[i32; 2]> {
        self.0.bounds(game, position)
    }

    const GUIDES: bool = true;

    fn priors(
        &self,
        game: &BlokusDuo,
        position: &Position,
        last: Option<Move>,
        moves: &[Move],
        out: &mut Vec<f32>,
    ) {
        self.0.priors(game, position, last, moves, out);
    }

    fn chance(&self, game: &BlokusDuo, position: &Position) -> f32 {
        self.0.chance(game, position)
    }

    fn trust(&self, game: &BlokusDuo, position: &Position) -> f32 {
        let Some([early, late]) = self.1 else { return self.0.trust(game, position) };
        let left = Seat::BOTH.map(|seat| position.left(seat).count_ones()).iter().sum::<u32>();
        let share = ((32.0 - left as f32) / 12.0).clamp(0.0, 1.0);
        early + (late - early) * share
    }

    const LATER: f32 = <Guided<'_> as Evaluator<BlokusDuo>>::LATER;

    const PLAYS_OUT: bool = true;

    fn play_out(
        &self,
        game: &BlokusDuo,
        position: &mut Position,
        playout: &mut impl Playout<Move>,
    ) -> i32 {
        self.0.play_out(game, position, playout)
    }
}

impl Side {
    pub(crate) fn new(guide: Guide, text: &str) -> Result<Self, Box<dyn std::error::Error>> {
        let mut side = Self {
            guide,
            options: Mcts { stops_early: true, ..Mcts::default() },
            trust: None,
            factor: 1.0,
            time: Duration::ZERO,
            simulations: 0,
        };
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or("expected key=value")?;
            let number: f32 = value.parse()?;
            match key {
                "c" => side.options.exploration = Some(number),
                "bias" => side.options.bias = number,
                "rave" => side.options.rave = Some(number),
                "mix" => side.options.mix = Some(number),
                "early" => side.trust.get_or_insert_default()[0] = number,
                "late" => side.trust.get_or_insert_default()[1] = number,
                "least" => side.options.least_prior = number,
                "x" => side.factor = f64::from(number),
                _ => return Err(format!("`{key}` is not an option").into()),
            }
        }
        Ok(side)
    }
}

/// Plays two sides against each other, every opening with both colours.
pub(crate) fn duel(
    mut sides: [Side; 2],
    n_games: u64,
    simulations: u64,
    seed: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut results = [0; 3];
    for game in 0..n_games {
        let mut dice = SplitMix::new(seed.wrapping_mul(1 << 32) + game / 2);
        let first = (game % 2) as usize;
        let (mut position, mut last, mut moves) = (BlokusDuo.start(), None, Vec::new());
        let mut forests = [Forest::default(), Forest::default()];
        for ply in 0.. {
            moves.clear();
            BlokusDuo.moves(&position, &mut moves);
            let Some(&only) = moves.first() else { break };
            let mover = (BlokusDuo.turn(&position).index() + first) % 2;
            let step = if ply < 2 {
                draw(&Guided(&sides[0].guide), &position, last, &moves, &mut dice)
            } else if moves.len() == 1 {
                only
            } else {
                let side = &mut sides[mover];
                let nodes = (simulations as f64 * side.factor) as u64;
                let limits = Limits { bytes: Some(256 << 20), ..Limits::nodes(nodes) };
                side.options.seed = seed ^ game;
                let judge = Tuned(Guided(&side.guide), side.trust);
                let clock = ThreadTime::now();
                let forest = &mut forests[mover];
                let found = mcts(
                    &Question::new(&BlokusDuo, &judge, &position, &limits),
                    forest,
                    &side.options,
                    Quiet,
                );
                side.time += clock.elapsed();
                side.simulations += found.stats.analysed;
                found.best().unwrap_or(only)
            };
            BlokusDuo.play(&mut position, step);
            last = Some(step);
        }
        let margin = BlokusDuo.result(&position).unwrap_or(0);
        let own = if first == 0 { margin } else { -margin };
        results[(1 - own.signum()) as usize] += 1;
        if game % 10 == 9 || game + 1 == n_games {
            let [won, drawn, lost] = results;
            let (n, share) = (f64::from(won + drawn + lost), f64::from(2 * won + drawn) / 2.0);
            let share = share / n;
            let error = (share * (1.0 - share) / n).sqrt();
            let times = sides.each_ref().map(|side| side.time.as_secs_f64());
            let counts = sides.each_ref().map(|side| side.simulations);
            println!(
                "{won}-{drawn}-{lost} {share:.3} ±{error:.3} CPU seconds {times:.1?} simulations {counts:?}"
            );
        }
    }
    Ok(())
}

/// Plays one game by itself and says how many simulations each move made in a second of processor time.
pub(crate) fn speed(mut side: Side, simulations: u64) {
    let (mut position, mut forest) = (BlokusDuo.start(), Forest::default());
    let mut moves = Vec::new();
    side.options.stops_early = false;
    for ply in 0.. {
        moves.clear();
        BlokusDuo.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let judge = Tuned(Guided(&side.guide), side.trust);
        let limits = Limits { bytes: Some(1 << 30), ..Limits::nodes(simulations) };
        let clock = ThreadTime::now();
        let question = Question::new(&BlokusDuo, &judge, &position, &limits);
        let found = mcts(&question, &mut forest, &side.options, Quiet);
        let pace = found.stats.analysed as f64 / clock.elapsed().as_secs_f64();
        let depth = found.stats.selective_depth;
        println!("ply {ply}: {pace:.0}/s, depth {depth}, score {:?}", found.score());
        let Some(step) = found.best() else { break };
        BlokusDuo.play(&mut position, step);
    }
}
