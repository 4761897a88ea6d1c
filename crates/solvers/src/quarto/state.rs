//! The board as the search sees it: for every line, what all pieces on it have in common.
//!
//! An attribute value is one bit of a byte: bit `a` says that attribute `a` is set, bit `4 + a` that
//! it is not. What a line's pieces share is the *and* of their bytes. Lines that do not cross form a
//! family (rows, columns, diagonals; with squares four families more), and a family is one word of
//! sixteen bytes: each cell holds what the pieces on its line share. Placing a piece is one *and* per
//! family, and what would happen on each of the sixteen cells is found for all of them at once.

use std::sync::LazyLock;

use plywood_games::quarto::{Board, Cell, LINES, SQUARES};

/// Families of the ten lines.
pub(super) const FAMILIES: usize = 3;
/// Families when squares win too.
pub(super) const FAMILIES_WITH_SQUARES: usize = 7;

/// A one in every byte.
const BYTES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;

/// The attribute values of each piece.
static HAS: [u8; 16] = {
    let mut has = [0; 16];
    let mut piece = 0;
    while piece < 16 {
        has[piece as usize] = piece | (!piece & 15) << 4;
        piece += 1;
    }
    has
};

/// The same in every byte of a word.
static HAS_EVERYWHERE: [u128; 16] = {
    let mut words = [0; 16];
    let mut piece = 0;
    while piece < 16 {
        words[piece] = HAS[piece] as u128 * BYTES;
        piece += 1;
    }
    words
};

/// By set of dangerous attribute values: the pieces that have none of them.
static SAFE: [u16; 256] = {
    let mut safe = [0; 256];
    let mut danger = 0;
    while danger < 256 {
        let mut piece = 0;
        while piece < 16 {
            if HAS[piece] & danger as u8 == 0 {
                safe[danger] |= 1 << piece;
            }
            piece += 1;
        }
        danger += 1;
    }
    safe
};

/// The pieces that complete no line, given the attribute values that do.
#[inline]
pub(super) fn safe_pieces(danger: u8) -> u16 {
    SAFE[usize::from(danger)]
}

/// The attribute values of a piece.
#[inline]
pub(super) fn values(piece: u32) -> u8 {
    HAS[piece as usize & 15]
}

/// Pieces on cells. `F` is the number of families.
///
/// Invariant: nobody has completed a line.
#[derive(Clone, Copy)]
pub(super) struct State<const F: usize> {
    /// By family and cell: what the pieces on the cell's line share.
    shared: [u128; F],
    /// The cells that hold a piece.
    pub(super) occupied: u16,
    /// The pieces that are not on the board.
    pub(super) left: u16,
}

/// What can happen next on each cell; one byte a cell.
pub(super) struct Outlook {
    /// Attribute values that complete a line somewhere.
    pub(super) danger: u8,
    /// `danger` once the cell is taken, before what the piece on it adds.
    remains: u128,
    /// Attribute values that, placed there, turn a line of two into a line of three.
    builds: u128,
}

impl Outlook {
    /// The dangerous attribute values that remain once the cell is taken, and those that a piece
    /// placed there would add if it has them.
    #[inline]
    pub(super) fn at(&self, cell: u32) -> (u8, u8) {
        (
            self.remains.to_le_bytes()[cell as usize & 15],
            self.builds.to_le_bytes()[cell as usize & 15],
        )
    }

    /// By cell: the dangerous attribute values after `piece`, which completes no line, goes there.
    #[inline]
    pub(super) fn dangers_after(&self, piece: u32) -> [u8; 16] {
        (self.remains | self.builds & HAS_EVERYWHERE[piece as usize]).to_le_bytes()
    }
}

impl<const F: usize> State<F> {
    /// The same board.
    pub(super) fn new(board: &Board, rules: &Rules<F>) -> Self {
        let mut state = Self { shared: rules.lines, occupied: 0, left: u16::MAX };
        for cell in Cell::all_in(board.occupied()) {
            let piece = board.piece_at(cell).expect("the cell is occupied");
            state = state.place(rules, u32::from(piece.code()), u32::from(cell.number()));
        }
        state
    }

    /// This board with one more piece.
    #[inline]
    pub(super) fn place(&self, rules: &Rules<F>, piece: u32, cell: u32) -> Self {
        let has = HAS_EVERYWHERE[piece as usize];
        let others = &rules.others[cell as usize & 15];
        Self {
            shared: std::array::from_fn(|family| self.shared[family] & (others[family] | has)),
            occupied: self.occupied | 1 << cell,
            left: self.left & !(1 << piece),
        }
    }

    /// Whether no line can be completed any more. The pieces on a full line share nothing.
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        self.shared.iter().fold(0, |any, shared| any | shared) == 0
    }

    /// For each of the last two empty cells: the attribute values that complete a line there, and
    /// those that, placed there, leave a line to be completed on the other.
    #[inline]
    pub(super) fn last_two(&self, rules: &Rules<F>) -> [(u8, u8); 2] {
        let Chances { after_two, after_three } = &rules.chances[usize::from(self.occupied)];
        let (mut builds, mut completes) = (0, 0);
        for family in 0..F {
            builds |= self.shared[family] & after_two[family];
            completes |= self.shared[family] & after_three[family];
        }
        let empty = !self.occupied;
        let cells = [empty.trailing_zeros(), 15 - empty.leading_zeros()];
        let (builds, completes) = (builds.to_le_bytes(), completes.to_le_bytes());
        cells.map(|cell| (completes[cell as usize & 15], builds[cell as usize & 15]))
    }

    /// By cell: the attribute values that, placed there, turn a line of two into a line of three.
    #[inline]
    pub(super) fn builds(&self, rules: &Rules<F>) -> u128 {
        let after_two = &rules.chances[usize::from(self.occupied)].after_two;
        (0..F).fold(0, |builds, family| builds | self.shared[family] & after_two[family])
    }

    /// What can happen next. About a hundred operations on words, whatever the board.
    #[inline]
    pub(super) fn outlook(&self, rules: &Rules<F>) -> Outlook {
        let Chances { after_two, after_three } = &rules.chances[usize::from(self.occupied)];
        let (mut builds, mut completes) = (0, 0);
        for family in 0..F {
            builds |= self.shared[family] & after_two[family];
            completes |= self.shared[family] & after_three[family];
        }
        let (danger, twice) = once_and_twice(completes);
        // A value stays dangerous unless the cell taken was the only one for it.
        let only = completes & !(u128::from(twice) * BYTES);
        Outlook { danger, remains: (u128::from(danger) * BYTES) & !only, builds }
    }
}

/// The highest bit of every byte that shares a bit with `values`.
#[inline]
pub(super) fn bytes_with(bytes: u128, values: u8) -> u128 {
    let low = 0x7f * BYTES;
    let bytes = bytes & (u128::from(values) * BYTES);
    (((bytes & low) + low) | bytes) & !low
}

/// The bits that are set in at least one byte, and in at least two.
#[inline]
fn once_and_twice(bytes: u128) -> (u8, u8) {
    let (low, high) = (bytes as u64, (bytes >> 64) as u64);
    let (mut once, mut twice) = (low | high, low & high);
    for shift in [32, 16, 8] {
        twice |= twice >> shift | once & once >> shift;
        once |= once >> shift;
    }
    (once as u8, twice as u8)
}

/// Which lines there are, as words over the cells.
pub(super) struct Rules<const F: usize> {
    /// By family: all ones on the cells of its lines.
    lines: [u128; F],
    /// By cell and family: all ones on the cells that are not on the cell's line.
    others: [[u128; F]; 16],
    /// By set of occupied cells; six megabytes for the lines, of which a search touches little.
    chances: Vec<Chances<F>>,
}

/// By family, all ones on the empty cells whose line holds two or three pieces.
struct Chances<const F: usize> {
    after_two: [u128; F],
    after_three: [u128; F],
}

/// The rules without squares.
pub(super) static LINES_ONLY: LazyLock<Rules<FAMILIES>> = LazyLock::new(|| {
    let [a, b, c, d, e, f, g, h, i, j] = LINES;
    Rules::new([&[a, b, c, d], &[e, f, g, h], &[i, j]])
});

/// The rules with squares.
pub(super) static WITH_SQUARES: LazyLock<Rules<FAMILIES_WITH_SQUARES>> = LazyLock::new(|| {
    let [a, b, c, d, e, f, g, h, i, j] = LINES;
    let [k, l, m, n, o, p, q, r, s] = SQUARES;
    Rules::new([&[a, b, c, d], &[e, f, g, h], &[i, j], &[k, m, q, s], &[l, r], &[n, p], &[o]])
});

impl<const F: usize> Rules<F> {
    fn new(families: [&[u16]; F]) -> Self {
        let others = std::array::from_fn(|cell| {
            families.map(|lines| {
                let line = lines.iter().find(|&&line| line >> cell & 1 == 1);
                !line.map_or(0, |&line| widen(line))
            })
        });
        let chances = |occupied: u16| {
            let (mut after_two, mut after_three) = ([0; F], [0; F]);
            for (family, lines) in families.iter().enumerate() {
                let (mut two, mut three) = (0, 0);
                for &line in *lines {
                    match (line & occupied).count_ones() {
                        2 => two |= line & !occupied,
                        3 => three |= line & !occupied,
                        _ => {}
                    }
                }
                (after_two[family], after_three[family]) = (widen(two), widen(three));
            }
            Chances { after_two, after_three }
        };
        let lines = families.map(|lines| widen(lines.iter().fold(0, |cells, line| cells | line)));
        Self { lines, others, chances: (0..=u16::MAX).map(chances).collect() }
    }
}

/// All ones in the byte of every cell of the set.
fn widen(cells: u16) -> u128 {
    let [low, high] = cells.to_le_bytes().map(|cells| u128::from(WIDE[usize::from(cells)]));
    low | high << 64
}

/// The same for eight cells.
static WIDE: [u64; 256] = {
    let mut wide = [0; 256];
    let mut cells = 0;
    while cells < 256 {
        let mut cell = 0;
        while cell < 8 {
            if cells >> cell & 1 == 1 {
                wide[cells] |= 0xff << (8 * cell);
            }
            cell += 1;
        }
        cells += 1;
    }
    wide
};
