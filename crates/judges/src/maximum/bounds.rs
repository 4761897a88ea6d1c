//! How many cells can still come, at most, from every profile before every cell.
//!
//! The relaxation forgets that pieces must hang together; what is left is solved exactly by dynamic
//! programming from the last cell backwards. The stock enters by Lagrange's multipliers: a piece is
//! worth its cells less a price, and what is left of the stock is bought back at that price. Whatever
//! the prices, the value is an upper bound.
//!
//! A layer is a matrix over the words of the half being scanned and those of the other half. It holds,
//! in a byte, how far a profile stays below a common top. A choice mostly leaves the other half alone,
//! and then a whole row follows from another by one addition and one minimum, many bytes at a time.
//! A byte that is full says "at least so far below", which is still a bound, and all that is said of
//! a profile that cannot be completed.

use std::cmp::Reverse;

use plywood_contract::Stop;
use plywood_games::blokus::Piece;

use super::layers::{Layers, Map, Move, NEVER};
use super::profile::Choice;
use super::region::Region;
use super::watch::Watch;

/// Values are counted in quarters of a cell.
pub(super) const UNIT: i32 = 4;

/// What a piece of each kind costs, in [`UNIT`]s: `a`, `b` and `c`.
pub(super) type Prices = [i32; 3];

/// What a choice adds at these prices.
fn worth(choice: Choice, prices: Prices) -> i32 {
    match choice {
        Choice::Empty | Choice::Fill => 0,
        Choice::Begin(piece) => value(piece, prices),
    }
}

/// What a piece adds at these prices.
pub(super) fn value(piece: Piece, prices: Prices) -> i32 {
    UNIT * piece.size() as i32 - prices[kind(piece)]
}

/// What the rest of a stock is worth.
#[inline]
pub(super) fn refund(prices: Prices, stock: [u32; 3], used: [u8; 3]) -> i32 {
    let left = |kind: usize| stock[kind] as i32 - i32::from(used[kind]);
    let paid = (0..3).filter(|&kind| prices[kind] != 0);
    paid.map(|kind| prices[kind] * left(kind)).sum()
}

/// A layer's bounds.
#[derive(Default)]
struct Matrix {
    /// From here the bytes count down.
    top: i32,
    /// The smallest byte.
    least: u8,
    /// Which half counts the rows.
    side: usize,
    width: usize,
    /// How far below the top each profile stays.
    below: Vec<u8>,
}

/// How much is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// The bounds before every cell.
    All,
    /// Those before the first cell of each row, where all would be too much.
    Rows,
}

impl Keep {
    fn keeps(self, layers: &Layers, layer: usize) -> bool {
        self == Self::All || layer.is_multiple_of(layers.columns)
    }

    /// How many bytes are held on the way and in the end.
    pub(super) fn bytes(self, layers: &Layers) -> u64 {
        let sizes = |keep: Self| {
            let kept = (0..layers.layers.len()).filter(move |&layer| keep.keeps(layers, layer));
            kept.map(|layer| layers.size(layer) as u64)
        };
        sizes(self).sum::<u64>() + 5 * sizes(Self::All).max().unwrap_or(0)
    }
}

/// Upper bounds for every profile.
pub(super) struct Bounds {
    pub(super) prices: Prices,
    layers: Vec<Option<Matrix>>,
}

impl Bounds {
    /// Solves the relaxation at these prices.
    pub(super) fn new(
        layers: &Layers,
        prices: Prices,
        keep: Keep,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stop> {
        let last = layers.layers.len() - 1;
        let mut kept = Vec::with_capacity(last + 1);
        // The layers one and two steps ahead, and with rows and columns exchanged where needed.
        let mut ahead: [Option<Matrix>; 2] = [None, None];
        let mut exchanged = [Matrix::default(), Matrix::default()];
        for layer in (0..=last).rev() {
            watch.poll()?;
            let matrix = solve(layers, layer, prices, &ahead, &exchanged);
            let asked = |back: usize| layer >= back && layers.side(layer - back) != matrix.side;
            exchanged.swap(0, 1);
            if asked(1) || asked(2) {
                exchange(&matrix, &mut exchanged[0]);
            }
            ahead.swap(0, 1);
            let done = ahead[0].replace(matrix);
            if layer + 2 <= last {
                kept.push(done.filter(|_| keep.keeps(layers, layer + 2)));
            }
        }
        let [one, two] = ahead;
        kept.extend([two, one]);
        // A region of no cells has but one layer.
        kept.truncate(last + 1);
        kept.reverse();
        Ok(Self { prices, layers: kept })
    }

    /// The poorest bound: all cells that are still to come may be covered.
    pub(super) fn poor(region: &Region) -> Self {
        let n_cells = region.rows * region.columns;
        let matrix = |layer: usize| {
            let to_come = region.coverable[layer..].iter().filter(|&&is_coverable| is_coverable);
            Some(Matrix { top: UNIT * to_come.count() as i32, ..Matrix::default() })
        };
        Self { prices: [0; 3], layers: (0..=n_cells).map(matrix).collect() }
    }

    /// The bound before `layer` for a left and a right word, in [`UNIT`]s, if it was kept.
    #[inline]
    pub(super) fn get(&self, layer: usize, words: [u16; 2]) -> Option<i32> {
        let matrix = self.layers[layer].as_ref()?;
        let row = usize::from(words[matrix.side]);
        let at = row * matrix.width + usize::from(words[1 - matrix.side]);
        // The poorest bound has no bytes.
        let below = matrix.below.get(at).copied().unwrap_or(0);
        Some(matrix.top - i32::from(below))
    }

    /// The bound for the whole board with this stock, in [`UNIT`]s.
    pub(super) fn root(&self, stock: [u32; 3]) -> i32 {
        (self.get(0, [0, 0]).unwrap_or(0) + refund(self.prices, stock, [0; 3])).max(0)
    }

    /// How many `a`, `b` and `c` a best solution of the relaxation uses. If there are several, it
    /// takes the kinds that are `liked` first where it can. All bounds must be kept.
    pub(super) fn used(&self, layers: &Layers, liked: [usize; 3]) -> [u32; 3] {
        let (mut layer, mut words, mut used) = (0, [0, 0], [0; 3]);
        while layer + 1 < layers.layers.len() {
            let value = |mv: &Move| {
                let next = [mv.maps[0].get(words[0]), mv.maps[1].get(words[1])];
                let is_open = next.iter().all(|&word| word != NEVER);
                let rest = is_open.then(|| self.get(layer + mv.choice.step(), next)).flatten()?;
                Some((worth(mv.choice, self.prices) + rest, next))
            };
            let moves = layers.layers[layer].moves.iter();
            let moves = moves.filter_map(|mv| Some((mv, value(mv)?)));
            // No piece comes before the kind that is liked least.
            let rank = |mv: &Move| match mv.choice {
                Choice::Begin(piece) if kind(piece) == liked[0] => 0,
                Choice::Begin(piece) if kind(piece) == liked[1] => 1,
                Choice::Empty | Choice::Fill => 2,
                Choice::Begin(_) => 3,
            };
            let best = moves.max_by_key(|(mv, it)| (it.0, Reverse(rank(mv))));
            let Some((mv, (_, next))) = best else { break };
            if let Choice::Begin(piece) = mv.choice {
                used[kind(piece)] += 1;
            }
            layer += mv.choice.step();
            words = next;
        }
        used
    }
}

/// The place of a piece's kind in a stock.
#[inline]
pub(super) fn kind(piece: Piece) -> usize {
    match piece {
        Piece::A => 0,
        Piece::B => 1,
        Piece::C1 | Piece::C2 => 2,
    }
}

/// One layer from those ahead.
fn solve(
    layers: &Layers,
    layer: usize,
    prices: Prices,
    ahead: &[Option<Matrix>; 2],
    exchanged: &[Matrix; 2],
) -> Matrix {
    let side = layers.side(layer);
    let words = &layers.layers[layer].words;
    let (height, width) = (words[side].len(), words[1 - side].len());
    let mut matrix = Matrix { top: 0, least: 0, side, width, below: vec![0; height * width] };
    if matrix.below.is_empty() {
        // Pieces on the board can make it sure that a layer is stepped over.
        matrix.top = i32::from(i16::MIN);
    } else if layer + 1 < layers.layers.len() {
        let ahead = [0, 1].map(|step| {
            let ahead = ahead[step].as_ref();
            ahead.filter(|matrix| matrix.side == side).unwrap_or(&exchanged[step])
        });
        decide(layers, layer, prices, ahead, &mut matrix);
    }
    matrix
}

/// What a choice does to a row: which words of the other half go where, all to themselves if `None`,
/// and how much further below the top they come to lie.
struct Shift<'a> {
    rows: &'a Map,
    from: &'a Matrix,
    pairs: Option<Vec<(u16, u16)>>,
    by: i32,
}

/// One cell: the best of all choices, for every profile.
fn decide(layers: &Layers, layer: usize, prices: Prices, ahead: [&Matrix; 2], matrix: &mut Matrix) {
    let side = layers.side(layer);
    let moves = &layers.layers[layer].moves;
    let ahead = |choice: Choice| ahead[choice.step() - 1];
    // Not the top but the best value ahead counts, or the top would rise with every cell.
    let best = |choice| worth(choice, prices) + ahead(choice).top - i32::from(ahead(choice).least);
    matrix.top = moves.iter().map(|mv| best(mv.choice)).max().unwrap_or(0);
    let shifts: Vec<Shift<'_>> = moves
        .iter()
        .map(|mv| Shift {
            rows: &mv.maps[side],
            from: ahead(mv.choice),
            pairs: match &mv.maps[1 - side] {
                Map::Same => None,
                Map::To(places) => {
                    let pairs = (0..).zip(places.iter().copied());
                    Some(pairs.filter(|&(_, to)| to != NEVER).collect())
                }
            },
            by: matrix.top - worth(mv.choice, prices) - ahead(mv.choice).top,
        })
        .collect();
    let mut least = u8::MAX;
    for (place, row) in matrix.below.chunks_exact_mut(matrix.width).enumerate() {
        row.fill(u8::MAX);
        for shift in &shifts {
            let to = shift.rows.get(place as u16);
            if to != NEVER {
                let width = shift.from.width;
                shift.apply(&shift.from.below[usize::from(to) * width..][..width], row);
            }
        }
        least = row.iter().fold(least, |least, &below| least.min(below));
    }
    matrix.least = least;
}

impl Shift<'_> {
    #[inline]
    fn apply(&self, from: &[u8], row: &mut [u8]) {
        let up = self.by.clamp(0, 255) as u8;
        // Never more than the smallest byte, so that nothing is lost.
        let down = (-self.by).clamp(0, 255) as u8;
        match &self.pairs {
            None => {
                for (below, &next) in row.iter_mut().zip(from) {
                    *below = (*below).min(next.saturating_add(up).saturating_sub(down));
                }
            }
            Some(pairs) => {
                for &(place, to) in pairs {
                    let below = &mut row[usize::from(place)];
                    let next = from[usize::from(to)];
                    *below = (*below).min(next.saturating_add(up).saturating_sub(down));
                }
            }
        }
    }
}

/// Rows become columns, in blocks that fit the cache.
fn exchange(matrix: &Matrix, exchanged: &mut Matrix) {
    const BLOCK: usize = 32;
    let width = matrix.width;
    let height = matrix.below.len().checked_div(width).unwrap_or(0);
    exchanged.top = matrix.top;
    exchanged.least = matrix.least;
    exchanged.side = 1 - matrix.side;
    exchanged.width = height;
    exchanged.below.resize(matrix.below.len(), 0);
    for top in (0..height).step_by(BLOCK) {
        for left in (0..width).step_by(BLOCK) {
            for row in top..(top + BLOCK).min(height) {
                for column in left..(left + BLOCK).min(width) {
                    exchanged.below[column * height + row] = matrix.below[row * width + column];
                }
            }
        }
    }
}
