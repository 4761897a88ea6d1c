//! The engines of a review, their limits, and the comparison of their values.

use crate::engines::{Engine, Findings, Kind, Means, Opinion, Thinker, Thought};
use crate::games::{Refused, Seat, Table};
use crate::{Cancel, Limits};

use super::{Budget, ByDepth, Finding, Weighed, WeighedPly, Worth, by_points};

/// The factor of nodes with which a suspected mistake is searched again.
const AGAIN: u64 = 8;

/// The engines of a review, and their limits.
pub(super) struct Scales<'a> {
    pub(super) budget: &'a Budget,
    cancel: &'a Cancel,
    pub(super) has_points: bool,
    /// Iterative deepening with the game's full judge.
    searcher: Box<dyn Thinker>,
    /// Proves results in games without points.
    expert: Box<dyn Thinker>,
    /// Measures the distance to the end: its judge sees results only.
    counter: Box<dyn Thinker>,
}

impl<'a> Scales<'a> {
    pub(super) fn new(table: &dyn Table, budget: &'a Budget, cancel: &'a Cancel) -> Self {
        let means = Means { hash: budget.hash, ..Means::default() };
        let mut blind = Engine::new(Kind::Iterative);
        blind.judge = Opinion::None;
        Self {
            budget,
            cancel,
            has_points: table.points().is_some(),
            searcher: table.seat(&Engine::new(Kind::Iterative), &means),
            expert: table.seat(&Engine::new(Kind::Best), &means),
            counter: table.seat(&blind, &means),
        }
    }

    fn limits(&self, nodes: Option<u64>, depth: Option<u32>) -> Limits {
        Limits { nodes, depth, cancel: self.cancel.clone(), ..Limits::default() }
    }

    /// Compares a move with the best one.
    pub(super) fn look(&mut self, table: &dyn Table, step: String) -> Result<WeighedPly, Refused> {
        let weighed = Weighed {
            ply: table.n_played() + 1,
            player: table.turn().number(),
            step: step.clone(),
            kind: Finding::Good,
            loss: 0.0,
            best: Worth::default(),
            made: Worth { line: vec![step], ..Worth::default() },
        };
        let mut look = WeighedPly { table: table.fork(), weighed, values: Default::default() };
        let mut after = table.fork();
        after.play(&look.weighed.step)?;
        match self.has_points {
            true => self.look_at_points(table, &*after, &mut look)?,
            false => self.look_at_results(table, &*after, &mut look)?,
        }
        if table.moves().len() == 1 {
            look.weighed.kind = Finding::Forced;
            look.weighed.best = look.weighed.made.clone();
        }
        Ok(look)
    }

    /// Compares proven results and their distances.
    fn look_at_results(
        &mut self,
        table: &dyn Table,
        after: &dyn Table,
        look: &mut WeighedPly,
    ) -> Result<(), Refused> {
        let best = self.prove(table)?;
        let mut made = self.prove(after)?;
        made.plies = made.plies.map(|plies| plies + 1);
        made.line.insert(0, look.weighed.step.clone());
        (look.weighed.best, look.weighed.made) = (best, made);
        Ok(())
    }

    /// The proven value of a position for player 1, with the plies to the end.
    fn prove(&mut self, table: &dyn Table) -> Result<Worth, Refused> {
        if let Some(result) = table.result() {
            let plies = (result != 0).then_some(0);
            return Ok(Worth { score: Some(result.into()), exact: true, plies, line: Vec::new() });
        }
        let limits = self.limits(Some(self.budget.nodes), None);
        self.expert.forget();
        let found = self.expert.think(table, 1, &limits, &mut |_| {})?;
        let thought = table.thought(&found);
        let score = thought.score.filter(|_| thought.exact).map(|score| for_one(table, score));
        let is_decided = score.is_some_and(|score| score != 0.0);
        let plies = if is_decided { self.distance(table)? } else { None };
        Ok(Worth { score, exact: thought.exact, plies, line: thought.pv })
    }

    /// The plies to a forced end: the first depth at which a search that sees only results meets one.
    fn distance(&mut self, table: &dyn Table) -> Result<Option<u32>, Refused> {
        let limits = self.limits(Some(self.budget.nodes), None);
        let mut found = None;
        let mut watch = |findings: &Findings| {
            let is_end = findings.score.is_some_and(|score| score.abs() >= 1.0);
            if is_end && found.is_none() {
                found = Some(findings.stats.depth);
            }
        };
        self.counter.forget();
        self.counter.think(table, 1, &limits, &mut watch)?;
        Ok(found)
    }

    /// The best move and the one made, to the same depths.
    fn look_at_points(
        &mut self,
        table: &dyn Table,
        after: &dyn Table,
        look: &mut WeighedPly,
    ) -> Result<(), Refused> {
        let [best, made] = self.compare(table, after, &look.weighed.step, self.budget.nodes)?;
        look.weighed.best = best.worth(table, None);
        look.weighed.made = made.worth(table, Some(&look.weighed.step));
        look.values = [best.values, made.values];
        Ok(())
    }

    fn compare(
        &mut self,
        table: &dyn Table,
        after: &dyn Table,
        step: &String,
        nodes: u64,
    ) -> Result<[Search; 2], Refused> {
        let mut best = self.search(table, &self.limits(Some(nodes), None))?;
        if best.depth() < 2 {
            // Positions with many moves get two plies whatever they cost: one ply sees no reply.
            best = self.search(table, &self.limits(None, Some(2)))?;
        }
        let depth = best.depth();
        let made = match after.result() {
            _ if best.line.first() == Some(step) => best.clone(),
            Some(result) => Search::over(table, depth, result),
            None => {
                let limits = self.limits(None, Some(depth.saturating_sub(1).max(1)));
                self.search(after, &limits)?.one_ply_above(table, after)
            }
        };
        Ok([best, made])
    }

    /// Searches a suspected mistake longer: proven where possible, deeper elsewhere.
    pub(super) fn look_again(&mut self, look: &mut WeighedPly, margin: f64) -> Result<(), Refused> {
        let (table, nodes) = (look.table.fork(), AGAIN * self.budget.nodes);
        let mut after = table.fork();
        after.play(&look.weighed.step)?;
        let limits = self.limits(Some(nodes), None);
        let means = Means { hash: self.budget.hash, ..Means::default() };
        let prove = |at: &dyn Table| match at.result() {
            Some(result) => Some(f64::from(result)),
            None => at.solve(false, &means, &limits).value.map(|value| for_one(at, value.into())),
        };
        if let (Some(best), Some(made)) = (prove(&*table), prove(&*after)) {
            let weighed = &mut look.weighed;
            (weighed.best.score, weighed.best.exact) = (Some(best), true);
            (weighed.made.score, weighed.made.exact) = (Some(made), true);
            let loss = for_one(&*table, best - made);
            weighed.kind = if loss > 0.0 { Finding::Result } else { Finding::Good };
            weighed.loss = loss.max(0.0);
            return Ok(());
        }
        let [best, made] = self.compare(&*table, &*after, &look.weighed.step, nodes)?;
        look.weighed.best = best.worth(&*table, None);
        look.weighed.made = made.worth(&*table, Some(&look.weighed.step));
        look.values = [best.values, made.values];
        (look.weighed.kind, look.weighed.loss) = (Finding::Good, 0.0);
        by_points(look, margin);
        Ok(())
    }

    fn search(&mut self, table: &dyn Table, limits: &Limits) -> Result<Search, Refused> {
        let mut search = Search::default();
        let mut watch = |found: &Findings| search.hear(&table.thought(found));
        self.searcher.forget();
        let last = self.searcher.think(table, 1, limits, &mut watch)?;
        // Incomplete searches are comparable to nothing, unless there is nothing else.
        if search.values.is_empty() {
            search.hear(&table.thought(&last));
        }
        Ok(search)
    }
}

/// The finished passes of a search.
#[derive(Clone, Default)]
struct Search {
    values: ByDepth,
    exact: bool,
    line: Vec<String>,
}

impl Search {
    fn hear(&mut self, thought: &Thought) {
        let Some(score) = thought.score else { return };
        self.values.push((thought.depth, score));
        self.exact = thought.exact;
        self.line.clone_from(&thought.pv);
    }

    /// A move that ends the game, from the point of view before it.
    fn over(table: &dyn Table, depth: u32, result: i32) -> Self {
        let score = for_one(table, f64::from(result));
        let values = (1..=depth).map(|depth| (depth, score)).collect();
        Self { values, exact: true, line: Vec::new() }
    }

    fn depth(&self) -> u32 {
        self.values.last().map_or(0, |(depth, _)| *depth)
    }

    /// The same one ply earlier, from the point of view of the side that moved there.
    fn one_ply_above(mut self, table: &dyn Table, after: &dyn Table) -> Self {
        let sign = if table.turn() == after.turn() { 1.0 } else { -1.0 };
        for (depth, score) in &mut self.values {
            (*depth, *score) = (*depth + 1, sign * *score);
        }
        self
    }

    fn worth(&self, table: &dyn Table, first: Option<&String>) -> Worth {
        let score = self.values.last().map(|(_, score)| for_one(table, *score));
        let mut line = self.line.clone();
        if let Some(first) = first.filter(|first| line.first() != Some(first)) {
            line.insert(0, first.clone());
        }
        Worth { score, exact: self.exact, plies: None, line }
    }
}

/// Converts a score for the side to move into one for player 1, and back.
fn for_one(table: &dyn Table, score: f64) -> f64 {
    // No minus zero: it would be printed with its sign.
    if table.turn() == Seat::One || score == 0.0 { score } else { -score }
}
