//! Searches by closures against Bellman–Ford, on random graphs that shrink when they fail.

use std::time::Duration;

use plywood_contract::UNREACHABLE;
use plywood_search::graph::{
    Path, a_star, breadth_first, depth_first, dijkstra, dijkstra_all, greedy, ida_star,
};
use plywood_testkit::graphs::Graph;
use proptest::prelude::*;

/// Graphs of up to 14 vertices with up to 3 edges each.
fn graphs(most_cost: u32) -> impl Strategy<Value = Graph> {
    (2..14_usize).prop_flat_map(move |n| {
        let edges = prop::collection::vec(prop::collection::vec((0..n, 0..=most_cost), 0..=3), n);
        let goals = prop::collection::vec(0..n, 1..=2);
        let estimates = prop::collection::vec(0..40_u32, n);
        (edges, goals, estimates).prop_map(|(edges, goals, estimates)| Graph {
            edges,
            goals,
            estimates,
        })
    })
}

/// The edges of a vertex with their places as names.
fn named(graph: &Graph) -> impl Fn(&usize) -> Vec<(usize, u64, usize)> {
    |&vertex| {
        let edges = graph.edges[vertex].iter().enumerate();
        edges.map(|(place, &(to, cost))| (place, u64::from(cost), to)).collect()
    }
}

/// The path leads from vertex 0 to a goal along its actions, and costs what it says.
fn replay(graph: &Graph, path: &Path<usize, usize, u64>) {
    let mut cost = 0;
    assert_eq!(path.states.len(), path.actions.len() + 1);
    assert_eq!(path.states[0], 0);
    for (pair, &action) in path.states.windows(2).zip(&path.actions) {
        let (to, step) = graph.edges[pair[0]][action];
        assert_eq!(to, pair[1]);
        cost += u64::from(step);
    }
    assert_eq!(cost, path.cost);
    assert!(graph.goals.contains(path.states.last().expect("the start at least")));
}

proptest! {
    #[test]
    fn cheapest_paths_are_those_of_bellman_and_ford(
        mut graph in prop_oneof![graphs(9), graphs(200_000), graphs(3_000_000_000)],
        consistent: bool,
    ) {
        if consistent { graph.make_consistent() } else { graph.make_admissible() }
        let truth = Some(graph.costs_to_goal()[0]).filter(|&cost| cost != u64::MAX);
        let estimate = |&vertex: &usize| match graph.estimates[vertex] {
            UNREACHABLE => 1 << 40,
            estimate => u64::from(estimate),
        };
        let is_goal = |vertex: &usize| graph.goals.contains(vertex);
        let found = [
            a_star(0, named(&graph), estimate, is_goal),
            dijkstra(0, named(&graph), is_goal),
            ida_star(0, named(&graph), estimate, is_goal),
        ];
        for path in found {
            prop_assert_eq!(path.as_ref().map(|path| path.cost), truth);
            path.iter().for_each(|path| replay(&graph, path));
        }
        let greedy = greedy(0, named(&graph), estimate, is_goal);
        prop_assert_eq!(greedy.is_some(), truth.is_some());
        greedy.iter().for_each(|path| replay(&graph, path));
    }

    #[test]
    fn costs_that_are_no_numbers_are_added_and_compared(graph in graphs(9)) {
        let timed = |&vertex: &usize| {
            graph.edges[vertex].iter().map(|&(to, cost)| (to, Duration::from_secs(cost.into())))
                .collect::<Vec<_>>()
        };
        let path = dijkstra(0, timed, |vertex| graph.goals.contains(vertex));
        let truth = Some(graph.costs_to_goal()[0]).filter(|&cost| cost != u64::MAX);
        prop_assert_eq!(path.map(|path| path.cost), truth.map(Duration::from_secs));
    }

    #[test]
    fn fewest_steps_and_some_path_end_at_a_goal(mut graph in graphs(9)) {
        graph.edges.iter_mut().flatten().for_each(|edge| edge.1 = 1);
        let truth = Some(graph.costs_to_goal()[0]).filter(|&cost| cost != u64::MAX);
        let next = |&vertex: &usize| graph.edges[vertex].iter().map(|edge| edge.0).collect::<Vec<_>>();
        let is_goal = |vertex: &usize| graph.goals.contains(vertex);
        let shortest = breadth_first(0, next, is_goal);
        prop_assert_eq!(shortest.as_ref().map(|path| path.len() as u64 - 1), truth);
        let deep = depth_first(0, next, is_goal);
        prop_assert_eq!(deep.is_some(), truth.is_some());
        for path in shortest.into_iter().chain(deep) {
            prop_assert!(path.windows(2).all(|pair| next(&pair[0]).contains(&pair[1])));
            prop_assert!(path[0] == 0 && is_goal(path.last().unwrap()));
        }
    }

    #[test]
    fn every_state_that_can_be_reached_has_its_cost(graph in graphs(50)) {
        let costs = dijkstra_all(0, named(&graph));
        for goal in 0..graph.edges.len() {
            let alone = Graph { goals: vec![goal], ..graph.clone() };
            let truth = Some(alone.costs_to_goal()[0]).filter(|&cost| cost != u64::MAX);
            prop_assert_eq!(costs.get(&goal).copied(), truth);
        }
    }
}
