//! The command line, as one definition.

use plywood_workbench::units::parse_within;
use plywood_workbench::{Refused, message};
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use plywood_protocol::Protocol;
use plywood_workbench::engines::{Engine, Means, ProofMethod};
use plywood_workbench::play::Level;
use plywood_workbench::{Cancel, Limits};

use crate::arena::{RateArguments, TournamentArguments, TuneArguments};
use crate::config::ConfigCommand;
use crate::jobs::{JobsCommand, SolveSetArguments};
use crate::play::{LogCommand, PlayArguments, RecordsCommand};
use crate::problem::ProblemCommand;
use crate::puzzle::PuzzleCommand;
use crate::serve::parse_program;
use crate::tree::TreeArguments;
use plywood_workbench::units::{
    parse_bytes, parse_count, parse_depth, parse_memory, parse_plies, parse_time,
};

/// A workbench for search on boards: play, solve and study games with classical AI
#[derive(Parser)]
#[command(name = "plywood", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The language: pt or en; what the environment says if not given
    #[arg(long, value_name = "LANG", global = true, value_parser = ["pt", "en"])]
    pub(crate) lang: Option<String>,
    /// Ask line by line, as the original programs did, even on a terminal
    #[arg(long, global = true)]
    pub(crate) classic: bool,
    /// Draw with ASCII characters only
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// Colours: auto, where a terminal shows them; always or never
    #[arg(long, value_name = "WHEN", global = true, value_parser = ["auto", "always", "never"])]
    pub(crate) color: Option<String>,
    /// Say nothing on the way: no progress, no notes, only results and what went wrong
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// How boards are written to log.dat and resultados.dat: text, or lisp for lists that Lisp reads
    #[arg(long, value_name = "FORM", global = true, value_parser = ["text", "lisp"])]
    pub(crate) log_format: Option<String>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play a game, or watch the computer play itself
    Play(PlayArguments),
    /// Saved games: list, show, replay, export, import, delete, and how you fare against the levels
    Records {
        #[command(subcommand)]
        command: RecordsCommand,
    },
    /// Show what you chose (language, level, colours ...) and where it is kept, or change it
    Config {
        #[command(subcommand)]
        command: Option<ConfigCommand>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Look after log.dat files
    Log {
        #[command(subcommand)]
        command: LogCommand,
    },
    /// One-player search on the Blokus Uno puzzle
    Puzzle {
        #[command(subcommand)]
        command: PuzzleCommand,
    },
    /// One-player problems of every kind: list, show, solve, compare, check a heuristic, trace
    #[command(visible_alias = "problems")]
    Problem {
        #[command(subcommand)]
        command: Option<ProblemCommand>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// List the games, with a line on each
    Games {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// List the legal moves of a position
    Moves(GameArguments),
    /// Draw a position
    Show(ShowArguments),
    /// Count the sequences of moves from a position, depth by depth
    Perft(PerftArguments),
    /// Think about a position: the best move, what it is worth and what may follow
    #[command(alias = "analyse")]
    Analyze(AnalyzeArguments),
    /// Prove what a position is worth, and each move if asked to
    Solve(SolveArguments),
    /// Prove what each position of a file is worth, here or on a Ray cluster
    SolveSet(SolveSetArguments),
    /// Serve an engine in GTP, as Blokus programs speak it, on standard input and output
    Gtp(ProtocolArguments),
    /// Serve an engine in UGI, the protocol for any game, on standard input and output
    Ugi(ProtocolArguments),
    /// Examine a bot: does it keep to the protocol, the rules and the time?
    CheckEngine(CheckEngineArguments),
    /// Open the web page: play, analyse and watch a search think
    Serve(ServeArguments),
    /// Explain an algorithm, an engine or a heuristic: idea, pseudocode, promises, cost, a trap, its source
    Explain {
        /// As in a-star, alpha-beta or manhattan; all names if none is given
        name: Option<String>,
    },
    /// Search a textbook's game tree and draw it: values, windows, what is cut and why
    Tree(TreeArguments),
    /// List the engines that can be named, with their options
    Engines {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Let engines play against each other, and tell who is stronger and how sure that is
    Tournament(Box<TournamentArguments>),
    /// Rate the players of any stored games
    Rate(RateArguments),
    /// Find better numbers for an engine by letting it play
    Tune(Box<TuneArguments>),
    /// Cut work into jobs that any machine can run, run them, and gather the results
    Jobs {
        #[command(subcommand)]
        command: JobsCommand,
    },
    /// Search fixed positions and print one node count: the checksum of behaviour
    Bench {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Print the JSON Schema of what a command prints with --json
    Schema {
        /// The command, as in analyze or records list; all that have a schema if none is given
        command: Vec<String>,
    },
    /// Tell whether terminal, records, page, browser, Python and Ray work here
    SelfCheck {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Print what a shell needs to complete our commands
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// Which game, and where it stands.
#[derive(Args)]
pub(crate) struct GameArguments {
    /// The game: `plywood games` lists them
    pub(crate) game: String,
    /// The position in one line; `startpos` and `moves m1 m2` are understood
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "LIST")]
    pub(crate) moves: Vec<String>,
    /// Rules as key=value, separated by commas (see `plywood games`)
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Vec<String>,
    /// Seed of a shuffled board
    #[arg(long, default_value_t = 0, allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ShowArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Args)]
pub(crate) struct PerftArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How many plies
    #[arg(short, long, value_parser = parse_plies, allow_hyphen_values = true)]
    pub(crate) depth: u32,
    /// Also print the count below each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Leave out sequences that end in a forced pass
    #[arg(long)]
    pub(crate) without_passes: bool,
}

// Requests on stdin name their games themselves; one on the command line is for those that do not.
#[derive(Args)]
#[command(mut_arg("game", |game| game
    .required(false)
    .required_unless_present("stdin")
    .default_value_if("stdin", "true", "")))]
pub(crate) struct AnalyzeArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Answer requests, one JSON object a line, as they come (docs/json.md)
    #[arg(long, conflicts_with_all = ["position", "moves", "json"])]
    pub(crate) stdin: bool,
    /// With --stdin: searches at once, each with its own threads and memory
    #[arg(long, value_name = "N", default_value_t = 1, requires = "stdin", value_parser = within::<u16, 1, 64>, allow_hyphen_values = true)]
    pub(crate) workers: u16,
    /// The engine, with options as in alpha-beta:depth=6 (see `plywood engines`)
    #[arg(short, long, value_name = "NAME", default_value = "best")]
    pub(crate) engine: Engine,
    /// Think this long, as in 10, 10s, 500ms or 2m; 5s if no limit is given
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Look at no more than N positions, as in 500000 or 2M
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
    /// Look no further than D plies ahead
    #[arg(short, long, value_name = "D", value_parser = parse_plies, allow_hyphen_values = true)]
    pub(crate) depth: Option<u32>,
    /// Show the K best moves
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = within::<u16, 1, 65_535>, allow_hyphen_values = true)]
    pub(crate) multipv: u16,
    #[command(flatten)]
    pub(crate) means: MeansArguments,
}

#[derive(Args)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How to prove it: best, iterative or df-pn; `plywood engines` explains them
    #[arg(long, value_name = "NAME", default_value = "best", value_parser = str::parse::<ProofMethod>)]
    pub(crate) engine: ProofMethod,
    /// Prove the value of every move
    #[arg(long)]
    pub(crate) all_moves: bool,
    /// Give up after this long, as in 30s or 2m
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Look at no more than N positions
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) means: MeansArguments,
}

#[derive(Args)]
pub(crate) struct ServeArguments {
    /// The port; any free one if 0
    #[arg(long, value_name = "N", default_value_t = 7788, allow_hyphen_values = true)]
    pub(crate) port: u16,
    /// Listen on this address instead of loopback: invitation links for others are then printed
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<std::net::IpAddr>,
    /// Let players in who give the password in the first line of this file
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<std::path::PathBuf>,
    /// The page's address behind a proxy on this machine, whose X-Forwarded-For is then believed
    #[arg(long, value_name = "URL", value_parser = parse_public)]
    pub(crate) public: Option<plywood_web::Public>,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Show the tournaments of this store, live; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Vec<std::path::PathBuf>,
    /// Let the owner play against this program, as in mine="ugi:python3 bot.py"; may be given several times
    #[arg(long = "engine", value_name = "NAME=COMMAND", value_parser = parse_program)]
    pub(crate) engines: Vec<plywood_arena::settings::Contestant>,
    /// What other programs may take, as in memory=2GB,processes=8,cpu=3600,network=off,write=off
    #[arg(long, value_name = "LIMITS", value_parser = crate::arena::parse_leash, requires = "engines")]
    pub(crate) leash: Option<plywood_protocol::Leash>,
    /// Searches at once
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = within::<u16, 1, 64>)]
    pub(crate) searches: u16,
    /// Memory of each search, as in 64MB
    #[arg(long, value_name = "SIZE", default_value = "64MB", value_parser = parse_bytes)]
    pub(crate) hash: u64,
}

/// What an engine may use.
#[derive(Args)]
pub(crate) struct MeansArguments {
    /// Threads; one for each processor if not given
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 256>, allow_hyphen_values = true)]
    threads: Option<u16>,
    /// Memory for the table or tree, as in 64MB or 1GiB
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = parse_bytes, allow_hyphen_values = true)]
    hash: u64,
}

impl MeansArguments {
    /// With the seed that also shuffles boards.
    pub(crate) fn means(&self, seed: u64) -> Means {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(processors, usize::from);
        Means { threads, hash: self.hash, seed }
    }
}

/// An engine for another program, and what a move may cost if that program does not say.
#[derive(Args)]
pub(crate) struct ProtocolArguments {
    /// The game; the controller can choose another
    #[arg(short, long, default_value = "blokus-duo")]
    pub(crate) game: String,
    /// Rules as key=value, separated by commas (see `plywood games`)
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Vec<String>,
    /// The engine, with options as in alpha-beta:depth=6 (see `plywood engines`)
    #[arg(short, long, value_name = "NAME", default_value = "best")]
    pub(crate) engine: Engine,
    /// Think this long about a move, as in 2s or 500ms; 1s if no limit is given
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Look at no more than N positions for a move
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
    /// Look no further than D plies ahead
    #[arg(short, long, value_name = "D", value_parser = parse_plies, allow_hyphen_values = true)]
    pub(crate) depth: Option<u32>,
    /// Play at a level from 1 to 9
    #[arg(short, long, value_name = "L", allow_hyphen_values = true)]
    pub(crate) level: Option<Level>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u16, 1, 256>, allow_hyphen_values = true)]
    pub(crate) threads: u16,
    /// Memory for the table or tree, as in 64MB or 1GiB
    #[arg(long, value_name = "SIZE", default_value = "64MB", value_parser = parse_bytes, allow_hyphen_values = true)]
    pub(crate) hash: u64,
    /// Seed of random choices and of a shuffled board
    #[arg(long, default_value_t = 0, allow_hyphen_values = true)]
    pub(crate) seed: u64,
}

/// A bot to examine.
#[derive(Args)]
pub(crate) struct CheckEngineArguments {
    /// The bot's command line, in quotes; `gtp:` or `ugi:` before it names its protocol
    pub(crate) command: String,
    /// The protocol it speaks: gtp or ugi
    #[arg(long)]
    pub(crate) protocol: Option<Protocol>,
    /// The game it plays
    #[arg(short, long, default_value = "quatro")]
    pub(crate) game: String,
    /// Rules as key=value, separated by commas (see `plywood games`)
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Vec<String>,
    /// Whole games to play against a random player
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within::<u32, 1, 1_000>)]
    pub(crate) games: u32,
    /// Time for a move, as in 1s or 200ms
    #[arg(long, value_name = "T", default_value = "1s", value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Duration,
    /// Seed of the random player and of shuffled boards
    #[arg(long, default_value_t = 0, allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The limits of a search.
#[derive(Args)]
pub(crate) struct LimitArguments {
    /// Generate no node deeper than N
    #[arg(long, value_name = "N", value_parser = parse_depth, allow_hyphen_values = true)]
    pub(crate) max_depth: Option<u32>,
    /// End after this long, as in 10, 10s, 500ms or 2m
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Hold at most this much memory, as in 512MB or 2GiB; half of what is free here if not given
    #[arg(long, value_name = "M", value_parser = parse_memory, allow_hyphen_values = true)]
    pub(crate) memory: Option<u64>,
    /// Generate at most N nodes
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
}

impl LimitArguments {
    /// The limits with these defaults where nothing was said.
    pub(crate) fn limits(&self, time: Option<Duration>, memory: u64, cancel: &Cancel) -> Limits {
        Limits {
            time: self.time.or(time),
            nodes: self.nodes,
            bytes: Some(self.memory.unwrap_or(memory)),
            depth: self.max_depth,
            cancel: cancel.clone(),
        }
    }
}

/// Reads a whole number within bounds.
pub(crate) fn within<T: TryFrom<u32>, const LEAST: u32, const MOST: u32>(
    text: &str,
) -> Result<T, Refused> {
    let number = parse_within(text, LEAST, MOST)?;
    T::try_from(number).map_err(|_| message!("number-large", "`{text}` is too large", text).into())
}

/// Reads the address of a page behind a proxy.
fn parse_public(text: &str) -> Result<plywood_web::Public, Refused> {
    plywood_web::Public::parse(text).ok_or_else(|| {
        message!(
            "public-address",
            "`{text}` is not an address of a page: expected one as in https://games.example.org",
            text
        )
        .into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
