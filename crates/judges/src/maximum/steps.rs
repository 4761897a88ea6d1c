//! What may be done at each cell of a path, and what the cells that matter then are.
//!
//! A piece is laid when the first of its cells on the path is decided. From then on its other cells and
//! those at its edges are taken. A covered cell matters as long as a piece may still touch it at a
//! corner. Every cell that matters has a bit of its own in the words of the walk, its slot, which
//! others use before and after.

use super::bounds::kind;
use super::path::Path;
use super::region::Spot;

/// Stands for cells that cannot be taken yet.
const ALWAYS_FREE: u64 = 1 << 63;
const SLOTS: usize = 63;

/// A piece that may be laid.
pub(super) struct Lay {
    /// Its place among all placements.
    pub(super) spot: usize,
    pub(super) kind: usize,
    /// Cells that must be free for it: its own.
    needs: u64,
    /// Undecided cells that it takes.
    takes: u64,
    /// Its own cells.
    pub(super) covers: u64,
    /// Cells at its corners.
    pub(super) touches: u64,
    /// Covered cells that may have lost their last free corner.
    pub(super) looks: u64,
}

/// One cell of the path.
pub(super) struct Step {
    own: u64,
    may_stay_empty: bool,
    pub(super) lays: Vec<Lay>,
    /// Covered cells that may have lost their last free corner if no piece is laid.
    pub(super) looks: u64,
    /// For each slot, the undecided cells at the corners of its cell after this step.
    pub(super) corners: [u64; SLOTS],
    /// Undecided cells after this step that must be covered.
    pub(super) musts: u64,
}

impl Step {
    /// The taken cells after a choice: no piece, or one of [`Step::lays`]; `None` if it is forbidden.
    #[inline]
    pub(super) fn after(&self, taken: u64, choice: usize) -> Option<u64> {
        let is_taken = taken & self.own != 0;
        match choice.checked_sub(1).map(|lay| &self.lays[lay]) {
            None => (is_taken || self.may_stay_empty).then_some(taken & !self.own),
            Some(lay) => (taken & lay.needs == 0).then_some(taken | lay.takes),
        }
    }

    /// Laying no piece, or one of those listed.
    pub(super) fn n_choices(&self) -> usize {
        1 + self.lays.len()
    }
}

/// The cells that pieces can cover, in the order of a path, with their slots.
struct Ground<'a> {
    cells: Vec<(usize, usize)>,
    columns: usize,
    /// For each place on the board, when its cell is decided.
    turn: Vec<Option<usize>>,
    spots: Vec<(usize, &'a Spot)>,
    must: Vec<bool>,
    slots: Vec<Slot>,
}

/// The slot of a cell, and the first and the last step that it matters to.
#[derive(Clone, Copy)]
struct Slot {
    bit: u64,
    first: usize,
    last: usize,
}

const CORNERS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The cells that pieces can cover and, for each, those beside it or at a corner.
pub(super) fn neighbours(spots: &[Spot]) -> (Vec<(usize, usize)>, Vec<Vec<usize>>) {
    let mut cells: Vec<_> = spots.iter().flat_map(|spot| spot.cells.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    let is_near = |one: (usize, usize), other: (usize, usize)| {
        one != other && one.0.abs_diff(other.0) <= 1 && one.1.abs_diff(other.1) <= 1
    };
    let near = |&cell| (0..cells.len()).filter(|&other| is_near(cell, cells[other])).collect();
    let near = cells.iter().map(near).collect();
    (cells, near)
}

/// All steps of a path over `cells`, or `None` if too many cells matter at once. The first `n_laid`
/// placements lie on the board; without any, the start must be covered.
pub(super) fn steps(
    spots: &[Spot],
    n_laid: usize,
    cells: &[(usize, usize)],
    path: &Path,
) -> Option<Vec<Step>> {
    let ground = Ground::new(spots, n_laid, cells, path)?;
    let mut steps: Vec<Step> = (0..cells.len()).map(|now| ground.step(now)).collect();
    for &(place, spot) in &ground.spots {
        let turns = spot.cells.iter().filter_map(|&cell| ground.turn(cell));
        let now = turns.min().expect("a piece has cells");
        steps[now].lays.push(ground.lay(place, spot, now));
    }
    Some(steps)
}

impl<'a> Ground<'a> {
    fn new(
        spots: &'a [Spot],
        n_laid: usize,
        cells: &[(usize, usize)],
        path: &Path,
    ) -> Option<Self> {
        let cells: Vec<_> = path.order.iter().map(|&cell| cells[cell]).collect();
        let columns = cells.iter().map(|cell| cell.1 + 1).max()?;
        let rows = cells.iter().map(|cell| cell.0 + 1).max()?;
        let mut turn = vec![None; rows * columns];
        for (now, &(row, column)) in cells.iter().enumerate() {
            turn[row * columns + column] = Some(now);
        }
        let is_must = |cell: &(usize, usize)| match n_laid {
            0 => *cell == (0, 0),
            _ => spots[..n_laid].iter().any(|spot| spot.cells.contains(cell)),
        };
        let must = cells.iter().map(is_must).collect();
        let mut ground = Self { cells, columns, turn, spots: Vec::new(), must, slots: Vec::new() };
        // A piece beside a cell that must be covered cannot lie there.
        let may_lie = |spot: &Spot| {
            let mut beside = ground.turns(spot.around(true).filter(|it| !spot.cells.contains(it)));
            beside.all(|turn| !ground.must[turn])
        };
        ground.spots = spots.iter().enumerate().filter(|(_, spot)| may_lie(spot)).collect();
        ground.slots = ground.slots()?;
        Some(ground)
    }

    fn turn(&self, (row, column): (usize, usize)) -> Option<usize> {
        let is_inside = column < self.columns;
        self.turn.get(row * self.columns + column).copied().flatten().filter(|_| is_inside)
    }

    /// When these cells are decided, as far as they are any.
    fn turns(&self, cells: impl Iterator<Item = (usize, usize)>) -> impl Iterator<Item = usize> {
        cells.filter_map(|cell| self.turn(cell))
    }

    fn corners(&self, turn: usize) -> impl Iterator<Item = usize> {
        let (row, column) = self.cells[turn];
        self.turns(CORNERS.into_iter().filter_map(move |(down, right)| {
            Some((row.checked_add_signed(down)?, column.checked_add_signed(right)?))
        }))
    }

    /// Gives each cell a slot from the first piece that may take it to the last of its corners.
    fn slots(&self) -> Option<Vec<Slot>> {
        let last = |turn: usize| self.corners(turn).fold(turn, usize::max);
        let slot = |turn| Slot { bit: 0, first: turn, last: last(turn) };
        let mut slots: Vec<Slot> = (0..self.cells.len()).map(slot).collect();
        for (_, spot) in &self.spots {
            let own = || spot.cells.iter().copied();
            let now = self.turns(own()).min()?;
            for turn in self.turns(own().chain(spot.around(true))) {
                slots[turn].first = slots[turn].first.min(now);
            }
        }
        let mut in_order: Vec<usize> = (0..slots.len()).collect();
        in_order.sort_by_key(|&turn| slots[turn].first);
        let mut free_from = [0; SLOTS];
        for turn in in_order {
            let Slot { first, last, .. } = slots[turn];
            let place = free_from.iter().position(|&free_from| free_from <= first)?;
            free_from[place] = last + 1;
            slots[turn].bit = 1 << place;
        }
        Some(slots)
    }

    /// The bits of those cells that matter at this step.
    fn bits(&self, now: usize, turns: impl Iterator<Item = usize>) -> u64 {
        let slots = turns.map(|turn| self.slots[turn]);
        slots.filter(|it| (it.first..=it.last).contains(&now)).fold(0, |bits, it| bits | it.bit)
    }

    /// The same for undecided cells, all of which count.
    fn waiting(&self, now: usize, turns: impl Iterator<Item = usize>) -> u64 {
        let bit = |turn: usize| {
            let slot = self.slots[turn];
            if slot.first <= now { slot.bit } else { ALWAYS_FREE }
        };
        turns.filter(|&turn| turn > now).fold(0, |bits, turn| bits | bit(turn))
    }

    fn step(&self, now: usize) -> Step {
        let mut corners = [0; SLOTS];
        for (turn, slot) in self.slots.iter().enumerate() {
            if (slot.first..=slot.last).contains(&now) {
                corners[slot.bit.trailing_zeros() as usize] = self.waiting(now, self.corners(turn));
            }
        }
        Step {
            own: self.slots[now].bit,
            may_stay_empty: !self.must[now],
            lays: Vec::new(),
            looks: self.bits(now, self.corners(now)),
            corners,
            musts: self.waiting(now, (0..self.cells.len()).filter(|&turn| self.must[turn])),
        }
    }

    fn lay(&self, place: usize, spot: &Spot, now: usize) -> Lay {
        let own = || self.turns(spot.cells.iter().copied());
        let taken = || own().chain(self.turns(spot.around(true)));
        let covers = self.bits(now, own());
        let at_corners = taken().flat_map(|turn| self.corners(turn));
        Lay {
            spot: place,
            kind: kind(spot.piece),
            needs: covers,
            takes: self.bits(now, taken().filter(|&turn| turn > now)),
            covers,
            touches: self.bits(now, self.turns(spot.around(false))) & !covers,
            looks: self.bits(now, at_corners) | covers,
        }
    }
}
