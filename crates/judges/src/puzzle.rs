//! Heuristics for the *Blokus Uno* puzzle: how many more pieces will it take?

use plywood_contract::{Cost, Heuristic, Message, UNREACHABLE, message};
use plywood_games::bits::Bits;
use plywood_games::blokus::puzzle::{Placement, Puzzle};

/// The heuristics by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleHeuristic {
    /// `h1`, the one the course gave: cells still missing.
    Given,
    /// `h2`, the one the students developed: pieces of four still missing, as if each `a` were lost.
    Developed,
    /// `h3`: pieces of four that would cover the cells still missing.
    Cells,
    /// `h4`: like `h3`, with the pieces left and the room left taken into account.
    Room,
}

impl PuzzleHeuristic {
    /// All of them, weakest promise first.
    pub const ALL: [Self; 4] = [Self::Given, Self::Developed, Self::Cells, Self::Room];

    /// The short name.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The short name and its aliases, the course's Portuguese names among them.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Given => &["h1", "given", "fornecida"],
            Self::Developed => &["h2", "developed", "criada"],
            Self::Cells => &["h3", "cells"],
            Self::Room => &["h4", "room"],
        }
    }

    /// What it counts and what it promises, in a sentence.
    pub fn explain(self) -> Message {
        match self {
            Self::Given => message!(
                "heuristic-given",
                "objective − own cells: the given one; overestimates, so paths may be longer than needed"
            ),
            Self::Developed => message!(
                "heuristic-developed",
                "objective/4 − b used − c used: the developed one; overestimates once four a are down"
            ),
            Self::Cells => {
                message!("heuristic-cells", "⌈(objective − own cells)/4⌉: never overestimates")
            }
            Self::Room => message!(
                "heuristic-room",
                "h3 with the pieces and the room left counted: never overestimates, sees dead ends"
            ),
        }
    }

    /// Whether it never overestimates.
    pub const fn is_admissible(self) -> bool {
        matches!(self, Self::Cells | Self::Room)
    }
}

impl<const W: usize> Heuristic<Puzzle<W>> for PuzzleHeuristic {
    #[inline]
    fn h(&self, puzzle: &Puzzle<W>, own: &Bits<W>) -> Cost {
        let missing = puzzle.objective().saturating_sub(own.count());
        match self {
            Self::Given => missing,
            Self::Developed => developed(puzzle, own),
            Self::Cells => missing.div_ceil(4),
            Self::Room => room(puzzle, own, missing),
        }
    }

    /// The two that only count cells can compute the child's estimate from the piece alone.
    #[inline]
    fn peek(&self, puzzle: &Puzzle<W>, own: &Bits<W>, h: Cost, step: Placement) -> Option<Cost> {
        let size = step.piece().size();
        match self {
            Self::Given => Some(h.saturating_sub(size)),
            Self::Cells => Some(puzzle.objective().saturating_sub(own.count() + size).div_ceil(4)),
            Self::Developed | Self::Room => None,
        }
    }
}

/// Rounded up, so that it stays a whole number: the same order of nodes as with fractions.
fn developed<const W: usize>(puzzle: &Puzzle<W>, own: &Bits<W>) -> Cost {
    let full = plywood_games::blokus::Stock::FULL.fours();
    let used = full - puzzle.stock_left(own).fours();
    puzzle.objective().div_ceil(4).saturating_sub(used)
}

/// The fewest pieces that could cover what is missing, as far as stock and room allow.
///
/// Room is counted in lattice points, the corners of cells. Two pieces meet in a point only corner to
/// corner, and only at a convex corner of each; let them share such a point half and half. Then a
/// piece of four takes at least 7 points for itself (`b`: 5 whole and 4 halves; `c`: 4 whole and 6
/// halves) and an `a` at least 2. Points already touched by an own piece count half.
fn room<const W: usize>(puzzle: &Puzzle<W>, own: &Bits<W>, missing: u32) -> Cost {
    if missing == 0 {
        return 0;
    }
    let reach = reachable(puzzle, *own);
    let points = corner_points(puzzle, reach);
    let shared = points & corner_points(puzzle, *own);
    let halves = 2 * points.count() - shared.count();
    let left = puzzle.stock_left(own);
    let most_fours = left.fours().min(missing.div_ceil(4)).min(halves / 14);
    // As many pieces of four as possible; single cells do the rest. Fewer fours only helps when
    // what the fours leave of the room is too little for the singles.
    for fours in (0..=most_fours).rev() {
        let singles = missing.saturating_sub(4 * fours);
        let fits = 14 * fours + 4 * singles <= halves && 4 * fours + singles <= reach.count();
        if fits && singles <= left.a {
            return fours + singles;
        }
    }
    UNREACHABLE
}

/// Open cells that a chain of pieces, corner to corner, could still get to.
fn reachable<const W: usize>(puzzle: &Puzzle<W>, own: Bits<W>) -> Bits<W> {
    let open = puzzle.open_cells(own);
    let mut reach = puzzle.live_corners(own, open);
    loop {
        let more = (reach | puzzle.grid().edges(reach) | puzzle.grid().diagonals(reach)) & open;
        if more == reach {
            return reach;
        }
        reach = more;
    }
}

/// The lattice points at the corners of a set of cells, each numbered like the cell below right.
fn corner_points<const W: usize>(puzzle: &Puzzle<W>, set: Bits<W>) -> Bits<W> {
    let across = set | set << 1;
    across | across << puzzle.grid().stride()
}
