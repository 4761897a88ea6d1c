//! What every command prints with `--json` is what its schema says, and nothing else.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;
#[path = "common/schema.rs"]
mod schema;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::Place;
use serde_json::{Value, json};

/// Holds real output against the schemas, and remembers which were met.
struct Desk {
    place: Place,
    met: BTreeSet<String>,
}

impl Desk {
    fn new() -> Self {
        Self { place: Place::new(), met: BTreeSet::new() }
    }

    fn schema(&self, name: &str) -> Value {
        let ran = self.place.run(&["schema", name], &[]);
        assert_eq!(ran.code, 0, "{}", ran.said);
        serde_json::from_str(&ran.out).unwrap()
    }

    fn hold(&mut self, name: &str, value: &Value) {
        let errors = schema::faults(&self.schema(name), value);
        assert!(errors.is_empty(), "{name}: {errors:#?}\n{value:#}");
        self.met.insert(name.to_owned());
    }

    /// Runs a command whose name is its first words, as many as there are in `name`.
    fn check(&mut self, name: &str, rest: &[&str]) -> Value {
        let words: Vec<&str> =
            name.split(' ').chain(rest.iter().copied()).chain(["--json"]).collect();
        let ran = self.place.run(&words, &[]);
        assert!(ran.code < 2, "{words:?}: {}", ran.said);
        assert_eq!(ran.out.lines().count(), 1, "{words:?} prints one line");
        let value: Value = serde_json::from_str(&ran.out).unwrap();
        assert_rounded(&value);
        self.hold(&name.replace(' ', "-"), &value);
        value
    }
}

/// No fraction has more than six significant digits.
fn assert_rounded(value: &Value) {
    match value {
        Value::Array(list) => list.iter().for_each(assert_rounded),
        Value::Object(fields) => fields.values().for_each(assert_rounded),
        Value::Number(number) if number.is_f64() => {
            let exact = number.as_f64().unwrap();
            assert_eq!(format!("{exact:.5e}").parse::<f64>().unwrap(), exact);
        }
        _ => {}
    }
}

#[test]
fn the_validator_refuses_what_is_wrong() {
    let place = Desk::new();
    let schema = place.schema("perft");
    let right = json!({ "game": "x", "position": "p", "depth": 1, "turn": 1, "nodes": 3,
                        "nodes_by_depth": [3], "complete": true, "time_s": 0.5 });
    assert!(schema::faults(&schema, &right).is_empty());
    for (field, wrong) in [
        ("depth", json!(-1)),
        ("depth", json!(1.5)),
        ("turn", json!(3)),
        ("time_s", json!("0.5")),
        ("nodes_by_depth", json!(["3"])),
        ("divide", json!({ "a1": null })),
        ("unknown", json!(1)),
    ] {
        let mut value = right.clone();
        value[field] = wrong;
        assert_eq!(schema::faults(&schema, &value).len(), 1, "{field}");
    }
    let mut short = right;
    short.as_object_mut().unwrap().remove("time_s");
    assert_eq!(schema::faults(&schema, &short).len(), 1);
}

#[test]
fn every_command_prints_what_its_schema_says() {
    let mut desk = Desk::new();
    assert_eq!(desk.schema("analyse"), desk.schema("analyze"));
    desk.check("games", &[]);
    desk.check("engines", &[]);
    desk.check("moves", &["cavalo", "--seed", "3"]);
    desk.check("moves", &["tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"]);
    desk.check("show", &["blokus-duo"]);
    desk.check("show", &["tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"]);
    let counted = desk.check("perft", &["tic-tac-toe", "--depth", "3", "--divide"]);
    assert_eq!(counted["nodes"], 504);
    assert_eq!(counted["nodes_by_depth"], json!([9, 72, 504]));
    for engine in ["best", "alpha-beta:depth=2", "mcts:nodes=200", "random"] {
        let game = if engine == "best" { "quatro" } else { "othello" };
        desk.check("analyze", &[game, "--engine", engine, "--nodes", "2000", "--multipv", "2"]);
    }
    desk.check("analyze", &["tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"]);
    let solved = desk.check("solve", &["tic-tac-toe", "--all-moves"]);
    assert_eq!((&solved["value"], &solved["turn"]), (&0.into(), &1.into()));
    assert_eq!(solved["pv"].as_array().unwrap().len(), 9, "a drawn game to its end");
    desk.check("solve", &["othello", "--nodes", "500"]);
    desk.check("bench", &[]);
    desk.check("tree", &["((3 12 8) (2 4 6) (14 5 2))"]);
    desk.check("config", &[]);
    desk.check("self-check", &[]);
    problems(&mut desk);
    kept(&mut desk);
    contests(&mut desk);
    let all = desk.place.run(&["schema"], &[]).out;
    let all: BTreeSet<String> = all.lines().map(|name| name.replace(' ', "-")).collect();
    let untested: Vec<&String> =
        all.iter().filter(|name| *name != "analyze-stdin" && !desk.met.contains(*name)).collect();
    assert!(untested.is_empty(), "no output was held against {untested:?}");
}

fn problems(desk: &mut Desk) {
    desk.check("problem", &[]);
    desk.check("problem show", &["tiles"]);
    desk.check("problem show", &["blokus-puzzle", "A"]);
    desk.check("problem algorithms", &["tiles"]);
    desk.check("problem solve", &["tiles", "8-easy"]);
    desk.check("problem compare", &["tiles", "8-easy", "8-short", "--time", "2s"]);
    desk.check("problem check-heuristic", &["blokus-puzzle", "A"]);
    let trace = desk.place.run(&["problem", "trace", "tiles", "8-easy"], &[]).out;
    std::fs::write(desk.place.path("trace.jsonl"), trace).unwrap();
    desk.check("problem check-trace", &["tiles", "8-easy", "trace.jsonl"]);
    desk.check("puzzle boards", &[]);
    desk.check("puzzle show", &["C"]);
    desk.check("puzzle algorithms", &[]);
    desk.check("puzzle solve", &["B"]);
    desk.check("puzzle solve", &["F", "-a", "bfs", "--nodes", "500"]);
    desk.check("puzzle compare", &["A", "--runs", "2"]);
    desk.check("puzzle compare", &["--as-published", "--nodes", "200"]);
    desk.check("puzzle check-heuristic", &["A", "--heuristic", "h3"]);
    desk.check("puzzle maximize", &["A"]);
    desk.check("puzzle maximize", &["A", "--minimize-pieces"]);
    desk.check("puzzle generate", &["--seed", "3"]);
}

/// Games of the records.
fn kept(desk: &mut Desk) {
    desk.check("records progress", &[]);
    let quick =
        ["play", "tic-tac-toe", "--p1", "level:2", "--p2", "alpha-beta:depth=2", "--classic"];
    assert_eq!(desk.place.run(&quick, &[]).code, 0);
    let cells = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let person = ["play", "tic-tac-toe", "--p2", "level:1", "--seed", "1", "--classic"];
    desk.place.run(&person, &cells);
    desk.check("records list", &[]);
    desk.check("records show", &["1"]);
    let fared = desk.check("records progress", &[]);
    assert_eq!(fared["progress"][0]["games"], 1, "{fared}");
}

fn contests(desk: &mut Desk) {
    let two = ["-p", "a=random", "-p", "b=alpha-beta:depth=2", "--games", "4"];
    let with = |more: &[&'static str]| [&["tic-tac-toe"], &two[..], more].concat();
    desk.check("tournament", &with(&["--store", "t.db"]));
    desk.check("tournament", &with(&["--sprt", "elo0=0", "elo1=20"]));
    desk.check("rate", &["t.db"]);
    let tuned = ["--engine", "mcts:nodes=50,exploration={c}", "--parameter", "c=1.4,0.5,3.0"];
    let tuned = [&["tic-tac-toe"], &tuned[..], &["--steps", "2", "--pairs", "1"]].concat();
    desk.check("tune", &tuned);
    std::fs::write(desk.place.path("set.txt"), "tic-tac-toe startpos\n").unwrap();
    desk.check("solve-set", &["set.txt", "--all-moves"]);
    std::fs::write(desk.place.path("none.jsonl"), "").unwrap();
    desk.check("jobs merge", &["none.jsonl"]);
    let jobs = desk.place.run(&["jobs", "make", "compare", "A"], &[]).out;
    std::fs::write(desk.place.path("jobs.jsonl"), jobs).unwrap();
    let results = desk.place.run(&["jobs", "run", "jobs.jsonl"], &[]).out;
    std::fs::write(desk.place.path("results.jsonl"), results).unwrap();
    desk.check("jobs merge", &["results.jsonl"]);
    let bot = format!("ugi:'{}' ugi --game tic-tac-toe --nodes 50", env!("CARGO_BIN_EXE_plywood"));
    let checked = ["--game", "tic-tac-toe", "--games", "1", "--time", "300ms"];
    desk.check("check-engine", &[&[bot.as_str()], &checked[..]].concat());
}

/// A server with its answers.
struct Server {
    child: std::process::Child,
    input: Option<std::process::ChildStdin>,
    answers: std::sync::mpsc::Receiver<Value>,
}

impl Server {
    fn start(place: &Place, more: &[&str]) -> Self {
        let mut child = place
            .command(&[&["analyze", "--stdin", "--threads", "1", "--hash", "16MB"], more].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, answers) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            for line in out.lines() {
                sender.send(serde_json::from_str(&line.unwrap()).unwrap()).unwrap();
            }
        });
        let input = child.stdin.take();
        Self { child, input, answers }
    }

    fn ask(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn answer(&self) -> Value {
        self.answers.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    /// Closes the input; the answers that still come, and the exit code.
    fn end(mut self) -> (Vec<Value>, Option<i32>) {
        drop(self.input.take());
        let code = self.child.wait().unwrap().code();
        (self.answers.iter().collect(), code)
    }
}

#[test]
fn the_server_answers_by_id_and_priority_and_says_what_is_wrong() {
    let mut desk = Desk::new();
    let mut server = Server::start(&desk.place, &[]);
    // The first keeps the only worker busy while the others are put in order.
    server.ask(r#"{"id":"long","game":"othello","time_s":60,"report_every_s":0}"#);
    let first = server.answer();
    assert_eq!((&first["id"], &first["final"]), (&json!("long"), &json!(false)));
    server.ask(r#"{"id":1,"game":"tic-tac-toe","depth":9}"#);
    server.ask(
        r#"{"id":2,"action":"analyse","game":"tic-tac-toe","moves":["a1"],"depth":9,"priority":5}"#,
    );
    server.ask(r#"{"id":3,"game":"tic-tac-toe","depth":9,"priority":-1}"#);
    for (wrong, id, key) in [
        ("nonsense", Value::Null, "request-no-json"),
        (r#"{"id":7,"game":"tic-tac-toe","dpeth":3}"#, 7.into(), "request-no-json"),
        (r#"{"game":"tic-tac-toe"}"#, Value::Null, "request-no-json"),
        (r#"{"id":{},"game":"tic-tac-toe"}"#, Value::Null, "request-id"),
        (r#"{"id":8}"#, 8.into(), "request-game"),
        (r#"{"id":1,"game":"tic-tac-toe"}"#, 1.into(), "request-known"),
        (r#"{"id":9,"game":"tic-tac-toe","time_s":-1}"#, 9.into(), "request-seconds"),
        (r#"{"id":9,"game":"tic-tac-toe","multipv":0}"#, 9.into(), "request-range"),
        (r#"{"id":9,"action":"sleep"}"#, 9.into(), "request-action"),
    ] {
        server.ask(wrong);
        let answer = loop {
            let answer = server.answer();
            if answer.get("final") != Some(&json!(false)) {
                break answer;
            }
        };
        assert_eq!((&answer["id"], &answer["error"]["key"]), (&id, &json!(key)), "{wrong}");
        desk.hold("analyze-stdin", &answer);
    }
    server.ask(&format!(r#"{{"id":10,"game":"{}"}}"#, "x".repeat(2 << 20)));
    server.ask(r#"{"id":"v","action":"version"}"#);
    server.ask(r#"{"id":"t","action":"terminate","target":"long"}"#);
    server.ask(r#"{"id":"t3","action":"terminate","target":3}"#);
    let since = Instant::now();
    let (rest, code) = server.end();
    assert!(since.elapsed() < Duration::from_secs(30), "the long one was ended");
    assert_eq!(code, Some(0));
    let settled: Vec<&Value> =
        rest.iter().filter(|answer| answer.get("final") != Some(&json!(false))).collect();
    settled.iter().for_each(|answer| desk.hold("analyze-stdin", answer));
    let of = |id: Value| *settled.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(of("long".into())["stopped"], "cancelled");
    assert_eq!(of("t".into())["terminated"], 1);
    assert_eq!(of(3.into())["error"]["key"], "request-terminated");
    assert!(rest.iter().any(|answer| answer["error"]["key"] == "request-too-long"));
    assert_eq!((&of(1.into())["value"], &of(2.into())["score_for"]), (&0.into(), &2.into()));
    let place = |id: i64| settled.iter().position(|answer| answer["id"] == id).unwrap();
    assert!(place(2) < place(1), "the higher priority first");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server_and_no_queue_grows_without_end() {
    let place = Place::new();
    let mut server = Server::start(&place, &["othello", "--time", "60s"]);
    for id in 0..1100 {
        server.ask(&format!(r#"{{"id":{id}}}"#));
    }
    let full = server.answer();
    assert_eq!(full["error"]["key"], "request-queue-full", "{full}");
    let id = server.child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
    let code = server.child.wait().unwrap().code();
    assert_eq!(code, Some(130));
}
