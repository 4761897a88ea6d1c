//! How the course's game for two looks: three kinds of blocks, blocked cells, where to begin.

use plywood_contract::{
    Frame, Ground, Message, Part, Piece as Kind, Presented, Scene, Seat, Spot, Square, Tray,
    message,
};

use super::moves::Move;
use super::position::{Blokus, Position, STARTS};
use crate::blokus::duel_present::{View, block, piece_on_cells, squares_covered};
use crate::blokus::{Cells, GRID, Piece};
use crate::show::{pass, which_piece, which_place};

const VIEW: View = View { bottom_up: false };

impl Presented for Blokus {
    /// `c1` and `c2` are two ways of one kind: players have fifteen of them together.
    fn frame(&self) -> Frame {
        VIEW.frame(kinds())
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = VIEW.scene(position, STARTS, |cells| piece_of(cells).map(kind_of));
        let wall = |at| Square { at, ground: Ground::Wall, ..Square::default() };
        scene.squares.extend(VIEW.spots(position.blocked()).map(wall));
        for seat in Seat::BOTH {
            let left = position.left(seat);
            let left = [(0, left.a as u16), (1, left.b as u16), (2, left.c as u16)];
            let left = left.into_iter().filter(|&(_, count)| count > 0).collect();
            scene.trays.push(Tray { owner: Some(seat), left });
        }
        scene
    }

    fn parts(&self, _: &Position, step: Move) -> Vec<Part> {
        let Move::Place(placement) = step else { return Vec::new() };
        let cells = GRID.cover(placement.piece(), placement.anchor());
        vec![
            Part::piece(which_piece(), kind_of(placement.piece())),
            Part::at(which_place(), VIEW.spots(cells)),
        ]
    }

    fn words(&self, _: &Position, step: Move) -> Message {
        let Move::Place(placement) = step else { return pass() };
        let cells = GRID.cover(placement.piece(), placement.anchor());
        piece_on_cells(label(placement.piece()), cells)
    }

    fn reach(&self, position: &Position, seat: Seat) -> Vec<Spot> {
        let mut covered = Cells::default();
        for (piece, anchors) in position.placements(seat) {
            anchors.into_iter().for_each(|anchor| covered |= GRID.cover(piece, anchor));
        }
        VIEW.spots(covered).collect()
    }

    fn tally(&self, position: &Position, seat: Seat) -> Option<Message> {
        Some(squares_covered(position.points()[seat.index()]))
    }
}

/// The pieces `a`, `b` and `c`; the puzzle has the same.
pub(crate) fn kinds() -> Vec<Kind> {
    let ways = |pieces: &[Piece]| pieces.iter().map(|&piece| way(piece)).collect();
    let c = message!("blokus-c", "the S, lying or upright");
    vec![
        block("a", label(Piece::A), ways(&[Piece::A])),
        block("b", label(Piece::B), ways(&[Piece::B])),
        block("c", c, ways(&[Piece::C1, Piece::C2])),
    ]
}

/// The place among the kinds.
pub(crate) fn kind_of(piece: Piece) -> u8 {
    match piece {
        Piece::A => 0,
        Piece::B => 1,
        Piece::C1 | Piece::C2 => 2,
    }
}

/// How a piece as it lies is called.
pub(crate) fn label(piece: Piece) -> Message {
    match piece {
        Piece::A => message!("blokus-a", "the single square"),
        Piece::B => message!("blokus-b", "the two-by-two square"),
        Piece::C1 => message!("blokus-c1", "the lying S"),
        Piece::C2 => message!("blokus-c2", "the upright S"),
    }
}

/// The cells of a piece from the corner of the rectangle around it.
fn way(piece: Piece) -> Vec<(u8, u8)> {
    let top = piece.cells().iter().map(|&(row, _)| row).min().unwrap_or(0);
    piece.cells().iter().map(|&(row, column)| ((row - top) as u8, column as u8)).collect()
}

fn piece_of(cells: Cells) -> Option<Piece> {
    let places: Vec<_> = cells.into_iter().map(|cell| GRID.place(cell)).collect();
    Piece::of_cells(&places).map(|(piece, _)| piece)
}
