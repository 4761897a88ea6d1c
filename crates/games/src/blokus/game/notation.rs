//! Text forms: positions as fourteen rows, stocks and turn; moves as `b@a1` or a list of cells.

use plywood_contract::{Game, Message, Notation, Refused, Seat, message};

use super::moves::Move;
use super::position::{Blokus, Position, STARTS};
use crate::blokus::duel_text::{
    clip, name, objection_to_move, objection_to_pass, read_rows, read_turn, rows_text,
};
use crate::blokus::groups::Groups;
use crate::blokus::{Cells, GRID, Piece, Placement, SIDE, Stock, read_cell};

impl Notation for Blokus {
    fn position_text(&self, position: &Position) -> String {
        let other = |cell| if position.blocked.contains(cell) { '#' } else { '.' };
        let rows = rows_text(position, 0..SIDE, other);
        let [one, two] = position.left;
        format!("{rows} {one} {two} {}", position.turn.number())
    }

    fn read_position(&self, text: &str) -> Result<Position, Refused> {
        if text.trim() == "startpos" {
            return Ok(self.start());
        }
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[rows, one, two, turn] = &fields[..] else {
            let said = message!(
                "blokus-fields",
                "the position has {count} fields: expected the board, two stocks and the turn",
                count = fields.len()
            );
            return Err(said.into());
        };
        let rows = read_rows(rows, |i| i + 1, ".12#")?;
        let cells: Vec<u8> = rows.concat().into_bytes();
        let turn = read_turn(turn)?;
        let marked = |mark: u8| {
            let places = cells.iter().enumerate().filter(|&(_, &cell)| cell == mark);
            let mut set = Cells::EMPTY;
            places.for_each(|(at, _)| set.insert(GRID.index(at / SIDE, at % SIDE)));
            set
        };
        let mut position = Position::empty(marked(b'#'));
        for (seat, stock) in [(Seat::One, one), (Seat::Two, two)] {
            let own = marked(b'0' + seat.number() as u8);
            let left = read_stock(stock)?;
            let truth = stock_on_board(&cells, seat)?;
            if left != truth {
                let said = message!(
                    "blokus-left",
                    "player {player} cannot have {left} pieces left: the cells shown leave {truth}",
                    player = seat,
                    left = left.to_string(),
                    truth = truth.to_string()
                );
                return Err(said.into());
            }
            if !own.is_empty() {
                position.duel.add(seat, own);
            }
            position.left[seat.index()] = left;
        }
        if turn == Seat::Two {
            position.duel.hand_over();
        }
        Ok(position)
    }

    fn move_text(&self, _position: &Position, step: Move) -> String {
        match step {
            Move::Pass => "pass".into(),
            Move::Place(placement) => format!("{}@{}", placement.piece(), name(placement.anchor())),
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Refused> {
        let refuse = |reason: Message| Refused::from(reason).about(clip(text));
        let placement = match text.trim().to_ascii_lowercase().as_str() {
            "pass" => {
                let objection = objection_to_pass(position, |seat| position.can_place(seat));
                return objection.map_or(Ok(Move::Pass), |reason| Err(refuse(reason)));
            }
            text if text.contains('@') => read_placement(text).map_err(refuse)?,
            text => read_cells(text).map_err(refuse)?,
        };
        match objection(position, placement) {
            None => Ok(Move::Place(placement)),
            Some(reason) => Err(refuse(reason)),
        }
    }
}

/// Reads `piece@anchor`, all cells on the board.
fn read_placement(text: &str) -> Result<Placement, Message> {
    let (piece, anchor) = text.split_once('@').unwrap_or((text, ""));
    let piece = Piece::from_name(piece).ok_or_else(|| {
        let text = clip(piece);
        message!("blokus-piece", "`{text}` is not a piece: expected a, b, c1 or c2", text)
    })?;
    let (row, column) = read_cell(anchor, SIDE, SIDE).ok_or_else(|| {
        let text = clip(anchor);
        message!("blokus-cell", "`{text}` is not a cell: expected a1 to n14", text)
    })?;
    for &(down, right) in piece.cells() {
        let row = row.checked_add_signed(down.into()).filter(|&row| row < SIDE);
        let column = column.checked_add_signed(right.into()).filter(|&column| column < SIDE);
        if row.is_none() || column.is_none() {
            return Err(message!(
                "blokus-leaves",
                "a {piece} on {cell} leaves the board",
                piece = piece.name(),
                cell = anchor
            ));
        }
    }
    Ok(Placement::new(piece, GRID.index(row, column)))
}

/// Reads a list of cells in any order.
fn read_cells(text: &str) -> Result<Placement, Message> {
    let cell = |name: &str| {
        read_cell(name.trim(), SIDE, SIDE).ok_or_else(|| {
            message!(
                "blokus-cells",
                "`{text}` is not a cell: expected piece@cell, cells such as a1,b1,a2,b2, or pass",
                text = clip(name)
            )
        })
    };
    let mut cells = text.split(',').take(8).map(cell).collect::<Result<Vec<_>, _>>()?;
    cells.sort_unstable();
    let (piece, (row, column)) = Piece::of_cells(&cells).ok_or_else(|| {
        message!("blokus-no-piece", "these cells are not a piece: expected an a, b, c1 or c2")
    })?;
    Ok(Placement::new(piece, GRID.index(row, column)))
}

/// Why the side to move may not place this, if that is so.
fn objection(position: &Position, placement: Placement) -> Option<Message> {
    let seat = position.turn;
    let piece = placement.piece();
    if let Some(reason) = objection_to_move(|seat| position.can_place(seat)) {
        return Some(reason);
    }
    if position.left(seat).of(piece) == 0 {
        return Some(message!(
            "blokus-none-left",
            "player {player} has no {piece} left",
            player = seat,
            piece = &piece.name()[..1]
        ));
    }
    let cells: Vec<usize> = GRID.cover::<4>(piece, placement.anchor()).into_iter().collect();
    let other = position.side(seat.other());
    position.side(seat).objection(&cells, other, STARTS[seat.index()], GRID, name)
}

fn read_stock(text: &str) -> Result<Stock, Refused> {
    let refused = || {
        let text = clip(text);
        message!(
            "blokus-stock",
            "`{text}` is not a stock: expected a,b,c left, as in 10,10,15",
            text
        )
        .into()
    };
    let numbers: Option<Vec<u32>> = text.split(',').take(4).map(|n| n.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[a, b, c]) => Ok(Stock { a, b, c }),
        _ => Err(refused()),
    }
}

/// The stock left according to the cells shown, or why they cannot be that player's pieces.
fn stock_on_board(cells: &[u8], seat: Seat) -> Result<Stock, Refused> {
    let mark = b'0' + seat.number() as u8;
    let owns = |at: usize| cells[at] == mark;
    let start = if seat == Seat::One { 0 } else { SIDE * SIDE - 1 };
    let groups = Groups { rows: SIDE, columns: SIDE, owns: &owns, start };
    groups.stock_left().map_err(|e| {
        message!("blokus-player", "player {player}: {reason}", player = seat, reason = e).into()
    })
}
