//! Alpha–beta on states: the points the side to move will still collect, less the opponent's.
//!
//! Principal variation search with a table; to a given depth with opinions at its end, or to the end
//! of the game. Points so far are not part of a state: windows move by each gain instead, and the
//! table serves whatever was collected before.
//!
//! Where nodes go (68 numbers left): nine cuts of ten come from the first move tried, so that what
//! matters is which of several good moves leaves the smallest tree. That is the one after which the
//! other knight has fewest targets; weighing this six times as high as before saved a quarter of
//! all nodes. Four positions of ten have one target only and are passed through without a look at
//! the table.
//!
//! Tried and lost, with 68 or 70 numbers left, each once: MTD(f) and bisection with windows of no width (10 % more nodes), deepening ply by
//! ply to the end (twice as many), internal iterative deepening (5–15 % more), enhanced
//! transposition cuts (2 % fewer nodes, no faster), solving each knight's region alone for a bound (none saved),
//! leaving out of late states what neither knight can come to and adding up separate regions (15 %
//! fewer nodes, each dearer: 10 % slower), ordering by the targets of targets as well (10 % fewer nodes,
//! no faster).

use plywood_contract::{Counter, Counts, CutReason, Halt, PlayStats};

use super::busy::Busy;
use super::field::{Field, Places, STUCK, State, Step, count};
use super::table::{BEYOND, Known, TO_THE_END, TranspositionTable};

/// Points still to come, as a difference for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) points: i32,
    /// Whether it is proven: exact inside the window asked for, a bound outside.
    pub(super) proven: bool,
}

impl Value {
    fn proven(points: i32) -> Self {
        Self { points, proven: true }
    }

    /// The value of a move that scores `gain` and leads the other side to this.
    #[inline]
    pub(super) fn after(self, gain: i32) -> Self {
        Self { points: gain - self.points, ..self }
    }
}

/// The state of one thread.
pub(super) struct Thread<'a> {
    field: &'a Field,
    table: &'a TranspositionTable,
    busy: &'a Busy,
    pub(super) counter: Counter<'a>,
    /// The moves of all states on the current path, one list above the other, best last.
    pub(super) candidates: Vec<Candidate>,
    /// Whether the side to move is the root's: distinguishes beta cuts from alpha cuts.
    is_root_side: bool,
    counts: Counts,
}

/// A step and its ordering score.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    rank: i32,
    step: Step,
}

/// With the other knight stuck and more indices than this to come to, a search to a given depth
/// guesses what can be collected; the exact answer is a longest path.
const LONGEST_WALK: u32 = 10;

impl<'a> Thread<'a> {
    pub(super) fn new(
        field: &'a Field,
        table: &'a TranspositionTable,
        busy: &'a Busy,
        counter: Counter<'a>,
    ) -> Self {
        let (candidates, counts) = (Vec::new(), Counts::default());
        Self { field, table, busy, counter, candidates, is_root_side: true, counts }
    }

    /// The statistics.
    pub(super) fn stats(&self) -> PlayStats {
        let mut stats = PlayStats { analysed: self.counter.nodes(), ..PlayStats::default() };
        self.counts.tell(&mut stats, true);
        stats
    }

    /// Begins a pass at a root.
    pub(super) fn begin(&mut self) -> Result<(), Halt> {
        self.candidates.clear();
        self.is_root_side = true;
        self.counter.count()?;
        self.counts.expanded += 1;
        Ok(())
    }

    /// The value of a state that the root's side leads to, as [`Thread::value`].
    pub(super) fn below_root(
        &mut self,
        state: State,
        depth: u8,
        window: [i32; 2],
    ) -> Result<Value, Halt> {
        self.is_root_side = false;
        let value = self.value(state, depth, window);
        self.is_root_side = true;
        value
    }

    /// Counts a cut that skips `skipped` moves of the side to move.
    #[inline]
    pub(super) fn cut(&mut self, skipped: usize) {
        let reason = if self.is_root_side { CutReason::Beta } else { CutReason::Alpha };
        self.counts.cut(reason, skipped);
    }

    /// The value of a state: exact inside the window, a bound outside.
    pub(super) fn value(
        &mut self,
        state: State,
        depth: u8,
        [mut alpha, mut beta]: [i32; 2],
    ) -> Result<Value, Halt> {
        debug_assert!(alpha < beta);
        self.counter.count()?;
        let field = self.field;
        let State { left, own, other } = state;
        if field.exits(other, left) == [0; 2] {
            return self.walk(own, left, depth, [alpha, beta]);
        }
        let targets = field.targets(own, other, left);
        if targets == [0; 2] {
            if field.targets(other, own, left) == [0; 2] {
                return Ok(Value::proven(0));
            }
            let passed = State { left, own: other, other: own };
            return Ok(self.turned(passed, depth, [-beta, -alpha])?.after(0));
        }
        if depth > 0
            && let Some(step) = field.forced(targets)
        {
            return self.child(state, step, depth, [alpha, beta]);
        }
        let known = self.table.get(state);
        if let Some(known) = known.filter(|known| known.depth >= depth) {
            let proven = known.depth == TO_THE_END;
            if known.lower >= beta || known.lower == known.upper {
                self.counts.table_hits += 1;
                return Ok(Value { points: known.lower, proven });
            }
            if known.upper <= alpha {
                self.counts.table_hits += 1;
                return Ok(Value { points: known.upper, proven });
            }
            if proven {
                // Values outside are ruled out; a narrower window finds the same sooner.
                alpha = alpha.max(known.lower - 1);
                beta = beta.min(known.upper + 1);
            }
        }
        if let Some(points) = self.bound(state, [alpha, beta]) {
            return Ok(Value::proven(points));
        }
        if depth == 0 {
            return Ok(Value { points: self.opinion(state), proven: false });
        }
        let (value, best) = self.best(state, targets, known, depth, [alpha, beta])?;
        self.learn(state, known, value, best, depth, [alpha, beta]);
        Ok(value)
    }

    /// What ends the search at once: even all that can still be collected is not enough, or more
    /// than enough whatever the other collects. Regions are filled only if there is some hope.
    #[inline]
    fn bound(&self, state: State, [alpha, beta]: [i32; 2]) -> Option<i32> {
        let State { left, own, other } = state;
        let (knight, enough) = match (alpha >= 0, beta <= 0) {
            (true, _) => (own, alpha),
            (_, true) => (other, -beta),
            _ => return None,
        };
        let mut most = self.field.most_of_all(state);
        if most > enough && 3 * enough >= most {
            most = self.field.most_of_region(knight, left);
        }
        (most <= enough).then_some(if knight == own { most } else { -most })
    }

    /// The value of the best step, or of the first that passes the window, and that step.
    fn best(
        &mut self,
        state: State,
        targets: Places,
        known: Option<Known>,
        depth: u8,
        [mut alpha, beta]: [i32; 2],
    ) -> Result<(Value, Option<Step>), Halt> {
        self.counts.expanded += 1;
        let first = self.candidates.len();
        self.rank(state, targets, known.and_then(|known| known.best));
        let shares = depth == TO_THE_END && self.busy.is_shared(state);
        let (mut best, mut best_step) = (Value { points: -BEYOND, proven: true }, None);
        let mut all_proven = true;
        let mut n_tried = 0;
        let mut put_off = 0;
        while let Some(Candidate { step, .. }) = self.candidates.get(first..).and_then(<[_]>::last)
        {
            let step = *step;
            if shares && n_tried > 0 && self.put_off(state, step, first, &mut put_off) {
                continue;
            }
            self.candidates.pop();
            let mut window = [alpha, if n_tried == 0 { beta } else { alpha + 1 }];
            if shares {
                self.busy.enter(state, step);
            }
            let mut value = self.child(state, step, depth, window)?;
            if n_tried > 0 && value.points > alpha && value.points < beta {
                window[1] = beta;
                value = self.child(state, step, depth, window)?;
            }
            if shares {
                self.busy.leave(state, step);
            }
            n_tried += 1;
            all_proven &= value.proven;
            if value.points > best.points {
                best = value;
            }
            if value.points > alpha {
                alpha = value.points;
                best_step = Some(step);
            }
            if value.points >= beta {
                self.cut(self.candidates.len() - first);
                self.candidates.truncate(first);
                return Ok((best, best_step));
            }
        }
        Ok((Value { proven: all_proven, ..best }, best_step))
    }

    /// Defers the next candidate behind all others if another thread is searching it, once each.
    fn put_off(&mut self, state: State, step: Step, first: usize, put_off: &mut usize) -> bool {
        let n_waiting = self.candidates.len() - first;
        if *put_off >= n_waiting || !self.busy.holds(state, step) {
            return false;
        }
        *put_off += 1;
        self.candidates[first..].rotate_right(1);
        true
    }

    /// The value of a step, seen from the side that makes it.
    #[inline]
    fn child(
        &mut self,
        State { left, other, .. }: State,
        step: Step,
        depth: u8,
        [alpha, beta]: [i32; 2],
    ) -> Result<Value, Halt> {
        let gain = step.gain();
        let next = State { left: left & !step.cleared(), own: other, other: step.to };
        let depth = if depth == TO_THE_END { depth } else { depth - 1 };
        Ok(self.turned(next, depth, [gain - beta, gain - alpha])?.after(gain))
    }

    /// The value of a state in which it is the other side's turn. After a limit, whose turn it is no longer
    /// matters.
    #[inline]
    fn turned(&mut self, state: State, depth: u8, window: [i32; 2]) -> Result<Value, Halt> {
        self.is_root_side = !self.is_root_side;
        let value = self.value(state, depth, window)?;
        self.is_root_side = !self.is_root_side;
        Ok(value)
    }

    /// Stores a value in the table.
    fn learn(
        &self,
        state: State,
        known: Option<Known>,
        value: Value,
        best: Option<Step>,
        depth: u8,
        [alpha, beta]: [i32; 2],
    ) {
        let depth = if value.proven { TO_THE_END } else { depth };
        let mut new = Known { lower: -BEYOND, upper: BEYOND, depth, best };
        if value.points > alpha {
            new.lower = value.points;
        }
        if value.points < beta {
            new.upper = value.points;
        }
        if let Some(known) = known {
            new.best = best.or(known.best);
            if known.depth == TO_THE_END && value.proven {
                new.lower = new.lower.max(known.lower);
                new.upper = new.upper.min(known.upper);
            } else if known.depth == TO_THE_END {
                // Proven bounds outlast opinions; of an opinion, only the move is stored.
                new = Known { best: new.best, ..known };
            }
        }
        self.table.put(state, new);
    }

    /// Appends the steps onto these targets, the most promising last.
    ///
    /// Fewest targets for the other knight, then its fewest exits, then most exits of one's own, then
    /// points. The weights, in points, were found by trial on twenty boards with 68 numbers left.
    #[inline]
    fn rank(&mut self, state: State, targets: Places, known: Option<Step>) {
        let State { left, own, other } = state;
        let (field, candidates) = (self.field, &mut self.candidates);
        let first = candidates.len();
        field.steps(own, targets, left, |step| {
            let left = left & !step.cleared();
            let own_exits = count(field.exits(step.to, left));
            let other_exits = count(field.exits(other, left));
            let other_targets = count(field.targets(other, step.to, left));
            let mut rank = step.gain() + 20 * own_exits - 40 * other_exits - 120 * other_targets;
            if own_exits == 0 {
                rank -= 1000;
            }
            if other_exits == 0 {
                rank += 1000;
            }
            if Some(step) == known {
                rank = i32::MAX;
            }
            candidates.push(Candidate { rank, step });
        });
        candidates[first..].sort_unstable_by_key(|candidate| candidate.rank);
    }

    /// The evaluation of a leaf: each target is worth less than the one before, and so is each exit, attacked or
    /// not.
    fn opinion(&self, state: State) -> i32 {
        let State { left, own, other } = state;
        let worth = |own, other| {
            let n_targets = count(self.field.targets(own, other, left));
            let n_exits = count(self.field.exits(own, left));
            40 * n_targets - 2 * n_targets * n_targets + 10 * n_exits
        };
        let most = self.field.most_of_all(state);
        (worth(own, other) - worth(other, own)).clamp(-most, most)
    }

    /// The value of a state whose other knight will never move again.
    fn walk(
        &mut self,
        own: u8,
        left: u64,
        depth: u8,
        [alpha, beta]: [i32; 2],
    ) -> Result<Value, Halt> {
        if depth < TO_THE_END && self.field.relevant(own, left).count_ones() > LONGEST_WALK {
            // The share of its region that a walk collects is a guess, never measured.
            let points = self.field.most_of_region(own, left) * 3 / 5;
            return Ok(Value { points, proven: false });
        }
        self.longest_walk(own, left, [alpha, beta]).map(Value::proven)
    }

    /// The most that a knight alone can collect: exact inside the window, a bound outside.
    fn longest_walk(
        &mut self,
        own: u8,
        left: u64,
        [mut alpha, beta]: [i32; 2],
    ) -> Result<i32, Halt> {
        self.counter.count()?;
        let exits = self.field.exits(own, left);
        if exits == [0; 2] || beta <= 0 {
            return Ok(0);
        }
        let most = self.field.most_of_region(own, left);
        if most <= alpha {
            return Ok(most);
        }
        // What it cannot reach makes no difference; without it more states are equal.
        let left = self.field.relevant(own, left);
        let state = State { left, own, other: STUCK };
        let known = self.table.get(state);
        if let Some(known) = known {
            if known.lower >= beta || known.lower == known.upper {
                self.counts.table_hits += 1;
                return Ok(known.lower);
            }
            if known.upper <= alpha {
                self.counts.table_hits += 1;
                return Ok(known.upper);
            }
        }
        self.counts.expanded += 1;
        let first = self.candidates.len();
        self.rank(state, exits, known.and_then(|known| known.best));
        let window = [alpha, beta];
        let (mut best, mut best_step) = (0, None);
        while self.candidates.len() > first && best < beta {
            let Some(Candidate { step, .. }) = self.candidates.pop() else { break };
            let gain = step.gain();
            let rest = [alpha - gain, beta - gain];
            let value = gain + self.longest_walk(step.to, left & !step.cleared(), rest)?;
            if value > best {
                (best, best_step) = (value, Some(step));
                alpha = alpha.max(best);
            }
        }
        if best >= beta {
            self.cut(self.candidates.len() - first);
        }
        self.candidates.truncate(first);
        self.learn(state, known, Value::proven(best), best_step, TO_THE_END, window);
        Ok(best)
    }
}
