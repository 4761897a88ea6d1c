//! Every search against a plain reference, on random graphs that shrink when they fail.

use plywood_contract::{Ending, Heuristic, Limits, Outcome, PathCost, Problem, Quiet, Stop};
use plywood_judges::tiles::Manhattan;
use plywood_search::path::*;
use plywood_testkit::graphs::{Graph, Written};
use plywood_testkit::pancakes::{Gaps, Pancakes};
use proptest::prelude::*;

#[path = "common/tiles.rs"]
mod instances;
use instances::{eights, fifteens};

/// Graphs of up to 12 vertices with up to 3 edges each; costs start at 1.
fn graphs(most_cost: u32) -> impl Strategy<Value = Graph> {
    (2..12_usize).prop_flat_map(move |n| {
        let edge = (0..n, 1..=most_cost);
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..=3), n);
        let goals = prop::collection::vec(0..n, 1..=2);
        let estimates = prop::collection::vec(0..20_u32, n);
        (edges, goals, estimates).prop_map(|(edges, goals, estimates)| Graph {
            edges,
            goals,
            estimates,
        })
    })
}

/// Searches without a closed list may take long, but no test should take for ever.
fn guard() -> Limits {
    Limits::nodes(2_000_000)
}

/// The searches in little memory, with tables of several sizes; those of no bytes hold four states.
fn lean(graph: &Graph) -> Vec<(&'static str, Outcome<usize>)> {
    let limits = &guard();
    vec![
        ("IDA*", ida_star(graph, &Written, limits, Quiet)),
        ("IDA*, no table to speak of", ida_star_with_table(graph, &Written, 0, limits, Quiet)),
        ("IDA*, table", ida_star_with_table(graph, &Written, 1 << 20, limits, Quiet)),
        ("RBFS", recursive_best_first(graph, &Written, limits, Quiet)),
        ("RBFS, small table", recursive_best_first_with_table(graph, &Written, 0, limits, Quiet)),
        ("RBFS, table", recursive_best_first_with_table(graph, &Written, 1 << 20, limits, Quiet)),
        ("SMA*", sma_star(graph, &Written, 10_000, limits, Quiet)),
    ]
}

fn cost(outcome: &Outcome<usize>) -> Option<PathCost> {
    outcome.solution().map(|solution| solution.cost)
}

/// The steps of a solution lead from the start to a goal, and cost what they say.
fn replay<P: Problem>(problem: &P, outcome: &Outcome<P::Action>) {
    let Some(solution) = outcome.solution() else { return };
    let mut state = problem.start();
    let mut cost = 0;
    for &action in &solution.actions {
        assert!(problem.actions(&state).any(|allowed| allowed == action));
        cost += PathCost::from(problem.cost(&state, action));
        state = problem.apply(&state, action);
    }
    assert!(problem.is_goal(&state));
    assert_eq!(cost, solution.cost);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn optimal_searches_find_the_true_cost(mut graph in graphs(9)) {
        graph.make_admissible();
        let truth = graph.costs_to_goal()[0];
        let truth = (truth != PathCost::MAX).then_some(truth);
        let limits = Limits::default();
        let found = [
            ("uniform cost", uniform_cost(&graph, &limits, Quiet)),
            ("A*", a_star(&graph, &Written, &limits, Quiet)),
            ("weight 1", weighted_a_star(&graph, &Written, Weight::new(1.0).unwrap(), &limits, Quiet)),
        ];
        for (name, outcome) in &found {
            prop_assert_eq!(cost(outcome), truth, "{}", name);
            replay(&graph, outcome);
            let is_solved = matches!(outcome.ending, Ending::Solved(_));
            prop_assert_eq!(is_solved, truth.is_some());
        }
        for (name, outcome) in &lean(&graph) {
            prop_assert_eq!(cost(outcome), truth, "{}: {:?}", name, outcome);
            prop_assert!(truth.is_some() || outcome.ending == Ending::Exhausted, "{}", name);
            replay(&graph, outcome);
        }
    }

    /// Costs may be 0, and some are so large that a few steps pass 32 bits.
    #[test]
    fn sums_beyond_32_bits_are_right(mut graph in graphs(9), zero in 0..9_u32) {
        for (_, cost) in graph.edges.iter_mut().flatten() {
            *cost = match *cost {
                small if small <= zero => small - 1,
                large => large * 470_000_000,
            };
        }
        graph.estimates.iter_mut().for_each(|estimate| *estimate *= 200_000_000);
        graph.make_admissible();
        let truth = graph.costs_to_goal()[0];
        let truth = (truth != PathCost::MAX).then_some(truth);
        let limits = Limits::default();
        let mut found = lean(&graph);
        found.push(("uniform cost", uniform_cost(&graph, &limits, Quiet)));
        found.push(("A*", a_star(&graph, &Written, &limits, Quiet)));
        for (name, outcome) in &found {
            prop_assert_eq!(cost(outcome), truth, "{}: {:?}", name, outcome);
            replay(&graph, outcome);
        }
        for outcome in [greedy(&graph, &Written, &limits, Quiet), beam(&graph, &Written, 9, &limits, Quiet)] {
            replay(&graph, &outcome);
        }
    }

    #[test]
    fn a_heuristic_found_consistent_is_found_admissible(graph in graphs(9), dives in 0..20_u32) {
        for nodes in [3, 1000] {
            let found = check_heuristic(&graph, &Written, Dives { n: dives, seed: 5 }, &Limits::nodes(nodes), Quiet);
            prop_assert!(found.seems_admissible() || !found.seems_consistent(), "{:?}", found);
            let is_goal_wrong = |&goal: &usize| graph.estimates[goal] > 0;
            if !graph.goals.iter().any(is_goal_wrong) {
                prop_assert!(found.seems_zero_at_goals());
            }
            prop_assert!(found.stats.generated <= nodes);
        }
    }

    #[test]
    fn weighted_a_star_keeps_its_bound(mut graph in graphs(9), weight in 1.0..5.0_f64) {
        graph.make_admissible();
        let truth = graph.costs_to_goal()[0];
        let weight = Weight::new(weight).unwrap();
        let outcome = weighted_a_star(&graph, &Written, weight, &Limits::default(), Quiet);
        if let Some(cost) = cost(&outcome) {
            prop_assert!(cost as f64 <= weight.value() * truth as f64 + 1e-9);
        }
        prop_assert_eq!(cost(&outcome).is_some(), truth != PathCost::MAX);
    }

    #[test]
    fn searches_by_steps_find_the_fewest(graph in graphs(1)) {
        let truth = graph.costs_to_goal()[0];
        let truth = (truth != PathCost::MAX).then_some(truth);
        let limits = Limits::default();
        for (name, outcome) in [
            ("breadth-first", breadth_first(&graph, &limits, Quiet)),
            ("frontier", frontier(&graph, &limits, Quiet)),
            ("iterative deepening", iterative_deepening(&graph, &limits, Quiet)),
        ] {
            prop_assert_eq!(cost(&outcome), truth, "{}", name);
            replay(&graph, &outcome);
        }
    }

    #[test]
    fn complete_searches_find_a_goal_exactly_when_there_is_one(graph in graphs(9)) {
        let exists = graph.costs_to_goal()[0] != PathCost::MAX;
        let limits = Limits::default();
        for (name, outcome) in [
            ("depth-first", depth_first(&graph, &limits, Quiet)),
            ("greedy", greedy(&graph, &Written, &limits, Quiet)),
            ("wide beam", beam(&graph, &Written, 1000, &limits, Quiet)),
        ] {
            prop_assert_eq!(outcome.solution().is_some(), exists, "{}", name);
            replay(&graph, &outcome);
        }
        let narrow = beam(&graph, &Written, 1, &limits, Quiet);
        replay(&graph, &narrow);
        prop_assert!(narrow.solution().is_some() || narrow.stats.pruned || !exists);
    }

    #[test]
    fn depth_first_finds_a_goal_within_its_limit_exactly_when_there_is_one(
        graph in graphs(1),
        limit in 0..12_u32,
    ) {
        let truth = graph.costs_to_goal()[0];
        let outcome = depth_first(&graph, &Limits::depth(limit), Quiet);
        prop_assert_eq!(outcome.solution().is_some(), truth <= PathCost::from(limit));
        replay(&graph, &outcome);
        if let Some(solution) = outcome.solution() {
            prop_assert!(solution.actions.len() as u32 <= limit);
        }
    }

    #[test]
    fn a_depth_limit_holds_in_every_search(graph in graphs(1), limit in 0..8_u32) {
        let truth = graph.costs_to_goal()[0];
        let limits = Limits { depth: Some(limit), ..guard() };
        for (name, outcome) in [
            ("breadth-first", breadth_first(&graph, &limits, Quiet)),
            ("frontier", frontier(&graph, &limits, Quiet)),
            ("iterative deepening", iterative_deepening(&graph, &limits, Quiet)),
            ("uniform cost", uniform_cost(&graph, &limits, Quiet)),
        ] {
            let expected = (truth <= PathCost::from(limit)).then_some(truth);
            prop_assert_eq!(cost(&outcome), expected, "{}", name);
        }
        let mut graph = graph;
        graph.make_admissible();
        for (name, outcome) in [
            ("IDA*", ida_star(&graph, &Written, &limits, Quiet)),
            ("RBFS", recursive_best_first(&graph, &Written, &limits, Quiet)),
            ("SMA*", sma_star(&graph, &Written, 1000, &limits, Quiet)),
        ] {
            let expected = (truth <= PathCost::from(limit)).then_some(truth);
            prop_assert_eq!(cost(&outcome), expected, "{}", name);
        }
    }

    #[test]
    fn sma_star_is_optimal_whenever_its_nodes_hold_the_path(
        mut graph in graphs(3),
        budget in 1..20_usize,
    ) {
        graph.make_admissible();
        let truth = graph.costs_to_goal()[0];
        let outcome = sma_star(&graph, &Written, budget, &guard(), Quiet);
        prop_assert!(outcome.stats.peak_stored <= budget as u64);
        replay(&graph, &outcome);
        let best = a_star(&graph, &Written, &Limits::default(), Quiet);
        let holds = best.solution().is_some_and(|s| s.actions.len() < budget);
        if holds {
            prop_assert_eq!(cost(&outcome), Some(truth));
        }
    }

    #[test]
    fn limits_on_nodes_are_exact(mut graph in graphs(5), nodes in 1..40_u64) {
        graph.make_admissible();
        let limits = Limits::nodes(nodes);
        for (name, outcome) in [
            ("uniform cost", uniform_cost(&graph, &limits, Quiet)),
            ("A*", a_star(&graph, &Written, &limits, Quiet)),
            ("IDA*", ida_star(&graph, &Written, &limits, Quiet)),
            ("RBFS", recursive_best_first(&graph, &Written, &limits, Quiet)),
            ("SMA*", sma_star(&graph, &Written, 50, &limits, Quiet)),
            ("frontier", frontier(&graph, &limits, Quiet)),
            ("beam", beam(&graph, &Written, 3, &limits, Quiet)),
        ] {
            prop_assert!(outcome.stats.generated <= nodes, "{}", name);
            let stopped = outcome.ending == Ending::Stopped(Stop::Nodes);
            prop_assert!(!stopped || outcome.stats.generated == nodes, "{}", name);
        }
    }
}

#[test]
fn every_stack_of_six_pancakes_is_sorted_with_the_fewest_turns() {
    let limits = Limits::default();
    for stack in permutations(6) {
        let problem = Pancakes(stack.clone());
        let turns = breadth_first(&problem, &limits, Quiet).solution().unwrap().cost;
        for (name, outcome) in [
            ("A*", a_star(&problem, &Gaps, &limits, Quiet)),
            ("IDA*", ida_star(&problem, &Gaps, &limits, Quiet)),
            ("RBFS", recursive_best_first(&problem, &Gaps, &limits, Quiet)),
            ("SMA*", sma_star(&problem, &Gaps, 100, &limits, Quiet)),
            ("frontier", frontier(&problem, &limits, Quiet)),
            ("uniform cost", uniform_cost(&problem, &limits, Quiet)),
        ] {
            assert_eq!(outcome.solution().map(|s| s.cost), Some(turns), "{name} on {stack:?}");
            replay(&problem, &outcome);
        }
    }
}

fn permutations(n: u8) -> Vec<Vec<u8>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let insert = |shorter: Vec<u8>| {
        (0..=shorter.len()).map(move |place| {
            let mut longer = shorter.clone();
            longer.insert(place, n);
            longer
        })
    };
    permutations(n - 1).into_iter().flat_map(insert).collect()
}

#[test]
fn eight_puzzles_have_their_known_lengths() {
    let manhattan = Manhattan;
    let limits = Limits::default();
    for (puzzle, length) in eights() {
        for (name, outcome) in [
            ("A*", a_star(&puzzle, &manhattan, &limits, Quiet)),
            ("IDA*", ida_star(&puzzle, &manhattan, &limits, Quiet)),
            ("RBFS", recursive_best_first(&puzzle, &manhattan, &limits, Quiet)),
            ("frontier", frontier(&puzzle, &limits, Quiet)),
            ("breadth-first", breadth_first(&puzzle, &limits, Quiet)),
        ] {
            assert_eq!(outcome.solution().map(|s| s.cost), Some(length), "{name}");
            replay(&puzzle, &outcome);
        }
    }
}

#[test]
fn fifteen_puzzles_have_their_known_lengths_and_ida_star_its_known_counts() {
    let manhattan = Manhattan;
    for instance in fifteens() {
        let outcome = ida_star(&instance.puzzle, &manhattan, &Limits::default(), Quiet);
        assert_eq!(outcome.solution().unwrap().cost, instance.length);
        assert_eq!(outcome.stats.generated, instance.generated);
        assert_eq!(outcome.stats.expanded, instance.expanded);
        replay(&instance.puzzle, &outcome);
    }
}

#[test]
fn peek_agrees_with_h() {
    let manhattan = Manhattan;
    for (puzzle, _) in eights() {
        let mut state = puzzle.start();
        for turn in 0..50 {
            let h = manhattan.h(&puzzle, &state);
            let steps: Vec<_> = puzzle.actions(&state).collect();
            for &step in &steps {
                let after = manhattan.h(&puzzle, &puzzle.apply(&state, step));
                assert_eq!(manhattan.peek(&puzzle, &state, h, step), Some(after));
            }
            state = puzzle.apply(&state, steps[turn % steps.len()]);
            assert_eq!(puzzle.state(&puzzle.key(&state)), state);
        }
    }
}
