//! Command lines that are refused, in the language asked for.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

#[path = "common/english.rs"]
mod english;

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use english::english_words;

fn said(arguments: &[&str], language: &str) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(arguments)
        .args(["--lang", language])
        .env("PLYWOOD_STATE", folder.path())
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// Lines of the command line that are refused.
const REFUSED: &[&[&str]] = &[
    &["nonsense"],
    &["playy"],
    &["play", "--nonsense"],
    &["play", "chess"],
    &["play", "quarto", "--level", "12"],
    &["play", "quarto", "--p1", "alpha-bta"],
    &["play", "quarto", "--time", "soon"],
    &["play", "quarto", "--depth", "0"],
    &["play", "quarto", "--seed", "x"],
    &["play", "quarto", "--seed"],
    &["play", "quarto", "--resume", "99"],
    &["records", "show", "99"],
    &["records", "show"],
    &["records", "show", "x"],
    &["records", "export", "--form", "pgn"],
    &["records", "import", "nowhere.jsonl"],
    &["log", "check", "nowhere.dat"],
    &["moves", "chess"],
    &["moves", "quarto", "--position", "x"],
    &["moves", "blokus", "--moves", "b@a1 b@n14 b@a1"],
    &["moves", "cavalo", "--rules", "placement=never"],
    &["perft", "quarto", "--depth", "x"],
    &["analyze", "quarto", "--engine", "deep-blue"],
    &["analyze", "quarto", "--nodes", "0"],
    &["analyze", "quarto", "--multipv", "0"],
    &["analyze", "quarto", "--threads", "900"],
    &["analyze", "quarto", "--hash", "900TB"],
    &["solve", "quarto", "--position", "a"],
    &["solve-set", "nowhere.txt"],
    &["puzzle", "solve", "A", "--objective", "0"],
    &["puzzle", "solve", "A", "--objective", "x"],
    &["puzzle", "solve", "A", "--algorithm", "a-sta"],
    &["puzzle", "solve", "A", "--algorithm", "bfs", "--heuristic", "h1"],
    &["puzzle", "solve", "Z"],
    &["puzzle", "solve", "A", "--results", "/nowhere/x"],
    &["puzzle", "compare", "--algorithms", ","],
    &["puzzle", "check-heuristic", "A", "--heuristic", "h9"],
    &["puzzle", "maximize", "A", "--stock", "x"],
    &["puzzle", "generate", "--rows", "30", "--cols", "3"],
    &["puzzle", "generate", "--density", "3"],
    &["puzzle", "generate", "--count", "0"],
    &["puzzle"],
    &["gtp", "--game", "chess"],
    &["ugi", "--engine", "x"],
    &["check-engine", "bot"],
    &["check-engine", "gtp:a 'b"],
    &["serve", "--listen", "here"],
    &["serve", "--port", "x"],
    &["tournament", "chess"],
    &["tournament", "quarto", "--player", "a=random"],
    &["tournament", "quarto", "--player", "random", "--player", "random"],
    &["tournament", "quarto", "--games", "3"],
    &["tournament", "quarto", "--games", "x"],
    &["tournament", "quarto", "--games", "2", "--pairs", "1"],
    &["tournament", "quarto", "--rounds", "3"],
    &["tournament", "quarto", "--format", "knockout"],
    &["tournament", "quarto", "--openings", "nowhere.txt"],
    &["tournament", "quarto", "--openings", "plies=999"],
    &["tournament", "quarto", "--sprt", "elo0=9,elo1=1"],
    &["tournament", "quarto", "--player", "a=gtp:no-such-program", "--player", "b=random"],
    &["tournament", "replay", "nowhere.db"],
    &["tournament", "--resume", "nowhere.db"],
    &["rate", "nowhere.db"],
    &["tune", "quarto", "best:nodes={n}", "--parameter", "x=1,1,2"],
    &["tune", "quarto", "best:nodes={n}", "--parameter", "n=1"],
    &["jobs", "run", "nowhere.jsonl"],
    &["jobs", "run", "-", "--shard", "9/3"],
    &["jobs", "merge", "nowhere.jsonl"],
    &["completions", "tcsh"],
];

#[test]
fn the_command_line_refuses_in_the_language_asked_for() {
    let mut faults = BTreeSet::new();
    for arguments in REFUSED {
        let (code, english) = said(arguments, "en");
        assert_eq!(code, 2, "{arguments:?}: {english}");
        let (code, portuguese) = said(arguments, "pt");
        assert_eq!(code, 2, "{arguments:?}: {portuguese}");
        let left = english_words(&portuguese);
        if !left.is_empty() || english == portuguese || portuguese.trim().is_empty() {
            faults.insert(format!("{arguments:?}: {portuguese} {left:?}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_language_may_stand_anywhere_in_the_line() {
    for arguments in [&["--lang", "pt", "playy"][..], &["playy", "--lang=pt"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_plywood"))
            .args(arguments)
            .env("LC_ALL", "C")
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("erro: não há nenhum comando 'playy'"), "{said}");
        assert!(said.contains("sugestão: há um comando parecido: 'play'"), "{said}");
        assert!(said.contains("Utilização: plywood"), "{said}");
    }
    let environment = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .arg("playy")
        .env("LC_ALL", "pt_PT.UTF-8")
        .output()
        .unwrap();
    assert!(String::from_utf8(environment.stderr).unwrap().starts_with("erro: "));
}

#[test]
fn refusals_that_were_half_translated_are_whole() {
    for (arguments, expected) in [
        (
            &["moves", "blokus", "--moves", "b@a1 b@m13 b@a1"][..],
            "jogada 3: `b@a1`: a1 já está coberta por uma peça própria",
        ),
        (
            &["moves", "quarto", "--moves", ">6 b1>6"],
            "jogada 2: `b1>6`: a peça 6 não pode ser entregue: é a que está na mão, para colocar agora",
        ),
        (
            &["puzzle", "solve", "A", "--objective", "0"],
            "tabuleiro A: o objetivo é 0: tem de ser pelo menos 1 casa",
        ),
        (
            &["moves", "cavalo", "--rules", "placement=x"],
            "`x` não é um valor da regra `placement`: esperava-se um de auto e choose",
        ),
    ] {
        let (_, said) = said(arguments, "pt");
        assert!(said.contains(expected), "{said}");
    }
}
