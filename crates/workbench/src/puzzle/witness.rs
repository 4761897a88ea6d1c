//! An independent check of a sequence of moves: the rules applied cell by cell, with no code shared with the
//! solver whose answers are checked.

use plywood_contract::{Message, message};
use plywood_games::blokus::{Piece, Stock};

use super::{Board, Cell};

/// What is wrong with a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WitnessError {
    /// The text is not a move.
    Text(String),
    /// A cell of the piece is blocked, covered or outside.
    DoesNotFit(String),
    /// The piece shares an edge with another.
    Edge(String),
    /// The piece touches no other, or the first one does not cover the start.
    Corner(String),
    /// The stock holds no more of this kind.
    Stock(String),
    /// The cells were counted wrongly.
    Cells {
        /// What was reported.
        said: u32,
        /// What the board shows.
        covered: u32,
    },
}

impl WitnessError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Text(text) => message!(
                "witness-text",
                "`{text}` is not a move: expected one as in b@a1",
                text = &**text
            ),
            Self::DoesNotFit(step) => {
                message!("witness-fit", "{step} does not fit", step = &**step)
            }
            Self::Edge(step) => {
                message!("witness-edge", "{step} shares an edge with an own piece", step = &**step)
            }
            Self::Corner(step) => message!(
                "witness-corner",
                "{step} touches no own piece at a corner, or is the first and does not cover a1",
                step = &**step
            ),
            Self::Stock(step) => {
                message!("witness-stock", "{step} is one more than the stock holds", step = &**step)
            }
            Self::Cells { said, covered } => message!(
                "witness-cells",
                "{said} cells were reported, but {covered} are covered",
                said = *said,
                covered = *covered
            ),
        }
    }
}

plywood_contract::explained!(WitnessError);

/// A move as text.
pub(super) fn move_text(piece: Piece, row: usize, column: usize) -> String {
    format!("{piece}@{}{}", (b'a' + column as u8) as char, row + 1)
}

/// Plays the moves and returns the board at the end, or says which move is illegal. Without a stock the pieces
/// are unlimited.
pub fn check_witness<T: AsRef<str>>(
    board: &Board,
    stock: Option<Stock>,
    moves: &[T],
) -> Result<Board, WitnessError> {
    let mut board = board.clone();
    let full = Stock::FULL;
    let left = board.stock_left().unwrap_or(full);
    let mut used = [full.a - left.a, full.b - left.b, full.c - left.c];
    let most = stock.map_or([u32::MAX; 3], |stock| [stock.a, stock.b, stock.c]);
    for text in moves.iter().map(AsRef::as_ref) {
        let (piece, row, column) = read(text).ok_or_else(|| WitnessError::Text(text.into()))?;
        let kind = match piece {
            Piece::A => 0,
            Piece::B => 1,
            Piece::C1 | Piece::C2 => 2,
        };
        used[kind] += 1;
        if used[kind] > most[kind] {
            return Err(WitnessError::Stock(text.into()));
        }
        lay(&mut board, piece, row, column, text)?;
    }
    Ok(board)
}

fn read(text: &str) -> Option<(Piece, isize, isize)> {
    let (piece, cell) = text.split_once('@')?;
    let (letter, number) = cell.split_at_checked(1)?;
    let column = letter.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
    let row: isize = number.parse().ok()?;
    Some((Piece::from_name(piece)?, row - 1, isize::from(column)))
}

fn lay(
    board: &mut Board,
    piece: Piece,
    row: isize,
    column: isize,
    text: &str,
) -> Result<(), WitnessError> {
    let cells: Vec<(isize, isize)> = piece
        .cells()
        .iter()
        .map(|&(down, right)| (row + isize::from(down), column + isize::from(right)))
        .collect();
    let at = |row: isize, column: isize| match (usize::try_from(row), usize::try_from(column)) {
        (Ok(row), Ok(column)) => board.cell(row, column),
        _ => Cell::Blocked,
    };
    let near = |steps: [(isize, isize); 4]| {
        cells.iter().any(|(row, column)| {
            steps.iter().any(|(down, right)| at(row + down, column + right) == Cell::Own)
        })
    };
    if cells.iter().any(|&(row, column)| at(row, column) != Cell::Empty) {
        return Err(WitnessError::DoesNotFit(text.into()));
    }
    if near([(-1, 0), (0, -1), (0, 1), (1, 0)]) {
        return Err(WitnessError::Edge(text.into()));
    }
    let is_joined = match board.count(Cell::Own) {
        0 => cells.contains(&(0, 0)),
        _ => near([(-1, -1), (-1, 1), (1, -1), (1, 1)]),
    };
    if !is_joined {
        return Err(WitnessError::Corner(text.into()));
    }
    for (row, column) in cells {
        board.set(row as usize, column as usize, Cell::Own);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_named() {
        let board: Board = "....\n.#..\n....\n....".parse().unwrap();
        let check = |moves: &[&str]| check_witness(&board, Some(Stock { a: 2, b: 1, c: 1 }), moves);
        assert_eq!(check(&["a@a1", "x@b2"]), Err(WitnessError::Text("x@b2".into())));
        assert_eq!(check(&["b@a1"]), Err(WitnessError::DoesNotFit("b@a1".into())));
        assert_eq!(check(&["a@d4"]), Err(WitnessError::Corner("a@d4".into())));
        assert_eq!(check(&["a@a1", "a@b1"]), Err(WitnessError::Edge("a@b1".into())));
        assert_eq!(check(&["a@a1", "a@c1"]), Err(WitnessError::Corner("a@c1".into())));
        assert_eq!(check(&["c2@a1"]), Err(WitnessError::DoesNotFit("c2@a1".into())));
        let board: Board = "....\n....\n....\n....".parse().unwrap();
        let stock = Some(Stock { a: 1, b: 1, c: 1 });
        let end = check_witness(&board, stock, &["b@a1", "b@c3"]).unwrap_err();
        assert_eq!(end, WitnessError::Stock("b@c3".into()));
        let end = check_witness(&board, None, &["b@a1", "b@c3"]).unwrap();
        assert_eq!(end.count(Cell::Own), 8);
    }
}
