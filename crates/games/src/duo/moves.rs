//! The rules: which placements are legal, and what they lead to.
//!
//! All anchors of a shape are found at once. The open cells and the live corners are moved by each
//! of the fifteen offsets that occur in shapes, once per position; a shape fits where all its moved
//! open cells meet, and touches where one of its moved corners lies.

use std::sync::LazyLock;

use plywood_contract::{Game, Keyed, Scored, Seat};

use super::position::{BlokusDuo, Position, SINGLE, cover};
use super::shapes::{N_SHAPES, shapes};
use crate::blokus::{Cells, GRID, Side};

/// A shape put down, or a forced pass, in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A shape, by its place among all shapes, with the corner of its box on a cell.
    Place {
        /// The place among [`shapes`].
        shape: u8,
        /// The cell's number.
        anchor: u8,
    },
    /// Nothing fits, but the opponent goes on.
    Pass,
}

/// What a move changed besides the turn.
#[derive(Clone, Debug)]
pub struct Undo {
    side: Side<4>,
    left: u32,
    key: u64,
}

impl Game for BlokusDuo {
    type Position = Position;
    type Move = Move;
    type Undo = Undo;

    fn start(&self) -> Position {
        Position::empty()
    }

    fn turn(&self, position: &Position) -> Seat {
        position.turn
    }

    /// By piece in the order of the names, then by orientation, then row by row from row 1.
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let before = out.len();
        position.placements(position.turn, |shape, anchors| {
            let place = |anchor| Move::Place { shape: shape as u8, anchor: anchor as u8 };
            out.extend(anchors.into_iter().map(place));
            true
        });
        if out.len() == before && position.can_place(position.turn.other()) {
            out.push(Move::Pass);
        }
    }

    fn play(&self, position: &mut Position, step: Move) -> Undo {
        let seat = position.turn;
        let i = seat.index();
        let undo = Undo { side: *position.side(seat), left: position.left[i], key: position.key };
        if let Move::Place { shape, anchor } = step {
            let cells = cover(usize::from(shape), usize::from(anchor));
            debug_assert!((cells & !position.open(seat)).is_empty());
            let piece = 1 << shapes()[usize::from(shape)].piece;
            position.duel.add(seat, cells);
            position.left[i] &= !piece;
            if position.left[i] == 0 && piece == SINGLE {
                position.mark_single_last(seat);
            }
        }
        position.duel.hand_over();
        undo
    }

    fn undo(&self, position: &mut Position, step: Move, undo: Undo) {
        position.duel.hand_over();
        if let Move::Place { .. } = step {
            let i = position.turn.index();
            position.duel.sides[i] = undo.side;
            position.left[i] = undo.left;
            // It is set by the very last piece only, so before that it was not.
            position.single_last[i] = false;
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
        let mut count = 0;
        position.placements(position.turn, |_, anchors| {
            count += u64::from(anchors.count());
            true
        });
        if count == 0 { u64::from(position.can_place(position.turn.other())) } else { count }
    }
}

impl Keyed for BlokusDuo {
    fn key(&self, position: &Position) -> u64 {
        position.key
    }
}

impl Scored for BlokusDuo {
    fn points(&self, position: &Position) -> [u32; 2] {
        position.points()
    }
}

/// The offsets that occur in shapes, in the numbering of the grid; all within one word.
const OFFSETS: [u32; 15] = [0, 1, 2, 3, 4, 15, 16, 17, 18, 30, 31, 32, 45, 46, 60];

/// A shape as the search for anchors sees it.
#[derive(Clone, Copy)]
struct Pattern {
    /// The piece's bit.
    piece: u32,
    /// The places of its cells among [`OFFSETS`]; short pieces repeat their last one.
    cells: [u8; 5],
}

fn patterns() -> &'static [Pattern; N_SHAPES] {
    static PATTERNS: LazyLock<Box<[Pattern; N_SHAPES]>> = LazyLock::new(|| {
        let pattern = |i: usize| {
            let shape = &shapes()[i];
            let place = |&(row, column): &(usize, usize)| {
                let offset = GRID.index(row, column) as u32;
                let place = OFFSETS.iter().position(|&known| known == offset);
                place.expect("every offset of a shape is listed") as u8
            };
            let cells: Vec<u8> = shape.cells.iter().map(place).collect();
            let cells = std::array::from_fn(|i| cells[i.min(cells.len() - 1)]);
            Pattern { piece: 1 << shape.piece, cells }
        };
        Box::new(std::array::from_fn(pattern))
    });
    &PATTERNS
}

/// Calls `visit` with every shape of the pieces `left`, by its place among [`shapes`], and the anchors
/// at which it lies on `open` cells only and covers one of `corners`, until `visit` says no. About a
/// microsecond with all pieces left; nothing is allocated.
#[inline]
pub fn anchors(
    left: u32,
    open: Cells,
    corners: Cells,
    mut visit: impl FnMut(usize, Cells) -> bool,
) {
    if !corners.is_empty() {
        fits(left, open, corners, |shape, fits, touches| visit(shape, fits & touches));
    }
}

/// The same with the two conditions apart: the anchors at which a shape lies on `open` cells only, and
/// those at which it covers one of `corners`.
#[inline]
pub fn fits(
    left: u32,
    open: Cells,
    corners: Cells,
    mut visit: impl FnMut(usize, Cells, Cells) -> bool,
) {
    if left == 0 {
        return;
    }
    let moved = OFFSETS.map(|offset| (open >> offset, corners >> offset));
    for (shape, pattern) in patterns().iter().enumerate() {
        if pattern.piece & left == 0 {
            continue;
        }
        let [a, b, c, d, e] = pattern.cells.map(|cell| &moved[usize::from(cell)]);
        let fits = a.0 & b.0 & c.0 & d.0 & e.0;
        let touches = a.1 | b.1 | c.1 | d.1 | e.1;
        if !visit(shape, fits, touches) {
            return;
        }
    }
}

impl Position {
    /// Calls `visit` with every shape a player has left and the [`anchors`] at which it may go,
    /// whoever's turn it is, until `visit` says no.
    #[inline]
    pub fn placements(&self, seat: Seat, visit: impl FnMut(usize, Cells) -> bool) {
        anchors(self.left(seat), self.open(seat), self.corners(seat), visit);
    }

    /// Whether a player could place anything, whoever's turn it is.
    pub fn can_place(&self, seat: Seat) -> bool {
        if self.left(seat) & SINGLE != 0 {
            // The single square fits wherever anything does.
            return !self.corners(seat).is_empty();
        }
        let mut can = false;
        self.placements(seat, |_, anchors| {
            can = !anchors.is_empty();
            !can
        });
        can
    }
}
