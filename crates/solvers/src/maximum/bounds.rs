//! Upper bounds: how many more cells any completion can cover, for every profile before every cell.
//!
//! The relaxation drops connectivity and moves the stock into the objective with Lagrange multipliers:
//! a piece of kind k gains its cells less `multipliers[k]`, and unused stock gains the same amount.
//! What is left depends on the profile alone and is solved exactly by backward dynamic programming.
//! For every choice of multipliers that are not negative its value is an upper bound (weak duality).
//!
//! The table of a layer has a row for each word of the half that the cell lies in and a column for each
//! word of the other half. An entry is a byte: how far the bound lies below the table's `top`. A
//! decision mostly leaves the other half alone, and then a whole row follows from another by one addition
//! and one minimum, many bytes at a time. A byte of 255 says "at least that far below"; it is still
//! an upper bound, and it stands for profiles that cannot be completed as well.

use std::cmp::Reverse;

use plywood_contract::Stop;
use plywood_games::blokus::Piece;

use super::layers::{Layers, Map, NEVER, Transition};
use super::profile::Decision;
use super::progress::Standing;
use super::region::Region;

/// Values are counted in quarters of a cell.
pub(super) const UNIT: i32 = 4;

/// The Lagrange multiplier of each kind's stock, in [`UNIT`]s, not negative: `a`, `b` and `c`.
pub(super) type Multipliers = [i32; 3];

/// What a decision adds to the Lagrangian.
fn reduced_gain(decision: Decision, multipliers: Multipliers) -> i32 {
    match decision {
        Decision::Empty | Decision::Continue => 0,
        Decision::Begin(piece) => reduced_value(piece, multipliers),
    }
}

/// What a piece adds to the Lagrangian: its cells less its multiplier.
pub(super) fn reduced_value(piece: Piece, multipliers: Multipliers) -> i32 {
    UNIT * piece.size() as i32 - multipliers[kind(piece)]
}

/// What unused stock adds to the Lagrangian. Kinds without a multiplier may have any stock.
#[inline]
pub(super) fn slack_value(multipliers: Multipliers, stock: [u32; 3], used: [u8; 3]) -> i32 {
    let left = |kind: usize| stock[kind] as i32 - i32::from(used[kind]);
    let with_multiplier = (0..3).filter(|&kind| multipliers[kind] != 0);
    with_multiplier.map(|kind| multipliers[kind] * left(kind)).sum()
}

/// The bounds of one layer.
#[derive(Default)]
struct LayerBounds {
    /// No bound of the layer is higher.
    top: i32,
    /// The smallest byte of `below`.
    min_below: u8,
    /// The half whose words are the rows.
    side: usize,
    width: usize,
    /// How far below `top` the bound of each profile lies.
    below: Vec<u8>,
}

/// Which tables stay in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Those before every cell.
    All,
    /// Those before the first cell of each row. Elsewhere a state keeps its parent's bound.
    Rows,
}

impl Keep {
    fn keeps(self, layers: &Layers, layer: usize) -> bool {
        self == Self::All || layer.is_multiple_of(layers.columns)
    }

    /// Bytes held while the tables are computed, and afterwards.
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
    pub(super) multipliers: Multipliers,
    layers: Vec<Option<LayerBounds>>,
}

impl Bounds {
    /// Solves the relaxation for these multipliers.
    pub(super) fn new(
        layers: &Layers,
        multipliers: Multipliers,
        keep: Keep,
        standing: &mut Standing<'_>,
    ) -> Result<Self, Stop> {
        let last = layers.layers.len() - 1;
        let mut kept = Vec::with_capacity(last + 1);
        // The tables one and two cells ahead, and their transposes where the other half needs them.
        let mut ahead: [Option<LayerBounds>; 2] = [None, None];
        let mut transposed = [LayerBounds::default(), LayerBounds::default()];
        for layer in (0..=last).rev() {
            standing.poll()?;
            let table = layer_table(layers, layer, multipliers, &ahead, &transposed);
            let is_needed = |back: usize| layer >= back && layers.side(layer - back) != table.side;
            transposed.swap(0, 1);
            if is_needed(1) || is_needed(2) {
                transpose(&table, &mut transposed[0]);
            }
            ahead.swap(0, 1);
            let done = ahead[0].replace(table);
            if layer + 2 <= last {
                kept.push(done.filter(|_| keep.keeps(layers, layer + 2)));
            }
        }
        let [one, two] = ahead;
        kept.extend([two, one]);
        // A region of no cells has but one layer.
        kept.truncate(last + 1);
        kept.reverse();
        Ok(Self { multipliers, layers: kept })
    }

    /// The trivial bound: every coverable cell from here on may be covered.
    pub(super) fn trivial(region: &Region) -> Self {
        let n_cells = region.rows * region.columns;
        let table = |layer: usize| {
            let coverable = region.coverable[layer..].iter().filter(|&&is_coverable| is_coverable);
            Some(LayerBounds { top: UNIT * coverable.count() as i32, ..LayerBounds::default() })
        };
        Self { multipliers: [0; 3], layers: (0..=n_cells).map(table).collect() }
    }

    /// The bound before `layer` for a left and a right word, in [`UNIT`]s, if its table was kept.
    #[inline]
    pub(super) fn get(&self, layer: usize, words: [u16; 2]) -> Option<i32> {
        let table = self.layers[layer].as_ref()?;
        let row = usize::from(words[table.side]);
        let at = row * table.width + usize::from(words[1 - table.side]);
        // The trivial bound has no bytes.
        let below = table.below.get(at).copied().unwrap_or(0);
        Some(table.top - i32::from(below))
    }

    /// The value of the relaxation for the whole board with this stock, in [`UNIT`]s.
    pub(super) fn root(&self, stock: [u32; 3]) -> i32 {
        (self.get(0, [0, 0]).unwrap_or(0) + slack_value(self.multipliers, stock, [0; 3])).max(0)
    }

    /// How many `a`, `b` and `c` an optimum of the relaxation uses: the stock less these is a
    /// subgradient of its value. Of several optima, one that greedily uses the kinds `preferred` first.
    /// All tables must be kept.
    pub(super) fn optimum_uses(&self, layers: &Layers, preferred: [usize; 3]) -> [u32; 3] {
        let (mut layer, mut words, mut used) = (0, [0, 0], [0; 3]);
        while layer + 1 < layers.layers.len() {
            let value = |transition: &Transition| {
                let next = [transition.maps[0].get(words[0]), transition.maps[1].get(words[1])];
                let is_open = next.iter().all(|&word| word != NEVER);
                let rest = is_open
                    .then(|| self.get(layer + transition.decision.n_cells(), next))
                    .flatten()?;
                Some((reduced_gain(transition.decision, self.multipliers) + rest, next))
            };
            let transitions = layers.layers[layer].transitions.iter();
            let transitions =
                transitions.filter_map(|transition| Some((transition, value(transition)?)));
            // Of equal values, no piece comes before a piece of the kind preferred least.
            let rank = |transition: &Transition| match transition.decision {
                Decision::Begin(piece) if kind(piece) == preferred[0] => 0,
                Decision::Begin(piece) if kind(piece) == preferred[1] => 1,
                Decision::Empty | Decision::Continue => 2,
                Decision::Begin(_) => 3,
            };
            let best = transitions.max_by_key(|(transition, it)| (it.0, Reverse(rank(transition))));
            let Some((transition, (_, next))) = best else { break };
            if let Decision::Begin(piece) = transition.decision {
                used[kind(piece)] += 1;
            }
            layer += transition.decision.n_cells();
            words = next;
        }
        used
    }
}

/// The index of a piece's kind in a stock.
#[inline]
pub(super) fn kind(piece: Piece) -> usize {
    match piece {
        Piece::A => 0,
        Piece::B => 1,
        Piece::C1 | Piece::C2 => 2,
    }
}

/// The table of one layer from those ahead.
fn layer_table(
    layers: &Layers,
    layer: usize,
    multipliers: Multipliers,
    ahead: &[Option<LayerBounds>; 2],
    transposed: &[LayerBounds; 2],
) -> LayerBounds {
    let side = layers.side(layer);
    let words = &layers.layers[layer].words;
    let (height, width) = (words[side].len(), words[1 - side].len());
    let mut table =
        LayerBounds { top: 0, min_below: 0, side, width, below: vec![0; height * width] };
    if table.below.is_empty() {
        // Pieces on the board can force every path to skip a layer.
        table.top = i32::from(i16::MIN);
    } else if layer + 1 < layers.layers.len() {
        let ahead = [0, 1].map(|step| {
            let ahead = ahead[step].as_ref();
            ahead.filter(|table| table.side == side).unwrap_or(&transposed[step])
        });
        backward_step(layers, layer, multipliers, ahead, &mut table);
    }
    table
}

/// How a row follows from a row ahead by one decision: which entry from which (each from the same column
/// if `pairs` is `None`), and by how much it lies further below its top.
struct RowUpdate<'a> {
    rows: &'a Map,
    from: &'a LayerBounds,
    pairs: Option<Vec<(u16, u16)>>,
    by: i32,
}

/// Bellman's equation for one cell: the best of all decisions, for every profile.
fn backward_step(
    layers: &Layers,
    layer: usize,
    multipliers: Multipliers,
    ahead: [&LayerBounds; 2],
    table: &mut LayerBounds,
) {
    let side = layers.side(layer);
    let transitions = &layers.layers[layer].transitions;
    let ahead = |decision: Decision| ahead[decision.n_cells() - 1];
    // From the best bound ahead, not from its top, or the top would rise with every cell.
    let best = |decision| {
        reduced_gain(decision, multipliers) + ahead(decision).top
            - i32::from(ahead(decision).min_below)
    };
    table.top = transitions.iter().map(|transition| best(transition.decision)).max().unwrap_or(0);
    let updates: Vec<RowUpdate<'_>> = transitions
        .iter()
        .map(|transition| RowUpdate {
            rows: &transition.maps[side],
            from: ahead(transition.decision),
            pairs: match &transition.maps[1 - side] {
                Map::Same => None,
                Map::To(places) => {
                    let pairs = (0..).zip(places.iter().copied());
                    Some(pairs.filter(|&(_, to)| to != NEVER).collect())
                }
            },
            by: table.top
                - reduced_gain(transition.decision, multipliers)
                - ahead(transition.decision).top,
        })
        .collect();
    let mut min_below = u8::MAX;
    for (place, row) in table.below.chunks_exact_mut(table.width).enumerate() {
        row.fill(u8::MAX);
        for update in &updates {
            let to = update.rows.get(place as u16);
            if to != NEVER {
                let width = update.from.width;
                update.apply(&update.from.below[usize::from(to) * width..][..width], row);
            }
        }
        min_below = row.iter().fold(min_below, |min, &below| min.min(below));
    }
    table.min_below = min_below;
}

impl RowUpdate<'_> {
    #[inline]
    fn apply(&self, from: &[u8], row: &mut [u8]) {
        let up = self.by.clamp(0, 255) as u8;
        // Never more than the smallest byte ahead, so that no entry is cut off at 0.
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

/// Transposes a table, in blocks that fit the cache.
fn transpose(table: &LayerBounds, transposed: &mut LayerBounds) {
    const BLOCK: usize = 32;
    let width = table.width;
    let height = table.below.len().checked_div(width).unwrap_or(0);
    transposed.top = table.top;
    transposed.min_below = table.min_below;
    transposed.side = 1 - table.side;
    transposed.width = height;
    transposed.below.resize(table.below.len(), 0);
    for top in (0..height).step_by(BLOCK) {
        for left in (0..width).step_by(BLOCK) {
            for row in top..(top + BLOCK).min(height) {
                for column in left..(left + BLOCK).min(width) {
                    transposed.below[column * height + row] = table.below[row * width + column];
                }
            }
        }
    }
}
