//! MTD(f): close in on the value by null-window searches, each asking whether it is at least a guess.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, 1996. Every question is a search with a null window,
//! the kind that cuts most; the answers raise the lower or lower the upper bound until they meet.
//! Without a table each question would start from nothing. A good first guess, such as the value of
//! the last pass, needs few questions.

use plywood_contract::{Analysis, Evaluator, HIGHEST, Keyed, LOWEST, PlayObserver, Score};

use super::principal_variation::Search;
use super::question::Question;
use super::run::{Run, Stopped};
use super::table::TranspositionTable;

/// Looks `depth` plies ahead of `root`, starting from the guess that it is worth `guess`.
///
#[doc = include_str!("../../explain/mtd.md")]
///
/// ```
/// use plywood_contract::{Game, Limits, Quiet};
/// use plywood_games::connect_four::ConnectFour;
/// use plywood_judges::connect_four::Middle;
/// use plywood_search::adversarial::{Question, TranspositionTable, alpha_beta, mtd};
///
/// let (start, limits) = (ConnectFour.start(), Limits::default());
/// let question = Question::new(&ConnectFour, &Middle, &start, &limits);
/// let table = TranspositionTable::new(1 << 20);
/// let analysis = mtd(&question, 5, 0, &table, Quiet);
/// assert_eq!(analysis.score(), alpha_beta(&question, 5, Quiet).score());
/// ```
pub fn mtd<G: Keyed, E: Evaluator<G>>(
    question: &Question<'_, G, E>,
    depth: u32,
    guess: Score,
    table: &TranspositionTable,
    observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    let mut search = Search::new(Run::new(question, observer), Some(table));
    // A limit that came first is reported by the run.
    let _ = close_in(&mut search, question.root, depth, guess);
    search.run.conclude(question.root)
}

fn close_in<G: Keyed, E: Evaluator<G>, O: PlayObserver<G>>(
    search: &mut Search<'_, G, E, O>,
    root: &G::Position,
    depth: u32,
    mut guess: Score,
) -> Result<(), Stopped> {
    let (mut low, mut high) = (LOWEST, HIGHEST);
    while low < high {
        // Is it at least `beta`?
        let beta = guess.clamp(low + 1, high);
        guess = search.value(&mut root.clone(), None, (0, depth), (beta - 1, beta))?;
        if guess < beta {
            high = guess;
        } else {
            low = guess;
            // Only a yes comes with a move; the last one comes at the value itself.
            search.run.stats.depth = depth;
            let line = search.run.line(guess, !search.run.is_opinion);
            search.run.keep(vec![line]);
        }
    }
    Ok(())
}
