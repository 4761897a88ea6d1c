//! What `--hash` and `--memory` promise, by the peak of the memory that the program really used, and that no table
//! is made or cleared off the clock.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::Place;

const MIB: u64 = 1 << 20;
/// What the commands below are given.
const GIVEN: u64 = 256 * MIB;
/// The program's own.
const OWN: u64 = 16_000_000;

/// The most bytes a process has had in memory so far.
fn peak(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}

/// Follows a program to its end and says the most memory it had.
fn peak_to_the_end(mut child: Child) -> u64 {
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = peak(child.id()).map_or(most, |bytes| most.max(bytes));
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 1)), "it did what it was asked to");
    most
}

fn quiet(mut command: Command) -> Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Fails if a command takes more than `given`, 5 % and the program's own.
fn assert_within(place: &Place, words: &str, given: u64) {
    let arguments: Vec<&str> = words.split(' ').collect();
    let most = peak_to_the_end(quiet(place.command(&arguments)).spawn().unwrap());
    assert_bytes(words, most, given);
}

fn assert_bytes(words: &str, most: u64, given: u64) {
    let allowed = given + given / 20 + OWN;
    assert!(most <= allowed, "{words}: {most} bytes, {allowed} allowed");
}

#[test]
fn engines_and_proofs_keep_to_their_hash() {
    let place = Place::new();
    for words in [
        "analyze connect-four --engine best",
        "analyze othello --engine iterative",
        "analyze quarto --engine mcts",
        "analyze blokus-duo --engine mcts",
        "analyze cavalo --engine best",
        "solve connect-four",
        "solve quarto",
        "solve quatro",
        "solve cavalo",
        "solve othello --engine iterative",
        "solve blokus --engine df-pn",
    ] {
        assert_within(&place, &format!("{words} --hash 256MiB --time 2s"), GIVEN);
    }
}

#[test]
fn tournaments_sets_and_tuning_keep_to_the_hash_of_each_engine() {
    let place = Place::new();
    let match_of_two = "tournament quatro -p iterative -p mcts --time 300ms --games 2 -c 1";
    assert_within(&place, &format!("{match_of_two} --hash 128MiB"), 2 * 128 * MIB);
    let tuning =
        "tune othello -e mcts:exploration={x} --parameter x=1,0.5,2 --steps 1 --pairs 1 -c 1";
    assert_within(&place, &format!("{tuning} --time 20ms --hash 128MiB"), 2 * 128 * MIB);
    let position = "..../..../..../.... -";
    fs::write(place.path("set"), format!("{position}\n{position}\n")).unwrap();
    let set = "solve-set set --game quatro --nodes 300000 --threads 1 --hash 256MiB";
    assert_within(&place, set, GIVEN);
}

#[test]
fn engines_for_other_programs_keep_to_their_hash() {
    let place = Place::new();
    for (words, lines, end) in
        [("ugi", "position startpos\ngo movetime 2000\n", "bestmove"), ("gtp", "genmove b\n", "= ")]
    {
        let line = format!("{words} --game othello --time 2s --hash 256MiB");
        let mut command = quiet(place.command(&line.split(' ').collect::<Vec<_>>()));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(answers.any(|line| line.unwrap().starts_with(end)), "{words} answers");
        assert_bytes(&line, peak(child.id()).unwrap(), GIVEN);
        input.write_all(b"quit\n").unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn searches_for_one_keep_to_their_memory() {
    let place = Place::new();
    for words in [
        "problem solve tiles 15-long -a bfs",
        "problem solve tiles 15-long -a ucs",
        "problem solve tiles 15-long -a frontier",
        "problem solve tiles 15-long -a beam:width=1000000",
        "problem solve tiles 15-long -a ida-star:table=250MiB",
        "puzzle solve F -a ucs",
        "puzzle compare E -a bfs,ucs",
        "puzzle trace A -a bfs",
        "puzzle maximize F",
    ] {
        assert_within(&place, &format!("{words} --memory 256MiB --time 6s"), GIVEN);
    }
}

#[test]
fn the_largest_covering_keeps_to_its_memory_however_small() {
    let place = Place::new();
    let open = |side: usize| vec![".".repeat(side); side].join("\n") + "\nobjective: 100\n";
    fs::write(place.path("open"), open(20)).unwrap();
    // Walls that leave no narrow path and no corner with room enough.
    let walled = |row: usize| {
        let cell = |column: usize| if (3 * row + 5 * column) % 7 == 4 { '#' } else { '.' };
        (0..18).map(cell).collect::<String>()
    };
    let walls = (0..18).map(walled).collect::<Vec<_>>().join("\n") + "\nobjective: 100\n";
    fs::write(place.path("walls"), walls).unwrap();
    for board in ["open", "walls", "F"] {
        for (text, given) in [("64KiB", 64 << 10), ("8MiB", 8 * MIB), ("64MiB", 64 * MIB)] {
            let words = format!("puzzle maximize {board} --memory {text} --time 10s --threads 2");
            assert_within(&place, &words, given);
        }
    }
}

#[test]
fn the_largest_covering_makes_do_with_the_memory_that_the_system_gives() {
    let place = Place::new();
    let open = vec![".".repeat(20); 20].join("\n") + "\nobjective: 100\n";
    fs::write(place.path("open"), open).unwrap();
    let words = "puzzle maximize open --memory 8GB --threads 1 --time 60s --json";
    let outcome = |kilobytes: u64| {
        let limited = format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\"");
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited, env!("CARGO_BIN_EXE_plywood")]).args(words.split(' '));
        shell.current_dir(place.path("")).env("MALLOC_ARENA_MAX", "1").stdin(Stdio::null());
        let output = shell.output().unwrap();
        let [told, said] =
            [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
        assert!(matches!(output.status.code(), Some(0 | 1)), "{kilobytes} kB: {told}{said}");
        told
    };
    // Far less than it is allowed: smaller tables are made, and a failed allocation would end the program.
    for kilobytes in [150_000, 200_000, 4_000_000] {
        let told = outcome(kilobytes);
        assert!(told.contains(r#""outcome":"proven""#), "{kilobytes} kB: {told}");
    }
}

#[test]
fn a_large_table_costs_no_time_and_hears_signals() {
    let place = Place::new();
    for words in [
        "analyze cavalo --engine best",
        "analyze connect-four --engine best",
        "analyze quarto --engine mcts",
        "solve quatro",
        "solve cavalo",
        "solve othello --engine df-pn",
        "solve tic-tac-toe --engine df-pn",
    ] {
        let line = format!("{words} --hash 4GB --time 200ms");
        let begun = Instant::now();
        quiet(place.command(&line.split(' ').collect::<Vec<_>>())).status().unwrap();
        // A quarter of a second on an idle machine; touching 4 GB takes several.
        let time = begun.elapsed();
        assert!(time < Duration::from_secs(2), "{line}: {time:?}");
    }
    let line = "problem solve tiles 15-long -a ida-star:table=4GB --memory 8GB --time 200ms";
    let begun = Instant::now();
    quiet(place.command(&line.split(' ').collect::<Vec<_>>())).status().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2), "{line}: {:?}", begun.elapsed());
    for words in ["solve cavalo", "solve othello --engine df-pn", "solve quarto"] {
        let line = format!("{words} --hash 4GB");
        let mut child = quiet(place.command(&line.split(' ').collect::<Vec<_>>())).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(150));
        let begun = Instant::now();
        Command::new("kill").arg(child.id().to_string()).status().unwrap();
        child.wait().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(2), "{line}: {:?}", begun.elapsed());
    }
}
