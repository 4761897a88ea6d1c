//! The heuristic checker on a problem: counter-examples as pictures and steps.

use plywood_contract::{Limits, Stop};
use plywood_search::path::{Dives, check_heuristic};
use serde::Serialize;

use super::picture::picture;
use super::quest::{Estimate, Posable};
use super::search::Pulse;
use crate::script::Script;

/// The settings of a check.
#[derive(Clone, Copy, Debug)]
pub struct Checking<'a> {
    /// The heuristic's name.
    pub heuristic: &'a str,
    /// The heuristic itself, where it is a script.
    pub script: Option<&'a Script>,
    /// Random walks to make where not every state can be listed.
    pub dives: u32,
    /// Seed of the random walks.
    pub seed: u64,
}

/// The result of a check, as plain data.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The problem's name in the catalogue.
    pub problem: &'static str,
    /// The name of the board, tiles or map.
    pub board: String,
    /// The objective in cells, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<u32>,
    /// The heuristic's name.
    pub heuristic: String,
    /// Whether an estimate above the true cost was found.
    pub overestimates: bool,
    /// Whether a goal was found whose estimate is not 0.
    pub nonzero_at_goal: bool,
    /// Whether the heuristic is not consistent: a step was found along which the estimate falls by more
    /// than the step costs, or a goal whose estimate is not 0.
    pub inconsistent: bool,
    /// Whether every reachable state was examined, so that finding nothing is a proof.
    pub complete: bool,
    /// States listed, each once.
    pub states: u64,
    /// States visited on random walks besides; some of them several times.
    pub samples: u64,
    /// The number of overestimates found.
    pub overestimated: u64,
    /// `time`, `memory` or `cancelled` if the check ended early.
    pub stopped: Option<&'static str>,
    /// Wall time in seconds.
    pub time_s: f64,
    /// The shallowest overestimate found.
    pub counter_example: Option<CounterExample>,
    /// The shallowest step found along which the estimate falls by more than its cost.
    pub falling: Option<Falling>,
    /// The shallowest goal found whose estimate is not 0.
    pub goal_example: Option<GoalExample>,
}

/// A state whose estimate is too high.
#[derive(Clone, Debug, Serialize)]
pub struct CounterExample {
    /// The steps that lead to the state.
    pub moves: Vec<String>,
    /// The state, as a picture.
    pub board: String,
    /// The estimate.
    pub h: u32,
    /// An upper bound on the true cost.
    pub cost: u64,
    /// A solution of that cost.
    pub solution: Vec<String>,
}

/// A goal whose estimate is not 0.
#[derive(Clone, Debug, Serialize)]
pub struct GoalExample {
    /// The steps that lead to the goal.
    pub moves: Vec<String>,
    /// The goal, as a picture.
    pub board: String,
    /// The estimate.
    pub h: u32,
}

/// A step along which the estimate falls by more than the step costs.
#[derive(Clone, Debug, Serialize)]
pub struct Falling {
    /// The steps that lead to the state.
    pub moves: Vec<String>,
    /// The state, as a picture.
    pub board: String,
    /// The step.
    pub step: String,
    /// What it costs.
    pub cost: u32,
    /// The estimate before it.
    pub h: u32,
    /// The estimate after it.
    pub h_after: u32,
}

/// Checks a heuristic on a problem.
pub(super) fn check<P: Posable>(
    problem: &P,
    name: &str,
    estimate: &Estimate<'_, P>,
    checking: &Checking<'_>,
    (limits, pulse): (&Limits, Pulse<'_>),
) -> CheckReport {
    let dives = Dives { n: checking.dives, seed: checking.seed };
    let found = check_heuristic(problem, estimate, dives, limits, pulse);
    let walk = |path: &[P::Action]| {
        let mut state = problem.start();
        let mut texts = Vec::with_capacity(path.len());
        for &action in path {
            texts.push(problem.action_text(&state, action));
            state = problem.apply(&state, action);
        }
        (texts, state)
    };
    let shown = |state: &P::State| -> String {
        picture(&problem.frame(), &problem.scene(state))
            .iter()
            .map(|row| format!("{row}\n"))
            .collect()
    };
    CheckReport {
        problem: P::offer().name,
        board: name.to_owned(),
        objective: problem.objective(),
        heuristic: checking.heuristic.to_owned(),
        overestimates: found.overestimate.is_some(),
        nonzero_at_goal: !found.seems_zero_at_goals(),
        inconsistent: !found.seems_consistent(),
        complete: found.is_complete,
        states: found.states,
        samples: found.samples,
        overestimated: found.overestimated,
        stopped: found.stopped.map(Stop::name),
        time_s: found.stats.time.as_secs_f64(),
        counter_example: found.overestimate.map(|found| {
            let (moves, state) = walk(&found.path);
            let whole = [&found.path[..], &found.rest[..]].concat();
            let solution = walk(&whole).0.split_off(found.path.len());
            CounterExample { moves, board: shown(&state), h: found.h, cost: found.cost, solution }
        }),
        falling: found.inconsistency.map(|found| {
            let (moves, state) = walk(&found.path);
            let step = problem.action_text(&state, found.action);
            let (cost, board) = (problem.cost(&state, found.action), shown(&state));
            Falling { moves, board, step, cost, h: found.h, h_after: found.h_after }
        }),
        goal_example: found.nonzero_goal.map(|found| {
            let (moves, state) = walk(&found.path);
            GoalExample { moves, board: shown(&state), h: found.h }
        }),
    }
}
