//! A job's result: one line of JSON under the job's key.

use plywood_arena::store::GameRecord;
use plywood_workbench::engines::{Score, Solution, Unit};
use plywood_workbench::games::Seat;
use plywood_workbench::problems::SolveReport;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::JobError;

/// A job's result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobResult {
    /// The job's key.
    pub key: String,
    /// Whether it depends on the clock.
    #[serde(default)]
    pub timed: bool,
    /// The result itself.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Results by kind of job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", content = "result", rename_all = "kebab-case")]
pub enum Outcome {
    /// Games of a tournament.
    Tournament(PlayedGames),
    /// Games of a tuning run.
    Tune(PlayedGames),
    /// What a position is worth.
    Solve(Proven),
    /// How a puzzle was solved.
    Compare(Box<SolveReport>),
    /// Values of boards.
    OpeningTable(Digits),
}

/// Games that were played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedGames {
    /// Which game.
    pub game: String,
    /// Each game as a store keeps it.
    pub games: Vec<GameRecord>,
}

/// What a position is worth.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Proven {
    /// Which game.
    pub game: String,
    /// The position.
    pub position: String,
    /// What it is worth to the player of `score_for`, in `score_unit`, if that was proven.
    pub value: Option<i32>,
    /// Whose values these are, 1 or 2: the side to move's. Unknown in results made before this field existed.
    #[serde(default)]
    pub score_for: Option<u32>,
    /// What values count.
    #[serde(default)]
    pub score_unit: Unit,
    /// Whether everything asked for was proven.
    pub proven: bool,
    /// What each move is worth; empty unless asked for.
    pub moves: Vec<ProvenMove>,
    /// Positions looked at.
    pub nodes: u64,
    /// Wall time in seconds.
    pub time_s: f64,
    /// The limit that ended the proof, if one did.
    pub stopped: Option<String>,
}

/// What a move is worth.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProvenMove {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// Its value, if that was proven.
    pub value: Option<i32>,
}

/// Values of boards: 0 for a loss, 1 for a draw, 2 for a win.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Digits {
    /// The place of the first among all boards of the set.
    pub first: u64,
    /// Pieces on each board.
    pub placed: u32,
    /// In quarto, to the player who hands over.
    pub quarto: String,
    /// In quatro, to the player to move.
    pub quatro: String,
    /// Wall time in seconds.
    pub time_s: f64,
}

impl Proven {
    /// A proven value with its side and unit; none if the side is not known.
    pub fn worth(&self, value: i32) -> Option<Score> {
        let side = Seat::BOTH.into_iter().find(|seat| Some(seat.number()) == self.score_for)?;
        Some(Score {
            value: f64::from(value),
            unit: self.score_unit,
            side,
            is_proven: true,
            plies_to_end: None,
            win_chance: None,
        })
    }

    pub(crate) fn new(game: &str, position: String, solution: Solution) -> Self {
        let step = |known: plywood_workbench::engines::MoveValue| ProvenMove {
            step: known.step,
            value: known.value,
        };
        Self {
            game: game.to_owned(),
            position,
            value: solution.value,
            score_for: Some(solution.score_for),
            score_unit: solution.score_unit,
            proven: solution.proven,
            moves: solution.moves.into_iter().map(step).collect(),
            nodes: solution.nodes,
            time_s: solution.time_s,
            stopped: solution.stopped.map(str::to_owned),
        }
    }
}

impl JobResult {
    /// Reads a line.
    pub fn read(line: &str) -> Result<Self, JobError> {
        serde_json::from_str(line).map_err(|e| JobError::no_result(crate::json_message(&e)))
    }

    /// Whether both are of one tournament, or one kind otherwise.
    pub fn is_of_set(&self, other: &Self) -> bool {
        let tournament = |result: &Self| match result.outcome {
            Outcome::Tournament(_) => result.key.rsplit_once('-').map(|(name, _)| name.to_owned()),
            _ => None,
        };
        let kind = |result: &Self| std::mem::discriminant(&result.outcome);
        kind(self) == kind(other) && tournament(self) == tournament(other)
    }

    /// Whether two results of one job are equal. Measured times, fields whose name ends in `_s` or `_us`, are not
    /// compared.
    pub fn agrees(&self, other: &Self) -> bool {
        let decided = |result: &Self| serde_json::to_value(result).ok().map(without_times);
        decided(self) == decided(other)
    }
}

fn without_times(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let is_decided = |name: &str| !(name.ends_with("_s") || name.ends_with("_us"));
            let kept = fields.into_iter().filter(|(name, _)| is_decided(name));
            Value::Object(kept.map(|(name, value)| (name, without_times(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_times).collect()),
        plain => plain,
    }
}
