//! Connect four beside the crate `minimax`: the same positions, the same judge, one run.

use std::cell::Cell;
use std::time::{Duration, Instant};

use minimax::{Evaluation, Negamax, Strategy, Winner};
use plywood_contract::{Evaluator, Game, Limits, Quiet};
use plywood_search::adversarial::alpha_beta;
use plywood_testkit::bench::Row;
use plywood_testkit::connect_four::{ConnectFour, Middle, Position, positions};

/// Our game behind the peer's trait, played in place as its documentation recommends.
struct Peer;

thread_local! {
    static MADE: Cell<u64> = const { Cell::new(0) };
}

impl minimax::Game for Peer {
    type S = Position;
    type M = u8;

    fn generate_moves(position: &Position, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            ConnectFour.moves(position, moves);
        }
        winner
    }
    fn apply(position: &mut Position, step: u8) -> Option<Position> {
        MADE.set(MADE.get() + 1);
        ConnectFour.play(position, step);
        None
    }
    fn undo(position: &mut Position, step: u8) {
        ConnectFour.undo(position, step, ());
    }
    fn get_winner(position: &Position) -> Option<Winner> {
        ConnectFour.result(position).map(|result| match result {
            0 => Winner::Draw,
            _ => Winner::PlayerJustMoved,
        })
    }
}

struct PeerJudge;

impl minimax::Evaluator for PeerJudge {
    type G = Peer;
    fn evaluate(&self, position: &Position) -> Evaluation {
        Middle.evaluate(&ConnectFour, position) as Evaluation
    }
}

const DEPTH: u32 = 8;
/// Each search runs this often, ours and the peer's in turn, and the fastest run counts: what else
/// the machine does then matters little.
const RUNS: usize = 60;

fn main() {
    plain();
}

/// Millions of things a second.
fn rate(things: u64, time: Duration) -> f64 {
    things as f64 / time.as_secs_f64() / 1e6
}

/// The mean over all positions of the best of [`RUNS`] figures, ours and the peer's.
fn best_of_runs(mut run: impl FnMut(&str, &Position) -> [f64; 2]) -> [f64; 2] {
    let positions = positions();
    let mut sum = [0.0; 2];
    for (name, position) in &positions {
        let mut best = [0.0_f64; 2];
        for _ in 0..RUNS {
            let figures = run(name, position);
            best = [best[0].max(figures[0]), best[1].max(figures[1])];
        }
        sum = [sum[0] + best[0], sum[1] + best[1]];
    }
    sum.map(|sum| sum / positions.len() as f64)
}

fn plain() {
    let [ours, theirs] = best_of_runs(|name, position| {
        let start = Instant::now();
        let found = alpha_beta(&ConnectFour, &Middle, position, DEPTH, &Limits::default(), Quiet);
        let ours = rate(found.stats.analysed - 1, start.elapsed());

        let before = MADE.get();
        let mut peer = Negamax::new(PeerJudge, DEPTH as u8);
        let start = Instant::now();
        peer.choose_move(position);
        let theirs = rate(MADE.get() - before, start.elapsed());
        let score = found.score().expect("the game goes on");
        assert!(score.abs() >= 1000 || score == i32::from(peer.root_value()), "{name}");
        [ours, theirs]
    });
    Row {
        name: "connect four/alpha_beta/depth-8",
        ours: format!("{ours:.1} M moves/s"),
        other: format!("minimax {theirs:.1} M/s"),
        ratio: ours / theirs,
        target: Some(1.25),
    }
    .print();
}
