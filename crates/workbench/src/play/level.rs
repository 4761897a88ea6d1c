//! Levels of strength, 1 for beginners to 9 for the best there is.
//!
//! A level is an engine with a budget of positions, so that a seed repeats its games, and a share of random
//! moves. Level 9 is limited by the clock alone.

use std::fmt;
use std::str::FromStr;

use plywood_contract::{Message, message};

use crate::catalogue::Offer;
use crate::engines::Engine;

/// A level from 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

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

    /// The engine that plays this game at this level.
    pub fn engine(self, game: &Offer) -> Engine {
        let text = game.levels.below.get(usize::from(self.0) - 1).copied();
        read(text.unwrap_or("best"))
    }

    /// The same for rating ladders, which must not depend on the machine: level 9 has a budget of positions
    /// there instead of a clock.
    pub fn on_a_ladder(self, game: &Offer) -> Engine {
        if self.0 == 9 { read(game.levels.rated) } else { self.engine(game) }
    }
}

fn read(engine: &str) -> Engine {
    engine.parse().expect("a test reads every plan")
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Why a text is not a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError(String);

impl LevelError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        let text = &*self.0;
        message!("no-level", "`{text}` is not a level: expected a number from 1 to 9", text)
    }
}

plywood_contract::explained!(LevelError);

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
    use crate::games::CATALOGUE;

    #[test]
    fn every_level_of_every_game_names_an_engine() {
        for entry in CATALOGUE {
            for level in Level::ALL {
                let engine = level.engine(entry);
                assert_eq!(engine.limits_itself(), level.0 < 9, "{} {level}", entry.name);
            }
            assert_eq!(Level::ALL[8].engine(entry), "best".parse().unwrap());
            assert!(Level::ALL[8].on_a_ladder(entry).limits_itself());
        }
    }

    #[test]
    fn a_bad_level_is_explained() {
        for text in ["0", "10", "-1", "strong", ""] {
            assert!(text.parse::<Level>().unwrap_err().to_string().contains("1 to 9"), "{text}");
        }
    }
}
