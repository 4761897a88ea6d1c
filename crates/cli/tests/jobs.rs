//! `plywood jobs` and `plywood solve-set` as a user meets them: in shards, interrupted, torn, merged.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use common::Place;
use plywood_jobs::Job;
use serde_json::Value;

impl Place {
    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs a command that must succeed, and returns what it prints.
    fn out(&self, arguments: &[&str]) -> String {
        let (code, out, said) = self.ran(arguments);
        assert_eq!(code, 0, "{arguments:?}: {said}");
        out
    }

    fn ran(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.command(arguments).stdin(Stdio::null()).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }
}

const TWO: [&str; 10] = [
    "quatro",
    "-p",
    "a=alpha-beta:depth=1",
    "-p",
    "b=random",
    "--pairs",
    "6",
    "--hash",
    "1MB",
    "--openings=plies=2",
];

/// A report without what clocks measured.
fn timeless(text: &str) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| {
                    !["time_per_move_s", "cpu_per_move_s", "nps"].contains(&name.as_str())
                });
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::from_str(text).unwrap();
    strip(&mut value);
    value
}

#[test]
fn a_tournament_in_shards_is_the_tournament_itself() {
    let place = Place::new();
    let jobs = place.out(&[&["jobs", "make", "tournament"][..], &TWO].concat());
    assert_eq!(jobs.lines().count(), 6);
    place.write("jobs.jsonl", &jobs);
    for shard in ["1", "2"] {
        let which = format!("{shard}/2");
        let results = place.out(&["jobs", "run", "jobs.jsonl", "--shard", &which]);
        assert_eq!(results.lines().count(), 3);
        place.write(&format!("{shard}.jsonl"), &results);
    }
    let merge = ["jobs", "merge", "1.jsonl", "2.jsonl", "1.jsonl", "--jobs", "jobs.jsonl"];
    let merged = place.out(&[&merge[..], &["--json", "--store", "games.db"]].concat());
    let whole = place.out(&[&["tournament"][..], &TWO, &["--json"]].concat());
    assert_eq!(timeless(&merged), timeless(&whole));
    assert!(place.out(&merge).contains("pairs 0–½–1–1½–2"));
    // The store holds the tournament: the same command has nothing left to play.
    let resumed =
        place.out(&[&["tournament"][..], &TWO, &["--json", "--store", "games.db"]].concat());
    assert_eq!(timeless(&resumed), timeless(&whole));
    // A part is a part, and says so.
    let (code, _, said) = place.ran(&["jobs", "merge", "1.jsonl", "--jobs", "jobs.jsonl"]);
    assert_eq!(code, 1);
    assert!(said.contains("3 of 6 jobs have no result yet"), "{said}");
}

#[test]
fn a_torn_file_is_completed() {
    let place = Place::new();
    place.write("jobs.jsonl", &place.out(&[&["jobs", "make", "tournament"][..], &TWO].concat()));
    let whole = place.out(&["jobs", "run", "jobs.jsonl", "--threads", "1"]);
    let torn = &whole[..whole.len() / 2];
    place.write("results.jsonl", torn);
    let rest =
        place.out(&["jobs", "run", "jobs.jsonl", "--done", "results.jsonl", "--done", "none"]);
    place.write("results.jsonl", &(torn.to_owned() + &rest));
    let (code, _, said) = place.ran(&["jobs", "merge", "results.jsonl", "--jobs", "jobs.jsonl"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("this is not a complete result"), "{said}");
    let lines = place.read("results.jsonl").lines().filter(|line| !line.is_empty()).count();
    assert_eq!(lines, 7, "six results and a torn one");
}

#[test]
fn results_stream_while_jobs_still_come() {
    let place = Place::new();
    let jobs = place.out(&[&["jobs", "make", "tournament"][..], &TWO].concat());
    let mut command = place.command(&["jobs", "run", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut results = BufReader::new(child.stdout.take().unwrap()).lines();
    for job in jobs.lines() {
        writeln!(input, "{job}").unwrap();
        let result: Value = serde_json::from_str(&results.next().unwrap().unwrap()).unwrap();
        let job: Value = serde_json::from_str(job).unwrap();
        assert_eq!(result["key"], job["key"]);
    }
    drop(input);
    assert!(results.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_whole_lines_and_goes_on() {
    let place = Place::new();
    let slow = ["quatro", "-p", "a=iterative", "-p", "b=random", "--pairs", "16", "--time", "20ms"];
    place.write("jobs.jsonl", &place.out(&[&["jobs", "make", "tournament"][..], &slow].concat()));
    let run = ["jobs", "run", "jobs.jsonl", "--done", "results.jsonl", "--threads", "1"];
    let mut command = place.command(&run);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut results = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut before = results.next().unwrap().unwrap() + "\n";
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    for line in results {
        before += &(line.unwrap() + "\n");
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(before.lines().count() < 16, "there was more to do");
    for line in before.lines() {
        assert!(serde_json::from_str::<Value>(line).unwrap()["key"].is_string(), "{line}");
    }
    place.write("results.jsonl", &before);
    let rest = place.out(&run);
    assert_eq!(before.lines().count() + rest.lines().count(), 16, "each job once");
    place.write("results.jsonl", &(before + &rest));
    place.out(&["jobs", "merge", "results.jsonl", "--jobs", "jobs.jsonl"]);
}

#[test]
fn a_swiss_tournament_and_a_tuning_run_go_on_from_their_results() {
    let place = Place::new();
    let swiss = [
        "quatro",
        "-p",
        "a=alpha-beta:depth=1",
        "-p",
        "b=random",
        "-p",
        "c=largest",
        "-p",
        "d=random:seed=3",
        "--format",
        "swiss",
        "--rounds",
        "2",
        "--openings=plies=2",
    ];
    let tune = [
        "quatro",
        "-e",
        "alpha-beta:depth={d}",
        "--parameter",
        "d=2,1,3",
        "--nodes",
        "50",
        "--steps",
        "3",
        "--pairs",
        "2",
        "--openings=plies=2",
    ];
    for (kind, arguments, whole) in
        [("tournament", &swiss[..], "tournament"), ("tune", &tune, "tune")]
    {
        let (mut jobs, mut results) = (String::new(), String::new());
        for _ in 0..10 {
            place.write("results.jsonl", &results);
            let done = ["--done", "results.jsonl"];
            let next = place.out(&[&["jobs", "make", kind], arguments, &done].concat());
            if next.is_empty() {
                break;
            }
            place.write("next.jsonl", &next);
            results += &place.out(&["jobs", "run", "next.jsonl"]);
            jobs += &next;
        }
        place.write("jobs.jsonl", &jobs);
        place.write("results.jsonl", &results);
        let merged =
            place.out(&["jobs", "merge", "results.jsonl", "--jobs", "jobs.jsonl", "--json"]);
        let whole = place.out(&[&[whole], arguments, &["--json"]].concat());
        assert_eq!(timeless(&merged), timeless(&whole), "{kind}");
    }
}

#[test]
fn a_set_of_positions_is_proven_and_kept() {
    let place = Place::new();
    place.write("set.txt", "# known values\nquarto a..c/..57/...0/34.. 6\na..c/..57/...0/34.. -\n");
    let arguments = ["solve-set", "set.txt", "--game", "quatro", "--store", "proofs.db", "--json"];
    let first: Value = serde_json::from_str(&place.out(&arguments)).unwrap();
    assert_eq!(first["positions"][0]["value"], 0);
    assert_eq!(first["positions"][1]["game"], "quatro");
    let again: Value = serde_json::from_str(&place.out(&arguments)).unwrap();
    assert_eq!(again, first, "kept, times and all");
    let (code, out, _) = place.ran(&["solve-set", "set.txt", "--game", "quatro", "--nodes", "1"]);
    assert_eq!(code, 1);
    assert!(out.contains("2 positions, ") && !out.contains(" 0 not proven"), "{out}");
}

#[test]
fn puzzles_are_compared_in_pieces() {
    let place = Place::new();
    let what = ["A", "B", "--algorithms", "bfs,a*:heuristic=h3"];
    place.write("jobs.jsonl", &place.out(&[&["jobs", "make", "compare"][..], &what].concat()));
    place.write("results.jsonl", &place.out(&["jobs", "run", "jobs.jsonl"]));
    let merge = ["jobs", "merge", "results.jsonl", "--jobs", "jobs.jsonl"];
    let out = place.out(&merge);
    assert!(out.contains("12 471") || out.contains("12,471") || out.contains("12471"), "{out}");
    let merged: Value =
        serde_json::from_str(&place.out(&[&merge[..], &["--json"]].concat())).unwrap();
    let generated: Vec<_> =
        merged["results"].as_array().unwrap().iter().map(|r| &r["generated"]).collect();
    assert_eq!(generated, [11, 6, 12471, 39]);
}

#[test]
fn what_is_wrong_is_said() {
    let place = Place::new();
    place.write("jobs.jsonl", "hello\n");
    place.write("set.txt", "quarto zz\n");
    place.write("empty.jsonl", "");
    for (arguments, code, sentence) in [
        (&["jobs", "run", "jobs.jsonl"][..], 2, "line 1: this is not a job"),
        (&["jobs", "run", "none.jsonl"], 2, "none.jsonl"),
        (&["jobs", "run", "jobs.jsonl", "--shard", "3/2"], 2, "is no shard"),
        (&["jobs", "merge", "jobs.jsonl"], 1, "There is no result yet"),
        (&["solve-set", "empty.jsonl"], 2, "there is no position here"),
        (&["jobs", "make", "solve", "empty.jsonl"], 2, "there is no position here"),
        (&["jobs", "make", "opening-table", "--hash", "900TB"], 2, "900.00 TB of memory cannot be"),
        (&["jobs", "merge", "empty.jsonl", "--jobs", "empty.jsonl"], 2, "there is no job in it"),
        (&["jobs", "make", "solve", "set.txt"], 2, "zz"),
        (&["solve-set", "set.txt", "--lang", "pt"], 2, "zz"),
    ] {
        let (ended, _, said) = place.ran(arguments);
        assert_eq!(ended, code, "{arguments:?}: {said}");
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
}

#[test]
fn jobs_are_not_taken_for_results() {
    let place = Place::new();
    place.write("set.txt", "quatro 0123/4.../..../.... -\n");
    let jobs = place.out(&["jobs", "make", "solve", "set.txt", "--hash", "1MB"]);
    place.write("jobs.jsonl", &jobs);
    let (code, out, said) = place.ran(&["jobs", "merge", "jobs.jsonl", "--json"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("jobs.jsonl, line 1: this is a job, not a result"), "{said}");
    assert!(serde_json::from_str::<Value>(&out).unwrap().is_object(), "{out}");
    let changed = jobs.replace("\"hash\":1000000", "\"hash\":900000000000000");
    place.write("large.jsonl", &changed);
    let (code, _, said) = place.ran(&["jobs", "run", "large.jsonl"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("its key is solve-"), "{said}");
    // The machine that made a job may have had more memory than this one.
    let large: Job = serde_json::from_str(&changed).unwrap();
    place.write("large.jsonl", &serde_json::to_string(&Job::new(large.work)).unwrap());
    let (code, _, said) = place.ran(&["jobs", "run", "large.jsonl"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("900.00 TB of memory cannot be allocated here"), "{said}");
}

#[test]
fn without_python_or_the_package_a_sentence_says_what_to_install() {
    let place = Place::new();
    place.write("set.txt", "quarto startpos\n");
    for arguments in
        [&["solve-set", "set.txt", "--ray", "auto"][..], &["tournament", "quatro", "--ray", "auto"]]
    {
        let mut command = place.command(arguments);
        let output = command.env("PATH", "").stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("pip install \"plywood[ray]\""), "{said}");
    }
}

/// A driver that says it is there and works until it is interrupted.
#[cfg(unix)]
const DRIVER: &str = "#!/bin/sh
[ \"$1\" = -c ] && exit 0
trap 'exit 130' INT
echo here >&2
while :; do sleep 0.05; done
";

#[cfg(unix)]
#[test]
fn an_interrupt_reaches_the_driver_of_a_cluster() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::new();
    place.write("set.txt", "quarto startpos\n");
    place.write("python3", DRIVER);
    fs::set_permissions(place.path("python3"), fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = place.command(&["solve-set", "set.txt", "--ray", "auto"]);
    let path = format!("{}:{}", place.path("").display(), std::env::var("PATH").unwrap());
    let mut child = command.env("PATH", path).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(said.next().unwrap().unwrap(), "here");
    // Not to its group, as a terminal would: to the program alone, as a supervisor does.
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
