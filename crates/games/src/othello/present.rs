//! How othello looks: dark and light discs, and how many a move turns over.

use plywood_contract::{
    Frame, Message, Part, Presented, Scene, Scored, Seat, Shape, Square, message,
};

use super::board::{Position, turned};
use super::moves::{Move, Othello};
use crate::show::{pass, piece_on, plain_piece, which_place};

impl Presented for Othello {
    fn frame(&self) -> Frame {
        let disc = plain_piece("o", message!("piece-disc", "a disc"), Shape::Disc);
        Frame { rows: 8, columns: 8, pieces: vec![disc], ..Frame::default() }
    }

    fn scene(&self, position: &Position) -> Scene {
        let square = |cell: u16| {
            let has = |&seat: &Seat| position.discs(seat) >> cell & 1 == 1;
            let owner = Some(Seat::BOTH.into_iter().find(has)?);
            Some(Square { at: cell, piece: Some(0), owner, ..Square::default() })
        };
        Scene { squares: (0..64).filter_map(square).collect(), ..Scene::default() }
    }

    fn parts(&self, _: &Position, step: Move) -> Vec<Part> {
        step.cell().map(|cell| Part::at(which_place(), [cell.into()])).into_iter().collect()
    }

    fn words(&self, _: &Position, step: Move) -> Message {
        match step.cell() {
            Some(_) => piece_on(message!("piece-disc", "a disc"), step),
            None => pass(),
        }
    }

    /// How many discs turn over.
    fn effects(&self, position: &Position, step: Move) -> Vec<Message> {
        let (own, other) = (position.discs(position.turn), position.discs(position.turn.other()));
        let count = step.cell().map_or(0, |cell| turned(own, other, cell).count_ones());
        match count {
            0 => Vec::new(),
            1 => vec![message!("othello-turns-one", "1 disc turns over")],
            _ => vec![message!("othello-turns", "{count} discs turn over", count)],
        }
    }

    fn tally(&self, position: &Position, seat: Seat) -> Option<Message> {
        Some(match self.points(position)[seat.index()] {
            1 => message!("othello-disc", "1 disc"),
            count => message!("othello-discs", "{count} discs", count),
        })
    }
}
