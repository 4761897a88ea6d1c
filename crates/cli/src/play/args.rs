//! What can be asked of `play`, `records` and `log`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use plywood_protocol::Leash;
use plywood_workbench::play::Level;
use plywood_workbench::units::{parse_plies, parse_time};
use plywood_workbench::{Refused, message};

#[derive(Args)]
pub(crate) struct PlayArguments {
    /// The game: `plywood games` lists them
    #[arg(required_unless_present = "resume")]
    pub(crate) game: Option<String>,
    /// Player 1: human, computer, level:1 to level:9, an engine as in alpha-beta:depth=6, or a program
    /// as in 'ugi:python3 bot.py'
    #[arg(long, value_name = "PLAYER")]
    pub(crate) p1: Option<String>,
    /// Player 2, in the same words
    #[arg(long, value_name = "PLAYER")]
    pub(crate) p2: Option<String>,
    /// Time for each move of the computer, as in 2s or 500ms
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// The computer looks no further than D plies ahead
    #[arg(short, long, value_name = "D", value_parser = parse_plies, allow_hyphen_values = true)]
    pub(crate) depth: Option<u32>,
    /// Strength of the computer, from 1 for beginners to 9 for the best there is; what `plywood config`
    /// says if not given
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) level: Option<Level>,
    /// The position in one line; `startpos` and `moves m1 m2` are understood
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Rules as key=value, separated by commas (see `plywood games`)
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Vec<String>,
    /// Seed of a shuffled board and of the computer's whims; a new one each time if not given
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
    /// What other programs may take, as in memory=2GB,processes=8,cpu=3600,network=off,write=off
    #[arg(long, value_name = "LIMITS", value_parser = crate::arena::parse_leash)]
    pub(crate) leash: Option<Leash>,
    /// Append the game to FILE in the form of the original log.dat
    #[arg(long, value_name = "FILE")]
    pub(crate) log_dat: Option<PathBuf>,
    /// Go on with a game that was not finished: the latest one, or the one with this number
    #[arg(long, value_name = "ID", num_args = 0..=1, conflicts_with_all = ["game", "position", "rules", "seed"])]
    pub(crate) resume: Option<Option<i64>>,
}

#[derive(Subcommand)]
pub(crate) enum RecordsCommand {
    /// List the saved games, the latest first
    List {
        /// Only games of this name
        #[arg(long)]
        game: Option<String>,
        /// Only games that this player sat at: human, level:5, or part of an engine's name
        #[arg(long, value_name = "TEXT")]
        player: Option<String>,
        /// Only games that are finished
        #[arg(long, conflicts_with = "unfinished")]
        finished: bool,
        /// Only games that can be gone on with
        #[arg(long)]
        unfinished: bool,
        /// Only games begun on this day or later, as in 2026-01-31
        #[arg(long, value_name = "DAY", value_parser = parse_day)]
        since: Option<String>,
        /// At most this many
        #[arg(long, default_value_t = 20)]
        limit: u32,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show a game: who played, every move, the last position
    Show {
        /// The number of the game
        id: i64,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show a game position by position
    Replay {
        /// The number of the game
        id: i64,
        /// Wait this long between positions, as in 500ms
        #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
        delay: Option<Duration>,
    },
    /// Write games to stdout or a file
    Export {
        /// The numbers of the games; all if none is given
        ids: Vec<i64>,
        /// The form
        #[arg(long, value_enum, default_value_t = Form::Jsonl)]
        format: Form,
        /// Write to FILE
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Name a game, to find it by; without a name, remove the one it has
    Rename {
        /// The number of the game
        id: i64,
        /// The new name, of at most 60 characters
        #[arg(value_parser = parse_name)]
        name: Option<String>,
    },
    /// Take games out of the records for good
    Delete {
        /// The numbers of the games
        #[arg(required = true)]
        ids: Vec<i64>,
        /// Do not ask
        #[arg(short, long)]
        yes: bool,
    },
    /// Tell how you fare against the levels: results, an estimated rating, the level to try next
    Progress {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Read games from files, JSON lines or .blksgf; games that are there already are left out
    Import {
        /// The files; `-` is stdin
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// Reads a name for a game: one line that fits a list.
fn parse_name(text: &str) -> Result<String, Refused> {
    let text = text.trim();
    let is_name = (1..=60).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    match is_name {
        true => Ok(text.to_owned()),
        false => {
            Err(message!("game-name", "expected a name of 1 to 60 characters on one line").into())
        }
    }
}

/// Reads a day.
fn parse_day(text: &str) -> Result<String, Refused> {
    let is_day = text.len() == 10
        && text.bytes().enumerate().all(|(i, byte)| match i {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    match is_day {
        true => Ok(text.to_owned()),
        false => {
            Err(message!("day", "`{text}` is no day: expected one as in 2026-01-31", text).into())
        }
    }
}

/// A form of records that other programs read.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// One JSON object a line
    Jsonl,
    /// The game files of Pentobi, one game of blokus-duo each
    Blksgf,
}

#[derive(Subcommand)]
pub(crate) enum LogCommand {
    /// Read a log.dat or resultados.dat back and report what is wrong with it
    Check {
        /// The file
        file: PathBuf,
    },
}
