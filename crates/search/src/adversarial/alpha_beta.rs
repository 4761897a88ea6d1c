//! Alpha–beta: minimax that stops reading a position once the opponent would never allow it.
//!
//! Knuth and Moore, 1975. b^d positions at worst, about b^(d/2) when the best move comes first; the
//! value is minimax's. Values are seen from the side to move (negamax): what is good for one side is
//! as bad for the other. Differs from the paper: a player may move twice running, and then the
//! window is passed on as it is instead of being turned around. Moves are tried in the judge's order.

use plywood_contract::{Analysis, Evaluator, Game, HIGHEST, LOWEST, Origin, PlayObserver, Score};

use super::question::Question;
use super::run::{Run, Stopped};

/// Looks `depth` plies ahead of `root`.
///
#[doc = include_str!("../../explain/alpha-beta.md")]
///
/// ```
/// use plywood_contract::{Game, Limits, Quiet};
/// use plywood_games::connect_four::ConnectFour;
/// use plywood_judges::connect_four::Middle;
/// use plywood_search::adversarial::{Question, alpha_beta, minimax};
///
/// let (start, limits) = (ConnectFour.start(), Limits::default());
/// let question = Question::new(&ConnectFour, &Middle, &start, &limits);
/// let (cut, whole) = (alpha_beta(&question, 4, Quiet), minimax(&question, 4, Quiet));
/// assert_eq!(cut.score(), whole.score());
/// assert!(cut.stats.analysed < whole.stats.analysed);
/// ```
pub fn alpha_beta<G: Game, E: Evaluator<G>>(
    question: &Question<'_, G, E>,
    depth: u32,
    observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    let mut search = Search { run: Run::new(question, observer) };
    let value = search.value(&mut question.root.clone(), None, (0, depth), (LOWEST, HIGHEST));
    search.run.finish(question.root, depth, value)
}

struct Search<'a, G: Game, E, O> {
    run: Run<'a, G, E, O>,
}

impl<G: Game, E: Evaluator<G>, O: PlayObserver<G>> Search<'_, G, E, O> {
    /// What the position is worth to the side to move: exact inside the window, a bound outside.
    #[inline(always)]
    fn value(
        &mut self,
        position: &mut G::Position,
        step: Option<G::Move>,
        (ply, depth): (u32, u32),
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        debug_assert!(alpha < beta);
        self.run.analyse()?;
        self.run.entered(position, step, [ply, depth], [alpha, beta]);
        if depth == 0 {
            return Ok(self.run.judged(position, ply));
        }
        self.best(position, ply, depth, alpha, beta)
    }

    /// The value of the best move, or of the first that passes the window.
    #[inline(never)]
    fn best(
        &mut self,
        position: &mut G::Position,
        ply: u32,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let first = self.run.list(position, ply);
        if first == self.run.moves.len() {
            self.run.end_line(ply);
            return Ok(self.run.judged(position, ply));
        }
        self.run.order(position, first);
        let mut best = LOWEST;
        let mut next = first;
        while let Some(&step) = self.run.moves.get(next) {
            next += 1;
            // Asked right before the move: where turns always alternate, the compiler sees it.
            let mover = self.run.game.turn(position);
            let undo = self.run.game.play(position, step);
            let is_ours = self.run.game.turn(position) == mover;
            let window = if is_ours { (alpha, beta) } else { (-beta, -alpha) };
            let value = self.value(position, Some(step), (ply + 1, depth - 1), window)?;
            let value = if is_ours { value } else { -value };
            self.run.game.undo(position, step, undo);
            if value <= best {
                continue;
            }
            best = value;
            if value >= beta {
                // The other side has something better earlier on; the rest cannot matter.
                self.run.cut(mover, ply, step, value, [alpha, beta], self.run.moves.len() - next);
                break;
            }
            if value > alpha {
                alpha = value;
                self.run.prefer(ply, step, value);
            }
        }
        self.run.moves.truncate(first);
        self.run.left(ply, best, Origin::Moves);
        Ok(best)
    }
}
