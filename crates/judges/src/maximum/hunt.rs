//! A search under way: targets and widths.
//!
//! The bound of the relaxation is the first target. A sweep that finds it ends the search; one that
//! refutes it names the next bound. After some refutations the target lies a little below the bound: a
//! sweep that drops nothing finds the most there is. Sweeps begin narrow and widen only where states
//! had to be dropped.

use plywood_contract::Stop;
use plywood_games::blokus::Piece;
use plywood_games::blokus::puzzle::{Board, BoardError, Cell};

use super::bounds::{UNIT, kind};
use super::frontier::Care;
use super::region::{Spot, cells, count, laid, reachable};
use super::solve::{Task, TaskError};
use super::sweep::{Order, Swept, View, sweep};
use super::watch::Watch;
use super::witness::{greedy, ordered};

/// States in a layer of the first sweep; each later one has [`WIDER`] times as many.
pub(super) const NARROW: usize = 100;
pub(super) const WIDER: usize = 8;
/// From this width on, a sweep is dear enough to look for a good solution before it.
const DEAR: usize = NARROW * WIDER * WIDER;
/// How far below the bound the target lies, after so many refutations.
const GAPS: [u32; 4] = [0, 0, 1, 2];

/// A search under way.
pub(super) struct Hunt<'a> {
    pub(super) board: &'a Board,
    pub(super) threads: usize,
    pub(super) watch: Watch<'a>,
    pub(super) laid: Vec<Spot>,
    pub(super) stock: [u32; 3],
    /// All placements that can be reached.
    pub(super) spots: Vec<Spot>,
    /// The pieces of the best solution, the laid ones first.
    pub(super) best: Vec<Spot>,
    /// The board from the side it is scanned from.
    pub(super) view: Option<View>,
    /// How many quarter turns that side is away.
    pub(super) turns: usize,
    pub(super) is_side_chosen: bool,
    is_walk_tried: bool,
    /// Whether sweeps mind every kind that is scarce.
    is_careful: bool,
    /// The width that the next sweep begins with.
    width: usize,
    n_refuted: usize,
    /// States made by the last sweep.
    pub(super) last_states: u64,
}

/// What to do after a sweep.
pub(super) enum Next {
    /// The target was found or refuted.
    Settled,
    /// Sweep again and mind every kind of piece.
    Careful,
    /// Sweep again with more states: so many were dropped.
    Wider(u64),
}

impl<'a> Hunt<'a> {
    pub(super) fn new(task: &Task<'a>, watch: Watch<'a>) -> Result<Self, TaskError> {
        let board = task.board;
        if board.cell(0, 0) == Cell::Blocked {
            return Err(TaskError::Board(BoardError::StartBlocked));
        }
        board.stock_left().map_err(|error| TaskError::Board(BoardError::Groups(error)))?;
        let laid = laid(board);
        let stock = task.stock.map_or([u32::MAX; 3], |stock| [stock.a, stock.b, stock.c]);
        let on_board = count(&laid);
        if let Some(kind) = (0..3).find(|&kind| on_board[kind] > stock[kind]) {
            return Err(TaskError::OverStock([Piece::A, Piece::B, Piece::C1][kind]));
        }
        let (threads, best) = (task.threads.max(1), laid.clone());
        let (spots, view) = (Vec::new(), None);
        let mut hunt = Self {
            board,
            threads,
            watch,
            laid,
            stock,
            spots,
            best,
            view,
            is_side_chosen: false,
            is_walk_tried: false,
            is_careful: false,
            width: NARROW,
            n_refuted: 0,
            turns: 0,
            last_states: 0,
        };
        hunt.restock(stock);
        Ok(hunt)
    }

    /// Begins anew with other pieces.
    pub(super) fn restock(&mut self, stock: [u32; 3]) {
        let on_board = count(&self.laid);
        let has = |piece: &Piece| stock[kind(*piece)] > on_board[kind(*piece)];
        let pieces: Vec<Piece> = Piece::ALL.into_iter().filter(has).collect();
        self.spots = reachable(self.board, &self.laid, &pieces);
        // No more can be used than there are places.
        let places = count(&self.spots);
        self.stock = std::array::from_fn(|kind| stock[kind].min(places[kind]));
        self.view = None;
        self.is_side_chosen = false;
        self.is_walk_tried = false;
        self.is_careful = false;
        self.width = NARROW;
        self.n_refuted = 0;
        let coverable = self.coverable();
        self.watch.bound = coverable.min(self.stock_cells());
        self.watch.best = cells(&self.best);
    }

    /// How many cells some piece can cover.
    pub(super) fn coverable(&self) -> u32 {
        let mut all: Vec<_> = self.spots.iter().flat_map(|spot| &spot.cells).collect();
        all.sort_unstable();
        all.dedup();
        all.len() as u32
    }

    /// Whether there are fewer of a kind than places for it.
    pub(super) fn is_scarce(&self, kind: usize) -> bool {
        self.stock[kind] < count(&self.spots)[kind]
    }

    pub(super) fn stock_cells(&self) -> u32 {
        self.stock[0] + 4 * (self.stock[1] + self.stock[2])
    }

    /// The best solution in a legal order; a quick one if there was no time for any.
    pub(super) fn best_or_greedy(&mut self) -> Vec<Spot> {
        if self.best.len() == self.laid.len() {
            self.best = greedy(&self.spots, &self.laid, self.stock);
        }
        self.watch.best = cells(&self.best);
        ordered(self.best.clone(), self.laid.len())
    }

    /// Finds the maximum.
    pub(super) fn maximum(&mut self) -> Result<(), Stop> {
        while self.watch.best < self.watch.bound {
            self.settle(None)?;
        }
        Ok(())
    }

    /// Tells whether so many cells can be covered; if so, they are.
    pub(super) fn reach(&mut self, target: u32) -> Result<bool, Stop> {
        while self.watch.best < target && target <= self.watch.bound {
            self.settle(Some(target))?;
        }
        Ok(self.watch.best >= target)
    }

    /// Comes nearer to what was asked for, so many cells or the maximum: finds more, or lowers the
    /// bound.
    fn settle(&mut self, asked: Option<u32>) -> Result<(), Stop> {
        if self.spots.is_empty() {
            self.watch.bound = self.watch.best;
            return Ok(());
        }
        if self.view.is_none() {
            self.find_something()?;
            let view = self.first_view()?;
            self.watch.bound =
                self.watch.bound.min(view.bounds.root(self.stock) as u32 / UNIT as u32);
            self.view = Some(view);
            // The bound may be below the target now.
            return Ok(());
        }
        let enough = asked.unwrap_or(self.watch.bound);
        let gap = GAPS[self.n_refuted.min(GAPS.len() - 1)];
        let target = asked.unwrap_or(enough.saturating_sub(gap).max(self.watch.best + 1));
        loop {
            let (width, care) = (self.width, self.care());
            let swept = self.sweep(target, enough, width, care)?;
            match self.heed(swept, target) {
                Next::Settled => {
                    self.width = (width / WIDER).max(NARROW);
                    return Ok(());
                }
                Next::Careful => {}
                Next::Wider(dropped) => {
                    if !std::mem::replace(&mut self.is_walk_tried, true)
                        && self.walk_through(asked, care)?
                    {
                        return Ok(());
                    }
                    if !self.is_side_chosen && self.is_worth_a_look_around(dropped) {
                        self.is_side_chosen = true;
                        if self.choose_side(target, enough, care)? {
                            return Ok(());
                        }
                    }
                    self.width *= WIDER;
                    if self.width >= DEAR {
                        self.improve(width)?;
                    }
                }
            }
        }
    }

    /// Takes to heart what a sweep for the target came to.
    pub(super) fn heed(&mut self, swept: Swept, target: u32) -> Next {
        match swept {
            Swept::Found { spots, most } => {
                if most {
                    // True even of more pieces than there are.
                    self.watch.bound = self.watch.bound.min(cells(&spots));
                }
                if self.accept(&spots) {
                    return Next::Settled;
                }
                self.is_careful = true;
                Next::Careful
            }
            Swept::Refuted(next) => {
                self.n_refuted += 1;
                self.watch.bound = next.max(self.watch.best).min(target - 1);
                Next::Settled
            }
            Swept::Dropped(states) => Next::Wider(states),
        }
    }

    /// Where tables take long, looks without them first, so that there is a good solution whenever
    /// the time runs out.
    fn find_something(&mut self) -> Result<(), Stop> {
        if !self.has_dear_tables() {
            return Ok(());
        }
        self.view = Some(self.poor_view());
        let looked = self.improve(NARROW * WIDER);
        self.view = None;
        looked
    }

    /// Looks for a better solution than the best, whatever the target.
    fn improve(&mut self, width: usize) -> Result<(), Stop> {
        let (target, enough) = (self.watch.best + 1, self.watch.bound);
        let swept = self.sweep(target, enough, width, self.full_care())?;
        if let Swept::Found { spots, .. } = swept {
            self.accept(&spots);
        }
        Ok(())
    }

    pub(super) fn sweep(
        &mut self,
        target: u32,
        enough: u32,
        width: usize,
        care: Care,
    ) -> Result<Swept, Stop> {
        let Self { stock, threads, .. } = *self;
        let order = Order { target, enough, stock, width, care, threads };
        let view = self.view.as_ref().expect("a side was looked at");
        let before = self.watch.nodes;
        let swept = sweep(view, order, &mut self.watch);
        self.last_states = self.watch.nodes - before;
        swept
    }

    /// Takes a solution as the best if it is legal and better.
    pub(super) fn accept(&mut self, spots: &[Spot]) -> bool {
        if self.exceeds_stock(spots) {
            return false;
        }
        if cells(spots) > self.watch.best {
            self.watch.best = cells(spots);
            self.best = spots.to_vec();
            // The pieces on the board come first.
            self.best.sort_by_key(|spot| !self.laid.contains(spot));
        }
        true
    }

    pub(super) fn exceeds_stock(&self, spots: &[Spot]) -> bool {
        let used = count(spots);
        (0..3).any(|kind| used[kind] > self.stock[kind])
    }

    /// Which kinds are minded: to begin with those that have a price, and `a` if it is scarce.
    fn care(&self) -> Care {
        if self.is_careful {
            return self.full_care();
        }
        let prices = self.view.as_ref().map_or([0; 3], |view| view.bounds.prices);
        Care([self.is_scarce(0), prices[1] != 0, prices[2] != 0])
    }

    /// Minds every kind that is scarce.
    pub(super) fn full_care(&self) -> Care {
        Care([0, 1, 2].map(|kind| self.is_scarce(kind)))
    }
}
