//! Othello in plain code, beside the crate `minimax` and beside alpha–beta by hand: the same rules and the same
//! judge behind both traits, positions copied rather than taken back, one run.

use std::time::Duration;

use cpu_time::ProcessTime;
use minimax::{
    Evaluation, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, Negamax,
    Strategy, Winner,
};
use plywood_contract::{Game, Keyed, Seat, perft};
use plywood_search::play::{AlphaBeta, Iterative, Mcts};
use plywood_testkit::bench::Row;

/// Discs of the side to move, discs of the other side, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Board {
    own: u64,
    other: u64,
    turn: Seat,
}

const START: Board = Board { own: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36, turn: Seat::One };
const WAYS: [(u32, u64); 4] =
    [(1, 0x7e7e_7e7e_7e7e_7e7e), (8, !0), (7, 0x7e7e_7e7e_7e7e_7e7e), (9, 0x7e7e_7e7e_7e7e_7e7e)];

fn run(from: u64, over: u64, shift: impl Fn(u64) -> u64) -> u64 {
    (0..5).fold(shift(from) & over, |run, _| run | shift(run) & over)
}

impl Board {
    fn targets(own: u64, other: u64) -> u64 {
        let mut cells = 0;
        for (by, mask) in WAYS {
            cells |= run(own, other & mask, |set| set << by) << by;
            cells |= run(own, other & mask, |set| set >> by) >> by;
        }
        cells & !(own | other)
    }

    fn turned(&self, at: u64) -> u64 {
        let mut turned = 0;
        for (by, mask) in WAYS {
            let up = run(at, self.other & mask, |set| set << by);
            let down = run(at, self.other & mask, |set| set >> by);
            turned |= if up << by & self.own != 0 { up } else { 0 };
            turned |= if down >> by & self.own != 0 { down } else { 0 };
        }
        turned
    }

    /// Cells, or 0 for a pass; none when the game is over.
    fn moves(&self, out: &mut Vec<u64>) {
        let mut targets = Self::targets(self.own, self.other);
        if targets == 0 && Self::targets(self.other, self.own) != 0 {
            out.push(0);
        }
        while targets != 0 {
            out.push(targets & targets.wrapping_neg());
            targets &= targets - 1;
        }
    }

    fn after(&self, at: u64) -> Self {
        let flips = self.turned(at);
        Self { own: self.other ^ flips, other: self.own ^ flips ^ at, turn: self.turn.other() }
    }

    fn is_over(&self) -> bool {
        Self::targets(self.own, self.other) == 0 && Self::targets(self.other, self.own) == 0
    }

    /// Who has more discs, for the side to move.
    fn lead(&self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }

    /// Corners and mobility, for the side to move.
    fn judged(&self) -> i32 {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        let worth = |own: u64, other: u64| {
            10 * (own & CORNERS).count_ones() as i32 + Self::targets(own, other).count_ones() as i32
        };
        worth(self.own, self.other) - worth(self.other, self.own)
    }

    fn key(&self) -> u64 {
        let mixed = |word: u64| {
            let word = (word ^ word >> 31).wrapping_mul(0x7fb5_d329_728e_a185);
            (word ^ word >> 27).wrapping_mul(0x81da_def4_bc2d_d44d)
        };
        mixed(self.own) ^ mixed(self.other ^ (self.turn as u64) << 28).rotate_left(17)
    }
}

struct Ours;

impl Game for Ours {
    type Position = Board;
    type Move = u64;
    type Undo = Board;

    fn start(&self) -> Board {
        START
    }
    fn turn(&self, board: &Board) -> Seat {
        board.turn
    }
    fn moves(&self, board: &Board, out: &mut Vec<u64>) {
        board.moves(out);
    }
    fn play(&self, board: &mut Board, at: u64) -> Board {
        std::mem::replace(board, board.after(at))
    }
    fn undo(&self, board: &mut Board, _: u64, before: Board) {
        *board = before;
    }
    fn result(&self, board: &Board) -> Option<i32> {
        let lead = if board.turn == Seat::One { board.lead() } else { -board.lead() };
        board.is_over().then_some(lead)
    }
}

impl Keyed for Ours {
    fn key(&self, board: &Board) -> u64 {
        board.key()
    }
}

struct Theirs;

impl minimax::Game for Theirs {
    type S = Board;
    type M = u64;

    fn generate_moves(board: &Board, moves: &mut Vec<u64>) -> Option<Winner> {
        board.moves(moves);
        if moves.is_empty() { Self::get_winner(board) } else { None }
    }
    fn apply(board: &mut Board, at: u64) -> Option<Board> {
        Some(board.after(at))
    }
    fn zobrist_hash(board: &Board) -> u64 {
        board.key()
    }
    fn get_winner(board: &Board) -> Option<Winner> {
        board.is_over().then(|| match board.lead() {
            0 => Winner::Draw,
            lead if lead > 0 => Winner::PlayerToMove,
            _ => Winner::PlayerJustMoved,
        })
    }
}

#[derive(Clone)]
struct TheirJudge;

impl minimax::Evaluator for TheirJudge {
    type G = Theirs;
    fn evaluate(&self, board: &Board) -> Evaluation {
        board.judged() as Evaluation
    }
}

/// What one writes for this game alone: no counters, no limits, no line, a list for each position.
fn by_hand(board: &Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 {
        return if board.is_over() { 1_000_000 * board.lead() } else { board.judged() };
    }
    let mut moves = Vec::with_capacity(16);
    board.moves(&mut moves);
    if moves.is_empty() {
        return 1_000_000 * board.lead();
    }
    let mut best = i32::MIN;
    for at in moves {
        best = best.max(-by_hand(&board.after(at), depth - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn whole_by_hand(depth: u32) -> i32 {
    by_hand(&START, depth, -1_000_000_000, 1_000_000_000)
}

fn judge(board: &Board) -> i32 {
    board.judged()
}

fn spent<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = ProcessTime::now();
    let answer = work();
    (start.elapsed(), answer)
}

/// The median of some runs of each, in turn: the peer looks at the first moves in an order of chance.
fn median<const N: usize>(mut work: [&mut dyn FnMut() -> Duration; N]) -> [f64; N] {
    let mut times = [(); N].map(|()| Vec::new());
    for _ in 0..9 {
        for (times, work) in times.iter_mut().zip(&mut work) {
            times.push(work().as_secs_f64());
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn row(name: &str, ours: f64, label: &str, other: f64, target: f64) {
    let ms = |seconds: f64| format!("{:.0} ms", 1e3 * seconds);
    let (ratio, target) = (other / ours, Some(target));
    Row { name, ours: ms(ours), other: format!("{label} {}", ms(other)), ratio, target }.print();
}

fn main() {
    assert_eq!(perft(&Ours, &START, 6), 8200);
    plain(11);
    deepening(12);
    simulations(20_000);
}

fn plain(depth: u32) {
    let mut peer = Negamax::new(TheirJudge, depth as u8);
    let [ours, theirs, hand] = median([
        &mut || {
            let (time, found) =
                spent(|| AlphaBeta::new(&Ours).judge(judge).depth(depth).run(&START));
            assert_eq!(found.score(), Some(by_hand(&START, depth, -1_000_000_000, 1_000_000_000)));
            time
        },
        &mut || spent(|| peer.choose_move(&START)).0,
        &mut || spent(|| whole_by_hand(depth)).0,
    ]);
    let name = format!("othello/alpha_beta/depth-{depth}");
    row(&name, ours, "minimax", theirs, 1.5);
    row(&format!("{name}, by hand"), ours, "by hand", hand, 0.8);
}

const TABLE_BYTES: usize = 16 << 20;

fn deepening(depth: u32) {
    let [ours, theirs] = median([
        &mut || {
            let mut player = Iterative::new(&Ours).judge(judge).depth(depth).memory(TABLE_BYTES);
            spent(|| player.run(&START)).0
        },
        &mut || {
            let player = || {
                let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
                let mut player = IterativeSearch::new(TheirJudge, options);
                player.set_max_depth(depth as u8);
                player
            };
            spent(|| player().choose_move(&START)).0
        },
    ]);
    row(&format!("othello/iterative_deepening/depth-{depth}"), ours, "minimax", theirs, 1.5);
}

fn simulations(n: u64) {
    let [ours, theirs] =
        median([&mut || spent(|| Mcts::new(&Ours).simulations(n).run(&START)).0, &mut || {
            let options = MCTSOptions::default().with_num_threads(1);
            let mut player = MonteCarloTreeSearch::<Theirs>::new(options);
            player.set_max_rollouts(n as u32);
            spent(|| player.choose_move(&START)).0
        }]);
    row(&format!("othello/mcts/{n} simulations"), ours, "minimax", theirs, 1.5);
}
