//! How tic-tac-toe looks: crosses, noughts, and the line that won.

use plywood_contract::{
    Frame, Light, Mark, Message, Part, Presented, Scene, Seat, Shape, Square, message,
};

use super::board::Position;
use super::moves::{Cell, TicTacToe};
use crate::show::{piece_on, plain_piece, which_place};

impl Presented for TicTacToe {
    fn frame(&self) -> Frame {
        let shapes = [("x", Shape::Cross), ("o", Shape::Disc)];
        let pieces = Seat::BOTH.into_iter().zip(shapes);
        let mut pieces: Vec<_> =
            pieces.map(|(seat, (name, shape))| plain_piece(name, label(seat), shape)).collect();
        pieces[Seat::Two.index()].hollow = true;
        Frame { rows: 3, columns: 3, pieces, ..Frame::default() }
    }

    fn scene(&self, position: &Position) -> Scene {
        let of = |seat: Seat| {
            Cell::all_in(position.marks(seat)).map(move |cell| Square {
                at: cell.number().into(),
                piece: Some(seat.index() as u8),
                owner: Some(seat),
                ..Square::default()
            })
        };
        let lines = Seat::BOTH.into_iter().flat_map(|seat| position.lines(seat));
        let lights = lines.map(|line| Light {
            mark: Mark::Won,
            at: Cell::all_in(line).map(|cell| cell.number().into()).collect(),
            why: message!("light-three", "three in a row"),
        });
        let mut squares: Vec<Square> = Seat::BOTH.into_iter().flat_map(of).collect();
        squares.sort_by_key(|square| square.at);
        Scene { squares, lights: lights.collect(), ..Scene::default() }
    }

    fn parts(&self, _: &Position, cell: Cell) -> Vec<Part> {
        vec![Part::at(which_place(), [cell.number().into()])]
    }

    fn words(&self, position: &Position, cell: Cell) -> Message {
        piece_on(label(position.turn()), cell)
    }
}

fn label(seat: Seat) -> Message {
    match seat {
        Seat::One => message!("tic-tac-toe-cross", "a cross"),
        Seat::Two => message!("tic-tac-toe-nought", "a nought"),
    }
}
