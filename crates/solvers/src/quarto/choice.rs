//! The choice of one move: first the value of each move, then the preference among the best.
//!
//! Moves that a symmetry maps onto each other are one candidate. A candidate has a lower and an upper bound of its
//! value; questions to the solver bring the two together.

use std::collections::HashMap;

use plywood_contract::{Counts, Limits, PlayStats, Stop, Stopwatch};

use super::adviser::{Advice, AdviserOptions, Judged};
use super::candidate::{Candidate, below};
use super::solved::Solved;
use super::solver::{Goal, Solver, Value};

/// The least cost of a question to the solver, in boards visited: answers from tables count none.
const QUESTION: u64 = 16;

/// The limits and what is spent of them.
pub(super) struct Clock<'a> {
    pub(super) limits: &'a Limits,
    stopwatch: Stopwatch,
    questions: u64,
}

impl<'a> Clock<'a> {
    /// Starts now.
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self { limits, stopwatch: Stopwatch::start(), questions: 0 }
    }
}

/// The share of the limits that a stage may use.
#[derive(Clone, Copy)]
pub(super) enum Share {
    /// All of them.
    All,
    /// Three quarters: the rest is for a choice without a proof.
    Most,
    /// Until this much has been spent, in boards.
    Until(u64),
}

/// A choice in progress.
pub(super) struct Choice<'a, G: Solved> {
    pub(super) game: &'a G,
    position: &'a G::Position,
    solver: &'a mut Solver,
    pub(super) clock: Clock<'a>,
    /// Each move, and the index of its candidate.
    moves: Vec<(G::Move, usize)>,
    pub(super) candidates: Vec<Candidate<G::Position>>,
    /// Nodes the solver had looked at before.
    nodes_before: u64,
    /// What the solver counted besides, from the side of the player to move.
    counts: Counts,
    /// Boards looked at without the solver: the root, and what each candidate leads to.
    looked: u64,
    /// The position's value, once it is known.
    pub(super) value: Option<Value>,
    /// What ended a stage early, if it was no limit of our own.
    stopped: Option<Stop>,
}

impl<'a, G: Solved> Choice<'a, G> {
    /// Lists the moves.
    pub(super) fn new(
        game: &'a G,
        position: &'a G::Position,
        solver: &'a mut Solver,
        clock: Clock<'a>,
    ) -> Self {
        let nodes_before = solver.nodes();
        let mut listed = Vec::new();
        game.moves(position, &mut listed);
        let mut moves = Vec::with_capacity(listed.len());
        let mut candidates = Vec::new();
        let mut classes = HashMap::new();
        for step in listed {
            let mut next = position.clone();
            game.play(&mut next, step);
            let index = *classes.entry(game.canonical(&next)).or_insert(candidates.len());
            if index == candidates.len() {
                let bounds = [Value::Loss, Value::Win];
                let (plies, survives, traps) = (None, 0, (0, 1));
                candidates.push(Candidate { next, bounds, plies, survives, traps, index });
            }
            moves.push((step, index));
        }
        let (value, stopped) = (None, None);
        Self {
            game,
            position,
            solver,
            clock,
            moves,
            candidates,
            nodes_before,
            counts: Counts { expanded: 1, ..Counts::default() },
            looked: 1,
            value,
            stopped,
        }
    }

    /// Makes the choice, and reports after every stage.
    pub(super) fn make(
        &mut self,
        options: &AdviserOptions,
        mut tell: impl FnMut(&Advice<G::Move>),
    ) -> Advice<G::Move> {
        if self.moves.is_empty() {
            return self.advice();
        }
        let result = self.choose(Share::All, options.polish, &mut tell);
        self.note(result);
        let result = self.prove_lines(options.lines);
        self.note(result);
        let mut advice = self.advice();
        if let Some(best) = advice.moves.first_mut().filter(|best| best.value.is_some()) {
            self.follow(&mut best.line, options.polish / 2);
        }
        advice.stats = self.stats();
        advice
    }

    /// The best move, by stages. The results of finished stages stay when a later one is cut short.
    fn choose(
        &mut self,
        share: Share,
        polish: u64,
        tell: &mut impl FnMut(&Advice<G::Move>),
    ) -> Result<(), Stop> {
        self.look_around()?;
        tell(&self.advice());
        if self.value.is_none() {
            let most = if matches!(share, Share::All) { Share::Most } else { share };
            if let Err(stop) = self.find_value(most) {
                self.deepen(share)?;
                return Err(stop);
            }
            self.find_move(share)?;
            tell(&self.advice());
        }
        let polish = match share {
            Share::Until(cost) => Share::Until(cost.min(self.spent() + polish)),
            // A costly proof leaves less for the rest, so that the slowest answers stay quick.
            _ => Share::Until(self.spent() + polish.saturating_sub(self.spent() / 2)),
        };
        match self.value {
            Some(Value::Win) => self.hurry(polish),
            Some(Value::Draw) => self.set_traps(polish),
            _ => self.deepen(polish),
        }
    }

    /// What is seen without a search: ends of the game, unsafe pieces, simple mistakes.
    fn look_around(&mut self) -> Result<(), Stop> {
        for i in 0..self.candidates.len() {
            self.left(Share::All)?;
            self.looked += 1;
            let candidate = &mut self.candidates[i];
            if let Some(result) = self.game.result(&candidate.next) {
                let value = if result == 0 { Value::Draw } else { Value::Win };
                candidate.settle(value, (result != 0).then_some(1));
            } else if G::wins_at_once(&candidate.next) {
                candidate.settle(Value::Loss, Some(2));
            } else {
                candidate.survives = 1;
                self.candidates[i].traps = self.simple_traps(i);
            }
        }
        self.sort();
        let best = &self.candidates[0];
        if best.value().is_some() && best.bounds[1] >= self.most() {
            self.value = best.value();
        }
        Ok(())
    }

    /// The most that any candidate can be worth.
    fn most(&self) -> Value {
        self.candidates.iter().map(|candidate| candidate.bounds[1]).max().unwrap_or(Value::Loss)
    }

    /// How many replies to a candidate let us end the game at once, and how many there are.
    fn simple_traps(&self, i: usize) -> (u32, u32) {
        let mut next = self.candidates[i].next.clone();
        let mut replies = Vec::new();
        self.game.moves(&next, &mut replies);
        let mut mistakes = 0;
        for &reply in &replies {
            let undo = self.game.play(&mut next, reply);
            let is_over = self.game.result(&next).is_some();
            mistakes += u32::from(!is_over && G::wins_at_once(&next));
            self.game.undo(&mut next, reply, undo);
        }
        (mistakes, replies.len() as u32)
    }

    /// The value of the position; no candidate can be worth more.
    fn find_value(&mut self, share: Share) -> Result<(), Stop> {
        let value = if self.ask(self.position, Goal::Win, share)? {
            Value::Win
        } else if self.ask(self.position, Goal::NotLose, share)? {
            Value::Draw
        } else {
            Value::Loss
        };
        self.value = Some(value);
        for candidate in &mut self.candidates {
            candidate.bounds[1] = candidate.bounds[1].min(value);
        }
        Ok(())
    }

    /// One move that is worth as much as the position.
    fn find_move(&mut self, share: Share) -> Result<(), Stop> {
        for i in 0..self.candidates.len() {
            if self.is_best(i, share)? {
                self.sort();
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a candidate is worth as much as the position.
    pub(super) fn is_best(&mut self, i: usize, share: Share) -> Result<bool, Stop> {
        let Some(value) = self.value else {
            return Ok(false);
        };
        let [least, most] = self.candidates[i].bounds;
        if most < value || least == value {
            return Ok(least == value);
        }
        // A drawing move must only not lose; there the opponent's goal is to win.
        let (ours, theirs) = match value {
            Value::Win => (Goal::Win, Goal::NotLose),
            _ => (Goal::NotLose, Goal::Win),
        };
        if let Some(halfway) = self.game.halfway(self.position, self.step(i))
            && !self.ask(&halfway, ours, share)?
        {
            self.candidates[i].bounds[1] = below(value);
            return Ok(false);
        }
        let next = self.candidates[i].next.clone();
        let is_best = !self.ask(&next, theirs, share)?;
        match is_best {
            true => self.candidates[i].bounds[0] = value,
            false => self.candidates[i].bounds[1] = below(value),
        }
        Ok(is_best)
    }

    /// Proves values until those of this many of the best moves are known.
    fn prove_lines(&mut self, lines: usize) -> Result<(), Stop> {
        if self.value.is_none() || lines <= 1 {
            return Ok(());
        }
        let mut n_best = 0;
        for i in 0..self.candidates.len() {
            if n_best >= lines {
                break;
            }
            if self.is_best(i, Share::All)? {
                let index = self.candidates[i].index;
                n_best += self.moves.iter().filter(|&&(_, class)| class == index).count();
            } else if self.candidates[i].value().is_none() {
                let next = self.candidates[i].next.clone();
                let is_lost = self.ask(&next, Goal::Win, Share::All)?;
                let value = if is_lost { Value::Loss } else { Value::Draw };
                self.candidates[i].settle(value, None);
            }
        }
        Ok(())
    }

    /// Extends a line with the best moves, as long as these are proven.
    fn follow(&mut self, line: &mut Vec<G::Move>, spend: u64) {
        let until = Share::Until(self.spent() + spend);
        let mut position = self.position.clone();
        for &step in line.iter() {
            self.game.play(&mut position, step);
        }
        while self.game.result(&position).is_none() {
            let clock = Clock { ..self.clock };
            let is_ours = self.is_ours(&position);
            let mut choice = Choice::new(self.game, &position, self.solver, clock);
            choice.nodes_before = self.nodes_before;
            choice.looked = self.looked;
            choice.counts = self.counts.seen_from(is_ours);
            // What cuts it short shows in what is known then.
            let _ = choice.choose(until, spend / 8, &mut |_| {});
            choice.sort();
            let (is_proven, step) = (choice.candidates[0].value().is_some(), choice.step(0));
            self.clock.questions = choice.clock.questions;
            self.looked = choice.looked;
            self.counts = choice.counts.seen_from(is_ours);
            if !is_proven {
                return;
            }
            self.game.play(&mut position, step);
            line.push(step);
        }
    }

    /// Asks the solver within a share of the limits.
    pub(super) fn ask(
        &mut self,
        position: &G::Position,
        goal: Goal,
        share: Share,
    ) -> Result<bool, Stop> {
        let limits = self.left(share)?;
        self.clock.questions += 1;
        let before = self.solver.counts();
        let answer = G::reaches(self.solver, position, goal, &limits);
        let more = self.solver.counts().since(before);
        self.counts.add(more.seen_from(self.is_ours(position)));
        answer
    }

    /// Whether the player who is to choose is also to move in this position.
    fn is_ours(&self, position: &G::Position) -> bool {
        self.game.turn(position) == self.game.turn(self.position)
    }

    /// What a share of the limits leaves to spend.
    fn left(&self, share: Share) -> Result<Limits, Stop> {
        let Limits { time, nodes, cancel, .. } = self.clock.limits;
        let [part, whole] = if let Share::Most = share { [3, 4] } else { [1, 1] };
        let time =
            time.map(|time| (time * part / whole).saturating_sub(self.clock.stopwatch.elapsed()));
        let (part, whole) = (u64::from(part), u64::from(whole));
        let nodes = nodes.map(|nodes| nodes.saturating_mul(part) / whole);
        let mut nodes = nodes.map(|nodes| nodes.saturating_sub(self.nodes()));
        if let Share::Until(cost) = share {
            let left = cost.saturating_sub(self.spent());
            nodes = Some(nodes.map_or(left, |nodes| nodes.min(left)));
        }
        if cancel.is_raised() {
            return Err(Stop::Cancelled);
        }
        if time.is_some_and(|time| time.is_zero()) {
            return Err(Stop::Time);
        }
        if nodes == Some(0) {
            return Err(Stop::Nodes);
        }
        Ok(Limits { time, nodes, cancel: cancel.clone(), ..Limits::default() })
    }

    /// Boards looked at.
    fn nodes(&self) -> u64 {
        self.looked + self.solver.nodes() - self.nodes_before
    }

    /// What the solver's work cost: boards, and something for every question.
    fn spent(&self) -> u64 {
        self.solver.nodes() - self.nodes_before + QUESTION * self.clock.questions
    }

    /// Records what ended a stage, unless it was a limit of our own.
    fn note(&mut self, result: Result<(), Stop>) {
        let Err(stop) = result else {
            return;
        };
        // Nodes of our own are only given to what comes after the position's value.
        let ran_out = |nodes| self.value.is_none() || self.nodes() >= nodes;
        if stop != Stop::Nodes || self.clock.limits.nodes.is_some_and(ran_out) {
            self.stopped = Some(stop);
        }
    }

    pub(super) fn sort(&mut self) {
        self.candidates.sort_by(Candidate::compare);
    }

    /// The first move of a candidate.
    fn step(&self, i: usize) -> G::Move {
        let index = self.candidates[i].index;
        let first = self.moves.iter().find(|&&(_, class)| class == index);
        first.map(|&(step, _)| step).expect("a candidate stands for at least one move")
    }

    /// The advice so far.
    fn advice(&mut self) -> Advice<G::Move> {
        self.sort();
        let mut moves = Vec::with_capacity(self.moves.len());
        for candidate in &self.candidates {
            let same = self.moves.iter().filter(|&&(_, class)| class == candidate.index);
            moves.extend(same.map(|&(step, _)| Judged {
                step,
                value: candidate.value(),
                plies: candidate.plies,
                traps: candidate.traps,
                line: vec![step],
            }));
        }
        Advice { moves, stats: self.stats(), stopped: self.stopped }
    }

    fn stats(&self) -> PlayStats {
        let depth = match self.candidates.first() {
            None => 0,
            // Proven values see to the end of the game.
            Some(best) if best.value().is_some() => self.n_left(),
            Some(best) => 2 * best.survives,
        };
        let mut stats = PlayStats {
            analysed: self.nodes(),
            depth,
            selective_depth: depth,
            time: self.clock.stopwatch.elapsed(),
            ..PlayStats::default()
        };
        self.counts.tell(&mut stats, true);
        stats
    }

    /// Pieces not on the board.
    pub(super) fn n_left(&self) -> u32 {
        16 - G::board(self.position).placed()
    }
}
