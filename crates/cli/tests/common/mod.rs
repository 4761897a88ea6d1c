//! The program with a folder of its own, answers through a pipe, and games planned in advance.
#![allow(dead_code, reason = "each test file uses its share")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[cfg(unix)]
use plywood_testkit::terminal::{Played, Program};
use plywood_workbench::games::{CATALOGUE, Choice, Table, open};

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

/// The answers that play the first move listed, all the way, as the menus of the game ask for it: pieces
/// and places by number, row and column from 0 for cavalo.
pub(crate) fn first_moves(game: &str, seed: u64, position: Option<&str>) -> Vec<String> {
    let mut table = open(game, "", seed, position, &[]).unwrap();
    let mut answers = Vec::new();
    loop {
        table.pass_if_forced();
        let Some(choice) = table.choices().into_iter().next() else { return answers };
        answers.extend(answers_for(table.as_ref(), &choice));
        table.play(&choice.step).unwrap();
    }
}

/// The answers that make the first move listed.
fn answers_for(table: &dyn Table, choice: &Choice) -> Vec<String> {
    let (frame, manner) = (table.frame(), &table.offer().manner);
    let columns = u16::from(frame.columns);
    let has_few_cells = u16::from(frame.rows) * columns <= 16;
    let mut answers = Vec::new();
    for (i, part) in choice.parts.iter().enumerate() {
        match (part.piece, &part.at[..]) {
            (Some(piece), _) => {
                // The ways of the last kind are numbered apart: 3 is c1, 4 is c2.
                let is_second_way = manner.ways_apart && choice.step.starts_with("c2");
                answers.push((piece + 1 + u8::from(is_second_way)).to_string());
            }
            (None, &[at]) if manner.by_row_and_column && i == 0 => {
                answers.extend([(at / columns).to_string(), (at % columns).to_string()]);
            }
            (None, &[at]) if manner.by_row_and_column => {
                let scene = table.scene();
                answers.push(scene.squares.iter().find(|it| it.at == at).unwrap().text.clone());
            }
            (None, &[at]) if has_few_cells => answers.push((at + 1).to_string()),
            (None, &[at]) if choice.short.len() == 1 => {
                answers.push((at % columns + 1).to_string());
            }
            (None, _) => answers.push("1".to_owned()),
        }
    }
    answers
}

/// The number of a game in the menu.
pub(crate) fn number_of(game: &str) -> String {
    let place = CATALOGUE.iter().position(|offer| offer.name == game).unwrap();
    (place + 1).to_string()
}

/// The program on a terminal of its own, in the folder of a test.
#[cfg(unix)]
pub(crate) fn start_on(
    place: &Place,
    arguments: &[&str],
    size: (u16, u16),
    terminal: &str,
) -> Played {
    let state = place.path("state").display().to_string();
    Program {
        file: Path::new(env!("CARGO_BIN_EXE_plywood")),
        arguments,
        folder: &place.path(""),
        variables: &[
            ("PLYWOOD_STATE", &state),
            ("TERM", terminal),
            ("LANG", "C.UTF-8"),
            ("LC_ALL", "C.UTF-8"),
            ("NO_COLOR", ""),
        ],
        size,
    }
    .start()
}
