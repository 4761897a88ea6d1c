//! A job: one self-contained line of JSON, and a key that follows from its content.

use plywood_arena::pairing::{Fixture, Opening};
use plywood_arena::settings::{Contestant, Control, Settings};
use plywood_arena::tuning::TuneSettings;
use plywood_workbench::problems::PROBLEMS;
use plywood_workbench::{Cancel, Limits};
use serde::{Deserialize, Serialize};

use crate::JobError;
use plywood_workbench::message;

/// One piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The key under which its result is counted: identical work has the same key everywhere.
    pub key: String,
    /// The work.
    #[serde(flatten)]
    pub work: Work,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Work {
    /// A pair of games of a tournament.
    Tournament(Box<PairOfGames>),
    /// A pair of games of a tuning run.
    Tune(Box<TuningPair>),
    /// A position to prove.
    Solve(Proving),
    /// A problem to solve by one method.
    Compare(Solving),
    /// Boards of the opening table to prove.
    OpeningTable(Boards),
}

/// A pair of games of a tournament: one opening, the sides swapped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairOfGames {
    /// The whole tournament's settings.
    pub settings: Settings,
    /// The opening of both games.
    pub opening: Opening,
    /// The games; a single one where the other has been played.
    pub games: Vec<Fixture>,
}

/// A pair of games of one match of a tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningPair {
    /// The whole run.
    pub tuning: TuneSettings,
    /// Which of its matches.
    pub step: u64,
    /// The pair.
    #[serde(flatten)]
    pub pair: PairOfGames,
}

/// A position to prove.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proving {
    /// The game.
    pub game: String,
    /// Its rules as `key=value`, separated by commas.
    pub rules: String,
    /// The position; `moves` and moves may follow.
    pub position: String,
    /// The seed of a shuffled board.
    pub seed: u64,
    /// Whether to prove every move as well.
    pub all_moves: bool,
    /// The limits.
    pub limits: Limited,
    /// Bytes of table.
    pub hash: u64,
}

/// A problem to solve by one method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Solving {
    /// The problem's name in the catalogue; omitted for the first one, as in files from before there were others.
    #[serde(default = "first_problem", skip_serializing_if = "is_first_problem")]
    pub problem: String,
    /// The name of the board, tiles or map.
    pub name: String,
    /// Its text.
    pub board: String,
    /// The algorithm with its options and heuristic.
    pub method: String,
    /// The limits.
    pub limits: Limited,
}

fn first_problem() -> String {
    PROBLEMS[0].name.to_owned()
}

fn is_first_problem(name: &str) -> bool {
    name == PROBLEMS[0].name
}

/// Boards of the opening table of quarto and quatro.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Boards {
    /// The index of the first among all boards of the set.
    pub first: u64,
    /// Pieces on each.
    pub placed: u32,
    /// The boards as positions of quatro.
    pub boards: Vec<String>,
    /// Bytes of table.
    pub hash: u64,
}

/// Limits as they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limited {
    /// Milliseconds.
    pub time_ms: Option<u64>,
    /// Positions or nodes.
    pub nodes: Option<u64>,
    /// Bytes.
    pub bytes: Option<u64>,
    /// Plies or pieces.
    pub depth: Option<u32>,
}

impl Work {
    /// The external commands that running it starts.
    pub fn commands(&self) -> Vec<String> {
        let settings = match self {
            Self::Tournament(pair) => &pair.settings,
            Self::Tune(work) => &work.pair.settings,
            Self::Solve(_) | Self::Compare(_) | Self::OpeningTable(_) => return Vec::new(),
        };
        let players = settings.players.iter().filter(|player| player.is_command());
        players.map(|player| player.engine.clone()).collect()
    }
}

impl Limited {
    /// The limits of a search.
    pub fn limits(&self, cancel: &Cancel) -> Limits {
        Limits {
            time: self.time_ms.map(std::time::Duration::from_millis),
            nodes: self.nodes,
            bytes: self.bytes,
            depth: self.depth,
            cancel: cancel.clone(),
        }
    }
}

impl Job {
    /// The job of some work.
    pub fn new(work: Work) -> Self {
        Self { key: work.key(), work }
    }

    /// Whether both are of one tournament, one tuning run, or one kind otherwise.
    pub fn is_of_set(&self, other: &Self) -> bool {
        match (&self.work, &other.work) {
            (Work::Tournament(one), Work::Tournament(two)) => one.settings == two.settings,
            (Work::Tune(one), Work::Tune(two)) => one.tuning == two.tuning,
            (one, two) => std::mem::discriminant(one) == std::mem::discriminant(two),
        }
    }

    /// Parses a line. A job that was changed but kept its key is refused: its result would count for the
    /// other's.
    pub fn read(line: &str) -> Result<Self, JobError> {
        let job: Self =
            serde_json::from_str(line).map_err(|e| JobError::no_job(crate::json_message(&e)))?;
        match job.work.key() {
            key if key == job.key => Ok(job),
            key => Err(JobError::no_job(message!(
                "job-key",
                "its key is {key}, but its content gives {other}",
                key = job.key,
                other = key
            ))),
        }
    }
}

impl Work {
    /// `KIND-CONTENT-NUMBER`: the content of a tournament or tuning run is its settings, and its
    /// jobs are numbered; that of other jobs is all of it.
    fn key(&self) -> String {
        match self {
            Self::Tournament(pair) => {
                format!("tournament-{}-{}", tournament_name(&pair.settings), pair.numbers())
            }
            Self::Tune(work) => {
                let TuningPair { tuning, step, pair } = &**work;
                let name = content(&(tuning, &pair.settings));
                format!("tune-{name}-{step}-{}", pair.numbers())
            }
            Self::Solve(work) => format!("solve-{}", content(work)),
            Self::Compare(work) => format!("compare-{}", content(work)),
            Self::OpeningTable(work) => format!("opening-table-{}-{}", work.first, content(work)),
        }
    }

    /// Whether the result depends on the clock: then it may differ from run to run.
    pub fn is_timed(&self) -> bool {
        match self {
            Self::Tournament(pair) => pair.is_timed(),
            Self::Tune(work) => work.pair.is_timed(),
            Self::Solve(Proving { limits, .. }) | Self::Compare(Solving { limits, .. }) => {
                limits.time_ms.is_some()
            }
            Self::OpeningTable(_) => false,
        }
    }
}

impl PairOfGames {
    /// `17` for a whole pair, `17.1` for its second game alone.
    fn numbers(&self) -> String {
        match self.games[..] {
            [only] => format!("{}.{}", only.pair(), only.number % 2),
            _ => self.games.first().map_or(0, Fixture::pair).to_string(),
        }
    }

    fn is_timed(&self) -> bool {
        let Control { move_ms, clock, .. } = self.settings.control;
        let looks_at_clock = |contestant: &Contestant| {
            let engine = contestant.engine.parse::<plywood_workbench::engines::Engine>();
            contestant.is_command() || engine.is_ok_and(|engine| engine.time.is_some())
        };
        move_ms.is_some() || clock.is_some() || self.settings.players.iter().any(looks_at_clock)
    }
}

/// A tournament by its settings. More pairs only add to a schedule, so their number is left out.
fn tournament_name(settings: &Settings) -> String {
    content(&Settings { pairs: 0, ..settings.clone() })
}

/// Any content as sixteen hexadecimal digits: FNV-1a (Fowler, Noll and Vo, 1991) over its JSON.
pub(crate) fn content(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).unwrap_or_default();
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}
