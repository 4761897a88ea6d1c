//! The profiles that can occur before each cell, and the transitions between them.
//!
//! A profile is split in the middle into two words. Every decision reads and rewrites each half by
//! itself, so two short lists of words stand for all their pairs, and two short maps for a transition.

use std::ops::Range;
use std::sync::Arc;

use plywood_contract::Stop;
use plywood_games::blokus::Piece;

use super::profile::Decision;
use super::progress::Standing;
use super::region::Region;

/// In a map: the word excludes the decision.
pub(super) const NEVER: u16 = u16::MAX;

/// The words of a half, ascending. Layers share a list where nothing changed.
pub(super) type Words = Arc<Vec<u32>>;

/// Where the words of one half go.
pub(super) enum Map {
    /// Each to the same index in an equal list.
    Same,
    /// Each to the index given, or [`NEVER`].
    To(Vec<u16>),
}

impl Map {
    fn bytes(&self) -> u64 {
        match self {
            Self::Same => 0,
            Self::To(places) => 2 * places.len() as u64,
        }
    }

    #[inline]
    pub(super) fn get(&self, word: u16) -> u16 {
        match self {
            Self::Same => word,
            Self::To(places) => places[usize::from(word)],
        }
    }
}

/// A decision at one cell, as a map of left and of right words.
pub(super) struct Transition {
    pub(super) decision: Decision,
    pub(super) maps: [Map; 2],
}

/// The profiles before a cell is decided, and what can be decided about it.
pub(super) struct Layer {
    /// The words of the left and the right half; the empty word is the first.
    pub(super) words: [Words; 2],
    pub(super) transitions: Vec<Transition>,
}

/// One layer for each cell and one for the end.
pub(super) struct Layers {
    pub(super) columns: usize,
    /// The first column of the right half.
    pub(super) middle: usize,
    pub(super) layers: Vec<Layer>,
}

impl Layers {
    /// All layers of a region, as far as memory allows.
    pub(super) fn new(region: &Region, standing: &Standing<'_>) -> Result<Self, Stop> {
        let middle = region.columns / 2;
        let halves = [0..middle, middle..region.columns];
        // Ranks for both halves, and bits for three sets of one.
        let all_words = |half: &Range<usize>| 1_u64 << (2 * half.len());
        let mut held = halves.iter().map(|half| 2 * all_words(half)).sum::<u64>();
        held += 3 * all_words(&halves[1]) / 8;
        let words = words(region, &halves, &mut held, standing)?;
        let mut ranks = halves.clone().map(|half| vec![0_u16; 1 << (2 * half.len())]);
        let mut layers: Vec<Layer> = Vec::with_capacity(words.len());
        for (cell, here) in words.iter().enumerate() {
            let decisions = if cell + 1 == words.len() { vec![] } else { decisions(region, cell) };
            let column = cell % region.columns;
            let mut transitions: Vec<Transition> = decisions
                .into_iter()
                .map(|decision| Transition { decision, maps: [Map::Same, Map::Same] })
                .collect();
            for step in 1..=2 {
                for side in 0..2 {
                    let Some(there) = words.get(cell + step).map(|there| &there[side]) else {
                        continue;
                    };
                    let mut is_ranked = false;
                    for transition in transitions
                        .iter_mut()
                        .filter(|transition| transition.decision.n_cells() == step)
                    {
                        let half = &halves[side];
                        let is_concerned = transition.decision.reads(column, half);
                        if !is_concerned && Arc::ptr_eq(there, &here[side]) {
                            continue;
                        }
                        if !is_ranked {
                            for (rank, &word) in there.iter().enumerate() {
                                ranks[side][word as usize] = rank as u16;
                            }
                            is_ranked = true;
                        }
                        let after = |word| match is_concerned {
                            true => transition.decision.apply(column, word, half),
                            false => Some(word),
                        };
                        let place = |&word: &u32| {
                            after(word).map_or(NEVER, |word| ranks[side][word as usize])
                        };
                        let map = Map::To(here[side].iter().map(place).collect());
                        held += map.bytes();
                        standing.hold(held)?;
                        transition.maps[side] = map;
                    }
                }
            }
            layers.push(Layer { words: here.clone(), transitions });
        }
        Ok(Self { columns: region.columns, middle, layers })
    }

    /// Which half the cell of a layer lies in.
    #[inline]
    pub(super) fn side(&self, layer: usize) -> usize {
        usize::from(layer % self.columns >= self.middle)
    }

    /// Bytes held by words and maps.
    pub(super) fn bytes(&self) -> u64 {
        let maps = |transition: &Transition| transition.maps.iter().map(Map::bytes).sum::<u64>();
        let maps = self.layers.iter().flat_map(|layer| &layer.transitions).map(maps).sum::<u64>();
        let words = |side: usize| {
            let lists = self.layers.iter().map(move |layer| &layer.words[side]);
            let next = lists.clone().skip(1).map(Some).chain([None]);
            // Layers that share a list stand side by side.
            let last = lists.zip(next);
            last.filter(|(list, next)| next.is_none_or(|next| !Arc::ptr_eq(list, next)))
                .map(|(list, _)| 4 * list.len() as u64)
                .sum::<u64>()
        };
        maps + words(0) + words(1)
    }

    /// How many profiles a layer has.
    pub(super) fn size(&self, layer: usize) -> usize {
        let words = &self.layers[layer].words;
        words[0].len() * words[1].len()
    }
}

/// The decisions that the board allows at a cell, whatever the profile.
fn decisions(region: &Region, cell: usize) -> Vec<Decision> {
    let is_allowed = |decision: &Decision| match *decision {
        Decision::Empty => !region.required[cell],
        Decision::Continue => true,
        Decision::Begin(piece) => {
            // A `c2` leaves the next cell empty.
            region.starts[cell][piece as usize]
                && (piece != Piece::C2 || !region.required[cell + 1])
        }
    };
    Decision::ALL.into_iter().filter(is_allowed).collect()
}

/// The words of both halves before each cell: those that some decisions lead to, as far as that half
/// alone can tell. Some pairs never occur; they cost a little room and no correctness.
/// Their bytes are added to `held`.
fn words(
    region: &Region,
    halves: &[Range<usize>; 2],
    held: &mut u64,
    standing: &Standing<'_>,
) -> Result<Vec<[Words; 2]>, Stop> {
    let n_cells = region.rows * region.columns;
    standing.hold(*held)?;
    let mut all = vec![[Words::default(), Words::default()]; n_cells + 1];
    for side in 0..2 {
        let mut last = Words::default();
        let half = &halves[side];
        // The words before this cell and the next two, as far as they are known.
        let mut coming = [(); 3].map(|()| WordSet::new(half.len()));
        coming[0].add(0);
        for (cell, words) in all.iter_mut().enumerate() {
            let here = coming[0].take();
            if !Arc::ptr_eq(&here, &last) {
                *held += 4 * here.len() as u64;
                standing.hold(*held)?;
                last = here.clone();
            }
            if cell < n_cells {
                let column = cell % region.columns;
                for decision in decisions(region, cell) {
                    let next = &mut coming[decision.n_cells()];
                    if decision.reads(column, half) {
                        let after = |&word: &u32| decision.apply(column, word, half);
                        here.iter().filter_map(after).for_each(|word| next.add(word));
                    } else {
                        next.add_all(&here);
                    }
                }
            }
            words[side] = here;
            coming.rotate_left(1);
        }
    }
    Ok(all)
}

/// A set of words under construction.
struct WordSet {
    /// One bit for each word.
    bits: Vec<u64>,
    is_touched: bool,
    /// A whole list that belongs to the set, kept components while it is all there is.
    whole: Option<Words>,
}

impl WordSet {
    fn new(columns: usize) -> Self {
        Self {
            bits: vec![0; (1_usize << (2 * columns)).div_ceil(64)],
            is_touched: false,
            whole: None,
        }
    }

    #[inline]
    fn add(&mut self, word: u32) {
        self.bits[word as usize / 64] |= 1 << (word % 64);
        self.is_touched = true;
    }

    fn add_all(&mut self, words: &Words) {
        match &self.whole {
            Some(whole) if Arc::ptr_eq(whole, words) => {}
            Some(_) => words.iter().for_each(|&word| self.add(word)),
            None => self.whole = Some(words.clone()),
        }
    }

    /// The set in order; it is empty afterwards.
    fn take(&mut self) -> Words {
        let whole = self.whole.take();
        if let Some(whole) = whole {
            if !self.is_touched {
                return whole;
            }
            whole.iter().for_each(|&word| self.add(word));
            let words = self.list();
            // Nothing new: share the old list, so that layers can be seen to agree.
            return if words == *whole { whole } else { Arc::new(words) };
        }
        Arc::new(self.list())
    }

    fn list(&mut self) -> Vec<u32> {
        let mut words = Vec::new();
        for (place, bits) in self.bits.iter_mut().enumerate() {
            let mut left = std::mem::take(bits);
            while left != 0 {
                words.push(64 * place as u32 + left.trailing_zeros());
                left &= left - 1;
            }
        }
        self.is_touched = false;
        words
    }
}
