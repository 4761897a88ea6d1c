//! Principal variation search: believe that the first move is the best, and only check the others.
//!
//! Marsland and Campbell, 1982; as NegaScout, Reinefeld, 1983. The first move is searched with the
//! whole window; each other one with a window of no width, which only asks whether it is better. If
//! one is, it is searched again. With good ordering that is rare, and narrow windows cut more. The
//! value is minimax's, or quiescence search's where the judge knows noisy moves. With a table, results are kept between positions and passes, and
//! [`iterative_deepening`](super::iterative_deepening) makes it the search that plays.

use plywood_contract::{
    Analysis, Evaluator, Game, HIGHEST, Keyed, LOWEST, Limits, Origin, PlayObserver, Score,
};

use super::order::Order;
use super::run::{Run, Stopped};
use super::table::{Bound, Entry, TO_THE_END, Table};

/// Looks `depth` plies ahead of `root`, with what `table` knows if there is one.
pub fn principal_variation<G: Keyed, E: Evaluator<G>>(
    game: &G,
    judge: &E,
    root: &G::Position,
    depth: u32,
    table: Option<&Table>,
    limits: &Limits,
    observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    let mut search = Search::new(Run::new(game, judge, root, limits, observer), table);
    let value = search.value(&mut root.clone(), None, [0, depth], [LOWEST, HIGHEST]);
    search.run.finish(root, depth, value)
}

pub(super) struct Search<'a, G: Game, E, O> {
    pub(super) run: Run<'a, G, E, O>,
    table: Option<&'a Table>,
    order: Order<G::Move>,
    /// Where each move on the stack stood in the game's own list.
    places: Vec<u16>,
}

impl<'a, G: Keyed, E: Evaluator<G>, O: PlayObserver<G>> Search<'a, G, E, O> {
    pub(super) fn new(run: Run<'a, G, E, O>, table: Option<&'a Table>) -> Self {
        Self { run, table, order: Order::new(), places: Vec::new() }
    }

    /// What the position is worth to the side to move: exact inside the window, a bound outside.
    pub(super) fn value(
        &mut self,
        position: &mut G::Position,
        step: Option<G::Move>,
        [ply, depth]: [u32; 2],
        [alpha, beta]: [Score; 2],
    ) -> Result<Score, Stopped> {
        debug_assert!(alpha < beta);
        self.run.analyse()?;
        self.run.entered(position, step, [ply, depth], [alpha, beta]);
        let known = self.table.and_then(|table| table.get(self.run.game.key(position)));
        if let Some(score) = known.and_then(|known| self.answer(known, [ply, depth], [alpha, beta]))
        {
            self.run.end_line(ply);
            self.run.left(ply, score, Origin::Table);
            return Ok(score);
        }
        if depth == 0 && E::NOISE {
            return self.run.quiesce(position, [ply, 0], [alpha, beta]);
        }
        if depth == 0 {
            self.run.end_line(ply);
            return Ok(self.run.judged(position, ply));
        }
        let first = self.run.list(position, ply);
        if first == self.run.moves.len() {
            self.run.end_line(ply);
            return Ok(self.run.judged(position, ply));
        }
        // Whether this subtree is free of opinions is asked anew; the rest of the tree keeps its own.
        let others_opinion = std::mem::replace(&mut self.run.is_opinion, false);
        let known_best = known.and_then(|known| known.best);
        let judge = (self.run.game, self.run.judge);
        let moves = &mut self.run.moves[first..];
        self.order.sort(judge, position, ply, known_best, moves, &mut self.places);
        let (score, best) = self.best(position, first, [ply, depth], [alpha, beta])?;
        let bound = match score {
            score if score <= alpha => Bound::Upper,
            score if score >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        if let Some(table) = self.table {
            let depth = if self.run.is_opinion {
                depth.min(TO_THE_END as u32 - 1) as u8
            } else {
                TO_THE_END
            };
            table.put(self.run.game.key(position), Entry { score, bound, depth, best });
        }
        self.run.is_opinion |= others_opinion;
        self.run.moves.truncate(first);
        self.places.truncate(first);
        self.run.left(ply, score, Origin::Moves);
        Ok(score)
    }

    /// What the table says, if that is enough. The root is always searched, for a move is wanted.
    fn answer(
        &mut self,
        known: Entry,
        [ply, depth]: [u32; 2],
        [alpha, beta]: [Score; 2],
    ) -> Option<Score> {
        let is_enough = match known.bound {
            Bound::Exact => true,
            Bound::Lower => known.score >= beta,
            Bound::Upper => known.score <= alpha,
        };
        let is_deep = known.depth == TO_THE_END || u32::from(known.depth) >= depth;
        if ply == 0 || !is_deep || !is_enough {
            return None;
        }
        self.run.stats.table_hits += 1;
        self.run.is_opinion |= known.depth != TO_THE_END;
        Some(known.score)
    }

    /// The value of the best move, or of the first that passes the window, and its place in the
    /// game's own list; no place if every move failed to raise alpha.
    fn best(
        &mut self,
        position: &mut G::Position,
        first: usize,
        [ply, depth]: [u32; 2],
        [mut alpha, beta]: [Score; 2],
    ) -> Result<(Score, Option<u16>), Stopped> {
        let mover = self.run.game.turn(position);
        let end = self.run.moves.len();
        let (mut best, mut best_place) = (LOWEST, None);
        for i in first..end {
            let step = self.run.moves[i];
            let undo = self.run.game.play(position, step);
            let is_ours = self.run.game.turn(position) == mover;
            let next = [ply + 1, depth - 1];
            let mut ask = |search: &mut Self, alpha: Score, beta: Score| {
                let window = if is_ours { [alpha, beta] } else { [-beta, -alpha] };
                let value = search.value(position, Some(step), next, window)?;
                Ok(if is_ours { value } else { -value })
            };
            let mut value =
                if i == first { ask(self, alpha, beta)? } else { ask(self, alpha, alpha + 1)? };
            if i > first && value > alpha && value < beta {
                value = ask(self, alpha, beta)?;
            }
            self.run.game.undo(position, step, undo);
            if value <= best {
                continue;
            }
            best = value;
            if value > alpha {
                best_place = Some(self.places[i]);
            }
            if value >= beta {
                self.run.cut(mover, ply, step, value, [alpha, beta], end - i - 1);
                self.order.reward(mover, ply, depth, step);
                if ply == 0 {
                    self.run.prefer(ply, step, value);
                }
                break;
            }
            if value > alpha {
                alpha = value;
                self.run.prefer(ply, step, value);
            }
        }
        Ok((best, best_place))
    }
}
