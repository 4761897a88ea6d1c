//! The project's chores: `cargo xtask test`, `bench`, `tidy` and more; `cargo xtask help` lists them.

mod advisories;
mod archive;
mod bench;
mod book;
mod browser;
mod deny;
mod fuzz;
mod kill;
mod levels;
mod links;
mod load;
mod long;
mod markdown;
mod names;
mod package;
mod peers;
mod python;
mod screens;
mod server;
mod sources;
mod test;
mod tidy;
mod train;
mod windows;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

const HELP: &str = "\
The project's chores

  cargo xtask test          format, lints, documentation, tidiness and all tests
  cargo xtask test --quick  the same without browser, Python and the longest tests
  cargo xtask format        lays out all sources: Rust, and the page's scripts and styles
  cargo xtask bench [NAME]  the benchmarks, gathered into one table of ratios
  cargo xtask bench --peers the puzzle's maxima beside CP-SAT, which is fetched from PyPI
  cargo xtask bench python  what calls into the Python package cost
  cargo xtask python        the Python package alone: its wheel, an environment for it, its tests
  cargo xtask cluster       jobs on a Ray cluster that loses machines, and what a task costs there
  cargo xtask load [SECONDS] the web page under load: 1000 listeners, 200 players, 500 analyses
  cargo xtask screenshots   the pictures of the page in the README
  cargo xtask levels        every level against the one below; --games N, --game NAME, --seed S
  cargo xtask train duo     prior and value of Blokus Duo from self-play; --generations 800x300,…, --ship
  cargo xtask kill          200 × kill -9 of tournaments and of games being recorded
  cargo xtask fuzz --hours N  every fuzz target in turn; goes on where the last run ended
  cargo xtask clock [SEARCHES] [--busy]  by how much searches pass their time limits; 10000 unless given
  cargo xtask soak [MINUTES] people play on the page, and memory must not grow; 60 unless given
  cargo xtask mutants [K/N]  mutation testing of rules, statistics and records; hours, or one part of N
  cargo xtask tidy          the dependency picture and other house rules
  cargo xtask archive       the program with manual page and completions, as people download it
  cargo xtask package       every crate as the registry gets it, built from the packages, used from outside; --quick: that last step alone
  cargo xtask deny          licences, duplicates and known vulnerabilities of dependencies, by deny.toml
  cargo xtask book          the documentation as one static site: guide, algorithms, references; --quick: without references
  cargo xtask windows       builds the program for Windows and tries it under Wine; --build: without Wine
  cargo xtask screens       the picture of the table in the README, docs/table.svg
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test"] => test::run(test::Extent::Everything),
        ["test", "--quick"] => test::run(test::Extent::Quick),
        ["book"] => book::run(true),
        ["book", "--quick"] => book::run(false),
        ["format"] => browser::format(),
        ["deny"] => deny::run(),
        ["archive"] => archive::run(),
        ["package"] => package::run(),
        ["package", "--quick"] => package::outside(),
        ["bench"] => bench::run(None, false),
        ["bench", "--peers"] => bench::run(Some("maximum"), true),
        ["bench", "python"] => python::bench("calls.py"),
        ["bench", name] => bench::run(Some(name), false),
        ["python"] => python::tests().and_then(|mut tests| succeed(&mut tests)),
        ["cluster"] => python::bench("cluster.py"),
        ["load"] => load::run(load::SECONDS),
        ["load", seconds] => load::run_for(seconds),
        ["screenshots"] => browser::screenshots(),
        ["levels", ref arguments @ ..] => levels::run(arguments),
        ["train", ref arguments @ ..] => train::run(arguments),
        ["kill"] => kill::run(),
        ["fuzz", "--hours", hours] => fuzz::run(hours),
        ["clock", ref arguments @ ..] => long::clock(arguments),
        ["soak"] => long::soak("60"),
        ["soak", minutes] => long::soak(minutes),
        ["mutants"] => long::mutants(None),
        ["mutants", shard] => long::mutants(Some(shard)),
        ["tidy"] => tidy::run(),
        ["windows"] => windows::run(false),
        ["windows", "--build"] => windows::run(true),
        ["screens"] => screens::run(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(anyhow::anyhow!("`{}` is not a chore\n\n{HELP}", words.join(" "))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("xtask: {e:#}");
            ExitCode::FAILURE
        }
    }
}

/// The folder that holds the workspace. Cargo says where at run time; what was known when this was
/// compiled may be another clone that shares the target folder.
fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR");
    let here = here.map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.ancestors().nth(2).map(Path::to_owned).unwrap_or_else(|| here.to_owned())
}

/// A cargo command, run in the workspace.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command and fails if it does.
fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}
