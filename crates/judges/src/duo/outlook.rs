//! What a position looks like to the value net: counts for both sides, and the pieces they hold.
//!
//! About two microseconds: the placements of both sides are counted, not listed.

use plywood_contract::Seat;
use plywood_games::blokus::{Cells, GRID};
use plywood_games::duo::{N_PIECES, PIECE_SIZES, Position, fits, shapes};

/// Counts of one side.
const N_SIDE: usize = 22;
/// Counts of both, and what they share.
pub(super) const N_COUNTS: usize = 2 * N_SIDE + 2;
/// Yes-or-no features: pieces left and pieces that fit now, of both sides.
pub(super) const N_BITS: usize = 4 * N_PIECES;

/// A position as seen by the side to move.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    pub(super) counts: [f32; N_COUNTS],
    /// Pieces left and pieces that fit, the side to move's first, then the other's.
    pub(super) pieces: [u32; 4],
}

impl Outlook {
    /// The yes-or-no features that hold, by number.
    #[inline]
    pub(super) fn bits(&self) -> impl Iterator<Item = usize> {
        self.pieces.into_iter().enumerate().flat_map(|(i, mut set)| {
            std::iter::from_fn(move || {
                let piece = set.trailing_zeros() as usize;
                set &= set.wrapping_sub(1);
                (piece < N_PIECES).then_some(i * N_PIECES + piece)
            })
        })
    }
}

/// The pieces of a size, a bit each.
const fn pieces_of(size: u32) -> u32 {
    let (mut set, mut piece) = (0, 0);
    while piece < N_PIECES {
        if PIECE_SIZES[piece] == size {
            set |= 1 << piece;
        }
        piece += 1;
    }
    set
}

const FIVES: u32 = pieces_of(5);
const FOURS: u32 = pieces_of(4);
const THREES: u32 = pieces_of(3);
const SMALL: u32 = pieces_of(1) | pieces_of(2);

/// Looks at a position.
pub(super) fn look(position: &Position) -> Outlook {
    let seats = [position.turn(), position.turn().other()];
    let corners = seats.map(|seat| position.corners(seat));
    let open = seats.map(|seat| position.open(seat));
    let reached = [spreads(corners[0], open[0]), spreads(corners[1], open[1])];
    let firsts = firsts::<8>(corners, open);
    let points = position.points();
    let mut outlook = Outlook { counts: [0.0; N_COUNTS], pieces: [0; 4] };
    for i in 0..2 {
        let (seat, other) = (seats[i], open[1 - i]);
        let places = Places::count(position.left(seat), open[i], corners[i]);
        let [two, four, six] = reached[i];
        let left = position.left(seat);
        let n_of = |set: u32| set.count_ones() as f32;
        let many = |count: u32| (1.0 + count as f32).ln();
        let counts = [
            points[seat.index()] as f32,
            corners[i].count() as f32,
            two.count() as f32,
            four.count() as f32,
            six.count() as f32,
            (four & !other).count() as f32,
            (six & !other).count() as f32,
            many(places.by_size[1] + places.by_size[2]),
            (corners[i] & !other).count() as f32,
            many(places.by_size[5]),
            many(places.by_size[4]),
            many(places.by_size[3]),
            n_of(places.now & FIVES),
            n_of(places.now & FOURS),
            n_of(places.now & THREES),
            n_of(places.now & SMALL),
            n_of(places.ever & FIVES),
            n_of(places.ever & FOURS),
            n_of(left & FIVES),
            places.fives_ever as f32,
            firsts[i].count() as f32,
            (two & reached[1 - i][1]).count() as f32,
        ];
        outlook.counts[i * N_SIDE..(i + 1) * N_SIDE].copy_from_slice(&counts);
        outlook.pieces[2 * i] = left;
        outlook.pieces[2 * i + 1] = places.now;
    }
    outlook.counts[2 * N_SIDE] = (reached[0][1] & reached[1][1]).count() as f32;
    let placed = |seat: Seat| N_PIECES as u32 - position.left(seat).count_ones();
    outlook.counts[2 * N_SIDE + 1] = (placed(Seat::One) + placed(Seat::Two)) as f32;
    outlook
}

/// The cells within two, four and six steps of the corners.
#[inline]
pub(super) fn spreads(corners: Cells, open: Cells) -> [Cells; 3] {
    let spread = |set: Cells| set | GRID.edges(set) & open;
    let two = spread(spread(corners));
    let four = spread(spread(two));
    [two, four, spread(spread(four))]
}

/// The cells each side is the first to reach in some steps, the side to move first.
#[inline]
pub(super) fn firsts<const STEPS: usize>(
    [mut us, theirs]: [Cells; 2],
    open: [Cells; 2],
) -> [Cells; 2] {
    let mut them = theirs & !us;
    for _ in 0..STEPS {
        us |= GRID.edges(us) & open[0] & !them;
        them |= GRID.edges(them) & open[1] & !us;
    }
    [us, them]
}

/// How a side's pieces fit.
struct Places {
    /// Placements, by the piece's size.
    by_size: [u32; 6],
    /// The pieces that fit now.
    now: u32,
    /// The pieces that fit anywhere on open cells.
    ever: u32,
    /// The orientations of fives that do.
    fives_ever: u32,
}

impl Places {
    #[inline]
    fn count(left: u32, open: Cells, corners: Cells) -> Self {
        let mut places = Self { by_size: [0; 6], now: 0, ever: 0, fives_ever: 0 };
        let shapes = shapes();
        fits(left, open, corners, |shape, fits, touches| {
            if !fits.is_empty() {
                let piece = shapes[shape].piece;
                let size = PIECE_SIZES[piece] as usize;
                places.ever |= 1 << piece;
                places.fives_ever += u32::from(size == 5);
                let count = (fits & touches).count();
                places.by_size[size] += count;
                places.now |= u32::from(count > 0) << piece;
            }
            true
        });
        places
    }
}

#[cfg(test)]
mod tests {
    use plywood_contract::Game;
    use plywood_games::duo::{BlokusDuo, Move};

    use super::*;
    use crate::blokus::ground::tests::positions;

    #[test]
    fn placements_are_those_of_the_moves_listed() {
        for position in positions(&BlokusDuo, 3) {
            let mut moves = Vec::new();
            BlokusDuo.moves(&position, &mut moves);
            let (mut by_size, mut now) = ([0; 6], 0);
            for step in moves {
                let Move::Place { shape, .. } = step else { continue };
                let piece = shapes()[usize::from(shape)].piece;
                by_size[PIECE_SIZES[piece] as usize] += 1;
                now |= 1 << piece;
            }
            let turn = position.turn();
            let places =
                Places::count(position.left(turn), position.open(turn), position.corners(turn));
            assert_eq!((places.by_size, places.now), (by_size, now));
            let outlook = look(&position);
            let set = outlook.pieces.iter().map(|set| set.count_ones() as usize).sum::<usize>();
            assert_eq!(outlook.bits().count(), set);
            assert!(outlook.bits().all(|bit| bit < N_BITS));
        }
    }

    #[test]
    fn the_outlook_is_the_mover_s_and_turns_with_it() {
        for position in positions(&BlokusDuo, 2) {
            let mut passed = position.clone();
            BlokusDuo.play(&mut passed, Move::Pass);
            let (one, two) = (look(&position), look(&passed));
            // All but who reaches a cell first is the same, seen from the other side.
            for i in (0..N_SIDE).filter(|&i| i != 20) {
                assert_eq!(one.counts[i], two.counts[N_SIDE + i], "{i}");
            }
            assert_eq!([one.pieces[0], one.pieces[1]], [two.pieces[2], two.pieces[3]]);
        }
    }
}
