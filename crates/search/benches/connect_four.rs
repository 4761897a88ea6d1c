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

const DEPTH: u32 = 11;

fn main() {
    let (mut our_time, mut their_time) = (Duration::ZERO, Duration::ZERO);
    let (mut our_moves, mut their_moves) = (0, 0);
    for (name, position) in positions() {
        let start = Instant::now();
        let ours = alpha_beta(&ConnectFour, &Middle, &position, DEPTH, &Limits::default(), Quiet);
        our_time += start.elapsed();
        our_moves += ours.stats.analysed - 1;

        let before = MADE.get();
        let mut peer = Negamax::new(PeerJudge, DEPTH as u8);
        let start = Instant::now();
        peer.choose_move(&position);
        their_time += start.elapsed();
        their_moves += MADE.get() - before;
        let score = ours.score().expect("the game goes on");
        assert!(score.abs() >= 1000 || score == i32::from(peer.root_value()), "{name}");
    }
    let rate = |moves: u64, time: Duration| moves as f64 / time.as_secs_f64() / 1e6;
    let (ours, theirs) = (rate(our_moves, our_time), rate(their_moves, their_time));
    Row {
        name: "connect four/alpha_beta/depth-11",
        ours: format!("{ours:.1} M moves/s"),
        other: format!("minimax {theirs:.1} M/s"),
        ratio: ours / theirs,
        target: Some(1.25),
    }
    .print();
}
