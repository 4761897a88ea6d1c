//! The two questions: the most cells, and the fewest pieces.

use std::time::Duration;

use plywood_contract::{Limits, Message, Stop, message};
use plywood_games::blokus::puzzle::{Board, BoardError};
use plywood_games::blokus::{Piece, Stock};

use super::progress::{Progress, Standing};
use super::region::{Placement, cells, count};
use super::search::Search;
use super::witness::without_spare;

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

/// Why a task is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TaskError {
    /// The board is not sound.
    Board(BoardError),
    /// More pieces of a kind lie on the board than there are.
    OverStock(Piece),
}

impl TaskError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Board(error) => error.message(),
            Self::OverStock(piece) => message!(
                "board-stock",
                "more {piece} pieces lie on the board than the stock holds",
                piece = &piece.name()[..1]
            ),
        }
    }
}

plywood_contract::explained!(TaskError);

/// A piece placed: its kind, and the row and column of its anchor, counted from 0.
pub type Laid = (Piece, usize, usize);

/// The best solution found and the bound proven.
#[derive(Clone, Debug)]
pub struct Maximum {
    /// Own cells in the end, those on the board included.
    pub cells: u32,
    /// No legal sequence covers more.
    pub bound: u32,
    /// The pieces to lay, in a legal order.
    pub moves: Vec<Laid>,
    /// States expanded.
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
    /// States expanded.
    pub nodes: u64,
    /// Wall time.
    pub time: Duration,
    /// The limit that ended the search before it was done.
    pub stopped: Option<Stop>,
}

/// The most cells that a legal sequence can cover.
///
/// Never wrong, whatever ends it: `cells` can be covered by `moves`, and no sequence covers more than
/// `bound`. The two are equal unless a limit stopped the search.
pub fn maximize(
    task: &Task<'_>,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Maximum, TaskError> {
    let mut search = Search::new(task, Standing::new(limits, tell))?;
    search.try_corner(search.stock_cells());
    let stopped = search.maximize().err();
    let placements = search.best_or_greedy();
    let progress = search.standing.progress();
    Ok(Maximum {
        cells: cells(&placements),
        bound: progress.bound,
        moves: moves(&placements[search.laid.len()..]),
        nodes: progress.nodes,
        time: progress.time,
        stopped,
    })
}

/// The fewest pieces that cover at least `objective` cells.
///
/// If `k` new pieces cover at least `n` new cells, at most `(4k − n) / 3` of them are an `a`. Conversely,
/// take any solution with no more new `a` than that, and remove pieces that no other depends on until
/// at most three cells are to spare: at most `k` are left. So the question is only how many `a`
/// must be allowed until the objective can be reached.
pub fn fewest_pieces(
    task: &Task<'_>,
    objective: u32,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Fewest, TaskError> {
    let mut search = Search::new(task, Standing::new(limits, tell))?;
    let n_laid = search.laid.len();
    let asked = objective.saturating_sub(cells(&search.laid));
    let mut bound = Some(asked.div_ceil(4));
    let stopped = raise_singles(&mut search, objective, asked, &mut bound).err();
    let placements = match asked {
        0 => search.laid.clone(),
        _ => without_spare(search.best_or_greedy(), n_laid, objective),
    };
    let progress = search.standing.progress();
    Ok(Fewest {
        cells: cells(&placements),
        moves: moves(&placements[n_laid..]),
        bound,
        nodes: progress.nodes,
        time: progress.time,
        stopped,
    })
}

/// Raises the number of `a` until the objective is reached; `bound` becomes `None` if it never is.
fn raise_singles(
    search: &mut Search<'_>,
    objective: u32,
    asked: u32,
    bound: &mut Option<u32>,
) -> Result<(), Stop> {
    let ([most, b, c], laid) = (search.stock, count(&search.laid)[0]);
    while let Some(pieces) = bound.filter(|_| asked > 0) {
        let singles = laid + (4 * pieces - asked) / 3;
        search.restock([singles.min(most), b, c]);
        search.try_corner(objective);
        if search.reach(objective)? {
            break;
        }
        *bound = (singles < most).then_some(pieces + 1);
    }
    Ok(())
}

fn moves(placements: &[Placement]) -> Vec<Laid> {
    let laid =
        |placement: &Placement| (placement.piece, placement.anchor().0, placement.anchor().1);
    placements.iter().map(laid).collect()
}
