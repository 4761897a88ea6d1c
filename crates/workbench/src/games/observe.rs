//! Positions as numbers, for learners: a number for every move there can be, and planes of cells.
//!
//! A plane holds one number per cell, row by row as the game draws them from row 1. Planes are seen by
//! the side to move: "own" is its own.

use std::sync::LazyLock;

use plywood_contract::{Game, Seat};
use plywood_games::blokus::game::{Blokus, Move as BlokusMove};
use plywood_games::blokus::{Cells, GRID, Piece, SIDE, Stock};
use plywood_games::cavalo::{self, Cavalo};
use plywood_games::duo::{self, BlokusDuo, N_PIECES, shapes};
use plywood_games::quarto::{Board, Placement, Position as QuartoPosition, Quarto, Quatro, Turn};

/// A game whose moves have numbers and whose positions have planes.
pub(crate) trait Observed: Game {
    /// Moves are numbered below this, the same move by the same number in every position.
    fn n_actions(&self) -> usize;
    /// The number of a legal move.
    fn action(&self, position: &Self::Position, step: Self::Move) -> usize;
    /// Planes, rows and columns.
    const SHAPE: [usize; 3];
    /// Calls `plane` with each plane's numbers in turn.
    fn planes(&self, position: &Self::Position, out: &mut Planes);
}

/// The planes of a position, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Planes(pub(crate) Vec<i16>);

impl Planes {
    /// The same number on every one of `n` cells.
    fn fill(&mut self, n: usize, number: i16) {
        self.0.extend(std::iter::repeat_n(number, n));
    }

    /// A plane of `n` cells with 1 on the cells of a set and 0 elsewhere.
    fn set(&mut self, n: usize, cells: impl IntoIterator<Item = usize>) {
        let first = self.0.len();
        self.fill(n, 0);
        for cell in cells {
            self.0[first + cell] = 1;
        }
    }
}

const BLOKUS_CELLS: usize = SIDE * SIDE;

/// The number of a cell of the grid, without the empty column.
fn cell(index: usize) -> usize {
    let (row, column) = GRID.place(index);
    row * SIDE + column
}

fn blokus_set(out: &mut Planes, cells: Cells) {
    out.set(BLOKUS_CELLS, cells.into_iter().map(cell));
}

/// 1 where player 2 is to move.
fn seat_plane(out: &mut Planes, n: usize, turn: Seat) {
    out.fill(n, turn.index() as i16);
}

/// Own cells, the other's, blocked ones, corners to go on from, the pieces `a`, `b`, `c` left of both,
/// and the seat.
impl Observed for Blokus {
    /// Each piece on each cell, and the pass.
    fn n_actions(&self) -> usize {
        Piece::ALL.len() * BLOKUS_CELLS + 1
    }

    fn action(&self, _: &Self::Position, step: BlokusMove) -> usize {
        match step {
            BlokusMove::Place(placement) => {
                placement.piece() as usize * BLOKUS_CELLS + cell(placement.anchor())
            }
            BlokusMove::Pass => Piece::ALL.len() * BLOKUS_CELLS,
        }
    }

    const SHAPE: [usize; 3] = [11, SIDE, SIDE];

    fn planes(&self, position: &Self::Position, out: &mut Planes) {
        let (own, other) = (position.turn(), position.turn().other());
        blokus_set(out, position.own(own));
        blokus_set(out, position.own(other));
        blokus_set(out, position.blocked());
        blokus_set(out, position.corners(own));
        for seat in [own, other] {
            let Stock { a, b, c } = position.left(seat);
            [a, b, c].into_iter().for_each(|left| out.fill(BLOKUS_CELLS, left as i16));
        }
        seat_plane(out, BLOKUS_CELLS, own);
    }
}

/// For each shape, the number of its first placement and in how many columns it fits.
fn duo_offsets() -> &'static (Vec<(usize, usize)>, usize) {
    static OFFSETS: LazyLock<(Vec<(usize, usize)>, usize)> = LazyLock::new(|| {
        let (mut offsets, mut next) = (Vec::new(), 0);
        for shape in shapes() {
            let most = |side: fn(&(usize, usize)) -> usize| {
                SIDE - shape.cells.iter().map(side).max().unwrap_or(0)
            };
            let (rows, columns) = (most(|cell| cell.0), most(|cell| cell.1));
            offsets.push((next, columns));
            next += rows * columns;
        }
        (offsets, next)
    });
    &OFFSETS
}

/// Own cells, the other's, corners of both, a plane for each piece left of both, and the seat.
impl Observed for BlokusDuo {
    /// The 13,729 placements, and the pass.
    fn n_actions(&self) -> usize {
        duo_offsets().1 + 1
    }

    fn action(&self, _: &Self::Position, step: duo::Move) -> usize {
        let (offsets, n) = duo_offsets();
        match step {
            duo::Move::Place { shape, anchor } => {
                let (row, column) = GRID.place(usize::from(anchor));
                let (first, columns) = offsets[usize::from(shape)];
                first + row * columns + column
            }
            duo::Move::Pass => *n,
        }
    }

    const SHAPE: [usize; 3] = [5 + 2 * N_PIECES, SIDE, SIDE];

    fn planes(&self, position: &Self::Position, out: &mut Planes) {
        let seats = [position.turn(), position.turn().other()];
        seats.iter().for_each(|&seat| blokus_set(out, position.own(seat)));
        seats.iter().for_each(|&seat| blokus_set(out, position.corners(seat)));
        for seat in seats {
            let left = position.left(seat);
            (0..N_PIECES).for_each(|piece| out.fill(BLOKUS_CELLS, (left >> piece & 1) as i16));
        }
        seat_plane(out, BLOKUS_CELLS, seats[0]);
    }
}

fn bits(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |bit| set >> bit & 1 == 1)
}

/// Cells taken, and those whose piece has each of the four attributes.
fn quarto_board(board: &Board, out: &mut Planes) {
    out.set(16, bits(board.occupied()));
    (0..4).for_each(|attribute| out.set(16, bits(board.plane(attribute))));
}

/// The board, the pieces left (cell by piece code), and the seat.
impl Observed for Quatro {
    /// Each piece on each cell.
    fn n_actions(&self) -> usize {
        256
    }

    fn action(&self, _: &Board, step: Placement) -> usize {
        usize::from(step.cell().number()) * 16 + usize::from(step.piece().code())
    }

    const SHAPE: [usize; 3] = [7, 4, 4];

    fn planes(&self, board: &Board, out: &mut Planes) {
        quarto_board(board, out);
        out.set(16, bits(board.pieces_left()));
        seat_plane(out, 16, self.turn(board));
    }
}

/// The board, the pieces left and the one in hand (cell by piece code), and the seat.
impl Observed for Quarto {
    /// A cell or none, times a piece to hand over or none.
    fn n_actions(&self) -> usize {
        17 * 17
    }

    fn action(&self, _: &QuartoPosition, step: Turn) -> usize {
        let cell = step.cell().map_or(16, |cell| usize::from(cell.number()));
        let gives = step.gives().map_or(16, |piece| usize::from(piece.code()));
        cell * 17 + gives
    }

    const SHAPE: [usize; 3] = [8, 4, 4];

    fn planes(&self, position: &QuartoPosition, out: &mut Planes) {
        quarto_board(&position.board, out);
        out.set(16, bits(position.pieces_left()));
        out.set(16, position.hand.map(|piece| usize::from(piece.code())));
        seat_plane(out, 16, self.turn(position));
    }
}

const CAVALO_CELLS: usize = cavalo::N_CELLS;
/// A landing removes no double, or one of 00, 11 … 99.
const REMOVALS: usize = 11;

/// Numbers, the cells that have one, both knights, the points of both, and the seat.
impl Observed for Cavalo {
    /// Each cell times the double removed or none, and the pass.
    fn n_actions(&self) -> usize {
        CAVALO_CELLS * REMOVALS + 1
    }

    fn action(&self, position: &cavalo::Position, step: cavalo::Move) -> usize {
        let Some(to) = step.to() else { return CAVALO_CELLS * REMOVALS };
        let is_double = position.doubles() & to.bit() != 0;
        let removed = step.removed().filter(|_| is_double);
        let digit = removed.and_then(|cell| position.number(cell)).map(|number| number / 11);
        to.index() * REMOVALS + digit.map_or(0, |digit| 1 + usize::from(digit))
    }

    const SHAPE: [usize; 3] = [7, cavalo::SIDE, cavalo::SIDE];

    fn planes(&self, position: &cavalo::Position, out: &mut Planes) {
        let seats = [position.turn(), position.turn().other()];
        let number = |cell| position.number(cell).map_or(0, i16::from);
        out.0.extend(cavalo::Cell::all().map(number));
        out.set(CAVALO_CELLS, cavalo::cells(position.numbered()).map(cavalo::Cell::index));
        for seat in seats {
            out.set(CAVALO_CELLS, position.knight(seat).map(cavalo::Cell::index));
        }
        let points = position.points();
        seats.iter().for_each(|seat| out.fill(CAVALO_CELLS, points[seat.index()] as i16));
        seat_plane(out, CAVALO_CELLS, seats[0]);
    }
}
