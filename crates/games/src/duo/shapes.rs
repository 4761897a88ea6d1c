//! The 21 pieces in their 91 orientations.

use std::sync::LazyLock;

/// How many pieces a player has.
pub const N_PIECES: usize = 21;
/// How many orientations they have together.
pub const N_SHAPES: usize = 91;

/// The pieces' names, in the order in which moves are listed.
pub const PIECE_NAMES: [&str; N_PIECES] = [
    "1", "2", "I3", "V3", "I4", "L4", "T4", "Z4", "O", "I5", "L5", "N", "P", "U", "Y", "T5", "V5",
    "W", "Z5", "X", "F",
];

/// How many cells each piece has; none has fewer than the one before.
pub const PIECE_SIZES: [u32; N_PIECES] =
    [1, 2, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5];

/// Each piece drawn once, row by row.
const PICTURES: [&str; N_PIECES] = [
    "#",
    "##",
    "###",
    "##/#.",
    "####",
    "###/#..",
    "###/.#.",
    "##./.##",
    "##/##",
    "#####",
    "####/#...",
    "###./..##",
    "##/##/#.",
    "###/#.#",
    "####/.#..",
    "###/.#./.#.",
    "###/#../#..",
    "##./.##/..#",
    "##./.#./.##",
    ".#./###/.#.",
    "##./.##/.#.",
];

/// A piece in one orientation, in the corner of the board: its lowest row and column are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Which piece it is, by its place in [`PIECE_NAMES`].
    pub piece: usize,
    /// Its cells as (row, column), lowest row first, then by column.
    pub cells: Vec<(usize, usize)>,
}

/// All orientations, by piece.
pub fn shapes() -> &'static [Shape] {
    static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
        let orientations = |(piece, picture): (usize, &&str)| {
            let orientations = orientations(&read(picture));
            orientations.into_iter().map(move |cells| Shape { piece, cells })
        };
        PICTURES.iter().enumerate().flat_map(orientations).collect()
    });
    &SHAPES
}

fn read(picture: &str) -> Vec<(usize, usize)> {
    let row = |(row, line): (usize, &str)| {
        let filled = line.char_indices().filter(|&(_, mark)| mark == '#');
        filled.map(|(column, _)| (row, column)).collect::<Vec<_>>()
    };
    picture.split('/').enumerate().flat_map(row).collect()
}

/// The distinct turns and reflections of a piece.
fn orientations(cells: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
    let mut found: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut turned = cells.to_vec();
    for _ in 0..2 {
        for _ in 0..4 {
            // A quarter turn, moved back into the corner.
            let height = turned.iter().map(|&(row, _)| row).max().unwrap_or(0);
            turned = turned.iter().map(|&(row, column)| (column, height - row)).collect();
            turned.sort_unstable();
            if !found.contains(&turned) {
                found.push(turned.clone());
            }
        }
        let width = turned.iter().map(|&(_, column)| column).max().unwrap_or(0);
        turned.iter_mut().for_each(|(_, column)| *column = width - *column);
        turned.sort_unstable();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_91_shapes_of_21_pieces_with_89_squares() {
        assert_eq!(shapes().len(), N_SHAPES);
        let squares =
            |piece| shapes().iter().find(|shape| shape.piece == piece).unwrap().cells.len();
        assert_eq!((0..N_PIECES).map(squares).sum::<usize>(), 89);
        assert!((0..N_PIECES).all(|piece| squares(piece) == PIECE_SIZES[piece] as usize));
        let by_piece = |piece| shapes().iter().filter(|shape| shape.piece == piece).count();
        let counts: Vec<_> = (0..N_PIECES).map(by_piece).collect();
        assert_eq!(counts, [1, 2, 2, 4, 2, 8, 4, 4, 1, 2, 8, 8, 8, 4, 8, 4, 4, 4, 4, 1, 8]);
    }

    #[test]
    fn there_are_13729_placements() {
        let placements = |shape: &Shape| {
            let height = shape.cells.iter().map(|&(row, _)| row).max().unwrap() + 1;
            let width = shape.cells.iter().map(|&(_, column)| column).max().unwrap() + 1;
            (15 - height) * (15 - width)
        };
        assert_eq!(shapes().iter().map(placements).sum::<usize>(), 13_729);
    }
}
