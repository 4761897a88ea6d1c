//! Sliding tiles beside the crate `pathfinding`: the same instances, the same heuristic, one run.
//!
//! The peer is used as its documentation shows: successors and estimate computed from the state.
//! A second row gives it states that carry their estimate, the best we found for it.

mod peer;

use std::cell::Cell;
use std::time::{Duration, Instant};

use pathfinding::directed::{astar::astar, idastar::idastar};
use plywood_contract::{Cost, Heuristic, Limits, PathCost, Problem, Quiet};
use plywood_games::tiles::{Board, Tiles};
use plywood_judges::tiles::Manhattan;
use plywood_search::path::{a_star, ida_star};
use plywood_testkit::bench::Row;

use crate::peer::Carrying;

#[path = "../tests/common/tiles.rs"]
mod instances;
use instances::{eights, fifteens};

fn main() {
    bench_ida_star();
    bench_a_star_15();
    bench_a_star_8();
}

/// Time and successors of a series of runs.
#[derive(Default)]
struct Total {
    time: Duration,
    made: u64,
}

impl Total {
    fn add(&mut self, run: impl FnOnce() -> u64) {
        let start = Instant::now();
        self.made += run();
        self.time += start.elapsed();
    }

    fn rate(&self) -> f64 {
        self.made as f64 / self.time.as_secs_f64()
    }
}

fn successors<const N: usize>(
    puzzle: &Tiles<N>,
    board: &Board,
) -> impl Iterator<Item = (Board, Cost)> + use<N> {
    let mut next = [None; 4];
    for (slot, step) in next.iter_mut().zip(puzzle.actions(board)) {
        *slot = Some((puzzle.apply(board, step), 1));
    }
    next.into_iter().flatten()
}

fn bench_ida_star() {
    let manhattan = Manhattan;
    let (mut ours, mut plain, mut carrying) =
        (Total::default(), Total::default(), Total::default());
    for instance in fifteens() {
        let puzzle = &instance.puzzle;
        ours.add(|| {
            let outcome = ida_star(puzzle, &manhattan, &Limits::default(), Quiet);
            assert_eq!(outcome.solution().map(|found| found.cost), Some(instance.length));
            assert_eq!(outcome.stats.generated, instance.generated);
            outcome.stats.generated
        });
        plain.add(|| {
            let made = Cell::new(0);
            let count = || made.set(made.get() + 1);
            let next = |board: &Board| successors(puzzle, board).inspect(|_| count());
            let h = |board: &Board| manhattan.h(puzzle, board);
            let found = idastar(&puzzle.start(), next, h, |board| puzzle.is_goal(board));
            assert_eq!(found.map(|(_, cost)| cost.into()), Some(instance.length));
            made.get()
        });
        carrying.add(|| {
            let made = Cell::new(0);
            let count = || made.set(made.get() + 1);
            let start = Carrying::start(puzzle, &manhattan);
            let next = |p: &Carrying| p.successors(puzzle, &manhattan).inspect(|_| count());
            let found = idastar(&start, next, |p| p.h, |p| puzzle.is_goal(&p.board));
            assert_eq!(found.map(|(_, cost)| cost.into()), Some(instance.length));
            made.get()
        });
    }
    let row = |name, theirs: &Total, target| {
        Row {
            name,
            ours: format!("{:.1} M successors/s", ours.rate() / 1e6),
            other: format!("pathfinding {:.1} M/s", theirs.rate() / 1e6),
            ratio: ours.rate() / theirs.rate(),
            target,
        }
        .print();
    };
    row("tiles/ida_star/15-puzzle", &plain, Some(7.0));
    row("tiles/ida_star/15-puzzle, peer with carried h", &carrying, None);
}

fn bench_a_star_15() {
    let manhattan = Manhattan;
    let mut times = [Total::default(), Total::default(), Total::default()];
    for instance in fifteens() {
        race_a_star(&instance.puzzle, instance.length, &manhattan, &mut times);
    }
    print_race("tiles/a_star/15-puzzle", &times, 2.0);
}

fn bench_a_star_8() {
    let manhattan = Manhattan;
    let mut times = [Total::default(), Total::default(), Total::default()];
    for _ in 0..20 {
        for (puzzle, length) in eights() {
            race_a_star(&puzzle, length, &manhattan, &mut times);
        }
    }
    print_race("tiles/a_star/8-puzzle", &times, 1.5);
}

/// One instance by our A*, by the peer's, and by the peer's with states that carry h.
fn race_a_star<const N: usize>(
    puzzle: &Tiles<N>,
    length: PathCost,
    manhattan: &Manhattan,
    [ours, plain, carrying]: &mut [Total; 3],
) {
    ours.add(|| {
        let outcome = a_star(puzzle, manhattan, &Limits::default(), Quiet);
        assert_eq!(outcome.solution().map(|found| found.cost), Some(length));
        0
    });
    plain.add(|| {
        let next = |board: &Board| successors(puzzle, board);
        let h = |board: &Board| manhattan.h(puzzle, board);
        let found = astar(&puzzle.start(), next, h, |board| puzzle.is_goal(board));
        assert_eq!(found.map(|(_, cost)| cost.into()), Some(length));
        0
    });
    carrying.add(|| {
        let start = Carrying::start(puzzle, manhattan);
        let next = |p: &Carrying| p.successors(puzzle, manhattan);
        let found = astar(&start, next, |p| p.h, |p| puzzle.is_goal(&p.board));
        assert_eq!(found.map(|(_, cost)| cost.into()), Some(length));
        0
    });
}

fn print_race(name: &str, [ours, plain, carrying]: &[Total; 3], target: f64) {
    let row = |name: &str, theirs: &Total, target| {
        Row {
            name,
            ours: format!("{:.3} s", ours.time.as_secs_f64()),
            other: format!("pathfinding {:.3} s", theirs.time.as_secs_f64()),
            ratio: theirs.time.as_secs_f64() / ours.time.as_secs_f64(),
            target,
        }
        .print();
    };
    row(name, plain, Some(target));
    row(&format!("{name}, peer with carried h"), carrying, None);
}
