//! The rules: which placements are legal, and what they lead to.

use plywood_contract::{Game, Keyed, Scored, Seat};

use super::position::{Blokus, Cells, GRID, Position, TURN_KEY, cells_key};
use crate::blokus::{Piece, Placement, Side, Stock};

/// A piece put down, or a forced pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece on its anchor.
    Place(Placement),
    /// Nothing fits, but the opponent goes on.
    Pass,
}

/// What a move changed besides the turn.
#[derive(Debug)]
pub struct Undo {
    side: Side<4>,
    key: u64,
}

impl Game for Blokus {
    type Position = Position;
    type Move = Move;
    type Undo = Undo;

    fn start(&self) -> Position {
        Position::empty(Cells::EMPTY)
    }

    fn turn(&self, position: &Position) -> Seat {
        position.turn
    }

    /// By piece, `a`, `b`, `c1`, `c2`; within each row by row, left to right.
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let before = out.len();
        for (piece, anchors) in placements(position, position.turn) {
            let place = |anchor| Move::Place(Placement::new(piece, anchor));
            out.extend(anchors.into_iter().map(place));
        }
        if out.len() == before && can_place(position, position.turn.other()) {
            out.push(Move::Pass);
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Move) -> Undo {
        let seat = position.turn;
        let undo = Undo { side: position.sides[seat.index()], key: position.key };
        if let Move::Place(placement) = step {
            let cells = GRID.cover(placement.piece(), placement.anchor());
            debug_assert!((cells & position.sides[seat.index()].barred).is_empty());
            position.sides[seat.index()].add(cells, GRID);
            *stock_of(&mut position.left[seat.index()], placement.piece()) -= 1;
            position.key ^= cells_key(seat, cells);
        }
        position.turn = seat.other();
        position.key ^= TURN_KEY;
        undo
    }

    #[inline]
    fn undo(&self, position: &mut Position, step: Move, undo: Undo) {
        let seat = position.turn.other();
        position.turn = seat;
        position.key = undo.key;
        if let Move::Place(placement) = step {
            position.sides[seat.index()] = undo.side;
            *stock_of(&mut position.left[seat.index()], placement.piece()) += 1;
        }
    }

    fn result(&self, position: &Position) -> Option<i32> {
        let is_over = !Seat::BOTH.into_iter().any(|seat| can_place(position, seat));
        let [one, two] = position.points();
        is_over.then_some(one as i32 - two as i32)
    }

    /// Population counts of the anchor sets: nothing is listed.
    fn count_moves(&self, position: &Position) -> u64 {
        let placements = placements(position, position.turn);
        match placements.iter().map(|(_, anchors)| u64::from(anchors.count())).sum() {
            0 => u64::from(can_place(position, position.turn.other())),
            count => count,
        }
    }
}

impl Keyed for Blokus {
    fn key(&self, position: &Position) -> u64 {
        position.key
    }
}

impl Scored for Blokus {
    fn points(&self, position: &Position) -> [u32; 2] {
        position.points()
    }
}

/// The anchors at which each piece may go, whoever's turn it is. A few dozen shifts, no allocation.
#[inline]
fn placements(position: &Position, seat: Seat) -> [(Piece, Cells); 4] {
    let (side, other) = (&position.sides[seat.index()], &position.sides[seat.other().index()]);
    let open = side.open(other);
    let corners = side.reach & open;
    let left = position.left[seat.index()];
    Piece::ALL.map(|piece| {
        let fits = left.of(piece) > 0;
        (piece, if fits { GRID.anchors(piece, open, corners) } else { Cells::EMPTY })
    })
}

/// Whether a player could place anything.
pub(super) fn can_place(position: &Position, seat: Seat) -> bool {
    placements(position, seat).iter().any(|(_, anchors)| !anchors.is_empty())
}

fn stock_of(stock: &mut Stock, piece: Piece) -> &mut u32 {
    match piece {
        Piece::A => &mut stock.a,
        Piece::B => &mut stock.b,
        Piece::C1 | Piece::C2 => &mut stock.c,
    }
}
