//! The heuristic checker on a board: counter-examples as boards and move texts.

use plywood_contract::{Limits, Problem, Stats, Stop};
use plywood_games::blokus::puzzle::{BoardError, Placement, Puzzle, words_for};
use plywood_judges::puzzle::PuzzleHeuristic;
use plywood_search::path::check_heuristic;
use serde::Serialize;

use super::boards::NamedBoard;
use super::solve::Pulse;

/// What a check found, as plain data.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The board's name.
    pub board: String,
    /// Cells asked for.
    pub objective: u32,
    /// The heuristic's name.
    pub heuristic: &'static str,
    /// Whether an estimate above the true cost was found.
    pub overestimates: bool,
    /// Whether a goal was found whose estimate is not 0.
    pub nonzero_at_goal: bool,
    /// Whether the heuristic is not consistent: a step was found along which the estimate falls by more
    /// than the step costs, or a goal whose estimate is not 0.
    pub inconsistent: bool,
    /// Whether every state there is was examined, so that finding nothing is a proof.
    pub complete: bool,
    /// States listed, each once.
    pub states: u64,
    /// States looked at on random walks besides; some of them several times.
    pub samples: u64,
    /// How often, in all, an estimate was too high.
    pub overestimated: u64,
    /// `time`, `memory` or `cancelled` if the check ended early.
    pub stopped: Option<&'static str>,
    /// Wall time in seconds.
    pub time_s: f64,
    /// The shallowest overestimate found.
    pub counter_example: Option<CounterExample>,
    /// The shallowest step found along which the estimate falls too fast.
    pub falling: Option<Falling>,
    /// The shallowest goal found whose estimate is not 0.
    pub goal_example: Option<GoalExample>,
}

/// A state whose estimate is too high.
#[derive(Clone, Debug, Serialize)]
pub struct CounterExample {
    /// The placements that lead to the state.
    pub moves: Vec<String>,
    /// The state, as board text.
    pub board: String,
    /// The estimate.
    pub h: u32,
    /// What it takes at most.
    pub cost: u64,
    /// How to finish at that cost.
    pub solution: Vec<String>,
}

/// A goal whose estimate is not 0.
#[derive(Clone, Debug, Serialize)]
pub struct GoalExample {
    /// The placements that lead to the goal.
    pub moves: Vec<String>,
    /// The goal, as board text.
    pub board: String,
    /// The estimate.
    pub h: u32,
}

/// A step along which the estimate falls too fast.
#[derive(Clone, Debug, Serialize)]
pub struct Falling {
    /// The placements that lead to the state.
    pub moves: Vec<String>,
    /// The state, as board text.
    pub board: String,
    /// The step.
    pub step: String,
    /// The estimate before it.
    pub h: u32,
    /// The estimate after it.
    pub h_after: u32,
}

/// Checks a heuristic on a board.
pub fn check(
    board: &NamedBoard,
    heuristic: PuzzleHeuristic,
    dives: u32,
    seed: u64,
    limits: &Limits,
    mut progress: impl FnMut(&Stats),
) -> Result<CheckReport, BoardError> {
    check_by(board, heuristic, (dives, seed), limits, &mut progress)
}

/// The same behind a pointer: compiled here, once.
fn check_by(
    board: &NamedBoard,
    heuristic: PuzzleHeuristic,
    (dives, seed): (u32, u64),
    limits: &Limits,
    progress: &mut dyn FnMut(&Stats),
) -> Result<CheckReport, BoardError> {
    match words_for(&board.board) {
        0..=2 => check_on::<2>(board, heuristic, dives, seed, limits, progress),
        3..=4 => check_on::<4>(board, heuristic, dives, seed, limits, progress),
        _ => check_on::<7>(board, heuristic, dives, seed, limits, progress),
    }
}

fn check_on<const W: usize>(
    board: &NamedBoard,
    heuristic: PuzzleHeuristic,
    dives: u32,
    seed: u64,
    limits: &Limits,
    progress: &mut dyn FnMut(&Stats),
) -> Result<CheckReport, BoardError> {
    let puzzle = Puzzle::<W>::new(&board.board)?;
    let found = check_heuristic(&puzzle, &heuristic, dives, seed, limits, Pulse(progress));
    let texts = |path: &[Placement]| path.iter().map(|&step| puzzle.text(step)).collect();
    let board_after = |path: &[Placement]| -> String {
        let own = path.iter().fold(puzzle.start(), |own, &step| puzzle.apply(&own, step));
        puzzle.board(&own).rows_text()
    };
    Ok(CheckReport {
        board: board.name.clone(),
        objective: puzzle.objective(),
        heuristic: heuristic.name(),
        overestimates: found.overestimate.is_some(),
        nonzero_at_goal: !found.seems_zero_at_goals(),
        inconsistent: !found.seems_consistent(),
        complete: found.is_complete,
        states: found.states,
        samples: found.samples,
        overestimated: found.overestimated,
        stopped: found.stopped.map(Stop::name),
        time_s: found.stats.time.as_secs_f64(),
        counter_example: found.overestimate.map(|found| CounterExample {
            moves: texts(&found.path),
            board: board_after(&found.path),
            h: found.h,
            cost: found.cost,
            solution: texts(&found.rest),
        }),
        falling: found.inconsistency.map(|found| Falling {
            moves: texts(&found.path),
            board: board_after(&found.path),
            step: puzzle.text(found.action),
            h: found.h,
            h_after: found.h_after,
        }),
        goal_example: found.nonzero_goal.map(|found| GoalExample {
            moves: texts(&found.path),
            board: board_after(&found.path),
            h: found.h,
        }),
    })
}
