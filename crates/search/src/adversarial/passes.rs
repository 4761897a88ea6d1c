//! Searches to a fixed depth under a clock: a ply deeper each pass, and each root move by itself where
//! several lines are wanted.

use std::cmp::Reverse;

use plywood_contract::{Analysis, Evaluator, Game, Heard, Keyed, Line, Score, Seat, Stop};

use super::plan::Target;
use super::question::Question;
use crate::allowance::Allowance;

/// Pass after pass of one search.
pub(super) struct Passes<'a, G: Game, E> {
    pub(super) question: &'a Question<'a, G, E>,
    pub(super) target: Target<'a>,
    pub(super) n_lines: usize,
}

/// A root move's line, if one was found, and the limit that cut its search short.
type Looked<M> = (Option<Line<M>>, Option<Stop>);

impl<G: Keyed, E: Evaluator<G>> Passes<'_, G, E> {
    /// Looks `depth` plies ahead, once; or, if that is left open, deeper and deeper while the limits
    /// allow, and the last finished pass counts.
    pub(super) fn run(
        &self,
        depth: Option<u32>,
        report: &mut dyn FnMut(&Analysis<G::Move>),
    ) -> Analysis<G::Move> {
        let mut allowance = Allowance::new(self.question.limits);
        let deepest = depth.or(self.question.limits.depth).unwrap_or(u32::MAX);
        let mut depth = depth.unwrap_or(1);
        let mut kept: Option<Analysis<G::Move>> = None;
        loop {
            let guess = kept.as_ref().and_then(Analysis::score).unwrap_or(0);
            let pass = self.pass(depth, guess, &mut allowance);
            let is_exact = pass.lines.iter().all(|line| line.exact);
            let stopped = pass.stopped;
            if stopped.is_none() || kept.is_none() {
                kept = Some(pass);
            }
            let analysis = kept.get_or_insert_with(|| unreachable!("a pass was just kept"));
            analysis.stats = allowance.spent.clone();
            analysis.stopped = stopped;
            if stopped.is_some() || is_exact || depth >= deepest {
                break;
            }
            report(analysis);
            depth += 1;
        }
        let mut analysis = kept.expect("the loop keeps its first pass");
        analysis.stats.time = allowance.elapsed();
        analysis
    }

    /// One pass to a depth.
    fn pass(&self, depth: u32, guess: Score, allowance: &mut Allowance) -> Analysis<G::Move> {
        if self.n_lines > 1 {
            return self.pass_by_moves(depth, guess, allowance);
        }
        let analysis = self.search(self.question.root, depth, guess, allowance);
        allowance.pay(&analysis.stats, 0);
        analysis
    }

    /// One pass for several lines: each root move by itself.
    fn pass_by_moves(
        &self,
        depth: u32,
        guess: Score,
        allowance: &mut Allowance,
    ) -> Analysis<G::Move> {
        let Question { game, judge, root, .. } = *self.question;
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let (mut lines, mut stopped) = (Vec::new(), None);
        if allowance.look() {
            allowance.spent.expanded = allowance.spent.expanded.map(|n_expanded| n_expanded + 1);
        }
        for step in moves {
            match self.line(step, depth, guess, allowance) {
                Ok((line, stop)) => {
                    lines.extend(line);
                    stopped = stop;
                }
                Err(stop) => {
                    stopped = Some(stop);
                    if lines.is_empty() {
                        // Nothing was searched: any move will do, and the root's own evaluation is the score.
                        let score = judge.evaluate(game, root);
                        lines.push(Line { moves: vec![step], score, exact: false });
                    }
                }
            }
            if stopped.is_some() {
                break;
            }
        }
        allowance.spent.depth = depth;
        lines.sort_by_key(|line| Reverse(line.score));
        lines.truncate(self.n_lines);
        Analysis { lines, stats: allowance.spent.clone(), stopped }
    }

    /// The value of a root move for the side that makes it, or the limit that ended the search.
    fn line(
        &self,
        step: G::Move,
        depth: u32,
        guess: Score,
        allowance: &mut Allowance,
    ) -> Result<Looked<G::Move>, Stop> {
        let Question { game, judge, root, .. } = *self.question;
        let mover = game.turn(root);
        let mut position = root.clone();
        game.play(&mut position, step);
        let result = game.result(&position);
        if (depth == 1 || result.is_some()) && !allowance.look() {
            return Err(Stop::Nodes);
        }
        let is_ours = game.turn(&position) == mover;
        let turned = |score: Score| if is_ours { score } else { -score };
        let only = |score, exact| Ok((Some(Line { moves: vec![step], score, exact }), None));
        if let Some(result) = result {
            let value = judge.settle(result);
            return only(if mover == Seat::One { value } else { -value }, true);
        }
        if depth == 1 {
            return only(turned(judge.evaluate(game, &position)), false);
        }
        let below = self.search(&position, depth - 1, turned(guess), allowance);
        allowance.pay(&below.stats, 1);
        let line = below.lines.into_iter().next().map(|best| Line {
            moves: std::iter::once(step).chain(best.moves).collect(),
            score: turned(best.score),
            exact: best.exact,
        });
        Ok((line, below.stopped))
    }

    fn search(
        &self,
        root: &G::Position,
        depth: u32,
        guess: Score,
        allowance: &Allowance,
    ) -> Analysis<G::Move> {
        let limits = allowance.left();
        let question = Question { root, limits: &limits, ..*self.question };
        self.target.search(&question, depth, guess, Heard::by_nobody())
    }
}
