//! How many cells can still come, at most, from every profile before every cell.
//!
//! The relaxation forgets that pieces must hang together; what is left is solved exactly by dynamic
//! programming from the last cell backwards. The stock enters by Lagrange's multipliers: a piece is
//! worth its cells less a price, and what is left of the stock is bought back at that price. Whatever
//! the prices, the value is an upper bound.
//!
//! A layer is a matrix over the words of the half being scanned and those of the other half. A choice
//! mostly leaves the other half alone, and then a whole row follows from another by one addition
//! and one maximum, many values at a time.

use super::layers::{Layers, Map, NEVER};
use super::profile::Choice;

/// Values are counted in quarters of a cell.
pub(super) const UNIT: i16 = 4;
/// Below this, a profile cannot be completed.
const HOPELESS: i16 = -8000;
const NEVER_VALUE: i16 = -16000;
/// The stored form of hopeless.
const LOST: u8 = u8::MAX;

/// What a piece of each kind costs, in [`UNIT`]s: `a`, `b` and `c`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prices {
    pub(super) a: i16,
    pub(super) b: i16,
    pub(super) c: i16,
}

impl Prices {
    fn worth(self, choice: Choice) -> i16 {
        use plywood_games::blokus::Piece;
        match choice {
            Choice::Empty | Choice::Fill => 0,
            Choice::Begin(Piece::A) => UNIT - self.a,
            Choice::Begin(Piece::B) => 4 * UNIT - self.b,
            Choice::Begin(Piece::C1 | Piece::C2) => 4 * UNIT - self.c,
        }
    }
}

/// A layer's bounds: how far each profile stays below the best one.
struct Stored {
    top: i16,
    /// How many words the other half has.
    n_minor: usize,
    below: Vec<u8>,
}

/// Upper bounds for every profile.
pub(super) struct Bounds {
    pub(super) prices: Prices,
    stored: Vec<Stored>,
    /// The bound for the whole region, in [`UNIT`]s.
    pub(super) root: i16,
}

impl Bounds {
    /// The bound before `layer` for the words `left` and `right`, in [`UNIT`]s; `None` if the profile
    /// cannot be completed.
    #[inline]
    pub(super) fn get(&self, layer: usize, side: usize, words: [u16; 2]) -> Option<i16> {
        let stored = &self.stored[layer];
        let at = usize::from(words[side]) * stored.n_minor + usize::from(words[1 - side]);
        match stored.below[at] {
            LOST => None,
            below => Some(stored.top - i16::from(below)),
        }
    }

    /// Solves the relaxation at these prices.
    pub(super) fn new(layers: &Layers, prices: Prices) -> Self {
        let mut stored = Vec::with_capacity(layers.layers.len());
        let root = solve(layers, prices, |layer, values| {
            let side = layers.side(layer);
            stored.push(store(values, layers.layers[layer].words[1 - side].len()));
        });
        stored.reverse();
        Self { prices, stored, root }
    }

    /// The bound for the whole region alone.
    pub(super) fn root(layers: &Layers, prices: Prices) -> i16 {
        solve(layers, prices, |_, _| {})
    }
}

fn store(values: &[i16], n_minor: usize) -> Stored {
    let top = values.iter().copied().max().unwrap_or(0);
    let below = values
        .iter()
        // A bound that is too high is still a bound.
        .map(|&value| if value < HOPELESS { LOST } else { (top - value).min(254) as u8 })
        .collect();
    Stored { top, n_minor, below }
}

/// A finished layer, and the same with rows and columns exchanged where a later one will ask for it.
#[derive(Default)]
struct Finished {
    values: Vec<i16>,
    exchanged: Vec<i16>,
    side: usize,
}

impl Finished {
    fn seen_from(&self, side: usize) -> &[i16] {
        if side == self.side { &self.values } else { &self.exchanged }
    }
}

/// Goes over all layers from the last to the first and returns the value of the empty profile.
fn solve(layers: &Layers, prices: Prices, mut visit: impl FnMut(usize, &[i16])) -> i16 {
    let last = layers.layers.len() - 1;
    // The layers one and two steps ahead.
    let mut ahead = [Finished::default(), Finished::default()];
    let mut spare = Finished::default();
    for layer in (0..=last).rev() {
        let side = layers.side(layer);
        let words = &layers.layers[layer].words;
        let (n_major, n_minor) = (words[side].len(), words[1 - side].len());
        spare.side = side;
        spare.values.clear();
        if layer == last {
            spare.values.resize(n_major * n_minor, 0);
        } else {
            spare.values.resize(n_major * n_minor, NEVER_VALUE);
            decide(layers, layer, prices, &ahead, &mut spare.values);
        }
        let asked = |back: usize| layer >= back && layers.side(layer - back) != side;
        if asked(1) || asked(2) {
            exchange(&spare.values, n_minor, &mut spare.exchanged);
        }
        visit(layer, &spare.values);
        let [one, two] = &mut ahead;
        std::mem::swap(one, two);
        std::mem::swap(one, &mut spare);
    }
    ahead[0].values[0]
}

/// One cell: the best of all choices, for every profile.
fn decide(layers: &Layers, layer: usize, prices: Prices, ahead: &[Finished; 2], values: &mut [i16]) {
    let side = layers.side(layer);
    let here = &layers.layers[layer];
    let n_minor = here.words[1 - side].len();
    // Where a choice asks something of the other half: which words of it go where.
    let pairs: Vec<Option<Vec<(u16, u16)>>> = here
        .moves
        .iter()
        .map(|mv| match &mv.maps[1 - side] {
            Map::Same => None,
            Map::To(places) => {
                let pairs = (0..).zip(places.iter().copied());
                Some(pairs.filter(|&(_, to)| to != NEVER).collect())
            }
        })
        .collect();
    for (major, row) in values.chunks_exact_mut(n_minor).enumerate() {
        for (mv, pairs) in here.moves.iter().zip(&pairs) {
            let to = mv.maps[side].get(major as u16);
            if to == NEVER {
                continue;
            }
            let worth = prices.worth(mv.choice);
            let step = mv.choice.step();
            let width = layers.layers[layer + step].words[1 - side].len();
            let from = &ahead[step - 1].seen_from(side)[usize::from(to) * width..][..width];
            match pairs {
                None => {
                    for (value, &next) in row.iter_mut().zip(from) {
                        *value = (*value).max(next + worth);
                    }
                }
                Some(pairs) => {
                    for &(minor, to) in pairs {
                        let value = &mut row[usize::from(minor)];
                        *value = (*value).max(from[usize::from(to)] + worth);
                    }
                }
            }
        }
    }
}

/// Rows become columns, in blocks that fit the cache.
fn exchange(values: &[i16], width: usize, exchanged: &mut Vec<i16>) {
    const BLOCK: usize = 32;
    let height = values.len() / width;
    exchanged.clear();
    exchanged.resize(values.len(), 0);
    for top in (0..height).step_by(BLOCK) {
        for left in (0..width).step_by(BLOCK) {
            for row in top..(top + BLOCK).min(height) {
                for column in left..(left + BLOCK).min(width) {
                    exchanged[column * height + row] = values[row * width + column];
                }
            }
        }
    }
}
