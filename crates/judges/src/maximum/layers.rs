//! The profiles that can occur before each cell, as pairs of half words, and how choices lead on.
//!
//! A profile is split in the middle. Every choice asks something of the letters on the left and
//! something of those on the right, and changes each side by itself; so two short lists of words and
//! two short maps stand for a product of both.

use std::ops::Range;
use std::sync::Arc;

use plywood_games::blokus::Piece;

use super::profile::Choice;
use super::region::Region;

/// In a map: the choice is forbidden.
pub(super) const NEVER: u16 = u16::MAX;

/// The words of a half, in order. Layers share a list where nothing changed.
pub(super) type Words = Arc<Vec<u32>>;

/// Where the words of one half go.
pub(super) enum Map {
    /// Each to the same place in an equal list.
    Same,
    /// Each to the place given, or [`NEVER`].
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

/// A choice at one cell.
pub(super) struct Move {
    pub(super) choice: Choice,
    pub(super) maps: [Map; 2],
}

/// What can be the case before a cell is decided.
pub(super) struct Layer {
    /// The words of the left and the right half; the empty word is the first.
    pub(super) words: [Words; 2],
    pub(super) moves: Vec<Move>,
}

/// One layer for each cell and one for the end.
pub(super) struct Layers {
    pub(super) columns: usize,
    /// The first column of the right half.
    pub(super) middle: usize,
    pub(super) layers: Vec<Layer>,
}

impl Layers {
    /// All layers of a region.
    pub(super) fn new(region: &Region) -> Self {
        let middle = region.columns / 2;
        let halves = [0..middle, middle..region.columns];
        let words = words(region, &halves);
        let mut ranks = halves.clone().map(|half| vec![0_u16; 1 << (2 * half.len())]);
        let mut layers: Vec<Layer> = Vec::with_capacity(words.len());
        for (cell, here) in words.iter().enumerate() {
            let choices = if cell + 1 == words.len() { vec![] } else { choices(region, cell) };
            let column = cell % region.columns;
            let mut moves: Vec<Move> = choices
                .into_iter()
                .map(|choice| Move { choice, maps: [Map::Same, Map::Same] })
                .collect();
            for step in 1..=2 {
                for side in 0..2 {
                    let Some(there) = words.get(cell + step).map(|there| &there[side]) else {
                        continue;
                    };
                    let mut is_ranked = false;
                    for mv in moves.iter_mut().filter(|mv| mv.choice.step() == step) {
                        let half = &halves[side];
                        let is_concerned = mv.choice.concerns(column, half);
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
                            true => mv.choice.apply(column, word, half),
                            false => Some(word),
                        };
                        let place = |&word: &u32| {
                            after(word).map_or(NEVER, |word| ranks[side][word as usize])
                        };
                        mv.maps[side] = Map::To(here[side].iter().map(place).collect());
                    }
                }
            }
            layers.push(Layer { words: here.clone(), moves });
        }
        Self { columns: region.columns, middle, layers }
    }

    /// Which half the cell of a layer lies in.
    #[inline]
    pub(super) fn side(&self, layer: usize) -> usize {
        usize::from(layer % self.columns >= self.middle)
    }

    /// Bytes held by words and maps.
    pub(super) fn bytes(&self) -> u64 {
        let maps = |mv: &Move| mv.maps.iter().map(Map::bytes).sum::<u64>();
        self.layers.iter().flat_map(|layer| &layer.moves).map(maps).sum()
    }

    /// How many profiles a layer has.
    pub(super) fn size(&self, layer: usize) -> usize {
        let words = &self.layers[layer].words;
        words[0].len() * words[1].len()
    }
}

/// What may be done with a cell, whatever the letters.
fn choices(region: &Region, cell: usize) -> Vec<Choice> {
    let is_allowed = |choice: &Choice| match *choice {
        Choice::Empty => !region.must[cell],
        Choice::Fill => true,
        Choice::Begin(piece) => {
            // A `c2` leaves the next cell empty.
            region.starts[cell][piece as usize] && (piece != Piece::C2 || !region.must[cell + 1])
        }
    };
    Choice::ALL.into_iter().filter(is_allowed).collect()
}

/// The words of both halves before each cell: those that the choices of one half can lead to, as far
/// as that half can tell.
fn words(region: &Region, halves: &[Range<usize>; 2]) -> Vec<[Words; 2]> {
    let n_cells = region.rows * region.columns;
    let mut all = vec![[Words::default(), Words::default()]; n_cells + 1];
    for side in 0..2 {
        let half = &halves[side];
        // What is coming at this cell and the next two.
        let mut coming = [(); 3].map(|()| Coming::new(half.len()));
        coming[0].add(0);
        for (cell, words) in all.iter_mut().enumerate() {
            let here = coming[0].take();
            if cell < n_cells {
                let column = cell % region.columns;
                for choice in choices(region, cell) {
                    let next = &mut coming[choice.step()];
                    if choice.concerns(column, half) {
                        let after = |&word: &u32| choice.apply(column, word, half);
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
    all
}

/// A set of words in the making.
struct Coming {
    /// One bit for each word.
    bits: Vec<u64>,
    is_touched: bool,
    /// A whole list that belongs to the set, kept apart while it is all there is.
    whole: Option<Words>,
}

impl Coming {
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
            // Nothing new: the old list will do, and will be known to be the same.
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
