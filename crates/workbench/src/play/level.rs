//! Levels of strength, 1 for beginners to 9 for the best there is: the one place that says how.
//!
//! A level is an engine with a budget of positions, so that a seed repeats its games, and a share of
//! moves made at random. Level 9 has no budget but the clock.

use std::fmt;
use std::str::FromStr;

/// A level from 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// How a level chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The engine, as [`crate::engines::Engine`] reads it.
    pub engine: &'static str,
    /// Moves in a hundred that are made at random.
    pub slips: u8,
}

const fn plan(engine: &'static str, slips: u8) -> Plan {
    Plan { engine, slips }
}

/// Few moves at the start and some two hundred later; points are cells.
const BLOKUS: [Plan; 9] = [
    plan("largest", 70),
    plan("largest", 25),
    plan("iterative:depth=1", 10),
    plan("iterative:depth=2", 5),
    plan("best:nodes=3k", 0),
    plan("best:nodes=12k", 0),
    plan("best:nodes=50k", 0),
    plan("best:nodes=250k", 0),
    plan("best", 0),
];

/// Hundreds of moves at every turn: each reply costs more.
const BLOKUS_DUO: [Plan; 9] = [
    plan("largest", 70),
    plan("largest", 25),
    plan("iterative:depth=1", 10),
    plan("best:nodes=2k", 5),
    plan("best:nodes=8k", 0),
    plan("best:nodes=32k", 0),
    plan("best:nodes=125k", 0),
    plan("best:nodes=500k", 0),
    plan("best", 0),
];

/// One move that overlooks a line of three loses: the share of such moves is the strength.
const QUARTO: [Plan; 9] = [
    plan("iterative:depth=1", 75),
    plan("iterative:depth=1", 40),
    plan("iterative:depth=1", 10),
    plan("iterative:depth=2", 10),
    plan("iterative:depth=3", 5),
    plan("best:nodes=10k", 2),
    plan("best:nodes=50k", 0),
    plan("best:nodes=500k", 0),
    plan("best", 0),
];

/// At most eight jumps, but every number counts.
const CAVALO: [Plan; 9] = [
    plan("largest", 80),
    plan("largest", 40),
    plan("largest", 0),
    plan("iterative:depth=2", 5),
    plan("iterative:depth=4", 0),
    plan("best:nodes=5k", 0),
    plan("best:nodes=40k", 0),
    plan("best:nodes=400k", 0),
    plan("best", 0),
];

impl Level {
    /// All of them, weakest first.
    pub const ALL: [Self; 9] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8), Self(9)];

    /// The level with this number.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 9 { Some(Self(number)) } else { None }
    }

    /// Its number, 1 to 9.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How it plays the game of this name.
    pub fn plan(self, game: &str) -> Plan {
        let plans = match game {
            "blokus" => &BLOKUS,
            "blokus-duo" => &BLOKUS_DUO,
            "cavalo" => &CAVALO,
            _ => &QUARTO,
        };
        plans[usize::from(self.0) - 1]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Why a text is no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a level: expected a number from 1 to 9")]
pub struct LevelError(String);

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let number = text.trim().parse().ok().and_then(Self::new);
        number.ok_or_else(|| LevelError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine;
    use crate::games::CATALOGUE;

    #[test]
    fn every_level_of_every_game_names_an_engine() {
        for entry in &CATALOGUE {
            for level in Level::ALL {
                let plan = level.plan(entry.name);
                assert!(plan.engine.parse::<Engine>().is_ok(), "{} {level}", entry.name);
                assert!(plan.slips < 100);
            }
            assert_eq!(Level::ALL[8].plan(entry.name), plan("best", 0));
        }
    }

    #[test]
    fn a_bad_level_is_explained() {
        for text in ["0", "10", "-1", "strong", ""] {
            assert!(text.parse::<Level>().unwrap_err().to_string().contains("1 to 9"), "{text}");
        }
    }
}
