//! The rules of both games: which moves there are, what they lead to, who won.

use std::fmt;

use plywood_contract::{Game, Keyed, Seat};

use super::board::{Board, hand_key};
use super::pieces::{Cell, Piece};

/// The course's game: the mover takes any piece left and puts it on any empty cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quatro {
    /// Whether the nine 2×2 squares win as lines do.
    pub squares: bool,
}

/// A piece put on a cell: a move of quatro, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement(u8);

impl Placement {
    /// This piece on this cell.
    #[inline]
    pub const fn new(piece: Piece, cell: Cell) -> Self {
        Self(cell.number() << 4 | piece.code())
    }

    /// The piece.
    #[inline]
    pub const fn piece(self) -> Piece {
        Piece::new(self.0 & 15).expect("four bits name a piece")
    }

    /// The cell.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::new(self.0 >> 4).expect("four bits name a cell")
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.piece(), self.cell())
    }
}

impl Quatro {
    /// Whether the player to move can complete a line now.
    #[inline]
    pub const fn wins_at_once(board: &Board) -> bool {
        board.pieces_left() & board.threats().winning_pieces() != 0
    }
}

impl Game for Quatro {
    type Position = Board;
    type Move = Placement;
    type Undo = ();

    fn start(&self) -> Board {
        Board::empty(self.squares)
    }

    #[inline]
    fn turn(&self, board: &Board) -> Seat {
        seat_after(board.placed())
    }

    /// By cell in reading order, then by piece code.
    fn moves(&self, board: &Board, out: &mut Vec<Placement>) {
        if board.is_won() {
            return;
        }
        for cell in Cell::all_in(board.empty_cells()) {
            let pieces = Piece::all_in(board.pieces_left());
            out.extend(pieces.map(|piece| Placement::new(piece, cell)));
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, step: Placement) {
        debug_assert!(!board.is_won(), "the game is over");
        board.place(step.piece(), step.cell());
    }

    #[inline]
    fn undo(&self, board: &mut Board, step: Placement, (): ()) {
        board.remove(step.piece(), step.cell());
    }

    fn result(&self, board: &Board) -> Option<i32> {
        // The turn has passed on from whoever placed last.
        result(board, self.turn(board).other())
    }

    #[inline]
    fn count_moves(&self, board: &Board) -> u64 {
        let left = 16 - u64::from(board.placed());
        if board.is_won() { 0 } else { left * left }
    }
}

impl Keyed for Quatro {
    #[inline]
    fn key(&self, board: &Board) -> u64 {
        board.key()
    }
}

/// The official game: the opponent hands over the piece to be placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quarto {
    /// Whether the nine 2×2 squares win as lines do.
    pub squares: bool,
}

/// A board, and the piece that the player to move was handed.
///
/// With no piece in hand and the game not over, the turn only hands one over, as the opening does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces placed.
    pub board: Board,
    /// The piece to be placed now; it is not on the board. None after the end.
    pub hand: Option<Piece>,
}

impl Position {
    /// The pieces neither on the board nor in hand.
    #[inline]
    pub fn pieces_left(&self) -> u16 {
        self.board.pieces_left() & !self.hand.map_or(0, Piece::bit)
    }

    /// Whether placing the piece in hand on `cell` ends the game.
    #[inline]
    fn ends_at(&self, piece: Piece, cell: Cell) -> bool {
        self.board.placed() == 15 || self.board.winning_cells(piece) & cell.bit() != 0
    }
}

/// What a player does in one turn of quarto, in two bytes: place, hand over, or both.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    cell: u8,
    gives: u8,
}

impl Turn {
    /// Stands for no cell and no piece.
    const NONE: u8 = 16;

    /// The piece in hand to `cell`, and `gives` to the opponent.
    #[inline]
    pub fn new(cell: Option<Cell>, gives: Option<Piece>) -> Self {
        Self {
            cell: cell.map_or(Self::NONE, Cell::number),
            gives: gives.map_or(Self::NONE, Piece::code),
        }
    }

    /// Where the piece in hand goes; none when there is no piece in hand.
    #[inline]
    pub const fn cell(self) -> Option<Cell> {
        Cell::new(self.cell)
    }

    /// The piece handed over; none when the placement ends the game.
    #[inline]
    pub const fn gives(self) -> Option<Piece> {
        Piece::new(self.gives)
    }
}

/// The move text: `>6`, `b1>d` or `b1`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cell().map_or(Ok(()), |cell| write!(f, "{cell}"))?;
        self.gives().map_or(Ok(()), |piece| write!(f, ">{piece}"))
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Quarto {
    /// Whether the player to move can complete a line with the piece in hand.
    #[inline]
    pub fn wins_at_once(position: &Position) -> bool {
        position.hand.is_some_and(|piece| position.board.winning_cells(piece) != 0)
    }
}

impl Game for Quarto {
    type Position = Position;
    type Move = Turn;
    /// The piece that was in hand.
    type Undo = Option<Piece>;

    fn start(&self) -> Position {
        Position { board: Board::empty(self.squares), hand: None }
    }

    /// After the end, the player who placed last: that turn still lacks its handing over.
    #[inline]
    fn turn(&self, position: &Position) -> Seat {
        seat_after(position.board.placed() + u32::from(position.hand.is_some()))
    }

    /// By cell in reading order, then by the code of the piece handed over.
    fn moves(&self, position: &Position, out: &mut Vec<Turn>) {
        let left = position.pieces_left();
        let Some(hand) = position.hand else {
            if !position.board.is_won() {
                out.extend(Piece::all_in(left).map(|piece| Turn::new(None, Some(piece))));
            }
            return;
        };
        let wins = position.board.winning_cells(hand);
        for cell in Cell::all_in(position.board.empty_cells()) {
            if wins & cell.bit() != 0 || left == 0 {
                out.push(Turn::new(Some(cell), None));
            } else {
                out.extend(Piece::all_in(left).map(|piece| Turn::new(Some(cell), Some(piece))));
            }
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Turn) -> Option<Piece> {
        let hand = position.hand;
        debug_assert_eq!(hand.is_some(), step.cell().is_some());
        if let (Some(piece), Some(cell)) = (hand, step.cell()) {
            debug_assert_eq!(position.ends_at(piece, cell), step.gives().is_none());
            position.board.place(piece, cell);
        }
        position.hand = step.gives();
        hand
    }

    #[inline]
    fn undo(&self, position: &mut Position, step: Turn, hand: Option<Piece>) {
        if let (Some(piece), Some(cell)) = (hand, step.cell()) {
            position.board.remove(piece, cell);
        }
        position.hand = hand;
    }

    fn result(&self, position: &Position) -> Option<i32> {
        result(&position.board, self.turn(position))
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        let left = u64::from(position.pieces_left().count_ones());
        let Some(hand) = position.hand else {
            return if position.board.is_won() { 0 } else { left };
        };
        let wins = u64::from(position.board.winning_cells(hand).count_ones());
        let others = u64::from(position.board.empty_cells().count_ones()) - wins;
        wins + others * left.max(1)
    }
}

impl Keyed for Quarto {
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.board.key() ^ hand_key(position.hand)
    }
}

/// Player 1 when the count of pieces placed and in hand is even.
#[inline]
const fn seat_after(count: u32) -> Seat {
    if count.is_multiple_of(2) { Seat::One } else { Seat::Two }
}

/// What the game was worth to player 1, given who placed last.
fn result(board: &Board, placed_last: Seat) -> Option<i32> {
    match (board.is_won(), placed_last) {
        (true, Seat::One) => Some(1),
        (true, Seat::Two) => Some(-1),
        (false, _) => board.is_full().then_some(0),
    }
}
