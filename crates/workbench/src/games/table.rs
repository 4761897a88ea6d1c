//! A game in progress, whichever game it is.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use plywood_contract::{
    Cancel, Frame, Game, Limits, Look, Message, Notation, Refused, Scene, Seat, Sketch, Spot,
    Stopwatch, forced_pass, message, perft_until,
};

use super::Offer;
use super::observe::Planes;
use super::playouts::{self, Playouts};
use super::shown::{self, Choice, PlayedMove};
use super::step::{Step, stale};
use crate::engines::{
    self, Engine, Findings, Means, Opinion, PlayStep, Playable, ProofMethod, Solution, Thinker,
    Thought,
};

/// A game in progress. Engines and tables pass moves as [`Step`]s; text is for the border: files,
/// protocols and people.
pub trait Table: Send + Sync {
    /// The game as the catalogue offers it.
    fn offer(&self) -> &'static Offer;
    /// The position as one line.
    fn position(&self) -> String;
    /// The hash key of the position.
    fn key(&self) -> u64;
    /// Whose turn it is.
    fn turn(&self) -> Seat;
    /// The legal moves as text, in the game's own order; none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// The forced pass, if a pass is the only move.
    fn forced_pass(&self) -> Option<Step>;
    /// Parses a legal move, or says why there is none.
    fn read(&self, text: &str) -> Result<Step, Refused>;
    /// A line of moves from here as text.
    fn write(&self, line: &[Step]) -> Result<Vec<String>, Refused>;
    /// A move's text in canonical form.
    fn canonical(&self, text: &str) -> Result<String, Refused> {
        Ok(self.write(&[self.read(text)?])?.into_iter().collect())
    }
    /// Plays a legal move; a handle of another position is refused.
    fn play_step(&mut self, step: Step) -> Result<(), Refused>;
    /// Parses and plays a move, or says why it is refused.
    fn play(&mut self, text: &str) -> Result<(), Refused> {
        let step = self.read(text)?;
        self.play_step(step)
    }
    /// Takes back the last move; says whether there was one.
    fn take_back(&mut self) -> bool;
    /// The moves played at this table and not taken back.
    fn history(&self) -> Vec<String> {
        self.plays().into_iter().map(|(_, text)| text).collect()
    }
    /// The same, each with the player who made it.
    fn plays(&self) -> Vec<(Seat, String)>;
    /// The number of moves played and not taken back.
    fn n_played(&self) -> usize;
    /// Another table in the same position, with the same moves to take back.
    fn fork(&self) -> Box<dyn Table>;
    /// Another table in the same position, for a search elsewhere; it has no moves to take back.
    fn snapshot(&self) -> Arc<dyn Table>;
    /// For engines, which know the type of their game.
    fn as_any(&self) -> &dyn Any;
    /// The result for player 1, once the game is over.
    fn result(&self) -> Option<i32>;
    /// The position drawn, its words as messages.
    fn sketch(&self, look: Look) -> Sketch;
    /// The position drawn, in English.
    fn draw(&self, look: Look) -> String {
        self.sketch(look).to_string()
    }
    /// Counts of positions by depth, up to `depth`, or until `cancel` is raised.
    fn perft(&self, depth: u32, passes: Passes, cancel: &Cancel) -> Perft;
    /// For each legal move, the sequences of `depth` plies that begin with it.
    fn divide(&self, depth: u32, passes: Passes, cancel: &Cancel) -> Option<Vec<(String, u64)>>;

    /// What never changes about how the game looks.
    fn frame(&self) -> Frame;
    /// The position as it looks.
    fn scene(&self) -> Scene;
    /// The cells that a player's next piece could cover; empty for games that do not tell.
    fn reach(&self, seat: Seat) -> Vec<Spot>;
    /// The legal moves in the game's own order, each with the choices that make it.
    fn choices(&self) -> Vec<Choice>;
    /// The last move played at this table; none before the first.
    fn last(&self) -> Option<PlayedMove>;
    /// What the rules did before the first move.
    fn opening(&self) -> Vec<Message>;
    /// The lead, in points, that counts as half won; part of a win in games without points.
    fn lead(&self) -> f64;
    /// The points of both players so far; none in games without points.
    fn points(&self) -> Option<[u32; 2]>;
    /// How a player's points add up; none in games without points.
    fn tally(&self, seat: Seat) -> Option<Message>;
    /// Plays `n` random games to their end, or fewer if `cancel` is raised.
    fn playouts(&self, n: u64, seed: u64, cancel: &Cancel) -> Playouts;
    /// The number of actions: every possible move of this game has a number below it.
    fn n_actions(&self) -> usize;
    /// The numbers of the legal moves, in the game's own order.
    fn actions(&self) -> Vec<usize>;
    /// Plays the legal move of this number, or says that there is none.
    fn play_action(&mut self, action: usize) -> Result<(), Refused>;
    /// Planes, rows and columns of an observation.
    fn observation_shape(&self) -> [usize; 3];
    /// The position as numbers, plane by plane, from the point of view of the side to move.
    fn observation(&self) -> Vec<i16>;
    /// Checks that an engine can play this game.
    fn check_engine(&self, engine: &Engine) -> Result<(), Refused>;
    /// Seats an engine at this game. It can analyse any position of it, under the same rules.
    fn seat(&self, engine: &Engine, means: &Means) -> Box<dyn Thinker>;
    /// The result of a search here, in words and figures.
    fn thought(&self, findings: &Findings) -> Thought;
    /// Proves the value of the position, and of each move if `all_moves`, with the game's best prover.
    fn solve(&self, all_moves: bool, means: &Means, limits: &Limits) -> Solution {
        self.prove(ProofMethod::Best, all_moves, means, limits)
    }

    /// The same by a method of the caller's choice.
    fn prove(
        &self,
        method: ProofMethod,
        all_moves: bool,
        means: &Means,
        limits: &Limits,
    ) -> Solution;

    /// The same with a line that keeps the value, if one is found soon after. `wanted` says whether each move is
    /// to be proven, and the length of the line.
    fn prove_with_line(
        &self,
        method: ProofMethod,
        wanted: (bool, usize),
        means: &Means,
        limits: &Limits,
    ) -> Solution;

    /// Runs an engine to its depth and passes every step to `sink` until that returns `Break`; says whether the
    /// search was completed. A judge that is a script may fail.
    fn trace(
        &self,
        engine: &Engine,
        limits: &Limits,
        sink: &mut dyn FnMut(PlayStep) -> ControlFlow<()>,
    ) -> Result<bool, Refused>;

    /// Plays several moves. Forced passes that the list leaves out are played automatically, as in records
    /// without passes.
    fn play_all(&mut self, moves: &[&str]) -> Result<(), Refused> {
        for (i, text) in moves.iter().enumerate() {
            if !text.eq_ignore_ascii_case("pass") {
                self.pass_if_forced();
            }
            self.play(text).map_err(|reason| numbered(i + 1, reason))?;
        }
        Ok(())
    }

    /// Plays forced passes and returns their number.
    fn pass_if_forced(&mut self) -> usize {
        let mut n_passes = 0;
        while let Some(pass) = self.forced_pass() {
            if self.play_step(pass).is_err() {
                break;
            }
            n_passes += 1;
        }
        n_passes
    }
}

/// A refusal of the move with this number, counted from 1.
pub fn numbered(n: usize, reason: Refused) -> Refused {
    message!("move-number", "move {n}: {reason}", n, reason).into()
}

/// Whether sequences that end in a forced pass count. By the rules they do; some published figures
/// leave them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// A pass is a ply like any other.
    Count,
    /// A pass as the last ply is not counted.
    LeaveOut,
}

/// Node counts, and how long they took.
#[derive(Clone, Debug)]
pub struct Perft {
    /// By depth, from 1.
    pub nodes: Vec<u64>,
    /// Whether every depth asked for is there.
    pub is_complete: bool,
    /// For all depths together.
    pub time: Duration,
}

/// A table of one game.
pub(crate) struct Seated<G: Game> {
    offer: &'static Offer,
    game: G,
    position: G::Position,
    played: Vec<(G::Move, G::Undo)>,
}

impl<G: Game> Seated<G> {
    /// A table at a position.
    pub(crate) fn at(offer: &'static Offer, game: G, position: G::Position) -> Self {
        Self { offer, game, position, played: Vec::new() }
    }
}

impl<G: Notation> Seated<G> {
    /// The moves of a position, with or without a forced pass.
    fn count(&self, position: &G::Position, passes: Passes) -> u64 {
        match (self.game.count_moves(position), passes) {
            (1, Passes::LeaveOut) => {
                let mut moves = Vec::new();
                self.game.moves(position, &mut moves);
                u64::from(!self.game.is_pass(moves[0]))
            }
            (count, _) => count,
        }
    }
}

impl<G: Playable> Seated<G> {
    /// The game and the position, for engines.
    pub(crate) fn parts(&self) -> (&G, &G::Position) {
        (&self.game, &self.position)
    }

    /// The legal moves.
    fn listed(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        moves
    }

    /// Plays a legal move.
    fn put(&mut self, step: G::Move) {
        let undo = self.game.play(&mut self.position, step);
        self.played.push((step, undo));
    }

    /// A table at a position given as text, or at the start.
    pub(crate) fn open(
        offer: &'static Offer,
        game: G,
        position: Option<&str>,
    ) -> Result<Box<dyn Table>, Refused> {
        let position = match position {
            None => game.start(),
            Some(text) => game.read_position(text)?,
        };
        Ok(Box::new(Self::at(offer, game, position)))
    }
}

impl<G: Playable> Table for Seated<G> {
    fn offer(&self) -> &'static Offer {
        self.offer
    }

    fn position(&self) -> String {
        self.game.position_text(&self.position)
    }

    fn key(&self) -> u64 {
        self.game.key(&self.position)
    }

    fn turn(&self) -> Seat {
        self.game.turn(&self.position)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        moves.into_iter().map(|step| self.game.move_text(&self.position, step)).collect()
    }

    fn forced_pass(&self) -> Option<Step> {
        let moves = self.listed();
        let pass = forced_pass(&self.game, &moves)?;
        Step::of(&self.game, &self.position, &moves, pass)
    }

    fn read(&self, text: &str) -> Result<Step, Refused> {
        let step = self.game.read_move(&self.position, text)?;
        Step::of(&self.game, &self.position, &self.listed(), step).ok_or_else(stale)
    }

    fn write(&self, line: &[Step]) -> Result<Vec<String>, Refused> {
        let (mut position, mut moves) = (self.position.clone(), Vec::new());
        let one = |step: &Step| {
            moves.clear();
            self.game.moves(&position, &mut moves);
            let step = step.find(&self.game, &position, &moves).ok_or_else(stale)?;
            let text = self.game.move_text(&position, step);
            self.game.play(&mut position, step);
            Ok(text)
        };
        line.iter().map(one).collect()
    }

    fn play_step(&mut self, step: Step) -> Result<(), Refused> {
        let step = step.find(&self.game, &self.position, &self.listed()).ok_or_else(stale)?;
        self.put(step);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Refused> {
        let step = self.game.read_move(&self.position, text)?;
        self.put(step);
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        let Some((step, undo)) = self.played.pop() else { return false };
        self.game.undo(&mut self.position, step, undo);
        true
    }

    fn plays(&self) -> Vec<(Seat, String)> {
        let mut position = self.position.clone();
        let back = self.played.iter().rev().map(|(step, undo)| {
            self.game.undo(&mut position, *step, undo.clone());
            (self.game.turn(&position), self.game.move_text(&position, *step))
        });
        let mut plays: Vec<_> = back.collect();
        plays.reverse();
        plays
    }

    fn n_played(&self) -> usize {
        self.played.len()
    }

    fn fork(&self) -> Box<dyn Table> {
        let (game, position) = (self.game.clone(), self.position.clone());
        Box::new(Self { offer: self.offer, game, position, played: self.played.clone() })
    }

    fn snapshot(&self) -> Arc<dyn Table> {
        Arc::new(Self::at(self.offer, self.game.clone(), self.position.clone()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn result(&self) -> Option<i32> {
        self.game.result(&self.position)
    }

    fn sketch(&self, look: Look) -> Sketch {
        self.game.sketch(&self.position, look)
    }

    fn frame(&self) -> Frame {
        self.game.frame()
    }

    fn scene(&self) -> Scene {
        self.game.scene(&self.position)
    }

    fn reach(&self, seat: Seat) -> Vec<Spot> {
        self.game.reach(&self.position, seat)
    }

    fn choices(&self) -> Vec<Choice> {
        shown::choices(&self.game, &self.position)
    }

    fn last(&self) -> Option<PlayedMove> {
        let (step, undo) = self.played.last()?;
        let mut before = self.position.clone();
        self.game.undo(&mut before, *step, undo.clone());
        Some(shown::told(&self.game, &before, *step, &self.position))
    }

    fn opening(&self) -> Vec<Message> {
        self.game.opening()
    }

    fn lead(&self) -> f64 {
        match self.points() {
            Some(_) => f64::from(G::LEAD),
            None => shown::LEAD_WITHOUT_POINTS,
        }
    }

    fn points(&self) -> Option<[u32; 2]> {
        self.game.points(&self.position)
    }

    fn tally(&self, seat: Seat) -> Option<Message> {
        self.game.tally(&self.position, seat)
    }

    fn playouts(&self, n: u64, seed: u64, cancel: &Cancel) -> Playouts {
        playouts::run(&self.game, &self.position, n, seed, cancel)
    }

    fn n_actions(&self) -> usize {
        self.game.n_actions()
    }

    fn actions(&self) -> Vec<usize> {
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        moves.into_iter().map(|step| self.game.action(&self.position, step)).collect()
    }

    fn play_action(&mut self, action: usize) -> Result<(), Refused> {
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        let is_meant = |step: &G::Move| self.game.action(&self.position, *step) == action;
        let step = moves.into_iter().find(is_meant).ok_or_else(|| {
            message!(
                "no-action",
                "{action} is not the number of a legal move in this position",
                action
            )
        })?;
        self.put(step);
        Ok(())
    }

    fn observation_shape(&self) -> [usize; 3] {
        G::SHAPE
    }

    fn observation(&self) -> Vec<i16> {
        let mut planes = Planes::default();
        self.game.planes(&self.position, &mut planes);
        planes.0
    }

    fn check_engine(&self, engine: &Engine) -> Result<(), Refused> {
        match engine.judge {
            Opinion::Script if engine.script.is_none() => Err(engines::no_script()),
            Opinion::Course => engines::course_of(self.offer, &self.game).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn seat(&self, engine: &Engine, means: &Means) -> Box<dyn Thinker> {
        Box::new(engines::Brain::new(self.offer, self.game.clone(), engine, means))
    }

    fn thought(&self, findings: &Findings) -> Thought {
        // A line that cannot be written is left out rather than shown wrongly.
        Thought::new(findings, |line| self.write(line).unwrap_or_default())
    }

    fn prove(
        &self,
        method: ProofMethod,
        all_moves: bool,
        means: &Means,
        limits: &Limits,
    ) -> Solution {
        self.prove_with_line(method, (all_moves, 0), means, limits)
    }

    fn prove_with_line(
        &self,
        method: ProofMethod,
        (all_moves, line): (bool, usize),
        means: &Means,
        limits: &Limits,
    ) -> Solution {
        let wanted = engines::Wanted { method, all_moves, line };
        engines::solve(&self.game, &self.position, wanted, means, limits)
    }

    fn trace(
        &self,
        engine: &Engine,
        limits: &Limits,
        sink: &mut dyn FnMut(PlayStep) -> ControlFlow<()>,
    ) -> Result<bool, Refused> {
        engines::trace((self.offer, &self.game), &self.position, engine, limits, sink)
    }

    fn perft(&self, depth: u32, passes: Passes, cancel: &Cancel) -> Perft {
        let start = Stopwatch::start();
        let last = |position: &G::Position| self.count(position, passes);
        let count = |depth| perft_until(&self.game, &self.position, depth, last, cancel);
        let nodes: Vec<u64> = (1..=depth).map_while(count).collect();
        Perft { is_complete: nodes.len() == depth as usize, nodes, time: start.elapsed() }
    }

    fn divide(&self, depth: u32, passes: Passes, cancel: &Cancel) -> Option<Vec<(String, u64)>> {
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        let below = depth.checked_sub(1)?;
        let count = |step| {
            let mut position = self.position.clone();
            self.game.play(&mut position, step);
            let text = self.game.move_text(&self.position, step);
            let last = |position: &G::Position| self.count(position, passes);
            Some((text, perft_until(&self.game, &position, below, last, cancel)?))
        };
        moves.into_iter().map(count).collect()
    }
}
