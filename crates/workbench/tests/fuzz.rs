//! Fuzz targets: any script is read or refused, and whatever it does ends with an answer or a sentence, within its steps
//! and its memory. `any_script_ends` strings parts together, most of which are refused when they are read;
//! `any_program_keeps_its_bounds` writes scripts that are well formed.
//!
//! `cargo test` makes a short run; `cargo bolero test -p plywood-workbench any_script_ends` a long one.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bolero::check;
use plywood_workbench::Limits;
use plywood_workbench::engines::{Engine, Means};
use plywood_workbench::games::open;
use plywood_workbench::problems::{Method, find};
use plywood_workbench::script::{MOST_STEPS, Script};

#[path = "common/scripts.rs"]
mod scripts;

/// What scripts are made of, so that many inputs can be read and some run.
const PARTS: [&str; 64] = [
    "let x = ",
    "x",
    "y",
    "loop ",
    "while x < 9 ",
    "{ ",
    " }",
    "(",
    ")",
    "[",
    "]",
    "fn f(n) { f(n + 1) } ",
    "f(0)",
    "fn g(n) { if n > 0 { g(n - 1) } else { 1 } } ",
    "g(99)",
    "tiles",
    "gap",
    "size",
    "cells",
    "seat",
    "points",
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "0.5",
    "0.0/0.0",
    "1e308*10.0",
    " + ",
    " - ",
    " * ",
    " / ",
    " % ",
    " ** ",
    " << ",
    "for i in 0..99999 ",
    "for t in tiles ",
    "if ",
    " else ",
    "; ",
    "\n",
    "return ",
    "x += x; ",
    "x = [x, x]; ",
    "x.push(x); ",
    "\"text\"",
    "x + x",
    ".map(|v| v)",
    ".len()",
    ".pad(999999999, 0)",
    "throw 1",
    "switch x ",
    "#{a: 1}",
    "break; ",
    "continue; ",
    "eval(\"1\")",
    "import \"a\"; ",
    "print(1); ",
    "debug(x); ",
    "private ",
    "const z = ",
    "this",
    "is_def_var(\"x\")",
    "range(0, 9999999999)",
];

/// Bytes below 192 are parts, the rest stand for themselves.
fn script(input: &[u8]) -> String {
    let part = |byte: &u8| match usize::from(*byte) {
        at @ 0..192 => PARTS[at % PARTS.len()].to_owned(),
        at => char::from(32 + (at % 95) as u8).to_string(),
    };
    input.iter().map(part).collect()
}

#[test]
fn any_script_ends() {
    check!().with_iterations(2000).for_each(|input: &[u8]| {
        let text = script(input);
        let script = match Script::read("own", &text) {
            Ok(script) => script,
            Err(refused) => return assert!(!refused.to_string().is_empty(), "{text:?}"),
        };
        let board = find("tiles").unwrap().load_one("8-easy").unwrap();
        let table = open("tic-tac-toe", "", 0, None, &[]).unwrap();
        let limits = Limits { nodes: Some(20), bytes: Some(8 << 20), ..Limits::default() };
        let method: Method = "a-star".parse().unwrap();
        match board.solve(&method.scripted(script.clone()), &limits, &mut |_| {}) {
            Ok(report) => assert!(report.peak_bytes <= 8 << 20, "{text:?}"),
            Err(refused) => assert!(!refused.to_string().is_empty(), "{text:?}"),
        }
        let mut engine: Engine = "alpha-beta:depth=1".parse().unwrap();
        engine.use_script(script);
        let mut thinker = table.seat(&engine, &Means::default());
        if let Ok(found) = thinker.think(&*table, 1, &limits, &mut |_| {}) {
            assert!(found.score.is_none_or(f64::is_finite), "{text:?}: {:?}", found.score);
        }
    });
}

/// Megabytes that a run may add to the most memory the process ever held: a list has 4,096 entries at most, and a
/// script 64 variables.
const MOST_MEGABYTES: u64 = 128;

/// The most memory that the process ever held, in megabytes; 0 where the system does not tell.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

#[test]
fn any_program_keeps_its_bounds() {
    let before = peak_megabytes();
    let [n_all, n_read, n_values, n_stopped] = [const { AtomicU64::new(0) }; 4];
    check!().with_iterations(600).with_max_len(400).for_each(|input: &[u8]| {
        let text = scripts::program(input);
        n_all.fetch_add(1, Relaxed);
        let script = match Script::read("own", &text) {
            Ok(script) => script,
            Err(refused) => return assert!(!refused.to_string().is_empty(), "{text}"),
        };
        n_read.fetch_add(1, Relaxed);
        let table = open("tic-tac-toe", "", 0, None, &["b2", "a1"]).unwrap();
        let (answer, steps) = script.judge(&*table);
        assert!(steps <= MOST_STEPS, "{steps} steps:\n{text}");
        match answer {
            Ok(value) => {
                assert!(value.is_finite(), "{value}:\n{text}");
                n_values.fetch_add(1, Relaxed);
            }
            Err(refused) => {
                let is_stopped = refused.message().key == "script-steps";
                // Nothing is said to run for ever that does not.
                assert!(!is_stopped || steps == MOST_STEPS, "{steps} steps:\n{text}");
                n_stopped.fetch_add(u64::from(is_stopped), Relaxed);
                assert!(refused.to_string().starts_with("line "), "{refused}:\n{text}");
            }
        }
        assert!(peak_megabytes() <= before + MOST_MEGABYTES, "memory:\n{text}");
    });
    let [n_all, n_read, n_values, n_stopped] =
        [n_all, n_read, n_values, n_stopped].map(AtomicU64::into_inner);
    println!("{n_all} scripts: {n_read} read, {n_values} with a value, {n_stopped} without an end");
    assert!(n_read * 10 >= n_all * 9, "{n_read} of {n_all} could be read");
    assert!(
        n_values * 3 >= n_all && n_stopped > 0,
        "{n_values} values, {n_stopped} without an end"
    );
}
