//! The exact value of any position of connect four, and of every move in it.

use plywood_contract::{Counts, Game, Halt, Limits, Stop, Watch};
use plywood_games::connect_four::{ConnectFour, Position};

use super::search::{Search, State};
use super::table::TranspositionTable;

/// A proven value, and the cost of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// 1, 0 or −1 for the side to move, if both play their best.
    pub value: i32,
    /// Plies to the end then: the winner takes the shortest way, the loser the longest.
    pub plies: u32,
    /// A move that leads there; none if the game is over.
    pub best: Option<u8>,
    /// Positions visited.
    pub nodes: u64,
}

/// The result of a proof that a limit cut short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsettled {
    /// The limit.
    pub stop: Stop,
    /// The value, 1, 0 or −1, is at least the first and at most the second.
    pub bounds: [i32; 2],
    /// Positions visited.
    pub nodes: u64,
}

/// What a move is worth to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The cell of the disc.
    pub step: u8,
    /// 1, 0 or −1.
    pub value: i32,
    /// How many plies the game takes then, this one included.
    pub plies: u32,
}

/// Solves positions; keeps its table until [`Solver::clear`].
///
/// Time, nodes and the cancel flag are honoured, and a node limit is never passed; the depth is the
/// game's. The same calls on a fresh solver look at the same nodes. With a table of 64 MB a position of
/// ten discs took about a second and one of eight about four (one thread of a busy machine); those of
/// five discs and fewer that were tried took more than a minute.
pub struct Solver {
    table: TranspositionTable,
    nodes: u64,
    counts: Counts,
}

impl Solver {
    /// A solver with a table of at most this many bytes.
    pub fn new(bytes: usize) -> Self {
        Self { table: TranspositionTable::new(bytes), nodes: 0, counts: Counts::default() }
    }

    /// Positions visited since it was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What it counted besides, each time from the side of the position asked about.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The value for the side to move, and how soon it comes about.
    pub fn value(&mut self, position: &Position, limits: &Limits) -> Result<Exact, Unsettled> {
        if let Some(value) = over(position) {
            return Ok(Exact { value, plies: 0, best: None, nodes: 0 });
        }
        let watch = Watch::new(limits);
        let state = State::new(position);
        let mut search = Search::new(&mut self.table, &watch, state);
        let mut bounds = state.range();
        let found = search.score(state, &mut bounds).and_then(|score| {
            let best = best(&mut search, position, state, score)?;
            Ok((score, best))
        });
        let (nodes, counts) = (search.counter.nodes(), search.counts);
        self.nodes += nodes;
        self.counts.add(counts);
        match found {
            Ok((score, best)) => {
                Ok(Exact { value: score.signum(), plies: state.plies(score), best, nodes })
            }
            Err(halt) => Err(Unsettled {
                stop: halt.unwrap_or(Stop::Cancelled),
                bounds: bounds.map(i32::signum),
                nodes,
            }),
        }
    }

    /// What every move is worth to the side that makes it, in the order of [`Game::moves`]. The
    /// limits hold for all of them together.
    pub fn moves(&mut self, position: &Position, limits: &Limits) -> Result<Vec<Verdict>, Stop> {
        let watch = Watch::new(limits);
        let state = State::new(position);
        let mut search = Search::new(&mut self.table, &watch, state);
        let mut steps = Vec::new();
        ConnectFour.moves(position, &mut steps);
        search.counts.expanded += 1;
        let verdict = |step: u8| {
            let score = after(&mut search, state, step)?;
            Ok(Verdict { step, value: score.signum(), plies: state.plies(score) })
        };
        let verdicts: Result<Vec<Verdict>, Halt> = steps.into_iter().map(verdict).collect();
        let (nodes, counts) = (search.counter.nodes(), search.counts);
        self.nodes += nodes;
        self.counts.add(counts);
        verdicts.map_err(|halt| halt.unwrap_or(Stop::Cancelled))
    }
}

/// The value of a finished game for the side whose turn it would be.
fn over(position: &Position) -> Option<i32> {
    // The line was completed by the last move, so a decided game is lost for the side to move.
    ConnectFour.result(position).map(|result| -result.abs())
}

/// The score of a move for the side that makes it.
fn after(search: &mut Search<'_>, state: State, step: u8) -> Result<i32, Halt> {
    let cell = 1 << step;
    search.counter.count()?;
    if state.winning() & cell != 0 {
        return Ok(state.win_now());
    }
    let next = state.after(cell);
    if next.is_full() {
        return Ok(0);
    }
    Ok(-search.score(next, &mut [0; 2])?)
}

/// The first move, from left to right, that keeps the score.
fn best(
    search: &mut Search<'_>,
    position: &Position,
    state: State,
    score: i32,
) -> Result<Option<u8>, Halt> {
    if state.winning() != 0 {
        return Ok(Some(state.winning().trailing_zeros() as u8));
    }
    let mut steps = Vec::new();
    ConnectFour.moves(position, &mut steps);
    for &step in &steps {
        let next = state.after(1 << step);
        // Worth no more to the other than the score leaves it.
        if next.is_full() || !search.reaches(next, 1 - score)? {
            return Ok(Some(step));
        }
    }
    Ok(steps.first().copied())
}
