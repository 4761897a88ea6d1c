//! Text forms: positions as fourteen rows, stocks and turn; moves as `b@a1` or a list of cells.

use plywood_contract::{Game, Notation, Refused, Seat};

use super::moves::{Move, can_place};
use super::position::{Blokus, Cells, GRID, Position, SIDE, STARTS, TURN_KEY, cells_key};
use crate::blokus::groups::Groups;
use crate::blokus::{Piece, Placement, Stock, cell_name, read_cell};

fn name(cell: usize) -> String {
    let (row, column) = GRID.place(cell);
    cell_name(row, column)
}

impl Notation for Blokus {
    fn position_text(&self, position: &Position) -> String {
        let symbol = |row, column| {
            let cell = GRID.index(row, column);
            match () {
                () if position.own(Seat::One).contains(cell) => '1',
                () if position.own(Seat::Two).contains(cell) => '2',
                () if position.blocked.contains(cell) => '#',
                () => '.',
            }
        };
        let row = |row| (0..SIDE).map(|column| symbol(row, column)).collect::<String>();
        let rows: Vec<String> = (0..SIDE).map(row).collect();
        let [one, two] = position.left;
        format!("{} {one} {two} {}", rows.join("/"), position.turn.number())
    }

    fn read_position(&self, text: &str) -> Result<Position, Refused> {
        if text.trim() == "startpos" {
            return Ok(self.start());
        }
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[rows, one, two, turn] = &fields[..] else {
            return Err(Refused::new(format!(
                "the position has {} fields: expected the board, two stocks and the turn",
                fields.len()
            )));
        };
        let cells = read_rows(rows)?;
        let turn = match turn {
            "1" => Seat::One,
            "2" => Seat::Two,
            other => return Err(Refused::new(format!("`{other}` is not a turn: expected 1 or 2"))),
        };
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
                return Err(Refused::new(format!(
                    "player {} cannot have {left} pieces left: the cells shown leave {truth}",
                    seat.number()
                )));
            }
            if !own.is_empty() {
                position.sides[seat.index()].add(own, GRID);
            }
            position.left[seat.index()] = left;
            position.key ^= cells_key(seat, own);
        }
        if turn == Seat::Two {
            position.turn = Seat::Two;
            position.key ^= TURN_KEY;
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
        let refuse = |reason: String| Refused::new(format!("`{}`: {reason}", clip(text)));
        let placement = match text.trim().to_ascii_lowercase().as_str() {
            "pass" => return read_pass(position).map_err(refuse),
            text if text.contains('@') => read_placement(text).map_err(refuse)?,
            text => read_cells(text).map_err(refuse)?,
        };
        match objection(position, placement) {
            None => Ok(Move::Place(placement)),
            Some(reason) => Err(refuse(reason)),
        }
    }
}

/// The start of a text, short enough for a message.
fn clip(text: &str) -> String {
    text.trim().chars().take(40).collect()
}

fn read_pass(position: &Position) -> Result<Move, String> {
    if can_place(position, position.turn) {
        return Err("nobody may pass while able to move".into());
    }
    if !can_place(position, position.turn.other()) {
        return Err("the game is over: neither side can move".into());
    }
    Ok(Move::Pass)
}

/// Reads `piece@anchor`, all cells on the board.
fn read_placement(text: &str) -> Result<Placement, String> {
    let (piece, anchor) = text.split_once('@').unwrap_or((text, ""));
    let piece = Piece::from_name(piece)
        .ok_or_else(|| format!("`{piece}` is not a piece: expected a, b, c1 or c2"))?;
    let (row, column) = read_cell(anchor, SIDE, SIDE)
        .ok_or_else(|| format!("`{anchor}` is not a cell: expected a1 to n14"))?;
    for &(down, right) in piece.cells() {
        let row = row.checked_add_signed(down.into()).filter(|&row| row < SIDE);
        let column = column.checked_add_signed(right.into()).filter(|&column| column < SIDE);
        if row.is_none() || column.is_none() {
            return Err(format!("a {piece} on {anchor} leaves the board"));
        }
    }
    Ok(Placement::new(piece, GRID.index(row, column)))
}

/// Reads a list of cells in any order.
fn read_cells(text: &str) -> Result<Placement, String> {
    let cell = |name: &str| {
        let expected = "expected piece@cell, cells such as a1,b1,a2,b2, or pass";
        read_cell(name.trim(), SIDE, SIDE)
            .ok_or_else(|| format!("`{name}` is not a cell: {expected}"))
    };
    let mut cells = text.split(',').take(8).map(cell).collect::<Result<Vec<_>, _>>()?;
    cells.sort_unstable();
    let (piece, (row, column)) =
        Piece::of_cells(&cells).ok_or("these cells are no piece: expected an a, b, c1 or c2")?;
    Ok(Placement::new(piece, GRID.index(row, column)))
}

/// Why the side to move may not place this, if so.
fn objection(position: &Position, placement: Placement) -> Option<String> {
    let seat = position.turn;
    let piece = placement.piece();
    if !Seat::BOTH.into_iter().any(|seat| can_place(position, seat)) {
        return Some("the game is over: neither side can move".into());
    }
    if position.left(seat).of(piece) == 0 {
        return Some(format!("player {} has no {} left", seat.number(), &piece.name()[..1]));
    }
    let cells: Vec<usize> = GRID.cover::<4>(piece, placement.anchor()).into_iter().collect();
    let other = position.side(seat.other());
    position.side(seat).objection(&cells, other, STARTS[seat.index()], GRID, name)
}

/// The marks of the 196 cells, row by row.
fn read_rows(text: &str) -> Result<Vec<u8>, Refused> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != SIDE {
        return Err(Refused::new(format!("the board has {} rows: expected {SIDE}", rows.len())));
    }
    let mut cells = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let count = row.chars().count();
        if count != SIDE {
            return Err(Refused::new(format!("row {} has {count} cells: expected {SIDE}", i + 1)));
        }
        if let Some((column, mark)) = row.char_indices().find(|(_, c)| !".12#".contains(*c)) {
            let cell = cell_name(i, column.min(SIDE - 1));
            return Err(Refused::new(format!(
                "{mark:?} at {cell} is not a cell: expected `.`, `1`, `2` or `#`"
            )));
        }
        cells.extend_from_slice(row.as_bytes());
    }
    Ok(cells)
}

fn read_stock(text: &str) -> Result<Stock, Refused> {
    let refused = || {
        Refused::new(format!(
            "`{}` is not a stock: expected a,b,c left, as in 10,10,15",
            clip(text)
        ))
    };
    let numbers: Option<Vec<u32>> = text.split(',').take(4).map(|n| n.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[a, b, c]) => Ok(Stock { a, b, c }),
        _ => Err(refused()),
    }
}

/// What the cells shown leave a player, or why they cannot be that player's pieces.
fn stock_on_board(cells: &[u8], seat: Seat) -> Result<Stock, Refused> {
    let mark = b'0' + seat.number() as u8;
    let owns = |at: usize| cells[at] == mark;
    let start = if seat == Seat::One { 0 } else { SIDE * SIDE - 1 };
    let groups = Groups { rows: SIDE, columns: SIDE, owns: &owns, start };
    groups.stock_left().map_err(|e| Refused::new(format!("player {}: {e}", seat.number())))
}
