//! The command lines of `tournament`, `rate` and `tune`.

use crate::args::within;
use crate::failure::at_line;
use plywood_workbench::{Refused, message};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::{Args, Subcommand};
use plywood_arena::pairing::bad_line;
use plywood_arena::settings::{
    Adjudication, ClockControl, Contestant, Control, Format, Openings, Settings,
};
use plywood_arena::statistics::Sprt;
use plywood_arena::tuning::Parameter;
use plywood_protocol::Leash;
use plywood_workbench::games::{Offer, find, open};
use plywood_workbench::play::Level;
use plywood_workbench::units::{parse_bytes, parse_count, parse_plies, parse_time};

/// What a stored tournament has settled: nothing of it can be said again with `--resume`.
const SETTLED: [&str; 21] = [
    "game",
    "players",
    "players_from",
    "store",
    "format",
    "games",
    "pairs",
    "rounds",
    "sprt",
    "rules",
    "time",
    "nodes",
    "depth",
    "clock",
    "margin",
    "patience",
    "openings",
    "adjudicate",
    "seed",
    "hash",
    "threads",
];

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct TournamentArguments {
    #[command(subcommand)]
    pub(super) command: Option<ArchiveCommand>,
    /// The game: `plywood games` lists them
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    #[command(flatten)]
    entry: EntryArguments,
    /// Go on with the last tournament in this store; its settings are those stored there
    #[arg(long, value_name = "FILE", conflicts_with_all = SETTLED)]
    pub(super) resume: Option<PathBuf>,
    /// Start the programs that the file names, without asking
    #[arg(long, requires = "resume")]
    pub(super) allow_commands: bool,
    /// What other programs may take, as in memory=2GB,processes=8,cpu=3600,network=off,write=off
    #[arg(long, value_name = "LIMITS", value_parser = parse_leash)]
    pub(super) leash: Option<Leash>,
    #[command(flatten)]
    keeping: KeepingArguments,
    /// Tell the result of each game as it ends
    #[arg(short, long)]
    pub(super) verbose: bool,
    /// Let this Ray cluster play: its address, `auto` for the one at hand or `local` for a new one
    #[arg(long, value_name = "ADDRESS", conflicts_with = "concurrency")]
    pub(super) ray: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputArguments,
}

/// Who plays, and how often.
#[derive(Args)]
pub(crate) struct EntryArguments {
    /// A player as NAME=ENGINE, where ENGINE is one of ours with options, a level as in level:5, or a
    /// program of its own as cmd:COMMAND, gtp:COMMAND or ugi:COMMAND; a ladder of all our levels if
    /// none is named
    #[arg(short, long = "player", value_name = "NAME=ENGINE")]
    players: Vec<Contestant>,
    /// Play a bot of this folder for each file in it, besides the players named
    #[arg(long, value_name = "DIR")]
    players_from: Option<PathBuf>,
    /// Who meets whom: round-robin, gauntlet (the first meets all others), swiss or ladder (each
    /// meets the next)
    #[arg(long)]
    format: Option<Format>,
    /// Games in each meeting, an even number
    #[arg(long, value_name = "N", value_parser = parse_games, conflicts_with = "pairs", allow_hyphen_values = true)]
    games: Option<u64>,
    /// Pairs of games in each meeting: one opening, sides swapped
    #[arg(long, value_name = "N", value_parser = parse_pairs, allow_hyphen_values = true)]
    pairs: Option<u64>,
    /// Rounds of a Swiss tournament
    #[arg(long, value_name = "N", value_parser = within::<u32, 1, 1_000>, allow_hyphen_values = true)]
    rounds: Option<u32>,
    /// Stop when the first player is shown to be better by elo1 rather than elo0, or not, as in
    /// elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=5)]
    sprt: Option<Vec<String>>,
    #[command(flatten)]
    matches: MatchArguments,
}

/// How games are played.
#[derive(Args)]
pub(crate) struct MatchArguments {
    /// Rules as key=value, separated by commas (see `plywood games`)
    #[arg(long, value_name = "RULES")]
    rules: Vec<String>,
    /// Time for each move, as in 100ms or 2s; 100ms if nothing else limits the players
    #[arg(long, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Positions for each move
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "D", value_parser = parse_plies, allow_hyphen_values = true)]
    depth: Option<u32>,
    /// A clock for the whole game and what each move adds, as in 60s+0.5s
    #[arg(long, value_name = "T+T", conflicts_with = "time", allow_hyphen_values = true)]
    clock: Option<ClockControl>,
    /// How far a time limit may be passed before the game is lost
    #[arg(long, value_name = "T", default_value = "100ms", value_parser = parse_time, allow_hyphen_values = true)]
    margin: Duration,
    /// How long a player without a clock may be silent before it counts as hung
    #[arg(long, value_name = "T", default_value = "60s", value_parser = parse_time, allow_hyphen_values = true)]
    patience: Duration,
    /// Where games begin: plies=N random plies, or a file with a position or `moves …` on each line
    #[arg(long, value_name = "plies=N|FILE", default_value = "plies=4")]
    openings: String,
    /// End games both players agree about: `exact` for proven results, or score=5,plies=6
    #[arg(long, value_name = "HOW")]
    adjudicate: Option<Adjudication>,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory for the table or tree of each of our engines
    #[arg(long, value_name = "SIZE", default_value = "16MB", value_parser = parse_bytes, allow_hyphen_values = true)]
    hash: u64,
    /// Threads for each of our engines
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u16, 1, 256>, allow_hyphen_values = true)]
    threads: u16,
}

/// How many games run at a time, and where they go.
#[derive(Args)]
pub(super) struct KeepingArguments {
    /// Games at a time; one for each processor if not given
    #[arg(short, long, value_name = "N", allow_hyphen_values = true)]
    concurrency: Option<NonZeroUsize>,
    /// Keep the games in this file; run the same command again to go on after an interruption
    #[arg(long, value_name = "FILE")]
    pub(super) store: Option<PathBuf>,
}

/// In which forms results are shown.
#[derive(Args)]
pub(crate) struct OutputArguments {
    /// Print one JSON object
    #[arg(long, group = "form")]
    pub(crate) json: bool,
    /// Print comma-separated values
    #[arg(long, group = "form")]
    pub(crate) csv: bool,
    /// Print Markdown tables
    #[arg(long, group = "form")]
    pub(crate) markdown: bool,
    /// Write the report in every form, charts as SVG included, into DIR
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
}

#[derive(Subcommand)]
pub(crate) enum ArchiveCommand {
    /// Play stored games again, move by move, and compare the results
    Replay {
        /// The store
        store: PathBuf,
        /// Draw this game; without a number all are replayed and checked
        number: Option<u64>,
        /// Which tournament of the store; the last if not given
        #[arg(long, value_name = "ID")]
        tournament: Option<i64>,
        /// Draw with ASCII characters only
        #[arg(long)]
        ascii: bool,
    },
    /// Print every stored game as one line of JSON
    Export {
        /// The store
        store: PathBuf,
        /// Which tournament of the store; all if not given
        #[arg(long, value_name = "ID")]
        tournament: Option<i64>,
    },
}

#[derive(Args)]
pub(crate) struct RateArguments {
    /// Stores of finished or unfinished tournaments
    #[arg(required = true)]
    pub(super) stores: Vec<PathBuf>,
    /// Rate games of this game only; needed if the stores hold several
    #[arg(long)]
    pub(super) game: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct TuneArguments {
    #[command(flatten)]
    pub(super) run: TuningArguments,
    #[command(flatten)]
    pub(super) keeping: KeepingArguments,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// What is tuned, and how.
#[derive(Args)]
pub(crate) struct TuningArguments {
    /// The game: `plywood games` lists them
    pub(super) game: String,
    /// The engine with {name} in place of a number, as in "mcts:exploration={c}"
    #[arg(short, long, value_name = "TEMPLATE")]
    pub(super) engine: String,
    /// A number to tune as NAME=START,LOW,HIGH, with a step behind if wanted; whole if written without points
    #[arg(long = "parameter", value_name = "NAME=…", required = true, allow_hyphen_values = true)]
    pub(super) parameters: Vec<Parameter>,
    /// Matches to play
    #[arg(long, value_name = "N", default_value = "200", value_parser = parse_matches, allow_hyphen_values = true)]
    pub(super) steps: u64,
    /// Pairs of games in each match
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_pairs, allow_hyphen_values = true)]
    pub(super) pairs: u64,
    /// How much of its step a won match moves a number by in the end; 4/√N if not given
    #[arg(long, value_name = "R")]
    pub(super) rate: Option<f64>,
    #[command(flatten)]
    pub(super) matches: MatchArguments,
}

fn parse_games(text: &str) -> Result<u64, Refused> {
    parse_count(text).map_err(|_| {
        message!(
            "count-games",
            "`{text}` is not a number of games: expected an even number from 2, as in 100 or 2k",
            text
        )
        .into()
    })
}

fn parse_pairs(text: &str) -> Result<u64, Refused> {
    parse_count(text).map_err(|_| {
        message!(
            "count-pairs",
            "`{text}` is not a number of pairs: expected a whole number from 1, as in 50 or 1k",
            text
        )
        .into()
    })
}

fn parse_matches(text: &str) -> Result<u64, Refused> {
    parse_count(text).map_err(|_| {
        message!(
            "count-matches",
            "`{text}` is not a number of matches: expected a whole number from 1, as in 200 or 1k",
            text
        )
        .into()
    })
}

/// Pairs a meeting has if nobody says how many.
const PAIRS: u64 = 50;
/// A sequential test without a limit ends by itself long before.
const ENDLESS: u64 = 1_000_000;

impl TournamentArguments {
    /// The settings these arguments mean.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        let game = self.game.as_deref().ok_or_else(|| {
            Refused::from(message!("arena-game-first", "name the game first, before --sprt"))
        })?;
        self.entry.settings(game)
    }

    pub(super) fn store(&self) -> Option<&PathBuf> {
        self.resume.as_ref().or(self.keeping.store.as_ref())
    }

    pub(super) fn concurrency(&self, settings: &Settings) -> NonZeroUsize {
        self.keeping.concurrency(settings.threads)
    }
}

/// A bot for each file of a folder, by name: scripts by their interpreter, programs as they are. Hidden files,
/// texts and what can neither be run nor interpreted are left out.
fn bots(folder: &Path) -> anyhow::Result<Vec<Contestant>> {
    let cannot = |e: std::io::Error| crate::failure::cannot_read(folder, &e);
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        files.push(entry.map_err(cannot)?.path());
    }
    files.sort();
    let mut all = Vec::new();
    for file in files.iter().filter(|file| file.is_file()) {
        let (Some(name), Some(path)) =
            (file.file_name().and_then(|name| name.to_str()), file.to_str())
        else {
            continue;
        };
        let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
        let quoted = format!("'{path}'");
        let command = match file.extension().and_then(|end| end.to_str()) {
            _ if name.starts_with('.') || path.contains('\'') => continue,
            Some("py") if cfg!(windows) => format!("python {quoted}"),
            Some("py") => format!("python3 {quoted}"),
            Some("js" | "mjs") => format!("node {quoted}"),
            Some("lisp") => format!("sbcl --script {quoted}"),
            _ if is_program(file) => quoted,
            _ => continue,
        };
        all.push(format!("{stem}=cmd:{command}").parse::<Contestant>()?);
    }
    if all.is_empty() {
        bail!(Refused::from(message!(
            "arena-no-bots",
            "there is no bot in {folder}: expected programs, or scripts that end in .py, .js or .lisp",
            folder = folder.display().to_string()
        )));
    }
    Ok(all)
}

/// Whether a file can be started as it is.
#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
}

/// Whether a file can be started as it is.
#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.extension().is_some_and(|end| end.eq_ignore_ascii_case("exe"))
}

impl EntryArguments {
    /// The settings these arguments mean for a game.
    pub(crate) fn settings(&self, game: &str) -> anyhow::Result<Settings> {
        let offer = find(game)?;
        let game = offer.name;
        let mut players = self.players.clone();
        if let Some(folder) = &self.players_from {
            players.extend(bots(folder)?);
        }
        let is_ladder = players.is_empty();
        let players = if is_ladder { levels(offer) } else { players };
        let format = if is_ladder { Format::Ladder } else { Format::RoundRobin };
        let sprt = match &self.sprt {
            Some(parts) => Some(parts.join(",").parse::<Sprt>()?),
            None => None,
        };
        let pairs = match (self.games, self.pairs) {
            (Some(games), _) if games % 2 == 1 => {
                bail!(Refused::from(message!(
                    "arena-odd",
                    "games come in pairs with the sides swapped: expected an even number, not {n}",
                    n = games
                )))
            }
            (Some(games), _) => games / 2,
            (None, Some(pairs)) => pairs,
            (None, None) if sprt.is_some() => ENDLESS,
            (None, None) => PAIRS,
        };
        let format = self.format.unwrap_or(format);
        if self.rounds.is_some() && format != Format::Swiss {
            bail!(Refused::from(message!(
                "arena-rounds",
                "--rounds is for --format swiss: how often others meet is said by --games"
            )));
        }
        let rounds = match format {
            // As many as find a winner among all, and one more.
            Format::Swiss => self.rounds.unwrap_or(players.len().next_power_of_two().ilog2() + 1),
            _ => 0,
        };
        let pairs =
            if format == Format::Swiss && self.games.or(self.pairs).is_none() { 1 } else { pairs };
        let settings =
            Settings { format, pairs, rounds, sprt, ..self.matches.settings(game, players)? };
        settings.check()?;
        Ok(settings)
    }

    /// Whether somebody said how many pairs there are.
    pub(crate) fn is_bounded(&self) -> bool {
        self.games.or(self.pairs).is_some()
    }
}

/// All levels of a game, weakest first: who plays if nobody is named.
fn levels(game: &Offer) -> Vec<Contestant> {
    let contestant = |level: Level| Contestant {
        name: format!("level-{level}"),
        engine: level.on_a_ladder(game).to_string(),
    };
    Level::ALL.map(contestant).to_vec()
}

impl MatchArguments {
    /// Settings with these players, everything but the format filled in.
    pub(super) fn settings(
        &self,
        game: &str,
        players: Vec<Contestant>,
    ) -> anyhow::Result<Settings> {
        let game = find(game)?.name;
        let players: Vec<Contestant> = players.into_iter().map(|player| player.at(game)).collect();
        let milliseconds = |time: Duration| (time.as_millis() as u64).max(1);
        let mut control = Control {
            move_ms: self.time.map(milliseconds),
            clock: self.clock,
            nodes: self.nodes,
            depth: self.depth,
        };
        if !control.is_limited() && !players.iter().all(Contestant::limits_itself) {
            control.move_ms = Some(100);
        }
        let (openings, places) = self.openings()?;
        let settings = Settings {
            rules: self.rules.join(","),
            control,
            margin_ms: milliseconds(self.margin),
            patience_ms: milliseconds(self.patience),
            openings,
            seed: self.seed,
            adjudication: self.adjudicate,
            hash: self.hash,
            threads: usize::from(self.threads),
            ..Settings::new(game, players)
        };
        // Bad rules are no fault of a line.
        open(game, &settings.rules, settings.seed, None, &[])?;
        if let Some((i, reason)) = bad_line(&settings) {
            bail!(at_line(&self.openings, places[i], reason));
        }
        Ok(settings)
    }

    /// Where games begin, and on which line of the file each opening stands.
    fn openings(&self) -> anyhow::Result<(Openings, Vec<usize>)> {
        if let Some(plies) = self.openings.strip_prefix("plies=") {
            let plies = plies.parse::<u32>().ok().filter(|plies| *plies <= 100);
            let plies = plies.ok_or_else(|| {
                let said = message!(
                    "arena-openings-plies",
                    "expected plies=N with a number from 0 to 100"
                );
                Refused::from(said).about(&*self.openings)
            })?;
            return Ok((Openings::Plies(plies), Vec::new()));
        }
        let text = crate::input::text(self.openings.as_ref(), MOST_OPENINGS)?;
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (places, lines) = lines.map(|(place, line)| (place, line.to_owned())).unzip();
        Ok((Openings::Lines(lines), places))
    }
}

/// Reads what other programs may take.
pub(crate) fn parse_leash(text: &str) -> Result<Leash, Refused> {
    if !plywood_protocol::HAS_LEASH {
        return Err(message!(
            "leash-nowhere",
            "this system has no leash for other programs: expected no --leash"
        )
        .into());
    }
    text.parse().map_err(|e: plywood_protocol::LeashError| {
        message!(
            "leash-limit",
            "`{text}` is no limit: expected memory, processes, files or cpu with a number, or network=off or write=off",
            text = e.0
        )
        .into()
    })
}

/// No file of openings is larger, in bytes.
const MOST_OPENINGS: u64 = 16 << 20;

impl KeepingArguments {
    pub(super) fn concurrency(&self, threads: usize) -> NonZeroUsize {
        let processors = || {
            let processors = std::thread::available_parallelism().map_or(1, usize::from);
            NonZeroUsize::new(processors / threads.max(1)).unwrap_or(NonZeroUsize::MIN)
        };
        self.concurrency.unwrap_or_else(processors)
    }
}
