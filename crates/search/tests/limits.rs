//! Limits: memory is counted as it is allocated, and a raised flag ends every search.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::{Duration, Instant};

use plywood_contract::{Cancel, Ending, Limits, Outcome, Quiet, Stop};
use plywood_games::tiles::Tiles;
use plywood_judges::tiles::Manhattan;
use plywood_search::path::*;

#[path = "common/tiles.rs"]
mod instances;
use instances::{fifteens, puzzle};

/// Every search on one problem with the same limits.
fn all(puzzle: &Tiles<4>, limits: &Limits) -> Vec<(&'static str, Outcome<u8>)> {
    let h = &Manhattan;
    let weight = Weight::new(1.5).unwrap();
    vec![
        ("breadth-first", breadth_first(puzzle, limits, Quiet)),
        ("frontier", frontier(puzzle, limits, Quiet)),
        ("depth-first", depth_first(puzzle, limits, Quiet)),
        ("iterative deepening", iterative_deepening(puzzle, limits, Quiet)),
        ("uniform cost", uniform_cost(puzzle, limits, Quiet)),
        ("greedy", greedy(puzzle, h, limits, Quiet)),
        ("A*", a_star(puzzle, h, limits, Quiet)),
        ("weighted A*", weighted_a_star(puzzle, h, weight, limits, Quiet)),
        ("IDA*", ida_star(puzzle, h, limits, Quiet)),
        ("RBFS", recursive_best_first(puzzle, h, limits, Quiet)),
        ("SMA*", sma_star(puzzle, h, usize::MAX, limits, Quiet)),
        ("beam", beam(puzzle, h, 5, limits, Quiet)),
    ]
}

#[test]
fn no_search_holds_more_bytes_than_allowed() {
    let puzzle = &fifteens()[3].puzzle;
    for bytes in [1_000, 100_000, 1_000_000] {
        let limits = Limits { bytes: Some(bytes), nodes: Some(300_000), ..Limits::default() };
        for (name, outcome) in all(puzzle, &limits) {
            assert!(outcome.stats.peak_bytes <= bytes, "{name} held {}", outcome.stats.peak_bytes);
        }
    }
    let outcome = breadth_first(puzzle, &Limits::bytes(1_000_000), Quiet);
    assert_eq!(outcome.ending, Ending::Stopped(Stop::Memory));
    assert!(outcome.stats.generated > 10_000, "the statistics so far are reported");
}

#[test]
fn a_raised_flag_ends_every_search_at_once() {
    let puzzle = &fifteens()[3].puzzle;
    let cancel = Cancel::default();
    cancel.raise();
    let limits = Limits { cancel, ..Limits::default() };
    for (name, outcome) in all(puzzle, &limits) {
        assert_eq!(outcome.ending, Ending::Stopped(Stop::Cancelled), "{name}");
        assert_eq!(outcome.stats.generated, 0, "{name}");
    }
}

#[test]
fn no_time_means_no_search() {
    let puzzle = &fifteens()[3].puzzle;
    for (name, outcome) in all(puzzle, &Limits::time(Duration::ZERO)) {
        assert_eq!(outcome.ending, Ending::Stopped(Stop::Time), "{name}");
    }
}

#[test]
fn a_flag_raised_in_the_middle_is_seen_soon() {
    let puzzle = &fifteens()[3].puzzle;
    let cancel = Cancel::default();
    let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
    let raised = std::thread::scope(|scope| {
        let raiser = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            cancel.raise();
            Instant::now()
        });
        let outcome = breadth_first(puzzle, &limits, Quiet);
        assert_eq!(outcome.ending, Ending::Stopped(Stop::Cancelled));
        raiser.join().expect("the raiser does not panic")
    });
    // A loose bound: a test machine may be busy. The usual figure is a few milliseconds.
    assert!(raised.elapsed() < Duration::from_secs(5));
}

#[test]
fn sma_star_stays_within_its_nodes_and_still_finds_the_shortest_path() {
    let puzzle = puzzle::<3>("1 4 3 0 6 5 2 7 8");
    let h = Manhattan;
    for nodes in [30, 100, 1000] {
        let outcome = sma_star(&puzzle, &h, nodes, &Limits::default(), Quiet);
        assert_eq!(outcome.solution().map(|s| s.cost), Some(21), "with {nodes} nodes");
        assert!(outcome.stats.peak_stored <= nodes as u64);
    }
    let outcome = sma_star(&puzzle, &h, 10, &Limits::default(), Quiet);
    assert_eq!(outcome.ending, Ending::Stopped(Stop::Memory), "ten nodes cannot hold 21 steps");
}

/// In a process of its own that may take 400 MB.
#[cfg(unix)]
#[test]
fn memory_that_cannot_be_had_ends_a_search_with_its_statistics() {
    const NAME: &str = "memory_that_cannot_be_had_ends_a_search_with_its_statistics";
    if std::env::var_os("PLYWOOD_LITTLE_MEMORY").is_none() {
        let limited = format!("ulimit -v 400000 && exec \"$0\" --exact {NAME} --test-threads 1");
        let own = std::env::current_exe().unwrap();
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &limited]).arg(own);
        shell.env("PLYWOOD_LITTLE_MEMORY", "1").env("MALLOC_ARENA_MAX", "1");
        let ended = shell.output().unwrap();
        let told = String::from_utf8_lossy(&ended.stdout);
        assert!(ended.status.success(), "{told}{}", String::from_utf8_lossy(&ended.stderr));
        return assert!(told.contains("1 passed"), "{told}");
    }
    let puzzle = &fifteens()[3].puzzle;
    for search in [breadth_first, uniform_cost] {
        let outcome = search(puzzle, &Limits::default(), Quiet);
        assert_eq!(outcome.ending, Ending::Stopped(Stop::Memory));
        assert!(outcome.stats.generated > 1_000_000, "{:?}", outcome.stats);
        assert!(outcome.stats.peak_bytes < 400_000_000, "{:?}", outcome.stats);
    }
    let table = plywood_search::adversarial::TranspositionTable::new(1 << 40);
    assert!(table.bytes() < 400_000_000);
}
