//! The result of an engine's search, as plain data; the field names are the JSON keys.

use plywood_contract::{Cancel, Limits, PlayStats, Refused, Seat, Stop};
use serde::{Deserialize, Serialize, Serializer};

use super::score::{Score, Unit};
use crate::games::{Step, Table};
use crate::units::speed;

/// The resources of an engine besides the limits of a search.
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

/// An appraisal: the value of a position for the side to move, computed at a table of its own, in points where
/// the game has them, elsewhere 1 for a win. Called from several threads at once.
pub type Appraisal<'a> = dyn Fn(Box<dyn Table>) -> f64 + Sync + 'a;

/// An engine seated at one game. It keeps its table or tree from one move to the next.
pub trait Thinker: Send {
    /// Analyses the position at a table of its game and returns the best `n_lines` lines. `watch` is called
    /// after every finished pass. A table of another game or other rules is refused.
    fn think(
        &mut self,
        at: &dyn Table,
        n_lines: usize,
        limits: &Limits,
        watch: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, Refused>;

    /// The same with another judge, whose values are kept no longer than this search. Engines that play
    /// without a judge ignore it.
    fn think_with_judge(
        &mut self,
        at: &dyn Table,
        n_lines: usize,
        limits: &Limits,
        judge: &Appraisal<'_>,
        watch: &mut dyn FnMut(&Findings),
    ) -> Result<Findings, Refused>;

    /// Forgets everything, as before the first move.
    fn forget(&mut self);

    /// The same, with another seed for random choices unless the engine has one of its own.
    fn begin(&mut self, seed: u64);

    /// Gets ready for the game of a table, or says why it cannot. Engines of ours always are; a program of others
    /// is started.
    fn prepare(&mut self, _at: &dyn Table, _cancel: &Cancel) -> Result<(), Refused> {
        Ok(())
    }
}

/// The result of a search: moves as handles, and figures. A table turns it into a [`Thought`].
#[derive(Clone, Debug)]
pub struct Findings {
    /// The best lines, best first; none if the game is over.
    pub lines: Vec<FoundLine>,
    /// How the move was chosen.
    pub origin: MoveOrigin,
    /// What the position is worth to the side to move, as in [`Thought::score`].
    pub score: Option<f64>,
    /// Whose scores these are: the side to move's.
    pub side: Seat,
    /// What the score counts.
    pub unit: Unit,
    /// How likely the side to move is to win, as in [`Thought::win_chance`].
    pub win_chance: Option<f64>,
    /// Whether the score follows from the rules alone.
    pub exact: bool,
    /// What it cost.
    pub stats: PlayStats,
    /// The limit that ended the search, if one did.
    pub stopped: Option<Stop>,
}

impl Findings {
    /// The move to play; none if the game is over.
    pub fn best(&self) -> Option<Step> {
        self.lines.first().and_then(|line| line.steps.first().copied())
    }

    /// Sets the plies to the end after each line, by its number, where that is proven.
    pub(crate) fn tell_plies(&mut self, plies: impl Fn(usize) -> Option<u32>) {
        for (i, line) in self.lines.iter_mut().enumerate() {
            line.plies_to_end = plies(i).filter(|_| line.exact).or(line.plies_to_end);
        }
    }
}

/// A line that a search found.
#[derive(Clone, Debug)]
pub struct FoundLine {
    /// The moves, the first one of the position thought about.
    pub steps: Vec<Step>,
    /// What the line is worth to the side to move; none if nothing was searched.
    pub score: Option<f64>,
    /// What the score counts.
    pub unit: Unit,
    /// How likely the side to move is to win, where the engine estimates that beside the score.
    pub win_chance: Option<f64>,
    /// Whether the score follows from the rules alone.
    pub exact: bool,
    /// In how many plies the game is won or lost after this line, if that is proven.
    pub plies_to_end: Option<u32>,
}

/// The result of a search, in words and figures.
#[derive(Clone, Debug, Serialize)]
pub struct Thought {
    /// The move to play; none if the game is over.
    pub best: Option<String>,
    /// How the move was chosen: `search`, `random` or `points`.
    pub origin: MoveOrigin,
    /// What the position is worth to the player of `score_for`, in `score_unit`. Exact scores are final
    /// results. None if nothing was searched.
    #[serde(serialize_with = "whole_if_whole")]
    pub score: Option<f64>,
    /// Whose scores these are, 1 or 2: the side to move's.
    pub score_for: u32,
    /// What the score counts.
    pub score_unit: Unit,
    /// The probability that the player of `score_for` wins, from 0 to 1, a draw as half a win; `None` where the
    /// engine does not estimate it.
    pub win_chance: Option<f64>,
    /// Whether the score follows from the rules alone.
    pub exact: bool,
    /// Plies to the end of the game, if that is proven.
    pub plies_to_end: Option<u32>,
    /// Who wins, if that is known.
    pub result: Verdict,
    /// Plies every line was followed in full.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Wall time in seconds.
    pub time_s: f64,
    /// Positions a second; none if the search was too short to measure.
    pub nps: Option<f64>,
    /// The moves expected to follow, the best one first.
    pub pv: Vec<String>,
    /// The best lines, best first.
    pub lines: Vec<ThoughtLine>,
    /// What the search did.
    pub stats: ThoughtStats,
    /// The limit that ended the search, if one did: `time`, `nodes`, `memory`, `cancelled`.
    pub stopped: Option<&'static str>,
}

impl Thought {
    /// The findings, with each line as `write` words it.
    pub(crate) fn new(findings: &Findings, write: impl Fn(&[Step]) -> Vec<String>) -> Self {
        let line = |line: &FoundLine| {
            let pv = write(&line.steps);
            let step = pv.first().cloned().unwrap_or_default();
            ThoughtLine {
                step,
                score: line.score,
                score_unit: line.unit,
                win_chance: line.win_chance,
                exact: line.exact,
                plies_to_end: line.plies_to_end,
                pv,
            }
        };
        let lines: Vec<ThoughtLine> = findings.lines.iter().map(line).collect();
        let Findings { score, exact, ref stats, .. } = *findings;
        let seconds = stats.time.as_secs_f64();
        let verdict = score.filter(|_| exact).map(|score| Verdict::of(score as i32));
        Self {
            best: lines.first().map(|line| line.step.clone()),
            origin: findings.origin,
            score,
            score_for: findings.side.number(),
            score_unit: findings.unit,
            win_chance: findings.win_chance,
            exact,
            plies_to_end: lines.first().and_then(|line| line.plies_to_end),
            result: verdict.unwrap_or(Verdict::Unknown),
            depth: stats.depth,
            nodes: stats.analysed,
            time_s: seconds,
            nps: speed(stats.analysed, seconds),
            pv: lines.first().map(|line| line.pv.clone()).unwrap_or_default(),
            stats: ThoughtStats::from(stats),
            stopped: findings.stopped.map(Stop::name),
            lines,
        }
    }

    /// The score with its side and unit; none if nothing was searched.
    pub fn worth(&self) -> Option<Score> {
        Some(Score {
            value: self.score?,
            unit: self.score_unit,
            side: self.side(),
            is_proven: self.exact,
            plies_to_end: self.plies_to_end,
            win_chance: self.win_chance,
        })
    }

    /// The same of one of its lines.
    pub fn worth_of(&self, line: &ThoughtLine) -> Option<Score> {
        Some(Score {
            value: line.score?,
            unit: line.score_unit,
            side: self.side(),
            is_proven: line.exact,
            plies_to_end: line.plies_to_end,
            win_chance: line.win_chance,
        })
    }

    fn side(&self) -> Seat {
        if self.score_for == 2 { Seat::Two } else { Seat::One }
    }
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
    /// What the score counts.
    pub score_unit: Unit,
    /// The probability that the side to move wins with it; `None` where the engine does not estimate it.
    pub win_chance: Option<f64>,
    /// Whether the score follows from the rules alone.
    pub exact: bool,
    /// Plies to the end of the game after it, itself included, if that is proven.
    pub plies_to_end: Option<u32>,
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

/// How a move came to be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveOrigin {
    /// By search, or by what is proven.
    #[default]
    Search,
    /// At random: the engine or the level plays so here. Nothing was searched, and there is no score.
    Random,
    /// By the points it scores at once; among equals at random.
    Points,
}

/// The statistics of a search. `None` for what it does not count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ThoughtStats {
    /// Positions looked at.
    pub analysed: u64,
    /// Positions whose moves were listed.
    pub expanded: Option<u64>,
    /// Times a move of the opponent proved too strong for us to go there.
    pub alpha_cuts: Option<u64>,
    /// Times a move of ours proved too strong for the opponent to allow it.
    pub beta_cuts: Option<u64>,
    /// Moves that were never looked at because of a cut.
    pub pruned: Option<u64>,
    /// Times the table knew enough to answer at once.
    pub table_hits: Option<u64>,
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
            pruned: stats.pruned,
            table_hits: stats.table_hits,
            selective_depth: stats.selective_depth,
        }
    }
}

/// Writes a whole number without a decimal point.
fn whole_if_whole<S: Serializer>(score: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match *score {
        Some(score) if score.fract() == 0.0 => serializer.serialize_i64(score as i64),
        Some(score) => serializer.serialize_f64(score),
        None => serializer.serialize_none(),
    }
}
