//! What a source must not hold: a look at the clock that is not the meter's, or a public function that
//! nobody can call without counting its arguments.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::root;

/// The crates that think. The others wait for people, processes and games, and time that themselves.
const TIMELESS: [&str; 6] = ["contract", "search", "games", "judges", "solvers", "workbench"];
/// Where these crates read the clock.
const METER: &str = "crates/contract/src/meter.rs";
/// How a clock is read.
const READINGS: [&str; 2] = ["Instant::now", "SystemTime::now"];
/// The most arguments of a public function, `self` aside.
const MOST_ARGUMENTS: usize = 5;
/// Functions of Python have keywords.
const KEYWORDED: &str = "python";

pub(crate) fn check(faults: &mut Vec<String>) -> anyhow::Result<()> {
    for entry in fs::read_dir(root().join("crates"))? {
        let folder = entry?.path();
        let crate_name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut files = Vec::new();
        collect(&folder.join("src"), &mut files)?;
        for file in files {
            let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
            let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
            if TIMELESS.contains(&crate_name.as_str()) && name != METER {
                let clocks = READINGS.iter().filter(|reading| text.contains(**reading));
                faults.extend(clocks.map(|reading| {
                    format!("{name} reads the clock ({reading}): only {METER} does")
                }));
            }
            if crate_name != KEYWORDED {
                faults.extend(long_lists(&text).map(|(function, n)| {
                    format!("{name}: {function} takes {n} arguments, more than {MOST_ARGUMENTS}")
                }));
            }
        }
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The public functions of a source with too many arguments, and how many.
fn long_lists(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.match_indices("    pub fn ").chain(text.match_indices("\npub fn ")).filter_map(
        |(at, _)| {
            let rest = text[at..].split_once("pub fn ")?.1;
            let name = &rest[..rest.find(['(', '<'])?];
            let n = n_arguments(rest)?;
            (n > MOST_ARGUMENTS).then_some((name, n))
        },
    )
}

/// How many arguments a function takes whose text begins with its name; `self` is none.
fn n_arguments(text: &str) -> Option<usize> {
    let (mut generic, mut nested) = (0_i32, 0_i32);
    let (mut list, mut before) = (String::new(), ' ');
    for letter in text.chars() {
        match letter {
            '<' => generic += 1,
            // An arrow closes nothing.
            '>' if before != '-' => generic -= 1,
            '(' | '[' => nested += 1,
            ')' | ']' => nested -= 1,
            _ => {}
        }
        before = letter;
        if letter == ')' && nested == 0 && generic == 0 {
            let arguments = list.split(',').map(str::trim);
            let is_argument = |it: &&str| !it.is_empty() && !it.ends_with("self");
            return Some(arguments.filter(is_argument).count());
        }
        if nested == 1 && generic == 0 && letter != '(' {
            list.push(letter);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_counted_whatever_their_types() {
        for (text, n) in [
            ("start() -> Self", 0),
            ("play(&mut self, step: u8)", 1),
            ("solve<F: Fn(u8, u8) -> u8>(a: (u8, u8), b: [u8; 2], c: Vec<(u8, u8)>, f: F)", 4),
            ("told(a: impl Fn(&str, u8) -> Option<(u8, u8)>,\n    b: u8,\n) -> u8 {", 2),
        ] {
            assert_eq!(n_arguments(text), Some(n), "{text}");
        }
    }

    #[test]
    fn only_public_functions_with_long_lists_are_told() {
        let text = "\npub fn long(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}\n\
            \npub fn short(a: u8) {}\n\nfn private(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}\n";
        assert_eq!(long_lists(text).collect::<Vec<_>>(), [("long", 6)]);
    }
}
