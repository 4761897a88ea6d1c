//! Levels of strength, 1 for beginners to 9 for the best there is: the one place that says how.
//!
//! A level is an engine with a budget of positions, so that a seed repeats its games, and a share of
//! moves made at random. Level 9 has no budget but the clock.

use std::fmt;
use std::str::FromStr;

use crate::engines::Engine;

/// A level from 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// The engines of all levels of a game, weakest first, as [`Engine`] reads them; the last stands in
/// for level 9 on ladders. Found by playing each against its neighbours: `cargo xtask levels`.
struct Plan {
    below: [&'static str; 8],
    /// The best within as many positions as a ladder has time for.
    rated: &'static str,
}

/// What to place matters first, where it may go later second.
const BLOKUS: Plan = Plan {
    below: [
        "largest:slips=70",
        "largest:slips=30",
        "largest",
        "iterative:depth=1,slips=30",
        "iterative:depth=1,slips=15",
        "iterative:depth=1,slips=5",
        "best:nodes=500",
        "best:nodes=3k",
    ],
    rated: "best:nodes=25k",
};

/// Hundreds of moves at every turn: each reply costs more.
const BLOKUS_DUO: Plan = Plan {
    below: [
        "largest:slips=80",
        "largest:slips=25",
        "iterative:depth=1,slips=40",
        "iterative:depth=1,slips=25",
        "iterative:depth=1,slips=10",
        "iterative:depth=1,slips=2",
        "best:nodes=1500",
        "best:nodes=6k",
    ],
    rated: "best:nodes=40k",
};

/// One move that overlooks a line of three loses: the share of such moves is the strength.
const QUATRO: Plan = Plan {
    below: [
        "random",
        "iterative:depth=1,slips=86",
        "iterative:depth=1,slips=68",
        "iterative:depth=1,slips=48",
        "iterative:depth=1,slips=33",
        "iterative:depth=1,slips=17",
        "iterative:depth=1,slips=4",
        "iterative:depth=2",
    ],
    rated: "best:nodes=10k",
};

/// As quatro, but the opponent chooses the piece, and proofs take longer.
const QUARTO: Plan = Plan {
    below: [
        "iterative:depth=1,slips=95",
        "iterative:depth=1,slips=76",
        "iterative:depth=1,slips=54",
        "iterative:depth=1,slips=34",
        "iterative:depth=1,slips=15",
        "best:nodes=300,slips=12",
        "best:nodes=1k,slips=5",
        "best:nodes=3k,slips=2",
    ],
    rated: "best:nodes=50k",
};

/// At most eight jumps, but every number counts.
const CAVALO: Plan = Plan {
    below: [
        "largest:slips=90",
        "largest:slips=48",
        "best:nodes=300,slips=51",
        "best:nodes=300,slips=34",
        "best:nodes=300,slips=20",
        "best:nodes=300,slips=6",
        "best:nodes=500",
        "best:nodes=2k",
    ],
    rated: "best:nodes=40k",
};

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

    /// The engine that plays the game of this name at this level.
    pub fn engine(self, game: &str) -> Engine {
        let text = plan(game).below.get(usize::from(self.0) - 1).copied();
        read(text.unwrap_or("best"))
    }

    /// The same for ladders, which should come out alike on any machine: level 9 has a number of
    /// positions there instead of a clock.
    pub fn on_a_ladder(self, game: &str) -> Engine {
        if self.0 == 9 { read(plan(game).rated) } else { self.engine(game) }
    }
}

fn plan(game: &str) -> &'static Plan {
    match game {
        "blokus" => &BLOKUS,
        "blokus-duo" => &BLOKUS_DUO,
        "cavalo" => &CAVALO,
        "quatro" => &QUATRO,
        _ => &QUARTO,
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
    use crate::games::CATALOGUE;

    #[test]
    fn every_level_of_every_game_names_an_engine() {
        for entry in &CATALOGUE {
            for level in Level::ALL {
                let engine = level.engine(entry.name);
                assert_eq!(engine.limits_itself(), level.0 < 9, "{} {level}", entry.name);
            }
            assert_eq!(Level::ALL[8].engine(entry.name), "best".parse().unwrap());
            assert!(Level::ALL[8].on_a_ladder(entry.name).limits_itself());
        }
    }

    #[test]
    fn a_bad_level_is_explained() {
        for text in ["0", "10", "-1", "strong", ""] {
            assert!(text.parse::<Level>().unwrap_err().to_string().contains("1 to 9"), "{text}");
        }
    }
}
