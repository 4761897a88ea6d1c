//! What presentations share: the questions moves are made of, and plain pieces.

use plywood_contract::{Message, Piece, Shape, message};

/// A piece of its owner's colour that fills one cell.
pub(crate) fn plain_piece(name: &str, label: Message, shape: Shape) -> Piece {
    let name = name.to_owned();
    Piece { name, label, shape, tone: None, small: false, hollow: false, ways: Vec::new() }
}

/// Asks for a piece from a tray.
pub(crate) fn which_piece() -> Message {
    message!("which-piece", "Which piece?")
}

/// Asks for the cell or cells a piece goes to.
pub(crate) fn which_place() -> Message {
    message!("which-place", "Where does it go?")
}

/// A pass in words.
pub(crate) fn pass() -> Message {
    message!("words-pass", "no move is possible: pass")
}

/// A piece on one cell, in words.
pub(crate) fn piece_on(piece: Message, cell: impl ToString) -> Message {
    message!("words-piece-on", "{piece} on {cell}", piece, cell = cell.to_string())
}
