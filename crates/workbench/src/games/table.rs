//! A game under way, seen through texts: what front ends hold without knowing which game it is.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use plywood_contract::{Cancel, Game, Limits, Look, Notation, Refused, Seat, perft_until};

use super::observe::Planes;
use super::playouts::{self, Playouts};
use crate::engines::{self, Engine, Means, PlayStep, Playable, Solution, Thinker};

/// A game under way. Moves and positions go in and out as text.
pub trait Table: Send + Sync {
    /// The position as one line.
    fn position(&self) -> String;
    /// The hash key of the position.
    fn key(&self) -> u64;
    /// Whose turn it is.
    fn turn(&self) -> Seat;
    /// The legal moves in the game's own order; none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// Anyone's move as this table would write it, or why it cannot be played.
    fn read(&self, text: &str) -> Result<String, Refused>;
    /// Plays anyone's move, or says why not.
    fn play(&mut self, text: &str) -> Result<(), Refused>;
    /// Takes back the last move; says whether there was one.
    fn take_back(&mut self) -> bool;
    /// The moves played at this table and not taken back.
    fn history(&self) -> Vec<String>;
    /// How many there are.
    fn n_played(&self) -> usize;
    /// Another table at the same point, with the same moves to take back.
    fn fork(&self) -> Box<dyn Table>;
    /// What the game was worth to player 1, once it is over.
    fn result(&self) -> Option<i32>;
    /// The position drawn as text.
    fn draw(&self, look: Look) -> String;
    /// Sequences of plies by depth, up to `depth`, or up to where `cancel` was raised.
    fn perft(&self, depth: u32, passes: Passes, cancel: &Cancel) -> Perft;
    /// For each legal move, the sequences of `depth` plies that begin with it.
    fn divide(&self, depth: u32, passes: Passes, cancel: &Cancel) -> Option<Vec<(String, u64)>>;

    /// The points of both players so far; none in games without points.
    fn points(&self) -> Option<[u32; 2]>;
    /// Plays `n` random games to their end, or fewer if `cancel` is raised.
    fn playouts(&self, n: u64, seed: u64, cancel: &Cancel) -> Playouts;
    /// Every move there can be in this game has a number below this.
    fn n_actions(&self) -> usize;
    /// The numbers of the legal moves, in the game's own order.
    fn actions(&self) -> Vec<usize>;
    /// Plays the legal move of this number, or says that there is none.
    fn play_action(&mut self, action: usize) -> Result<(), Refused>;
    /// Planes, rows and columns of an observation.
    fn observation_shape(&self) -> [usize; 3];
    /// The position as numbers, plane by plane, seen by the side to move.
    fn observation(&self) -> Vec<i16>;
    /// Seats an engine at this game. It thinks about any position of it, under the same rules.
    fn seat(&self, engine: &Engine, means: &Means) -> Box<dyn Thinker>;
    /// Proves what the position is worth, and each move if `all_moves`.
    fn solve(&self, all_moves: bool, means: &Means, limits: &Limits) -> Solution;

    /// Runs an engine to its depth and hands every step of it to `sink` until it has enough; says
    /// whether the search came to its end.
    fn trace(
        &self,
        engine: &Engine,
        limits: &Limits,
        sink: &mut dyn FnMut(PlayStep) -> ControlFlow<()>,
    ) -> bool;

    /// Plays several moves. A side that can only pass passes by itself if the list does not say so,
    /// as in records that leave passes out.
    fn play_all(&mut self, moves: &[&str]) -> Result<(), Refused> {
        for (i, text) in moves.iter().enumerate() {
            let must_pass = self.moves() == ["pass"] && !text.eq_ignore_ascii_case("pass");
            if must_pass {
                self.play("pass")?;
            }
            self.play(text).map_err(|e| Refused::new(format!("move {}: {e}", i + 1)))?;
        }
        Ok(())
    }
}

/// Whether sequences that end in a forced pass count. By the rules they do; some published figures
/// leave them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// A pass is a ply like any other.
    Count,
    /// A pass as the last ply counts for nothing.
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

/// A table for any game of ours.
pub(crate) struct Seated<G: Game> {
    game: G,
    position: G::Position,
    played: Vec<(G::Move, G::Undo)>,
}

impl<G: Game> Seated<G> {
    /// Sits down at a position.
    pub(crate) fn at(game: G, position: G::Position) -> Self {
        Self { game, position, played: Vec::new() }
    }
}

impl<G: Notation> Seated<G> {
    /// The moves of a position, with or without a forced pass.
    fn count(&self, position: &G::Position, passes: Passes) -> u64 {
        match (self.game.count_moves(position), passes) {
            (1, Passes::LeaveOut) => {
                let mut moves = Vec::new();
                self.game.moves(position, &mut moves);
                u64::from(self.game.move_text(position, moves[0]) != "pass")
            }
            (count, _) => count,
        }
    }

    /// Sits down at a position given as text, or at the start.
    pub(super) fn new(game: G, position: Option<&str>) -> Result<Self, Refused> {
        let position = match position {
            None => game.start(),
            Some(text) => game.read_position(text)?,
        };
        Ok(Self::at(game, position))
    }
}

impl<G: Playable> Table for Seated<G> {
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

    fn read(&self, text: &str) -> Result<String, Refused> {
        let step = self.game.read_move(&self.position, text)?;
        Ok(self.game.move_text(&self.position, step))
    }

    fn play(&mut self, text: &str) -> Result<(), Refused> {
        let step = self.game.read_move(&self.position, text)?;
        let undo = self.game.play(&mut self.position, step);
        self.played.push((step, undo));
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        let Some((step, undo)) = self.played.pop() else { return false };
        self.game.undo(&mut self.position, step, undo);
        true
    }

    fn history(&self) -> Vec<String> {
        let mut position = self.position.clone();
        let back = self.played.iter().rev().map(|(step, undo)| {
            self.game.undo(&mut position, *step, undo.clone());
            self.game.move_text(&position, *step)
        });
        let mut texts: Vec<String> = back.collect();
        texts.reverse();
        texts
    }

    fn n_played(&self) -> usize {
        self.played.len()
    }

    fn fork(&self) -> Box<dyn Table> {
        let (game, position) = (self.game.clone(), self.position.clone());
        Box::new(Self { game, position, played: self.played.clone() })
    }

    fn result(&self) -> Option<i32> {
        self.game.result(&self.position)
    }

    fn draw(&self, look: Look) -> String {
        self.game.draw(&self.position, look)
    }

    fn points(&self) -> Option<[u32; 2]> {
        self.game.points(&self.position)
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
            Refused::new(format!("{action} is not the number of a legal move in this position"))
        })?;
        let undo = self.game.play(&mut self.position, step);
        self.played.push((step, undo));
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

    fn seat(&self, engine: &Engine, means: &Means) -> Box<dyn Thinker> {
        Box::new(engines::Brain::new(self.game.clone(), engine, means))
    }

    fn solve(&self, all_moves: bool, means: &Means, limits: &Limits) -> Solution {
        engines::solve(&self.game, &self.position, all_moves, means, limits)
    }

    fn trace(
        &self,
        engine: &Engine,
        limits: &Limits,
        sink: &mut dyn FnMut(PlayStep) -> ControlFlow<()>,
    ) -> bool {
        engines::trace(&self.game, &self.position, engine, limits, sink)
    }

    fn perft(&self, depth: u32, passes: Passes, cancel: &Cancel) -> Perft {
        let start = Instant::now();
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
