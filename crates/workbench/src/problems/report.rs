//! A solve as plain data.

use plywood_contract::{Limits, Message, Outcome, message};
use plywood_search::path;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::method::Method;
use super::quest::Posable;
use super::search::outcome_name;

/// A word from a fixed list.
pub type Word = &'static str;

/// A solve as plain data; the field names are the JSON keys.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SolveReport {
    /// The problem's name in the catalogue.
    #[serde(default = "first_problem")]
    pub problem: String,
    /// The name of the board, tiles or map.
    pub board: String,
    /// The objective in cells, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<u32>,
    /// The algorithm with its options.
    pub algorithm: String,
    /// The heuristic, if the algorithm uses one.
    pub heuristic: Option<String>,
    /// The depth limit, if one was given.
    pub max_depth: Option<u32>,
    /// `solved`, `exhausted`, `time`, `memory`, `nodes` or `cancelled`.
    #[serde(deserialize_with = "read_outcome")]
    pub outcome: Word,
    /// Children generated, before duplicates are discarded.
    pub generated: u64,
    /// Nodes whose children were generated.
    pub expanded: u64,
    /// Children discarded.
    pub refused: u64,
    /// Nodes removed to save memory.
    pub dropped: u64,
    /// Passes over the tree, for searches that make several.
    pub iterations: u64,
    /// Steps of the solution; without one, the depth of the deepest node generated.
    pub depth: u32,
    /// The cost of the solution.
    #[serde(default)]
    pub cost: Option<u64>,
    /// Own cells at the end of the solution, where the objective counts cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<u32>,
    /// Path length over nodes generated.
    pub penetrance: Option<f64>,
    /// B in B + B² + … + B^L = generated.
    pub branching_factor: Option<f64>,
    /// Wall time in seconds; of several runs the median.
    pub time_s: f64,
    /// How many runs were timed, if several were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<u32>,
    /// The fastest of them in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_least_s: Option<f64>,
    /// The slowest of them in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_most_s: Option<f64>,
    /// Peak memory of the search, in bytes.
    pub peak_bytes: u64,
    /// The most nodes stored at any time.
    pub peak_stored: u64,
    /// The most nodes in the open list at any time.
    pub peak_open: u64,
    /// Whether a depth limit, a beam or a node budget cut something, so that `exhausted` is no proof.
    pub pruned: bool,
    /// Whether the depth limit alone cut something.
    #[serde(default)]
    pub depth_cut: bool,
    /// The steps, as the problem names them: `b@a1`, `right`.
    pub path: Option<Vec<String>>,
}

impl SolveReport {
    /// Whether a path was found.
    pub fn is_solved(&self) -> bool {
        self.path.is_some()
    }

    /// How it ended, in a few words.
    pub fn ended(&self) -> Message {
        match (self.outcome, self.max_depth.filter(|_| self.depth_cut)) {
            ("solved", _) => message!("search-ended-solved", "solved"),
            ("exhausted", Some(depth)) => {
                message!("search-ended-depth", "no solution up to depth {depth}", depth)
            }
            ("exhausted", None) if self.pruned => {
                message!("search-ended-pruned", "no solution among the nodes kept")
            }
            ("exhausted", None) => message!("search-ended-exhausted", "there is no solution"),
            ("time", _) => message!("search-ended-time", "time limit"),
            ("memory", _) => message!("search-ended-memory", "memory limit"),
            ("nodes", _) => message!("search-ended-nodes", "node limit"),
            _ => message!("search-ended-cancelled", "interrupted"),
        }
    }

    /// The algorithm and its heuristic in one word: `a-star/h1`.
    pub fn method_name(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{}/{heuristic}", self.algorithm),
            None => self.algorithm.clone(),
        }
    }
}

/// The report of a finished search.
pub(super) fn report<P: Posable>(
    problem: &P,
    board: &str,
    method: &Method,
    limits: &Limits,
    outcome: &Outcome<P::Action>,
) -> SolveReport {
    let stats = &outcome.stats;
    let solution = outcome.solution();
    let length = solution.map(|solution| solution.actions.len());
    let mut end = problem.start();
    let path = solution.map(|solution| {
        let walk = solution.actions.iter().map(|&action| {
            let text = problem.action_text(&end, action);
            end = problem.apply(&end, action);
            text
        });
        walk.collect::<Vec<String>>()
    });
    SolveReport {
        problem: P::offer().name.to_owned(),
        board: board.to_owned(),
        objective: problem.objective(),
        algorithm: method.to_string(),
        heuristic: method.heuristic_name().map(str::to_owned),
        max_depth: limits.depth,
        outcome: outcome_name(&outcome.ending),
        generated: stats.generated,
        expanded: stats.expanded,
        refused: stats.refused,
        dropped: stats.dropped,
        iterations: stats.iterations,
        depth: length.map_or(stats.depth, |length| length as u32),
        cost: solution.map(|solution| solution.cost),
        cells: path.as_ref().and_then(|_| problem.cells(&end)),
        penetrance: length.map(|length| path::penetrance(length, stats.generated)),
        branching_factor: length.map(|length| path::branching_factor(length, stats.generated)),
        time_s: stats.time.as_secs_f64(),
        runs: None,
        time_least_s: None,
        time_most_s: None,
        peak_bytes: stats.peak_bytes,
        peak_stored: stats.peak_stored,
        peak_open: stats.peak_open,
        depth_cut: stats.depth_cut && !stats.pruned,
        pruned: stats.depth_cut || stats.pruned,
        path,
    }
}

/// Results without the field were made when the puzzle was the only problem.
fn first_problem() -> String {
    super::PROBLEMS[0].name.to_owned()
}

/// The outcomes of a solve, by name.
const OUTCOMES: [Word; 6] = ["solved", "exhausted", "time", "memory", "nodes", "cancelled"];

fn read_outcome<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Word, D::Error> {
    let name = String::deserialize(deserializer)?;
    let known = OUTCOMES.into_iter().find(|known| *known == name);
    known.ok_or_else(|| D::Error::custom(format!("`{name}` is not how a solve ends")))
}
