//! Connect four beside the crate `minimax`: the same positions, the same judge, one run.

use std::cell::Cell;
use std::time::{Duration, Instant};

use minimax::{
    Evaluation, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Negamax,
    Strategy, Winner,
};
use plywood_contract::{Evaluator, Game, Keyed, Limits, Quiet};
use plywood_games::connect_four::{ConnectFour, Position};
use plywood_judges::connect_four::Middle;
use plywood_search::adversarial::{
    Deepening, Forest, Mcts, Question, TranspositionTable, alpha_beta, iterative_deepening, mcts,
};
use plywood_testkit::bench::Row;

#[path = "../tests/common/connect_four.rs"]
mod known;
use known::positions;

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
    fn zobrist_hash(position: &Position) -> u64 {
        // The peer takes the lower bits for the place and compares the upper half only: both must
        // depend on all of the key.
        let spread = ConnectFour.key(position).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        spread ^ spread >> 32
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

fn main() {
    plain();
    deepening();
    simulations();
    threads();
}

/// Seconds for each of these things.
fn each(things: u64, time: Duration) -> f64 {
    time.as_secs_f64() / things as f64
}

/// The mean over all positions of the least of `runs` times, ours and the peer's in turn, so that other load on
/// the machine matters little.
fn least_of_runs(runs: usize, mut run: impl FnMut(&str, &Position) -> [f64; 2]) -> [f64; 2] {
    let positions = positions();
    let mut sum = [0.0; 2];
    for (name, position) in &positions {
        let mut least = [f64::INFINITY; 2];
        for _ in 0..runs {
            let times = run(name, position);
            least = [least[0].min(times[0]), least[1].min(times[1])];
        }
        sum = [sum[0] + least[0], sum[1] + least[1]];
    }
    sum.map(|sum| sum / positions.len() as f64)
}

fn plain() {
    let [ours, theirs] = least_of_runs(60, |name, position| {
        let start = Instant::now();
        let found = alpha_beta(
            &Question::new(&ConnectFour, &Middle, position, &Limits::default()),
            DEPTH,
            Quiet,
        );
        let ours = each(found.stats.analysed - 1, start.elapsed());

        let before = MADE.get();
        let mut peer = Negamax::new(PeerJudge, DEPTH as u8);
        let start = Instant::now();
        peer.choose_move(position);
        let theirs = each(MADE.get() - before, start.elapsed());
        let score = found.score().expect("the game goes on");
        assert!(score.abs() >= 1000 || score == i32::from(peer.root_value()), "{name}");
        [ours, theirs]
    });
    Row {
        name: "connect four/alpha_beta/depth-8",
        ours: format!("{:.1} M moves/s", 1e-6 / ours),
        other: format!("minimax {:.1} M/s", 1e-6 / theirs),
        ratio: theirs / ours,
        target: Some(1.25),
    }
    .print();
}

const TABLE_BYTES: usize = 64 << 20;
const DEEPER: u32 = 12;

/// Time to the same depth, with tables of the same size, new for each run.
fn deepening() {
    let [ours, theirs] = least_of_runs(5, |name, position| {
        let table = TranspositionTable::new(TABLE_BYTES);
        let (options, limits) = (Deepening::default(), Limits::depth(DEEPER));
        let start = Instant::now();
        let found = iterative_deepening(
            &Question::new(&ConnectFour, &Middle, position, &limits),
            &table,
            &options,
            Quiet,
        );
        let ours = each(1, start.elapsed());
        drop(table);

        let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
        let mut peer = IterativeSearch::new(PeerJudge, options);
        peer.set_max_depth(DEEPER as u8);
        let start = Instant::now();
        peer.choose_move(position);
        let theirs = each(1, start.elapsed());
        let score = found.score().expect("the game goes on");
        assert!(score.abs() >= 1000 || score == i32::from(peer.root_value()), "{name}");
        [ours, theirs]
    });
    Row {
        name: "connect four/iterative_deepening/depth-12",
        ours: format!("{:.1} ms", 1e3 * ours),
        other: format!("minimax {:.1} ms", 1e3 * theirs),
        ratio: theirs / ours,
        target: Some(2.0),
    }
    .print();
}

const SIMULATIONS: u64 = 20_000;

/// One thread, a new tree for each run; both list a position's moves and draw one.
fn simulations() {
    let [ours, theirs] = least_of_runs(15, |_, position| {
        let (options, limits) = (Mcts::default(), Limits::nodes(SIMULATIONS));
        let start = Instant::now();
        let found = mcts(
            &Question::new(&ConnectFour, &Middle, position, &limits),
            &mut Forest::default(),
            &options,
            Quiet,
        );
        let ours = each(found.stats.analysed, start.elapsed());

        let options = MCTSOptions::default().with_num_threads(1);
        let mut peer = MonteCarloTreeSearch::<Peer>::new(options);
        peer.set_max_rollouts(SIMULATIONS as u32);
        let start = Instant::now();
        peer.choose_move(position);
        [ours, each(SIMULATIONS, start.elapsed())]
    });
    Row {
        name: "connect four/mcts/20000 simulations",
        ours: format!("{:.2} M/s", 1e-6 / ours),
        other: format!("minimax {:.2} M/s", 1e-6 / theirs),
        ratio: theirs / ours,
        target: Some(1.5),
    }
    .print();
}

/// Both cores beside one, on the same positions a little deeper; for information.
fn threads() {
    let time = |threads: usize, position: &Position| {
        let table = TranspositionTable::new(TABLE_BYTES);
        let options = Deepening { threads, ..Deepening::default() };
        let limits = Limits::depth(DEEPER + 3);
        let start = Instant::now();
        iterative_deepening(
            &Question::new(&ConnectFour, &Middle, position, &limits),
            &table,
            &options,
            Quiet,
        );
        each(1, start.elapsed())
    };
    let [two, one] = least_of_runs(3, |_, position| [time(2, position), time(1, position)]);
    Row {
        name: "connect four/iterative_deepening/two threads",
        ours: format!("{:.1} ms", 1e3 * two),
        other: format!("one thread {:.1} ms", 1e3 * one),
        ratio: one / two,
        target: None,
    }
    .print();
}
