//! The board as two words of 64 cells, and which discs turn over.

use plywood_contract::Seat;

/// Discs of both players, bit 8 × row + column, row by row from `a1`, top left; and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The discs of player 1, dark, and of player 2.
    pub(super) discs: [u64; 2],
    pub(super) turn: Seat,
}

/// All columns but the first and the last: a disc that turns over sideways lies on one of these.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const ALL: u64 = u64::MAX;

/// Across, down, and along both diagonals: how far the next cell is, and where discs can turn.
const STEPS: [(u32, u64); 4] = [(1, INNER), (8, ALL), (7, INNER), (9, INNER)];

/// The discs of a line that follow `from` without a gap, at most six.
#[inline]
fn run(from: u64, discs: u64, shifted: impl Fn(u64) -> u64) -> u64 {
    let mut run = discs & shifted(from);
    for _ in 0..5 {
        run |= discs & shifted(run);
    }
    run
}

/// The cells where a disc of `own` would turn over some of `other`: fills in eight directions,
/// no loop over cells.
#[inline]
pub fn legal(own: u64, other: u64) -> u64 {
    let mut cells = 0;
    for (step, mask) in STEPS {
        let discs = other & mask;
        cells |= run(own, discs, |set| set << step) << step;
        cells |= run(own, discs, |set| set >> step) >> step;
    }
    cells & !(own | other)
}

/// The discs of `other` that one of `own` on `cell` turns over.
#[inline]
pub fn turned(own: u64, other: u64, cell: u8) -> u64 {
    let from = 1 << cell;
    let mut turned = 0;
    for (step, mask) in STEPS {
        let discs = other & mask;
        let up = run(from, discs, |set| set << step);
        let down = run(from, discs, |set| set >> step);
        // A run turns over if an own disc stands behind it.
        if up << step & own != 0 {
            turned |= up;
        }
        if down >> step & own != 0 {
            turned |= down;
        }
    }
    turned
}

impl Position {
    /// The standard start: light on d4 and e5, dark on e4 and d5, dark to move.
    pub(super) const START: Self =
        Self { discs: [1 << 28 | 1 << 35, 1 << 27 | 1 << 36], turn: Seat::One };

    /// A player's discs, as a set.
    #[inline]
    pub fn discs(&self, seat: Seat) -> u64 {
        self.discs[seat.index()]
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The cells without a disc.
    #[inline]
    pub fn empty(&self) -> u64 {
        !(self.discs[0] | self.discs[1])
    }

    /// The cells where a player may place a disc, were it that player's turn.
    #[inline]
    pub fn targets(&self, seat: Seat) -> u64 {
        legal(self.discs(seat), self.discs(seat.other()))
    }
}
