//! What `plywood puzzle` can be asked.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use plywood_workbench::puzzle::Pieces;
use plywood_workbench::units::{parse_count, parse_memory, parse_share, parse_threads, parse_time};

use crate::args::within;
use crate::problem::{
    CheckHeuristicArguments, CompareArguments, SolveProblemArguments, TraceArguments,
};

#[derive(Subcommand)]
pub(crate) enum PuzzleCommand {
    /// List the boards that come with the program, or those of files
    Boards {
        /// Files of boards, in our form or as problemas.dat
        files: Vec<String>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Draw a board
    Show {
        /// A to F, a file, or one of a file's boards as FILE#2
        board: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// List the algorithms and heuristics, with a line on each
    Algorithms {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Solve a board and print the path, board by board, with the statistics
    Solve(PuzzleSolve),
    /// Solve boards by several algorithms and compare
    Compare(PuzzleCompare),
    /// Look for a state where a heuristic overestimates or contradicts itself
    CheckHeuristic(PuzzleCheck),
    /// Write down a search step by step, as JSON lines
    Trace(TraceArguments),
    /// Find the most cells a board allows, with proof, or the fewest pieces for an objective
    Maximize(MaximizeArguments),
    /// Make new boards whose objective is their proven maximum, graded by difficulty
    Generate(GenerateArguments),
}

#[derive(Args)]
pub(crate) struct PuzzleSolve {
    #[command(flatten)]
    pub(crate) solve: SolveProblemArguments,
    /// The number of own cells to reach, instead of the board's own
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) objective: Option<u32>,
    /// Append the solution to FILE in the form of the original resultados.dat
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct PuzzleCompare {
    #[command(flatten)]
    pub(crate) compare: CompareArguments,
    /// Run the original program's table again, to the digit, beside the right figures
    #[arg(long, conflicts_with_all = ["boards", "algorithms", "heuristic", "max_depth", "runs", "svg"])]
    pub(crate) as_published: bool,
}

#[derive(Args)]
pub(crate) struct PuzzleCheck {
    /// A to F, a file, or one of a file's boards as FILE#2
    #[arg(default_value = "A")]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) check: CheckHeuristicArguments,
    /// The number of own cells to reach, instead of the board's own
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) objective: Option<u32>,
}

#[derive(Args)]
pub(crate) struct MaximizeArguments {
    /// A to F, a file, or one of a file's boards as FILE#2
    pub(crate) board: String,
    /// How many a, b and c there are, those on the board included, or `unlimited`
    #[arg(long, value_name = "A,B,C", default_value_t)]
    pub(crate) stock: Pieces,
    /// Find the fewest pieces for the objective instead
    #[arg(long)]
    pub(crate) minimize_pieces: bool,
    /// The number of own cells to reach, instead of the board's own
    #[arg(long, requires = "minimize_pieces")]
    pub(crate) objective: Option<u32>,
    /// End after this long, as in 10, 10s, 500ms or 2m
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Hold at most this much memory, as in 512MB or 2GiB
    #[arg(long, value_name = "M", value_parser = parse_memory, allow_hyphen_values = true)]
    pub(crate) memory: Option<u64>,
    /// Make at most N states
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
    /// Threads to use; all cores unless given
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct GenerateArguments {
    /// Rows, from 1 to 20
    #[arg(long, default_value_t = 8)]
    pub(crate) rows: usize,
    /// Columns, from 1 to 20
    #[arg(long, default_value_t = 8)]
    pub(crate) cols: usize,
    /// The share of blocked cells, as in 0.2 or 20%
    #[arg(long, default_value = "0.2", value_parser = parse_share, allow_hyphen_values = true)]
    pub(crate) density: f64,
    /// The same seed makes the same boards
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many boards, from 1 to 1000
    #[arg(long, default_value_t = 1, value_parser = within::<u16, 1, 1_000>)]
    pub(crate) count: u16,
    /// Leave out boards whose maximum takes longer than this to prove
    #[arg(long, value_name = "T", default_value = "10s", value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Duration,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
