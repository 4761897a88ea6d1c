//! What `plywood problem` can be asked.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use plywood_workbench::problems::Method;
use plywood_workbench::units::{parse_count, parse_depth, parse_memory, parse_time};
use plywood_workbench::{Cancel, Limits, Refused, message};

use crate::args::{LimitArguments, within};

/// A problem of the catalogue, by name.
#[derive(Subcommand)]
pub(crate) enum ProblemCommand {
    /// Draw what comes with the program for a problem, or one board, file or text
    Show {
        /// The problem (see `plywood problems`)
        problem: String,
        /// What comes with the program by its name, a file, FILE#2, or a text
        what: Option<String>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// List the algorithms and the problem's heuristics, with a line on each
    Algorithms {
        /// The problem (see `plywood problems`)
        problem: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Solve it and print the path with the statistics
    Solve {
        /// The problem (see `plywood problems`)
        problem: String,
        #[command(flatten)]
        solve: SolveProblemArguments,
    },
    /// Solve several boards by several algorithms and compare
    Compare {
        /// The problem (see `plywood problems`)
        problem: String,
        #[command(flatten)]
        compare: CompareArguments,
    },
    /// Look for a state where a heuristic overestimates or contradicts itself
    CheckHeuristic {
        /// The problem (see `plywood problems`)
        problem: String,
        /// What comes with the program by its name, a file, FILE#2, or a text
        board: String,
        #[command(flatten)]
        check: CheckHeuristicArguments,
    },
    /// Check a trace that a program of yours wrote, line by line against the rules (docs/traces.md)
    CheckTrace {
        /// The problem (see `plywood problems`)
        problem: String,
        /// What comes with the program by its name, a file, FILE#2, or a text
        board: String,
        /// The trace; `-` is stdin
        file: PathBuf,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write down a search step by step, as JSON lines
    Trace {
        /// The problem (see `plywood problems`)
        problem: String,
        #[command(flatten)]
        trace: TraceArguments,
    },
}

#[derive(Args)]
pub(crate) struct SolveProblemArguments {
    /// What comes with the program by its name, a file, FILE#2, or a text
    pub(crate) board: String,
    /// The algorithm, with options as in beam:width=50 (see `plywood puzzle algorithms`)
    #[arg(short, long, default_value = "a-star")]
    pub(crate) algorithm: Method,
    /// What guides the search, by name, or script:FILE; of the puzzle's, h1 and h2 may overestimate, h3 and h4 never do
    #[arg(long)]
    pub(crate) heuristic: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct CompareArguments {
    /// Boards by name, file or text; all that come with the program if none is named
    pub(crate) boards: Vec<String>,
    /// Algorithms with their options, separated by commas; all if none is named
    #[arg(short, long, value_name = "LIST", value_parser = parse_methods)]
    pub(crate) algorithms: Option<Methods>,
    /// Use this heuristic wherever one is used: a name, or script:FILE
    #[arg(long)]
    pub(crate) heuristic: Option<String>,
    /// Limits for each solve; 2 seconds and 1 GiB unless given
    #[command(flatten)]
    pub(crate) limits: CompareLimits,
    /// Time each solve N times after a first one that is not counted, and give the median and the spread
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u32, 1, 1_000>, allow_hyphen_values = true)]
    pub(crate) runs: u32,
    /// Print one JSON object
    #[arg(long, group = "form")]
    pub(crate) json: bool,
    /// Print comma-separated values
    #[arg(long, group = "form")]
    pub(crate) csv: bool,
    /// Print Markdown tables
    #[arg(long, group = "form")]
    pub(crate) markdown: bool,
    /// Write charts of nodes and time into DIR
    #[arg(long, value_name = "DIR")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a page with boards, tables, charts and what the columns mean to FILE, to be read or printed
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,
}

/// The limits of each solve of a comparison.
#[derive(Args)]
pub(crate) struct CompareLimits {
    /// Generate no node deeper than N; or board by board, as in A:2,B:5
    #[arg(long, value_name = "N", value_parser = parse_depths, allow_hyphen_values = true)]
    pub(crate) max_depth: Option<Depths>,
    /// End after this long, as in 10, 10s, 500ms or 2m
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Hold at most this much memory, as in 512MB or 2GiB
    #[arg(long, value_name = "M", value_parser = parse_memory, allow_hyphen_values = true)]
    pub(crate) memory: Option<u64>,
    /// Generate at most N nodes
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
}

/// Depth limits: one for all boards, or some board by board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Depths {
    All(u32),
    Each(Vec<(String, u32)>),
}

fn parse_depths(text: &str) -> Result<Depths, Refused> {
    if !text.contains(':') {
        return parse_depth(text).map(Depths::All);
    }
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let read = |part: &str| {
        let Some((board, depth)) = part.rsplit_once(':') else {
            let said = message!(
                "depth-board",
                "`{part}` names no board: expected limits as in A:2,B:5",
                part
            );
            return Err(said.into());
        };
        Ok((board.to_owned(), parse_depth(depth)?))
    };
    parts.map(read).collect::<Result<_, _>>().map(Depths::Each)
}

impl CompareLimits {
    /// The limits with these defaults where nothing was said.
    pub(crate) fn limits(&self, time: Duration, memory: u64, cancel: &Cancel) -> Limits {
        let depth = match self.max_depth {
            Some(Depths::All(depth)) => Some(depth),
            _ => None,
        };
        Limits {
            time: self.time.or(Some(time)),
            nodes: self.nodes,
            bytes: Some(self.memory.unwrap_or(memory)),
            depth,
            cancel: cancel.clone(),
        }
    }

    /// The depth limits board by board.
    pub(crate) fn depths(&self) -> &[(String, u32)] {
        match &self.max_depth {
            Some(Depths::Each(depths)) => depths,
            _ => &[],
        }
    }
}

#[derive(Args)]
pub(crate) struct CheckHeuristicArguments {
    /// The heuristic to check, by name or script:FILE; all if none is named
    #[arg(long)]
    pub(crate) heuristic: Option<String>,
    /// List this many children before sampling
    #[arg(long, default_value = "5000000", value_parser = parse_count, allow_hyphen_values = true)]
    pub(crate) nodes: u64,
    /// Random walks to try where not every state can be listed
    #[arg(long, default_value_t = 2000)]
    pub(crate) dives: u32,
    /// Seed of the random walks
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Give up after this long, as in 30s or 500ms
    #[arg(long, value_parser = parse_time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct TraceArguments {
    /// What comes with the program by its name, a file, FILE#2, or a text
    pub(crate) board: String,
    /// The algorithm, with options as in beam:width=50 (see `plywood puzzle algorithms`)
    #[arg(short, long, default_value = "a-star")]
    pub(crate) algorithm: Method,
    /// What guides the search, by name, or script:FILE; of the puzzle's, h1 and h2 may overestimate, h3 and h4 never do
    #[arg(long)]
    pub(crate) heuristic: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Write down at most N steps
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) steps: usize,
    /// Write one object that Posthoc's visualiser opens, instead of JSON lines
    #[arg(long)]
    pub(crate) posthoc: bool,
}

/// Several methods in one argument.
#[derive(Clone)]
pub(crate) struct Methods(pub(crate) Vec<Method>);

/// Commas separate methods and, inside one, options: a part with `=` but no `:` belongs to the
/// method before it.
pub(crate) fn parse_methods(text: &str) -> Result<Methods, Refused> {
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match parts.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => {
                *last = format!("{last},{part}");
            }
            _ => parts.push(part.to_owned()),
        }
    }
    if parts.is_empty() {
        return Err(message!("no-methods", "expected at least one algorithm").into());
    }
    let methods = parts.iter().map(|part| part.parse::<Method>().map_err(Refused::from));
    methods.collect::<Result<_, _>>().map(Methods)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stay_with_their_method() {
        let methods = parse_methods("bfs, beam:width=5,heuristic=h4,a*").map(|m| m.0).unwrap();
        let names: Vec<String> = methods.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["bfs", "beam:width=5", "a-star"]);
        assert_eq!(methods[1].heuristic.as_deref(), Some("h4"));
    }

    #[test]
    fn depths_are_one_for_all_or_board_by_board() {
        assert_eq!(parse_depths("5"), Ok(Depths::All(5)));
        let each = Depths::Each(vec![("A".into(), 2), ("B".into(), 5)]);
        assert_eq!(parse_depths("A:2, B:5"), Ok(each));
        for text in ["A:2,5", "A:x", "A:0", "0"] {
            assert!(parse_depths(text).is_err(), "{text}");
        }
    }
}
