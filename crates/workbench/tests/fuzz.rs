//! Fuzz target: any script is read or refused, and whatever it does ends with an answer or a sentence. Most inputs are
//! refused when they are read.
//!
//! `cargo test` makes a short run; `cargo bolero test -p plywood-workbench any_script_ends` a long one.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::Duration;

use bolero::check;
use plywood_workbench::Limits;
use plywood_workbench::engines::{Engine, Means};
use plywood_workbench::games::open;
use plywood_workbench::problems::{Method, find};
use plywood_workbench::script::Script;

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
        let limits = Limits {
            time: Some(Duration::from_millis(40)),
            bytes: Some(8 << 20),
            ..Limits::default()
        };
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
