//! The search: targets, widths, and the interval between the incumbent and the proven bound.
//!
//! The bound of the relaxation is the first target. A sweep that finds it ends the search; one that
//! refutes it proves a lower bound. After some refutations the target lies a little below the bound: an
//! exhaustive sweep finds the optimum wherever it lies between the two. Sweeps begin narrow and widen
//! only where states had to be dropped.

use plywood_contract::Stop;
use plywood_games::blokus::Piece;
use plywood_games::blokus::puzzle::{Board, BoardError, Cell};

use super::bounds::{Multipliers, UNIT, kind};
use super::path_sweep::PathModel;
use super::progress::Standing;
use super::region::{Placement, cells, count, laid, reachable};
use super::row_sweep::{RowModel, sweep};
use super::solve::{Task, TaskError};
use super::states::Enforced;
use super::sweep::{Outcome, Request};
use super::witness::{greedy, legal_order};

/// States in a layer of the first sweep; each wider one has [`WIDENING`] times as many.
pub(super) const FIRST_WIDTH: usize = 100;
pub(super) const WIDENING: usize = 8;
/// From this width on, a sweep takes long enough to improve the incumbent before it.
const WIDE: usize = FIRST_WIDTH * WIDENING * WIDENING;
/// How far below the bound the target lies, by the number of refutations so far.
const TARGET_GAPS: [u32; 4] = [0, 0, 1, 2];

/// A path should take this many times fewer states than rows. Boards of rooms and gates are far above it,
/// boards with scattered walls far below.
const NARROWER: f64 = 40.0;
/// Where path sweeps of more states in a step are not enough, sweeps by rows may be better.
const PATH_WIDEST: usize = 100_000;
/// How far below the bound the later targets of path sweeps lie: the cells of a large piece.
const PATH_GAP: u32 = 4;

/// A search in progress.
pub(super) struct Search<'a> {
    pub(super) board: &'a Board,
    pub(super) threads: usize,
    pub(super) standing: Standing<'a>,
    pub(super) laid: Vec<Placement>,
    pub(super) stock: [u32; 3],
    /// All placements that a chain of touching placements joins to the start.
    pub(super) placements: Vec<Placement>,
    /// The incumbent: the best solution so far, pieces on the board first.
    pub(super) best: Vec<Placement>,
    /// The board from the side it is swept from.
    pub(super) model: Option<RowModel>,
    /// How many quarter turns bring that side to the top.
    pub(super) turns: usize,
    pub(super) is_side_chosen: bool,
    is_path_tried: bool,
    /// Whether sweeps enforce the stock of every scarce kind.
    enforces_all: bool,
    /// The width that the next sweep begins with.
    width: usize,
    n_refuted: usize,
    /// States expanded by the last sweep.
    pub(super) last_expanded: u64,
}

/// The next step after a sweep.
pub(super) enum Next {
    /// The target was found or refuted.
    Settled,
    /// The solution exceeds a stock that was not enforced: sweep again and enforce all.
    EnforceAll,
    /// This many states were dropped: sweep again with a larger width.
    Widen(u64),
}

impl<'a> Search<'a> {
    pub(super) fn new(task: &Task<'a>, standing: Standing<'a>) -> Result<Self, TaskError> {
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
        let (placements, model) = (Vec::new(), None);
        let mut search = Self {
            board,
            threads,
            standing,
            laid,
            stock,
            placements,
            best,
            model,
            is_side_chosen: false,
            is_path_tried: false,
            enforces_all: false,
            width: FIRST_WIDTH,
            n_refuted: 0,
            turns: 0,
            last_expanded: 0,
        };
        search.restock(stock);
        Ok(search)
    }

    /// Starts over with another stock; the incumbent stays.
    pub(super) fn restock(&mut self, stock: [u32; 3]) {
        let on_board = count(&self.laid);
        let has = |piece: &Piece| stock[kind(*piece)] > on_board[kind(*piece)];
        let pieces: Vec<Piece> = Piece::ALL.into_iter().filter(has).collect();
        self.placements = reachable(self.board, &self.laid, &pieces);
        // No more can be used than there are placements.
        let places = count(&self.placements);
        self.stock = std::array::from_fn(|kind| stock[kind].min(places[kind]));
        self.model = None;
        self.is_side_chosen = false;
        self.is_path_tried = false;
        self.enforces_all = false;
        self.width = FIRST_WIDTH;
        self.n_refuted = 0;
        let coverable = self.coverable();
        self.standing.bound = coverable.min(self.stock_cells());
        self.standing.best = cells(&self.best);
    }

    /// How many cells some piece can cover.
    pub(super) fn coverable(&self) -> u32 {
        let mut all: Vec<_> =
            self.placements.iter().flat_map(|placement| &placement.cells).collect();
        all.sort_unstable();
        all.dedup();
        all.len() as u32
    }

    /// Whether there are fewer of a kind than placements of it.
    pub(super) fn is_scarce(&self, kind: usize) -> bool {
        self.stock[kind] < count(&self.placements)[kind]
    }

    pub(super) fn stock_cells(&self) -> u32 {
        self.stock[0] + 4 * (self.stock[1] + self.stock[2])
    }

    /// The incumbent in a legal order; a greedy solution if no sweep has found any.
    pub(super) fn best_or_greedy(&mut self) -> Vec<Placement> {
        if self.best.len() == self.laid.len() {
            self.best = greedy(&self.placements, &self.laid, self.stock);
        }
        self.standing.best = cells(&self.best);
        legal_order(self.best.clone(), self.laid.len())
    }

    /// Tightens until the incumbent meets the bound.
    pub(super) fn maximize(&mut self) -> Result<(), Stop> {
        while self.standing.best < self.standing.bound {
            self.tighten(None)?;
        }
        Ok(())
    }

    /// Whether `target` cells can be covered; if so, the incumbent covers them.
    pub(super) fn reach(&mut self, target: u32) -> Result<bool, Stop> {
        while self.standing.best < target && target <= self.standing.bound {
            self.tighten(Some(target))?;
        }
        Ok(self.standing.best >= target)
    }

    /// Improves the incumbent or lowers the bound, for `asked` cells or for the maximum.
    fn tighten(&mut self, asked: Option<u32>) -> Result<(), Stop> {
        if self.placements.is_empty() {
            self.standing.bound = self.standing.best;
            return Ok(());
        }
        if self.model.is_none() {
            self.find_incumbent()?;
            let model = self.first_model()?;
            self.standing.bound =
                self.standing.bound.min(model.bounds.root(self.stock) as u32 / UNIT as u32);
            self.model = Some(model);
            // The bound may have fallen below the target.
            return Ok(());
        }
        let enough = asked.unwrap_or(self.standing.bound);
        let gap = TARGET_GAPS[self.n_refuted.min(TARGET_GAPS.len() - 1)];
        let target = asked.unwrap_or(enough.saturating_sub(gap).max(self.standing.best + 1));
        loop {
            let (width, enforced) = (self.width, self.enforced());
            let swept = self.sweep(target, enough, width, enforced)?;
            match self.update_bounds(swept, target) {
                Next::Settled => {
                    self.width = (width / WIDENING).max(FIRST_WIDTH);
                    return Ok(());
                }
                Next::EnforceAll => {}
                Next::Widen(dropped) => {
                    if !std::mem::replace(&mut self.is_path_tried, true)
                        && self.sweep_along_path(asked, enforced)?
                    {
                        return Ok(());
                    }
                    if !self.is_side_chosen && self.are_other_sides_worthwhile(dropped) {
                        self.is_side_chosen = true;
                        if self.choose_side(target, enough, enforced)? {
                            return Ok(());
                        }
                    }
                    self.width *= WIDENING;
                    if self.width >= WIDE {
                        self.improve_incumbent(width)?;
                    }
                }
            }
        }
    }

    /// Updates incumbent and bound from a finished sweep for the target.
    pub(super) fn update_bounds(&mut self, swept: Outcome, target: u32) -> Next {
        match swept {
            Outcome::Found { placements, is_optimal } => {
                if is_optimal {
                    // A sweep that enforces fewer stocks has more solutions: its optimum is a bound.
                    self.standing.bound = self.standing.bound.min(cells(&placements));
                }
                if self.accept(&placements) {
                    return Next::Settled;
                }
                self.enforces_all = true;
                Next::EnforceAll
            }
            Outcome::Refuted(next) => {
                self.n_refuted += 1;
                self.standing.bound = next.max(self.standing.best).min(target - 1);
                Next::Settled
            }
            Outcome::Inconclusive(states) => Next::Widen(states),
        }
    }

    /// Where tables take long, sweeps with the trivial bound first, so that there is a good incumbent
    /// whenever the time runs out.
    fn find_incumbent(&mut self) -> Result<(), Stop> {
        if !self.has_large_tables() {
            return Ok(());
        }
        self.model = Some(self.trivial_model()?);
        let swept = self.improve_incumbent(FIRST_WIDTH * WIDENING);
        self.model = None;
        swept
    }

    /// Sweeps once for anything better than the incumbent.
    fn improve_incumbent(&mut self, width: usize) -> Result<(), Stop> {
        let (target, enough) = (self.standing.best + 1, self.standing.bound);
        let swept = self.sweep(target, enough, width, self.all_scarce())?;
        if let Outcome::Found { placements, .. } = swept {
            self.accept(&placements);
        }
        Ok(())
    }

    pub(super) fn sweep(
        &mut self,
        target: u32,
        enough: u32,
        width: usize,
        enforced: Enforced,
    ) -> Result<Outcome, Stop> {
        let Self { stock, threads, .. } = *self;
        let request = Request { target, enough, stock, width, enforced, threads };
        let model = self.model.as_ref().expect("a model was built");
        let before = self.standing.nodes;
        let swept = sweep(model, request, &mut self.standing);
        self.last_expanded = self.standing.nodes - before;
        swept
    }

    /// Takes a better solution as the incumbent; `false` if it exceeds the stock.
    pub(super) fn accept(&mut self, placements: &[Placement]) -> bool {
        if self.exceeds_stock(placements) {
            return false;
        }
        if cells(placements) > self.standing.best {
            self.standing.best = cells(placements);
            self.best = placements.to_vec();
            // The pieces on the board come first.
            self.best.sort_by_key(|placement| !self.laid.contains(placement));
        }
        true
    }

    pub(super) fn exceeds_stock(&self, placements: &[Placement]) -> bool {
        let used = count(placements);
        (0..3).any(|kind| used[kind] > self.stock[kind])
    }

    /// The kinds to enforce: to begin with those that have a multiplier, and `a` if it is scarce.
    fn enforced(&self) -> Enforced {
        if self.enforces_all {
            return self.all_scarce();
        }
        let multipliers = self.model.as_ref().map_or([0; 3], |model| model.bounds.multipliers);
        Enforced([self.is_scarce(0), multipliers[1] != 0, multipliers[2] != 0])
    }

    /// Enforces every scarce kind.
    pub(super) fn all_scarce(&self) -> Enforced {
        Enforced([0, 1, 2].map(|kind| self.is_scarce(kind)))
    }

    /// Sweeps along a path, if there is a narrow one. The first target is the bound; later ones lie below
    /// it, so that an exhaustive sweep finds the optimum before every value above it is refuted. Returns
    /// whether what was asked for, `asked` cells or the maximum, is settled.
    pub(super) fn sweep_along_path(
        &mut self,
        asked: Option<u32>,
        enforced: Enforced,
    ) -> Result<bool, Stop> {
        let Some(model) = &self.model else { return Ok(false) };
        let multipliers = model.bounds.multipliers;
        // The model by rows stays meanwhile.
        self.standing.aside = model.bytes;
        let is_settled = self.follow_path(asked, enforced, multipliers);
        self.standing.aside = 0;
        is_settled
    }

    fn follow_path(
        &mut self,
        asked: Option<u32>,
        enforced: Enforced,
        multipliers: Multipliers,
    ) -> Result<bool, Stop> {
        let n_laid = self.laid.len();
        let model =
            PathModel::new(&self.placements, n_laid, multipliers, NARROWER, &mut self.standing)?;
        let Some(model) = model else { return Ok(false) };
        let (mut width, mut gap, mut enforced) = (FIRST_WIDTH, 0, enforced);
        loop {
            let (best, bound) = (self.standing.best, self.standing.bound);
            if best >= bound || asked.is_some_and(|asked| best >= asked || bound < asked) {
                return Ok(true);
            }
            let target = asked.unwrap_or_else(|| bound.saturating_sub(gap).max(best + 1));
            let enough = asked.unwrap_or(bound);
            let Self { stock, threads, .. } = *self;
            let request = Request { target, enough, stock, width, enforced, threads };
            let swept = model.sweep(request, &mut self.standing)?;
            match self.update_bounds(swept, target) {
                Next::EnforceAll => enforced = self.all_scarce(),
                // The incumbent is better, and the bound is as it was.
                Next::Settled if self.standing.bound == bound => {}
                Next::Settled => {
                    gap = PATH_GAP;
                    width = (width / WIDENING).max(FIRST_WIDTH);
                }
                Next::Widen(_) if width > PATH_WIDEST => return Ok(false),
                Next::Widen(_) => width *= WIDENING,
            }
        }
    }
}
