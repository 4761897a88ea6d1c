//! `cargo xtask train duo`: self-play and fitting, generation by generation.
//!
//! Games and weights are kept under `target/train`: an interrupted run goes on where it was, and what is
//! there is not made again. Every game follows from its seed and the weights of the generation before, so a
//! run repeats itself. The last generation's weights become the file that is shipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::{cargo, root, succeed};

/// The weights that the judge of Blokus Duo reads.
const SHIPPED: &str = "crates/judges/data/duo-weights.bin";

/// A generation: its games and the simulations of each move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Generation {
    games: u64,
    simulations: u64,
}

/// What is to be done.
#[derive(Debug, PartialEq)]
struct Wish {
    generations: Vec<Generation>,
    seed: u64,
    /// How many processes play at once, each into a file of its own.
    shards: u64,
    /// The weights that play the first generation; without any it is a beginner's.
    from: Option<String>,
    /// Whether the shipped weights are replaced at the end.
    ships: bool,
}

/// The first games are a beginner's; each generation learns from the games of the one before as well.
const USUAL: [Generation; 4] = [
    Generation { games: 850, simulations: 300 },
    Generation { games: 800, simulations: 400 },
    Generation { games: 2000, simulations: 500 },
    Generation { games: 8000, simulations: 400 },
];

pub(crate) fn run(arguments: &[&str]) -> anyhow::Result<()> {
    let wish = read(arguments)?;
    let folder = root().join("target/train").join(format!("duo-{}", wish.seed));
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let package = ["--quiet", "--release", "--package", "plywood-judges", "--example", "train_duo"];
    succeed(&mut cargo(&[&["build"], &package[..]].concat()))?;
    let made_by = wish.command();
    for (i, generation) in wish.generations.iter().enumerate() {
        let before = match i {
            0 => wish.from.clone(),
            _ => Some(weights_of(&folder, i - 1)),
        };
        println!(
            "generation {i}: {} games, {} simulations a move",
            generation.games, generation.simulations
        );
        wish.play(&folder, i, before.as_deref())?;
        let (weights, seed) = (weights_of(&folder, i), wish.seed.to_string());
        let files = |generation: Option<usize>| -> Vec<String> {
            let of = |generation| {
                (0..wish.shards).map(move |shard| (generation, shard)).collect::<Vec<_>>()
            };
            let files = generation.map(of).unwrap_or_default();
            files.into_iter().map(|(i, shard)| games_of(&folder, i, shard)).collect()
        };
        let (older, newest) = (files(i.checked_sub(1)), files(Some(i)));
        let mut words = vec!["fit", &weights, &seed, &made_by];
        words.extend(older.iter().map(String::as_str));
        words.push("newest");
        words.extend(newest.iter().map(String::as_str));
        succeed(&mut trainer(&words))?;
    }
    let last = weights_of(&folder, wish.generations.len() - 1);
    if wish.ships {
        fs::copy(&last, root().join(SHIPPED)).with_context(|| last.clone())?;
        println!("{SHIPPED} holds the weights of the last generation");
    }
    Ok(())
}

fn games_of(folder: &Path, generation: usize, shard: u64) -> String {
    path(folder.join(format!("games-{generation}-{shard}.txt")))
}

fn weights_of(folder: &Path, generation: usize) -> String {
    path(folder.join(format!("weights-{generation}.bin")))
}

fn path(path: PathBuf) -> String {
    path.display().to_string()
}

fn trainer(words: &[&str]) -> Command {
    let program = [
        "run",
        "--quiet",
        "--release",
        "--package",
        "plywood-judges",
        "--example",
        "train_duo",
        "--",
    ];
    cargo(&[&program[..], words].concat())
}

impl Wish {
    /// Plays a generation's games, the shards side by side.
    fn play(&self, folder: &Path, generation: usize, weights: Option<&str>) -> anyhow::Result<()> {
        let Generation { games, simulations } = self.generations[generation];
        let mut running = Vec::new();
        for shard in 0..self.shards {
            let file = games_of(folder, generation, shard);
            let games = games / self.shards + u64::from(shard < games % self.shards);
            let seed = 100 * self.seed + 10 * generation as u64 + shard + 1;
            let numbers = [games, simulations, seed].map(|number| number.to_string());
            let mut words = vec!["play", &file];
            words.extend(numbers.iter().map(String::as_str));
            words.extend(weights);
            running.push(trainer(&words).spawn().context("cannot start cargo")?);
        }
        for mut one in running {
            if !one.wait()?.success() {
                bail!("self-play failed");
            }
        }
        Ok(())
    }

    /// The command that asks for exactly this.
    fn command(&self) -> String {
        let generations: Vec<String> = self
            .generations
            .iter()
            .map(|one| format!("{}x{}", one.games, one.simulations))
            .collect();
        let from = self.from.as_ref().map(|from| format!(" --from {from}")).unwrap_or_default();
        let (generations, seed, shards) = (generations.join(","), self.seed, self.shards);
        format!(
            "cargo xtask train duo --generations {generations} --seed {seed} --shards {shards}{from}"
        )
    }
}

fn read(arguments: &[&str]) -> anyhow::Result<Wish> {
    let [game, options @ ..] = arguments else { bail!("expected a game to train: duo") };
    if *game != "duo" {
        bail!("`{game}` is not a game that can be trained: expected duo");
    }
    let mut wish =
        Wish { generations: USUAL.to_vec(), seed: 1, shards: 1, from: None, ships: false };
    let mut options = options.iter();
    while let Some(&option) = options.next() {
        if option == "--ship" {
            wish.ships = true;
            continue;
        }
        let value = options.next().copied().unwrap_or_default();
        match option {
            "--seed" => {
                wish.seed =
                    value.parse().with_context(|| format!("`{value}`: expected a whole number"))?;
            }
            "--shards" => {
                let shards = value.parse().ok().filter(|n| (1..=9).contains(n));
                wish.shards =
                    shards.with_context(|| format!("`{value}`: expected a number from 1 to 9"))?;
            }
            "--from" if !value.is_empty() => wish.from = Some(value.to_owned()),
            "--generations" => {
                wish.generations =
                    value.split(',').map(generation).collect::<anyhow::Result<_>>()?;
            }
            _ => bail!(
                "`{option}`: expected --generations 1000x300,5000x500, --seed S, --shards N, --from FILE or --ship"
            ),
        }
    }
    Ok(wish)
}

fn generation(text: &str) -> anyhow::Result<Generation> {
    let expected = || format!("`{text}`: expected games and simulations, such as 1000x300");
    let (games, simulations) = text.split_once('x').with_context(expected)?;
    let read = |number: &str| number.parse().ok().filter(|n| *n > 0).with_context(expected);
    Ok(Generation { games: read(games)?, simulations: read(simulations)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_read_and_its_command_asks_for_the_same() {
        let wish = read(&[
            "duo",
            "--generations",
            "20x10,30x40",
            "--seed",
            "7",
            "--shards",
            "2",
            "--from",
            "a.bin",
            "--ship",
        ])
        .expect("it is one");
        assert_eq!(wish.generations[1], Generation { games: 30, simulations: 40 });
        let command = wish.command();
        let words: Vec<&str> = command.split_whitespace().skip(3).chain(["--ship"]).collect();
        assert_eq!(read(&words).ok(), Some(wish));
    }

    #[test]
    fn bad_words_are_explained() {
        for (bad, word) in [
            (&[][..], "duo"),
            (&["chess"], "duo"),
            (&["duo", "--seed"], "whole number"),
            (&["duo", "--shards", "0"], "1 to 9"),
            (&["duo", "--games", "9"], "--generations"),
            (&["duo", "--seed", "x"], "whole number"),
            (&["duo", "--generations", "7"], "1000x300"),
            (&["duo", "--generations", "0x5"], "1000x300"),
        ] {
            let message = read(bad).err().map(|e| e.to_string()).unwrap_or_default();
            assert!(message.contains(word), "{message}");
        }
    }
}
