//! What a second thread brings: the time to the same depth by iterative deepening, and simulations of Monte Carlo
//! tree search in the same time. Medians of neighbouring runs, since a machine's pace changes.

use std::time::Duration;

use plywood_contract::{Evaluator, Keyed, Limits, Quiet};
use plywood_games::blokus::game::Blokus;
use plywood_games::cavalo::Cavalo;
use plywood_games::connect_four::ConnectFour;
use plywood_games::duo::BlokusDuo;
use plywood_judges::blokus::BlokusJudge;
use plywood_judges::cavalo::CavaloJudge;
use plywood_judges::connect_four::ConnectFourJudge;
use plywood_judges::duo::DuoJudge;
use plywood_search::adversarial::{
    Deepening, Forest, Mcts, Question, TranspositionTable, iterative_deepening, mcts,
};
use plywood_testkit::bench::Row;

const RUNS: usize = 5;
const TABLE_BYTES: usize = 64 << 20;

fn main() {
    deepening("blokus", &Blokus, &BlokusJudge, 11);
    for seed in [3, 5] {
        let game = Cavalo::shuffled(seed, Default::default());
        deepening(&format!("cavalo-{seed}"), &game, &CavaloJudge, 16);
    }
    deepening("blokus-duo", &BlokusDuo, &DuoJudge, 3);
    for depth in [16, 17] {
        deepening("connect-four", &ConnectFour, &ConnectFourJudge, depth);
    }
    simulations("connect-four", &ConnectFour, &ConnectFourJudge);
    simulations("blokus-duo", &BlokusDuo, &DuoJudge);
}

fn deepening<G: Keyed + Sync, E: Evaluator<G> + Sync>(name: &str, game: &G, judge: &E, depth: u32) {
    let (start, limits) = (game.start(), Limits::depth(depth));
    let question = Question::new(game, judge, &start, &limits);
    let once = |threads: usize| {
        let table = TranspositionTable::new(TABLE_BYTES);
        let options = Deepening { threads, ..Deepening::default() };
        iterative_deepening(&question, &table, &options, Quiet).stats
    };
    let mut runs: Vec<_> = (0..RUNS).map(|_| [once(1), once(2)]).collect();
    let gain = |[one, two]: &[_; 2]| ratio(one, two);
    runs.sort_by(|a, b| gain(a).total_cmp(&gain(b)));
    let middle = &runs[RUNS / 2];
    let [ours, other] = [1, 0].map(|i| {
        let stats = &middle[i];
        format!("{:.2} s, {:.1} M nodes", stats.time.as_secs_f64(), stats.analysed as f64 / 1e6)
    });
    let name = format!("{name}/iterative_deepening/two-threads/depth-{depth}");
    Row { name: &name, ours, other, ratio: gain(middle), target: Some(1.6) }.print();
}

fn ratio(one: &plywood_contract::PlayStats, two: &plywood_contract::PlayStats) -> f64 {
    one.time.as_secs_f64() / two.time.as_secs_f64()
}

fn simulations<G: Keyed + Sync, E: Evaluator<G> + Sync>(name: &str, game: &G, judge: &E) {
    let (start, limits) = (game.start(), Limits::time(Duration::from_secs(1)));
    let question = Question::new(game, judge, &start, &limits);
    let once = |threads: usize| {
        let options = Mcts { threads, ..Mcts::default() };
        mcts(&question, &mut Forest::default(), &options, Quiet).stats.analysed as f64
    };
    let mut runs: Vec<_> = (0..RUNS).map(|_| [once(1), once(2)]).collect();
    runs.sort_by(|a, b| (a[1] / a[0]).total_cmp(&(b[1] / b[0])));
    let [one, two] = runs[RUNS / 2];
    let show = |n: f64| format!("{n:.0} simulations/s");
    let name = format!("{name}/mcts/two-threads");
    Row { name: &name, ours: show(two), other: show(one), ratio: two / one, target: Some(1.8) }
        .print();
}
