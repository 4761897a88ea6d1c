//! Text forms: the tiles row by row, `1 2 0 3 4 5 6 7 8`, commas or spaces between them.

use plywood_contract::{Refused, message};

use super::board::Board;
use super::moves::Tiles;
use crate::rows::clip;

impl<const N: usize> Tiles<N> {
    /// The tiles in one line.
    pub(super) fn text(board: &Board) -> String {
        let tiles = (0..N * N).map(|cell| board.tile(cell).to_string());
        tiles.collect::<Vec<_>>().join(" ")
    }

    /// Reads the tiles row by row, or says which is wrong.
    pub(super) fn read_tiles(text: &str) -> Result<Self, Refused> {
        let most = N * N - 1;
        let words = text.split([' ', '\t', '\n', '\r', ',']).filter(|word| !word.is_empty());
        let mut tiles: Vec<u8> = Vec::with_capacity(N * N);
        for word in words {
            let digits = Some(word).filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            let tile = digits.and_then(|word| word.parse::<u8>().ok());
            let Some(tile) = tile.filter(|&tile| usize::from(tile) <= most) else {
                let said = message!(
                    "tiles-no-tile",
                    "`{word}` is not a tile: expected 0 to {most}",
                    word = clip(word),
                    most
                );
                return Err(said.into());
            };
            if tiles.contains(&tile) {
                let said = message!(
                    "tiles-twice",
                    "{tile} is there twice: expected every tile once",
                    tile
                );
                return Err(said.into());
            }
            tiles.push(tile);
        }
        if tiles.len() != N * N {
            let said = message!(
                "tiles-count",
                "there are {count} tiles: expected 0 to {most}, each once",
                count = tiles.len(),
                most
            );
            return Err(said.into());
        }
        Ok(Self(Board::new(&tiles)))
    }
}
