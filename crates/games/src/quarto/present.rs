//! How quarto and quatro look: sixteen pieces by their attributes, one tray for both players, and
//! the lines that won.

use plywood_contract::{
    Frame, Light, Mark, Message, Part, Piece as Kind, Presented, Scene, Shape, Spot, Square, Tone,
    Tray, message,
};

use super::board::Board;
use super::moves::{Placement, Position, Quarto, Quatro, Turn};
use super::pieces::{Cell, Piece};
use crate::show::{piece_on, which_piece, which_place};

impl Presented for Quatro {
    fn frame(&self) -> Frame {
        frame()
    }

    fn scene(&self, board: &Board) -> Scene {
        scene(board, None)
    }

    fn parts(&self, _: &Board, step: Placement) -> Vec<Part> {
        vec![
            Part::piece(which_piece(), step.piece().code()),
            Part::at(which_place(), [spot(step.cell())]),
        ]
    }

    fn words(&self, _: &Board, step: Placement) -> Message {
        piece_on(label(step.piece()), step.cell())
    }
}

impl Presented for Quarto {
    fn frame(&self) -> Frame {
        frame()
    }

    fn scene(&self, position: &Position) -> Scene {
        scene(&position.board, position.hand)
    }

    fn parts(&self, _: &Position, step: Turn) -> Vec<Part> {
        let place = step.cell().map(|cell| Part::at(which_place(), [spot(cell)]));
        let ask = || message!("which-gift", "Which piece do you hand over?");
        let gift = step.gives().map(|piece| Part::piece(ask(), piece.code()));
        place.into_iter().chain(gift).collect()
    }

    fn words(&self, position: &Position, step: Turn) -> Message {
        let gift = step.gives().map(label);
        let placed = position.hand.zip(step.cell());
        match (placed.map(|(hand, cell)| piece_on(label(hand), cell)), gift) {
            (Some(placed), Some(gift)) => {
                message!("words-place-and-hand", "{placed}; hand over {gift}", placed, gift)
            }
            (Some(placed), None) => placed,
            (None, gift) => {
                let gift = gift.unwrap_or_else(which_piece);
                message!("words-hand", "hand over {gift}", gift)
            }
        }
    }
}

fn frame() -> Frame {
    let pieces = Piece::all_in(u16::MAX).map(kind).collect();
    Frame { rows: 4, columns: 4, pieces, ..Frame::default() }
}

fn kind(piece: Piece) -> Kind {
    Kind {
        name: piece.to_string(),
        label: label(piece),
        shape: if piece.has(2) { Shape::Box } else { Shape::Disc },
        tone: Some(if piece.has(0) { Tone::Dark } else { Tone::Light }),
        small: piece.has(1),
        hollow: !piece.has(3),
        ways: Vec::new(),
    }
}

fn scene(board: &Board, hand: Option<Piece>) -> Scene {
    let on = |cell: Cell| {
        let piece = board.piece_at(cell)?.code();
        Some(Square { at: spot(cell), piece: Some(piece), ..Square::default() })
    };
    let left = board.pieces_left() & !hand.map_or(0, Piece::bit);
    let left = Piece::all_in(left).map(|piece| (piece.code(), 1)).collect();
    Scene {
        squares: Cell::all_in(u16::MAX).filter_map(on).collect(),
        trays: vec![Tray { owner: None, left }],
        hand: hand.map(Piece::code),
        lights: board.won_lines().map(|line| won(board, line)).collect(),
    }
}

/// A line, or a square where squares win, whose four pieces share something: all they share.
fn won(board: &Board, line: u16) -> Light {
    let shared: Vec<Message> =
        board.shared(line).map(|(attribute, value)| all(attribute, value)).collect();
    let why = message!("light-shared", "all four {shared}", shared);
    Light { mark: Mark::Won, at: Cell::all_in(line).map(spot).collect(), why }
}

fn spot(cell: Cell) -> Spot {
    cell.number().into()
}

/// How a piece is called.
fn label(piece: Piece) -> Message {
    let [colour, height, shape, body] = std::array::from_fn(|i| one(i, piece.has(i)));
    message!(
        "quarto-label",
        "the {height} {colour} {shape} {body} piece",
        height,
        colour,
        shape,
        body
    )
}

/// An attribute of one piece; languages may say it otherwise of several.
fn one(attribute: usize, value: bool) -> Message {
    match (attribute, value) {
        (0, false) => message!("quarto-white", "white"),
        (0, true) => message!("quarto-black", "black"),
        (1, false) => message!("quarto-tall", "tall"),
        (1, true) => message!("quarto-short", "short"),
        (2, false) => message!("quarto-round", "round"),
        (2, true) => message!("quarto-square", "square"),
        (_, false) => message!("quarto-hollow", "hollow"),
        (_, true) => message!("quarto-solid", "solid"),
    }
}

/// An attribute that several pieces share.
fn all(attribute: usize, value: bool) -> Message {
    match (attribute, value) {
        (0, false) => message!("quarto-all-white", "white"),
        (0, true) => message!("quarto-all-black", "black"),
        (1, false) => message!("quarto-all-tall", "tall"),
        (1, true) => message!("quarto-all-short", "short"),
        (2, false) => message!("quarto-all-round", "round"),
        (2, true) => message!("quarto-all-square", "square"),
        (_, false) => message!("quarto-all-hollow", "hollow"),
        (_, true) => message!("quarto-all-solid", "solid"),
    }
}
