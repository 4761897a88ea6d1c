//! How sliding tiles look: plates with numbers.

use plywood_contract::{Frame, Part, Refused, Scene, Shape, Shown, Spot, Square, message};

use super::board::Board;
use super::moves::Tiles;
use crate::show::plain_piece;

impl<const N: usize> Shown for Tiles<N> {
    fn frame(&self) -> Frame {
        let tile = plain_piece("t", message!("piece-tile", "a tile"), Shape::Tile);
        Frame { rows: N as u8, columns: N as u8, pieces: vec![tile], ..Frame::default() }
    }

    fn scene(&self, board: &Board) -> Scene {
        let square = |cell: usize| {
            let text = board.tile(cell).to_string();
            Square { at: cell as Spot, piece: Some(0), text, ..Square::default() }
        };
        let cells = (0..N * N).filter(|&cell| cell != board.gap());
        Scene { squares: cells.map(square).collect(), ..Scene::default() }
    }

    /// The tile that slides.
    fn parts(&self, board: &Board, step: u8) -> Vec<Part> {
        let ask = message!("which-tile", "Which tile slides?");
        vec![Part::at(ask, [Spot::from(Self::target(board, step).0)])]
    }

    /// The tiles row by row, 0 for the gap: a problem that begins there.
    fn state_text(&self, board: &Board) -> String {
        Self::text(board)
    }

    /// Which way the tile goes; the gap goes the other way.
    fn action_text(&self, _: &Board, step: u8) -> String {
        ["down", "right", "left", "up"][usize::from(step & 3)].to_owned()
    }

    fn read(text: &str) -> Result<Self, Refused> {
        Self::read_tiles(text)
    }
}
