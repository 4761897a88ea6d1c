//! Presentation of a game or a problem: pieces, squares, moves in parts, and highlights.
//!
//! Front ends draw these and know no rule. No search uses them.

use crate::{Game, Message, Notation, Problem, Refused, Seat};

/// A cell of the picture, row by row from the top left: row × columns + column.
pub type Spot = u16;

/// What never changes while a game goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// How many rows there are.
    pub rows: u8,
    /// How many columns there are.
    pub columns: u8,
    /// Whether row 1 is the lowest.
    pub bottom_up: bool,
    /// Whether a piece falls to the lowest free cell of its column, so that a move names a column.
    pub falls: bool,
    /// The kinds of pieces; scenes and moves refer to them by index.
    pub pieces: Vec<Piece>,
}

impl Frame {
    /// A cell's name: column letter and row number.
    pub fn cell_name(&self, at: Spot) -> String {
        let columns = u16::from(self.columns.max(1));
        let (row, column) = (at / columns, at % columns);
        let number = if self.bottom_up { u16::from(self.rows) - row } else { row + 1 };
        let letter = char::from(b'a' + (column % 26) as u8);
        format!("{letter}{number}")
    }
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in moves, and its symbol where only text can be drawn.
    pub name: String,
    /// Its name in words: "the tall white round hollow piece".
    pub label: Message,
    /// Its outline in one cell.
    pub shape: Shape,
    /// Its colour, unless that of its owner.
    pub tone: Option<Tone>,
    /// Drawn at half the size.
    pub small: bool,
    /// Drawn with a hole.
    pub hollow: bool,
    /// The ways it can lie, as cells (row, column) from the upper left corner of the rectangle around
    /// it; none for pieces of one cell.
    pub ways: Vec<Vec<(u8, u8)>>,
}

/// An outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Fills its cell; cells of one group are joined.
    Block,
    /// A circle.
    Disc,
    /// A square.
    Box,
    /// Two strokes.
    Cross,
    /// A chess knight.
    Knight,
    /// A plate with a text on it.
    Tile,
}

/// A colour that belongs to neither player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// A position as it looks now. Cells that are not listed are open and empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The cells with something on them.
    pub squares: Vec<Square>,
    /// The pieces left: one tray for each player, or one for both.
    pub trays: Vec<Tray>,
    /// The piece that must be placed now.
    pub hand: Option<u8>,
    /// Cells to highlight, with the reason.
    pub lights: Vec<Light>,
}

/// A cell with something on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// Which one.
    pub at: Spot,
    /// What it is made of.
    pub ground: Ground,
    /// The piece on it.
    pub piece: Option<u8>,
    /// Whose piece that is.
    pub owner: Option<Seat>,
    /// A number or a letter on it.
    pub text: String,
    /// Cells of the same group are one piece.
    pub group: Option<u16>,
}

/// What a cell is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// Nothing special.
    #[default]
    Open,
    /// Blocked.
    Wall,
    /// The start of a path.
    Start,
    /// The goal of a path.
    Goal,
    /// Costs this much to enter, 2 to 9.
    Rough(u8),
}

/// Pieces left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tray {
    /// Its player; none if both share it.
    pub owner: Option<Seat>,
    /// The kinds of pieces, and how many of each are left.
    pub left: Vec<(u8, u16)>,
}

/// Cells to highlight, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Light {
    /// What the cells are highlighted for.
    pub mark: Mark,
    /// Which cells.
    pub at: Vec<Spot>,
    /// Why: "all four round".
    pub why: Message,
}

/// What cells are highlighted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// They decided the game.
    Won,
    /// The player to move must or may begin here.
    Begin,
    /// A move here wins at once.
    Threat,
    /// A rule forbids them just now.
    Barred,
}

/// One choice of those that make up a move; menus and boards ask for them in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The question: "Which piece?".
    pub ask: Message,
    /// The piece chosen, if it is one from a tray.
    pub piece: Option<u8>,
    /// The cells chosen: all that the piece would cover, or the one cell meant.
    pub at: Vec<Spot>,
}

impl Part {
    /// A piece from a tray.
    pub const fn piece(ask: Message, piece: u8) -> Self {
        Self { ask, piece: Some(piece), at: Vec::new() }
    }

    /// Cells of the board.
    pub fn at(ask: Message, at: impl IntoIterator<Item = Spot>) -> Self {
        Self { ask, piece: None, at: at.into_iter().collect() }
    }
}

/// A game that can be shown.
///
/// Two legal moves of a position never have the same parts, so that the answers to all questions determine
/// one move.
pub trait Presented: Notation {
    /// What never changes.
    fn frame(&self) -> Frame;
    /// A position as it looks.
    fn scene(&self, position: &Self::Position) -> Scene;
    /// A legal move as the choices that make it, in the order they are asked; none for a pass.
    fn parts(&self, position: &Self::Position, step: Self::Move) -> Vec<Part>;
    /// A legal move in words: "the tall white round hollow piece on c2".
    fn words(&self, position: &Self::Position, step: Self::Move) -> Message;

    /// A legal move in a few letters, for lists and trees.
    fn short(&self, position: &Self::Position, step: Self::Move) -> String {
        self.move_text(position, step)
    }

    /// Side effects of a legal move, such as the number it removes.
    fn effects(&self, _position: &Self::Position, _step: Self::Move) -> Vec<Message> {
        Vec::new()
    }

    /// What the rules did before the first move, such as placing the knights.
    fn opening(&self) -> Vec<Message> {
        Vec::new()
    }

    /// How a player's points add up, where there are points: "89 squares and 15 for all pieces".
    fn tally(&self, _position: &Self::Position, _seat: Seat) -> Option<Message> {
        None
    }

    /// The cells that a player's next piece could cover, whoever's turn it is, in any order; empty for games
    /// that do not tell.
    fn reach(&self, _position: &Self::Position, _seat: Seat) -> Vec<Spot> {
        Vec::new()
    }
}

/// A problem that can be shown, read and written.
pub trait Shown: Problem {
    /// What never changes.
    fn frame(&self) -> Frame;
    /// A state as it looks.
    fn scene(&self, state: &Self::State) -> Scene;
    /// An action as the choices that make it.
    fn parts(&self, state: &Self::State, action: Self::Action) -> Vec<Part>;
    /// A state in one line.
    fn state_text(&self, state: &Self::State) -> String;
    /// An action's name.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String;
    /// Parses the problem.
    fn read(text: &str) -> Result<Self, Refused>
    where
        Self: Sized;
}

/// The forced pass: the move of a player who can only pass. No other code decides this.
pub fn forced_pass<G: Game>(game: &G, moves: &[G::Move]) -> Option<G::Move> {
    match *moves {
        [only] if game.is_pass(only) => Some(only),
        _ => None,
    }
}
