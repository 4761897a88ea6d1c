//! How strictly time limits are kept: searches of every game with limits from 10 ms to 1 s.
//!
//! `CLOCK_SEARCHES` sets how many searches are made (120 unless set; 10,000 take about a quarter of an hour: a third
//! has 10 ms, a sixth 20 ms, a quarter 50 ms, a fifth 100 ms and 1 in 24 a second), and `CLOCK_BUSY` says that every
//! processor is busy otherwise, which is promised less. Searches that were done before their time are told apart:
//! they say nothing about the clock.

use std::time::{Duration, Instant};

use plywood_testkit::bench::Row;
use plywood_workbench::Limits;
use plywood_workbench::engines::{Engine, Means};
use plywood_workbench::games::{CATALOGUE, open};

/// Limits in milliseconds; the long ones are rarer, as in play.
const LIMITS: [u64; 24] = [
    10, 10, 10, 10, 10, 10, 10, 10, 20, 20, 20, 20, 50, 50, 50, 50, 50, 50, 100, 100, 100, 100,
    100, 1000,
];
/// How far a player may exceed a limit before a tournament scores the game as lost.
const MARGIN_MS: f64 = 50.0;
const ENGINES: [&str; 4] = ["best", "iterative", "mcts", "alpha-beta"];

fn main() {
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let n_searches = std::env::var("CLOCK_SEARCHES").ok().and_then(|n| n.parse().ok());
    let searches: Vec<(u64, f64)> = (0..n_searches.unwrap_or(120)).map(search).collect();
    let late_ones = |is_wanted: &dyn Fn(u64) -> bool| {
        let reached = searches.iter().filter(|(limit, late)| is_wanted(*limit) && *late >= 0.0);
        let mut late: Vec<f64> = reached.map(|&(_, late)| late).collect();
        late.sort_by(f64::total_cmp);
        late
    };
    let mut limits = LIMITS.to_vec();
    limits.dedup();
    for limit in limits {
        let late = late_ones(&|own| own == limit);
        if let Some(latest) = late.last() {
            let n_all = searches.iter().filter(|(own, _)| *own == limit).count();
            let usual = quantile(&late, 0.99);
            let n = late.len();
            println!(
                "{limit} ms: {n} of {n_all} reached it, 99 % within {usual:.2} ms, the latest {latest:.2} ms"
            );
        }
    }
    let late = late_ones(&|_| true);
    assert!(!late.is_empty(), "no search reached its limit");
    let at = |share: f64| quantile(&late, share);
    let usual = if std::env::var_os("CLOCK_BUSY").is_some() { 10.0 } else { 5.0 };
    for (name, value, bound) in
        [("50 %", at(0.5), usual), ("99 %", at(0.99), usual), ("the latest", at(1.0), 25.0)]
    {
        Row {
            name: &format!("clock/past the limit/{name} of {} searches", late.len()),
            ours: format!("{value:.2} ms"),
            other: format!("bound {bound} ms"),
            ratio: bound / value.max(0.001),
            target: Some(1.0),
        }
        .print();
    }
    let n_lost = late.iter().filter(|&&late| late > MARGIN_MS).count();
    println!("{n_lost} of {} searches were later than {MARGIN_MS} ms", late.len());
}

/// The value that a share of these is no greater than.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

/// Makes one search and returns its limit and by how much it exceeded it, both in milliseconds; less than 0 if it was
/// done before. In time every engine plays every game at every limit.
fn search(i: usize) -> (u64, f64) {
    let n_pairs = CATALOGUE.len() * ENGINES.len();
    let (round, pair) = (i / n_pairs, i % n_pairs);
    let game = CATALOGUE[pair % CATALOGUE.len()].name;
    let engine = ENGINES[pair / CATALOGUE.len()];
    let engine: Engine = engine.parse().expect("the engines have names");
    let limit_ms = LIMITS[(round + 5 * pair) % LIMITS.len()];
    let limit = Duration::from_millis(limit_ms);
    let seed = i as u64;
    let mut table = open(game, "", seed, None, &[]).expect("the game is in the catalogue");
    let means = Means { threads: 2, hash: 64_000_000, seed };
    let mut random = table.seat(&"random".parse().expect("it has a name"), &means);
    for _ in 0..i % 9 {
        let found = random.think(table.as_ref(), 1, &Limits::default(), &mut |_| {});
        let Some(step) = found.ok().and_then(|found| found.best()) else { break };
        table.play_step(step).expect("engines play legal moves");
    }
    let mut thinker = table.seat(&engine, &means);
    let started = Instant::now();
    thinker.think(table.as_ref(), 1, &Limits::time(limit), &mut |_| {}).expect("its own game");
    (limit_ms, (started.elapsed().as_secs_f64() - limit.as_secs_f64()) * 1e3)
}
