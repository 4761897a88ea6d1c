//! Alpha–beta to the end of the game, over bits (after Pons, 2015).
//!
//! A score says who wins and how soon: 22 less the number of discs that the winner has placed by then,
//! positive for the side to move, 0 for a draw. The sooner the win, the higher the score.

use plywood_contract::{Counter, Counts, CutReason, Halt, Watch};
use plywood_games::connect_four::{BOTTOM, CELLS, Position, completing};

use super::table::{Bound, TranspositionTable};

/// How many cells there are.
const N_CELLS: i32 = 42;

/// A position, seen from the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    own: u64,
    all: u64,
    n_discs: i32,
}

impl State {
    pub(super) fn new(position: &Position) -> Self {
        let [own, other] = position.discs();
        Self { own, all: own | other, n_discs: position.n_discs() as i32 }
    }

    /// The state after a disc on `cell`, a set of one.
    #[inline]
    pub(super) fn after(self, cell: u64) -> Self {
        Self { own: self.own ^ self.all, all: self.all | cell, n_discs: self.n_discs + 1 }
    }

    /// Where the next disc of each column would come to rest.
    #[inline]
    pub(super) fn open(self) -> u64 {
        (self.all + BOTTOM) & CELLS
    }

    /// The open cells that win at once.
    #[inline]
    pub(super) fn winning(self) -> u64 {
        completing(self.own, self.all) & self.open()
    }

    pub(super) fn is_full(self) -> bool {
        self.all == CELLS
    }

    /// What winning with the next disc scores.
    pub(super) fn win_now(self) -> i32 {
        (N_CELLS + 1 - self.n_discs) / 2
    }

    /// The bounds of the score.
    pub(super) fn range(self) -> [i32; 2] {
        [-(N_CELLS - self.n_discs) / 2, self.win_now()]
    }

    /// How many plies a game with this score still takes.
    pub(super) fn plies(self, score: i32) -> u32 {
        // The winner places this many discs in all; player 1 has one more of them before moving.
        let placed = 22 - score.abs();
        let mover_has = self.n_discs / 2;
        let plies = match score {
            0 => N_CELLS - self.n_discs,
            1.. => 2 * (placed - mover_has) - 1,
            _ => 2 * (placed - (self.n_discs + 1) / 2),
        };
        plies.max(0) as u32
    }

    /// Open cells after which the other cannot win at once; none if every one of them loses.
    #[inline]
    fn safe(self) -> u64 {
        let open = self.open();
        let threats = completing(self.own ^ self.all, self.all);
        let forced = open & threats;
        let open = match forced {
            0 => open,
            _ if forced & (forced - 1) != 0 => return 0,
            _ => forced,
        };
        // Nor right below a cell where the other would win.
        open & !(threats >> 1)
    }

    /// No two positions share it.
    #[inline]
    fn key(self) -> u64 {
        self.own + self.all + BOTTOM
    }
}

/// Columns from the middle outwards.
const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Alpha–beta under one count of nodes.
pub(super) struct Search<'a> {
    pub(super) table: &'a mut TranspositionTable,
    pub(super) counter: Counter<'a>,
    pub(super) counts: Counts,
    /// Discs on the board of the position asked about: what tells its side's turns.
    root: i32,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a mut TranspositionTable,
        watch: &'a Watch<'a>,
        root: State,
    ) -> Self {
        let (counter, counts) = (Counter::new(watch), Counts::default());
        Self { table, counter, counts, root: root.n_discs }
    }

    /// The score of a state that is not over. The bounds are narrowed on the way, so that they are known if the
    /// search is interrupted.
    pub(super) fn score(&mut self, state: State, bounds: &mut [i32; 2]) -> Result<i32, Halt> {
        *bounds = state.range();
        self.counter.count()?;
        if state.winning() != 0 {
            *bounds = [state.win_now(); 2];
        }
        while bounds[0] < bounds[1] {
            let [low, high] = *bounds;
            // Who wins is asked first, since that answer cuts most.
            let middle = low + (high - low) / 2;
            let middle = match middle {
                middle if middle <= 0 && low / 2 < middle => low / 2,
                middle if middle >= 0 && high / 2 > middle => high / 2,
                middle => middle,
            };
            let found = self.value(state, [middle, middle + 1])?;
            match found <= middle {
                true => bounds[1] = found,
                false => bounds[0] = found,
            }
        }
        Ok(bounds[0])
    }

    /// Whether a state that is not over is worth at least `least` to the side to move.
    pub(super) fn reaches(&mut self, state: State, least: i32) -> Result<bool, Halt> {
        self.counter.count()?;
        if state.winning() != 0 {
            return Ok(state.win_now() >= least);
        }
        Ok(self.value(state, [least - 1, least])? >= least)
    }

    /// The score of a state where nobody has won and the side to move cannot at once: exact inside
    /// the window, a bound outside.
    fn value(&mut self, state: State, [mut alpha, mut beta]: [i32; 2]) -> Result<i32, Halt> {
        debug_assert!(alpha < beta && state.winning() == 0);
        self.counter.count()?;
        let safe = state.safe();
        if safe == 0 {
            // A full board is a draw; otherwise the other wins with the next disc.
            return Ok(if state.is_full() { 0 } else { -(N_CELLS - state.n_discs) / 2 });
        }
        if state.n_discs >= N_CELLS - 2 {
            return Ok(0);
        }
        // The other does not win with the next disc, and the side to move not with this one.
        let mut least = -(N_CELLS - 2 - state.n_discs) / 2;
        let mut most = (N_CELLS - 1 - state.n_discs) / 2;
        match self.table.get(state.key()) {
            Some(Bound::Lower(score)) => {
                self.counts.table_hits += u64::from(least < beta && score >= beta);
                least = least.max(score);
            }
            Some(Bound::Upper(score)) => {
                self.counts.table_hits += u64::from(most > alpha && score <= alpha);
                most = most.min(score);
            }
            None => {}
        }
        if least >= beta {
            return Ok(least);
        }
        if most <= alpha {
            return Ok(most);
        }
        alpha = alpha.max(least);
        beta = beta.min(most);
        if alpha >= beta {
            return Ok(alpha);
        }
        let (cells, count) = ordered(state, safe);
        self.counts.expanded += 1;
        for (i, &cell) in cells[..count].iter().enumerate() {
            let score = -self.value(state.after(cell), [-beta, -alpha])?;
            if score >= beta {
                let is_ours = (state.n_discs - self.root) & 1 == 0;
                let reason = if is_ours { CutReason::Beta } else { CutReason::Alpha };
                self.counts.cut(reason, count - i - 1);
                self.table.put(state.key(), Bound::Lower(score));
                return Ok(score);
            }
            alpha = alpha.max(score);
        }
        self.table.put(state.key(), Bound::Upper(alpha));
        Ok(alpha)
    }
}

/// The safe cells, most threats made first, then from the middle outwards.
#[inline]
fn ordered(state: State, safe: u64) -> ([u64; 7], usize) {
    let (mut cells, mut ranks) = ([0; 7], [0; 7]);
    let mut count = 0;
    for column in ORDER {
        let cell = safe & 0x7f << (7 * column);
        if cell == 0 {
            continue;
        }
        let rank = completing(state.own | cell, state.all | cell).count_ones();
        // Seven cells at most: insertion keeps the order of columns among equals.
        let mut place = count;
        while place > 0 && ranks[place - 1] < rank {
            (cells[place], ranks[place]) = (cells[place - 1], ranks[place - 1]);
            place -= 1;
        }
        (cells[place], ranks[place]) = (cell, rank);
        count += 1;
    }
    (cells, count)
}
