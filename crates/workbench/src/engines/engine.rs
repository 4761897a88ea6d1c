//! An engine with its options, as a person writes it: `alpha-beta:depth=6`, `mcts:rave=on,seed=3`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plywood_contract::{Message, Refused, message};
use plywood_search::adversarial::Algorithm;

use crate::names::{nearest, plain};
use crate::script::Script;
use crate::units::{parse_count, parse_memory, parse_time, room};

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The strongest engine for the game.
    Best,
    /// Iterative deepening with a table.
    Iterative,
    /// Monte Carlo tree search.
    Mcts,
    /// Principal variation search to a depth.
    Pvs,
    /// MTD(f) to a depth.
    Mtd,
    /// Alpha–beta to a depth.
    AlphaBeta,
    /// Minimax to a depth.
    Minimax,
    /// Takes the most points at once.
    Largest,
    /// Any legal move.
    Random,
}

use Kind as K;

impl Kind {
    /// All of them, strongest first.
    pub const ALL: [Self; 9] = [
        K::Best,
        K::Iterative,
        K::Mcts,
        K::Pvs,
        K::Mtd,
        K::AlphaBeta,
        K::Minimax,
        K::Largest,
        K::Random,
    ];

    /// The general search behind it. Engines that do not search, or only for lack of an expert, name the one
    /// they would use.
    pub fn algorithm(self) -> Algorithm {
        match self {
            K::Mcts => Algorithm::Mcts,
            K::Pvs => Algorithm::PrincipalVariation,
            K::Mtd => Algorithm::Mtd,
            K::AlphaBeta => Algorithm::AlphaBeta,
            K::Minimax => Algorithm::Minimax,
            K::Best | K::Iterative | K::Largest | K::Random => Algorithm::Iterative,
        }
    }

    /// The name and its aliases.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            K::Best => &["best", "plywood", "perfect"],
            K::Iterative => &["iterative", "iterative-deepening", "id"],
            K::Mcts => &["mcts", "monte-carlo", "uct"],
            K::Pvs => &["pvs", "principal-variation", "negascout"],
            K::Mtd => &["mtd", "mtdf", "mtd-f"],
            K::AlphaBeta => &["alpha-beta", "negamax"],
            K::Minimax => &["minimax"],
            K::Largest => &["largest", "greedy", "largest-first"],
            K::Random => &["random"],
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// What it does, in a sentence.
    pub fn explain(self) -> Message {
        match self {
            K::Best => message!(
                "engine-best",
                "the strongest for the game: proven play where it can be proven"
            ),
            K::Iterative => message!(
                "engine-iterative",
                "principal variation search pass after pass, with a table, on all threads"
            ),
            K::Mcts => message!(
                "engine-mcts",
                "grows a tree by random games, more of them where they go well"
            ),
            K::Pvs => message!(
                "engine-pvs",
                "searches the first move in full and the others with a null window; with a table"
            ),
            K::Mtd => message!(
                "engine-mtd",
                "closes in on the value with null-window searches; with a table"
            ),
            K::AlphaBeta => message!(
                "engine-alpha-beta",
                "minimax without the branches that neither side would allow"
            ),
            K::Minimax => message!("engine-minimax", "searches every line to its depth"),
            K::Largest => {
                message!("engine-largest", "takes the most points at once, else any move")
            }
            K::Random => message!("engine-random", "any legal move"),
        }
    }

    /// The options it has.
    pub const fn options(self) -> &'static [EngineOption] {
        use EngineOption as O;
        match self {
            K::Best => &[O::Depth, O::Nodes, O::Time, O::Hash, O::Threads, O::Slips],
            K::Iterative => &[
                O::Depth,
                O::Nodes,
                O::Time,
                O::Judge,
                O::Hash,
                O::Threads,
                O::Quiescence,
                O::Reductions,
                O::Slips,
            ],
            K::Mcts => &[
                O::Nodes,
                O::Time,
                O::Judge,
                O::Hash,
                O::Threads,
                O::Rave,
                O::Exploration,
                O::Bias,
                O::Playout,
                O::Seed,
                O::Slips,
            ],
            K::Pvs | K::Mtd => {
                &[O::Depth, O::Nodes, O::Time, O::Judge, O::Hash, O::Quiescence, O::Slips]
            }
            K::AlphaBeta | K::Minimax => &[O::Depth, O::Nodes, O::Time, O::Judge, O::Slips],
            K::Largest => &[O::Seed, O::Slips],
            K::Random => &[O::Seed],
        }
    }

    /// The engine of this name, without regard to case and dashes.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = plain(name);
        Self::ALL.into_iter().find(|kind| kind.names().iter().any(|known| plain(known) == name))
    }
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineOption {
    /// The maximum depth.
    Depth,
    /// Positions, or random games, for each move.
    Nodes,
    /// Time for each move.
    Time,
    /// Who judges positions.
    Judge,
    /// Memory for the transposition table or the tree.
    Hash,
    /// Threads.
    Threads,
    /// Lines go on beyond the depth while the judge finds them noisy.
    Quiescence,
    /// Late moves are searched less deeply.
    Reductions,
    /// Moves that did well anywhere in a random game are tried sooner (RAVE).
    Rave,
    /// The weight of moves with few visits.
    Exploration,
    /// The weight of the judge's priors.
    Bias,
    /// Plies of a random game before the judge evaluates.
    Playout,
    /// The seed of random choices.
    Seed,
    /// The percentage of moves made at random.
    Slips,
}

impl EngineOption {
    /// The name before the `=`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Judge => "judge",
            Self::Hash => "hash",
            Self::Threads => "threads",
            Self::Quiescence => "quiescence",
            Self::Reductions => "reductions",
            Self::Rave => "rave",
            Self::Exploration => "exploration",
            Self::Bias => "bias",
            Self::Playout => "playout",
            Self::Seed => "seed",
            Self::Slips => "slips",
        }
    }

    /// The values accepted.
    pub fn expected(self) -> Message {
        match self {
            Self::Depth | Self::Playout => {
                message!("option-depth", "a number of plies from 1 to 1000")
            }
            Self::Nodes => message!("option-nodes", "a number such as 50000 or 2M, at least 1"),
            Self::Time => message!("option-time", "a time such as 500ms or 2s"),
            Self::Judge => message!("option-judge", "full, points, none, course or script:FILE"),
            Self::Hash => message!("option-hash", "a size such as 64MB"),
            Self::Threads => message!("option-threads", "a number from 1 to 256"),
            Self::Quiescence | Self::Reductions | Self::Rave => {
                message!("option-reductions", "on or off")
            }
            Self::Exploration | Self::Bias => {
                message!("option-exploration", "a number from 0 to 100")
            }
            Self::Seed => message!("option-seed", "a whole number"),
            Self::Slips => {
                message!("option-slips", "a number of moves in a hundred, from 0 to 100")
            }
        }
    }
}

/// Who judges positions for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Opinion {
    /// The game's full judge.
    #[default]
    Full,
    /// The difference in points alone.
    Points,
    /// Nothing: only finished games count.
    None,
    /// The evaluation of the course's program for the game, where there was one.
    Course,
    /// A user's script.
    Script,
}

impl Opinion {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Full, "full"),
        (Self::Points, "points"),
        (Self::None, "none"),
        (Self::Course, "course"),
    ];
}

/// An engine with its options; an option not set follows from the limits of each search.
#[derive(Clone, Debug, PartialEq)]
pub struct Engine {
    /// Which one.
    pub kind: Kind,
    /// The maximum depth.
    pub depth: Option<u32>,
    /// Positions, or random games, for each move.
    pub nodes: Option<u64>,
    /// Time for each move.
    pub time: Option<Duration>,
    /// Who judges positions.
    pub judge: Opinion,
    /// The judge, where it is a script.
    pub script: Option<Script>,
    /// Bytes of table or tree.
    pub hash: Option<u64>,
    /// Threads.
    pub threads: Option<usize>,
    /// Whether lines go on beyond the depth while the judge finds them noisy; on by default.
    pub quiescence: Option<bool>,
    /// Whether late moves are searched less deeply.
    pub reductions: Option<bool>,
    /// For Monte Carlo search: whether RAVE is on.
    pub rave: Option<bool>,
    /// For Monte Carlo search: the weight of moves with few visits.
    pub exploration: Option<f64>,
    /// For Monte Carlo search: the weight of the judge's priors.
    pub bias: Option<f64>,
    /// For Monte Carlo search: plies of a random game before the judge evaluates.
    pub playout: Option<u32>,
    /// The seed of random choices.
    pub seed: Option<u64>,
    /// The percentage of moves made at random; the seed and the position decide which.
    pub slips: u8,
    /// The options as the user wrote them, for [`fmt::Display`].
    written: Vec<(EngineOption, String)>,
}

impl Engine {
    /// The engine with nothing set.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            depth: None,
            nodes: None,
            time: None,
            judge: Opinion::Full,
            script: None,
            hash: None,
            threads: None,
            quiescence: None,
            reductions: None,
            rave: None,
            exploration: None,
            bias: None,
            playout: None,
            seed: None,
            slips: 0,
            written: Vec::new(),
        }
    }

    /// Whether another seed may change its moves.
    pub fn is_random(&self) -> bool {
        let draws = matches!(self.kind, K::Mcts | K::Largest | K::Random);
        (draws && self.seed.is_none()) || self.slips > 0
    }

    /// Whether its own options limit every search.
    pub fn limits_itself(&self) -> bool {
        let needs_no_limit = matches!(self.kind, K::Largest | K::Random);
        needs_no_limit || self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    /// The same engine under a maximum depth that no line may exceed. Proofs that follow a game to its end are
    /// replaced by the general search, and quiescence search by the judge's opinion.
    pub fn no_deeper(mut self) -> Self {
        if self.kind == K::Best {
            self.kind = K::Iterative;
        }
        if self.kind.options().contains(&EngineOption::Quiescence) {
            self.set("quiescence", "off").expect("this kind has the option");
        }
        self
    }

    /// Sets an option, or says what was expected.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), EngineError> {
        let options = self.kind.options();
        let option = *options
            .iter()
            .find(|option| option.key() == plain(key))
            .ok_or_else(|| EngineError::Option(key.into(), self.kind))?;
        let bad = || EngineError::Value(value.into(), option);
        match option {
            EngineOption::Depth => self.depth = Some(plies(value).ok_or_else(bad)?),
            EngineOption::Playout => self.playout = Some(plies(value).ok_or_else(bad)?),
            EngineOption::Nodes => {
                self.nodes = Some(parse_count(value).ok().filter(|&n| n > 0).ok_or_else(bad)?);
            }
            EngineOption::Time => self.time = Some(parse_time(value).map_err(|_| bad())?),
            EngineOption::Judge => {
                if let Some(script) = Script::named(value) {
                    self.use_script(script.map_err(EngineError::Script)?);
                    return Ok(());
                }
                let found = Opinion::ALL.iter().find(|(_, name)| *name == value);
                (self.judge, self.script) = (found.ok_or_else(bad)?.0, None);
            }
            EngineOption::Hash => {
                let bytes = parse_memory(value).map_err(|_| bad())?;
                self.hash = Some(room(bytes).map_err(EngineError::Room)?);
            }
            EngineOption::Threads => {
                let threads = value.parse().ok().filter(|n| (1..=256).contains(n));
                self.threads = Some(threads.ok_or_else(bad)?);
            }
            EngineOption::Quiescence => self.quiescence = Some(switch(value).ok_or_else(bad)?),
            EngineOption::Reductions => self.reductions = Some(switch(value).ok_or_else(bad)?),
            EngineOption::Rave => self.rave = Some(switch(value).ok_or_else(bad)?),
            EngineOption::Exploration => self.exploration = Some(weight(value).ok_or_else(bad)?),
            EngineOption::Bias => self.bias = Some(weight(value).ok_or_else(bad)?),
            EngineOption::Seed => self.seed = Some(value.parse().map_err(|_| bad())?),
            EngineOption::Slips => {
                let percent = value.parse().ok().filter(|percent| *percent <= 100);
                self.slips = percent.ok_or_else(bad)?;
            }
        }
        self.write(option, value);
        Ok(())
    }

    /// Sets a script as the judge; engines that use no judge play as before.
    pub fn use_script(&mut self, script: Script) {
        self.write(EngineOption::Judge, script.name());
        (self.judge, self.script) = (Opinion::Script, Some(script));
    }

    fn write(&mut self, option: EngineOption, value: &str) {
        self.written.retain(|(known, _)| *known != option);
        self.written.push((option, value.to_owned()));
    }
}

fn plies(text: &str) -> Option<u32> {
    text.parse().ok().filter(|plies| (1..=1000).contains(plies))
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" | "true" | "yes" => Some(true),
        "off" | "false" | "no" => Some(false),
        _ => None,
    }
}

fn weight(text: &str) -> Option<f64> {
    text.parse().ok().filter(|weight| (0.0..=100.0).contains(weight))
}

/// Why a text is not an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineError {
    /// No such engine; the nearest name.
    Engine(String, Option<&'static str>),
    /// The engine has no such option.
    Option(String, Kind),
    /// The option's value is out of range or of the wrong kind.
    Value(String, EngineOption),
    /// Its table or tree does not fit into memory here.
    Room(Refused),
    /// Its script was not loaded.
    Script(Refused),
}

impl EngineError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Engine(text, guess) => {
                let (text, list) = (&**text, Kind::ALL.map(Kind::name).to_vec());
                match guess {
                    Some(guess) => message!(
                        "no-engine-guess",
                        "there is no engine `{text}`: expected one of {list}. Did you mean `{guess}`?",
                        text,
                        list,
                        guess = *guess
                    ),
                    None => message!(
                        "no-engine",
                        "there is no engine `{text}`: expected one of {list}.",
                        text,
                        list
                    ),
                }
            }
            Self::Option(text, kind) => message!(
                "engine-no-option",
                "`{text}` is not an option of {engine}: expected one of {list}",
                text = &**text,
                engine = kind.name(),
                list = kind.options().iter().map(|option| option.key()).collect::<Vec<_>>()
            ),
            Self::Value(text, option) => message!(
                "option-value",
                "`{text}` is not a value for {option}: expected {expected}",
                text = &**text,
                option = option.key(),
                expected = option.expected()
            ),
            Self::Script(refused) | Self::Room(refused) => refused.message().clone(),
        }
    }
}

plywood_contract::explained!(EngineError);

impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let kind = Kind::from_name(name).ok_or_else(|| {
            let known = Kind::ALL.iter().flat_map(|kind| kind.names().iter().copied());
            EngineError::Engine(name.into(), nearest(name, known))
        })?;
        let mut engine = Self::new(kind);
        for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            engine.set(key.trim(), value.trim())?;
        }
        Ok(engine)
    }
}

/// The form [`Engine::from_str`] reads.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        for (i, (option, value)) in self.written.iter().enumerate() {
            write!(f, "{}{}={value}", if i == 0 { ':' } else { ',' }, option.key())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_and_written_alike() {
        for text in
            ["best", "alpha-beta:depth=6", "mcts:rave=on,seed=3", "iterative:hash=64MB,time=2s"]
        {
            assert_eq!(text.parse::<Engine>().unwrap().to_string(), text);
        }
        let engine: Engine = "NegaScout: depth = 4, nodes=2M".parse().unwrap();
        assert_eq!((engine.kind, engine.depth, engine.nodes), (K::Pvs, Some(4), Some(2_000_000)));
    }

    #[test]
    fn a_bad_engine_is_explained() {
        let message = |text: &str| text.parse::<Engine>().unwrap_err().to_string();
        assert!(
            message("alpha-bta").contains("Did you mean `alpha-beta`?"),
            "{}",
            message("alpha-bta")
        );
        assert!(message("minimax:rave=on").contains("depth, nodes, time, judge"));
        assert!(message("mcts:rave=maybe").contains("on or off"));
        assert!(message("pvs:depth=0").contains("1 to 1000"));
        assert!(message("best:time=-1").contains("500ms"));
        assert!(message("pvs:hash=900TB").contains("cannot be allocated"));
        assert!(message("best:slips=101").contains("0 to 100"));
    }
}
