//! Minimax: player 1 takes the move with the highest value, player 2 the one with the lowest.
//!
//! Shannon, 1950, after von Neumann, 1928. Looks at all b^d positions d plies deep. Values are seen
//! from player 1 throughout, as in the textbook; only the analysis turns them to the side to move.
//! Differs from the textbook: whose turn it is is asked for, since a player may move twice running.

use plywood_contract::{
    Analysis, Evaluator, Game, HIGHEST, LOWEST, Origin, PlayObserver, Score, Seat,
};

use super::question::Question;
use super::run::{Run, Stopped};

/// Searches `depth` plies below `root`, every position.
///
#[doc = include_str!("../../explain/minimax.md")]
///
/// ```
/// use plywood_contract::{Game, Limits, Quiet};
/// use plywood_games::connect_four::ConnectFour;
/// use plywood_judges::connect_four::Middle;
/// use plywood_search::adversarial::{Question, minimax};
///
/// let (start, limits) = (ConnectFour.start(), Limits::default());
/// let question = Question::new(&ConnectFour, &Middle, &start, &limits);
/// let analysis = minimax(&question, 3, Quiet);
/// assert_eq!(analysis.stats.analysed, 1 + 7 + 49 + 343);
/// ```
pub fn minimax<G: Game, E: Evaluator<G>>(
    question: &Question<'_, G, E>,
    depth: u32,
    observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    let mut search = Search { run: Run::new(question, observer) };
    let Question { game, root, .. } = *question;
    let value = search.value(&mut root.clone(), None, 0, depth);
    let sign = if game.turn(root) == Seat::One { 1 } else { -1 };
    search.run.finish(root, depth, value.map(|value| sign * value))
}

struct Search<'a, G: Game, E, O> {
    run: Run<'a, G, E, O>,
}

impl<G: Game, E: Evaluator<G>, O: PlayObserver<G>> Search<'_, G, E, O> {
    /// What the position is worth to player 1.
    fn value(
        &mut self,
        position: &mut G::Position,
        step: Option<G::Move>,
        ply: u32,
        depth: u32,
    ) -> Result<Score, Stopped> {
        self.run.analyse()?;
        self.run.entered(position, step, [ply, depth], [LOWEST, HIGHEST]);
        let mover = self.run.game.turn(position);
        let first = self.run.moves.len();
        if depth > 0 {
            self.run.list(position, ply);
        }
        if first == self.run.moves.len() {
            self.run.end_line(ply);
            let value = self.run.judged(position, ply);
            return Ok(if mover == Seat::One { value } else { -value });
        }
        let value = self.best(position, first, mover, [ply, depth])?;
        self.run.moves.truncate(first);
        self.run.left(ply, if mover == Seat::One { value } else { -value }, Origin::Moves);
        Ok(value)
    }

    /// The value of the move, among those listed from `first` on, that `mover` likes best.
    fn best(
        &mut self,
        position: &mut G::Position,
        first: usize,
        mover: Seat,
        [ply, depth]: [u32; 2],
    ) -> Result<Score, Stopped> {
        let mut best = if mover == Seat::One { LOWEST } else { HIGHEST };
        for i in first..self.run.moves.len() {
            let step = self.run.moves[i];
            let undo = self.run.game.play(position, step);
            let value = self.value(position, Some(step), ply + 1, depth - 1)?;
            self.run.game.undo(position, step, undo);
            let is_better = if mover == Seat::One { value > best } else { value < best };
            if is_better {
                best = value;
                self.run.prefer(ply, step, if mover == Seat::One { value } else { -value });
            }
        }
        Ok(best)
    }
}
