//! Checks a heuristic: looks for a state where it overestimates or is inconsistent.
//!
//! Three properties (Pearl, 1984; Russell and Norvig, chapter 3). *Admissible*: never above the true cost.
//! *Zero at goals*: h = 0 wherever a goal is reached. *Consistent*: zero at goals, and no step lowers the
//! estimate by more than it costs. Consistency implies admissibility: along a cheapest path the estimate
//! falls to 0 by steps that cost at least as much.
//!
//! First every state up to a limit is listed breadth-first and the true cost to a goal is worked out
//! backwards; if that lists all states there are, "none found" is a proof. Where the space is larger,
//! random walks continued greedily to a goal look for counter-examples further down: the cost of
//! any path found is at least the true cost, so an estimate above it is wrong beyond doubt.

use plywood_contract::{Cost, Heuristic, Limits, Observer, PathCost, Problem, Quiet, Stats, Stop};

use super::greedy;
use super::nodes::{Linked, Lookup, NO_PARENT, NodeTable};
use super::run::{NEVER, Run, sum};
use crate::random::SplitMix;

/// What a check found.
#[derive(Clone, Debug)]
pub struct Findings<A> {
    /// The shallowest state found whose estimate is above the true cost.
    pub overestimate: Option<Overestimate<A>>,
    /// The shallowest step found along which the estimate falls by more than the step costs.
    pub inconsistency: Option<Inconsistency<A>>,
    /// The shallowest goal found whose estimate is not 0.
    pub nonzero_goal: Option<NonzeroGoal<A>>,
    /// How many states were listed, each once.
    pub states: u64,
    /// How many more were looked at on random walks; some of them several times.
    pub samples: u64,
    /// How often, in all, an estimate was too high.
    pub overestimated: u64,
    /// Whether these are all states there are: then finding nothing is a proof.
    pub is_complete: bool,
    /// Why the check ended early, if it did.
    pub stopped: Option<Stop>,
    /// What it cost.
    pub stats: Stats,
}

impl<A> Findings<A> {
    /// Whether no estimate above the true cost was found.
    pub fn seems_admissible(&self) -> bool {
        self.overestimate.is_none()
    }

    /// Whether no goal with an estimate other than 0 was found.
    pub fn seems_zero_at_goals(&self) -> bool {
        self.nonzero_goal.is_none()
    }

    /// Whether, besides, no step was found along which the estimate falls by more than its cost.
    pub fn seems_consistent(&self) -> bool {
        self.inconsistency.is_none() && self.seems_zero_at_goals()
    }
}

/// A goal whose estimate is not 0.
#[derive(Clone, Debug)]
pub struct NonzeroGoal<A> {
    /// The way to the goal.
    pub path: Vec<A>,
    /// What the heuristic says.
    pub h: Cost,
}

/// A state whose estimate is too high.
#[derive(Clone, Debug)]
pub struct Overestimate<A> {
    /// The way to the state.
    pub path: Vec<A>,
    /// A way from there to a goal.
    pub rest: Vec<A>,
    /// What the heuristic says.
    pub h: Cost,
    /// What `rest` costs: less than `h`.
    pub cost: PathCost,
}

/// A step along which the estimate falls too fast.
#[derive(Clone, Debug)]
pub struct Inconsistency<A> {
    /// The way to the state.
    pub path: Vec<A>,
    /// The step.
    pub action: A,
    /// The estimate before it.
    pub h: Cost,
    /// What the step costs.
    pub step: Cost,
    /// The estimate after it.
    pub h_after: Cost,
}

/// Random walks for where not every state can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dives {
    /// How many.
    pub n: u32,
    /// What they are drawn from.
    pub seed: u64,
}

impl Default for Dives {
    fn default() -> Self {
        Self { n: 1000, seed: 0 }
    }
}

/// Checks `heuristic` on at most `limits.nodes` listed children (and within the other limits), then
/// on random walks.
pub fn check_heuristic<P: Problem>(
    problem: &P,
    heuristic: &impl Heuristic<P>,
    dives: Dives,
    limits: &Limits,
    observer: impl Observer<P>,
) -> Findings<P::Action> {
    let run = Run::new(problem, limits, observer);
    let findings = Findings {
        overestimate: None,
        inconsistency: None,
        nonzero_goal: None,
        states: 0,
        samples: 0,
        overestimated: 0,
        is_complete: false,
        stopped: None,
        stats: Stats::default(),
    };
    let mut check = Check { run, heuristic, findings };
    let stopped = check.exhaust().and_then(|()| check.dive(dives)).err();
    // The node limit only ends the listing; it is not news.
    check.findings.stopped = stopped.filter(|stop| *stop != Stop::Nodes);
    let outcome = check.run.finish(Ok(None));
    Findings { stats: outcome.stats, ..check.findings }
}

struct Check<'a, 'h, P: Problem, H, O> {
    run: Run<'a, P, O>,
    heuristic: &'h H,
    findings: Findings<P::Action>,
}

impl<P: Problem, H: Heuristic<P>, O: Observer<P>> Check<'_, '_, P, H, O> {
    /// Lists states breadth-first, then compares each estimate with the cost found backwards.
    fn exhaust(&mut self) -> Result<(), Stop> {
        let mut nodes = NodeTable::new();
        let (listed, is_complete) = match self.list(&mut nodes) {
            Ok(()) => (nodes.len(), true),
            Err((expanded, Stop::Nodes | Stop::Memory)) => (expanded, false),
            Err((_, stop)) => return Err(stop),
        };
        self.findings.states = u64::from(nodes.len());
        let mut costs = Vec::new();
        self.run.grow(nodes.len() as usize * size_of::<PathCost>())?;
        for id in 0..nodes.len() {
            let state = self.run.problem.state(&nodes[id].key);
            costs.push(if self.run.problem.is_goal(&state) { 0 } else { NEVER });
        }
        while self.relax(&nodes, &mut costs, listed)? {}
        for id in 0..nodes.len() {
            let state = self.run.problem.state(&nodes[id].key);
            let (h, cost) = (self.heuristic.h(self.run.problem, &state), costs[id as usize]);
            if cost == 0 && self.run.problem.is_goal(&state) {
                self.check_goal(h, || nodes.path_to(id));
            }
            // An unknown cost proves nothing; where all states are known it means "no goal".
            if cost != NEVER && is_above(h, cost) {
                self.findings.overestimated += 1;
                if self.findings.overestimate.is_none() {
                    let rest = self.way_down(&nodes, &costs, id);
                    let path = nodes.path_to(id);
                    self.findings.overestimate = Some(Overestimate { path, rest, h, cost });
                }
            }
        }
        self.findings.is_complete = is_complete;
        Ok(())
    }

    /// Lists states in breadth-first order, checking every step on the way. A goal has no children.
    /// On a limit, says how many nodes were expanded in full.
    fn list(&mut self, nodes: &mut NodeTable<Linked<P>>) -> Result<(), (u32, Stop)> {
        let problem = self.run.problem;
        let key = problem.key(&problem.start());
        nodes.reserve(&mut self.run).map_err(|stop| (0, stop))?;
        if let Lookup::Vacant(slot) = nodes.look(&key) {
            nodes.insert(slot, Linked { key, parent: NO_PARENT, action: None });
        }
        let mut id = 0;
        while id < nodes.len() {
            let state = problem.state(&nodes[id].key);
            let h = self.heuristic.h(problem, &state);
            let is_goal = problem.is_goal(&state);
            for action in problem.actions(&state).take_while(|_| !is_goal) {
                self.run.generate().map_err(|stop| (id, stop))?;
                let child = problem.apply(&state, action);
                let h_after = self.heuristic.h(problem, &child);
                let step = problem.cost(&state, action);
                let is_too_fast = is_above(h, sum(step.into(), h_after));
                if is_too_fast && self.findings.inconsistency.is_none() {
                    let path = nodes.path_to(id);
                    self.findings.inconsistency =
                        Some(Inconsistency { path, action, h, step, h_after });
                }
                nodes.reserve(&mut self.run).map_err(|stop| (id, stop))?;
                let key = problem.key(&child);
                if let Lookup::Vacant(slot) = nodes.look(&key) {
                    nodes.insert(slot, Linked { key, parent: id, action: Some(action) });
                }
            }
            id += 1;
        }
        Ok(())
    }

    /// One backward pass over the nodes that were expanded; says whether a cost fell. Where every
    /// path to a state has the same length, the first pass settles everything.
    fn relax(
        &mut self,
        nodes: &NodeTable<Linked<P>>,
        costs: &mut [PathCost],
        listed: u32,
    ) -> Result<bool, Stop> {
        let problem = self.run.problem;
        let mut fell = false;
        for id in (0..listed).rev() {
            if id % 1024 == 0 {
                match self.run.poll() {
                    Err(Stop::Nodes) | Ok(()) => {}
                    Err(stop) => return Err(stop),
                }
            }
            if costs[id as usize] == 0 {
                continue;
            }
            let state = problem.state(&nodes[id].key);
            for action in problem.actions(&state) {
                let key = problem.key(&problem.apply(&state, action));
                let Lookup::Found(child) = nodes.look(&key) else {
                    continue;
                };
                let cost = costs[child as usize]
                    .saturating_add(PathCost::from(problem.cost(&state, action)));
                if cost < costs[id as usize] {
                    costs[id as usize] = cost;
                    fell = true;
                }
            }
        }
        Ok(fell)
    }

    /// A cheapest way from node `id` to a goal, by the costs found.
    fn way_down(
        &self,
        nodes: &NodeTable<Linked<P>>,
        costs: &[PathCost],
        mut id: u32,
    ) -> Vec<P::Action> {
        let problem = self.run.problem;
        let mut actions = Vec::new();
        while costs[id as usize] != 0 {
            let state = problem.state(&nodes[id].key);
            let step = problem.actions(&state).find_map(|action| {
                let key = problem.key(&problem.apply(&state, action));
                let Lookup::Found(child) = nodes.look(&key) else {
                    return None;
                };
                let cost = costs[child as usize]
                    .saturating_add(PathCost::from(problem.cost(&state, action)));
                (cost == costs[id as usize]).then_some((action, child))
            });
            let Some((action, child)) = step else { break };
            actions.push(action);
            id = child;
        }
        actions
    }

    /// Random walks, each continued greedily to a goal if one is found soon.
    fn dive(&mut self, dives: Dives) -> Result<(), Stop> {
        if self.findings.is_complete {
            return Ok(());
        }
        let problem = self.run.problem;
        let mut random = SplitMix::new(dives.seed);
        let mut longest = 8;
        for _ in 0..dives.n {
            match self.run.poll() {
                Err(Stop::Nodes) | Ok(()) => {}
                Err(stop) => return Err(stop),
            }
            let mut state = problem.start();
            let mut path = Vec::new();
            for _ in 0..random.below(longest) {
                let n_actions = problem.actions(&state).count();
                if n_actions == 0 || problem.is_goal(&state) {
                    break;
                }
                let pick = random.below(n_actions as u64) as usize;
                let action = problem.actions(&state).nth(pick).expect("picked among them");
                self.check_step(&path, &state, action);
                state = problem.apply(&state, action);
                path.push(action);
            }
            let from_here = StartingAt { problem, start: state.clone() };
            let heuristic = Through(self.heuristic);
            let limits = Limits::nodes(10_000);
            let outcome = greedy(&from_here, &heuristic, &limits, Quiet);
            if let Some(found) = outcome.solution() {
                longest = longest.max((path.len() + found.actions.len()) as u64);
                self.check_path(path, state, &found.actions, found.cost);
            }
        }
        Ok(())
    }

    fn check_step(&mut self, path: &[P::Action], state: &P::State, action: P::Action) {
        let problem = self.run.problem;
        let h = self.heuristic.h(problem, state);
        let h_after = self.heuristic.h(problem, &problem.apply(state, action));
        let step = problem.cost(state, action);
        if is_above(h, sum(step.into(), h_after)) && self.findings.inconsistency.is_none() {
            let path = path.to_vec();
            self.findings.inconsistency = Some(Inconsistency { path, action, h, step, h_after });
        }
    }

    /// Notes a goal whose estimate is not 0, if it is the shallowest so far.
    fn check_goal(&mut self, h: Cost, path: impl FnOnce() -> Vec<P::Action>) {
        if h == 0 {
            return;
        }
        let path = path();
        let known = self.findings.nonzero_goal.as_ref();
        if known.is_none_or(|known| path.len() < known.path.len()) {
            self.findings.nonzero_goal = Some(NonzeroGoal { path, h });
        }
    }

    /// Compares the estimates along a path to a goal with what is left of it.
    fn check_path(
        &mut self,
        mut path: Vec<P::Action>,
        mut state: P::State,
        mut rest: &[P::Action],
        mut cost: PathCost,
    ) {
        let problem = self.run.problem;
        loop {
            self.findings.samples += 1;
            let h = self.heuristic.h(problem, &state);
            if is_above(h, cost) {
                self.findings.overestimated += 1;
                let known = self.findings.overestimate.as_ref();
                if known.is_none_or(|known| path.len() < known.path.len()) {
                    let (path, rest) = (path.clone(), rest.to_vec());
                    self.findings.overestimate = Some(Overestimate { path, rest, h, cost });
                }
            }
            let Some((&action, after)) = rest.split_first() else {
                self.check_goal(h, || path);
                break;
            };
            self.check_step(&path, &state, action);
            cost -= PathCost::from(problem.cost(&state, action));
            state = problem.apply(&state, action);
            path.push(action);
            rest = after;
        }
    }
}

/// Whether an estimate is more than this; one that sees no goal is above everything that has an end.
fn is_above(h: Cost, cost: PathCost) -> bool {
    sum(0, h) > cost
}

/// The same problem, begun elsewhere.
struct StartingAt<'a, P: Problem> {
    problem: &'a P,
    start: P::State,
}

impl<P: Problem> Problem for StartingAt<'_, P> {
    type State = P::State;
    type Action = P::Action;
    type Key = P::Key;
    type Actions = P::Actions;
    fn start(&self) -> P::State {
        self.start.clone()
    }
    fn is_goal(&self, state: &P::State) -> bool {
        self.problem.is_goal(state)
    }
    fn actions(&self, state: &P::State) -> P::Actions {
        self.problem.actions(state)
    }
    fn apply(&self, state: &P::State, action: P::Action) -> P::State {
        self.problem.apply(state, action)
    }
    fn key(&self, state: &P::State) -> P::Key {
        self.problem.key(state)
    }
    fn state(&self, key: &P::Key) -> P::State {
        self.problem.state(key)
    }
    fn cost(&self, state: &P::State, action: P::Action) -> Cost {
        self.problem.cost(state, action)
    }
}

/// A heuristic for a problem, used on the same problem begun elsewhere.
struct Through<'h, H>(&'h H);

impl<P: Problem, H: Heuristic<P>> Heuristic<StartingAt<'_, P>> for Through<'_, H> {
    fn h(&self, problem: &StartingAt<'_, P>, state: &P::State) -> Cost {
        self.0.h(problem.problem, state)
    }
}
