//! `cargo xtask levels`: every level of every game against the one below, with error bars.
//!
//! The games are played by `plywood tournament` and kept under `target/levels`: an interrupted run
//! goes on where it was, and a longer one only adds to a shorter. Positions are counted, not time,
//! so the table is the same on any machine.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::{cargo, root};

const GAMES: [&str; 8] = [
    "blokus",
    "blokus-duo",
    "quatro",
    "quarto",
    "cavalo",
    "tic-tac-toe",
    "connect-four",
    "othello",
];
/// Games of each level against the one below by default.
const USUAL: u64 = 200;
/// The share of the points a level must take from the one below.
const TARGET: f64 = 0.6;

pub(crate) fn run(arguments: &[&str]) -> anyhow::Result<()> {
    let Wish { n_games, seed, games } = read(arguments)?;
    let folder = root().join("target/levels");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut ladders = Vec::new();
    for game in games {
        ladders.push(Ladder::play(game, n_games, seed, &folder)?);
    }
    println!("{}\n{}", scores(&ladders), engines(&ladders));
    let steps: Vec<&Step> = ladders.iter().flat_map(|ladder| &ladder.steps).collect();
    let missed = steps.iter().filter(|step| step.score < TARGET).count();
    println!("{} steps, {missed} below {:.0} %", steps.len(), 100.0 * TARGET);
    if missed > 0 {
        bail!("some levels do not stand out from the one below");
    }
    Ok(())
}

/// What is to be played.
#[derive(Debug, PartialEq)]
struct Wish {
    n_games: u64,
    /// Of the openings and of the levels' random choices.
    seed: u64,
    games: Vec<&'static str>,
}

fn read(arguments: &[&str]) -> anyhow::Result<Wish> {
    let mut wish = Wish { n_games: USUAL, seed: 1, games: GAMES.to_vec() };
    for pair in arguments.chunks(2) {
        match *pair {
            ["--games", n] => {
                let even = n.parse().ok().filter(|n| *n > 0 && n % 2 == 0);
                wish.n_games = even.with_context(|| format!("`{n}`: expected an even number"))?;
            }
            ["--seed", n] => {
                wish.seed = n.parse().with_context(|| format!("`{n}`: expected a whole number"))?;
            }
            ["--game", name] => {
                let known = GAMES.into_iter().find(|game| *game == name);
                let known = known.with_context(|| {
                    format!("`{name}` is not a game: expected one of {}", GAMES.join(", "))
                })?;
                wish.games = vec![known];
            }
            _ => bail!("`{}`: expected --games N, --game NAME or --seed S", pair.join(" ")),
        }
    }
    Ok(wish)
}

/// The levels of one game.
struct Ladder {
    game: &'static str,
    /// What plays at each level, weakest first.
    engines: Vec<String>,
    steps: Vec<Step>,
}

/// A level against the one below.
struct Step {
    games: u64,
    score: f64,
    elo: String,
}

impl Ladder {
    fn play(game: &'static str, n_games: u64, seed: u64, folder: &Path) -> anyhow::Result<Self> {
        let store: PathBuf = folder.join(format!("{game}.db"));
        let (n_games, seed) = (n_games.to_string(), seed.to_string());
        let store = store.display().to_string();
        let arguments = ["run", "--quiet", "--release", "--package", "plywood-cli", "--"];
        let more = ["tournament", game, "--games", &n_games, "--hash", "2MB", "--store", &store];
        let arguments = [&arguments[..], &more, &["--seed", &seed, "--json"]].concat();
        let mut command = cargo(&arguments);
        let output = command.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
        if !output.status.success() {
            bail!("{command:?} failed");
        }
        let report: Value = serde_json::from_slice(&output.stdout).context("the report")?;
        Self::read(game, &report).context("the report has another form than expected")
    }

    /// Reads the report of a ladder: its meetings are told from the lower level's side.
    fn read(game: &'static str, report: &Value) -> Option<Self> {
        let players = report["settings"]["players"].as_array()?;
        let engine = |player: &Value| player["engine"].as_str().map(str::to_owned);
        let mut steps = Vec::new();
        for meeting in report["meetings"].as_array()? {
            let count = |key: &str| meeting[key].as_u64();
            let elo = &meeting["elo"];
            let elo = match (elo["value"].as_f64(), elo["margin"].as_f64()) {
                (Some(value), Some(margin)) => format!("{:+.0} ± {margin:.0}", -value),
                _ => "–".into(),
            };
            steps.push(Step {
                games: count("wins")? + count("draws")? + count("losses")?,
                score: 1.0 - meeting["score"].as_f64()?,
                elo,
            });
        }
        Some(Self { game, engines: players.iter().map(engine).collect::<Option<_>>()?, steps })
    }
}

/// What each level takes from the one below.
fn scores(ladders: &[Ladder]) -> String {
    let names: Vec<&str> = ladders.iter().map(|ladder| ladder.game).collect();
    let mut text = format!("| | {} |\n|---|{}\n", names.join(" | "), "---:|".repeat(names.len()));
    for i in 0..ladders.first().map_or(0, |ladder| ladder.steps.len()) {
        let _ = write!(text, "| level {} over {} |", i + 2, i + 1);
        for step in ladders.iter().filter_map(|ladder| ladder.steps.get(i)) {
            let _ = write!(text, " {:.0} %, Elo {} |", 100.0 * step.score, step.elo);
        }
        text += "\n";
    }
    let games: Vec<String> = ladders
        .iter()
        .map(|ladder| ladder.steps.iter().map(|step| step.games).min().unwrap_or(0).to_string())
        .collect();
    let _ = writeln!(text, "| games each | {} |", games.join(" | "));
    text
}

/// What plays at each level.
fn engines(ladders: &[Ladder]) -> String {
    let names: Vec<&str> = ladders.iter().map(|ladder| ladder.game).collect();
    let mut text =
        format!("| level | {} |\n|---:|{}\n", names.join(" | "), "---|".repeat(names.len()));
    for i in 0..ladders.first().map_or(0, |ladder| ladder.engines.len()) {
        let cells: Vec<String> =
            ladders.iter().map(|ladder| format!("`{}`", ladder.engines[i])).collect();
        let _ = writeln!(text, "| {} | {} |", i + 1, cells.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn arguments_are_read_and_bad_ones_explained() {
        let usual = Wish { n_games: USUAL, seed: 1, games: GAMES.to_vec() };
        assert_eq!(read(&[]).ok(), Some(usual));
        let some = Wish { n_games: 40, seed: 9, games: vec!["quarto"] };
        let words = ["--game", "quarto", "--games", "40", "--seed", "9"];
        assert_eq!(read(&words).ok(), Some(some));
        for (bad, word) in [
            (&["--games", "7"][..], "even"),
            (&["--game", "chess"], "quarto"),
            (&["--seed", "x"], "whole number"),
            (&["--games"], "--games N"),
        ] {
            let message = read(bad).err().map(|e| e.to_string()).unwrap_or_default();
            assert!(message.contains(word), "{message}");
        }
    }

    #[test]
    fn a_report_is_seen_from_the_upper_level() {
        let elo = json!({ "value": -70.4, "margin": 20.0, "low": -90.0, "high": -50.0 });
        let report = json!({
            "settings": { "players": [{ "engine": "random" }, { "engine": "best" }] },
            "meetings": [{ "wins": 3, "draws": 2, "losses": 5, "score": 0.4, "elo": elo }],
        });
        let ladder = Ladder::read("quarto", &report).expect("a report");
        assert!(scores(&[ladder]).contains("| level 2 over 1 | 60 %, Elo +70 ± 20 |"));
    }
}
