//! The program with a folder of its own, answers through a pipe, and games planned in advance.
#![allow(dead_code, reason = "each test file uses its share")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use plywood_workbench::games::{Table, open};
use plywood_workbench::play::choices;

/// A folder with the records and the log of one test.
pub(crate) struct Place(tempfile::TempDir);

pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) said: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The command, in this folder, with records here and no language of its own.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env("PLYWOOD_STATE", self.path("state"))
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env("LANG", "C");
        command
    }

    /// Runs it with these lines as its input.
    pub(crate) fn run(&self, arguments: &[&str], answers: &[&str]) -> Ran {
        finish(self.command(arguments), answers)
    }
}

pub(crate) fn finish(mut command: Command, answers: &[&str]) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = answers.iter().map(|answer| format!("{answer}\n")).collect::<String>();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // A program that has ended reads no more.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        said: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The answers that play the first move listed, all the way, as the menus of the game ask for it:
/// piece and place by number, row and column from 0 for cavalo.
pub(crate) fn first_moves(game: &str, seed: u64, position: Option<&str>) -> Vec<String> {
    let mut table = open(game, "", seed, position, &[]).unwrap();
    let mut answers = Vec::new();
    while let Some(step) = next(table.as_mut()) {
        let choice = choices(game, &[step]).remove(0);
        let place = choice.place.clone();
        let parts = [choice.piece.clone(), choice.place, choice.extra];
        if let (true, Some(place)) = (game == "cavalo", place) {
            let column = place.as_bytes()[0] - b'a';
            let row = place[1..].parse::<u8>().unwrap() - 1;
            answers.extend([row.to_string(), column.to_string()]);
            answers.extend(parts[2].clone());
        } else {
            answers.extend(parts.iter().flatten().map(|_| "1".to_owned()));
        }
        table.play(&choice.step).unwrap();
    }
    answers
}

/// The first move listed, past forced passes; none once the game is over.
fn next(table: &mut dyn Table) -> Option<String> {
    loop {
        let moves = table.moves();
        if moves != ["pass"] {
            return moves.into_iter().next();
        }
        table.play("pass").unwrap();
    }
}
