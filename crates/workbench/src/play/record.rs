//! A game as plain data, for storage and export. The field names are the JSON keys.

use std::fmt::Display;
use std::time::Duration;

use plywood_contract::{Message, message};
use serde::{Deserialize, Serialize};

use crate::engines::{Kind, MoveOrigin, Score, Thought, Unit};
use crate::games::{Offer, OpenError, Refused, Seat, Table, find};

use super::setup::{Player, PlayerError, Setup};
use crate::language::Words;

/// A game from its start to its current position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// Rules as `key=value`, separated by commas.
    #[serde(default)]
    pub rules: String,
    /// The seed of all random choices.
    #[serde(default)]
    pub seed: u64,
    /// The first position in one line.
    pub start: String,
    /// Who sits at the two seats.
    pub players: [String; 2],
    /// Milliseconds for each move of an engine.
    #[serde(default)]
    pub time_ms: Option<u64>,
    /// The maximum depth of engines.
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
    /// The longest time for a move, about thirty years: sums cannot overflow.
    pub const LONGEST_MS: u64 = 1_000_000_000_000;

    /// Checks the numbers and the date, which the rules do not cover.
    pub(super) fn check_figures(&self) -> Result<(), RecordError> {
        let times = self.time_ms.into_iter().chain(self.plies.iter().map(|ply| ply.time_ms));
        if let Some(found) = times.into_iter().find(|&time| time > Self::LONGEST_MS) {
            return Err(RecordError::Time(found));
        }
        if is_date(&self.started) {
            return Ok(());
        }
        Err(RecordError::Date(self.started.chars().take(40).collect()))
    }

    /// The settings the game started with.
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

/// Whether a text is empty or begins with year, month and day, with at most a time after them.
fn is_date(text: &str) -> bool {
    let part = |range: std::ops::Range<usize>, from: u32, to: u32| {
        let digits = text.get(range).filter(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
        digits.and_then(|it| it.parse().ok()).is_some_and(|n: u32| (from..=to).contains(&n))
    };
    let is_joined = text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
    let is_day = part(0..4, 0, 9999) && part(5..7, 1, 12) && part(8..10, 1, 31) && is_joined;
    let is_time = |byte: u8| byte.is_ascii_digit() || b"T:+-.Z ".contains(&byte);
    let rest = text.get(10..).unwrap_or_default();
    text.is_empty() || is_day && rest.len() <= 30 && rest.bytes().all(is_time)
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
    /// Whether it is a forced pass that was played automatically.
    #[serde(default)]
    pub forced: bool,
    /// The points of both players after it; none in games without points.
    #[serde(default)]
    pub points: Option<[u32; 2]>,
    /// The statistics of the engine that found it.
    #[serde(default)]
    pub effort: Option<Effort>,
}

impl Ply {
    /// The seat that made it.
    pub fn seat(&self) -> Seat {
        if self.player == 2 { Seat::Two } else { Seat::One }
    }

    /// The value of the position for the player who made it, if an engine evaluated it.
    pub fn worth(&self) -> Option<Score> {
        let effort = self.effort.as_ref()?;
        let usual = if self.points.is_some() { Unit::Points } else { Unit::Wins };
        Some(Score {
            value: effort.score?,
            unit: effort.score_unit.unwrap_or(usual),
            side: self.seat(),
            is_proven: effort.exact,
            plies_to_end: effort.plies_to_end,
            win_chance: None,
        })
    }

    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        self.step == "pass"
    }
}

/// How a move was chosen without a search, in words; `None` for a searched one. `by` is who made it, as
/// records name players.
pub fn chosen(origin: MoveOrigin, by: &str, game: &Offer, words: &Words) -> Option<String> {
    let level = match by.parse() {
        // A level that always plays at random makes no deliberate mistakes.
        Ok(Player::Level(level)) if level.engine(game).kind != Kind::Random => Some(level),
        _ => None,
    };
    match (origin, level) {
        (MoveOrigin::Search, _) => None,
        (MoveOrigin::Random, Some(level)) => Some(words.fill("made-by-slip", &[("level", &level)])),
        (MoveOrigin::Random, None) => Some(words.text("made-at-random")),
        (MoveOrigin::Points, _) => Some(words.text("made-by-points")),
    }
}

/// The statistics of an engine's move. `None` for what it does not count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Effort {
    /// How the move was chosen. Records made before this field existed count as searched.
    pub origin: MoveOrigin,
    /// The value of the position for the side to move; `None` if nothing was searched.
    pub score: Option<f64>,
    /// The unit of the score; `None` in records made before this field existed.
    pub score_unit: Option<Unit>,
    /// Whether that follows from the rules alone.
    pub exact: bool,
    /// In how many plies the game is won or lost, if that is proven.
    pub plies_to_end: Option<u32>,
    /// Plies to which every line was searched.
    pub depth: u32,
    /// Plies of the longest line searched.
    pub selective_depth: u32,
    /// Positions visited.
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
    /// The moves expected to follow, this one first.
    pub pv: Vec<String>,
    /// Why the search ended; `None` if nothing was searched, and in records made before this field existed.
    pub ended: Option<SearchEnd>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchEnd {
    /// The value is proven.
    Proven,
    /// The depth limit was reached.
    Depth,
    /// The time was up.
    Time,
    /// The node limit was reached.
    Nodes,
    /// The memory limit was reached.
    Memory,
    /// Someone asked for the move.
    Cancelled,
}

impl SearchEnd {
    /// Why the search behind a thought ended; `None` if nothing was searched.
    pub fn of(thought: &Thought) -> Option<Self> {
        match thought.stopped {
            _ if thought.origin != MoveOrigin::Search => None,
            _ if thought.exact => Some(Self::Proven),
            None => Some(Self::Depth),
            Some("time") => Some(Self::Time),
            Some("nodes") => Some(Self::Nodes),
            Some("memory") => Some(Self::Memory),
            Some(_) => Some(Self::Cancelled),
        }
    }

    /// The key of its text.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Proven => "stopped-proven",
            Self::Depth => "stopped-depth",
            Self::Time => "stopped-time",
            Self::Nodes => "stopped-nodes",
            Self::Memory => "stopped-memory",
            Self::Cancelled => "stopped-cancelled",
        }
    }
}

impl From<&Thought> for Effort {
    fn from(thought: &Thought) -> Self {
        let stats = &thought.stats;
        Self {
            origin: thought.origin,
            score: thought.score,
            score_unit: Some(thought.score_unit),
            exact: thought.exact,
            plies_to_end: thought.plies_to_end,
            depth: thought.depth,
            selective_depth: stats.selective_depth,
            analysed: stats.analysed,
            expanded: stats.expanded,
            alpha_cuts: stats.alpha_cuts,
            beta_cuts: stats.beta_cuts,
            pruned: stats.pruned,
            table_hits: stats.table_hits,
            pv: thought.pv.clone(),
            ended: SearchEnd::of(thought),
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

impl Ending {
    /// How the game at a table ended; none while it goes on.
    pub fn of(table: &dyn Table) -> Option<Self> {
        let result = table.result()?;
        let reason = match (table.points(), result) {
            (Some(_), _) => Reason::Points,
            (None, 0) => Reason::FullBoard,
            (None, _) => Reason::Line,
        };
        let winner = match result {
            0 => None,
            1.. => Some(1),
            _ => Some(2),
        };
        Some(Self { winner, reason })
    }

    /// Who won and why, in words: `the game is over: Black won (neither side can move, 47 to 31)`.
    pub fn say(&self, game: &Offer, points: Option<[u32; 2]>, words: &Words) -> String {
        let mut reason = words.text(self.reason.key());
        if let (Some([one, two]), Reason::Points) = (points, self.reason) {
            let holes: [(&str, &dyn Display); 3] =
                [("reason", &reason), ("one", &one), ("two", &two)];
            reason = words.fill("over-count", &holes);
        }
        match self.winner() {
            None => words.fill("over-draw", &[("reason", &reason)]),
            Some(seat) => {
                let side = game.side(seat);
                words.fill("over-won", &[("side", &side), ("reason", &reason)])
            }
        }
    }

    /// The winner, in a word or two for lists.
    pub fn brief(&self, game: &str, words: &Words) -> String {
        match (self.winner(), find(game)) {
            (Some(seat), Ok(entry)) => words.fill("records-winner", &[("side", &entry.side(seat))]),
            (Some(seat), Err(_)) => words.fill("records-winner", &[("side", &seat.number())]),
            (None, _) => words.text("records-draw"),
        }
    }

    /// The seat that won; none for a draw.
    pub fn winner(&self) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| Some(seat.number()) == self.winner)
    }
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
    /// A player ran out of time.
    Time,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Line, Self::FullBoard, Self::Points, Self::Resigned, Self::Time];

    /// Whether the moves do not show it: a resignation or a loss on time.
    pub const fn is_forfeit(self) -> bool {
        matches!(self, Self::Resigned | Self::Time)
    }

    /// The word in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::FullBoard => "full_board",
            Self::Points => "points",
            Self::Resigned => "resigned",
            Self::Time => "time",
        }
    }

    /// The key of its text.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Line => "reason-line",
            Self::FullBoard => "reason-full-board",
            Self::Points => "reason-points",
            Self::Resigned => "reason-resigned",
            Self::Time => "reason-time",
        }
    }
}

/// Why a record cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// The game, its rules or its first position.
    Open(OpenError),
    /// A player.
    Player(PlayerError),
    /// A move that is illegal in its position.
    Ply(usize, Refused),
    /// A ply of a player whose turn it is not.
    Turn(usize, u32, u32),
    /// An ending that does not follow from the moves.
    Ending,
    /// An impossible time for a move.
    Time(u64),
    /// A start that is not a date.
    Date(String),
}

impl RecordError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Open(e) => e.message(),
            Self::Player(e) => e.message(),
            Self::Ply(n, reason) => {
                message!("record-ply", "ply {n}: {reason}", n = *n, reason = reason.clone())
            }
            Self::Turn(n, player, turn) => message!(
                "record-turn",
                "ply {n} is player {player}'s: expected player {turn}'s",
                n = *n,
                player = *player,
                turn = *turn
            ),
            Self::Ending => {
                message!("record-ending", "the record's ending does not follow from its moves")
            }
            Self::Time(found) => message!(
                "record-time",
                "{found} ms is too long for a move: expected at most {most} ms",
                found = *found,
                most = Record::LONGEST_MS
            ),
            Self::Date(text) => message!(
                "record-date",
                "`{text}` is not a date and time: expected a date as in 2026-01-31T20:15:00+00:00",
                text = &**text
            ),
        }
    }
}

plywood_contract::explained!(RecordError);

impl From<OpenError> for RecordError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

impl From<PlayerError> for RecordError {
    fn from(error: PlayerError) -> Self {
        Self::Player(error)
    }
}
