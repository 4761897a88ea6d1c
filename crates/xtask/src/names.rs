//! A game's name appears in its room, in the catalogue, in locale files, tests and docs, and nowhere else.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::root;

/// Where names still stand that should not, and how often. This list only ever shrinks; entries with a
/// comment stay.
const REMAINING: [(&str, usize); 3] = [
    // Defaults of the protocols' commands.
    ("crates/cli/src/args.rs", 2),
    // A file format of one game.
    ("crates/records/src/blksgf.rs", 3),
    // What accessibility and styles call a board's cells.
    ("crates/web/page/js/board.js", 2),
];

pub(crate) fn check(faults: &mut Vec<String>) -> anyhow::Result<()> {
    let names = names()?;
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for file in sources()? {
        let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
        let is_script = file.extension().is_some_and(|extension| extension == "js");
        let n = if is_script { count_in_script(&text, &names) } else { count(&text, &names) };
        if n > 0 {
            let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
            found.insert(name, n);
        }
    }
    for (file, n) in &found {
        let known = REMAINING.iter().find(|(known, _)| known == file).map_or(0, |known| known.1);
        if *n > known {
            faults.push(format!(
                "{file} names a game {n} times, {known} are known: a game's name belongs to its room and the catalogue"
            ));
        }
    }
    for (file, known) in REMAINING {
        let n = found.get(file).copied().unwrap_or(0);
        if n < known {
            faults.push(format!(
                "{file} names a game {n} times, not {known}: shorten the list in names.rs"
            ));
        }
    }
    Ok(())
}

/// The names of the catalogue.
fn names() -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("crates/workbench/src/catalogue"))? {
        let text = fs::read_to_string(entry?.path())?;
        let named =
            text.lines().filter_map(|line| line.strip_prefix("    name: \"")?.strip_suffix("\","));
        names.extend(named.map(str::to_owned));
    }
    anyhow::ensure!(!names.is_empty(), "the catalogue names no game");
    Ok(names)
}

/// Sources outside the rooms, the catalogue and what serves tests only, and the page's scripts.
fn sources() -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("crates"))? {
        let folder = entry?.path();
        let is_apart = ["games", "testkit", "xtask"].iter().any(|name| folder.ends_with(name));
        if !is_apart {
            collect(&folder.join("src"), &mut files)?;
        }
    }
    collect(&root().join("crates/web/page"), &mut files)?;
    let is_apart = |part: &std::ffi::OsStr| {
        ["catalogue", "tests", "tests.rs", "testing.rs"].iter().any(|name| part == *name)
    };
    files.retain(|file| !file.iter().any(is_apart));
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_source =
            path.extension().is_some_and(|extension| extension == "rs" || extension == "js");
        if path.is_dir() {
            collect(&path, files)?;
        } else if is_source {
            files.push(path);
        }
    }
    Ok(())
}

/// How often a source names a game, comments and unit tests aside.
fn count(text: &str, names: &[String]) -> usize {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines
        .map(|line| {
            let quoted = |name: &String| line.matches(&format!("\"{name}\"")).count();
            names.iter().map(quoted).sum::<usize>()
        })
        .sum()
}

/// How often a script names a game, in quotes of any kind or as the key of an object; comments aside.
fn count_in_script(text: &str, names: &[String]) -> usize {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| names.iter().map(|name| n_named(line, name)).sum::<usize>()).sum()
}

fn n_named(line: &str, name: &str) -> usize {
    let is_named = |&(start, found): &(usize, &str)| {
        let before = line[..start].chars().next_back();
        let after = line[start + found.len()..].chars().next();
        let is_quoted = before == after && before.is_some_and(|sign| "'\"`".contains(sign));
        let is_key = after == Some(':') && before.is_none_or(|sign| " {,(".contains(sign));
        is_quoted || is_key
    };
    line.match_indices(name).filter(is_named).count()
}

#[cfg(test)]
mod tests {
    use super::{count, count_in_script};

    #[test]
    fn comments_and_tests_may_name_games() {
        let names = ["quarto".to_owned(), "blokus".to_owned()];
        let text =
            "//! \"quarto\"\nmatch game { \"quarto\" | \"blokus\" => 1 }\n#[cfg(test)]\n\"quarto\"";
        assert_eq!(count(text, &names), 2);
    }

    #[test]
    fn scripts_name_games_in_single_quotes_and_as_keys() {
        let names = ["quarto".to_owned(), "blokus".to_owned(), "blokus-duo".to_owned()];
        let text = "// 'quarto'\nconst SCENES = { quarto: 1, 'blokus-duo': 2 };\nif (game === 'blokus') t('game-quarto');";
        assert_eq!(count_in_script(text, &names), 3);
    }
}
