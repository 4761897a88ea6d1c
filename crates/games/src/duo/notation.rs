//! Text forms: moves as lists of cells, as Blokus programs speak them; positions as fourteen rows from
//! row 14 down to row 1, the turn, and who placed the single square last of all.
//!
//! `<14 rows joined by '/'> <turn 1|2> <- | 1 | 2 | 12>`, cells `.`, `1` (black) and `2` (white).

use plywood_contract::{Game, Message, Notation, Refused, Seat, message};

use super::moves::Move;
use super::position::{ALL_PIECES, BlokusDuo, Position, STARTS, cover};
use super::shapes::{PIECE_NAMES, shapes};
use crate::blokus::duel_text::{
    clip, name, objection_to_move, objection_to_pass, read_rows, read_turn, rows_text,
};
use crate::blokus::{Cells, GRID, SIDE, cell_name, read_cell};

impl Notation for BlokusDuo {
    fn position_text(&self, position: &Position) -> String {
        // Row 1 is at the bottom and has number 0, so the common names of cells fit.
        let rows = rows_text(position, (0..SIDE).rev(), |_| '.');
        let single = match position.single_last {
            [false, false] => "-",
            [true, false] => "1",
            [false, true] => "2",
            [true, true] => "12",
        };
        format!("{rows} {} {single}", position.turn.number())
    }

    fn read_position(&self, text: &str) -> Result<Position, Refused> {
        if text.trim() == "startpos" {
            return Ok(self.start());
        }
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (rows, turn, single) = match fields[..] {
            [rows, turn] => (rows, turn, "-"),
            [rows, turn, single] => (rows, turn, single),
            _ => {
                let said = message!(
                    "duo-fields",
                    "the position has {count} fields: expected the board, the turn and who placed the single square last",
                    count = fields.len()
                );
                return Err(said.into());
            }
        };
        let rows = read_rows(rows, |i| SIDE - i, ".12")?;
        let owned = cells_of(&rows);
        let mut position = Position::empty();
        for seat in Seat::BOTH {
            let own = owned[seat.index()];
            position.left[seat.index()] = pieces_left(own, seat)?;
            if !own.is_empty() {
                position.duel.add(seat, own);
            }
        }
        if read_turn(turn)? == Seat::Two {
            position.duel.hand_over();
        }
        for seat in seats_named(single)? {
            if position.left(seat) != 0 {
                let said = message!(
                    "duo-single-not-last",
                    "player {player} has pieces left, so the single square was not the last of all",
                    player = seat
                );
                return Err(said.into());
            }
            position.mark_single_last(seat);
        }
        Ok(position)
    }

    fn move_text(&self, _position: &Position, step: Move) -> String {
        match step {
            Move::Pass => "pass".into(),
            Move::Place { shape, anchor } => {
                let cells = cover(shape.into(), anchor.into()).into_iter().map(name);
                cells.collect::<Vec<_>>().join(",")
            }
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Refused> {
        let refuse = |reason: Message| Refused::from(reason).about(clip(text));
        if text.trim().eq_ignore_ascii_case("pass") {
            let objection = objection_to_pass(position, |seat| position.can_place(seat));
            return objection.map_or(Ok(Move::Pass), |reason| Err(refuse(reason)));
        }
        let cells = read_cells(text).map_err(refuse)?;
        let Some((shape, anchor)) = shape_of(&cells) else {
            return Err(refuse(message!(
                "duo-no-piece",
                "these cells are not a piece: expected one of the 21 polyominoes"
            )));
        };
        match objection(position, shape, anchor) {
            Some(reason) => Err(refuse(reason)),
            None => Ok(Move::Place { shape: shape as u8, anchor: anchor as u8 }),
        }
    }
}

/// Reads distinct cells in any order and either case, as (row, column), row 1 first.
fn read_cells(text: &str) -> Result<Vec<(usize, usize)>, Message> {
    let cell = |name: &str| {
        read_cell(name.trim(), SIDE, SIDE).ok_or_else(|| {
            message!(
                "duo-cell",
                "`{text}` is not a cell: expected cells such as e9,e10,f10, or pass",
                text = clip(name)
            )
        })
    };
    let mut cells = text.split(',').take(8).map(cell).collect::<Result<Vec<_>, _>>()?;
    cells.sort_unstable();
    if let Some(twice) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
        let cell = cell_name(twice[0].0, twice[0].1);
        return Err(message!("duo-twice", "{cell} is named twice", cell));
    }
    Ok(cells)
}

/// The shape that covers exactly these cells, in order, and where its box begins.
fn shape_of(cells: &[(usize, usize)]) -> Option<(usize, usize)> {
    let row = cells.iter().map(|&(row, _)| row).min()?;
    let column = cells.iter().map(|&(_, column)| column).min()?;
    let cornered = cells.iter().map(|&(r, c)| (r - row, c - column));
    let shape =
        shapes().iter().position(|shape| shape.cells.iter().copied().eq(cornered.clone()))?;
    Some((shape, GRID.index(row, column)))
}

/// Why the side to move may not place this, if so.
fn objection(position: &Position, shape: usize, anchor: usize) -> Option<Message> {
    let seat = position.turn;
    let piece = shapes()[shape].piece;
    if let Some(reason) = objection_to_move(|seat| position.can_place(seat)) {
        return Some(reason);
    }
    if position.left(seat) >> piece & 1 == 0 {
        return Some(message!(
            "duo-placed",
            "player {player} has placed piece {piece} already",
            player = seat,
            piece = PIECE_NAMES[piece]
        ));
    }
    let cells: Vec<usize> = cover(shape, anchor).into_iter().collect();
    let other = position.side(seat.other());
    position.side(seat).objection(&cells, other, STARTS[seat.index()], GRID, name)
}

/// The cells of both players, row 14 first.
fn cells_of(rows: &[&str]) -> [Cells; 2] {
    let mut owned = [Cells::EMPTY; 2];
    for (row, marks) in rows.iter().rev().enumerate() {
        for (column, mark) in marks.bytes().enumerate() {
            if let Some(seat) = mark.checked_sub(b'1') {
                owned[usize::from(seat)].insert(GRID.index(row, column));
            }
        }
    }
    owned
}

fn seats_named(text: &str) -> Result<Vec<Seat>, Refused> {
    match text {
        "-" => Ok(vec![]),
        "1" => Ok(vec![Seat::One]),
        "2" => Ok(vec![Seat::Two]),
        "12" => Ok(vec![Seat::One, Seat::Two]),
        other => Err(message!(
            "duo-single",
            "`{text}` does not say who placed the single square last: expected -, 1, 2 or 12",
            text = clip(other)
        )
        .into()),
    }
}

/// What a player has left, or why the cells cannot be that player's pieces.
fn pieces_left(own: Cells, seat: Seat) -> Result<u32, Refused> {
    let mut left = ALL_PIECES;
    let mut rest = own;
    let mut pieces = Vec::new();
    while let Some(first) = rest.pop() {
        let piece = grow(Cells::cell(first), own, |set| GRID.edges(set));
        rest &= !piece;
        let cells: Vec<_> = piece.into_iter().map(|cell| GRID.place(cell)).collect();
        let shape = shape_of(&cells).map(|(shape, _)| shapes()[shape].piece);
        let shape = shape.ok_or_else(|| {
            message!(
                "duo-cells",
                "player {player}: the cells around {cell} are not a piece: expected one of the 21 polyominoes, and a player's pieces share no edge",
                player = seat,
                cell = name(first)
            )
        })?;
        if left >> shape & 1 == 0 {
            let said = message!(
                "duo-piece-twice",
                "player {player}: piece {piece} is on the board twice",
                player = seat,
                piece = PIECE_NAMES[shape]
            );
            return Err(said.into());
        }
        left &= !(1 << shape);
        pieces.push(piece);
    }
    let start = STARTS[seat.index()];
    if !own.is_empty() && !own.contains(start) {
        let said = message!(
            "duo-start",
            "player {player}: there are pieces, but none covers {cell}",
            player = seat,
            cell = name(start)
        );
        return Err(said.into());
    }
    let joined = grow(Cells::cell(start) & own, own, |set| GRID.edges(set) | GRID.diagonals(set));
    if let Some(lost) = (own & !joined).pop() {
        let said = message!(
            "duo-apart",
            "player {player}: the piece at {cell} is not joined to the first piece by pieces that touch corner to corner",
            player = seat,
            cell = name(lost)
        );
        return Err(said.into());
    }
    Ok(left)
}

/// Adds neighbours within `bounds` until there are none left.
fn grow(mut set: Cells, bounds: Cells, neighbours: impl Fn(Cells) -> Cells) -> Cells {
    loop {
        let more = (set | neighbours(set)) & bounds;
        if more == set {
            return set;
        }
        set = more;
    }
}
