//! The maximum covering of a board and the fewest pieces for an objective, as plain data.

use std::fmt;
use std::str::FromStr;

use plywood_contract::{Limits, Message, Refused, Stop, message};
use plywood_games::blokus::Stock;
use plywood_solvers::maximum::{self, Laid, Progress, Task, TaskError};
use serde::Serialize;

use super::Board;
use super::boards::NamedBoard;
use super::witness::{WitnessError, check_witness, move_text};

/// The stock of pieces: the number of each, or `None` for unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces(pub Option<Stock>);

impl Default for Pieces {
    fn default() -> Self {
        Self(Some(Stock::FULL))
    }
}

impl FromStr for Pieces {
    type Err = Refused;

    /// Reads `10,10,15` or `unlimited`.
    fn from_str(text: &str) -> Result<Self, Refused> {
        if text.trim().eq_ignore_ascii_case("unlimited") {
            return Ok(Self(None));
        }
        let numbers: Option<Vec<u32>> =
            text.split(',').map(|part| part.trim().parse().ok().filter(|&n| n <= 9999)).collect();
        match numbers.as_deref() {
            Some(&[a, b, c]) => Ok(Self(Some(Stock { a, b, c }))),
            _ => Err(message!(
                "no-stock",
                "`{text}` is not a stock: expected the numbers of a, b and c, as in 10,10,15, or `unlimited`",
                text
            )
            .into()),
        }
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(stock) => stock.fmt(f),
            None => f.write_str("unlimited"),
        }
    }
}

/// Why there is no report.
#[derive(Debug)]
#[non_exhaustive]
pub enum MaximizeError {
    /// The board or the stock is not sound.
    Task(TaskError),
    /// The solver's moves do not give the value it reports: a bug.
    Witness(WitnessError),
}

impl MaximizeError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Task(e) => e.message(),
            Self::Witness(e) => message!(
                "maximum-check",
                "the solution did not pass the check: {reason}",
                reason = e.message()
            ),
        }
    }
}

plywood_contract::explained!(MaximizeError);

/// The maximum covering of a board; the field names are the JSON keys.
#[derive(Clone, Debug, Serialize)]
pub struct MaximumReport {
    /// The board's name.
    pub board: String,
    /// The stock of pieces.
    pub stock: String,
    /// Own cells after the moves.
    pub cells: u32,
    /// Upper bound: no legal sequence covers more.
    pub bound: u32,
    /// Whether both are equal, so that the maximum is proven.
    pub proven: bool,
    /// The number of moves.
    pub pieces: usize,
    /// The moves, as `b@a1`.
    pub moves: Vec<String>,
    /// `proven`, `time`, `memory`, `nodes` or `cancelled`.
    pub outcome: &'static str,
    /// Wall time in seconds.
    pub time_s: f64,
    /// States expanded.
    pub nodes: u64,
    /// The board after the moves.
    #[serde(skip)]
    pub end: Board,
}

/// The fewest pieces for an objective; the field names are the JSON keys.
#[derive(Clone, Debug, Serialize)]
pub struct FewestReport {
    /// The board's name.
    pub board: String,
    /// The pieces there were.
    pub stock: String,
    /// The objective in cells.
    pub objective: u32,
    /// Own cells after the moves; fewer than the objective if it was not reached.
    pub cells: u32,
    /// Lower bound: no legal sequence reaches the objective with fewer pieces; `null` if none reaches it.
    pub bound: Option<u32>,
    /// Whether the moves are proven to be the fewest, or the objective to be unreachable.
    pub proven: bool,
    /// The number of moves.
    pub pieces: usize,
    /// The moves, as `b@a1`.
    pub moves: Vec<String>,
    /// `proven`, `out of reach`, `time`, `memory`, `nodes` or `cancelled`.
    pub outcome: &'static str,
    /// Wall time in seconds.
    pub time_s: f64,
    /// States expanded.
    pub nodes: u64,
    /// The board after the moves.
    #[serde(skip)]
    pub end: Board,
}

/// A board to cover as far as possible.
#[derive(Clone, Copy, Debug)]
pub struct Covering<'a> {
    /// The board.
    pub board: &'a NamedBoard,
    /// The stock of pieces.
    pub pieces: Pieces,
    /// Threads to use.
    pub threads: usize,
}

impl<'a> Covering<'a> {
    /// With the course's pieces, on one thread.
    pub fn of(board: &'a NamedBoard) -> Self {
        Self { board, pieces: Pieces::default(), threads: 1 }
    }

    fn task(&self) -> Task<'a> {
        Task { board: &self.board.board, stock: self.pieces.0, threads: self.threads }
    }
}

/// Finds the most cells that a legal sequence can cover; `progress` is called now and then.
pub fn maximize(
    covering: &Covering<'_>,
    limits: &Limits,
    mut progress: impl FnMut(&Progress),
) -> Result<MaximumReport, MaximizeError> {
    let (task, board, pieces) = (covering.task(), covering.board, covering.pieces);
    let found = maximum::maximize(&task, limits, &mut progress).map_err(MaximizeError::Task)?;
    let moves = texts(&found.moves);
    let end = checked(&task, &moves, found.cells)?;
    let proven = found.is_proven();
    Ok(MaximumReport {
        board: board.name.clone(),
        stock: pieces.to_string(),
        cells: found.cells,
        bound: found.bound,
        proven,
        pieces: moves.len(),
        moves,
        outcome: if proven { "proven" } else { stop_name(found.stopped) },
        time_s: found.time.as_secs_f64(),
        nodes: found.nodes,
        end,
    })
}

/// Finds the fewest pieces that cover at least `objective` cells.
pub fn fewest_pieces(
    covering: &Covering<'_>,
    objective: u32,
    limits: &Limits,
    mut progress: impl FnMut(&Progress),
) -> Result<FewestReport, MaximizeError> {
    let (task, board, pieces) = (covering.task(), covering.board, covering.pieces);
    let found = maximum::fewest_pieces(&task, objective, limits, &mut progress)
        .map_err(MaximizeError::Task)?;
    let moves = texts(&found.moves);
    let end = checked(&task, &moves, found.cells)?;
    let is_reached = found.cells >= objective;
    let proven = match found.bound {
        Some(bound) => is_reached && bound as usize == moves.len(),
        None => true,
    };
    Ok(FewestReport {
        board: board.name.clone(),
        stock: pieces.to_string(),
        objective,
        cells: found.cells,
        bound: found.bound,
        proven,
        pieces: moves.len(),
        moves,
        outcome: match (found.bound, proven) {
            (None, _) => "out of reach",
            (_, true) => "proven",
            _ => stop_name(found.stopped),
        },
        time_s: found.time.as_secs_f64(),
        nodes: found.nodes,
        end,
    })
}

fn texts(moves: &[Laid]) -> Vec<String> {
    moves.iter().map(|&(piece, row, column)| move_text(piece, row, column)).collect()
}

/// The board after the moves, verified by an independent check.
fn checked(task: &Task<'_>, moves: &[String], cells: u32) -> Result<Board, MaximizeError> {
    let end = check_witness(task.board, task.stock, moves).map_err(MaximizeError::Witness)?;
    let covered = end.count(super::Cell::Own);
    if covered == cells {
        Ok(end)
    } else {
        Err(MaximizeError::Witness(WitnessError::Cells { said: cells, covered }))
    }
}

fn stop_name(stop: Option<Stop>) -> &'static str {
    match stop {
        Some(Stop::Time) => "time",
        Some(Stop::Memory) => "memory",
        Some(Stop::Nodes) => "nodes",
        Some(Stop::Cancelled) => "cancelled",
        None => "not proven",
    }
}
