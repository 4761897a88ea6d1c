//! What the two games for two share in their presentations.

use plywood_contract::{
    Frame, Ground, Light, Mark, Message, Piece, Scene, Seat, Shape, Spot, Square, message,
};

use super::duel::{Cells, Duel, GRID, SIDE};
use super::grid::cell_name;
use crate::show::plain_piece;

/// The mapping from cells of the grid to cells of the picture.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) bottom_up: bool,
}

impl View {
    pub(crate) fn spot(self, cell: usize) -> Spot {
        let (row, column) = GRID.place(cell);
        let row = if self.bottom_up { SIDE - 1 - row } else { row };
        (row * SIDE + column) as Spot
    }

    pub(crate) fn spots(self, cells: Cells) -> impl Iterator<Item = Spot> {
        cells.into_iter().map(move |cell| self.spot(cell))
    }

    pub(crate) fn frame(self, pieces: Vec<Piece>) -> Frame {
        Frame {
            rows: SIDE as u8,
            columns: SIDE as u8,
            bottom_up: self.bottom_up,
            pieces,
            ..Frame::default()
        }
    }

    /// The pieces of both players, each a group, and the cells where players have yet to begin.
    /// `kind` names the piece that covers exactly these cells.
    pub(crate) fn scene(
        self,
        duel: &Duel,
        starts: [usize; 2],
        kind: impl Fn(Cells) -> Option<u8>,
    ) -> Scene {
        let mut scene = Scene::default();
        let mut n_groups = 0;
        for seat in Seat::BOTH {
            for group in GRID.groups(duel.own(seat)) {
                let piece = kind(group);
                let square = |at| Square {
                    at,
                    piece,
                    owner: Some(seat),
                    group: Some(n_groups),
                    ..Square::default()
                };
                scene.squares.extend(self.spots(group).map(square));
                n_groups += 1;
            }
            let start = starts[seat.index()];
            if duel.own(seat).is_empty() && duel.open(seat).contains(start) {
                let at = self.spot(start);
                let owner = Some(seat);
                scene.squares.push(Square {
                    at,
                    ground: Ground::Start,
                    owner,
                    ..Square::default()
                });
                let why = message!(
                    "light-begin",
                    "the first piece of player {player} must cover {cell}",
                    player = seat,
                    cell = name(start)
                );
                scene.lights.push(Light { mark: Mark::Begin, at: vec![at], why });
            }
        }
        scene
    }
}

fn name(cell: usize) -> String {
    let (row, column) = GRID.place(cell);
    cell_name(row, column)
}

/// A piece of several cells with the ways it can lie in the picture, cells in reading order.
pub(crate) fn block(name: &str, label: Message, mut ways: Vec<Vec<(u8, u8)>>) -> Piece {
    ways.iter_mut().for_each(|way| way.sort_unstable());
    if ways.iter().all(|way| way.len() == 1) {
        ways.clear();
    }
    Piece { ways, ..plain_piece(name, label, Shape::Block) }
}

/// A piece on several cells, in words.
pub(crate) fn piece_on_cells(piece: Message, cells: Cells) -> Message {
    let cells: Vec<String> = cells.into_iter().map(name).collect();
    message!("words-piece-on-cells", "{piece} on {cells}", piece, cells)
}

/// How many squares a player covers, in words.
pub(crate) fn squares_covered(count: u32) -> Message {
    match count {
        1 => message!("tally-square", "1 square"),
        count => message!("tally-squares", "{count} squares", count),
    }
}
