//! `cargo xtask tidy`: house rules that a program can check.
//!
//! The dependency picture in ARCHITECTURE.md is compared with the `Cargo.toml` files, both ways.
//! `names` looks for games outside their rooms, `sources` for clocks and long argument lists, `links` for what breaks a
//! checkout without symbolic links, `markdown` for links in pages that lead nowhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::{links, markdown, names, root, sources};

pub(crate) fn run() -> anyhow::Result<()> {
    let mut faults = Vec::new();
    check_edges(&mut faults)?;
    check_manifests(&mut faults)?;
    check_texts(&mut faults)?;
    check_transport(&mut faults)?;
    names::check(&mut faults)?;
    sources::check(&mut faults)?;
    links::check(&mut faults)?;
    markdown::check(&mut faults)?;
    if !faults.is_empty() {
        bail!("not tidy:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

type Edge = (String, String);

/// Every edge between our crates stands in the picture, and every edge of the picture exists.
fn check_edges(faults: &mut Vec<String>) -> anyhow::Result<()> {
    let drawn = edges_drawn(&fs::read_to_string(root().join("ARCHITECTURE.md"))?)?;
    let real = edges_real()?;
    for (from, to) in real.difference(&drawn) {
        faults.push(format!("{from} depends on {to}, but ARCHITECTURE.md draws no such edge"));
    }
    for (from, to) in drawn.difference(&real) {
        faults
            .push(format!("ARCHITECTURE.md draws {from} -> {to}, but there is no such dependency"));
    }
    Ok(())
}

/// Reads lines `cli -> workbench, protocol` from the block that begins with ```` ```edges ````.
fn edges_drawn(text: &str) -> anyhow::Result<BTreeSet<Edge>> {
    let block = text.split("```edges").nth(1).and_then(|rest| rest.split("```").next());
    let block = block.context("ARCHITECTURE.md has no block that begins with ```edges")?;
    let mut edges = BTreeSet::new();
    for line in block.lines().filter(|line| !line.trim().is_empty()) {
        let (from, targets) =
            line.split_once("->").with_context(|| format!("`{line}` is not an edge"))?;
        for to in targets.split(',') {
            edges.insert((from.trim().to_owned(), to.trim().to_owned()));
        }
    }
    Ok(edges)
}

fn edges_real() -> anyhow::Result<BTreeSet<Edge>> {
    let mut edges = BTreeSet::new();
    for (name, manifest) in manifests()? {
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        for dependency in dependencies.into_iter().flat_map(toml::Table::keys) {
            if let Some(ours) = dependency.strip_prefix("plywood-") {
                edges.insert((name.clone(), ours.to_owned()));
            }
        }
    }
    Ok(edges)
}

/// The name and manifest of every crate.
fn manifests() -> anyhow::Result<Vec<(String, toml::Table)>> {
    let mut manifests = Vec::new();
    for entry in fs::read_dir(root().join("crates"))? {
        let folder = entry?.path();
        let file = folder.join("Cargo.toml");
        let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
        let manifest = text.parse().with_context(|| format!("{}", file.display()))?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        manifests.push((name, manifest));
    }
    manifests.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(manifests)
}

/// Crates that stay free of other people's code, unless a decision record says why not.
const LEAN: [&str; 3] = ["contract", "games", "search"];
/// What decision records allow them.
const RECORDED: [(&str, &str); 2] = [("search", "bytemuck"), ("solvers", "bytemuck")];

/// Whether a crate has the workspace's lints. `python` writes them out, with `deny` where the others
/// forbid unsafe code: PyO3's macros allow it inside.
fn shares_lints(name: &str, manifest: &toml::Table, common: &toml::Value) -> bool {
    let Some(lints) = manifest.get("lints") else { return false };
    if name != "python" {
        return lints.get("workspace").and_then(toml::Value::as_bool) == Some(true);
    }
    let mut expected = common.clone();
    if let Some(level) = expected.get_mut("rust").and_then(|rust| rust.get_mut("unsafe_code")) {
        *level = "deny".into();
    }
    *lints == expected
}

/// The crate that re-exports the others has the project's own name.
const FRONT_DOOR: &str = "plywood";

/// A crate that others can use says what it is and under which licence, in words and in files.
fn check_metadata(name: &str, package: &toml::Table, faults: &mut Vec<String>) {
    for field in ["description", "license", "keywords", "categories", "readme", "rust-version"] {
        if !package.contains_key(field) {
            faults.push(format!("crates/{name}/Cargo.toml has no {field}"));
        }
    }
    let keywords = package.get("keywords").and_then(toml::Value::as_array);
    let keywords: Vec<&str> =
        keywords.into_iter().flatten().filter_map(toml::Value::as_str).collect();
    if keywords.len() > 5 || keywords.iter().any(|word| word.len() > 20) {
        faults.push(format!("{name}: a registry takes five keywords of at most 20 letters"));
    }
    let docs = package.get("metadata").and_then(|metadata| metadata.get("docs"));
    let docs = docs.and_then(|docs| docs.get("rs")).and_then(|docs| docs.get("all-features"));
    if docs.and_then(toml::Value::as_bool) != Some(true) {
        faults.push(format!("the documentation of {name} leaves features out"));
    }
    for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        if !root().join("crates").join(name).join(file).is_file() {
            faults.push(format!("crates/{name} has no {file}"));
        }
    }
}

fn check_manifests(faults: &mut Vec<String>) -> anyhow::Result<()> {
    let workspace: toml::Table = fs::read_to_string(root().join("Cargo.toml"))?.parse()?;
    let common = workspace.get("workspace").and_then(|workspace| workspace.get("lints"));
    let common = common.context("Cargo.toml has no lints")?.clone();
    for (name, manifest) in manifests()? {
        if !shares_lints(&name, &manifest, &common) {
            faults.push(format!("{name} does not share the workspace's lints"));
        }
        let package = manifest.get("package").and_then(toml::Value::as_table);
        let package = package.with_context(|| format!("crates/{name} is not a package"))?;
        let expected = if name == FRONT_DOOR { name.clone() } else { format!("plywood-{name}") };
        if package.get("name").and_then(toml::Value::as_str) != Some(&expected) {
            faults.push(format!("the package in crates/{name} is not named {expected}"));
        }
        if package.get("publish").and_then(toml::Value::as_bool) != Some(false) {
            check_metadata(&name, package, faults);
        }
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        for dependency in dependencies.into_iter().flat_map(toml::Table::keys) {
            let is_recorded = RECORDED.contains(&(&name, dependency));
            if LEAN.contains(&name.as_str()) && !dependency.starts_with("plywood-") && !is_recorded
            {
                faults
                    .push(format!("{name} depends on {dependency}: that needs a decision record"));
            }
        }
    }
    Ok(())
}

/// Source files stay readable: no file of more than this many lines.
const MOST_LINES: usize = 600;

fn check_texts(faults: &mut Vec<String>) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for folder in ["crates", "examples"] {
        collect(&root().join(folder), &mut files)?;
    }
    for file in files {
        let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
        let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        if !text.starts_with("//!") {
            faults.push(format!("{name} does not begin by saying what it is (`//!`)"));
        }
        if text.lines().count() > MOST_LINES {
            faults.push(format!("{name} has more than {MOST_LINES} lines: split it by idea"));
        }
    }
    Ok(())
}

/// The API of the page is plain functions: HTTP is known in two files alone.
fn check_transport(faults: &mut Vec<String>) -> anyhow::Result<()> {
    const CARRIERS: [&str; 2] = ["http.rs", "server.rs"];
    let mut files = Vec::new();
    collect(&root().join("crates/web/src"), &mut files)?;
    for file in files {
        let is_carrier = file.file_name().is_some_and(|name| CARRIERS.iter().any(|c| name == *c));
        let text = fs::read_to_string(&file).with_context(|| format!("{}", file.display()))?;
        if !is_carrier && text.contains("axum::") {
            let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
            faults.push(format!("{name} knows axum: only {} may", CARRIERS.join(" and ")));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_read() {
        let text = "before\n```edges\ncli -> workbench\nworkbench -> search, games\n```\nafter";
        let edges: Vec<_> = edges_drawn(text).unwrap().into_iter().collect();
        let edge = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(
            edges,
            [edge("cli", "workbench"), edge("workbench", "games"), edge("workbench", "search")]
        );
    }

    #[test]
    fn a_text_without_a_picture_is_a_fault() {
        assert!(edges_drawn("nothing here").is_err());
        assert!(edges_drawn("```edges\nnonsense\n```").is_err());
    }
}
