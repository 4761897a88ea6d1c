//! The command lines of `jobs` and `solve-set`.

use crate::args::within;
use plywood_workbench::{Refused, message};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Subcommand};
use plywood_jobs::Limited;
use plywood_jobs::make::Proof;
use plywood_workbench::units::{parse_bytes, parse_count, parse_time};

use crate::arena::{EntryArguments, OutputArguments, TuningArguments};
use crate::args::LimitArguments;
use crate::problem::{Methods, parse_methods};

#[derive(Subcommand)]
pub(crate) enum JobsCommand {
    /// Cut work into jobs, one line of JSON each
    Make {
        #[command(subcommand)]
        command: MakeCommand,
    },
    /// Run jobs; each result is one line, printed as soon as it is there
    Run(RunArguments),
    /// Gather results, each job's once: what is missing, and what they say
    Merge(Box<MergeArguments>),
}

#[derive(Subcommand)]
pub(crate) enum MakeCommand {
    /// The pairs of games of a tournament; of a Swiss one, those of the next round
    Tournament(Box<MakeTournament>),
    /// A proof for each position of a file
    Solve(MakeSolve),
    /// The puzzle or another problem, each board by each algorithm
    Compare(MakeCompare),
    /// The pairs of games of the next match of a tuning run
    Tune(Box<MakeTune>),
    /// The boards of the opening table of quarto and quatro
    OpeningTable(MakeOpeningTable),
}

#[derive(Args)]
pub(crate) struct MakeTournament {
    /// The game: `plywood games` lists them
    pub(super) game: String,
    #[command(flatten)]
    pub(super) entry: EntryArguments,
    /// Leave out jobs whose result is in FILE, and go on from there
    #[arg(long, value_name = "FILE")]
    pub(super) done: Vec<PathBuf>,
    /// Print the whole set as one line, for `plywood.cluster`, which makes the jobs as it goes
    #[arg(long, conflicts_with = "done")]
    pub(super) set: bool,
}

#[derive(Args)]
pub(crate) struct MakeTune {
    #[command(flatten)]
    pub(super) run: TuningArguments,
    /// Leave out jobs whose result is in FILE, and go on from there
    #[arg(long, value_name = "FILE")]
    pub(super) done: Vec<PathBuf>,
    /// Print the whole set as one line, for `plywood.cluster`, which makes the jobs as it goes
    #[arg(long, conflicts_with = "done")]
    pub(super) set: bool,
}

/// Which positions to prove, and how.
#[derive(Args)]
pub(crate) struct MakeSolve {
    /// A file with a position on each line, its game's name before it; `-` is stdin
    pub(super) file: PathBuf,
    /// The game of positions without a name before them
    #[arg(long)]
    pub(super) game: Option<String>,
    /// Rules as key=value, separated by commas (see `plywood games`)
    #[arg(long, value_name = "RULES")]
    rules: Vec<String>,
    /// Prove the value of every move
    #[arg(long)]
    all_moves: bool,
    /// Give up on a position after this long; results then depend on the machine
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Look at no more than N positions for each
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// Memory for the table of each job
    #[arg(long, value_name = "SIZE", default_value = "64MB", value_parser = parse_bytes, allow_hyphen_values = true)]
    hash: u64,
    /// Seed of a shuffled board
    #[arg(long, default_value_t = 0, allow_hyphen_values = true)]
    seed: u64,
}

impl MakeSolve {
    pub(super) fn proof(&self) -> Proof {
        let limits =
            Limited { time_ms: milliseconds(self.time), nodes: self.nodes, ..Limited::default() };
        Proof {
            rules: self.rules.join(","),
            seed: self.seed,
            all_moves: self.all_moves,
            limits,
            hash: self.hash,
        }
    }
}

/// At least one: a limit of nothing is no limit anybody means.
pub(super) fn milliseconds(time: Option<Duration>) -> Option<u64> {
    time.map(|time| (time.as_millis() as u64).max(1))
}

#[derive(Args)]
pub(crate) struct MakeCompare {
    /// Boards by name, file or text; all that come with the program if none is named
    pub(super) boards: Vec<String>,
    /// Algorithms with their options, separated by commas; all if none is named
    #[arg(short, long, value_name = "LIST", value_parser = parse_methods)]
    pub(super) algorithms: Option<Methods>,
    /// Use this heuristic wherever one is used
    #[arg(long)]
    pub(super) heuristic: Option<String>,
    /// The problem (see `plywood problems`)
    #[arg(long, value_name = "NAME", default_value = "puzzle")]
    pub(super) problem: String,
    /// Limits for each solve; 2 seconds and 1 GiB unless given
    #[command(flatten)]
    pub(super) limits: LimitArguments,
}

#[derive(Args)]
pub(crate) struct MakeOpeningTable {
    /// The most pieces on a board, up to 5; fewer mean fewer boards, but each takes far longer
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within::<u32, 0, 5>)]
    pub(super) placed: u32,
    /// Boards in each job
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(400).unwrap_or(NonZeroUsize::MIN))]
    pub(super) boards: NonZeroUsize,
    /// Memory for the table of each job
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = parse_bytes, allow_hyphen_values = true)]
    pub(super) hash: u64,
}

#[derive(Args)]
pub(crate) struct RunArguments {
    /// The file of jobs; `-` is stdin
    pub(super) jobs: PathBuf,
    /// Run only every N-th job, beginning with the I-th, as in 2/3
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,
    /// Leave out jobs whose result is in FILE; the same file may be appended to
    #[arg(long, value_name = "FILE")]
    pub(super) done: Vec<PathBuf>,
    /// Jobs at a time; one for each processor if not given
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<NonZeroUsize>,
    /// Start the programs that the file names, without asking
    #[arg(long)]
    pub(super) allow_commands: bool,
    /// What other programs may take, as in memory=2GB,processes=8,cpu=3600,network=off,write=off
    #[arg(long, value_name = "LIMITS", value_parser = crate::arena::parse_leash)]
    pub(super) leash: Option<plywood_protocol::Leash>,
}

#[derive(Args)]
pub(crate) struct MergeArguments {
    /// Files of results; `-` is stdin
    #[arg(required = true)]
    pub(super) results: Vec<PathBuf>,
    /// The jobs they are of: then what is missing is told, and what follows from all of them
    #[arg(long, value_name = "FILE")]
    pub(super) jobs: Option<PathBuf>,
    /// Put the results into this store, as if they had been played there; needs --jobs
    #[arg(long, value_name = "FILE", requires = "jobs")]
    pub(super) store: Option<PathBuf>,
    /// Write the opening table that the results make to FILE
    #[arg(long, value_name = "FILE")]
    pub(super) table: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct SolveSetArguments {
    #[command(flatten)]
    pub(super) set: MakeSolve,
    /// Let this Ray cluster work: its address, `auto` for the one at hand or `local` for a new one
    #[arg(long, value_name = "ADDRESS", conflicts_with = "threads")]
    pub(super) ray: Option<String>,
    /// Keep the results in this file; run the same command again to go on after an interruption
    #[arg(long, value_name = "FILE")]
    pub(super) store: Option<PathBuf>,
    /// Jobs at a time; one for each processor if not given
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<NonZeroUsize>,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// Every `of`-th job, beginning with number `first`, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    first: usize,
    of: usize,
}

impl Shard {
    /// Whether the job at this place is in it.
    pub(super) fn holds(self, place: usize) -> bool {
        place % self.of == self.first
    }
}

/// Reads `2/3`: the second of three.
impl FromStr for Shard {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        let numbers = text.split_once('/').and_then(|(place, of)| {
            Some((place.trim().parse::<usize>().ok()?, of.trim().parse::<usize>().ok()?))
        });
        match numbers {
            Some((place, of)) if (1..=of).contains(&place) => Ok(Self { first: place - 1, of }),
            _ => Err(message!(
                "no-shard",
                "`{text}` is no shard: expected I/N as in 1/3, 2/3 or 3/3",
                text
            )
            .into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_and_share_all_jobs() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for place in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.holds(place)).count(), 1);
        }
        for text in ["", "0/3", "4/3", "1/0", "1", "a/b", "1/3/5", "-1/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
