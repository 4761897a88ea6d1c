//! Graphs by closures beside the crate `pathfinding`, natural code on both sides, and beside code written by
//! hand for the one graph: the same successors, the same estimates, one run.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use cpu_time::ThreadTime;
use pathfinding::directed::{astar::astar, dijkstra::dijkstra as peer_dijkstra};
use peak_alloc::PeakAlloc;
use plywood_search::graph::{a_star, dijkstra};
use plywood_search::random::SplitMix;
use plywood_testkit::bench::Row;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    grid();
    roads();
}

/// Processor time, which other programs disturb less than the clock's, and the most memory in use.
struct Spent {
    time: Duration,
    bytes: usize,
}

/// The least time and memory of five runs of each, in turn.
fn compare<const N: usize>(mut runs: [&mut dyn FnMut() -> u32; N]) -> [Spent; N] {
    let mut least = [(); N].map(|()| Spent { time: Duration::MAX, bytes: usize::MAX });
    let mut answers = [None; N];
    for _ in 0..5 {
        for (i, run) in runs.iter_mut().enumerate() {
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            let start = ThreadTime::now();
            answers[i] = Some(run());
            least[i].time = least[i].time.min(start.elapsed());
            least[i].bytes = least[i].bytes.min(MEMORY.peak_usage() - before);
        }
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    least
}

fn print(name: &str, [ours, peer, by_hand]: [Spent; 3]) {
    let ms = |spent: &Spent| format!("{:.1} ms", 1e3 * spent.time.as_secs_f64());
    let row = |name: &str, other: &Spent, label: &str, target| {
        let ratio = other.time.as_secs_f64() / ours.time.as_secs_f64();
        let other = format!("{label} {}", ms(other));
        Row { name, ours: ms(&ours), other, ratio, target: Some(target) }.print();
    };
    row(name, &peer, "pathfinding", 2.0);
    row(&format!("{name}, by hand"), &by_hand, "by hand", 0.8);
    let (mine, theirs) = (ours.bytes as f64, peer.bytes as f64);
    Row::within_bytes(&format!("{name}, memory of pathfinding"), mine, theirs);
}

const SIDE: usize = 1000;

/// From corner to corner of a million cells that cost 1 to 9 to enter, a fifth of them walls.
fn grid() {
    let mut random = SplitMix::new(7);
    let mut map = vec![[0_u8; SIDE]; SIDE];
    for cell in map.iter_mut().flatten() {
        *cell = if random.below(5) == 0 { 0 } else { 1 + random.below(9) as u8 };
    }
    (map[0][0], map[SIDE - 1][SIDE - 1]) = (1, 1);
    let goal = (SIDE - 1, SIDE - 1);
    let next = |&(x, y): &(usize, usize)| {
        let cells = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        let map = &map;
        cells.into_iter().filter_map(move |(x, y)| {
            let cost = *map.get(y)?.get(x)?;
            (cost > 0).then_some(((x, y), u32::from(cost)))
        })
    };
    let estimate = |&(x, y): &(usize, usize)| (goal.0 - x + goal.1 - y) as u32;
    print(
        "grid/a_star/1000×1000 weighted",
        compare([
            &mut || {
                a_star((0, 0), next, estimate, |&cell| cell == goal).map_or(0, |path| path.cost)
            },
            &mut || astar(&(0, 0), next, estimate, |&cell| cell == goal).map_or(0, |path| path.1),
            &mut || grid_by_hand(&map),
        ]),
    );
}

/// An array of costs so far and the standard library's heap: what one writes for this grid alone.
fn grid_by_hand(map: &[[u8; SIDE]]) -> u32 {
    let mut costs = vec![u32::MAX; SIDE * SIDE];
    let mut parents = vec![u32::MAX; SIDE * SIDE];
    let estimate = |cell: usize| (2 * (SIDE - 1) - cell % SIDE - cell / SIDE) as u32;
    let mut open = BinaryHeap::from([(Reverse(estimate(0)), 0_u32, 0_u32)]);
    costs[0] = 0;
    while let Some((_, g, cell)) = open.pop() {
        let cell = cell as usize;
        if cell == SIDE * SIDE - 1 {
            std::hint::black_box(&parents);
            return g;
        }
        if g > costs[cell] {
            continue;
        }
        let (x, y) = (cell % SIDE, cell / SIDE);
        let ways = [
            (x > 0, -1),
            (x + 1 < SIDE, 1),
            (y > 0, -(SIDE as isize)),
            (y + 1 < SIDE, SIDE as isize),
        ];
        for (_, step) in ways.into_iter().filter(|way| way.0) {
            let child = cell.wrapping_add_signed(step);
            let cost = u32::from(map[child / SIDE][child % SIDE]);
            if cost > 0 && g + cost < costs[child] {
                costs[child] = g + cost;
                parents[child] = cell as u32;
                open.push((Reverse(g + cost + estimate(child)), g + cost, child as u32));
            }
        }
    }
    0
}

const TOWNS: usize = 1_000_000;

/// Towns on a plane, each joined with a few near ones; lengths in metres.
fn roads() {
    let mut random = SplitMix::new(11);
    let side = (TOWNS as f64).sqrt() as usize;
    let mut roads: Vec<Vec<(u32, u32)>> = vec![Vec::new(); TOWNS];
    for town in 0..TOWNS {
        for to in [town + 1, town + side, town + side + 1] {
            let is_road = to < TOWNS && random.below(10) < 7;
            if is_road {
                let metres = 200 + random.below(3000) as u32;
                roads[town].push((to as u32, metres));
                roads[to].push((town as u32, metres));
            }
        }
    }
    let next = |&town: &u32| roads[town as usize].iter().copied();
    let goal = (TOWNS - 1 - side / 2) as u32;
    let visits = Cell::new(0_u64);
    print(
        "roads/dijkstra/1 M towns",
        compare([
            &mut || dijkstra(0, next, |&town| town == goal).map_or(0, |path| path.cost),
            &mut || peer_dijkstra(&0, next, |&town| town == goal).map_or(0, |path| path.1),
            &mut || roads_by_hand(&roads, goal, &visits),
        ]),
    );
}

fn roads_by_hand(roads: &[Vec<(u32, u32)>], goal: u32, visits: &Cell<u64>) -> u32 {
    let mut costs = vec![u32::MAX; roads.len()];
    let mut parents = vec![u32::MAX; roads.len()];
    let mut open = BinaryHeap::from([(Reverse(0_u32), 0_u32)]);
    costs[0] = 0;
    while let Some((Reverse(g), town)) = open.pop() {
        if town == goal {
            std::hint::black_box(&parents);
            return g;
        }
        if g > costs[town as usize] {
            continue;
        }
        visits.set(visits.get() + 1);
        for &(to, metres) in &roads[town as usize] {
            if g + metres < costs[to as usize] {
                costs[to as usize] = g + metres;
                parents[to as usize] = town;
                open.push((Reverse(g + metres), to));
            }
        }
    }
    0
}
