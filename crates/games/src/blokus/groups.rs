//! Pieces recovered from cells: every edge-connected group of a player's cells is one piece.

use plywood_contract::{Message, message};

use super::grid::cell_name;
use super::pieces::{Piece, Stock};

/// A player's cells on a board of rows and columns, as a person would write them.
pub(super) struct Groups<'a> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Whether the cell at a place, counted row by row, is the player's.
    pub(super) owns: &'a dyn Fn(usize) -> bool,
    /// The cell the first piece must cover.
    pub(super) start: usize,
}

/// Why cells cannot be a player's pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GroupError {
    /// A group is not a piece; the cell is its first.
    NoPiece(String),
    /// More of these pieces lie on the board than a player has.
    TooMany(Piece),
    /// There are pieces, but none covers the start, which is named.
    StartNotCovered(String),
    /// A piece touches no other; the cell is its first.
    NotConnected(String),
}

impl GroupError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::NoPiece(cell) => message!(
                "groups-no-piece",
                "the cells around {cell} are not a piece: every group must be an a, b, c1 or c2, and a player's pieces share no edge",
                cell = &**cell
            ),
            Self::TooMany(piece) => message!(
                "groups-too-many",
                "there are more than {most} {piece} pieces on the board, and no player has more",
                most = Stock::FULL.of(*piece),
                piece = &piece.name()[..1]
            ),
            Self::StartNotCovered(cell) => message!(
                "groups-start",
                "there are pieces on the board, but none covers the start cell {cell}",
                cell = &**cell
            ),
            Self::NotConnected(cell) => message!(
                "groups-apart",
                "the piece at {cell} is not joined to the first piece by pieces that touch corner to corner",
                cell = &**cell
            ),
        }
    }
}

plywood_contract::explained!(GroupError);

const EDGES: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const CORNERS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Groups<'_> {
    /// The pieces left, or why the cells cannot be pieces.
    pub(super) fn stock_left(&self) -> Result<Stock, GroupError> {
        let mut left = Stock::FULL;
        let mut owner: Vec<Option<usize>> = vec![None; self.rows * self.columns];
        let mut groups = 0;
        for at in 0..owner.len() {
            if !(self.owns)(at) || owner[at].is_some() {
                continue;
            }
            let cells = self.group_at(at, &mut owner, groups);
            let piece = self.piece_of(&cells).ok_or_else(|| GroupError::NoPiece(self.name(at)))?;
            let count = match piece {
                Piece::A => &mut left.a,
                Piece::B => &mut left.b,
                Piece::C1 | Piece::C2 => &mut left.c,
            };
            *count = count.checked_sub(1).ok_or(GroupError::TooMany(piece))?;
            groups += 1;
        }
        if groups > 0 {
            let first = owner[self.start];
            let first = first.ok_or_else(|| GroupError::StartNotCovered(self.name(self.start)))?;
            self.check_connected(&owner, groups, first)?;
        }
        Ok(left)
    }

    fn name(&self, at: usize) -> String {
        cell_name(at / self.columns, at % self.columns)
    }

    /// The cells one of `steps` away.
    fn near<'s>(
        &self,
        at: usize,
        steps: &'s [(isize, isize)],
    ) -> impl Iterator<Item = usize> + use<'s> {
        let (rows, columns) = (self.rows, self.columns);
        let (row, column) = (at / columns, at % columns);
        steps.iter().filter_map(move |&(down, right)| {
            let row = row.checked_add_signed(down).filter(|&row| row < rows)?;
            let column = column.checked_add_signed(right).filter(|&column| column < columns)?;
            Some(row * columns + column)
        })
    }

    /// Marks the edge-connected cells around `at` as `group` and lists them in reading order.
    fn group_at(&self, at: usize, owner: &mut [Option<usize>], group: usize) -> Vec<usize> {
        let mut cells = vec![at];
        owner[at] = Some(group);
        let mut next = 0;
        while next < cells.len() {
            for near in self.near(cells[next], &EDGES) {
                if (self.owns)(near) && owner[near].is_none() {
                    owner[near] = Some(group);
                    cells.push(near);
                }
            }
            next += 1;
        }
        cells.sort_unstable();
        cells
    }

    /// The piece whose shape these cells, in reading order, have.
    fn piece_of(&self, cells: &[usize]) -> Option<Piece> {
        let places: Vec<_> =
            cells.iter().map(|at| (at / self.columns, at % self.columns)).collect();
        Piece::of_cells(&places).map(|(piece, _)| piece)
    }

    /// Every group must be reached from the first by steps from corner to corner.
    fn check_connected(
        &self,
        owner: &[Option<usize>],
        groups: usize,
        first: usize,
    ) -> Result<(), GroupError> {
        let mut reached = vec![false; groups];
        reached[first] = true;
        let mut grew = true;
        while grew {
            grew = false;
            for at in 0..owner.len() {
                let Some(group) = owner[at].filter(|&group| !reached[group]) else { continue };
                if self.near(at, &CORNERS).any(|near| owner[near].is_some_and(|near| reached[near]))
                {
                    reached[group] = true;
                    grew = true;
                }
            }
        }
        let is_lost = |at: &usize| owner[*at].is_some_and(|group| !reached[group]);
        let lost = (0..owner.len()).find(is_lost);
        lost.map_or(Ok(()), |at| Err(GroupError::NotConnected(self.name(at))))
    }
}
