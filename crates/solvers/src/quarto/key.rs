//! A name in 58 bits for all boards that differ only by a relabelling of cells and pieces.
//!
//! The occupied cells are made smallest by one of the symmetries of the board; there are few such
//! sets, so a rank of at most 14 bits names them. Per attribute, what matters is which of the
//! occupied cells have it, up to exchanging its values and up to the order of the attributes: packed
//! to the occupied cells, the side without the last of them, sorted. With up to twelve pieces that
//! is 4 × 11 bits. Nothing is hashed away: equal keys mean equal boards.
//!
//! The idea is that of `Canonical` in the rules, on the same tables; only the layout differs. That
//! one needs 128 bits, for it also holds boards of more pieces and the hand; a table entry has 64.

use std::sync::LazyLock;

use plywood_games::quarto::{Board, Cell, Orbits};

/// The most pieces placed that a key can tell apart.
pub(super) const MOST_PLACED: u32 = 12;
/// Bits of a key.
pub(super) const KEY_BITS: u32 = 58;
const LANE: u32 = MOST_PLACED - 1;

/// By cell, one 16-bit lane an attribute: where the pieces with each attribute lie.
#[derive(Clone, Copy)]
pub(super) struct Planes {
    lanes: u64,
}

impl Planes {
    /// Those of a board.
    pub(super) fn new(board: &Board) -> Self {
        let lanes = (0..4).fold(0, |lanes, a| lanes | u64::from(board.plane(a)) << (16 * a));
        debug_assert_eq!(Cell::all_in(board.occupied()).count(), board.placed() as usize);
        Self { lanes }
    }

    /// With one more piece.
    #[inline]
    pub(super) fn place(self, piece: u32, cell: u32) -> Self {
        let code = u64::from(piece);
        let spread = (code | code << 15 | code << 30 | code << 45) & 0x0001_0001_0001_0001;
        Self { lanes: self.lanes | spread << cell }
    }
}

/// The tables behind the keys of one set of rules.
pub(super) struct Namer {
    orbits: &'static Orbits,
    /// By smallest set of occupied cells: its place among all of them.
    ranks: Vec<u16>,
    /// `packed[set][cells]`: the bits of `cells` within `set` moved together; eight cells at a time.
    packed: Vec<[u8; 256]>,
}

/// Keys where only lines win.
pub(super) static LINES_ONLY: LazyLock<Namer> = LazyLock::new(|| Namer::new(false));
/// Keys where squares win too.
pub(super) static WITH_SQUARES: LazyLock<Namer> = LazyLock::new(|| Namer::new(true));

impl Namer {
    fn new(squares: bool) -> Self {
        let orbits = Orbits::of(squares);
        // Ranks grow with the number of pieces, so that the larger of two keys is the later board.
        let mut smallest: Vec<u16> =
            (0..=u16::MAX).filter(|&cells| orbits.smallest(cells) == cells).collect();
        smallest.sort_by_key(|cells| cells.count_ones());
        let mut ranks = vec![0; 1 << 16];
        for (rank, &cells) in (0..).zip(&smallest) {
            ranks[usize::from(cells)] = rank;
        }
        let pack = |set: u8| std::array::from_fn(|cells| pack(cells as u8, set));
        Self { orbits, ranks, packed: (0..=u8::MAX).map(pack).collect() }
    }

    /// The smallest key of a board with this many pieces.
    pub(super) fn first_key(&self, placed: u32) -> u64 {
        let least = (1_u32 << placed) - 1;
        u64::from(self.ranks[usize::from(self.orbits.smallest(least as u16))]) << (4 * LANE)
    }

    /// The key of a board with at most [`MOST_PLACED`] pieces.
    pub(super) fn key(&self, occupied: u16, planes: Planes) -> u64 {
        debug_assert!(occupied.count_ones() <= MOST_PLACED);
        let smallest = self.orbits.smallest(occupied);
        let low = &self.packed[usize::from(smallest & 0xff)];
        let high = &self.packed[usize::from(smallest >> 8)];
        let shift = (smallest & 0xff).count_ones();
        let whole = (1_u32 << smallest.count_ones()) - 1;
        let lanes = self.orbits.smallest_lanes(occupied, |map, attribute| {
            let cells = map.apply((planes.lanes >> (16 * attribute)) as u16);
            let low = u32::from(low[usize::from(cells & 0xff)]);
            let lane = low | u32::from(high[usize::from(cells >> 8)]) << shift;
            lane.min(whole ^ lane)
        });
        let rank = self.ranks[usize::from(smallest)];
        lanes.iter().fold(u64::from(rank), |key, &lane| key << LANE | u64::from(lane))
    }
}

/// The bits of `cells` within `set`, moved together.
fn pack(cells: u8, set: u8) -> u8 {
    let within = (0..8).filter(|bit| set >> bit & 1 == 1);
    within.enumerate().fold(0, |packed, (to, from)| packed | (cells >> from & 1) << to)
}
