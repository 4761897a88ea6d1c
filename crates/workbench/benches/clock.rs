//! How strictly time limits are kept: searches of every game with limits from 10 ms to 1 s.
//!
//! `CLOCK_SEARCHES` sets the number of searches (120 by default; 10,000 take about a quarter of an hour), and
//! `CLOCK_BUSY` says that other work keeps every processor busy, which loosens the bound.

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
    let mut late: Vec<f64> = (0..n_searches.unwrap_or(120)).map(search).collect();
    late.sort_by(f64::total_cmp);
    let at = |share: f64| late[((late.len() - 1) as f64 * share).round() as usize];
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

/// Makes one search and returns the milliseconds by which it exceeded its limit.
fn search(i: usize) -> f64 {
    let game = CATALOGUE[i % CATALOGUE.len()].name;
    let engine: Engine = ENGINES[i / 5 % ENGINES.len()].parse().expect("the engines have names");
    let limit = Duration::from_millis(LIMITS[i / 20 % LIMITS.len()]);
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
    (started.elapsed().as_secs_f64() - limit.as_secs_f64()).max(0.0) * 1e3
}
