//! A game as plain data: what is kept, exported and brought back. The field names are the JSON keys.

use serde::{Deserialize, Serialize};
use std::time::Duration;

use crate::engines::Thought;
use crate::games::{OpenError, Refused, Seat};

use super::setup::{PlayerError, Setup};

/// A game from its beginning to where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// Rules as `key=value`, separated by commas.
    #[serde(default)]
    pub rules: String,
    /// The seed of everything random.
    #[serde(default)]
    pub seed: u64,
    /// The first position in one line.
    pub start: String,
    /// Who sits at the two seats.
    pub players: [String; 2],
    /// Milliseconds for each move of an engine.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// The deepest an engine looks.
    #[serde(default)]
    pub depth: Option<u32>,
    /// When the game began, as 2026-01-31T20:15:00+00:00.
    #[serde(default)]
    pub started: String,
    /// The moves, passes included.
    pub plies: Vec<Ply>,
    /// How it ended; none while it goes on.
    #[serde(default)]
    pub ending: Option<Ending>,
}

impl Record {
    /// What the game began with.
    pub fn setup(&self) -> Result<Setup, PlayerError> {
        let [one, two] = &self.players;
        Ok(Setup {
            game: self.game.clone(),
            rules: self.rules.clone(),
            seed: self.seed,
            position: Some(self.start.clone()),
            players: [one.parse()?, two.parse()?],
            time: self.time_ms.map(Duration::from_millis),
            depth: self.depth,
        })
    }
}

/// One ply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// 1 or 2.
    pub player: u32,
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// Who made it: `human`, `level:5` or an engine.
    pub by: String,
    /// Milliseconds it took.
    pub time_ms: u64,
    /// Whether it is a pass that was played by itself because nothing else was possible.
    #[serde(default)]
    pub forced: bool,
    /// The points of both players after it; none in games without points.
    #[serde(default)]
    pub points: Option<[u32; 2]>,
    /// What an engine did to find it.
    #[serde(default)]
    pub effort: Option<Effort>,
}

impl Ply {
    /// The seat that made it.
    pub fn seat(&self) -> Seat {
        if self.player == 2 { Seat::Two } else { Seat::One }
    }

    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        self.step == "pass"
    }
}

/// What an engine did to find a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Effort {
    /// What the position was worth to the side to move.
    pub score: Option<f64>,
    /// Whether that follows from the rules alone.
    pub exact: bool,
    /// Plies every line was followed in full.
    pub depth: u32,
    /// Plies of the longest line followed.
    pub selective_depth: u32,
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
    /// The moves expected to follow, this one first.
    pub pv: Vec<String>,
}

impl From<&Thought> for Effort {
    fn from(thought: &Thought) -> Self {
        let stats = &thought.stats;
        Self {
            score: thought.score,
            exact: thought.exact,
            depth: thought.depth,
            selective_depth: stats.selective_depth,
            analysed: stats.analysed,
            expanded: stats.expanded,
            alpha_cuts: stats.alpha_cuts,
            beta_cuts: stats.beta_cuts,
            table_hits: stats.table_hits,
            pv: thought.pv.clone(),
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// 1 or 2; none for a draw.
    pub winner: Option<u32>,
    /// Why it is over.
    pub reason: Reason,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A line that shares an attribute was made.
    Line,
    /// Every piece is on the board and no line was made.
    FullBoard,
    /// Neither side can move: points decide.
    Points,
    /// A player gave up.
    Resigned,
}

impl Reason {
    /// The word in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::FullBoard => "full_board",
            Self::Points => "points",
            Self::Resigned => "resigned",
        }
    }
}

/// Why a record cannot be brought back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The game, its rules or its first position.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A player.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A move that cannot be played where it stands.
    #[error("ply {0}: {1}")]
    Ply(usize, Refused),
    /// A ply of a player whose turn it is not.
    #[error("ply {0} is player {1}'s: expected player {2}'s")]
    Turn(usize, u32, u32),
    /// An ending that does not follow from the moves.
    #[error("the record ends otherwise than its moves do")]
    Ending,
}
