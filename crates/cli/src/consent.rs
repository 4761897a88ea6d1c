//! Programs that a file names are started only with somebody's consent.
//!
//! Who types a command consents to it; who opens a file may not know what it says. On a terminal the commands are
//! shown and asked about, elsewhere `--allow-commands` says it. For a store that this user made on this machine
//! consent is remembered.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{BufRead, IsTerminal, Write, stderr, stdin};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use plywood_arena::settings::Contestant;
use plywood_workbench::language::Words;
use plywood_workbench::{Refused, message};

use crate::input;
use crate::screen::tell;

/// The file of consents is never larger, in bytes; then it begins anew.
const MOST_REMEMBERED: u64 = 1 << 20;

/// Characters of commands that can be asked about.
const MOST_SHOWN: usize = 1000;

/// What was consented to so far.
pub(crate) struct Consent {
    is_general: bool,
    given: Mutex<BTreeSet<String>>,
}

impl Consent {
    /// `is_general` is `--allow-commands`.
    pub(crate) fn new(is_general: bool) -> Self {
        Self { is_general, given: Mutex::default() }
    }

    /// Consent to these commands, which `file` names; asked for once each.
    pub(crate) fn need(
        &self,
        file: &str,
        commands: &[String],
        words: &Words,
    ) -> Result<(), Refused> {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let new: Vec<&String> = commands.iter().filter(|one| !given.contains(*one)).collect();
        if self.is_general || new.is_empty() {
            return Ok(());
        }
        let shown = |command: &String| format!("\n  {}", command.replace(['\n', '\t'], "␊"));
        let list: String = new.iter().copied().map(shown).collect();
        tell(&words.fill("consent-shown", &[("file", &file), ("list", &list)]));
        // What does not fit on a screen cannot be agreed to by looking at it.
        let is_seen = list.chars().count() <= MOST_SHOWN && !list.contains('␊');
        if file == "-" || !is_seen || !stdin().is_terminal() || !stderr().is_terminal() {
            let said = message!(
                "consent-needed",
                "programs that a file names are started only with --allow-commands"
            );
            return Err(said.into());
        }
        tell(&words.text("consent-question"));
        let mut answer = String::new();
        // Whoever cannot be heard has not agreed.
        let _ = input::reading(|| stdin().lock().read_line(&mut answer));
        if !matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "s" | "sim") {
            return Err(message!("consent-refused", "nothing was started").into());
        }
        given.extend(new.into_iter().cloned());
        Ok(())
    }
}

/// The commands among these players.
pub(crate) fn commands(players: &[Contestant]) -> Vec<String> {
    players.iter().filter(|one| one.is_command()).map(|one| one.engine.clone()).collect()
}

/// Remembers that the user of this machine typed these commands for this store.
pub(crate) fn remember(store: &Path, commands: &[String]) {
    if commands.is_empty() || is_remembered(store, commands) {
        return;
    }
    let write = || -> Option<()> {
        let file = memory()?;
        let is_full = file.metadata().is_ok_and(|known| known.len() > MOST_REMEMBERED);
        plywood_workbench::private::make_file(&file).ok()?;
        let mut options = OpenOptions::new();
        let opened = options.append(!is_full).write(true).truncate(is_full).open(&file);
        writeln!(opened.ok()?, "{}", line(store, commands)?).ok()
    };
    // Forgotten consent is asked for again.
    let _ = write();
}

/// Whether these commands were typed for this store before.
pub(crate) fn is_remembered(store: &Path, commands: &[String]) -> bool {
    let known = || {
        let text = input::text(&memory()?, 2 * MOST_REMEMBERED).ok()?;
        let wanted = line(store, commands)?;
        Some(text.lines().any(|line| line == wanted))
    };
    known().unwrap_or(false)
}

fn memory() -> Option<PathBuf> {
    let games = plywood_records::default_path().ok()?;
    Some(games.parent()?.join("commands.jsonl"))
}

/// A store is known by its place and by the file that stands there.
fn line(store: &Path, commands: &[String]) -> Option<String> {
    let place = store.canonicalize().ok()?;
    let file = place.metadata().ok()?;
    let known = (place.to_str()?, identity(&file), commands);
    serde_json::to_string(&known).ok()
}

/// What tells one file from another that took its place.
#[cfg(unix)]
fn identity(file: &std::fs::Metadata) -> (u64, u64, u32) {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino(), file.uid())
}

/// What tells one file from another that took its place: when it was made.
#[cfg(not(unix))]
fn identity(file: &std::fs::Metadata) -> Option<u128> {
    let made = file.created().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(made.as_nanos())
}
