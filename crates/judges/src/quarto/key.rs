//! A name in 58 bits for all boards that differ only by a relabelling of cells and pieces.
//!
//! The occupied cells are made smallest by one of the symmetries of the board; there are few such
//! sets, so a rank of at most 14 bits names them. Per attribute, what matters is which of the
//! occupied cells have it, up to exchanging its values and up to the order of the attributes: packed
//! to the occupied cells, the side without the last of them, sorted. With up to twelve pieces that
//! is 4 × 11 bits. Nothing is hashed away: equal keys mean equal boards.

use std::sync::LazyLock;

use plywood_games::quarto::{Board, Cell, cell_permutations};

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
    maps: Vec<Map>,
    /// By set of occupied cells.
    orbits: Vec<Orbit>,
    /// `packed[set][cells]`: the bits of `cells` within `set` moved together; eight cells at a time.
    packed: Vec<[u8; 256]>,
}

/// The smallest image of a set of cells.
#[derive(Clone, Copy)]
struct Orbit {
    smallest: u16,
    rank: u16,
    /// The permutations that lead there, as a set.
    carriers: u32,
}

/// A permutation that carries whole sets of cells, eight at a time.
struct Map {
    low: [u16; 256],
    high: [u16; 256],
}

/// Keys where only lines win.
pub(super) static LINES_ONLY: LazyLock<Namer> = LazyLock::new(|| Namer::new(false));
/// Keys where squares win too.
pub(super) static WITH_SQUARES: LazyLock<Namer> = LazyLock::new(|| Namer::new(true));

impl Namer {
    fn new(squares: bool) -> Self {
        let maps: Vec<_> = cell_permutations(squares).iter().map(Map::new).collect();
        let mut orbits: Vec<_> = (0..=u16::MAX).map(|cells| Orbit::new(cells, &maps)).collect();
        // Ranks grow with the number of pieces, so that the larger of two keys is the later board.
        let mut smallest: Vec<u16> =
            (0..=u16::MAX).filter(|&cells| orbits[usize::from(cells)].smallest == cells).collect();
        smallest.sort_by_key(|cells| cells.count_ones());
        for (rank, &cells) in (0..).zip(&smallest) {
            orbits[usize::from(cells)].rank = rank;
        }
        for i in 0..orbits.len() {
            orbits[i].rank = orbits[usize::from(orbits[i].smallest)].rank;
        }
        let pack = |set: u8| std::array::from_fn(|cells| pack(cells as u8, set));
        Self { maps, orbits, packed: (0..=u8::MAX).map(pack).collect() }
    }

    /// The key of a board with at most [`MOST_PLACED`] pieces.
    pub(super) fn key(&self, occupied: u16, planes: Planes) -> u64 {
        debug_assert!(occupied.count_ones() <= MOST_PLACED);
        let Orbit { smallest, rank, carriers } = self.orbits[usize::from(occupied)];
        let low = &self.packed[usize::from(smallest & 0xff)];
        let high = &self.packed[usize::from(smallest >> 8)];
        let shift = (smallest & 0xff).count_ones();
        let whole = (1_u32 << smallest.count_ones()) - 1;

        let mut best = [u32::MAX; 4];
        let mut rest = carriers;
        while rest != 0 {
            let map = &self.maps[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let lanes = std::array::from_fn(|attribute| {
                let cells = map.apply((planes.lanes >> (16 * attribute)) as u16);
                let low = u32::from(low[usize::from(cells & 0xff)]);
                let lane = low | u32::from(high[usize::from(cells >> 8)]) << shift;
                lane.min(whole ^ lane)
            });
            best = best.min(sorted(lanes));
        }
        best.iter().fold(u64::from(rank), |key, &lane| key << LANE | u64::from(lane))
    }
}

impl Orbit {
    fn new(cells: u16, maps: &[Map]) -> Self {
        let mut orbit = Self { smallest: u16::MAX, rank: 0, carriers: 0 };
        for (i, map) in maps.iter().enumerate() {
            let image = map.apply(cells);
            if image < orbit.smallest {
                orbit = Self { smallest: image, rank: 0, carriers: 0 };
            }
            if image == orbit.smallest {
                orbit.carriers |= 1 << i;
            }
        }
        orbit
    }
}

impl Map {
    fn new(permutation: &[u8; 16]) -> Self {
        let image = |set: usize| {
            let cells = (0..16).filter(|cell| set >> cell & 1 == 1);
            cells.fold(0, |image, cell| image | 1 << permutation[cell])
        };
        Self { low: std::array::from_fn(image), high: std::array::from_fn(|i| image(i << 8)) }
    }

    #[inline]
    fn apply(&self, cells: u16) -> u16 {
        self.low[usize::from(cells & 0xff)] | self.high[usize::from(cells >> 8)]
    }
}

/// The bits of `cells` within `set`, moved together.
fn pack(cells: u8, set: u8) -> u8 {
    let within = (0..8).filter(|bit| set >> bit & 1 == 1);
    within.enumerate().fold(0, |packed, (to, from)| packed | (cells >> from & 1) << to)
}

/// Four numbers in order, by a network of five comparisons.
#[inline]
fn sorted([a, b, c, d]: [u32; 4]) -> [u32; 4] {
    let (a, b) = (a.min(b), a.max(b));
    let (c, d) = (c.min(d), c.max(d));
    let (a, c) = (a.min(c), a.max(c));
    let (b, d) = (b.min(d), b.max(d));
    [a, b.min(c), b.max(c), d]
}
