//! Proven values: of a position, and of every move in it.

use std::time::Duration;

use plywood_contract::{Game, Limits, Seat, Stop, Stopwatch};
use serde::Serialize;

use super::playable::Playable;
use super::proving::{self, ProofMethod};
use super::score::{Score, Unit};
use super::thought::{Means, Verdict};

/// What was proven, as plain data; the field names are the JSON keys.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    /// What the position is worth to the player of `score_for`, in `score_unit`, if that was proven.
    pub value: Option<i32>,
    /// Whose values these are, 1 or 2: the side to move's.
    pub score_for: u32,
    /// What values count.
    pub score_unit: Unit,
    /// Who wins.
    pub result: Verdict,
    /// Whether everything asked for was proven.
    pub proven: bool,
    /// What each move is worth to the side to move, in the game's own order; empty unless asked for.
    pub moves: Vec<MoveValue>,
    /// A move that keeps the value, where one was looked for and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Moves of both sides that keep the value, as far as they were looked for and found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// Wall time in seconds.
    pub time_s: f64,
    /// The limit that ended the proof, if one did.
    pub stopped: Option<&'static str>,
}

impl Solution {
    /// A proven value of the position or of one of its moves, with its side and unit.
    pub fn worth(&self, value: i32) -> Score {
        Score {
            value: f64::from(value),
            unit: self.score_unit,
            side: if self.score_for == 2 { Seat::Two } else { Seat::One },
            is_proven: true,
            plies_to_end: None,
            win_chance: None,
        }
    }
}

/// What a move is worth to the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// Its value, if that was proven.
    pub value: Option<i32>,
}

/// Proves values of positions that are not over; keeps its table from one to the next.
pub(crate) trait Prover<G: Game> {
    /// The value for the side to move, or what ended the proof; the positions visited in any case.
    fn value(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> (Result<i32, Stop>, u64);
}

/// What is to be proven besides the value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) method: ProofMethod,
    pub(crate) all_moves: bool,
    /// Length of the line that keeps the value; 0 for none.
    pub(crate) line: usize,
}

/// The time allowed for finding a line, where the proof took less.
const LINE_TIME: Duration = Duration::from_secs(1);

/// Proves what `root` is worth, and each of its moves if asked to.
pub(crate) fn solve<G: Playable>(
    game: &G,
    root: &G::Position,
    wanted: Wanted,
    means: &Means,
    limits: &Limits,
) -> Solution {
    let Wanted { method, all_moves, line } = wanted;
    let mut proof = Proof {
        stopwatch: Stopwatch::start(),
        limits,
        nodes: 0,
        stopped: None,
        prover: proving::prover(method, game, means),
    };
    let mover = game.turn(root);
    let mut moves = Vec::new();
    let value = if all_moves && game.result(root).is_none() {
        let mut steps = Vec::new();
        game.moves(root, &mut steps);
        for step in steps {
            let mut position = root.clone();
            game.play(&mut position, step);
            let value = proof.value(game, &position, mover);
            moves.push(MoveValue { step: game.move_text(root, step), value });
        }
        let best = moves.iter().map(|known| known.value).max().flatten();
        best.filter(|_| moves.iter().all(|known| known.value.is_some()))
    } else {
        proof.value(game, root, mover)
    };
    let has_points = game.points(root).is_some();
    let (nodes, time) = (proof.nodes, proof.stopwatch.elapsed());
    let stopped = proof.stopped.map(Stop::name);
    let pv = value.map(|value| proof.line(game, root, (mover, value), line)).unwrap_or_default();
    Solution {
        value,
        score_for: mover.number(),
        score_unit: if has_points { Unit::Points } else { Unit::Wins },
        result: value.map_or(Verdict::Unknown, Verdict::of),
        proven: value.is_some(),
        moves,
        best: pv.first().cloned(),
        pv,
        nodes,
        time_s: time.as_secs_f64(),
        stopped,
    }
}

/// Several proofs within the same limits.
struct Proof<'a, G: Game> {
    stopwatch: Stopwatch,
    limits: &'a Limits,
    nodes: u64,
    stopped: Option<Stop>,
    prover: Box<dyn Prover<G>>,
}

impl<G: Playable> Proof<'_, G> {
    /// Up to `n` moves that keep the value of the root for a seat. The prover remembers the proof, so that most
    /// questions are answered at once; the first that is not ends the line.
    fn line(
        &mut self,
        game: &G,
        root: &G::Position,
        (seat, value): (Seat, i32),
        n: usize,
    ) -> Vec<String> {
        let end = self.stopwatch.elapsed() + self.stopwatch.elapsed().max(LINE_TIME);
        let limits = Limits {
            time: Some(self.limits.time.map_or(end, |most| most.min(end))),
            ..self.limits.clone()
        };
        let (mut line, mut position) = (Vec::new(), root.clone());
        while line.len() < n && game.result(&position).is_none() {
            let mut steps = Vec::new();
            game.moves(&position, &mut steps);
            let keeps = steps.into_iter().find_map(|step| {
                let mut after = position.clone();
                game.play(&mut after, step);
                let found = self.value_within(game, &after, seat, &limits)?;
                (found == value).then_some((step, after))
            });
            let Some((step, after)) = keeps else { break };
            line.push(game.move_text(&position, step));
            position = after;
        }
        line
    }

    /// The value of a position, for `seat`.
    fn value(&mut self, game: &G, position: &G::Position, seat: Seat) -> Option<i32> {
        self.value_within(game, position, seat, self.limits)
    }

    fn value_within(
        &mut self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        limits: &Limits,
    ) -> Option<i32> {
        if let Some(result) = game.result(position) {
            return Some(if seat == Seat::One { result } else { -result });
        }
        if self.stopped.is_some() {
            return None;
        }
        let limits = limits.less(self.stopwatch.elapsed(), self.nodes);
        let (value, nodes) = self.prover.value(game, position, &limits);
        self.nodes += nodes;
        match value {
            Ok(value) => Some(if game.turn(position) == seat { value } else { -value }),
            Err(stop) => {
                self.stopped = Some(stop);
                None
            }
        }
    }
}
