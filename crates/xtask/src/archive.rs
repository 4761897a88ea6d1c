//! `cargo xtask archive`: the program as people download it, with its manual page and completions.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Context;

use crate::{cargo, root, succeed};

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

pub(crate) fn run() -> anyhow::Result<()> {
    succeed(
        cargo(&["build", "--profile", "dist", "--package", "plywood-cli"])
            .env("RUSTFLAGS", flags()),
    )?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let program = target.join("dist").join(format!("plywood{}", std::env::consts::EXE_SUFFIX));
    check_paths(&fs::read(&program)?)?;
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

/// Build paths do not belong into the program: they are replaced by names.
fn hidden() -> Vec<(String, &'static str)> {
    // The last matching prefix counts, so the narrower ones come last.
    let set = |name| std::env::var(name).ok().filter(|place: &String| place.len() > 1);
    let places = [
        (set("HOME"), "home"),
        (set("RUSTUP_HOME"), "rustup"),
        (set("CARGO_HOME"), "cargo"),
        (set("CARGO_TARGET_DIR"), "target"),
        (Some(root().display().to_string()), "plywood"),
    ];
    places.into_iter().filter_map(|(place, name)| Some((place?, name))).collect()
}

/// The compiler's flags: those of `.cargo/config.toml`, which these replace, and names for paths.
fn flags() -> String {
    let cpu = if cfg!(target_arch = "x86_64") { "-C target-cpu=x86-64-v2" } else { "" };
    let hidden = hidden().into_iter();
    let remaps: Vec<String> =
        hidden.map(|(place, name)| format!("--remap-path-prefix={place}={name}")).collect();
    format!("{cpu} {}", remaps.join(" "))
}

fn check_paths(program: &[u8]) -> anyhow::Result<()> {
    for (place, _) in hidden() {
        let is_told = program.windows(place.len()).any(|window| window == place.as_bytes());
        anyhow::ensure!(!is_told, "the program tells where it was built: {place}");
    }
    Ok(())
}

pub(crate) fn version() -> anyhow::Result<String> {
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

#[cfg(test)]
mod tests {
    use super::{check_paths, flags, hidden, root};

    #[test]
    fn the_program_does_not_tell_where_it_was_built() {
        let here = root().display().to_string();
        assert!(flags().contains(&format!("--remap-path-prefix={here}=plywood")));
        assert!(
            flags().ends_with("=plywood"),
            "the workspace's own name counts, wherever it stands"
        );
        for (place, _) in hidden() {
            let told = format!("\u{1}panicked at {place}/src/main.rs\0");
            assert!(check_paths(told.as_bytes()).is_err(), "{place}");
        }
        assert!(check_paths(b"panicked at plywood/crates/cli/src/main.rs").is_ok());
    }
}
