//! The events an observer receives: enough to replay the search, in the order it happened.

use std::collections::HashSet;

use plywood_contract::{Cost, Event, Limits, Observer, Outcome, PathCost};
use plywood_contract::{Problem, Quiet};
use plywood_games::tiles::{Board, Tiles};
use plywood_judges::tiles::Manhattan;
use plywood_search::path::*;
use plywood_testkit::graphs::{Graph, Written};

#[path = "common/tiles.rs"]
mod instances;
use instances::{eights, puzzle};

/// Counts events and notes the f of every expansion.
#[derive(Default)]
struct Notes<K> {
    opened: u64,
    expanded: Vec<(K, PathCost, PathCost)>,
    refused: u64,
    limits: Vec<PathCost>,
    goals: u64,
    known: HashSet<K>,
}

impl<P: Problem<Key = K>, K: Clone + Eq + std::hash::Hash> Observer<P> for Notes<K> {
    fn event(&mut self, event: Event<'_, P>) {
        match event {
            Event::Open { node, from } => {
                self.opened += 1;
                if let Some((parent, _)) = from {
                    assert!(self.known.contains(parent), "a child of an unknown parent");
                }
                self.known.insert(node.key.clone());
            }
            Event::Expand(node) => {
                assert!(self.known.contains(node.key), "expanded before it was opened");
                self.expanded.push((node.key.clone(), node.g, node.f));
            }
            Event::Refuse { from: (parent, _), reason, .. } => {
                assert!(self.known.contains(parent));
                assert!(!reason.explain().is_empty());
                self.refused += 1;
            }
            Event::Limit(limit) => self.limits.push(limit),
            Event::Drop(_) => {}
            Event::Goal(node) => {
                assert!(self.known.contains(node.key));
                self.goals += 1;
            }
        }
    }
}

fn puzzles() -> Vec<Tiles<3>> {
    eights().into_iter().map(|(puzzle, _)| puzzle).take(6).collect()
}

/// The notes agree with the statistics, and watching changes nothing.
fn compare(notes: &Notes<u64>, watched: &Outcome<u8>, alone: &Outcome<u8>) {
    assert_eq!(watched.ending, alone.ending);
    assert_eq!(watched.stats.generated, alone.stats.generated);
    assert_eq!(watched.stats.expanded, alone.stats.expanded);
    assert_eq!(watched.stats.refused, alone.stats.refused);
    assert_eq!(notes.expanded.len() as u64, watched.stats.expanded);
    assert_eq!(notes.goals, 1);
}

#[test]
fn a_star_reports_every_node_it_opens_refuses_and_expands() {
    for puzzle in puzzles() {
        let mut notes = Notes::default();
        let h = Manhattan;
        let watched = a_star(&puzzle, &h, &Limits::default(), &mut notes);
        compare(&notes, &watched, &a_star(&puzzle, &h, &Limits::default(), Quiet));
        assert_eq!(notes.opened - 1 + notes.refused, watched.stats.generated);
        let f: Vec<PathCost> = notes.expanded.iter().map(|&(_, _, f)| f).collect();
        assert!(f.is_sorted(), "with a consistent h, f never falls");
        let states: HashSet<_> = notes.expanded.iter().map(|&(key, ..)| key).collect();
        assert_eq!(states.len(), notes.expanded.len(), "and no state is expanded twice");
    }
}

#[test]
fn breadth_first_expands_layer_by_layer() {
    for puzzle in puzzles() {
        let mut notes = Notes::default();
        let watched = breadth_first(&puzzle, &Limits::default(), &mut notes);
        compare(&notes, &watched, &breadth_first(&puzzle, &Limits::default(), Quiet));
        assert!(notes.expanded.iter().map(|&(_, g, _)| g).is_sorted());
    }
}

#[test]
fn uniform_cost_expands_by_cost() {
    let edges = vec![vec![(1, 5), (2, 1)], vec![(3, 1)], vec![(1, 1), (3, 9)], vec![]];
    let graph = Graph { edges, goals: vec![3], estimates: vec![0; 4] };
    let mut notes = Notes::default();
    let outcome = uniform_cost(&graph, &Limits::default(), &mut notes);
    assert_eq!(outcome.solution().map(|s| s.cost), Some(3));
    let order: Vec<_> = notes.expanded.iter().map(|&(vertex, g, _)| (vertex, g)).collect();
    assert_eq!(order, [(0, 0), (2, 1), (1, 2)]);
}

#[test]
fn ida_star_raises_its_limit_and_never_passes_it() {
    for puzzle in puzzles() {
        let mut notes = Notes::default();
        let h = Manhattan;
        let watched = ida_star(&puzzle, &h, &Limits::default(), &mut notes);
        compare(&notes, &watched, &ida_star(&puzzle, &h, &Limits::default(), Quiet));
        assert!(notes.limits.is_sorted_by(|a, b| a < b));
        assert_eq!(notes.limits.len() as u64, watched.stats.iterations);
        let last = *notes.limits.last().unwrap();
        assert_eq!(Some(last), watched.solution().map(|s| s.cost));
        assert!(notes.expanded.iter().all(|&(_, _, f)| f <= last));
    }
}

#[test]
fn the_events_of_the_other_searches_are_consistent_too() {
    let h = Manhattan;
    let limits = Limits::default();
    for puzzle in puzzles().into_iter().take(3) {
        let mut notes = Notes::default();
        let watched = greedy(&puzzle, &h, &limits, &mut notes);
        compare(&notes, &watched, &greedy(&puzzle, &h, &limits, Quiet));
        let mut notes = Notes::default();
        let watched = recursive_best_first(&puzzle, &h, &limits, &mut notes);
        compare(&notes, &watched, &recursive_best_first(&puzzle, &h, &limits, Quiet));
        let mut notes = Notes::default();
        let watched = sma_star(&puzzle, &h, 200, &limits, &mut notes);
        compare(&notes, &watched, &sma_star(&puzzle, &h, 200, &limits, Quiet));
        let mut notes = Notes::default();
        let watched = frontier(&puzzle, &limits, &mut notes);
        compare(&notes, &watched, &frontier(&puzzle, &limits, Quiet));
        let mut notes = Notes::default();
        let watched = depth_first(&puzzle, &Limits::depth(30), &mut notes);
        compare(&notes, &watched, &depth_first(&puzzle, &Limits::depth(30), Quiet));
        let mut notes = Notes::default();
        let watched = beam(&puzzle, &h, 500, &limits, &mut notes);
        compare(&notes, &watched, &beam(&puzzle, &h, 500, &limits, Quiet));
    }
}

#[test]
fn an_inconsistent_heuristic_makes_a_star_reopen() {
    // Vertex 1 is reached first at cost 3 through 2, then at cost 2 through 3, whose h delays it.
    let edges = vec![vec![(2, 1), (3, 1)], vec![(4, 5)], vec![(1, 2)], vec![(1, 1)], vec![]];
    let graph = Graph { edges, goals: vec![4], estimates: vec![0, 0, 0, 6, 0] };
    let mut notes = Notes::default();
    let outcome = a_star(&graph, &Written, &Limits::default(), &mut notes);
    assert_eq!(outcome.solution().map(|s| s.cost), Some(7));
    let visits = notes.expanded.iter().filter(|&&(vertex, ..)| vertex == 1).count();
    assert_eq!(visits, 2);
}

#[test]
fn heuristics_are_found_out() {
    struct Boastful;
    impl plywood_contract::Heuristic<Tiles<3>> for Boastful {
        fn h(&self, puzzle: &Tiles<3>, board: &Board) -> Cost {
            3 * Manhattan.h(puzzle, board)
        }
    }
    let puzzle = puzzle::<3>("1 2 0 3 4 5 6 7 8");
    let findings = check_heuristic(
        &puzzle,
        &Boastful,
        Dives { n: 100, seed: 7 },
        &Limits::nodes(10_000),
        Quiet,
    );
    let example = findings.overestimate.expect("three times too much is an overestimate");
    assert!(u64::from(example.h) > example.cost);
    assert!(findings.inconsistency.is_some());
    assert!(!findings.is_complete);

    let honest =
        check_heuristic(&puzzle, &Manhattan, Dives { n: 100, seed: 7 }, &Limits::default(), Quiet);
    assert!(honest.is_complete);
    // Half of the 9! arrangements; a goal has no children, but every state has a way around it.
    assert_eq!(honest.states, 181_440);
    assert!(honest.seems_admissible() && honest.seems_consistent());
}
