//! Known vulnerabilities of what we depend on, by a checkout of RustSec's advisory database.
//!
//! Nothing is fetched: the database is looked for where `ADVISORY_DB` says, or where cargo-audit keeps it. If it is
//! missing, that is reported, and nothing is claimed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use semver::{Version, VersionReq};

use crate::deny::Package;

/// Checks all packages; fails for a vulnerability that `terms` do not set aside.
pub(crate) fn check(terms: &toml::Table, packages: &[Package]) -> anyhow::Result<()> {
    let Some(folder) = folder() else {
        println!(
            "  there is no advisory database: vulnerabilities are not checked. Set ADVISORY_DB to a checkout of \
             rustsec/advisory-db"
        );
        return Ok(());
    };
    let ignored = terms.get("advisories").and_then(|section| section.get("ignore"));
    let ignored = ignored.and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let mut faults = Vec::new();
    for package in packages {
        for advisory in advisories(&folder, &package.name)? {
            if !advisory.concerns(&package.version)? {
                continue;
            }
            let Advisory { id, title, .. } = &advisory;
            let said = format!("{} {}: {id}, {title}", package.name, package.version);
            let is_ignored = ignored.iter().any(|entry| entry.as_str() == Some(id));
            match advisory.is_vulnerability && !is_ignored {
                true => faults.push(said),
                false => println!("  told only: {said}"),
            }
        }
    }
    println!("  {} packages beside {}", packages.len(), folder.display());
    if !faults.is_empty() {
        bail!("vulnerabilities:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

/// Where the database is.
fn folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).map(PathBuf::from);
    let home = set("CARGO_HOME").or_else(|| Some(set("HOME")?.join(".cargo")));
    let known = [set("ADVISORY_DB"), home.map(|home| home.join("advisory-db"))];
    known.into_iter().flatten().find(|folder| folder.join("crates").is_dir())
}

/// An advisory on a package.
struct Advisory {
    id: String,
    title: String,
    /// Otherwise a notice: the package is unmaintained, or part of it is unsound.
    is_vulnerability: bool,
    /// Versions without the fault.
    sound: Vec<String>,
}

impl Advisory {
    /// Parses a page that begins with a block of TOML; `None` if the advisory was withdrawn.
    fn read(page: &str) -> anyhow::Result<Option<Self>> {
        let block =
            page.trim_start().strip_prefix("```toml").context("no TOML at the beginning")?;
        let (block, rest) = block.split_once("```").context("the TOML does not end")?;
        let table: toml::Table = block.parse()?;
        let about = table.get("advisory").context("no [advisory]")?;
        if about.get("withdrawn").is_some() {
            return Ok(None);
        }
        let versions = |key: &str| {
            let listed = table.get("versions").and_then(|versions| versions.get(key)?.as_array());
            let texts = listed.into_iter().flatten().filter_map(toml::Value::as_str);
            texts.map(str::to_owned).collect::<Vec<_>>()
        };
        let id = about.get("id").and_then(toml::Value::as_str).context("no id")?;
        let title = rest.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        Ok(Some(Self {
            id: id.to_owned(),
            title: title.to_owned(),
            is_vulnerability: about.get("informational").is_none(),
            sound: [versions("patched"), versions("unaffected")].concat(),
        }))
    }

    fn concerns(&self, version: &str) -> anyhow::Result<bool> {
        let version = Version::parse(version)?;
        for sound in &self.sound {
            let wanted =
                VersionReq::parse(sound).with_context(|| format!("{}: {sound}", self.id))?;
            if wanted.matches(&version) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// All advisories on a package.
fn advisories(folder: &Path, name: &str) -> anyhow::Result<Vec<Advisory>> {
    let Ok(entries) = fs::read_dir(folder.join("crates").join(name)) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let page = fs::read_to_string(&path)?;
            let read = Advisory::read(&page).with_context(|| path.display().to_string())?;
            found.extend(read);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "```toml\n[advisory]\nid = \"RUSTSEC-2020-0001\"\npackage = \"old\"\n\n[versions]\n\
                        patched = [\">= 1.2.3\"]\nunaffected = [\"< 0.9\"]\n```\n\n# It panics\n\nWords.\n";

    #[test]
    fn versions_between_the_patched_ones_are_affected() {
        let advisory = Advisory::read(PAGE).unwrap().unwrap();
        assert!(advisory.is_vulnerability && advisory.title == "It panics");
        for (version, expected) in
            [("0.8.9", false), ("0.9.0", true), ("1.2.2", true), ("1.2.3", false)]
        {
            assert_eq!(advisory.concerns(version).unwrap(), expected, "{version}");
        }
        let notice = PAGE.replace("package =", "informational = \"unmaintained\"\npackage =");
        assert!(!Advisory::read(&notice).unwrap().unwrap().is_vulnerability);
        let withdrawn = PAGE.replace("package =", "withdrawn = \"2021-01-01\"\npackage =");
        assert!(Advisory::read(&withdrawn).unwrap().is_none());
    }

    #[test]
    fn a_vulnerable_package_is_refused_unless_it_was_reviewed() {
        let folder = tempfile::tempdir().unwrap();
        let known = folder.path().join("crates/old");
        fs::create_dir_all(&known).unwrap();
        fs::write(known.join("RUSTSEC-2020-0001.md"), PAGE).unwrap();
        let found = advisories(folder.path(), "old").unwrap();
        assert_eq!(found.len(), 1);
        assert!(advisories(folder.path(), "new").unwrap().is_empty());
    }
}
