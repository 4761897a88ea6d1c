//! An algorithm with its options, as a person writes it: `beam:width=50`, `a-star:heuristic=h1`.

use std::fmt;
use std::str::FromStr;

use plywood_contract::{Message, message};
use plywood_search::path::Weight;

use crate::names::{nearest, plain};
use crate::script::Script;
use crate::units::parse_bytes;

/// The one-player searches by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Breadth-first search.
    Bfs,
    /// Breadth-first search that discards old layers.
    Frontier,
    /// Depth-first search to a depth limit.
    Dfs,
    /// Depth-first passes with rising limit.
    IterativeDeepening,
    /// Lowest cost so far first.
    UniformCost,
    /// Lowest estimate first.
    Greedy,
    /// Lowest cost plus estimate first.
    AStar,
    /// The same with the estimate weighted.
    WeightedAStar,
    /// Depth-first passes with rising f.
    IdaStar,
    /// Recursive best-first search.
    Rbfs,
    /// A* with a limit on stored nodes.
    SmaStar,
    /// Breadth-first search that keeps the best few of each layer.
    Beam,
}

use Algorithm as A;

impl Algorithm {
    /// All of them, uninformed first.
    pub const ALL: [Self; 12] = [
        A::Bfs,
        A::Frontier,
        A::Dfs,
        A::IterativeDeepening,
        A::UniformCost,
        A::Greedy,
        A::AStar,
        A::WeightedAStar,
        A::IdaStar,
        A::Rbfs,
        A::SmaStar,
        A::Beam,
    ];

    /// The name and its aliases.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            A::Bfs => &["bfs", "breadth-first", "largura"],
            A::Frontier => &["frontier", "lean-bfs"],
            A::Dfs => &["dfs", "depth-first", "profundidade"],
            A::IterativeDeepening => &["ids", "iddfs", "iterative-deepening"],
            A::UniformCost => &["ucs", "uniform-cost", "dijkstra"],
            A::Greedy => &["greedy", "best-first"],
            A::AStar => &["a-star", "a*"],
            A::WeightedAStar => &["weighted-a-star", "wa*"],
            A::IdaStar => &["ida-star", "ida*"],
            A::Rbfs => &["rbfs", "recursive-best-first"],
            A::SmaStar => &["sma-star", "sma*"],
            A::Beam => &["beam", "beam-search"],
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// What it does and what it promises, in a sentence.
    pub fn explain(self) -> Message {
        match self {
            A::Bfs => message!("algorithm-bfs", "breadth-first: fewest steps; keeps every state"),
            A::Frontier => message!(
                "algorithm-frontier",
                "breadth-first without old layers: fewest steps, least memory"
            ),
            A::Dfs => message!(
                "algorithm-dfs",
                "depth-first to --max-depth: some path; keeps every state"
            ),
            A::IterativeDeepening => message!(
                "algorithm-iterative-deepening",
                "depth-first passes with limit 0, 1, 2 …: fewest steps"
            ),
            A::UniformCost => message!(
                "algorithm-uniform-cost",
                "lowest cost so far first: cheapest path, no heuristic"
            ),
            A::Greedy => message!("algorithm-greedy", "lowest h first: some path, quickly"),
            A::AStar => message!(
                "algorithm-a-star",
                "lowest g + h first: cheapest path if h never overestimates"
            ),
            A::WeightedAStar => message!(
                "algorithm-weighted-a-star",
                "lowest g + w·h first: at most w times the cheapest path"
            ),
            A::IdaStar => message!(
                "algorithm-ida-star",
                "depth-first passes with rising f: memory for one path"
            ),
            A::Rbfs => message!(
                "algorithm-rbfs",
                "recursive best-first: memory for one path and its siblings"
            ),
            A::SmaStar => message!(
                "algorithm-sma-star",
                "A* in a fixed number of nodes, forgetting the worst"
            ),
            A::Beam => message!(
                "algorithm-beam",
                "breadth-first with the best few of each layer: may miss the goal"
            ),
        }
    }

    /// Whether it uses a heuristic.
    pub const fn uses_heuristic(self) -> bool {
        !matches!(self, A::Bfs | A::Frontier | A::Dfs | A::IterativeDeepening | A::UniformCost)
    }

    /// The names of its options.
    pub const fn options(self) -> &'static [&'static str] {
        match self {
            A::WeightedAStar => &["weight=W", "heuristic=H"],
            A::Beam => &["width=N", "heuristic=H"],
            A::SmaStar => &["nodes=N", "heuristic=H"],
            A::IdaStar | A::Rbfs => &["table=64MB", "heuristic=H"],
            a if a.uses_heuristic() => &["heuristic=H"],
            _ => &[],
        }
    }

    /// The algorithm of this name, without regard to case, dashes and stars.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = plain(name);
        Self::ALL.into_iter().find(|a| a.names().iter().any(|known| plain(known) == name))
    }
}

/// An algorithm with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The search.
    pub algorithm: Algorithm,
    /// The name of its heuristic, if it uses one; `None` for the problem's default.
    pub heuristic: Option<String>,
    /// The heuristic itself, where it is a user's script.
    pub script: Option<Script>,
    /// For weighted A*.
    pub weight: Weight,
    /// For beam search: nodes kept per layer.
    pub width: usize,
    /// For SMA*: the limit on stored nodes.
    pub most_nodes: usize,
    /// For IDA* and recursive best-first search: bytes of a transposition table.
    pub table: Option<u64>,
}

impl Method {
    /// The algorithm with the options it has by default.
    pub fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            heuristic: None,
            script: None,
            weight: Weight::new(2.0).expect("two is a weight"),
            width: 100,
            most_nodes: 100_000,
            table: None,
        }
    }

    /// The same, guided by this heuristic.
    #[must_use]
    pub fn guided(self, heuristic: impl Into<String>) -> Self {
        Self { heuristic: Some(heuristic.into()), script: None, ..self }
    }

    /// The same, guided by a script.
    #[must_use]
    pub fn scripted(self, script: Script) -> Self {
        Self { heuristic: Some(script.name().to_owned()), script: Some(script), ..self }
    }

    /// The name of its heuristic, if the algorithm uses one and it was set.
    pub fn heuristic_name(&self) -> Option<&str> {
        self.heuristic.as_deref().filter(|_| self.algorithm.uses_heuristic())
    }
}

/// The form [`Method::from_str`] reads, without the heuristic, which reports name separately.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = Self::new(self.algorithm);
        f.write_str(self.algorithm.name())?;
        match self.algorithm {
            A::WeightedAStar if self.weight != plain.weight => {
                write!(f, ":weight={}", self.weight.value())
            }
            A::Beam if self.width != plain.width => write!(f, ":width={}", self.width),
            A::SmaStar if self.most_nodes != plain.most_nodes => {
                write!(f, ":nodes={}", self.most_nodes)
            }
            A::IdaStar | A::Rbfs => match self.table {
                Some(bytes) if bytes.is_multiple_of(1_000_000) => {
                    write!(f, ":table={}MB", bytes / 1_000_000)
                }
                Some(bytes) => write!(f, ":table={bytes}"),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

/// Why a text is not a method.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MethodError {
    /// No such algorithm; the nearest name.
    Algorithm(String, Option<&'static str>),
    /// The problem has no such heuristic; those it has, and the nearest name.
    Heuristic(String, Vec<&'static str>, Option<&'static str>),
    /// The algorithm has no such option.
    Option(String, Algorithm),
    /// The option's value is out of range or not a number: the option, the least and the most.
    Value(String, &'static str, u32, u32),
    /// The size of a table is not an amount of memory, or cannot be allocated.
    Table(String),
    /// A script was not loaded or failed: the line, and why.
    Script(Message),
}

impl MethodError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Algorithm(text, guess) => no_algorithm(text, *guess),
            Self::Heuristic(text, list, guess) => no_heuristic(text, list, *guess),
            Self::Option(text, algorithm) => {
                let (text, name) = (&**text, algorithm.name());
                let list: Vec<_> = algorithm.options().iter().map(|it| format!("`{it}`")).collect();
                match list.is_empty() {
                    true => message!(
                        "algorithm-no-options",
                        "`{text}` is not an option of {name}: it has none",
                        text,
                        name
                    ),
                    false => message!(
                        "algorithm-option",
                        "`{text}` is not an option of {name}: expected one of {list}",
                        text,
                        name,
                        list
                    ),
                }
            }
            Self::Script(message) => message.clone(),
            Self::Table(text) => message!(
                "algorithm-table",
                "`{text}` is not a value for table: expected an amount of memory that is available, from 64KiB, as in 64MB",
                text = &**text
            ),
            Self::Value(text, option, least, most) => message!(
                "algorithm-value",
                "`{text}` is not a value for {option}: expected a number from {least} to {most}",
                text = &**text,
                option = *option,
                least = *least,
                most = *most
            ),
        }
    }
}

plywood_contract::explained!(MethodError);

fn no_algorithm(text: &str, guess: Option<&'static str>) -> Message {
    let list = Algorithm::ALL.map(Algorithm::name).to_vec();
    match guess {
        Some(guess) => message!(
            "no-algorithm-guess",
            "there is no algorithm `{text}`: expected one of {list}. Did you mean `{guess}`?",
            text,
            list,
            guess
        ),
        None => message!(
            "no-algorithm",
            "there is no algorithm `{text}`: expected one of {list}.",
            text,
            list
        ),
    }
}

fn no_heuristic(text: &str, list: &[&'static str], guess: Option<&'static str>) -> Message {
    let list = list.to_vec();
    match guess {
        Some(guess) => message!(
            "no-heuristic-guess",
            "there is no heuristic `{text}`: expected one of {list}. Did you mean `{guess}`?",
            text,
            list,
            guess
        ),
        None => message!(
            "no-heuristic",
            "there is no heuristic `{text}`: expected one of {list}.",
            text,
            list
        ),
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let algorithm = Algorithm::from_name(name).ok_or_else(|| {
            let known = Algorithm::ALL.iter().flat_map(|a| a.names().iter().copied());
            MethodError::Algorithm(name.into(), nearest(name, known))
        })?;
        let mut method = Self::new(algorithm);
        for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            method.set(key.trim(), value.trim())?;
        }
        Ok(method)
    }
}

impl Method {
    fn set(&mut self, key: &str, value: &str) -> Result<(), MethodError> {
        let bad = |what, least, most| MethodError::Value(value.into(), what, least, most);
        match (self.algorithm, key) {
            (a, "heuristic" | "h") if a.uses_heuristic() => {
                self.heuristic = Some(value.to_owned());
            }
            (A::WeightedAStar, "weight" | "w") => {
                let weight = value.parse().ok().and_then(Weight::new);
                self.weight = weight.ok_or_else(|| bad("weight", 1, 1000))?;
            }
            (A::Beam, "width") => {
                let width = value.parse().ok().filter(|width| (1..=100_000_000).contains(width));
                self.width = width.ok_or_else(|| bad("width", 1, 100_000_000))?;
            }
            (A::SmaStar, "nodes") => {
                let nodes = value.parse().ok().filter(|nodes| (2..=1_000_000_000).contains(nodes));
                self.most_nodes = nodes.ok_or_else(|| bad("nodes", 2, 1_000_000_000))?;
            }
            (A::IdaStar | A::Rbfs, "table") => {
                let bytes = parse_bytes(value).map_err(|_| MethodError::Table(value.into()))?;
                self.table = Some(bytes);
            }
            (algorithm, _) => return Err(MethodError::Option(key.into(), algorithm)),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_read_in_every_spelling() {
        for (text, algorithm) in [
            ("A*", A::AStar),
            ("idastar", A::IdaStar),
            ("Breadth-First", A::Bfs),
            ("SMA*", A::SmaStar),
        ] {
            assert_eq!(text.parse::<Method>().map(|m| m.algorithm), Ok(algorithm));
        }
        let beam: Method = "beam:width=7,heuristic=room".parse().unwrap();
        assert_eq!((beam.width, beam.heuristic.as_deref()), (7, Some("room")));
        assert_eq!(beam.to_string(), "beam:width=7");
        for text in ["ida-star:table=64MB", "rbfs:table=100000", "ida-star"] {
            assert_eq!(text.parse::<Method>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_bad_method_is_explained() {
        let message = |text: &str| text.parse::<Method>().unwrap_err().to_string();
        assert!(message("a-satr").contains("Did you mean `a-star`?"), "{}", message("a-satr"));
        assert!(message("bfs:width=3").contains("it has none"));
        assert!(message("ida*:table=many").contains("from 64KiB"));
        assert!(message("rbfs:width=3").contains("`table=64MB`"));
        assert!(message("beam:width=0").contains("1 to 100000000"));
        assert!(message("wa*:weight=0.5").contains("1 to 1000"));
    }
}
