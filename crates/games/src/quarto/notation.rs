//! Text forms: positions as `a..c/..57/...0/34.. 6`, moves as `6@b1`, `>6`, `b1>d` and `b1`.

use plywood_contract::{Game, Message, Notation, Refused, Seat, message};

use super::board::{Board, line_name};
use super::moves::{Placement, Position, Quarto, Quatro, Turn};
use super::pieces::{Cell, Piece};

fn refuse<T>(reason: Message) -> Result<T, Refused> {
    Err(reason.into())
}

impl Notation for Quatro {
    fn position_text(&self, board: &Board) -> String {
        format!("{} -", board_text(board))
    }

    fn read_position(&self, text: &str) -> Result<Board, Refused> {
        let (board, hand) = read_fields(text, self.squares)?;
        match hand {
            None => Ok(board),
            Some(piece) => refuse(message!(
                "quatro-in-hand",
                "`{piece}` cannot be in hand: in quatro the mover takes a piece, expected `-`",
                piece
            )),
        }
    }

    fn move_text(&self, _: &Board, step: Placement) -> String {
        format!("{step:?}")
    }

    fn read_move(&self, board: &Board, text: &str) -> Result<Placement, Refused> {
        let text = text.trim();
        let wrong = |reason: Refused| reason.about(clip(text));
        check_going_on(board, self.turn(board).other()).map_err(wrong)?;
        let (piece, cell) = text.split_once('@').ok_or_else(|| {
            wrong(
                message!(
                    "quatro-no-move",
                    "this is not a move: expected a piece and a cell, as `6@b1`"
                )
                .into(),
            )
        })?;
        let piece = read_piece(piece).map_err(wrong)?;
        let cell = read_cell(cell).map_err(wrong)?;
        if let Some(cell) = board.cell_of(piece) {
            return refuse(message!(
                "quarto-piece-on-board",
                "piece {piece} is already on the board at {cell}",
                piece,
                cell
            ))
            .map_err(wrong);
        }
        check_empty(board, cell).map_err(wrong)?;
        Ok(Placement::new(piece, cell))
    }
}

impl Notation for Quarto {
    fn position_text(&self, position: &Position) -> String {
        let hand = position.hand.map_or_else(|| "-".to_owned(), |piece| piece.to_string());
        format!("{} {hand}", board_text(&position.board))
    }

    /// `-` in hand is read on any board: the player to move then only hands over, as in the opening.
    fn read_position(&self, text: &str) -> Result<Position, Refused> {
        let (board, hand) = read_fields(text, self.squares)?;
        let Some(piece) = hand else {
            return Ok(Position { board, hand });
        };
        if let Some(cell) = board.cell_of(piece) {
            return refuse(message!(
                "quarto-hand-on-board",
                "piece {piece} cannot be in hand: it is already on the board at {cell}",
                piece,
                cell
            ));
        }
        if let Some(line) = board.won_lines().next() {
            return refuse(message!(
                "quarto-hand-after-end",
                "`{piece}` cannot be in hand: the line {line} has ended the game, expected `-`",
                piece,
                line = line_name(line)
            ));
        }
        Ok(Position { board, hand })
    }

    fn move_text(&self, _: &Position, step: Turn) -> String {
        step.to_string()
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Turn, Refused> {
        let text = text.trim();
        check_going_on(&position.board, self.turn(position))
            .and_then(|()| match position.hand {
                None => read_opening(position, text),
                Some(hand) => read_turn(position, hand, text),
            })
            .map_err(|reason| reason.about(clip(text)))
    }
}

/// A turn that only hands over.
fn read_opening(position: &Position, text: &str) -> Result<Turn, Refused> {
    let Some((cell, piece)) = text.split_once('>') else {
        return refuse(message!(
            "quarto-hand-empty",
            "there is no piece in hand to place: expected only a piece to hand over, as `>6`"
        ));
    };
    if !cell.is_empty() {
        return refuse(message!(
            "quarto-hand-empty-cell",
            "there is no piece in hand to place on `{cell}`: expected only a piece to hand over, as `>6`",
            cell = clip(cell)
        ));
    }
    let piece = read_piece(piece)?;
    check_handed(position, piece)?;
    Ok(Turn::new(None, Some(piece)))
}

/// A turn that places the piece in hand and, unless that ends the game, hands over the next.
fn read_turn(position: &Position, hand: Piece, text: &str) -> Result<Turn, Refused> {
    let (cell, gives) = match text.split_once('>') {
        Some((cell, piece)) => (cell, Some(piece)),
        None => (text, None),
    };
    let next = Piece::all_in(position.pieces_left()).next();
    if cell.is_empty() {
        let empty = Cell::all_in(position.board.empty_cells()).next().map(|cell| {
            let wins = position.board.winning_cells(hand) & cell.bit() != 0;
            Turn::new(Some(cell), next.filter(|_| !wins)).to_string()
        });
        let example = empty.unwrap_or_default();
        return refuse(message!(
            "quarto-must-place",
            "piece {hand} is in hand and must be placed: expected `{example}`",
            hand,
            example
        ));
    }
    let cell = read_cell(cell)?;
    check_empty(&position.board, cell)?;
    let wins = position.board.winning_cells(hand) & cell.bit() != 0;
    match (gives, next) {
        (None, Some(next)) if !wins => refuse(message!(
            "quarto-must-hand-over",
            "the move must hand over a piece: expected `{example}`",
            example = format!("{cell}>{next}")
        )),
        (None, _) => Ok(Turn::new(Some(cell), None)),
        (Some(_), _) if wins => refuse(message!(
            "quarto-wins",
            "piece {hand} on {cell} completes a line and wins, so nothing is handed over: expected `{cell}`",
            hand,
            cell
        )),
        (Some(_), None) => refuse(message!(
            "quarto-none-left",
            "no piece is left to hand over: expected `{cell}`",
            cell
        )),
        (Some(gives), Some(_)) => {
            let piece = read_piece(gives)?;
            check_handed(position, piece)?;
            Ok(Turn::new(Some(cell), Some(piece)))
        }
    }
}

/// A finished game has no moves, and the refusal says why.
fn check_going_on(board: &Board, placed_last: Seat) -> Result<(), Refused> {
    if board.is_won() {
        return refuse(message!(
            "quarto-over-line",
            "the game is over: player {player} has a line",
            player = placed_last
        ));
    }
    if board.is_full() {
        return refuse(message!(
            "quarto-over-draw",
            "the game is over: all sixteen pieces are placed, it is a draw"
        ));
    }
    Ok(())
}

fn check_handed(position: &Position, piece: Piece) -> Result<(), Refused> {
    if position.hand == Some(piece) {
        return refuse(message!(
            "quarto-hand-over-hand",
            "piece {piece} cannot be handed over: it is the one in hand, to be placed now",
            piece
        ));
    }
    match position.board.cell_of(piece) {
        Some(cell) => refuse(message!(
            "quarto-hand-over-placed",
            "piece {piece} cannot be handed over: it is already on the board at {cell}",
            piece,
            cell
        )),
        None => Ok(()),
    }
}

fn check_empty(board: &Board, cell: Cell) -> Result<(), Refused> {
    match board.piece_at(cell) {
        Some(piece) => refuse(message!(
            "quarto-occupied",
            "cell {cell} is occupied by piece {piece}",
            cell,
            piece
        )),
        None => Ok(()),
    }
}

fn read_piece(text: &str) -> Result<Piece, Refused> {
    let mut letters = text.chars();
    let piece = letters.next().and_then(Piece::from_digit).filter(|_| letters.next().is_none());
    piece.ok_or_else(|| {
        let text = clip(text);
        message!("quarto-piece", "`{text}` is not a piece: expected a hex digit from 0 to f", text)
            .into()
    })
}

fn read_cell(text: &str) -> Result<Cell, Refused> {
    Cell::from_name(text).ok_or_else(|| {
        message!(
            "quarto-cell",
            "`{text}` is not a cell: expected a column a to d and a row 1 to 4, as `b1`",
            text = clip(text)
        )
        .into()
    })
}

fn board_text(board: &Board) -> String {
    let mut text = String::with_capacity(19);
    for cell in Cell::all_in(u16::MAX) {
        if cell.number() % 4 == 0 && cell.number() > 0 {
            text.push('/');
        }
        match board.piece_at(cell) {
            Some(piece) => text.push_str(&piece.to_string()),
            None => text.push('.'),
        }
    }
    text
}

/// The board and the piece in hand, each right by itself.
fn read_fields(text: &str, squares: bool) -> Result<(Board, Option<Piece>), Refused> {
    let fields: Vec<_> = text.split_whitespace().collect();
    let &[board, hand] = &fields[..] else {
        return refuse(message!(
            "quarto-parts",
            "a position has two parts, the board and the piece in hand, as `a..c/..57/...0/34.. 6`: there are {count}",
            count = fields.len()
        ));
    };
    let board = read_board(board, squares)?;
    let hand = match hand {
        "-" => None,
        digit => Some(read_piece(digit).map_err(|_| {
            message!(
                "quarto-no-hand",
                "`{text}` is not a piece in hand: expected a hex digit from 0 to f, or `-` for none",
                text = clip(digit)
            )
        })?),
    };
    Ok((board, hand))
}

fn read_board(text: &str, squares: bool) -> Result<Board, Refused> {
    let rows: Vec<_> = text.split('/').collect();
    if rows.len() != 4 {
        let count = rows.len();
        return refuse(message!(
            "board-rows-joined",
            "the board has {count} rows: expected {expected}, joined by `/`",
            count,
            expected = 4
        ));
    }
    let mut board = Board::empty(squares);
    for (row, cells) in (0..).zip(rows) {
        let count = cells.chars().count();
        if count != 4 {
            return refuse(message!(
                "quarto-row",
                "row {row}, `{text}`, has {count} cells: expected 4",
                row = row + 1,
                text = clip(cells),
                count
            ));
        }
        for (column, symbol) in (0..).zip(cells.chars()) {
            let cell = Cell::at(row, column).expect("four rows of four were counted");
            put(&mut board, symbol, cell)?;
        }
    }
    check_lines(&board)?;
    Ok(board)
}

/// Puts what a symbol means on a cell.
fn put(board: &mut Board, symbol: char, cell: Cell) -> Result<(), Refused> {
    if symbol == '.' {
        return Ok(());
    }
    let Some(piece) = Piece::from_digit(symbol) else {
        return refuse(message!(
            "quarto-symbol",
            "{mark} at {cell} is not a piece: expected a hex digit from 0 to f, or `.` for none",
            mark = format!("{symbol:?}"),
            cell
        ));
    };
    if let Some(first) = board.cell_of(piece) {
        return refuse(message!(
            "quarto-twice",
            "piece {piece} is at {first} and again at {cell}: there is one of each",
            piece,
            first,
            cell
        ));
    }
    board.place(piece, cell);
    Ok(())
}

/// The first line ends the game, so whatever lines there are were completed by the last piece
/// placed, and it lies on all of them.
fn check_lines(board: &Board) -> Result<(), Refused> {
    let lines: Vec<u16> = board.won_lines().collect();
    if lines.is_empty() || lines.iter().fold(u16::MAX, |common, line| common & line) != 0 {
        return Ok(());
    }
    let names: Vec<_> = lines.into_iter().map(line_name).collect();
    refuse(message!(
        "quarto-lines",
        "the complete lines {lines} have no cell in common: the game ended before the last of them",
        lines = names
    ))
}

/// The start of a text, short enough for a message.
fn clip(text: &str) -> String {
    let mut short: String = text.chars().take(24).collect();
    if text.chars().count() > 24 {
        short.push('…');
    }
    short
}
