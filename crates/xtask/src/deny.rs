//! `cargo xtask deny`: licences and duplicate versions of our dependencies, by `deny.toml`.
//!
//! cargo-deny reads the same file and checks more (sources); it runs where it is installed. Advisories are read from
//! a local database (`advisories`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Stdio;

use anyhow::{Context, bail};
use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

use crate::{advisories, cargo, root, succeed};

pub(crate) fn run() -> anyhow::Result<()> {
    let is_installed = cargo(&["deny", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    let terms: toml::Table = fs::read_to_string(root().join("deny.toml"))?.parse()?;
    let packages = packages()?;
    advisories::check(&terms, &packages)?;
    if is_installed {
        return succeed(&mut cargo(&["deny", "check", "licenses", "bans", "sources"]));
    }
    println!("  cargo-deny is not installed: licences and duplicates are checked by deny.toml");
    let faults = faults(&terms, &packages)?;
    if !faults.is_empty() {
        bail!("dependencies:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

/// A package of the registry.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    license: String,
}

fn packages() -> anyhow::Result<Vec<Package>> {
    let output = cargo(&["metadata", "--format-version", "1", "--locked"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo metadata")?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let all = metadata["packages"].as_array().context("cargo metadata names no packages")?;
    let text = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let foreign = all.iter().filter(|package| !package["source"].is_null());
    let package = |package: &Value| Package {
        name: text(package, "name"),
        version: text(package, "version"),
        license: text(package, "license"),
    };
    Ok(foreign.map(package).collect())
}

fn faults(terms: &toml::Table, packages: &[Package]) -> anyhow::Result<Vec<String>> {
    let list = |section: &str, key: &str| {
        let found = terms.get(section).and_then(|section| section.get(key));
        found.and_then(toml::Value::as_array).cloned().unwrap_or_default()
    };
    let allowed = list("licenses", "allow")
        .iter()
        .filter_map(toml::Value::as_str)
        .map(|name| Licensee::parse(name).with_context(|| format!("deny.toml: {name}")))
        .collect::<anyhow::Result<Vec<Licensee>>>()?;
    let skipped: BTreeSet<String> = list("bans", "skip")
        .iter()
        .filter_map(|entry| entry.get("name").and_then(toml::Value::as_str).map(str::to_owned))
        .collect();
    let mut faults = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        versions.entry(&package.name).or_default().insert(&package.version);
        // Older crates write `MIT/Apache-2.0`.
        let expression = Expression::parse_mode(&package.license, ParseMode::LAX);
        let is_fine = expression.is_ok_and(|expression| {
            expression.evaluate(|needed| allowed.iter().any(|licensee| licensee.satisfies(needed)))
        });
        if !is_fine {
            let Package { name, version, license } = package;
            faults.push(format!("{name} {version}: the licence `{license}` is not allowed"));
        }
    }
    for (name, versions) in &versions {
        match (versions.len() > 1, skipped.contains(*name)) {
            (true, false) => {
                let list = versions.iter().copied().collect::<Vec<_>>().join(", ");
                faults.push(format!("{name}: several versions are used: {list}"));
            }
            (false, true) => {
                faults.push(format!("deny.toml skips {name}, but there is one version"));
            }
            _ => {}
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::{Package, faults};

    fn package(name: &str, version: &str, license: &str) -> Package {
        Package { name: name.into(), version: version.into(), license: license.into() }
    }

    #[test]
    fn licences_and_duplicates_are_held_to_the_terms() {
        let terms = "licenses.allow = [\"MIT\"]\nbans.skip = [{ name = \"old\" }]".parse().unwrap();
        let fine = [
            package("a", "1.0.0", "MIT/Apache-2.0"),
            package("old", "1.0.0", "MIT"),
            package("old", "2.0.0", "MIT"),
        ];
        assert!(faults(&terms, &fine).unwrap().is_empty());
        let bad = [
            package("b", "1.0.0", "GPL-3.0-only AND MIT"),
            package("c", "1.0.0", "MIT"),
            package("c", "2.0.0", "MIT"),
            package("d", "1.0.0", ""),
        ];
        let said = faults(&terms, &bad).unwrap();
        assert_eq!(said.len(), 3, "{said:?}");
    }
}
