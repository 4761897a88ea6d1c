//! Exact score: how a game with points ends if both play their best, by alpha–beta with bounds.
//!
//! Knuth and Moore, 1975, searched to the end of the game. A judge that bounds what may still happen
//! ends lines early: if even the best that can come is too little, or the worst enough, nothing below
//! matters. A table keeps for each position what is proven of it, from below and from above, so that
//! searches with different windows help each other. Every number returned follows from the rules, if
//! the judge's bounds do.

use std::cmp::Reverse;

use plywood_contract::{
    Counts, CutReason, Evaluator, Game, HIGHEST, Keyed, LOWEST, Limits, PlayStats, Score, Seat,
    Stop,
};

use crate::adversarial::Question;
use crate::slots::Slots;
use plywood_contract::Meter;

/// The window that asks for the value itself.
pub const EVERYTHING: [Score; 2] = [LOWEST, HIGHEST];

/// The result of a search for the exact score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven<M> {
    /// [`Game::result`] under best play, for the side to move: exact inside the window, a bound on
    /// the same side of it outside. A limit if one came first.
    pub value: Result<Score, Stop>,
    /// A move that reaches it; none if the value lies below the window or the game is over.
    pub best: Option<M>,
    /// The statistics.
    pub stats: PlayStats,
}

/// Finds the value of the root, as far as it lies in `window`, with a table of at most `bytes`.
///
/// ```
/// use plywood_contract::{Game, Limits, NoJudge};
/// use plywood_games::tic_tac_toe::TicTacToe;
/// use plywood_search::adversarial::Question;
/// use plywood_search::proof::{EVERYTHING, exact_score};
///
/// let (start, limits) = (TicTacToe.start(), Limits::default());
/// let question = Question::new(&TicTacToe, &NoJudge, &start, &limits);
/// assert_eq!(exact_score(&question, EVERYTHING, 1 << 20).value, Ok(0));
/// ```
pub fn exact_score<G: Keyed, J: Evaluator<G>>(
    question: &Question<'_, G, J>,
    [alpha, beta]: [Score; 2],
    bytes: usize,
) -> Proven<G::Move> {
    let Question { game, judge, root, limits } = *question;
    let mut search = Search {
        game,
        judge,
        limits,
        meter: Meter::start(),
        stats: PlayStats::default(),
        counts: Counts::default(),
        root: game.turn(root),
        table: Slots::new((bytes / size_of::<Slot<G::Move>>()).max(1)),
        moves: Vec::new(),
        best: None,
    };
    let window = [alpha, beta.max(alpha.saturating_add(1))];
    let value = search.value(&mut root.clone(), 0, window);
    search.stats.time = search.meter.elapsed();
    search.counts.tell(&mut search.stats, true);
    Proven { value, best: search.best, stats: search.stats }
}

/// Proven bounds by key, for the side to move.
#[derive(Clone, Copy)]
struct Known<M> {
    key: u64,
    lower: Score,
    upper: Score,
    best: Option<M>,
}

type Slot<M> = Option<Known<M>>;

struct Search<'a, G: Game, J> {
    game: &'a G,
    judge: &'a J,
    limits: &'a Limits,
    meter: Meter,
    stats: PlayStats,
    counts: Counts,
    /// Whose move it is at the root.
    root: Seat,
    /// The newest takes the place of the older.
    table: Slots<Slot<G::Move>>,
    /// The moves of all positions on the current path, one list above the other.
    moves: Vec<G::Move>,
    /// The best move at the root.
    best: Option<G::Move>,
}

impl<G: Keyed, J: Evaluator<G>> Search<'_, G, J> {
    /// The value for the side to move: exact inside the window, a bound outside.
    fn value(
        &mut self,
        position: &mut G::Position,
        ply: u32,
        [alpha, beta]: [Score; 2],
    ) -> Result<Score, Stop> {
        debug_assert!(alpha < beta);
        self.count(ply)?;
        if let Some(result) = self.game.result(position) {
            return Ok(if self.game.turn(position) == Seat::One { result } else { -result });
        }
        let [mut lower, mut upper] = self.bounds(position);
        debug_assert!(lower <= upper);
        let key = self.game.key(position);
        let slot = self.slot(key);
        let known = self.table.get(slot).copied().flatten().filter(|known| known.key == key);
        if let Some(known) = known {
            lower = lower.max(known.lower);
            upper = upper.min(known.upper);
        }
        // The root is always searched, for a move is wanted.
        if ply > 0 && (lower >= beta || lower == upper) {
            self.counts.table_hits += u64::from(known.is_some());
            return Ok(lower);
        }
        if ply > 0 && upper <= alpha {
            self.counts.table_hits += u64::from(known.is_some());
            return Ok(upper);
        }
        let first = self.moves.len();
        self.game.moves(position, &mut self.moves);
        self.counts.expanded += 1;
        self.order(position, first, known.and_then(|known| known.best));
        let (value, best) = self.best_of(position, first, ply, [alpha, beta])?;
        self.moves.truncate(first);
        if value > alpha {
            lower = lower.max(value);
        }
        if value < beta {
            upper = upper.min(value);
        }
        let best = best.or(known.and_then(|known| known.best));
        *self.table.get_mut(slot) = Some(Known { key, lower, upper, best });
        Ok(value)
    }

    /// The value of the best move or of the first that passes the window, and which it is if it is
    /// above `alpha`.
    fn best_of(
        &mut self,
        position: &mut G::Position,
        first: usize,
        ply: u32,
        [mut alpha, beta]: [Score; 2],
    ) -> Result<(Score, Option<G::Move>), Stop> {
        let mover = self.game.turn(position);
        let (mut best, mut best_step) = (LOWEST, None);
        for i in first..self.moves.len() {
            let step = self.moves[i];
            let undo = self.game.play(position, step);
            let is_ours = self.game.turn(position) == mover;
            let mut ask = |search: &mut Self, alpha: Score, beta: Score| {
                let window = if is_ours { [alpha, beta] } else { [-beta, -alpha] };
                let value = search.value(position, ply + 1, window)?;
                Ok(if is_ours { value } else { -value })
            };
            // The first move is believed to be the best; the others are only checked.
            let mut value = ask(self, alpha, if i == first { beta } else { alpha + 1 })?;
            if i > first && value > alpha && value < beta {
                value = ask(self, alpha, beta)?;
            }
            self.game.undo(position, step, undo);
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_step = Some(step);
                if ply == 0 {
                    self.best = best_step;
                }
            }
            if value >= beta {
                let skipped = self.moves.len() - i - 1;
                self.counts.cut(CutReason::at(mover, self.root), skipped);
                break;
            }
        }
        Ok((best, best_step))
    }

    /// What the judge knows of the result, for the side to move.
    fn bounds(&self, position: &G::Position) -> [Score; 2] {
        let known = if J::BOUNDS { self.judge.bounds(self.game, position) } else { None };
        let [least, most] = known.unwrap_or([LOWEST, HIGHEST]);
        if self.game.turn(position) == Seat::One { [least, most] } else { [-most, -least] }
    }

    /// Puts the table's move first, then those the judge ranks highest.
    fn order(&mut self, position: &G::Position, first: usize, known: Option<G::Move>) {
        let (game, judge) = (self.game, self.judge);
        self.moves[first..].sort_by_cached_key(|&step| {
            let rank = if J::RANKS { judge.rank(game, position, step) } else { 0 };
            Reverse((Some(step) == known, rank))
        });
    }

    fn slot(&self, key: u64) -> usize {
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(spread) * self.table.len() as u128) >> 64) as usize
    }

    fn count(&mut self, ply: u32) -> Result<(), Stop> {
        if self.meter.is_due(self.stats.analysed) {
            self.meter.poll(self.stats.analysed, self.limits)?;
        }
        self.stats.analysed += 1;
        self.stats.selective_depth = self.stats.selective_depth.max(ply);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use plywood_contract::{Cancel, Quiet};
    use plywood_testkit::trees::{Path, Tree, Whim};

    use super::*;
    use crate::adversarial::minimax;

    /// Knows the value to within some slack, less below than above.
    struct Guess(Score);

    fn value_of(tree: &Tree, position: &Path) -> Score {
        let limits = Limits::default();
        minimax(&Question::new(tree, &Whim, position, &limits), tree.height, Quiet)
            .score()
            .expect("not over")
    }

    impl Evaluator<Tree> for Guess {
        fn evaluate(&self, _: &Tree, _: &Path) -> Score {
            unreachable!("a proof asks for no opinion")
        }

        const BOUNDS: bool = true;

        fn bounds(&self, tree: &Tree, position: &Path) -> Option<[i32; 2]> {
            let value = value_of(tree, position);
            let for_one = if tree.turn(position) == Seat::One { value } else { -value };
            Some([for_one - self.0, for_one + 2 * self.0])
        }
    }

    #[test]
    fn values_of_random_trees_are_those_of_minimax() {
        for seed in 0..200 {
            let tree = Tree { seed, height: 3 + seed as u32 % 4, most_moves: 4, spread: 20 };
            let root = tree.start();
            let value = value_of(&tree, &root);
            let judge = Guess([0, 1, 5, 1000][seed as usize % 4]);
            for bytes in [0, 1 << 10, 1 << 20] {
                let proven = exact_score(
                    &Question::new(&tree, &judge, &root, &Limits::default()),
                    EVERYTHING,
                    bytes,
                );
                assert_eq!(proven.value, Ok(value), "{tree:?}");
                let mut next = root.clone();
                tree.play(&mut next, proven.best.expect("not over"));
                for alpha in [value - 9, value - 1, value, value + 9] {
                    let window = [alpha, alpha + 3];
                    let told = exact_score(
                        &Question::new(&tree, &judge, &root, &Limits::default()),
                        window,
                        bytes,
                    );
                    match told.value.expect("no limit was set") {
                        told if told <= alpha => assert!(value <= told, "{tree:?}"),
                        told if told >= alpha + 3 => assert!(value >= told, "{tree:?}"),
                        told => assert_eq!(told, value, "{tree:?}"),
                    }
                }
            }
        }
    }

    #[test]
    fn tight_bounds_save_nodes() {
        let tree = Tree { seed: 1, height: 7, most_moves: 4, spread: 20 };
        let nodes = |slack| {
            let (root, limits) = (tree.start(), Limits::default());
            exact_score(&Question::new(&tree, &Guess(slack), &root, &limits), EVERYTHING, 0)
                .stats
                .analysed
        };
        assert!(nodes(1) < nodes(5) && nodes(5) < nodes(1000));
    }

    #[test]
    fn limits_end_a_proof() {
        let tree = Tree { seed: 1, height: 7, most_moves: 4, spread: 20 };
        let prove = |limits: &Limits| {
            exact_score(&Question::new(&tree, &Guess(1000), &tree.start(), limits), EVERYTHING, 0)
        };
        let proven = prove(&Limits::nodes(50));
        assert_eq!((proven.value, proven.stats.analysed), (Err(Stop::Nodes), 50));
        let cancel = Cancel::default();
        cancel.raise();
        assert_eq!(prove(&Limits { cancel, ..Limits::default() }).value, Err(Stop::Cancelled));
    }
}
