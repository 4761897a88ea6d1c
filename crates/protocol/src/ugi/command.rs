//! The controller's commands.

use std::fmt;
use std::str::SplitWhitespace;
use std::time::Duration;

use crate::fault::clip;

/// A line to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Who are you, and what can be set?
    Ugi,
    /// Are you ready? Answered even during a search.
    IsReady,
    /// A new game begins.
    NewGame,
    /// Sets an option.
    SetOption {
        /// Which.
        name: String,
        /// To what.
        value: String,
    },
    /// The position to think about.
    Position {
        /// Where the moves begin; the start of the game if none.
        start: Option<String>,
        /// The moves since.
        moves: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// Stop searching and answer with the best move so far.
    Stop,
    /// A question about the position.
    Query(Query),
    /// End the program.
    Quit,
}

/// How long to think. Without anything: as long as the engine likes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Time for the rest of the game.
    pub clocks: Option<Clocks>,
    /// Until `stop`.
    pub infinite: bool,
}

/// The time both players have left, player 1 first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Left on the clock.
    pub left: [Duration; 2],
    /// Added after every move.
    pub increment: [Duration; 2],
}

/// The questions for controllers that do not know the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Is it player 1's turn?
    PlayerOneTurn,
    /// Who won?
    Result,
}

/// Why a line is not a command, in a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Wrong(pub String);

impl Command {
    /// Reads a line; none if it is empty.
    pub fn parse(line: &str) -> Result<Option<Self>, Wrong> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let command = match first {
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "uginewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "setoption" => set_option(words)?,
            "position" => position(words)?,
            "go" => Self::Go(go(words)?),
            "query" => Self::Query(query(words)?),
            other => {
                return Err(Wrong(format!(
                    "`{}` is not a command: expected ugi, isready, uginewgame, setoption, position, go, stop, query or quit",
                    clip(other)
                )));
            }
        };
        Ok(Some(command))
    }
}

/// `name <words> [value <words>]`.
fn set_option(words: SplitWhitespace<'_>) -> Result<Command, Wrong> {
    let words: Vec<&str> = words.collect();
    let wrong = || Wrong("expected `setoption name NAME value VALUE`".into());
    let rest = words.strip_prefix(&["name"]).ok_or_else(wrong)?;
    let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let (name, value) = rest.split_at(end);
    if name.is_empty() {
        return Err(wrong());
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.get(1..).unwrap_or(&[]).join(" ") })
}

/// `startpos` or `[fen] <text>`, then `[moves <move>…]`.
fn position(words: SplitWhitespace<'_>) -> Result<Command, Wrong> {
    let words: Vec<&str> = words.collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(end);
    let moves = moves.iter().skip(1).map(|&step| step.to_owned()).collect();
    let start = match start {
        ["startpos"] => None,
        [] | ["fen"] => {
            return Err(Wrong(
                "expected `position startpos` or `position TEXT`, then `moves …`".into(),
            ));
        }
        ["fen", text @ ..] | text => Some(text.join(" ")),
    };
    Ok(Command::Position { start, moves })
}

fn go(mut words: SplitWhitespace<'_>) -> Result<Go, Wrong> {
    let mut go = Go::default();
    let (mut left, mut increment) = ([None; 2], [None; 2]);
    while let Some(key) = words.next() {
        let is_time = !matches!(key, "nodes" | "depth");
        let mut number = || {
            let word = words.next().unwrap_or_default();
            let wrong = || {
                Wrong(format!("`{}` is not a value for {key}: expected a whole number", clip(word)))
            };
            // A clock that has run out may be negative; a move is due all the same.
            let is_overdrawn = is_time && word.strip_prefix('-').is_some_and(is_whole);
            if is_overdrawn { Ok(0) } else { word.parse::<u64>().map_err(|_| wrong()) }
        };
        match key {
            "infinite" => go.infinite = true,
            "movetime" => go.movetime = Some(Duration::from_millis(number()?)),
            "nodes" => go.nodes = Some(number()?),
            "depth" => go.depth = Some(number()?.try_into().unwrap_or(u32::MAX)),
            "p1time" => left[0] = Some(Duration::from_millis(number()?)),
            "p2time" => left[1] = Some(Duration::from_millis(number()?)),
            "p1inc" => increment[0] = Some(Duration::from_millis(number()?)),
            "p2inc" => increment[1] = Some(Duration::from_millis(number()?)),
            other => {
                return Err(Wrong(format!(
                    "`{}` is nothing to go by: expected movetime, nodes, depth, p1time, p2time, p1inc, p2inc or infinite",
                    clip(other)
                )));
            }
        }
    }
    // A controller that names one clock means both.
    if let Some(some) = left[0].or(left[1]) {
        let both =
            |times: [Option<Duration>; 2], other: Duration| times.map(|time| time.unwrap_or(other));
        go.clocks =
            Some(Clocks { left: both(left, some), increment: both(increment, Duration::ZERO) });
    }
    Ok(go)
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn query(mut words: SplitWhitespace<'_>) -> Result<Query, Wrong> {
    match words.next() {
        Some("gameover") => Ok(Query::GameOver),
        Some("p1turn") => Ok(Query::PlayerOneTurn),
        Some("result") => Ok(Query::Result),
        _ => Err(Wrong("expected `query gameover`, `query p1turn` or `query result`".into())),
    }
}

/// The form [`Command::parse`] reads.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ugi => f.write_str("ugi"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("uginewgame"),
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::Position { start, moves } => {
                match start {
                    None => f.write_str("position startpos")?,
                    Some(text) => write!(f, "position fen {text}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Self::Go(go) => write!(f, "go{go}"),
            Self::Stop => f.write_str("stop"),
            Self::Query(Query::GameOver) => f.write_str("query gameover"),
            Self::Query(Query::PlayerOneTurn) => f.write_str("query p1turn"),
            Self::Query(Query::Result) => f.write_str("query result"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

/// What stands behind the word `go`.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Clocks { left, increment }) = self.clocks {
            let [left_1, left_2, more_1, more_2] =
                [left[0], left[1], increment[0], increment[1]].map(|time| time.as_millis());
            write!(f, " p1time {left_1} p2time {left_2} p1inc {more_1} p2inc {more_2}")?;
        }
        if let Some(time) = self.movetime {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    #[test]
    fn every_command_is_read_and_written_alike() {
        for line in [
            "ugi",
            "isready",
            "uginewgame",
            "stop",
            "quit",
            "query gameover",
            "query p1turn",
            "query result",
            "setoption name clear hash value on and on",
            "position startpos",
            "position startpos moves 6@b1 pass",
            "position fen 0.../..../..../.... - moves 1@b1",
            "go",
            "go movetime 500",
            "go nodes 10 depth 3",
            "go p1time 1000 p2time 900 p1inc 10 p2inc 0",
            "go infinite",
        ] {
            assert_eq!(read(line).to_string(), line);
        }
        assert_eq!(Command::parse(" \r"), Ok(None));
    }

    #[test]
    fn short_forms_are_understood() {
        let position = |start: &str| Command::Position { start: Some(start.into()), moves: vec![] };
        assert_eq!(read("position 0.../..../..../.... -"), position("0.../..../..../.... -"));
        assert_eq!(
            read("position startpos moves"),
            Command::Position { start: None, moves: vec![] }
        );
        let Command::Go(go) = read("go p2time 700") else { panic!() };
        assert_eq!(go.clocks.map(|clocks| clocks.left), Some([Duration::from_millis(700); 2]));
    }

    #[test]
    fn a_clock_below_zero_is_at_zero() {
        let Command::Go(go) = read("go p1time -10 p2time 1000 p1inc -1") else { panic!() };
        let clocks = go.clocks.unwrap();
        assert_eq!(clocks.left, [Duration::ZERO, Duration::from_secs(1)]);
        assert_eq!(clocks.increment, [Duration::ZERO; 2]);
        let Command::Go(go) = read("go movetime -99999999999999999999") else { panic!() };
        assert_eq!(go.movetime, Some(Duration::ZERO));
    }

    #[test]
    fn wrong_lines_are_explained() {
        for (line, part) in [
            ("hello", "`hello` is not a command"),
            ("go movetime soon", "`soon` is not a value for movetime"),
            ("go nodes", "whole number"),
            ("go nodes -1", "whole number"),
            ("go movetime -", "whole number"),
            ("go fast", "`fast` is nothing to go by"),
            ("position", "startpos"),
            ("position moves a", "startpos"),
            ("setoption hash 3", "setoption name NAME"),
            ("query", "query gameover"),
        ] {
            let said = Command::parse(line).unwrap_err().to_string();
            assert!(said.contains(part), "{line}: {said}");
        }
    }
}
