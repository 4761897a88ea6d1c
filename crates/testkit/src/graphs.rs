//! Random weighted graphs, and Bellman–Ford as the slow, obvious reference.

use plywood_contract::{Cost, Heuristic, Layered, PathCost, Problem, UNREACHABLE};

/// A directed graph; a search goes from vertex 0 to any vertex in `goals`.
#[derive(Clone, Debug)]
pub struct Graph {
    /// For each vertex its edges: target and cost, in order.
    pub edges: Vec<Vec<(usize, Cost)>>,
    /// The goals.
    pub goals: Vec<usize>,
    /// An estimate for each vertex; [`Graph::make_consistent`] bounds them.
    pub estimates: Vec<Cost>,
}

impl Graph {
    /// The true cost from every vertex to the nearest goal, by relaxing every edge until all hold.
    /// [`PathCost::MAX`] where there is no way.
    pub fn costs_to_goal(&self) -> Vec<PathCost> {
        let mut costs = vec![PathCost::MAX; self.edges.len()];
        self.goals.iter().for_each(|&goal| costs[goal] = 0);
        for _ in 0..self.edges.len() {
            for (from, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    costs[from] = costs[from].min(costs[to].saturating_add(cost.into()));
                }
            }
        }
        costs
    }

    /// Lowers the estimates until none exceeds the true cost.
    pub fn make_admissible(&mut self) {
        let costs = self.costs_to_goal();
        for (estimate, cost) in self.estimates.iter_mut().zip(costs) {
            // An estimate of an unreachable vertex may be anything.
            *estimate = (*estimate).min(Cost::try_from(cost).unwrap_or(UNREACHABLE));
        }
    }

    /// Lowers the estimates until, besides, none falls faster along an edge than the edge costs.
    pub fn make_consistent(&mut self) {
        self.make_admissible();
        for _ in 0..self.edges.len() {
            for from in 0..self.edges.len() {
                for &(to, cost) in &self.edges[from] {
                    let most = self.estimates[to].saturating_add(cost);
                    self.estimates[from] = self.estimates[from].min(most);
                }
            }
        }
    }
}

impl Problem for Graph {
    type State = usize;
    /// The place of an edge among its vertex's edges.
    type Action = usize;
    type Key = usize;
    type Actions = std::ops::Range<usize>;

    fn start(&self) -> usize {
        0
    }
    fn is_goal(&self, vertex: &usize) -> bool {
        self.goals.contains(vertex)
    }
    fn actions(&self, &vertex: &usize) -> Self::Actions {
        0..self.edges[vertex].len()
    }
    fn apply(&self, &vertex: &usize, edge: usize) -> usize {
        self.edges[vertex][edge].0
    }
    fn key(&self, &vertex: &usize) -> usize {
        vertex
    }
    fn state(&self, &key: &usize) -> usize {
        key
    }
    fn cost(&self, &vertex: &usize, edge: usize) -> Cost {
        self.edges[vertex][edge].1
    }
}

/// Edges may lead back to any vertex, so every layer is kept.
impl Layered for Graph {
    fn locality(&self) -> usize {
        self.edges.len()
    }
}

/// The estimates written beside the vertices.
pub struct Written;

impl Heuristic<Graph> for Written {
    fn h(&self, graph: &Graph, &vertex: &usize) -> Cost {
        graph.estimates[vertex]
    }
}
