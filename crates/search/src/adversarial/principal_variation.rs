//! Principal variation search: believe that the first move is the best, and only check the others.
//!
//! Marsland and Campbell, 1982; as NegaScout, Reinefeld, 1983. The first move is searched with the
//! whole window; each other one with a window of no width, which only asks whether it is better. If
//! one is, it is searched again. With good ordering that is rare, and narrow windows cut more. The
//! value is minimax's, or quiescence search's where the judge knows noisy moves, or a truer one where it
//! knows bounds. With a table, results are kept between positions and passes, and
//! [`iterative_deepening`](super::iterative_deepening()) makes it the search that plays.

use plywood_contract::{
    Analysis, Evaluator, Game, HIGHEST, Keyed, LOWEST, Origin, PlayObserver, Score,
};

use super::order::Order;
use super::question::Question;
use super::run::{Run, Stopped};
use super::table::{Bound, Entry, TO_THE_END, Table};

/// Looks `depth` plies ahead of `root`, with what `table` knows if there is one.
///
#[doc = include_str!("../../../../docs/explain/en/pvs.md")]
pub fn principal_variation<G: Keyed, E: Evaluator<G>>(
    question: &Question<'_, G, E>,
    depth: u32,
    table: Option<&Table>,
    observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    let mut search = Search::new(Run::new(question, observer), table);
    let value = search.value(&mut question.root.clone(), None, (0, depth), (LOWEST, HIGHEST));
    search.run.finish(question.root, depth, value)
}

pub(super) struct Search<'a, G: Game, E, O> {
    pub(super) run: Run<'a, G, E, O>,
    pub(super) order: Order<G::Move>,
    /// Whether late moves are first searched a ply less deep.
    pub(super) reduces: bool,
    /// Moves not to be looked at in the root: other lines begin with them.
    pub(super) excluded: Vec<G::Move>,
    /// The move to look at first in the root.
    pub(super) favourite: Option<G::Move>,
    table: Option<&'a Table>,
}

/// From here on moves are late, if [`Search::reduces`], and only as far from the end as this.
const LATE: usize = 4;
const LEAST_REDUCED: u32 = 3;

impl<'a, G: Keyed, E: Evaluator<G>, O: PlayObserver<G>> Search<'a, G, E, O> {
    pub(super) fn new(mut run: Run<'a, G, E, O>, table: Option<&'a Table>) -> Self {
        run.has_table = table.is_some();
        let (order, excluded) = (Order::new(0), Vec::new());
        Self { run, order, reduces: false, excluded, favourite: None, table }
    }

    /// What the position is worth to the side to move: exact inside the window, a bound outside.
    #[inline(always)]
    pub(super) fn value(
        &mut self,
        position: &mut G::Position,
        step: Option<G::Move>,
        (ply, depth): (u32, u32),
        (alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        debug_assert!(alpha < beta);
        self.run.analyse()?;
        self.run.entered(position, step, [ply, depth], [alpha, beta]);
        if depth == 0
            && let Some(score) = self.certain(position, ply, alpha, beta)
        {
            return Ok(score);
        }
        if depth == 0 && E::NOISE {
            return self.run.quiesce(position, [ply, 0], [alpha, beta]);
        }
        if depth == 0 {
            if alpha + 1 < beta {
                self.run.end_line(ply);
            }
            return Ok(self.run.judged(position, ply));
        }
        self.descend(position, ply, depth, alpha, beta)
    }

    /// The same for a position above the last ply: by the table if it knows, by the moves if not.
    #[inline(never)]
    fn descend(
        &mut self,
        position: &mut G::Position,
        ply: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let known = self.table.and_then(|table| table.get(self.run.game.key(position)));
        if let Some(score) = known.and_then(|known| self.answer(known, ply, depth, alpha, beta)) {
            self.run.end_line(ply);
            self.run.left(ply, score, Origin::Table);
            return Ok(score);
        }
        if let Some(score) = self.certain(position, ply, alpha, beta) {
            return Ok(score);
        }
        let listed = self.run.list(position, ply);
        if listed == self.run.moves.len() {
            self.run.end_line(ply);
            return Ok(self.run.judged(position, ply));
        }
        let first = self.order.take(self.run.moves.drain(listed..));
        // Whether this subtree is free of opinions is asked anew; the rest of the tree keeps its own.
        let others_opinion = std::mem::replace(&mut self.run.is_opinion, false);
        let known_best =
            if ply == 0 { self.at_root(first) } else { known.and_then(|known| known.best) };
        let (score, best) =
            self.best(position, (first, known_best), (ply, depth), (alpha, beta))?;
        if self.run.is_most(score) {
            self.run.is_opinion = false;
        }
        if self.excluded.is_empty() || ply > 0 {
            self.store(position, depth, (alpha, beta), score, best);
        }
        self.run.is_opinion |= others_opinion;
        self.order.truncate(first);
        self.run.left(ply, score, Origin::Moves);
        Ok(score)
    }

    /// What the judge's bounds say, if that is enough. The root is always searched, for a move is
    /// wanted.
    #[inline(always)]
    fn certain(
        &mut self,
        position: &G::Position,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        if !E::BOUNDS || ply == 0 {
            return None;
        }
        let score = self.run.certain(position, [alpha, beta])?;
        self.run.end_line(ply);
        self.run.left(ply, score, Origin::Rules);
        Some(score)
    }

    /// Drops the root's excluded moves and returns the place of the favourite among the others.
    fn at_root(&mut self, first: usize) -> Option<u16> {
        let left: Vec<_> = (first..self.order.len())
            .map(|i| self.order.chosen(i).0)
            .filter(|step| !self.excluded.contains(step))
            .collect();
        self.order.truncate(first);
        self.order.take(left.iter().copied());
        left.iter().position(|&step| Some(step) == self.favourite).map(|place| place as u16)
    }

    /// What the table says, if that is enough: neither less deep than asked nor deeper, so that the
    /// value is the same whatever else, or whoever else, filled the table. The root is always
    /// searched, for a move is wanted.
    fn answer(
        &mut self,
        known: Entry,
        ply: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let is_enough = match known.bound {
            Bound::Exact => true,
            Bound::Lower => known.score >= beta,
            Bound::Upper => known.score <= alpha,
        };
        let is_deep = known.depth == TO_THE_END || u32::from(known.depth) == depth;
        if ply == 0 || !is_deep || !is_enough {
            return None;
        }
        self.run.counts.table_hits += 1;
        self.run.is_opinion |= known.depth != TO_THE_END;
        Some(known.score)
    }

    fn store(
        &self,
        position: &G::Position,
        depth: u32,
        (alpha, beta): (Score, Score),
        score: Score,
        best: Option<u16>,
    ) {
        let Some(table) = self.table else { return };
        let bound = match score {
            score if self.run.is_most(score) => Bound::Exact,
            score if score <= alpha => Bound::Upper,
            score if score >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        let depth = match self.run.is_opinion {
            true => depth.min(u32::from(TO_THE_END) - 1) as u8,
            false => TO_THE_END,
        };
        table.put(self.run.game.key(position), Entry { score, bound, depth, best });
    }

    /// The value of the best move, or of the first that passes the window, and its place in the
    /// game's own list; no place if every move failed to raise alpha.
    #[inline(always)]
    fn best(
        &mut self,
        position: &mut G::Position,
        (first, known_best): (usize, Option<u16>),
        (ply, depth): (u32, u32),
        (mut alpha, beta): (Score, Score),
    ) -> Result<(Score, Option<u16>), Stopped> {
        let end = self.order.len();
        let (mut best, mut best_place) = (LOWEST, None);
        for i in first..end {
            let (step, place) = self.next_move(position, ply, (first, i), known_best);
            let is_late = self.reduces
                && i - first >= LATE
                && depth >= LEAST_REDUCED
                && !self.run.judge.is_noisy(self.run.game, position, step);
            let mover = self.run.game.turn(position);
            let undo = self.run.game.play(position, step);
            let is_ours = self.run.game.turn(position) == mover;
            let mut ask = |search: &mut Self, depth: u32, alpha: Score, beta: Score| {
                let window = if is_ours { (alpha, beta) } else { (-beta, -alpha) };
                let value = search.value(position, Some(step), (ply + 1, depth), window)?;
                Ok(if is_ours { value } else { -value })
            };
            let mut value = Score::MAX;
            if is_late {
                value = ask(self, depth - 2, alpha, alpha + 1)?;
            }
            if i > first && value > alpha {
                value = ask(self, depth - 1, alpha, alpha + 1)?;
            }
            if i == first || (value > alpha && value < beta) {
                value = ask(self, depth - 1, alpha, beta)?;
            }
            self.run.game.undo(position, step, undo);
            if value <= best {
                continue;
            }
            best = value;
            if value > alpha {
                best_place = Some(place);
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

    /// Settles which move comes at `i`: the known best first, unranked; then the others by rank.
    #[inline(always)]
    fn next_move(
        &mut self,
        position: &G::Position,
        ply: u32,
        (first, i): (usize, usize),
        known_best: Option<u16>,
    ) -> (G::Move, u16) {
        // A table may, once in many lives, take one position for another: a place can be too high.
        let known_best = known_best.filter(|&place| usize::from(place) < self.order.len() - first);
        match known_best {
            Some(place) if i == first => self.order.bring_forward(first, place),
            _ => {
                if i == first + usize::from(known_best.is_some()) {
                    self.order.rank((self.run.game, self.run.judge), position, ply, i);
                }
                self.order.pick(first, i);
            }
        }
        self.order.chosen(i)
    }
}
