//! The two questions: the most cells, and the fewest pieces.

use std::time::Duration;

use plywood_contract::{Limits, Stop};
use plywood_games::blokus::puzzle::{Board, BoardError};
use plywood_games::blokus::{Piece, Stock};

use super::hunt::Hunt;
use super::region::{Spot, cells, count};
use super::watch::{Progress, Watch};
use super::witness::thinned;

/// A board and the pieces there are for it.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The board; its objective does not matter.
    pub board: &'a Board,
    /// All pieces, those on the board included; `None` if there is no end of them.
    pub stock: Option<Stock>,
    /// Threads to use, at least one.
    pub threads: usize,
}

/// Why a task cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TaskError {
    /// The board is not sound.
    Board(BoardError),
    /// More pieces of a kind lie on the board than there are.
    OverStock(Piece),
}

impl std::fmt::Display for TaskError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Board(error) => error.fmt(f),
            Self::OverStock(piece) => {
                let name = &piece.name()[..1];
                write!(f, "more {name} pieces lie on the board than the stock holds")
            }
        }
    }
}

impl std::error::Error for TaskError {}

/// A piece laid: what, and the row and column of its anchor, counted from 0.
pub type Laid = (Piece, usize, usize);

/// What was found and what was proven.
#[derive(Clone, Debug)]
pub struct Maximum {
    /// Own cells in the end, those on the board included.
    pub cells: u32,
    /// No legal sequence covers more.
    pub bound: u32,
    /// The pieces to lay, in a legal order.
    pub moves: Vec<Laid>,
    /// States made.
    pub nodes: u64,
    /// Wall time.
    pub time: Duration,
    /// The limit that ended the search before it was done.
    pub stopped: Option<Stop>,
}

impl Maximum {
    /// Whether no more cells are possible.
    pub fn is_proven(&self) -> bool {
        self.cells == self.bound
    }
}

/// The fewest pieces for an objective.
#[derive(Clone, Debug)]
pub struct Fewest {
    /// Own cells in the end; fewer than the objective if it was not reached.
    pub cells: u32,
    /// The pieces to lay, in a legal order.
    pub moves: Vec<Laid>,
    /// No legal sequence reaches the objective with fewer pieces; `None` if none reaches it at all.
    pub bound: Option<u32>,
    /// States made.
    pub nodes: u64,
    /// Wall time.
    pub time: Duration,
    /// The limit that ended the search before it was done.
    pub stopped: Option<Stop>,
}

/// The most cells that a legal sequence can cover.
pub fn maximize(
    task: &Task<'_>,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Maximum, TaskError> {
    let mut hunt = Hunt::new(task, Watch::new(limits, tell))?;
    hunt.try_a_corner(hunt.stock_cells());
    let stopped = hunt.maximum().err();
    let spots = hunt.best_or_greedy();
    let progress = hunt.watch.progress();
    Ok(Maximum {
        cells: cells(&spots),
        bound: progress.bound,
        moves: moves(&spots[hunt.laid.len()..]),
        nodes: progress.nodes,
        time: progress.time,
        stopped,
    })
}

/// The fewest pieces that cover at least `objective` cells.
///
/// With `k` pieces that cover `n` new cells, at most `(4k − n) / 3` of them can be an `a`. Conversely,
/// from any pieces with no more `a` than that, leaving out those on which no other depends
/// until at most three cells are to spare leaves no more than `k`. So the question is only how
/// many `a` must be allowed until the objective can be reached.
pub fn fewest_pieces(
    task: &Task<'_>,
    objective: u32,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Fewest, TaskError> {
    let mut hunt = Hunt::new(task, Watch::new(limits, tell))?;
    let n_laid = hunt.laid.len();
    let asked = objective.saturating_sub(cells(&hunt.laid));
    let mut bound = Some(asked.div_ceil(4));
    let stopped = allow_singles(&mut hunt, objective, asked, &mut bound).err();
    let spots = match asked {
        0 => hunt.laid.clone(),
        _ => thinned(hunt.best_or_greedy(), n_laid, objective),
    };
    let progress = hunt.watch.progress();
    Ok(Fewest {
        cells: cells(&spots),
        moves: moves(&spots[n_laid..]),
        bound,
        nodes: progress.nodes,
        time: progress.time,
        stopped,
    })
}

/// Allows more and more `a` until the objective is reached; `bound` becomes `None` if it never is.
fn allow_singles(
    hunt: &mut Hunt<'_>,
    objective: u32,
    asked: u32,
    bound: &mut Option<u32>,
) -> Result<(), Stop> {
    let ([most, b, c], laid) = (hunt.stock, count(&hunt.laid)[0]);
    while let Some(pieces) = bound.filter(|_| asked > 0) {
        let singles = laid + (4 * pieces - asked) / 3;
        hunt.restock([singles.min(most), b, c]);
        hunt.try_a_corner(objective);
        if hunt.reach(objective)? {
            break;
        }
        *bound = (singles < most).then_some(pieces + 1);
    }
    Ok(())
}

fn moves(spots: &[Spot]) -> Vec<Laid> {
    let laid = |spot: &Spot| (spot.piece, spot.anchor().0, spot.anchor().1);
    spots.iter().map(laid).collect()
}
