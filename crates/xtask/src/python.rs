//! The Python package's tests: a wheel, a scratch environment that holds it, and pytest.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::{bench, root, succeed};

/// Quick to build rather than to run. The profile of the tests will not do: maturin calls `cargo rustc`,
/// which makes a test program of a library under that name.
const QUICK: &str = "dev";

/// A script of the package's benchmarks, with the package as people install it.
pub(crate) fn bench(script: &str) -> anyhow::Result<()> {
    let mut command = python("release")?;
    command.arg(format!("benches/{script}"));
    bench::gather(command)
}

/// The command that tests the package.
pub(crate) fn tests() -> anyhow::Result<Command> {
    let mut pytest = python(QUICK)?;
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    Ok(pytest)
}

/// The package's reference, made by pdoc from its docstrings and stubs.
pub(crate) fn reference(out: &Path) -> anyhow::Result<()> {
    let mut pip = python(QUICK)?;
    succeed(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pdoc"]))?;
    let mut pdoc = python(QUICK)?;
    succeed(pdoc.args(["-m", "pdoc", "--output-directory"]).arg(out).arg("plywood"))
}

/// Builds the wheel, installs it into the scratch environment and returns the Python there.
fn python(profile: &str) -> anyhow::Result<Command> {
    let package = root().join("crates/python");
    let scratch = target().join("python");
    let venv = environment(&package, &scratch.join("venv"))?;
    let wheels = scratch.join("wheels");
    build(&package, &venv, &wheels, profile)?;
    install(&venv, &wheels)?;
    let mut python = Command::new(venv.join("bin/python"));
    python.current_dir(package).env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(python)
}

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The scratch environment with what the tests need; made anew when that has changed.
fn environment(package: &Path, venv: &Path) -> anyhow::Result<PathBuf> {
    let wanted = fs::read_to_string(package.join("requirements-test.txt"))?;
    let stamp = venv.join("requirements.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(venv.to_owned());
    }
    if make(venv).is_err() {
        // Debian keeps the module in a package of its own.
        println!("  the Python tests need python3-venv: installing with apt-get");
        let mut apt = Command::new("apt-get");
        succeed(apt.args(["install", "-y", "-q", "python3-venv"]))
            .context("python3 cannot make environments, and python3-venv could not be added")?;
        make(venv)?;
    }
    let mut pip = Command::new(venv.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
    succeed(pip.arg(package.join("requirements-test.txt")))?;
    fs::write(stamp, wanted)?;
    Ok(venv.to_owned())
}

fn make(venv: &Path) -> anyhow::Result<()> {
    let mut python = Command::new("python3");
    succeed(python.args(["-m", "venv", "--clear"]).arg(venv).stderr(Stdio::null()))
}

fn build(package: &Path, venv: &Path, wheels: &Path, profile: &str) -> anyhow::Result<()> {
    if wheels.is_dir() {
        fs::remove_dir_all(wheels)?;
    }
    let mut maturin = Command::new(venv.join("bin/maturin"));
    maturin.args(["build", "--quiet", "--locked", "--profile", profile, "--out"]).arg(wheels);
    // Without `VIRTUAL_ENV` maturin looks for any interpreter; the stable ABI is the same for all.
    succeed(maturin.current_dir(package).env("VIRTUAL_ENV", venv))
}

fn install(venv: &Path, wheels: &Path) -> anyhow::Result<()> {
    let mut built = fs::read_dir(wheels)?.filter_map(Result::ok).map(|entry| entry.path());
    let Some(wheel) = built.find(|path| path.extension().is_some_and(|end| end == "whl")) else {
        bail!("maturin left no wheel in {}", wheels.display());
    };
    let mut pip = Command::new(venv.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    succeed(pip.args(["--force-reinstall", "--no-deps"]).arg(wheel))
}
