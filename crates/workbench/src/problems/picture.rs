//! A scene in characters: what terminals, files and reports draw.

use plywood_contract::{Frame, Ground, Scene, Shape};

/// One cell of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its text: `.`, `#`, `1`, `15`.
    pub text: String,
    /// Whether it is blocked.
    pub is_wall: bool,
    /// Whether a piece covers it.
    pub is_piece: bool,
}

/// The cells of a scene, row by row.
pub fn tiles(frame: &Frame, scene: &Scene) -> Vec<Vec<Tile>> {
    let (rows, columns) = (usize::from(frame.rows), usize::from(frame.columns));
    let open = Tile { text: ".".into(), is_wall: false, is_piece: false };
    let mut cells = vec![vec![open; columns]; rows];
    for square in &scene.squares {
        let at = usize::from(square.at);
        let Some(tile) = cells.get_mut(at / columns).and_then(|row| row.get_mut(at % columns))
        else {
            continue;
        };
        let piece = square.piece.and_then(|piece| frame.pieces.get(usize::from(piece)));
        tile.is_piece = square.piece.is_some() || square.owner.is_some();
        tile.is_wall = square.ground == Ground::Wall;
        tile.text = match (piece.map(|piece| piece.shape), square.ground) {
            (Some(Shape::Tile), _) => square.text.clone(),
            (Some(Shape::Block), _) => "1".into(),
            (Some(_), _) => piece.map(|piece| piece.name.clone()).unwrap_or_default(),
            (None, _) if tile.is_piece => "1".into(),
            (None, Ground::Wall) => "#".into(),
            (None, _) if !square.text.is_empty() => square.text.clone(),
            (None, _) => ".".into(),
        };
    }
    cells
}

/// The width of a cell in characters.
fn width(cells: &[Vec<Tile>]) -> usize {
    cells.iter().flatten().map(|tile| tile.text.chars().count()).max().unwrap_or(1)
}

/// The rows of a scene. Cells of one character stand side by side, wider ones with a space between.
pub fn picture(frame: &Frame, scene: &Scene) -> Vec<String> {
    let cells = tiles(frame, scene);
    let width = width(&cells);
    let gap = if width > 1 || frame.pieces.iter().any(|piece| piece.shape == Shape::Tile) {
        " "
    } else {
        ""
    };
    let row = |row: &Vec<Tile>| {
        let cells: Vec<String> = row.iter().map(|tile| format!("{:>width$}", tile.text)).collect();
        cells.join(gap)
    };
    cells.iter().map(row).collect()
}
