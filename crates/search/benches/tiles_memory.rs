//! The memory of A* on the 15-puzzle beside the crate `pathfinding`, as the allocator sees it.

mod peer;

use pathfinding::directed::astar::astar;
use peak_alloc::PeakAlloc;
use plywood_contract::{Limits, Problem, Quiet};
use plywood_judges::tiles::Manhattan;
use plywood_search::path::a_star;
use plywood_testkit::bench::Row;

use crate::peer::Carrying;

#[path = "../tests/common/tiles.rs"]
mod instances;
use instances::fifteens;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The most bytes allocated while `run` runs, beyond what was there before.
fn peak(run: impl FnOnce()) -> usize {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    run();
    ALLOCATOR.peak_usage() - before
}

fn main() {
    let manhattan = Manhattan;
    let (mut ours, mut theirs, mut stored, mut held) = (0, 0, 0, 0);
    for instance in fifteens() {
        let puzzle = &instance.puzzle;
        ours += peak(|| {
            let outcome = a_star(puzzle, &manhattan, &Limits::default(), Quiet);
            assert_eq!(outcome.solution().map(|found| found.cost), Some(instance.length));
            stored += outcome.stats.peak_stored;
            held += outcome.stats.peak_bytes;
        });
        theirs += peak(|| {
            let start = Carrying::start(puzzle, &manhattan);
            let next = |from: &Carrying| from.successors(puzzle, &manhattan);
            let found = astar(&start, next, |p| p.h, |p| puzzle.is_goal(&p.board));
            assert_eq!(found.map(|(_, cost)| cost.into()), Some(instance.length));
        });
    }
    Row {
        name: "tiles/a_star/15-puzzle peak memory",
        ours: format!("{:.1} MB", ours as f64 / 1e7),
        other: format!("pathfinding {:.1} MB", theirs as f64 / 1e7),
        ratio: theirs as f64 / ours as f64,
        target: Some(2.0),
    }
    .print();
    // What the search says it held is what the allocator saw.
    assert!((held as f64 / ours as f64 - 1.0).abs() < 0.02, "held {held}, allocated {ours}");
    Row::within_bytes("tiles/a_star/bytes per stored state", held as f64 / stored as f64, 64.0);
}
