//! Costs beyond 32 bits, and states that come again.

use plywood_contract::{
    Cost, Ending, Heuristic, Limits, NoHeuristic, Outcome, PathCost, Problem, Quiet, Shown,
};
use plywood_games::tiles::Tiles;
use plywood_judges::tiles::Manhattan;
use plywood_search::path::*;
use plywood_testkit::graphs::{Graph, Written};

/// Every search that adds costs up and promises the cheapest path.
fn optimal<P: Problem>(
    problem: &P,
    h: &impl Heuristic<P>,
) -> Vec<(&'static str, Outcome<P::Action>)> {
    let limits = &Limits::nodes(3_000_000);
    let weight = Weight::new(1.0).expect("one is a weight");
    vec![
        ("uniform cost", uniform_cost(problem, limits, Quiet)),
        ("A*", a_star(problem, h, limits, Quiet)),
        ("weighted A*", weighted_a_star(problem, h, weight, limits, Quiet)),
        ("IDA*", ida_star(problem, h, limits, Quiet)),
        ("IDA* with a table", ida_star_with_table(problem, h, 1 << 20, limits, Quiet)),
        ("RBFS", recursive_best_first(problem, h, limits, Quiet)),
        ("RBFS with a table", recursive_best_first_with_table(problem, h, 1 << 20, limits, Quiet)),
        ("SMA*", sma_star(problem, h, 100_000, limits, Quiet)),
    ]
}

#[test]
fn three_steps_of_1_5_billion_do_not_beat_one_of_4_billion() {
    // 0 → 1 → 2 → 3 by steps of 1.5e9; 0 → 3 by one of 4.0e9.
    let step = 1_500_000_000;
    let edges = vec![vec![(1, step), (3, 4_000_000_000)], vec![(2, step)], vec![(3, step)], vec![]];
    let graph = Graph { edges, goals: vec![3], estimates: vec![0, 0, 0, 0] };
    for (name, outcome) in optimal(&graph, &Written) {
        let found = outcome.solution().unwrap_or_else(|| panic!("{name}: {outcome:?}"));
        assert_eq!((found.cost, found.actions.as_slice()), (4_000_000_000, &[1][..]), "{name}");
    }
    // The other way round: five billion in one step less is still more than 4.5 billion.
    let edges = vec![
        vec![(2, 4_294_967_294), (1, step)],
        vec![(3, step)],
        vec![(4, 800_000_000)],
        vec![(4, step)],
        vec![],
    ];
    let graph = Graph { edges, goals: vec![4], estimates: vec![1, 2, 0, 4, 0] };
    for (name, outcome) in optimal(&graph, &Written) {
        assert_eq!(outcome.solution().map(|found| found.cost), Some(4_500_000_000), "{name}");
    }
    let limits = Limits::default();
    for outcome in
        [greedy(&graph, &Written, &limits, Quiet), beam(&graph, &Written, 5, &limits, Quiet)]
    {
        let found = outcome.solution().expect("there is a way");
        assert!([4_500_000_000, 5_094_967_294].contains(&found.cost), "{found:?}");
    }
}

#[test]
fn estimates_and_costs_together_may_pass_32_bits() {
    // f of the dear way is 4e9 + 1e9; in 32 bits that is less than the cheap way's 4.2e9.
    let edges = vec![
        vec![(1, 4_000_000_000), (2, 2_100_000_000)],
        vec![(3, 1_000_000_000)],
        vec![(3, 2_100_000_000)],
        vec![],
    ];
    let graph = Graph {
        edges,
        goals: vec![3],
        estimates: vec![4_200_000_000, 1_000_000_000, 2_100_000_000, 0],
    };
    for (name, outcome) in optimal(&graph, &Written) {
        assert_eq!(outcome.solution().map(|found| found.cost), Some(4_200_000_000), "{name}");
    }
}

/// Some thousand steps in a row.
struct Line(u32, Cost);

impl Problem for Line {
    type State = u32;
    type Action = ();
    type Key = u32;
    type Actions = std::option::IntoIter<()>;
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, place: &u32) -> bool {
        *place == self.0
    }
    fn actions(&self, place: &u32) -> Self::Actions {
        (*place < self.0).then_some(()).into_iter()
    }
    fn apply(&self, place: &u32, (): ()) -> u32 {
        place + 1
    }
    fn key(&self, place: &u32) -> u32 {
        *place
    }
    fn state(&self, key: &u32) -> u32 {
        *key
    }
    fn cost(&self, _: &u32, (): ()) -> Cost {
        self.1
    }
}

#[test]
fn long_ways_cost_what_their_steps_do() {
    let line = Line(900, 999_999_999);
    for (name, outcome) in optimal(&line, &NoHeuristic) {
        assert_eq!(outcome.solution().map(|found| found.cost), Some(899_999_999_100), "{name}");
    }
    let limits = Limits::default();
    for outcome in [
        breadth_first(&line, &limits, Quiet),
        depth_first(&line, &limits, Quiet),
        iterative_deepening(&Line(90, 999_999_999), &limits, Quiet),
        greedy(&line, &NoHeuristic, &limits, Quiet),
        beam(&line, &NoHeuristic, 3, &limits, Quiet),
    ] {
        let found = outcome.solution().expect("there is a way");
        assert_eq!(found.cost, 999_999_999 * found.actions.len() as PathCost);
    }
}

/// States in a ring, joined in both directions; none is a goal.
fn ring() -> Graph {
    let edges = (0..6).map(|i| vec![((i + 1) % 6, 1), ((i + 5) % 6, 1)]).collect();
    Graph { edges, goals: Vec::new(), estimates: vec![0; 6] }
}

#[test]
fn a_ring_without_a_goal_is_exhausted() {
    for (name, outcome) in optimal(&ring(), &Written) {
        assert_eq!(outcome.ending, Ending::Exhausted, "{name}");
        assert!(outcome.stats.generated < 200, "{name}: {:?}", outcome.stats);
    }
}

#[test]
fn a_ring_of_steps_that_cost_nothing_is_exhausted() {
    let mut ring = ring();
    ring.edges.iter_mut().flatten().for_each(|(_, cost)| *cost = 0);
    for (name, outcome) in optimal(&ring, &Written) {
        assert_eq!(outcome.ending, Ending::Exhausted, "{name}");
    }
}

/// A square of cells that cost 1 to 9 to enter, four neighbours each, from corner to corner.
fn weighted_grid(side: usize) -> Graph {
    let mut seed = 12_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as u32
    };
    let costs: Vec<Cost> = (0..side * side).map(|_| 1 + random() % 9).collect();
    let neighbours = |cell: usize| {
        let (row, column) = (cell / side, cell % side);
        let mut next = Vec::new();
        if row > 0 {
            next.push(cell - side);
        }
        if column > 0 {
            next.push(cell - 1);
        }
        if column + 1 < side {
            next.push(cell + 1);
        }
        if row + 1 < side {
            next.push(cell + side);
        }
        next.into_iter().map(|to| (to, costs[to])).collect()
    };
    let far = |cell: usize| (2 * (side - 1) - cell / side - cell % side) as Cost;
    Graph {
        edges: (0..side * side).map(neighbours).collect(),
        goals: vec![side * side - 1],
        estimates: (0..side * side).map(far).collect(),
    }
}

#[test]
fn a_table_makes_a_weighted_grid_cheap() {
    let grid = weighted_grid(11);
    let limits = Limits::nodes(200_000);
    let truth = uniform_cost(&grid, &limits, Quiet).solution().expect("there is a way").cost;
    for (name, outcome) in [
        ("IDA*", ida_star_with_table(&grid, &Written, 1 << 20, &limits, Quiet)),
        ("RBFS", recursive_best_first_with_table(&grid, &Written, 1 << 20, &limits, Quiet)),
    ] {
        assert_eq!(outcome.solution().map(|found| found.cost), Some(truth), "{name}");
    }
}

#[test]
fn a_table_lets_an_unsolvable_8_puzzle_end() {
    let puzzle: Tiles<3> = Shown::read("0 2 1 3 4 5 6 7 8").expect("eight tiles and a gap");
    let limits = Limits::nodes(100_000_000);
    let h = &Manhattan;
    for outcome in [
        ida_star_with_table(&puzzle, h, 64_000_000, &limits, Quiet),
        recursive_best_first_with_table(&puzzle, h, 64_000_000, &limits, Quiet),
    ] {
        assert_eq!(outcome.ending, Ending::Exhausted);
    }
}

#[test]
fn a_table_counts_as_memory() {
    let limits = Limits::bytes(1 << 20);
    for outcome in [
        ida_star_with_table(&ring(), &Written, 2 << 20, &limits, Quiet),
        recursive_best_first_with_table(&ring(), &Written, 2 << 20, &limits, Quiet),
    ] {
        assert_eq!(outcome.ending, Ending::Stopped(plywood_contract::Stop::Memory));
    }
    let outcome = ida_star_with_table(&ring(), &Written, 1 << 19, &limits, Quiet);
    assert_eq!(outcome.ending, Ending::Exhausted);
    assert!((1 << 19..1 << 20).contains(&outcome.stats.peak_bytes), "{:?}", outcome.stats);
}
