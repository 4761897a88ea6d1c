//! The settings of a game: the game and its rules, the players, and the limits of engines.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plywood_contract::{Message, message};

use crate::engines::{Engine, EngineError};
use crate::games::{OpenError, Seat};

use super::level::{Level, LevelError};

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq)]
pub enum Player {
    /// A person.
    Human,
    /// An engine by name and options.
    Engine(Engine),
    /// An engine of a given strength.
    Level(Level),
    /// Another person's program: `ugi:COMMAND`, `gtp:COMMAND` or `cmd:COMMAND`.
    Guest(String),
}

impl Player {
    /// Whether a person sits there.
    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }
}

/// Why a text is not a player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerError {
    /// No such engine, or a bad option.
    Engine(EngineError),
    /// No such level.
    Level(LevelError),
}

impl PlayerError {
    /// The reason as a message, with what a player may be.
    pub fn message(&self) -> Message {
        match self {
            Self::Engine(e @ EngineError::Engine(..)) => message!(
                "no-player",
                "{reason} A player is `human`, `level:1` to `level:9`, an engine, or a program as `ugi:COMMAND`",
                reason = e.message()
            ),
            Self::Engine(e) => e.message(),
            Self::Level(e) => e.message(),
        }
    }
}

plywood_contract::explained!(PlayerError);

impl From<EngineError> for PlayerError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<LevelError> for PlayerError {
    fn from(error: LevelError) -> Self {
        Self::Level(error)
    }
}

impl FromStr for Player {
    type Err = PlayerError;

    /// Reads `human`, `level:7`, an engine such as `alpha-beta:depth=4`, or a program such as
    /// `ugi:python3 bot.py`.
    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let text = text.trim();
        let lower = text.to_lowercase();
        if ["human", "humano", "humana", "pessoa"].contains(&lower.as_str()) {
            return Ok(Self::Human);
        }
        let level = ["level:", "nível:", "nivel:"].iter().find_map(|name| lower.strip_prefix(name));
        let is_guest = ["ugi:", "gtp:", "cmd:"].iter().any(|name| lower.starts_with(name));
        match level {
            Some(number) => Ok(Self::Level(number.parse()?)),
            None if is_guest => Ok(Self::Guest(text.to_owned())),
            None => Ok(Self::Engine(text.parse()?)),
        }
    }
}

/// The form [`Player::from_str`] reads.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Engine(engine) => write!(f, "{engine}"),
            Self::Guest(command) => f.write_str(command),
        }
    }
}

/// The settings of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The game's name.
    pub game: String,
    /// Rules as `key=value`, separated by commas.
    pub rules: String,
    /// Shuffles the board and seeds the random choices of engines.
    pub seed: u64,
    /// The first position in one line, optionally followed by `moves m1 m2`; `None` for the game's own start.
    pub position: Option<String>,
    /// Player 1 and player 2.
    pub players: [Player; 2],
    /// Time for each move of an engine.
    pub time: Option<Duration>,
    /// The maximum depth of engines.
    pub depth: Option<u32>,
}

impl Setup {
    /// A person against level 5, from the start.
    pub fn new(game: &str) -> Self {
        Self {
            game: game.into(),
            rules: String::new(),
            seed: 0,
            position: None,
            players: [Player::Human, Player::Level(Level::ALL[4])],
            time: None,
            depth: None,
        }
    }

    /// The same with these players, parsed from text.
    pub fn with_players(mut self, one: &str, two: &str) -> Result<Self, PlayerError> {
        self.players = [one.parse()?, two.parse()?];
        Ok(self)
    }

    /// Who sits at a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }
}

/// Why a game could not start.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The game, its rules or its position.
    Open(OpenError),
    /// A player.
    Player(PlayerError),
}

impl SetupError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Open(e) => e.message(),
            Self::Player(e) => e.message(),
        }
    }
}

plywood_contract::explained!(SetupError);

impl From<OpenError> for SetupError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

impl From<PlayerError> for SetupError {
    fn from(error: PlayerError) -> Self {
        Self::Player(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_and_written_alike() {
        for text in ["human", "level:7", "alpha-beta:depth=4", "best"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        assert_eq!("Humano".parse::<Player>(), Ok(Player::Human));
        assert_eq!("nível:3".parse::<Player>(), "level:3".parse());
    }

    #[test]
    fn a_bad_player_is_explained() {
        let message = |text: &str| text.parse::<Player>().unwrap_err().to_string();
        assert!(message("level:12").contains("1 to 9"));
        assert!(message("alpha-bta").contains("Did you mean `alpha-beta`?"));
        assert!(message("me").contains("`human`"));
    }
}
