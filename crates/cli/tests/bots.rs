//! `plywood check-engine`, tried on the sample bots, on ourselves and on bots with faults.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use plywood_testkit::skip::has_program;
use serde_json::Value;

const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");

fn bots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots").canonicalize().unwrap()
}

/// Examines a bot and returns its findings by name.
fn examine(command: &str, more: &[&str]) -> (i32, Value) {
    let output = Command::new(PLYWOOD)
        .args(["check-engine", command, "--json", "--time", "3s"])
        .args(more)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), serde_json::from_str(&said).unwrap())
}

fn assert_sound(command: &str, more: &[&str]) {
    let (code, report) = examine(command, more);
    assert_eq!((code, &report["passed"]), (0, &Value::Bool(true)), "{command}: {report:#}");
}

/// What a check says about a bot with a fault.
fn fault(command: &str, check: &str, more: &[&str]) -> String {
    let (code, report) = examine(command, more);
    assert_eq!(code, 1, "{command}: {report:#}");
    let findings = report["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["check"] == check).unwrap();
    assert_eq!(finding["passed"], false, "{command}: {report:#}");
    finding["text"].as_str().unwrap().to_owned()
}

#[test]
fn every_sample_is_short() {
    for name in ["quatro.py", "quatro.c", "Quatro.java", "quatro.lisp"] {
        let text = std::fs::read_to_string(bots().join(name)).unwrap();
        assert!(text.lines().count() < 60, "{name}");
    }
}

#[test]
fn the_python_sample_is_sound() {
    assert_sound(&format!("ugi:python3 {}", bots().join("quatro.py").display()), &[]);
}

#[test]
fn the_c_sample_is_sound() {
    if !has_program("the_c_sample_is_sound", "cc", "--version") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("quatro");
    let built = std::process::Command::new("cc")
        .args(["-Wall", "-Wextra", "-Werror", "-O1", "-o"])
        .arg(&program)
        .arg(bots().join("quatro.c"))
        .status();
    assert!(built.unwrap().success());
    assert_sound(&format!("ugi:{}", program.display()), &[]);
}

#[test]
fn the_java_sample_is_sound() {
    let name = "the_java_sample_is_sound";
    if !has_program(name, "javac", "-version") || !has_program(name, "java", "-version") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = bots().join("Quatro.java");
    let built =
        std::process::Command::new("javac").arg("-d").arg(folder.path()).arg(source).status();
    assert!(built.unwrap().success());
    assert_sound(&format!("ugi:java -cp '{}' Quatro", folder.path().display()), &["--games", "2"]);
}

#[test]
fn the_lisp_sample_is_sound() {
    if !has_program("the_lisp_sample_is_sound", "sbcl", "--version") {
        return;
    }
    assert_sound(&format!("ugi:sbcl --script {}", bots().join("quatro.lisp").display()), &[]);
}

#[test]
fn another_persons_program_plays_a_whole_game_against_ours() {
    let folder = tempfile::tempdir().unwrap();
    let bot = format!("ugi:python3 {}", bots().join("quatro.py").display());
    let play = |second: &str| {
        let output = Command::new(PLYWOOD)
            .args(["play", "quatro", "--p1", "random:seed=1", "--p2", second, "--seed", "3"])
            .env("PLYWOOD_STATE", folder.path())
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    let (code, said) = play(&bot);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("quatro.py") && (said.contains("wins") || said.contains("draw")),
        "{said}"
    );
    let (code, said) = play("ugi:no-such-program-anywhere");
    assert_ne!(code, Some(0), "{said}");
    assert!(said.contains("no-such-program-anywhere"), "{said}");
}

#[test]
fn we_are_sound_in_every_game() {
    let games = ["blokus", "blokus-duo", "quatro", "quarto", "cavalo"];
    for game in games.into_iter().chain(["tic-tac-toe", "connect-four", "othello"]) {
        // Both protocols share the session; two games are enough for the slower check.
        let protocols: &[&str] = match game {
            "blokus-duo" | "cavalo" => &["gtp", "ugi"],
            _ => &["ugi"],
        };
        for protocol in protocols {
            let command = format!("{PLYWOOD} {protocol} --engine random");
            assert_sound(&command, &["--protocol", protocol, "--game", game, "--games", "2"]);
        }
    }
}

/// The Python sample with one line changed.
fn broken(folder: &tempfile::TempDir, before: &str, after: &str) -> String {
    let text = std::fs::read_to_string(bots().join("quatro.py")).unwrap();
    assert!(text.contains(before), "{before}");
    let file = folder.path().join("broken.py");
    std::fs::write(&file, text.replacen(before, after, 1)).unwrap();
    format!("ugi:python3 {}", file.display())
}

#[test]
fn faults_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let illegal =
        broken(&folder, "print(\"bestmove\", choose(position)", "print(\"bestmove\", \"0@a1\"");
    let said = fault(&illegal, "games", &[]);
    assert!(
        said.contains("answered `0@a1`, which is illegal")
            && said.contains("expected a legal move"),
        "{said}"
    );

    let crashing = broken(&folder, "print(\"readyok\", flush=True)", "sys.exit(3)");
    let said = fault(&crashing, "start", &[]);
    assert!(said.contains("exit code 3") && said.contains("expected `ugiok`"), "{said}");

    let stubborn = broken(&folder, "            break\n    except", "            pass\n    except");
    let said = fault(&stubborn, "quit", &["--games", "1"]);
    assert!(said.contains("`quit` and had to be killed after"), "{said}");

    let forking = "import sys\nimport subprocess; subprocess.Popen(['sleep', '1000'], start_new_session=True)\n";
    let said = fault(&broken(&folder, "import sys\n", forking), "quit", &["--games", "1"]);
    assert!(said.contains("left 1 of its processes running"), "{said}");
}

#[test]
fn what_cannot_be_examined_is_explained() {
    for (arguments, part) in [
        (&["check-engine", "python3 bot.py"][..], "gtp:COMMAND or ugi:COMMAND"),
        (&["check-engine", "ugi:x", "--game", "chess"][..], "there is no game `chess`"),
        (&["check-engine", "x", "--protocol", "uci"][..], "expected gtp or ugi"),
        (&["gtp", "--level", "10"][..], "1 to 9"),
        (&["ugi", "--game", "go"][..], "there is no game `go`"),
    ] {
        let output = Command::new(PLYWOOD).args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said.contains(part), "{arguments:?} said {said}");
    }
    let output = Command::new(PLYWOOD).args(["check-engine", "gtp:"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "plywood: expected a command line, got nothing\n");
    let said = fault("ugi:/nowhere/at/all", "start", &[]);
    assert!(said.contains("could not be started"), "{said}");
}

#[test]
fn a_report_is_in_portuguese() {
    let examined = |command: &str| {
        let arguments = ["check-engine", command, "--lang", "pt", "--time", "100ms"];
        let more = ["--game", "quatro", "--games", "2"];
        let output = Command::new(PLYWOOD).args(arguments).args(more).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for protocol in ["gtp", "ugi"] {
        let said = examined(&format!("{protocol}:'{PLYWOOD}' {protocol} --game quatro"));
        for word in [" it ", " the ", "expected", " was ", "checks"] {
            assert!(!said.contains(word), "{word} in\n{said}");
        }
        assert!(said.contains("partidas inteiras") && said.contains("verificações"), "{said}");
    }
    let said = examined("ugi:/nowhere/at/all");
    assert!(said.contains("falha") && said.contains("não foi possível iniciar"), "{said}");
}
