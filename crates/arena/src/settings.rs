//! Everything that decides what a tournament plays: with it and the seed, the games follow.
//!
//! How many games run at a time, and where results go, do not belong here.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plywood_workbench::engines::{Engine, EngineError};
use plywood_workbench::games::find;
use plywood_workbench::play::{Player, PlayerError};
use plywood_workbench::units::parse_time;
use plywood_workbench::{Refused, message};
use serde::{Deserialize, Serialize};

use crate::statistics::Sprt;

/// A tournament's settings, stored with it as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The game.
    pub game: String,
    /// Its rules as `key=value`, separated by commas.
    pub rules: String,
    /// The players.
    pub players: Vec<Contestant>,
    /// The format.
    pub format: Format,
    /// Pairs of games in each meeting of two players.
    pub pairs: u64,
    /// Rounds of a Swiss tournament; the others play each meeting as often as `pairs` says.
    pub rounds: u32,
    /// The limits of a player.
    pub control: Control,
    /// The margin by which a limit may be exceeded before the game is lost, in milliseconds.
    pub margin_ms: u64,
    /// The time without an answer after which a player without a clock counts as hung, in milliseconds.
    pub patience_ms: u64,
    /// The openings.
    pub openings: Openings,
    /// The seed of all random choices.
    pub seed: u64,
    /// The sequential test that ends the tournament, if any.
    pub sprt: Option<Sprt>,
    /// When games are adjudicated early, if ever.
    pub adjudication: Option<Adjudication>,
    /// Bytes of table or tree for each of our engines.
    pub hash: u64,
    /// Threads for each of our engines.
    pub threads: usize,
}

impl Settings {
    /// One pair of games between any two players, from openings of two random plies, without limits for
    /// engines that need none.
    pub fn new(game: &str, players: Vec<Contestant>) -> Self {
        Self {
            game: game.into(),
            rules: String::new(),
            players,
            format: Format::RoundRobin,
            pairs: 1,
            rounds: 0,
            control: Control::default(),
            margin_ms: 100,
            patience_ms: 60_000,
            openings: Openings::Plies(2),
            seed: 0,
            sprt: None,
            adjudication: None,
            hash: 16 << 20,
            threads: 1,
        }
    }
}

/// The format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets all the others.
    Gauntlet,
    /// Round by round, players with like scores meet.
    Swiss,
    /// Each meets the next in the list.
    Ladder,
}

impl Format {
    /// All of them with their names.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::RoundRobin, "round-robin"),
        (Self::Gauntlet, "gauntlet"),
        (Self::Swiss, "swiss"),
        (Self::Ladder, "ladder"),
    ];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::ALL.iter().find(|(format, _)| format == self).map_or("", |(_, name)| name);
        f.write_str(name)
    }
}

impl FromStr for Format {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let found = Self::ALL.iter().find(|(_, name)| *name == text.to_ascii_lowercase());
        found.map(|(format, _)| *format).ok_or_else(|| {
            message!(
                "arena-format",
                "`{text}` is not a format: expected round-robin, gauntlet, swiss or ladder",
                text
            )
            .into()
        })
    }
}

/// A player in the list: a name, and what plays under it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contestant {
    /// The name in tables.
    pub name: String,
    /// An engine of ours, a level as in `level:5`, or `cmd:`, `gtp:` or `ugi:` and a command.
    pub engine: String,
}

/// What begins the command of an engine that is a program of its own.
const COMMANDS: [&str; 3] = ["cmd:", "gtp:", "ugi:"];

impl Contestant {
    /// Whether it is a program of its own.
    pub fn is_command(&self) -> bool {
        COMMANDS.iter().any(|prefix| self.engine.starts_with(prefix))
    }

    /// Whether its own options limit every search.
    pub fn limits_itself(&self) -> bool {
        self.engine.parse::<Engine>().is_ok_and(|engine| engine.limits_itself())
    }

    /// The same with the engine that `level:5` means in this game, so that a store records the engine.
    pub fn at(mut self, game: &str) -> Self {
        if let (Ok(Player::Level(level)), Ok(game)) = (self.engine.parse(), find(game)) {
            self.engine = level.engine(game).to_string();
        }
        self
    }
}

/// Reads `NAME=ENGINE`, or `ENGINE` alone, which is then its own name. Engines have options with `=`
/// as well, but only behind a colon.
impl FromStr for Contestant {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let (name, engine) = match text.split_once('=') {
            Some((name, engine)) if !name.contains(':') => (name.trim(), engine.trim()),
            _ => (text.trim(), text.trim()),
        };
        if name.is_empty() || engine.is_empty() {
            return Err(message!(
                "arena-player",
                "`{text}` is not a player: expected NAME=ENGINE or ENGINE",
                text
            )
            .into());
        }
        let contestant = Self { name: name.to_owned(), engine: engine.to_owned() };
        if contestant.is_command() {
            let command = engine.split_once(':').map_or("", |(_, command)| command.trim());
            if command.is_empty() {
                return Err(message!(
                    "arena-player-command",
                    "`{text}` names no command behind the colon",
                    text
                )
                .into());
            }
            return Ok(contestant);
        }
        match engine.parse() {
            Ok(Player::Engine(_) | Player::Level(_) | Player::Guest(_)) => Ok(contestant),
            Ok(Player::Human) => Err(message!(
                "arena-player-person",
                "people play at `plywood play`, not in tournaments"
            )
            .into()),
            // A text with an option is certainly an engine.
            Err(PlayerError::Engine(e @ (EngineError::Option(..) | EngineError::Value(..)))) => {
                Err(e.into())
            }
            Err(PlayerError::Engine(e)) => Err(message!(
                "arena-player-hint",
                "{reason} A level is written level:5, and a program of its own cmd:COMMAND, gtp:COMMAND or ugi:COMMAND",
                reason = e
            )
            .into()),
            Err(e) => Err(e.into()),
        }
    }
}

/// The limits of a player; several hold together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// Milliseconds for each move.
    pub move_ms: Option<u64>,
    /// A clock for the whole game.
    pub clock: Option<ClockControl>,
    /// Positions for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
}

/// A clock for the whole game: `60s+0.5s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockControl {
    /// Milliseconds at the start.
    pub base_ms: u64,
    /// Milliseconds added after each move.
    pub increment_ms: u64,
}

impl Control {
    /// Whether there is any limit.
    pub fn is_limited(&self) -> bool {
        *self != Self::default()
    }

    /// The time for each move.
    pub fn move_time(&self) -> Option<Duration> {
        self.move_ms.map(Duration::from_millis)
    }
}

impl FromStr for ClockControl {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let expected = |_| -> Refused {
            message!(
                "arena-clock",
                "`{text}` is not a clock: expected a time and an increment, as in 60s+0.5s",
                text
            )
            .into()
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, ""));
        let milliseconds = |text: &str| parse_time(text).map(|time| time.as_millis() as u64);
        let increment_ms = match increment.trim() {
            "" | "0" | "0s" => 0,
            increment => milliseconds(increment).map_err(expected)?,
        };
        Ok(Self { base_ms: milliseconds(base.trim()).map_err(expected)?.max(1), increment_ms })
    }
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |milliseconds: u64| milliseconds as f64 / 1e3;
        write!(f, "{}s+{}s", seconds(self.base_ms), seconds(self.increment_ms))
    }
}

/// The limits in words.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.move_ms.map(|ms| format!("{ms} ms a move")),
            self.clock.map(|clock| format!("a clock of {clock}")),
            self.nodes.map(|nodes| format!("{nodes} positions a move")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "the engines' own limits" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// The openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// After this many random plies.
    Plies(u32),
    /// These, one after the other and then again: position texts, or `moves` and moves.
    Lines(Vec<String>),
}

/// Early adjudication: both players expect the same result for some plies in a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adjudication {
    /// The score from which on it counts as won; without it only proven results count.
    pub score: Option<f64>,
    /// Plies in a row.
    pub plies: u32,
}

/// Reads `exact`, or `score=5,plies=6`.
impl FromStr for Adjudication {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let expected = || -> Refused {
            message!(
                "arena-adjudication",
                "`{text}` is not a rule for ending games early: expected exact, or score=5,plies=6",
                text
            )
            .into()
        };
        let mut rule = Self { score: None, plies: 2 };
        for part in text.split(',').map(str::trim) {
            match part.split_once('=') {
                None if part == "exact" => {}
                Some(("score", value)) => {
                    let score =
                        value.parse::<f64>().ok().filter(|&score| score > 0.0 && score < 1e9);
                    rule.score = Some(score.ok_or_else(expected)?);
                }
                Some(("plies", value)) => {
                    let plies = value.parse().ok().filter(|plies| (2..=100).contains(plies));
                    rule.plies = plies.ok_or_else(expected)?;
                }
                _ => return Err(expected()),
            }
        }
        Ok(rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_with_and_without_a_name() {
        let read = |text: &str| text.parse::<Contestant>().map(|c| (c.name, c.engine));
        let pair = |name: &str, engine: &str| Ok((name.to_owned(), engine.to_owned()));
        assert_eq!(read("a=random"), pair("a", "random"));
        assert_eq!(read("alpha-beta:depth=3"), pair("alpha-beta:depth=3", "alpha-beta:depth=3"));
        assert_eq!(read("new=iterative:nodes=5k"), pair("new", "iterative:nodes=5k"));
        assert_eq!(read("bot=cmd:python3 bot.py --x=1"), pair("bot", "cmd:python3 bot.py --x=1"));
        assert!(read("=random").is_err() && read("a=").is_err() && read("a=cmd: ").is_err());
        assert!(
            read("a=alpha-bta").unwrap_err().to_string().contains("Did you mean `alpha-beta`?")
        );
        let option = "`dpth` is not an option of alpha-beta: expected";
        let said = read("a=alpha-beta:dpth=3").unwrap_err().to_string();
        assert!(said.starts_with(option) && !said.contains("level"), "{said}");
        assert!(read("level:10").unwrap_err().to_string().contains("1 to 9"));
        assert!(read("human").unwrap_err().to_string().contains("plywood play"));
    }

    #[test]
    fn clocks_and_early_ends_are_read() {
        let clock: ClockControl = "60s+0.5s".parse().unwrap();
        assert_eq!((clock.base_ms, clock.increment_ms), (60_000, 500));
        assert_eq!(clock.to_string(), "60s+0.5s");
        assert_eq!("2m".parse(), Ok(ClockControl { base_ms: 120_000, increment_ms: 0 }));
        assert!("+1s".parse::<ClockControl>().is_err() && "5s+x".parse::<ClockControl>().is_err());
        assert_eq!("exact".parse(), Ok(Adjudication { score: None, plies: 2 }));
        assert_eq!("score=5,plies=6".parse(), Ok(Adjudication { score: Some(5.0), plies: 6 }));
        assert!("score=-1".parse::<Adjudication>().is_err());
    }

    #[test]
    fn settings_survive_their_json() {
        let control = Control {
            clock: Some(ClockControl { base_ms: 1000, increment_ms: 10 }),
            ..Control::default()
        };
        let text = serde_json::to_string(&control).unwrap();
        assert_eq!(serde_json::from_str::<Control>(&text).unwrap(), control);
    }
}
