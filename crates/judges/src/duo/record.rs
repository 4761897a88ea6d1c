//! Games of self-play as lines of text: what was played, what the search thought, where it looked.
//!
//! A line is the margin for black, then a word for each turn: the move, and unless it was random a colon,
//! the search's value for the mover in thousandths, and after another colon the moves it visited most with
//! their visits: `13a7:-21:13a7*310,0be2*45`. Moves are shape and anchor in hexadecimal.

use std::fmt::Write;

use plywood_contract::Game;
use plywood_games::duo::{BlokusDuo, Move, Position};

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Black's points less white's.
    pub margin: i32,
    /// What was played, forced passes included.
    pub turns: Vec<Turn>,
}

/// A turn of a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What was played.
    pub step: Move,
    /// What the search thought; none if the move was made at random or was the only one.
    pub thought: Option<Thought>,
}

/// What a search thought of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The mover's expected reward in thousandths, from −1000 to 1000.
    pub value: i32,
    /// The moves visited most.
    pub visits: Vec<(Move, u32)>,
}

const PASS: u16 = u16::MAX;

fn code(step: Move) -> u16 {
    match step {
        Move::Place { shape, anchor } => u16::from_be_bytes([shape, anchor]),
        Move::Pass => PASS,
    }
}

fn decode(text: &str) -> Option<Move> {
    let code = u16::from_str_radix(text, 16).ok()?;
    let [shape, anchor] = code.to_be_bytes();
    Some(if code == PASS { Move::Pass } else { Move::Place { shape, anchor } })
}

impl Record {
    /// The line.
    pub fn line(&self) -> String {
        let mut line = self.margin.to_string();
        for turn in &self.turns {
            let _ = write!(line, " {:04x}", code(turn.step));
            if let Some(thought) = &turn.thought {
                let visits: Vec<String> = thought
                    .visits
                    .iter()
                    .map(|&(step, n)| format!("{:04x}*{n}", code(step)))
                    .collect();
                let _ = write!(line, ":{}:{}", thought.value, visits.join(","));
            }
        }
        line
    }

    /// Reads a line; `None` if it is none, or if its moves are not legal.
    pub fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let margin = words.next()?.parse().ok()?;
        let turns = words.map(Turn::read).collect::<Option<_>>()?;
        let record = Self { margin, turns };
        let mut end = BlokusDuo.start();
        record.replay(|position, _, _| end.clone_from(position))?;
        let last = record.turns.last()?;
        BlokusDuo.play(&mut end, last.step);
        (BlokusDuo.result(&end) == Some(margin)).then_some(record)
    }

    /// Shows every position with the move that led there and the turn that followed; `None` if a move is
    /// not legal.
    pub fn replay(&self, mut visit: impl FnMut(&Position, Option<Move>, &Turn)) -> Option<()> {
        let (mut position, mut last, mut moves) = (BlokusDuo.start(), None, Vec::new());
        for turn in &self.turns {
            moves.clear();
            BlokusDuo.moves(&position, &mut moves);
            if !moves.contains(&turn.step) {
                return None;
            }
            visit(&position, last, turn);
            BlokusDuo.play(&mut position, turn.step);
            last = Some(turn.step);
        }
        Some(())
    }
}

impl Turn {
    fn read(word: &str) -> Option<Self> {
        let mut parts = word.split(':');
        let step = decode(parts.next()?)?;
        let Some(value) = parts.next() else { return Some(Self { step, thought: None }) };
        let visit = |text: &str| {
            let (step, n) = text.split_once('*')?;
            Some((decode(step)?, n.parse().ok()?))
        };
        let visits = parts.next()?.split(',').map(visit).collect::<Option<_>>()?;
        Some(Self { step, thought: Some(Thought { value: value.parse().ok()?, visits }) })
    }
}
