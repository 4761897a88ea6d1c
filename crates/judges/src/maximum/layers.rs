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

/// Where the words of one half go.
pub(super) enum Map {
    /// Each to the same place in an equal list.
    Same,
    /// Each to the place given, or [`NEVER`].
    To(Vec<u16>),
}

impl Map {
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
    pub(super) words: [Arc<Vec<u32>>; 2],
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
                    let Some(there) = words.get(cell + step).map(|there| &there[side]) else { continue };
                    let mut is_ranked = false;
                    for mv in moves.iter_mut().filter(|mv| mv.choice.step() == step) {
                        let half = &halves[side];
                        if !mv.choice.concerns(column, half) && there == &here[side] {
                            continue;
                        }
                        if !is_ranked {
                            for (rank, &word) in there.iter().enumerate() {
                                ranks[side][word as usize] = rank as u16;
                            }
                            is_ranked = true;
                        }
                        let place = |&word: &u32| match mv.choice.apply(column, word, half) {
                            Some(word) => ranks[side][word as usize],
                            None => NEVER,
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
fn words(region: &Region, halves: &[Range<usize>; 2]) -> Vec<[Arc<Vec<u32>>; 2]> {
    let n_cells = region.rows * region.columns;
    let mut coming: Vec<[Vec<u32>; 2]> = vec![Default::default(); n_cells + 2];
    coming[0] = [vec![0], vec![0]];
    let mut all: Vec<[Arc<Vec<u32>>; 2]> = Vec::with_capacity(n_cells + 1);
    for cell in 0..=n_cells {
        let mut here = std::mem::take(&mut coming[cell]);
        for list in &mut here {
            list.sort_unstable();
            list.dedup();
        }
        let here = here.map(Arc::new);
        if cell < n_cells {
            let column = cell % region.columns;
            for choice in choices(region, cell) {
                for side in 0..2 {
                    let coming = &mut coming[cell + choice.step()][side];
                    if choice.concerns(column, &halves[side]) {
                        let next = |&word: &u32| choice.apply(column, word, &halves[side]);
                        coming.extend(here[side].iter().filter_map(next));
                    } else {
                        coming.extend_from_slice(&here[side]);
                    }
                }
            }
        }
        all.push(here);
    }
    all
}
