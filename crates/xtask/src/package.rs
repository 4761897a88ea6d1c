//! `cargo xtask package`: the crates as a registry would get them, built from nothing else, and a crate of
//! somebody else's that uses them.
//!
//! That crate is made of the guide: every block of code that stands below `<!-- outside: NAME -->` becomes a
//! program of its own and must run. It sees packages alone, unpacked beside it, so that a file which is
//! missing in a package, or a dependency on the workspace, is found out here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::archive::version;
use crate::python::target;
use crate::{cargo, root, succeed};

/// Crates that are not for others.
const INNER: [&str; 3] = ["plywood-python", "plywood-testkit", "plywood-xtask"];
/// What the front door opens on; the last two only where they are asked for.
const FRONT: [&str; 9] = [
    "plywood-contract",
    "plywood-search",
    "plywood-games",
    "plywood-judges",
    "plywood-solvers",
    "plywood-trees",
    "plywood",
    "plywood-language",
    "plywood-workbench",
];
/// The page whose programs make up that crate.
const GUIDE: &str = "crates/plywood/guide/first-hour.md";

/// Packages every crate, builds each from the packages, and uses them from outside.
pub(crate) fn run() -> anyhow::Result<()> {
    let mut package = cargo(&["package", "--workspace", "--allow-dirty"]);
    for name in INNER {
        package.args(["--exclude", name]);
    }
    succeed(&mut package)?;
    outside()
}

/// Packages what the front door opens on, and builds and runs the guide's programs with the packages alone.
pub(crate) fn outside() -> anyhow::Result<()> {
    let mut package = cargo(&["package", "--no-verify", "--allow-dirty", "--quiet"]);
    for name in FRONT {
        package.args(["--package", name]);
    }
    succeed(&mut package)?;
    let folder = target().join("package").join("outside");
    if folder.join("src").is_dir() {
        fs::remove_dir_all(folder.join("src"))?;
    }
    let programs = folder.join("src").join("bin");
    fs::create_dir_all(&programs)?;
    let unpacked = unpack(&folder.join("unpacked"))?;
    fs::write(folder.join("Cargo.toml"), manifest(&unpacked))?;
    let guide = fs::read_to_string(root().join(GUIDE)).with_context(|| GUIDE.to_owned())?;
    let blocks = blocks(&guide)?;
    for (name, code) in &blocks {
        fs::write(programs.join(format!("{name}.rs")), code)?;
    }
    for (name, _) in &blocks {
        let mut run = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        run.args(["run", "--quiet", "--bin", name]).current_dir(&folder);
        succeed(run.env("CARGO_TARGET_DIR", folder.join("target")))
            .with_context(|| format!("the guide's program `{name}`"))?;
    }
    Ok(())
}

/// The name and folder of every package, unpacked. Files are as old as now, not as the package says, so that
/// cargo sees that they may have changed.
fn unpack(folder: &Path) -> anyhow::Result<Vec<(&'static str, PathBuf)>> {
    fs::create_dir_all(folder)?;
    let version = version()?;
    let packages = target().join("package");
    let mut unpacked = Vec::new();
    for name in FRONT {
        let full = format!("{name}-{version}");
        let package = packages.join(format!("{full}.crate"));
        let mut tar = Command::new("tar");
        succeed(tar.arg("xzmf").arg(package).arg("-C").arg(folder))?;
        unpacked.push((name, folder.join(full)));
    }
    Ok(unpacked)
}

/// A crate that depends on `plywood`, as its author writes it, and where the packages are to be had while no
/// registry has them.
fn manifest(unpacked: &[(&str, PathBuf)]) -> String {
    let mut text = String::from(
        "[package]\nname = \"outside\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\nplywood = \"0\"\n\n[profile.dev]\nopt-level = 1\n\n[patch.crates-io]\n",
    );
    for (name, folder) in unpacked {
        let folder = toml::Value::from(folder.display().to_string());
        text += &format!("{name} = {{ path = {folder} }}\n");
    }
    text
}

/// The programs of a page: name and code, in order.
fn blocks(page: &str) -> anyhow::Result<Vec<(&str, &str)>> {
    const MARK: &str = "<!-- outside: ";
    let mut blocks = Vec::new();
    for part in page.split(MARK).skip(1) {
        let (name, rest) = part.split_once(" -->").context("a mark has no end")?;
        let Some((code, _)) =
            rest.trim_start().strip_prefix("```rust\n").and_then(|code| code.split_once("```"))
        else {
            bail!("no block of Rust stands below the mark of `{name}`");
        };
        blocks.push((name, code));
    }
    if blocks.is_empty() {
        bail!("no block of the page is marked with `{MARK}NAME -->`");
    }
    Ok(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_below_their_marks_and_nowhere_else() {
        let page =
            "```rust\nnot this\n```\n<!-- outside: grid -->\n```rust\nfn main() {}\n```\ntext";
        assert_eq!(blocks(page).unwrap(), [("grid", "fn main() {}\n")]);
        assert!(blocks("```rust\nfn main() {}\n```").is_err());
        assert!(blocks("<!-- outside: grid -->\ntext").is_err());
    }

    /// Lines with code on them: neither empty nor comments.
    fn n_lines(code: &str) -> usize {
        let lines = code.lines().map(str::trim);
        lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    }

    #[test]
    fn the_guide_holds_a_weighted_grid_in_8_lines_and_othello_in_35() {
        let page = fs::read_to_string(root().join(GUIDE)).unwrap();
        let blocks = blocks(&page).unwrap();
        for (name, most) in [("grid", 8), ("othello", 35)] {
            let (_, code) = blocks.iter().find(|block| block.0 == name).expect(name);
            assert!(n_lines(code) <= most, "{name} has {} lines", n_lines(code));
        }
    }
}
