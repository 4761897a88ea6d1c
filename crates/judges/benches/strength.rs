//! The playing strength of the judges: matches against plain players from random openings, each opening played
//! with both colours.
//!
//! `STRENGTH_GAMES` is the number of games of each match, `STRENGTH_MS` our time for a move.

use std::time::Duration;

use plywood_contract::{Evaluator, Keyed, Limits, Quiet, Score, Scored, Seat};
use plywood_games::blokus::game::{self, Blokus};
use plywood_games::duo::{self, BlokusDuo, shapes};
use plywood_judges::blokus::BlokusJudge;
use plywood_judges::duo::DuoJudge;
use plywood_search::adversarial::{
    Deepening, Question, TranspositionTable, alpha_beta, iterative_deepening,
};
use plywood_testkit::bench::Row;
use plywood_testkit::check::Dice;

fn main() {
    let only: Option<String> = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let wanted = |name: &str| only.as_ref().is_none_or(|only| name.contains(only.as_str()));
    let blokus = Match { game: Blokus, judge: BlokusJudge, size: piece_size };
    let duo = Match { game: BlokusDuo, judge: DuoJudge, size: shape_size };
    for (name, opponent, needed) in [
        ("blokus/wins/largest-first", Opponent::LargestFirst, 100),
        ("blokus/wins/plain-alpha-beta-3", Opponent::Plain { depth: 3 }, 90),
    ] {
        if wanted(name) {
            blokus.play(name, opponent, needed);
        }
    }
    // Three plies of plain search would take seconds a move here.
    for (name, opponent, needed) in [
        ("blokus-duo/wins/largest-first", Opponent::LargestFirst, 100),
        ("blokus-duo/wins/plain-alpha-beta-2", Opponent::Plain { depth: 2 }, 90),
    ] {
        if wanted(name) {
            duo.play(name, opponent, needed);
        }
    }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn piece_size(step: game::Move) -> u32 {
    match step {
        game::Move::Place(placement) => placement.piece().size(),
        game::Move::Pass => 0,
    }
}

fn shape_size(step: duo::Move) -> u32 {
    match step {
        duo::Move::Place { shape, .. } => shapes()[usize::from(shape)].cells.len() as u32,
        duo::Move::Pass => 0,
    }
}

/// The opponent in a match.
#[derive(Clone, Copy)]
enum Opponent {
    /// A piece of the largest size that fits, else at random.
    LargestFirst,
    /// Alpha–beta to a fixed depth, without a time limit, with points as the judge and no move ordering.
    Plain { depth: u32 },
}

/// The points so far, and no opinion on moves.
struct Points;

impl<G: Scored> Evaluator<G> for Points {
    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        let [one, two] = game.points(position).map(|points| points as Score);
        if game.turn(position) == Seat::One { one - two } else { two - one }
    }
}

/// A game, our judge of it, and how large the piece of a move is.
struct Match<G: Keyed, E> {
    game: G,
    judge: E,
    size: fn(G::Move) -> u32,
}

impl<G: Keyed + Scored + Sync, E: Evaluator<G> + Sync> Match<G, E> {
    /// Plays the games and prints a row; `needed` is out of a hundred, a draw is half a win.
    fn play(&self, name: &str, opponent: Opponent, needed: u32) {
        let games = setting("STRENGTH_GAMES", 100);
        let time = Duration::from_millis(setting("STRENGTH_MS", 100));
        let (mut wins, mut draws, mut margins) = (0, 0, 0);
        for number in 0..games {
            let us = if number % 2 == 0 { Seat::One } else { Seat::Two };
            let margin = self.margin(number / 2, us, opponent, time);
            wins += u32::from(margin > 0);
            draws += u32::from(margin == 0);
            margins += margin;
        }
        let points = f64::from(wins) + f64::from(draws) / 2.0;
        let needed = f64::from(needed) * games as f64 / 100.0;
        let (ours, other) = (format!("{points} of {games}"), format!("needed {needed}"));
        Row { name, ours, other, ratio: points / needed, target: Some(1.0) }.print();
        let mean = f64::from(margins) / games as f64;
        println!("  {name}: {wins} won, {draws} drawn of {games}, mean margin {mean:.1} points");
    }

    /// Our margin in one game.
    fn margin(&self, opening: u64, us: Seat, opponent: Opponent, time: Duration) -> i32 {
        let game = &self.game;
        let mut dice = Dice::new(opening + 1);
        let mut position = game.start();
        for _ in 0..4 {
            let step = self.largest(&position, &mut dice).expect("a game lasts longer");
            game.play(&mut position, step);
        }
        let table = TranspositionTable::new(16 << 20);
        let limits = Limits { time: Some(time), ..Limits::default() };
        loop {
            if let Some(result) = game.result(&position) {
                return if us == Seat::One { result } else { -result };
            }
            let step = if game.turn(&position) == us {
                iterative_deepening(
                    &Question::new(game, &self.judge, &position, &limits),
                    &table,
                    &Deepening::default(),
                    Quiet,
                )
                .best()
            } else {
                match opponent {
                    Opponent::LargestFirst => self.largest(&position, &mut dice),
                    Opponent::Plain { depth } => {
                        let limits = Limits::default();
                        alpha_beta(&Question::new(game, &Points, &position, &limits), depth, Quiet)
                            .best()
                    }
                }
            };
            game.play(&mut position, step.expect("the game is not over"));
        }
    }

    /// One of the moves with the largest piece.
    fn largest(&self, position: &G::Position, dice: &mut Dice) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let most = moves.iter().map(|&step| (self.size)(step)).max()?;
        moves.retain(|&step| (self.size)(step) == most);
        Some(moves[dice.below(moves.len())])
    }
}
