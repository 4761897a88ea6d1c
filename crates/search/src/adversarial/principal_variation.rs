//! Principal variation search: search the first move in full, and only verify that no other is better.
//!
//! Marsland and Campbell, 1982; as NegaScout, Reinefeld, 1983. The first move is searched with the
//! whole window; each other one with a null window, which only asks whether it is better. If
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
use super::table::{Bound, Entry, TO_THE_END, TranspositionTable};
use crate::hash::hash_of;

/// Looks `depth` plies ahead of `root`, with what `table` knows if there is one.
///
#[doc = include_str!("../../explain/pvs.md")]
///
/// ```
/// use plywood_contract::{Game, Limits, Quiet};
/// use plywood_games::connect_four::ConnectFour;
/// use plywood_judges::connect_four::Middle;
/// use plywood_search::adversarial::{Question, alpha_beta, principal_variation};
///
/// let (start, limits) = (ConnectFour.start(), Limits::default());
/// let question = Question::new(&ConnectFour, &Middle, &start, &limits);
/// let analysis = principal_variation(&question, 5, None, Quiet);
/// assert_eq!(analysis.score(), alpha_beta(&question, 5, Quiet).score());
/// ```
pub fn principal_variation<G: Keyed, E: Evaluator<G>>(
    question: &Question<'_, G, E>,
    depth: u32,
    table: Option<&TranspositionTable>,
    observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    let mut search = Search::new(Run::new(question, observer), table);
    let value = search.value(&mut question.root.clone(), None, (0, depth), (LOWEST, HIGHEST));
    search.run.finish(question.root, depth, value)
}

/// The same search for a game whose positions have no hash key: only killers and history are kept.
pub(crate) fn principal_variation_unkeyed<G: Game, E: Evaluator<G>>(
    question: &Question<'_, G, E>,
    depth: u32,
    observer: impl PlayObserver<G>,
) -> Analysis<G::Move> {
    let mut search = Search::new(Run::new(question, observer), NoTable);
    let value = search.value(&mut question.root.clone(), None, (0, depth), (LOWEST, HIGHEST));
    search.run.finish(question.root, depth, value)
}

/// The transposition table, or none.
pub(super) trait Remembers<G: Game> {
    fn is_there(&self) -> bool;
    /// The position's hash, by which threads mark the searches they have begun.
    fn key(&self, game: &G, position: &G::Position) -> u64;
    fn get(&self, game: &G, position: &G::Position) -> Option<Entry>;
    fn put(&self, game: &G, position: &G::Position, entry: Entry);
}

impl<G: Keyed> Remembers<G> for Option<&TranspositionTable> {
    fn is_there(&self) -> bool {
        self.is_some()
    }
    fn key(&self, game: &G, position: &G::Position) -> u64 {
        game.key(position)
    }
    #[inline(always)]
    fn get(&self, game: &G, position: &G::Position) -> Option<Entry> {
        self.and_then(|table| table.get(game.key(position)))
    }
    #[inline(always)]
    fn put(&self, game: &G, position: &G::Position, entry: Entry) {
        if let Some(table) = self {
            table.put(game.key(position), entry);
        }
    }
}

/// No table.
struct NoTable;

impl<G: Game> Remembers<G> for NoTable {
    fn is_there(&self) -> bool {
        false
    }
    fn key(&self, _game: &G, _position: &G::Position) -> u64 {
        0
    }
    fn get(&self, _game: &G, _position: &G::Position) -> Option<Entry> {
        None
    }
    fn put(&self, _game: &G, _position: &G::Position, _entry: Entry) {}
}

pub(super) struct Search<'a, G: Game, E, O, T = Option<&'a TranspositionTable>> {
    pub(super) run: Run<'a, G, E, O>,
    pub(super) order: Order<G::Move>,
    /// Whether late moves are first searched a ply less deep.
    pub(super) reduces: bool,
    /// Moves not to be looked at in the root: other lines begin with them.
    pub(super) excluded: Vec<G::Move>,
    /// The move to look at first in the root.
    pub(super) favourite: Option<G::Move>,
    /// Moves deferred because another thread is searching them, of all positions on the current path.
    put_off: Vec<Candidate<G::Move>>,
    table: T,
}

/// A move at its turn: its place in the game's own list, and how many were tried before it.
#[derive(Clone, Copy)]
struct Candidate<M> {
    step: M,
    place: u16,
    rank: usize,
}

/// The best of the moves tried so far, and the window as they left it.
struct Standing {
    best: Score,
    best_place: Option<u16>,
    alpha: Score,
    beta: Score,
}

/// Shallower searches are not worth marking for the other threads.
const LEAST_SHARED: u32 = 5;

/// From here on moves are late, if [`Search::reduces`], and only as far from the end as this.
const LATE: usize = 4;
const LEAST_REDUCED: u32 = 3;

impl<'a, G: Game, E: Evaluator<G>, O: PlayObserver<G>, T: Remembers<G>> Search<'a, G, E, O, T> {
    pub(super) fn new(mut run: Run<'a, G, E, O>, table: T) -> Self {
        run.has_table = table.is_there();
        let (order, excluded) = (Order::new(), Vec::new());
        let put_off = Vec::new();
        Self { run, order, reduces: false, excluded, favourite: None, put_off, table }
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
        let known = self.table.get(self.run.game, position);
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

    /// The judge's bounds, if they settle the window. The root is always searched, because a move is
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

    /// The table's value, if it settles the window: of exactly the depth asked for, so that the value does not
    /// depend on what else filled the table. The root is always searched, because a move is
    /// wanted.
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
        if !self.table.is_there() {
            return;
        }
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
        self.table.put(self.run.game, position, Entry { score, bound, depth, best });
    }

    /// The value of the best move, or of the first that passes the window, and its place in the
    /// game's own list; no place if every move failed to raise alpha.
    #[inline(always)]
    fn best(
        &mut self,
        position: &mut G::Position,
        (first, known_best): (usize, Option<u16>),
        (ply, depth): (u32, u32),
        (alpha, beta): (Score, Score),
    ) -> Result<(Score, Option<u16>), Stopped> {
        let end = self.order.len();
        let mut standing = Standing { best: LOWEST, best_place: None, alpha, beta };
        let is_shared = depth >= LEAST_SHARED && self.run.has_company();
        let waiting = self.put_off.len();
        for i in first..end {
            let (step, place) = self.next_move(position, ply, (first, i), known_best);
            let candidate = Candidate { step, place, rank: i - first };
            let search = is_shared.then(|| self.search_of(position, step, depth));
            if let Some(search) = search
                && !self.run.begin(search)
                && i > first
            {
                self.put_off.push(candidate);
                continue;
            }
            let n_left = end - i - 1 + self.put_off.len() - waiting;
            let is_cut = self.try_move(position, candidate, (ply, depth), &mut standing, n_left)?;
            if let Some(search) = search {
                self.run.done(search);
            }
            if is_cut {
                break;
            }
        }
        if self.put_off.len() > waiting {
            self.try_put_off(position, waiting, (ply, depth), &mut standing)?;
        }
        Ok((standing.best, standing.best_place))
    }

    /// Tries the deferred moves from `waiting` on, unless one tried meanwhile has cut.
    #[cold]
    #[inline(never)]
    fn try_put_off(
        &mut self,
        position: &mut G::Position,
        waiting: usize,
        (ply, depth): (u32, u32),
        standing: &mut Standing,
    ) -> Result<(), Stopped> {
        let end = self.put_off.len();
        for i in waiting..end {
            if standing.best >= standing.beta {
                break;
            }
            let candidate = self.put_off[i];
            self.try_move(position, candidate, (ply, depth), standing, end - i - 1)?;
        }
        self.put_off.truncate(waiting);
        Ok(())
    }

    /// The hash of what searching a move to a depth is, the same in every thread.
    fn search_of(&self, position: &G::Position, step: G::Move, depth: u32) -> u64 {
        let key = self.table.key(self.run.game, position);
        (key ^ hash_of(&step)).wrapping_add(u64::from(depth)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            | 1
    }

    /// Looks at one move, of which `n_left` others are still to come; says whether it cuts.
    #[inline(always)]
    fn try_move(
        &mut self,
        position: &mut G::Position,
        Candidate { step, place, rank }: Candidate<G::Move>,
        (ply, depth): (u32, u32),
        standing: &mut Standing,
        n_left: usize,
    ) -> Result<bool, Stopped> {
        let Standing { alpha, beta, .. } = *standing;
        let is_late = self.reduces
            && rank >= LATE
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
        if rank > 0 && value > alpha {
            value = ask(self, depth - 1, alpha, alpha + 1)?;
        }
        if rank == 0 || (value > alpha && value < beta) {
            value = ask(self, depth - 1, alpha, beta)?;
        }
        self.run.game.undo(position, step, undo);
        if value <= standing.best {
            return Ok(false);
        }
        standing.best = value;
        if value > alpha {
            standing.best_place = Some(place);
        }
        if value >= beta {
            self.run.cut(mover, ply, step, value, [alpha, beta], n_left);
            self.order.reward(mover, ply, depth, step);
            if ply == 0 {
                self.run.prefer(ply, step, value);
            }
            return Ok(true);
        }
        if value > alpha {
            standing.alpha = value;
            self.run.prefer(ply, step, value);
        }
        Ok(false)
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
        // A hash collision may give a move of another position: its index can be too high.
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
