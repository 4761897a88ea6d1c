//! `cargo xtask archive`: the program as people download it, with its manual page and completions.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;

use crate::{cargo, root, succeed};

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

pub(crate) fn run() -> anyhow::Result<()> {
    succeed(&mut cargo(&["build", "--profile", "dist", "--package", "plywood-cli"]))?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let program = target.join("dist").join(format!("plywood{}", std::env::consts::EXE_SUFFIX));
    let name =
        format!("plywood-{}-{}-{}", version()?, std::env::consts::ARCH, std::env::consts::OS);
    let archive = target.join("archive");
    let folder = archive.join(&name);
    fs::create_dir_all(folder.join("completions"))?;
    fs::copy(&program, folder.join(program.file_name().context("the program has a name")?))?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(file), folder.join(file))?;
    }
    save(&program, &["man"], &folder.join("plywood.1"))?;
    for shell in SHELLS {
        let file = folder.join("completions").join(format!("plywood.{shell}"));
        save(&program, &["completions", shell], &file)?;
    }
    let packed = archive.join(format!("{name}.tar.gz"));
    succeed(Command::new("tar").arg("czf").arg(&packed).arg("-C").arg(&archive).arg(&name))?;
    println!("{}", packed.display());
    Ok(())
}

fn version() -> anyhow::Result<String> {
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml"))?.parse()?;
    let version = manifest["workspace"]["package"]["version"].as_str();
    Ok(version.context("the workspace has a version")?.to_owned())
}

/// What the program prints, in a file.
fn save(program: &Path, arguments: &[&str], file: &Path) -> anyhow::Result<()> {
    let output = Command::new(program).args(arguments).output()?;
    anyhow::ensure!(output.status.success(), "plywood {arguments:?} failed");
    Ok(fs::write(file, output.stdout)?)
}
