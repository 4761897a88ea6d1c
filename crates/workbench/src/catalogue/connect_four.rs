//! Connect four: solved to its end as soon as that can be done in time.

use plywood_contract::{
    Analysis, Game, Heard, Limits, Line, PlayStats, Score, Stop, Stopwatch, message,
};
use plywood_games::connect_four::{COLUMNS, ConnectFour, Position, ROWS};
use plywood_judges::connect_four::ConnectFourJudge;
use plywood_search::adversarial::{Deepening, Question, TranspositionTable, iterative_deepening};
use plywood_solvers::connect_four::{Solver, Verdict};

use super::{Gallery, Levels, Manner, NUMBERED, Offer, Still};
use crate::engines::{Expert, Means, Playable, Prover};
use crate::games::{Form, Observed, Planes, Seated};

/// Few moves, but a threat overlooked loses: depth, and how often it is not looked at all.
pub(super) static OFFER: Offer = Offer {
    name: "connect-four",
    about: message!("about-connect-four", "discs dropped into seven columns: four in a line"),
    rules: &[],
    is_shuffled: false,
    gallery: Gallery {
        card: Still::after("d d c e d c b"),
        minute: [
            Still::START,
            Still::after("d d"),
            Still::after("d d c e d c b"),
            Still::after("d a d a d b d"),
        ],
    },
    sides: NUMBERED,
    manner: Manner::USUAL,
    levels: Levels {
        below: [
            "random",
            "iterative:depth=1,slips=70",
            "iterative:depth=1,slips=45",
            "iterative:depth=1,slips=25",
            "iterative:depth=1,slips=6",
            "iterative:depth=2,slips=2",
            "iterative:depth=4",
            "best:nodes=6k",
        ],
        rated: "best:nodes=50k",
    },
    checks: &[(4, "alpha-beta:depth=7"), (8, "mtd:depth=9"), (12, "iterative:depth=12")],
    form: Form::CountedDiscs,
    open: |_chosen, _seed, position| Seated::open(&OFFER, ConnectFour, position),
};

/// What a win is worth to the judge.
const WIN: Score = 1000;

impl Playable for ConnectFour {
    type Judge = ConnectFourJudge;

    fn judge(&self) -> ConnectFourJudge {
        ConnectFourJudge
    }

    const POINT: Score = WIN;
    const LEAD: Score = 1;

    fn expert(&self, means: &Means) -> Option<Box<dyn Expert<Self>>> {
        Some(Box::new(Master::new(means)))
    }

    fn prover(&self, means: &Means) -> Box<dyn Prover<Self>> {
        Box::new(Solver::new(means.hash as usize))
    }
}

impl Prover<ConnectFour> for Solver {
    fn value(
        &mut self,
        _game: &ConnectFour,
        position: &Position,
        limits: &Limits,
    ) -> (Result<i32, Stop>, u64) {
        match Solver::value(self, position, limits) {
            Ok(exact) => (Ok(exact.value), exact.nodes),
            Err(unsettled) => (Err(unsettled.stop), unsettled.nodes),
        }
    }
}

/// Looks ahead a little, then tries to prove every move within half of what is left, and searches deeper
/// with the rest if that failed.
struct Master {
    solver: Solver,
    table: TranspositionTable,
    threads: usize,
    /// By line of the last analysis, how far off the end is.
    plies: Vec<Option<u32>>,
}

/// Plies of the first look, a few milliseconds.
const FIRST_LOOK: u32 = 8;
/// Positions a proof may look at before deeper searches are more use, some seconds.
const LONGEST_PROOF: u64 = 30_000_000;

impl Master {
    fn new(means: &Means) -> Self {
        let half = means.hash as usize / 2;
        let (solver, table) = (Solver::new(half), TranspositionTable::new(half));
        Self { solver, table, threads: means.threads, plies: Vec::new() }
    }

    /// Searches pass after pass with the judge.
    fn deepen(
        &self,
        game: &ConnectFour,
        position: &Position,
        n_lines: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<u8>),
    ) -> Analysis<u8> {
        let options = Deepening { lines: n_lines, threads: self.threads, reductions: false };
        let question = Question::new(game, &ConnectFourJudge, position, limits);
        iterative_deepening(&question, &self.table, &options, Heard::by(progress))
    }

    /// Proven moves as lines.
    fn told(&mut self, verdicts: &[Verdict], n_lines: usize, spent: PlayStats) -> Analysis<u8> {
        self.plies = verdicts.iter().map(|known| Some(known.plies)).collect();
        let line = |known: &Verdict| Line {
            moves: vec![known.step],
            score: WIN * known.value,
            exact: true,
        };
        let lines = verdicts.iter().take(n_lines).map(line).collect();
        let depth = verdicts.first().map_or(0, |best| best.plies);
        let stats = PlayStats { depth, selective_depth: depth, ..spent };
        Analysis { lines, stats, stopped: None }
    }

    /// The moves, best first, if all of them could be proven: winners take the shortest way, losers the longest.
    fn proven(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> (Option<Vec<Verdict>>, PlayStats) {
        let before = (self.solver.nodes(), self.solver.counts());
        let mut verdicts = self.solver.moves(position, limits).ok();
        if let Some(verdicts) = &mut verdicts {
            verdicts.sort_by_key(|known| (-known.value, known.value * known.plies as i32));
        }
        let mut stats =
            PlayStats { analysed: self.solver.nodes() - before.0, ..PlayStats::default() };
        self.solver.counts().since(before.1).tell(&mut stats, true);
        (verdicts, stats)
    }
}

/// The limits left after some positions.
fn rest(limits: &Limits, started: &Stopwatch, nodes: u64) -> Limits {
    let mut left = limits.clone();
    left.time = left.time.map(|time| time.saturating_sub(started.elapsed()));
    left.nodes = left.nodes.map(|most| most.saturating_sub(nodes));
    left
}

impl Expert<ConnectFour> for Master {
    fn most_lines(&self) -> usize {
        usize::MAX
    }

    fn point(&self) -> Score {
        WIN
    }

    fn analyse(
        &mut self,
        game: &ConnectFour,
        position: &Position,
        n_lines: usize,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<u8>),
    ) -> Analysis<u8> {
        let started = Stopwatch::start();
        self.plies.clear();
        let look = Limits {
            nodes: limits.nodes.map(|nodes| nodes.div_ceil(4)),
            depth: Some(limits.depth.unwrap_or(FIRST_LOOK).min(FIRST_LOOK)),
            ..limits.clone()
        };
        let first = self.deepen(game, position, n_lines, &look, progress);
        let is_deep_enough = limits.depth.is_some_and(|depth| depth <= FIRST_LOOK);
        let is_settled = first.lines.iter().all(|line| line.exact);
        if is_deep_enough || is_settled || limits.cancel.is_raised() {
            return first;
        }
        let mut spent = first.stats.clone();
        let mut left = rest(limits, &started, spent.analysed);
        left.time = left.time.map(|time| time / 2);
        left.nodes = Some(left.nodes.map_or(LONGEST_PROOF, |n| (n / 2).min(LONGEST_PROOF)));
        let (proven, proof) = self.proven(position, &left);
        spent.add(&proof);
        spent.time = started.elapsed();
        if let Some(verdicts) = proven {
            return self.told(&verdicts, n_lines, spent);
        }
        let left = rest(limits, &started, spent.analysed);
        let deeper = self.deepen(game, position, n_lines, &left, progress);
        spent.add(&deeper.stats);
        spent.time = started.elapsed();
        let stopped = deeper.stopped;
        let kept = if deeper.stats.depth >= first.stats.depth { deeper } else { first };
        let PlayStats { depth, selective_depth, .. } = kept.stats;
        let stats = PlayStats { depth, selective_depth, ..spent };
        Analysis { stats, stopped, ..kept }
    }

    fn plies(&self, line: usize) -> Option<u32> {
        self.plies.get(line).copied().flatten()
    }
}

const N_CELLS: usize = ROWS * COLUMNS;

/// The cells of a set, row by row from the top.
fn cells(set: u64) -> impl Iterator<Item = usize> {
    (0..N_CELLS).filter(move |cell| {
        let (row, column) = (ROWS - 1 - cell / COLUMNS, cell % COLUMNS);
        set >> (7 * column + row) & 1 == 1
    })
}

/// Own discs, the other's, and the seat.
impl Observed for ConnectFour {
    /// Each column.
    fn n_actions(&self) -> usize {
        COLUMNS
    }

    fn action(&self, _: &Position, cell: u8) -> usize {
        usize::from(cell / 7)
    }

    const SHAPE: [usize; 3] = [3, ROWS, COLUMNS];

    fn planes(&self, position: &Position, out: &mut Planes) {
        position.discs().into_iter().for_each(|discs| out.set(N_CELLS, cells(discs)));
        out.seat(N_CELLS, self.turn(position));
    }
}
