//! A two-player search step by step, as plain data, for views that animate it.
//!
//! Nodes are numbered in the order they are entered, so that the tree can be drawn from the steps
//! alone. The reader may cancel the search at any step.

use std::ops::ControlFlow;

use plywood_contract::{
    Cancel, Choice, Evaluator, HIGHEST, LOWEST, Limits, Origin, Plain, PlayEvent, PlayObserver,
    Refused, Score, Seat,
};
use plywood_search::adversarial::{Algorithm, Mcts, Memory, Plan, Question, run};
use serde::Serialize;

use super::brain::no_script;
use super::engine::{Engine, Kind, Opinion};
use super::plain::{self, Nothing, OthersJudge, Points};
use super::playable::Playable;
use crate::games::{Offer, Table};
use crate::script::Asking;

/// One step of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PlayStep {
    /// A position is entered.
    Enter {
        /// Its number.
        node: u32,
        /// The node above it.
        parent: Option<u32>,
        /// The move that led here.
        #[serde(rename = "move")]
        step: Option<String>,
        /// Plies from the root.
        ply: u32,
        /// Plies still to be searched.
        depth: u32,
        /// Who is to move here, 1 or 2.
        seat: u32,
        /// The value the side to move has already secured; `null` for none.
        alpha: Option<f64>,
        /// The most the opponent will allow; `null` for no bound.
        beta: Option<f64>,
    },
    /// A position is left with its value for the side to move there.
    Leave {
        /// Its number.
        node: u32,
        /// The value.
        value: f64,
        /// `rules`, `judge`, `moves` or `table`.
        origin: &'static str,
    },
    /// The remaining moves of a position are skipped.
    Cut {
        /// Its number.
        node: u32,
        /// The move that was too strong.
        #[serde(rename = "move")]
        step: String,
        /// Its value.
        value: f64,
        /// The window at this moment.
        alpha: Option<f64>,
        /// The bound that was reached.
        beta: Option<f64>,
        /// `alpha` or `beta`.
        cut: &'static str,
        /// Why the rest cannot matter, as a clause.
        reason: &'static str,
        /// How many moves were skipped.
        skipped: usize,
        /// The nearest ancestor at which the opponent already has something as good, so that this line will not be
        /// played; `None` where the bound came from outside the tree, as in a null-window search.
        ancestor: Option<u32>,
        /// The value the opponent has there, from the point of view of the side to move at the cut.
        has: Option<f64>,
    },
    /// One simulation of Monte Carlo tree search.
    Simulate {
        /// The moves from the root to the end of the tree.
        moves: Vec<String>,
        /// The reward of player 1, from −1 to 1.
        value: f64,
        /// For each of these moves, what it was chosen from.
        choices: Vec<ChoiceShown>,
        /// The move that would be played if the search ended with this simulation; after the last one, the move
        /// that is played.
        best: String,
    },
}

/// The moves that a simulation chose from at one position, as they stood at that moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChoiceShown {
    /// Whose choice it is, 1 or 2.
    pub seat: u32,
    /// How many moves were compared.
    pub compared: usize,
    /// Those with the greatest sum of mean and bonus, greatest first; the move that was chosen is among them.
    pub moves: Vec<MoveCompared>,
}

/// A move as Monte Carlo tree search compares it: see [`plywood_contract::Compared`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveCompared {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// How often it was tried.
    pub visits: u32,
    /// How likely it was taken to be the best at first; all moves together 1.
    pub prior: f32,
    /// The weight behind the mean.
    pub weight: f32,
    /// The mean reward of whoever chooses, from −1 to 1.
    pub mean: f32,
    /// What is added for how little is known of the move.
    pub bonus: f32,
    /// 1 if the move certainly wins, 0 if it draws, −1 if it loses; `null` while the result is open.
    pub proven: Option<i32>,
}

/// Moves told of each choice.
const MOST_COMPARED: usize = 8;

/// Simulations of a Monte Carlo search without a number of its own.
const SIMULATIONS: u64 = 400;
/// Memory for the tree of a traced Monte Carlo search.
const TREE_BYTES: usize = 16 << 20;
/// Memory for the table of any other traced search.
const TABLE_BYTES: usize = 1 << 20;
/// Depth of a search without one of its own.
const USUAL_DEPTH: u32 = 3;

/// Runs `engine` to its depth and passes every step to `sink` until that returns `Break`. Says whether the
/// search was completed.
pub(crate) fn trace<G: Playable>(
    (offer, game): (&'static Offer, &G),
    root: &G::Position,
    engine: &Engine,
    limits: &Limits,
    sink: &mut dyn FnMut(PlayStep) -> ControlFlow<()>,
) -> Result<bool, Refused> {
    Ok(match engine.judge {
        Opinion::Full if G::Judge::NOISE && engine.quiescence == Some(false) => {
            let judge = game.judge();
            trace_with(game, &Plain(&judge), G::POINT, root, engine, limits, sink)
        }
        Opinion::Full => trace_with(game, &game.judge(), G::POINT, root, engine, limits, sink),
        Opinion::Points => {
            trace_with(game, &Plain(&Points), plain::POINT, root, engine, limits, sink)
        }
        Opinion::None => {
            trace_with(game, &Plain(&Nothing), plain::POINT, root, engine, limits, sink)
        }
        Opinion::Course => {
            // Without an evaluation of the course there is nothing to trace.
            let Some(course) = game.course() else { return Ok(false) };
            let judge = Plain(course.judge.as_ref());
            trace_with(game, &judge, course.point, root, engine, limits, sink)
        }
        Opinion::Script => {
            let script = engine.script.as_ref().ok_or_else(no_script)?;
            let (asking, limits) = Asking::new(script, limits);
            let ask = |table: Box<dyn Table>| asking.opinion(&*table);
            let judge = OthersJudge { offer, ask: &ask };
            let done = trace_with(game, &Plain(&judge), plain::POINT, root, engine, &limits, sink);
            asking.answer(done)?
        }
    })
}

fn trace_with<G: Playable, E: Evaluator<G> + Sync>(
    game: &G,
    judge: &E,
    point: Score,
    root: &G::Position,
    engine: &Engine,
    limits: &Limits,
    sink: &mut dyn FnMut(PlayStep) -> ControlFlow<()>,
) -> bool {
    let (enough, depth) = (Cancel::default(), limits.depth);
    let mut recorder = Recorder {
        game,
        root,
        point,
        path: Vec::new(),
        n_nodes: 0,
        caller: limits.cancel.clone(),
        enough: enough.clone(),
        sink,
    };
    let mut limits = Limits { cancel: enough, depth: None, ..limits.clone() };
    let plan = Plan {
        algorithm: watched(engine.kind),
        depth: Some(engine.depth.or(depth).unwrap_or(USUAL_DEPTH)),
        mcts: Mcts {
            scale: point,
            exploration: engine.exploration.map(|weight| weight as f32),
            seed: engine.seed.unwrap_or_default(),
            ..Mcts::default()
        },
        ..Plan::default()
    };
    let bytes = match engine.kind {
        Kind::Mcts => TREE_BYTES,
        // As in the textbook, without a table.
        Kind::Pvs => 0,
        _ => TABLE_BYTES,
    };
    if plan.algorithm == Algorithm::Mcts {
        limits.nodes = Some(engine.nodes.or(limits.nodes).unwrap_or(SIMULATIONS));
    }
    let question = Question::new(game, judge, root, &limits);
    let analysis = run(&question, &plan, &mut Memory::new(bytes), &mut recorder);
    match plan.algorithm {
        Algorithm::Mcts => !recorder.enough.is_raised(),
        _ => analysis.stopped.is_none(),
    }
}

/// The search that is traced: of a deepening search, the last pass alone.
fn watched(kind: Kind) -> Algorithm {
    match kind.algorithm() {
        Algorithm::Iterative => Algorithm::PrincipalVariation,
        algorithm => algorithm,
    }
}

/// A node on the way to the current one.
struct Above<G: Playable> {
    node: u32,
    position: G::Position,
    seat: Seat,
    /// The best of its moves so far, for its mover.
    best: Option<Score>,
}

/// Turns events into steps.
struct Recorder<'a, G: Playable> {
    game: &'a G,
    root: &'a G::Position,
    point: Score,
    /// The nodes from the root to the current one.
    path: Vec<Above<G>>,
    n_nodes: u32,
    /// The caller's own flag.
    caller: Cancel,
    enough: Cancel,
    sink: &'a mut dyn FnMut(PlayStep) -> ControlFlow<()>,
}

/// The data of a node that is entered.
struct Entered {
    node: u32,
    parent: Option<u32>,
    text: Option<String>,
    seat: u32,
}

impl<G: Playable> Recorder<'_, G> {
    fn shown(&self, score: Score) -> f64 {
        f64::from(score) / f64::from(self.point)
    }

    fn bound(&self, score: Score) -> Option<f64> {
        (score > LOWEST && score < HIGHEST).then(|| self.shown(score))
    }

    /// A simulation: its moves from the root as text, and what each was chosen from.
    fn simulation(
        &self,
        moves: &[G::Move],
        reward: f32,
        choices: &[Choice<G::Move>],
        best: G::Move,
    ) -> PlayStep {
        let mut position = self.root.clone();
        let (mut texts, mut shown) = (Vec::new(), Vec::new());
        for (&step, choice) in moves.iter().zip(choices) {
            texts.push(self.game.move_text(&position, step));
            shown.push(self.choice(&position, step, choice));
            self.game.play(&mut position, step);
        }
        let best = self.game.move_text(self.root, best);
        PlayStep::Simulate { moves: texts, value: f64::from(reward), choices: shown, best }
    }

    /// The moves that came nearest to being chosen, with the one that was.
    fn choice(
        &self,
        position: &G::Position,
        chosen: G::Move,
        choice: &Choice<G::Move>,
    ) -> ChoiceShown {
        let mut moves: Vec<_> = choice.moves.iter().collect();
        // What is proven goes before any sum.
        let rank = |proven: Option<i32>| match proven {
            Some(1) => 2,
            Some(-1) => 0,
            _ => 1,
        };
        moves.sort_by(|a, b| {
            let sums = (b.mean + b.bonus).total_cmp(&(a.mean + a.bonus));
            rank(b.proven).cmp(&rank(a.proven)).then(sums)
        });
        if let Some(at) = moves.iter().position(|one| one.step == chosen)
            && at >= MOST_COMPARED
        {
            moves.swap(at, MOST_COMPARED - 1);
        }
        let shown = |one: &&plywood_contract::Compared<G::Move>| MoveCompared {
            step: self.game.move_text(position, one.step),
            visits: one.visits,
            prior: one.prior,
            weight: one.weight,
            mean: one.mean,
            bonus: one.bonus,
            proven: one.proven,
        };
        ChoiceShown {
            seat: choice.seat.number(),
            compared: moves.len(),
            moves: moves.iter().take(MOST_COMPARED).map(shown).collect(),
        }
    }

    fn node(&self, ply: u32) -> u32 {
        self.path.get(ply as usize).map_or(0, |above| above.node)
    }

    fn enter(&mut self, position: &G::Position, step: Option<G::Move>, ply: u32) -> Entered {
        self.path.truncate(ply as usize);
        let above = self.path.last();
        let text = match (step, above) {
            (Some(step), Some(above)) => Some(self.game.move_text(&above.position, step)),
            _ => None,
        };
        let parent = above.map(|above| above.node);
        let node = self.n_nodes;
        self.n_nodes += 1;
        let seat = self.game.turn(position);
        self.path.push(Above { node, position: position.clone(), seat, best: None });
        Entered { node, parent, text, seat: seat.number() }
    }

    /// Updates the parent with the value of its move.
    fn tell_above(&mut self, ply: u32, value: Score) {
        let Some(above) = (ply as usize).checked_sub(1) else { return };
        let Some(seat) = self.path.get(ply as usize).map(|node| node.seat) else { return };
        let above = &mut self.path[above];
        let value = if seat == above.seat { value } else { -value };
        above.best = Some(above.best.map_or(value, |best| best.max(value)));
    }

    /// The nearest ancestor of a cut at which the opponent already has something as good, and its value from the
    /// point of view of the side to move at the cut.
    fn refuted_by(&self, ply: u32, value: Score) -> Option<(u32, Score)> {
        let (here, above) = self.path.get(..=ply as usize)?.split_last()?;
        let opponents = above.iter().rev().filter(|node| node.seat != here.seat);
        let mut bounds = opponents.filter_map(|node| Some((node.node, -node.best?)));
        bounds.find(|(_, bound)| value >= *bound)
    }
}

impl<G: Playable> PlayObserver<G> for Recorder<'_, G> {
    fn event(&mut self, event: PlayEvent<'_, G>) {
        if self.caller.is_raised() {
            self.enough.raise();
        }
        if self.enough.is_raised() {
            return;
        }
        let step = match event {
            PlayEvent::Enter { position, step, ply, depth, alpha, beta } => {
                let Entered { node, parent, text, seat } = self.enter(position, step, ply);
                let (alpha, beta) = (self.bound(alpha), self.bound(beta));
                PlayStep::Enter { node, parent, step: text, ply, depth, seat, alpha, beta }
            }
            PlayEvent::Leave { ply, value, origin } => {
                let origin = match origin {
                    Origin::Rules => "rules",
                    Origin::Judge => "judge",
                    Origin::Moves => "moves",
                    Origin::Table => "table",
                };
                self.tell_above(ply, value);
                PlayStep::Leave { node: self.node(ply), value: self.shown(value), origin }
            }
            PlayEvent::Cut { ply, step, value, alpha, beta, reason, skipped } => {
                let refuted = self.refuted_by(ply, value);
                let Some(Above { node, position, .. }) = self.path.get(ply as usize) else {
                    return;
                };
                let cut = match reason {
                    plywood_contract::CutReason::Alpha => "alpha",
                    plywood_contract::CutReason::Beta => "beta",
                };
                PlayStep::Cut {
                    node: *node,
                    step: self.game.move_text(position, step),
                    value: self.shown(value),
                    alpha: self.bound(alpha),
                    beta: self.bound(beta),
                    cut,
                    reason: reason.explain(),
                    skipped,
                    ancestor: refuted.map(|(node, _)| node),
                    has: refuted.map(|(_, bound)| self.shown(bound)),
                }
            }
            PlayEvent::Simulate { moves, reward, choices, best } => {
                self.simulation(moves, reward, choices, best)
            }
        };
        if (self.sink)(step).is_break() {
            self.enough.raise();
        }
    }
}
