//! Self-play and fitting for Blokus Duo; `cargo xtask train duo` runs it generation by generation.
//!
//! `play FILE GAMES SIMULATIONS SEED [WEIGHTS]` adds games to a file until it holds so many: a run that was
//! interrupted goes on where it was, and every game follows from its seed. Without weights the games are a
//! beginner's. `fit WEIGHTS SEED MADE-BY FILE... newest FILE...` fits weights to the games of
//! some files, the prior to those after the word `newest` only. `duel ONE TWO
//! GAMES SIMULATIONS SEED [OPTIONS] [OPTIONS]` plays two files of weights against each other, each opening
//! with both colours; options such as `c=0.8,mix=1,rave=0.5,least=0.01,bias=1,x=2` are for either side, `x`
//! being a factor for its simulations. `against WEIGHTS COMMAND GAMES BUDGET SEED [OPTIONS]` plays against another
//! program that speaks GTP, `7000` simulations a move or `0.07s` of processor time. `speed WEIGHTS SIMULATIONS
//! [OPTIONS]` plays one game and says how fast.

mod against;
mod duel;
mod self_play;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};

use plywood_contract::Evaluator;
use plywood_games::duo::BlokusDuo;
use plywood_judges::duo::{Beginner, Fit, Guide, Guided, Record};
use plywood_search::adversarial::reward_of;

use self::against::{Budget, against};
use self::duel::{Side, duel, speed};
use self::self_play::self_play;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["play", file, games, simulations, seed] => {
            play(&Beginner, file, games.parse()?, simulations.parse()?, seed.parse()?)
        }
        ["play", file, games, simulations, seed, weights] => {
            let guide = Guide::read(&fs::read(weights)?).ok_or("this is no file of weights")?;
            play(&Guided(&guide), file, games.parse()?, simulations.parse()?, seed.parse()?)
        }
        ["duel", one, two, games, simulations, seed, ref options @ ..] => {
            let read = |file| Guide::read(&fs::read(file).ok()?);
            let guides = [read(one), read(two)].map(|guide| guide.ok_or("this is no file of weights"));
            let [one, two] = guides;
            let texts = [options.first().unwrap_or(&""), options.get(1).unwrap_or(&"")];
            let sides = [Side::new(one?, texts[0])?, Side::new(two?, texts[1])?];
            duel(sides, games.parse()?, simulations.parse()?, seed.parse()?)
        }
        ["against", weights, command, games, budget, seed, ref options @ ..] => {
            let guide = Guide::read(&fs::read(weights)?).ok_or("this is no file of weights")?;
            let side = Side::new(guide, options.first().unwrap_or(&""))?;
            against(side, command, games.parse()?, Budget::read(budget)?, seed.parse()?)
        }
        ["speed", weights, simulations, ref options @ ..] => {
            let guide = Guide::read(&fs::read(weights)?).ok_or("this is no file of weights")?;
            speed(Side::new(guide, options.first().unwrap_or(&""))?, simulations.parse()?);
            Ok(())
        }
        ["fit", weights, seed, made_by, ref files @ ..] => fit(weights, seed.parse()?, made_by, files),
        _ => Err("expected play FILE GAMES SIMULATIONS SEED [WEIGHTS], fit WEIGHTS SEED MADE-BY FILE..., duel ONE TWO GAMES SIMULATIONS SEED, against WEIGHTS COMMAND GAMES BUDGET SEED, or speed WEIGHTS SIMULATIONS".into()),
    }
}

/// Plays until the file holds so many games.
fn play<E: Evaluator<BlokusDuo> + Sync>(
    judge: &E,
    file: &str,
    n_games: u64,
    simulations: u64,
    seed: u64,
) -> Outcome {
    let whole = whole_lines(file)?;
    let mut out = File::options().create(true).append(true).open(file)?;
    for game in whole..n_games {
        let record = self_play(judge, simulations, seed.wrapping_mul(1 << 32) + game);
        writeln!(out, "{}", record.line())?;
    }
    Ok(())
}

/// How many whole lines a file has; what an interrupted run left of a line is cut off.
fn whole_lines(file: &str) -> Result<u64, std::io::Error> {
    let Ok(text) = fs::read(file) else { return Ok(0) };
    let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if end < text.len() {
        File::options().write(true).open(file)?.set_len(end as u64)?;
    }
    Ok(text[..end].iter().filter(|&&byte| byte == b'\n').count() as u64)
}

/// The word before the files of the newest games.
const NEWEST: &str = "newest";

/// Fits weights to the games of some files and says how good they are.
fn fit(weights: &str, seed: u64, made_by: &str, files: &[&str]) -> Outcome {
    let mut records = Vec::new();
    let mut n_older = 0;
    for &file in files {
        if file == NEWEST {
            n_older = records.len();
            continue;
        }
        for line in BufReader::new(File::open(file)?).lines() {
            let line = line?;
            records
                .push(Record::read(&line).ok_or_else(|| format!("{file} holds no game: {line}"))?);
        }
    }
    let fit = Fit { value_passes: 12, prior_passes: 4, seed, reward: reward_of };
    let (guide, quality) = fit.run(&records, n_older);
    println!("{} games", records.len());
    for (sixth, (n, net, search, margin)) in quality.value.iter().enumerate() {
        println!(
            "plies {:2} on: {n} positions, cross entropy {net:.3} (search {search:.3}), margin ±{margin:.1}",
            6 * sixth
        );
    }
    let (n, entropy, first, ten) = quality.prior;
    println!(
        "prior: {n} decisions, cross entropy {entropy:.3}, first {first:.3}, first ten {ten:.3}"
    );
    fs::write(weights, guide.write(made_by))?;
    Ok(())
}
