//! What an engine thinks of a position, as plain data; the field names are the JSON keys.

use plywood_contract::{Limits, PlayStats, Refused};
use serde::{Serialize, Serializer};

use crate::games::Table;

/// What an engine may use besides the limits of a search.
#[derive(Clone, Debug)]
pub struct Means {
    /// Threads.
    pub threads: usize,
    /// Bytes of table or tree.
    pub hash: u64,
    /// The seed of random choices.
    pub seed: u64,
}

impl Default for Means {
    fn default() -> Self {
        Self { threads: 1, hash: 64_000_000, seed: 0 }
    }
}

/// What a position, seen at a table of its own, is worth to the side to move: points where the game
/// has them, elsewhere 1 for a win. Several threads may ask at once.
pub type Appraisal<'a> = dyn Fn(Box<dyn Table>) -> f64 + Sync + 'a;

/// An engine seated at one game. It keeps what it learned from one move to the next.
pub trait Thinker: Send {
    /// Thinks about a position of its game, given as text, and returns the best `n_lines` lines.
    /// `watch` hears of every finished pass.
    fn think(
        &mut self,
        position: &str,
        n_lines: usize,
        limits: &Limits,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Refused>;

    /// The same with another judge, whose opinions are kept no longer than this search. Engines that
    /// play without a judge's help do not ask it.
    fn think_as_told(
        &mut self,
        position: &str,
        n_lines: usize,
        limits: &Limits,
        judge: &Appraisal<'_>,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Refused>;

    /// Forgets everything, as before the first move.
    fn forget(&mut self);
}

/// What an engine thinks of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Thought {
    /// The move to play; none if the game is over.
    pub best: Option<String>,
    /// What the position is worth to the side to move: points where the game has them, 1 for a win
    /// elsewhere. Exact scores are final results.
    #[serde(serialize_with = "whole_if_whole")]
    pub score: Option<f64>,
    /// Whether the score follows from the rules alone.
    pub exact: bool,
    /// Who wins, if that is known.
    pub result: Verdict,
    /// Plies every line was followed in full.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Wall time in seconds.
    pub time_s: f64,
    /// Positions a second.
    pub nps: f64,
    /// The moves expected to follow, the best one first.
    pub pv: Vec<String>,
    /// The best lines, best first.
    pub lines: Vec<ThoughtLine>,
    /// What the search did.
    pub stats: ThoughtStats,
    /// The limit that ended the search, if one did: `time`, `nodes`, `memory`, `cancelled`.
    pub stopped: Option<&'static str>,
}

/// A move and what is expected to follow.
#[derive(Clone, Debug, Serialize)]
pub struct ThoughtLine {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// What it is worth to the side to move.
    #[serde(serialize_with = "whole_if_whole")]
    pub score: Option<f64>,
    /// Whether the score follows from the rules alone.
    pub exact: bool,
    /// The moves expected to follow, this one first.
    pub pv: Vec<String>,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The side to move.
    Win,
    /// Nobody.
    Draw,
    /// The other side.
    Loss,
    /// Not proven.
    Unknown,
}

impl Verdict {
    /// The verdict on a proven value for the side to move.
    pub fn of(value: i32) -> Self {
        match value.signum() {
            1 => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }
}

/// What a search did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ThoughtStats {
    /// Positions looked at.
    pub analysed: u64,
    /// Positions whose moves were listed.
    pub expanded: u64,
    /// Times a move of the opponent proved too strong for us to go there.
    pub alpha_cuts: u64,
    /// Times a move of ours proved too strong for the opponent to allow it.
    pub beta_cuts: u64,
    /// Times the table knew enough to answer at once.
    pub table_hits: u64,
    /// Plies of the longest line followed.
    pub selective_depth: u32,
}

impl From<&PlayStats> for ThoughtStats {
    fn from(stats: &PlayStats) -> Self {
        Self {
            analysed: stats.analysed,
            expanded: stats.expanded,
            alpha_cuts: stats.alpha_cuts,
            beta_cuts: stats.beta_cuts,
            table_hits: stats.table_hits,
            selective_depth: stats.selective_depth,
        }
    }
}

/// A whole number is written without a point.
fn whole_if_whole<S: Serializer>(score: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match *score {
        Some(score) if score.fract() == 0.0 => serializer.serialize_i64(score as i64),
        Some(score) => serializer.serialize_f64(score),
        None => serializer.serialize_none(),
    }
}
