//! How connect four looks: discs in columns, and the four in a line that won.

use plywood_contract::{
    Frame, Light, Mark, Message, Part, Presented, Scene, Seat, Shape, Spot, Square, message,
};

use super::board::{COLUMNS, Position, ROWS};
use super::moves::ConnectFour;
use crate::show::plain_piece;

impl Presented for ConnectFour {
    fn frame(&self) -> Frame {
        let disc = plain_piece("o", message!("piece-disc", "a disc"), Shape::Disc);
        Frame {
            rows: ROWS as u8,
            columns: COLUMNS as u8,
            falls: true,
            pieces: vec![disc],
            ..Frame::default()
        }
    }

    fn scene(&self, position: &Position) -> Scene {
        let square = |cell: u8| {
            let owner = Seat::BOTH.into_iter().find(|&seat| position.of(seat) >> cell & 1 == 1)?;
            let (at, owner) = (spot(cell), Some(owner));
            Some(Square { at, piece: Some(0), owner, ..Square::default() })
        };
        let mut squares: Vec<Square> = (0..49).filter_map(square).collect();
        squares.sort_by_key(|square| square.at);
        let lines = Seat::BOTH.into_iter().flat_map(|seat| position.lines(seat));
        let lights = lines.map(|line| Light {
            mark: Mark::Won,
            at: line.map(spot).to_vec(),
            why: message!("light-four", "four in a line"),
        });
        Scene { squares, lights: lights.collect(), ..Scene::default() }
    }

    /// The cell where the disc comes to rest stands for its column.
    fn parts(&self, _: &Position, cell: u8) -> Vec<Part> {
        vec![Part::at(message!("which-column", "Which column?"), [spot(cell)])]
    }

    fn words(&self, _: &Position, cell: u8) -> Message {
        let column = char::from(b'a' + cell / 7);
        message!("words-column", "a disc in column {column}", column)
    }
}

fn spot(cell: u8) -> Spot {
    let (row, column) = (ROWS as Spot - 1 - Spot::from(cell % 7), Spot::from(cell / 7));
    row * COLUMNS as Spot + column
}
