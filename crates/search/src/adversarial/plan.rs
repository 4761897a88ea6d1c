//! One way to start any of these searches: a plan names the search and its settings, a memory keeps its table or
//! tree for the next search.
//!
//! ```
//! use plywood_contract::{Game, Heard, Limits};
//! use plywood_games::connect_four::ConnectFour;
//! use plywood_judges::connect_four::Middle;
//! use plywood_search::adversarial::{Algorithm, Memory, Plan, Question, run};
//!
//! let (start, limits) = (ConnectFour.start(), Limits::depth(5));
//! let question = Question::new(&ConnectFour, &Middle, &start, &limits);
//! let best = |algorithm| {
//!     let plan = Plan { algorithm, ..Plan::default() };
//!     run(&question, &plan, &mut Memory::new(1 << 20), Heard::by_nobody()).score()
//! };
//! assert_eq!(best(Algorithm::Minimax), best(Algorithm::Iterative));
//! ```

use plywood_contract::{Analysis, Evaluator, Game, Keyed, Limits, PlayObserver, Score};

use super::passes::Passes;
use super::question::Question;
use super::{
    Deepening, Forest, Mcts, TranspositionTable, alpha_beta, iterative_deepening, mcts, minimax,
    mtd, principal_variation,
};

/// The searches by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// [`minimax()`].
    Minimax,
    /// [`alpha_beta()`].
    AlphaBeta,
    /// [`principal_variation()`].
    PrincipalVariation,
    /// [`mtd()`].
    Mtd,
    /// [`iterative_deepening()`].
    #[default]
    Iterative,
    /// [`mcts()`].
    Mcts,
}

/// A search and its settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Which one.
    pub algorithm: Algorithm,
    /// Plies to look ahead at once, for searches to a fixed depth. `None` leaves it to the limits: with
    /// a depth and neither time nor nodes, that depth at once; otherwise deeper and deeper, and the last
    /// finished pass counts.
    pub depth: Option<u32>,
    /// Lines wanted, threads and reductions, for every search but Monte Carlo's.
    pub deepening: Deepening,
    /// Monte Carlo's settings.
    pub mcts: Mcts,
}

/// The table or tree kept from move to move of one game, with one judge.
#[derive(Debug)]
pub struct Memory<G: Game> {
    bytes: usize,
    /// Made when it is first needed.
    table: Option<TranspositionTable>,
    forest: Forest<G>,
}

impl<G: Game> Memory<G> {
    /// Room for a table or trees of at most `bytes`; with 0, principal variation search has no table.
    pub fn new(bytes: usize) -> Self {
        Self { bytes, table: None, forest: Forest::default() }
    }

    /// Clears it, for another judge or another game.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.forest = Forest::default();
    }

    fn table(&mut self) -> &TranspositionTable {
        self.table.get_or_insert_with(|| TranspositionTable::new(self.bytes))
    }
}

/// Runs the search that the plan names: the one dispatcher of play, traces and learners' games.
pub fn run<G: Keyed + Sync, E: Evaluator<G> + Sync>(
    question: &Question<'_, G, E>,
    plan: &Plan,
    memory: &mut Memory<G>,
    mut observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    match plan.algorithm {
        Algorithm::Iterative => {
            return iterative_deepening(question, memory.table(), &plan.deepening, observer);
        }
        Algorithm::Mcts => {
            let most = memory.bytes as u64;
            let bytes = question.limits.bytes.map_or(most, |bytes| bytes.min(most));
            let limits = Limits { bytes: Some(bytes), ..question.limits.clone() };
            let question = Question { limits: &limits, ..*question };
            return mcts(&question, &mut memory.forest, &plan.mcts, observer);
        }
        _ => {}
    }
    let table = match plan.algorithm {
        Algorithm::PrincipalVariation if memory.bytes == 0 => None,
        Algorithm::PrincipalVariation | Algorithm::Mtd => Some(memory.table()),
        _ => None,
    };
    let target = Target { algorithm: plan.algorithm, table };
    match plan.depth.or(only_depth(question.limits)) {
        Some(depth) if plan.deepening.lines <= 1 => target.search(question, depth, 0, observer),
        depth => {
            let passes = Passes { question, target, n_lines: plan.deepening.lines.max(1) };
            passes.run(depth, &mut |analysis| observer.progress(analysis))
        }
    }
}

/// The maximum depth when the limits name no other: it is reached, so there is no need for passes before it.
fn only_depth(limits: &Limits) -> Option<u32> {
    limits.depth.filter(|_| limits.time.is_none() && limits.nodes.is_none())
}

/// A search to a fixed depth.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    algorithm: Algorithm,
    table: Option<&'a TranspositionTable>,
}

impl Target<'_> {
    /// Looks `depth` plies ahead.
    pub(super) fn search<G: Keyed, E: Evaluator<G>>(
        self,
        question: &Question<'_, G, E>,
        depth: u32,
        guess: Score,
        observer: impl PlayObserver<G>,
    ) -> Analysis<G::Move> {
        match (self.algorithm, self.table) {
            (Algorithm::Minimax, _) => minimax(question, depth, observer),
            (Algorithm::AlphaBeta, _) => alpha_beta(question, depth, observer),
            (Algorithm::Mtd, Some(table)) => mtd(question, depth, guess, table, observer),
            (_, table) => principal_variation(question, depth, table, observer),
        }
    }
}
