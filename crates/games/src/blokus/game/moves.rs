//! The rules: which placements are legal, and what they lead to.

use plywood_contract::{Game, Keyed, Scored, Seat};

use super::position::{Blokus, Position};
use crate::blokus::{Cells, GRID, Piece, Placement, Side, Stock};

/// A piece put down, or a forced pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece on its anchor.
    Place(Placement),
    /// Nothing fits, but the opponent goes on.
    Pass,
}

/// What a move changed besides the turn.
#[derive(Clone, Debug)]
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
        for (piece, anchors) in position.placements(position.turn) {
            let place = |anchor| Move::Place(Placement::new(piece, anchor));
            out.extend(anchors.into_iter().map(place));
        }
        if out.len() == before && position.can_place(position.turn.other()) {
            out.push(Move::Pass);
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Move) -> Undo {
        let seat = position.turn;
        let undo = Undo { side: *position.side(seat), key: position.key };
        if let Move::Place(placement) = step {
            let cells = GRID.cover(placement.piece(), placement.anchor());
            debug_assert!((cells & !position.open(seat)).is_empty());
            position.duel.add(seat, cells);
            *stock_of(&mut position.left[seat.index()], placement.piece()) -= 1;
        }
        position.duel.hand_over();
        undo
    }

    #[inline]
    fn undo(&self, position: &mut Position, step: Move, undo: Undo) {
        position.duel.hand_over();
        if let Move::Place(placement) = step {
            let i = position.turn.index();
            position.duel.sides[i] = undo.side;
            *stock_of(&mut position.left[i], placement.piece()) += 1;
        }
        position.duel.key = undo.key;
    }

    fn is_pass(&self, step: Move) -> bool {
        step == Move::Pass
    }

    fn result(&self, position: &Position) -> Option<i32> {
        let is_over = !Seat::BOTH.into_iter().any(|seat| position.can_place(seat));
        let [one, two] = position.points();
        is_over.then_some(one as i32 - two as i32)
    }

    /// Population counts of the anchor sets: nothing is listed.
    fn count_moves(&self, position: &Position) -> u64 {
        let placements = position.placements(position.turn);
        match placements.iter().map(|(_, anchors)| u64::from(anchors.count())).sum() {
            0 => u64::from(position.can_place(position.turn.other())),
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

impl Position {
    /// The anchors at which each piece may go, whoever's turn it is. A few dozen shifts, no allocation.
    #[inline]
    pub fn placements(&self, seat: Seat) -> [(Piece, Cells); 4] {
        let (open, corners) = (self.open(seat), self.corners(seat));
        let left = self.left(seat);
        Piece::ALL.map(|piece| {
            let fits = left.of(piece) > 0;
            (piece, if fits { GRID.anchors(piece, open, corners) } else { Cells::EMPTY })
        })
    }

    /// Whether a player could place anything, whoever's turn it is.
    pub fn can_place(&self, seat: Seat) -> bool {
        self.placements(seat).iter().any(|(_, anchors)| !anchors.is_empty())
    }
}

fn stock_of(stock: &mut Stock, piece: Piece) -> &mut u32 {
    match piece {
        Piece::A => &mut stock.a,
        Piece::B => &mut stock.b,
        Piece::C1 | Piece::C2 => &mut stock.c,
    }
}
