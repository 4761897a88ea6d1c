//! The engine's replies.

use std::fmt;
use std::time::Duration;

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Its name.
    Name(String),
    /// Its author.
    Author(String),
    /// An option.
    Setting(Setting),
    /// The end of the introduction.
    UgiOk,
    /// Ready.
    ReadyOk,
    /// How the search is going.
    Info(Info),
    /// The move.
    BestMove(String),
    /// The answer to a query: `true`, `false`, `p1win`, `p2win`, `draw` or `none`.
    Response(String),
}

/// Something that can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its kind and default, as in `spin default 1 min 1 max 256`.
    pub kind: String,
}

/// How a search is going. Whatever is not known is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies every line was followed in full.
    pub depth: Option<u32>,
    /// The value of the position for the side to move.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// Time so far, in whole milliseconds.
    pub time: Option<Duration>,
    /// The moves expected to follow.
    pub pv: Vec<String>,
    /// Anything else.
    pub text: Option<String>,
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a point, or of a win in games without points.
    Centipoints(i64),
    /// The same, proven: the final result if both play their best.
    Exact(i64),
    /// Wins in so many plies; loses if negative.
    Mate(i64),
}

impl Reply {
    /// Parses a line; `None` if it is empty or not a message. Engines may print other lines.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match first {
            "ugiok" => Some(Self::UgiOk),
            "readyok" => Some(Self::ReadyOk),
            "bestmove" => rest.split_whitespace().next().map(|step| Self::BestMove(step.into())),
            "response" => rest.split_whitespace().next().map(|word| Self::Response(word.into())),
            "info" => Some(Self::Info(Info::parse(rest))),
            "id" => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Some(Self::Name(name.trim().into())),
                Some(("author", author)) => Some(Self::Author(author.trim().into())),
                _ => None,
            },
            "option" => Setting::parse(rest).map(Self::Setting),
            _ => None,
        }
    }
}

impl Setting {
    /// Reads `name <words> type <words>`.
    fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let rest = words.strip_prefix(&["name"])?;
        let end = rest.iter().position(|&word| word == "type").unwrap_or(rest.len());
        let (name, kind) = rest.split_at(end);
        let kind = kind.get(1..).unwrap_or(&[]).join(" ");
        (!name.is_empty()).then(|| Self { name: name.join(" "), kind })
    }
}

impl Info {
    /// An info that says only this.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// Parses what follows the word `info`. Unknown words are skipped.
    fn parse(text: &str) -> Self {
        let mut info = Self::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
                word.and_then(|word| word.parse().ok())
            }
            match word {
                "depth" => info.depth = number(words.next()),
                "nodes" => info.nodes = number(words.next()),
                "nps" => info.nps = number(words.next()),
                "time" => info.time = number(words.next()).map(Duration::from_millis),
                "score" => {
                    let unit = words.next().unwrap_or_default();
                    let value = number(words.next());
                    let is_exact = words.peek() == Some(&"exact");
                    info.score = match unit {
                        "cp" if is_exact => value.map(Score::Exact),
                        "cp" => value.map(Score::Centipoints),
                        "mate" => value.map(Score::Mate),
                        _ => None,
                    };
                }
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                "string" => info.text = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
                _ => {}
            }
        }
        info
    }
}

/// The form [`Reply::parse`] reads.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Setting(Setting { name, kind }) => write!(f, "option name {name} type {kind}"),
            Self::UgiOk => f.write_str("ugiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write!(f, "info{info}"),
            Self::BestMove(step) => write!(f, "bestmove {step}"),
            Self::Response(word) => write!(f, "response {word}"),
        }
    }
}

/// What stands behind the word `info`. A text and a line of moves exclude each other: both run to the
/// end of the line, and the text wins.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        match self.score {
            Some(Score::Centipoints(score)) => write!(f, " score cp {score}")?,
            Some(Score::Exact(score)) => write!(f, " score cp {score} exact")?,
            Some(Score::Mate(plies)) => write!(f, " score mate {plies}")?,
            None => {}
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(nps) = self.nps {
            write!(f, " nps {nps}")?;
        }
        if let Some(time) = self.time {
            write!(f, " time {}", time.as_millis())?;
        }
        match &self.text {
            Some(text) => write!(f, " string {text}"),
            None if !self.pv.is_empty() => write!(f, " pv {}", self.pv.join(" ")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reply_is_read_and_written_alike() {
        for line in [
            "id name A bot with a long name",
            "id author Nobody",
            "option name hash type string default 64MB",
            "ugiok",
            "readyok",
            "bestmove 6@b1",
            "response p1win",
            "info depth 3 score cp -150 nodes 4000 nps 100000 time 40 pv a b",
            "info score cp 100 exact",
            "info score mate -3",
            "info string what I wanted to say",
        ] {
            assert_eq!(Reply::parse(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn lines_that_are_not_messages_are_skipped() {
        for line in ["", "hello", "bestmove", "id", "option", "response"] {
            assert_eq!(Reply::parse(line), None, "{line}");
        }
        let Some(Reply::Info(info)) =
            Reply::parse("info depth x hashfull 3 score cp 5 lowerbound currmove a nodes 7")
        else {
            panic!()
        };
        assert_eq!((info.depth, info.nodes), (None, Some(7)));
        assert_eq!(info.score, Some(Score::Centipoints(5)));
    }
}
