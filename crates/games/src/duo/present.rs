//! How Blokus Duo looks: 21 polyominoes a player, each in all its ways, row 1 at the bottom.

use plywood_contract::{
    Frame, Message, Notation, Part, Presented, Scene, Seat, Spot, Tray, message,
};

use super::moves::Move;
use super::position::{BlokusDuo, Position, STARTS, cover};
use super::shapes::{N_PIECES, PIECE_NAMES, Shape, shapes};
use crate::blokus::duel_present::{View, block, piece_on_cells, squares_covered};
use crate::blokus::{Cells, GRID};
use crate::show::{pass, which_piece, which_place};

const VIEW: View = View { bottom_up: true };

impl Presented for BlokusDuo {
    fn frame(&self) -> Frame {
        let kind = |piece: usize| {
            let ways = shapes().iter().filter(|shape| shape.piece == piece).map(way);
            block(PIECE_NAMES[piece], label(piece), ways.collect())
        };
        VIEW.frame((0..N_PIECES).map(kind).collect())
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = VIEW.scene(position, STARTS, piece_of);
        for seat in Seat::BOTH {
            let is_left = |piece: &usize| position.left(seat) >> piece & 1 == 1;
            let left = (0..N_PIECES).filter(is_left).map(|piece| (piece as u8, 1)).collect();
            scene.trays.push(Tray { owner: Some(seat), left });
        }
        scene
    }

    fn parts(&self, _: &Position, step: Move) -> Vec<Part> {
        let Move::Place { shape, anchor } = step else { return Vec::new() };
        let piece = shapes()[usize::from(shape)].piece as u8;
        let cells = cover(shape.into(), anchor.into());
        vec![Part::piece(which_piece(), piece), Part::at(which_place(), VIEW.spots(cells))]
    }

    fn words(&self, _: &Position, step: Move) -> Message {
        let Move::Place { shape, anchor } = step else { return pass() };
        let piece = shapes()[usize::from(shape)].piece;
        piece_on_cells(label(piece), cover(shape.into(), anchor.into()))
    }

    fn reach(&self, position: &Position, seat: Seat) -> Vec<Spot> {
        let mut covered = Cells::default();
        position.placements(seat, |shape, anchors| {
            anchors.into_iter().for_each(|anchor| covered |= cover(shape, anchor));
            true
        });
        VIEW.spots(covered).collect()
    }

    /// `X e8`: the piece, and its first cell as the move text has it.
    fn short(&self, position: &Position, step: Move) -> String {
        let text = self.move_text(position, step);
        let Move::Place { shape, .. } = step else { return text };
        let name = PIECE_NAMES[shapes()[usize::from(shape)].piece];
        format!("{name} {}", text.split(',').next().unwrap_or_default())
    }

    fn tally(&self, position: &Position, seat: Seat) -> Option<Message> {
        let squares = squares_covered(position.own(seat).count());
        Some(match (position.left(seat), position.single_last[seat.index()]) {
            (0, true) => message!(
                "tally-single-last",
                "{squares}, 15 for all pieces and 5 for the single square last",
                squares
            ),
            (0, false) => message!("tally-all-pieces", "{squares} and 15 for all pieces", squares),
            _ => squares,
        })
    }
}

fn label(piece: usize) -> Message {
    match PIECE_NAMES[piece] {
        "1" => message!("duo-monomino", "the single square"),
        "2" => message!("duo-domino", "the domino"),
        name => message!("duo-piece", "the {name} piece", name),
    }
}

/// The cells of a shape in the picture, whose rows go down where the shape's go up.
fn way(shape: &Shape) -> Vec<(u8, u8)> {
    let height = shape.cells.iter().map(|&(row, _)| row).max().unwrap_or(0);
    shape.cells.iter().map(|&(row, column)| ((height - row) as u8, column as u8)).collect()
}

/// The piece that covers exactly these cells.
fn piece_of(cells: Cells) -> Option<u8> {
    let places: Vec<_> = cells.into_iter().map(|cell| GRID.place(cell)).collect();
    let row = places.iter().map(|place| place.0).min()?;
    let column = places.iter().map(|place| place.1).min()?;
    let cornered: Vec<_> = places.iter().map(|&(r, c)| (r - row, c - column)).collect();
    shapes().iter().find(|shape| shape.cells == cornered).map(|shape| shape.piece as u8)
}
