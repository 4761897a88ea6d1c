//! The decisions at each step of a path, as bit masks over the cells of the frontier.
//!
//! A piece is placed when the first of its cells on the path is decided. From then on its other cells and
//! those that share an edge with it are taken. A covered cell is live as long as a later piece may touch
//! it at a corner. Every cell owns a bit, its slot, from the first step that may take it to the last
//! at which it can be live; other cells use the slot before and after, as variables share registers
//! when a compiler allocates them by linear scan.

use super::bounds::kind;
use super::path::Path;
use super::region::Placement;

/// The slot of all cells that cannot be taken yet.
const ALWAYS_FREE: u64 = 1 << 63;
const SLOTS: usize = 63;

/// A placement whose first cell on the path is the step's.
pub(super) struct StepPlacement {
    /// Its index among all placements.
    pub(super) index: usize,
    pub(super) kind: usize,
    /// Cells that must be free for it: its own.
    needs: u64,
    /// Undecided cells that it takes.
    takes: u64,
    /// Its own cells.
    pub(super) covers: u64,
    /// Cells at its corners.
    pub(super) touches: u64,
    /// Covered cells that may be live no longer.
    pub(super) rechecks: u64,
}

/// One cell of the path.
pub(super) struct Step {
    own: u64,
    may_stay_empty: bool,
    pub(super) placements: Vec<StepPlacement>,
    /// Covered cells that may be live no longer if no piece is placed.
    pub(super) rechecks: u64,
    /// For each slot, the undecided cells at the corners of its cell after this step.
    pub(super) corners: [u64; SLOTS],
    /// Undecided cells after this step that must be covered.
    pub(super) required: u64,
}

impl Step {
    /// The taken cells after a decision: no piece, or one of [`Step::placements`]; `None` if `taken`
    /// excludes it.
    #[inline]
    pub(super) fn after(&self, taken: u64, decision: usize) -> Option<u64> {
        let is_taken = taken & self.own != 0;
        match decision.checked_sub(1).map(|place| &self.placements[place]) {
            None => (is_taken || self.may_stay_empty).then_some(taken & !self.own),
            Some(it) => (taken & it.needs == 0).then_some(taken | it.takes),
        }
    }

    /// Placing no piece, or one of those listed.
    pub(super) fn n_decisions(&self) -> usize {
        1 + self.placements.len()
    }
}

/// The cells that pieces can cover, in the order of a path, with their slots.
struct OrderedCells<'a> {
    cells: Vec<(usize, usize)>,
    columns: usize,
    /// For each cell of the board, its rank in the order of the path.
    rank: Vec<Option<usize>>,
    placements: Vec<(usize, &'a Placement)>,
    required: Vec<bool>,
    slots: Vec<Slot>,
}

/// The slot of a cell, and the first and the last step at which the cell owns it.
#[derive(Clone, Copy)]
struct Slot {
    bit: u64,
    first: usize,
    last: usize,
}

const CORNERS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The cells that pieces can cover and, for each, its neighbours by edge or corner.
pub(super) fn neighbours(placements: &[Placement]) -> (Vec<(usize, usize)>, Vec<Vec<usize>>) {
    let mut cells: Vec<_> =
        placements.iter().flat_map(|placement| placement.cells.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    let is_near = |one: (usize, usize), other: (usize, usize)| {
        one != other && one.0.abs_diff(other.0) <= 1 && one.1.abs_diff(other.1) <= 1
    };
    let near = |&cell| (0..cells.len()).filter(|&other| is_near(cell, cells[other])).collect();
    let near = cells.iter().map(near).collect();
    (cells, near)
}

/// All steps of a path over `cells`, or `None` if there are too few slots. The first `n_laid` placements
/// lie on the board; without any, the start cell is required.
pub(super) fn steps(
    placements: &[Placement],
    n_laid: usize,
    cells: &[(usize, usize)],
    path: &Path,
) -> Option<Vec<Step>> {
    let ordered = OrderedCells::new(placements, n_laid, cells, path)?;
    let mut steps: Vec<Step> = (0..cells.len()).map(|now| ordered.step(now)).collect();
    for &(index, placement) in &ordered.placements {
        let ranks = placement.cells.iter().filter_map(|&cell| ordered.rank(cell));
        let now = ranks.min().expect("a piece has cells");
        steps[now].placements.push(ordered.placement(index, placement, now));
    }
    Some(steps)
}

impl<'a> OrderedCells<'a> {
    fn new(
        placements: &'a [Placement],
        n_laid: usize,
        cells: &[(usize, usize)],
        path: &Path,
    ) -> Option<Self> {
        let cells: Vec<_> = path.order.iter().map(|&cell| cells[cell]).collect();
        let columns = cells.iter().map(|cell| cell.1 + 1).max()?;
        let rows = cells.iter().map(|cell| cell.0 + 1).max()?;
        let mut rank = vec![None; rows * columns];
        for (now, &(row, column)) in cells.iter().enumerate() {
            rank[row * columns + column] = Some(now);
        }
        let is_required = |cell: &(usize, usize)| match n_laid {
            0 => *cell == (0, 0),
            _ => placements[..n_laid].iter().any(|placement| placement.cells.contains(cell)),
        };
        let required = cells.iter().map(is_required).collect();
        let mut ordered =
            Self { cells, columns, rank, placements: Vec::new(), required, slots: Vec::new() };
        // A piece that shares an edge with a required cell would leave that cell empty.
        let may_lie = |placement: &Placement| {
            let mut beside =
                ordered.ranks(placement.around(true).filter(|it| !placement.cells.contains(it)));
            beside.all(|rank| !ordered.required[rank])
        };
        ordered.placements =
            placements.iter().enumerate().filter(|(_, placement)| may_lie(placement)).collect();
        ordered.slots = ordered.slots()?;
        Some(ordered)
    }

    fn rank(&self, (row, column): (usize, usize)) -> Option<usize> {
        let is_inside = column < self.columns;
        self.rank.get(row * self.columns + column).copied().flatten().filter(|_| is_inside)
    }

    /// The ranks of those that are cells of the path.
    fn ranks(&self, cells: impl Iterator<Item = (usize, usize)>) -> impl Iterator<Item = usize> {
        cells.filter_map(|cell| self.rank(cell))
    }

    fn corners(&self, rank: usize) -> impl Iterator<Item = usize> {
        let (row, column) = self.cells[rank];
        self.ranks(CORNERS.into_iter().filter_map(move |(down, right)| {
            Some((row.checked_add_signed(down)?, column.checked_add_signed(right)?))
        }))
    }

    /// Gives each cell a slot from the first step that may take it to the last of its corners.
    fn slots(&self) -> Option<Vec<Slot>> {
        let last = |rank: usize| self.corners(rank).fold(rank, usize::max);
        let slot = |rank| Slot { bit: 0, first: rank, last: last(rank) };
        let mut slots: Vec<Slot> = (0..self.cells.len()).map(slot).collect();
        for (_, placement) in &self.placements {
            let own = || placement.cells.iter().copied();
            let now = self.ranks(own()).min()?;
            for rank in self.ranks(own().chain(placement.around(true))) {
                slots[rank].first = slots[rank].first.min(now);
            }
        }
        let mut in_order: Vec<usize> = (0..slots.len()).collect();
        in_order.sort_by_key(|&rank| slots[rank].first);
        let mut free_from = [0; SLOTS];
        for rank in in_order {
            let Slot { first, last, .. } = slots[rank];
            let place = free_from.iter().position(|&free_from| free_from <= first)?;
            free_from[place] = last + 1;
            slots[rank].bit = 1 << place;
        }
        Some(slots)
    }

    /// The slots of the given cells that own one at this step.
    fn bits(&self, now: usize, ranks: impl Iterator<Item = usize>) -> u64 {
        let slots = ranks.map(|rank| self.slots[rank]);
        slots.filter(|it| (it.first..=it.last).contains(&now)).fold(0, |bits, it| bits | it.bit)
    }

    /// The slots of those that are undecided after this step.
    fn waiting(&self, now: usize, ranks: impl Iterator<Item = usize>) -> u64 {
        let bit = |rank: usize| {
            let slot = self.slots[rank];
            if slot.first <= now { slot.bit } else { ALWAYS_FREE }
        };
        ranks.filter(|&rank| rank > now).fold(0, |bits, rank| bits | bit(rank))
    }

    fn step(&self, now: usize) -> Step {
        let mut corners = [0; SLOTS];
        for (rank, slot) in self.slots.iter().enumerate() {
            if (slot.first..=slot.last).contains(&now) {
                corners[slot.bit.trailing_zeros() as usize] = self.waiting(now, self.corners(rank));
            }
        }
        Step {
            own: self.slots[now].bit,
            may_stay_empty: !self.required[now],
            placements: Vec::new(),
            rechecks: self.bits(now, self.corners(now)),
            corners,
            required: self.waiting(now, (0..self.cells.len()).filter(|&rank| self.required[rank])),
        }
    }

    fn placement(&self, index: usize, placement: &Placement, now: usize) -> StepPlacement {
        let own = || self.ranks(placement.cells.iter().copied());
        let taken = || own().chain(self.ranks(placement.around(true)));
        let covers = self.bits(now, own());
        let at_corners = taken().flat_map(|rank| self.corners(rank));
        StepPlacement {
            index,
            kind: kind(placement.piece),
            needs: covers,
            takes: self.bits(now, taken().filter(|&rank| rank > now)),
            covers,
            touches: self.bits(now, self.ranks(placement.around(false))) & !covers,
            rechecks: self.bits(now, at_corners) | covers,
        }
    }
}
