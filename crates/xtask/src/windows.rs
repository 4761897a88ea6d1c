//! `cargo xtask windows`: the program is built for Windows and tried under Wine.
//!
//! Where rustup has the target it is used; on Debian rustc-web, cargo-web and rust-web-src build the standard library
//! as well. Both need gcc-mingw-w64-x86-64 as the linker. What is tried is what a student does first.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail, ensure};

use crate::python::target;
use crate::{cargo, root, succeed};

const TARGET: &str = "x86_64-pc-windows-gnu";
/// Where Debian's rust-web-src puts the sources of the standard library.
const DEBIANS_SOURCES: &str = "/usr/lib/rustlib/src/rust/library";

/// Builds it and, unless only the build is wanted, tries it under Wine.
pub(crate) fn run(only_build: bool) -> anyhow::Result<()> {
    let program = build()?;
    if only_build {
        return Ok(());
    }
    ensure!(has("wine"), "wine is needed to try the program: apt-get install wine wine64");
    let folder = target().join("windows");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let wine = Wine { program: folder.join("plywood.exe"), folder };
    fs::copy(program, &wine.program)?;
    wine.begins()?;
    wine.rules_and_searches()?;
    wine.a_game_and_its_records()?;
    wine.settings()?;
    wine.tournaments()?;
    println!("the program works under Wine");
    Ok(())
}

/// The program, built by rustup's target or by Debian's compiler.
fn build() -> anyhow::Result<PathBuf> {
    ensure!(
        has("x86_64-w64-mingw32-gcc"),
        "a linker is needed: apt-get install gcc-mingw-w64-x86-64"
    );
    let folder = target().join("for-windows");
    let arguments = ["build", "--release", "--package", "plywood-cli", "--target", TARGET];
    let installed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let has_target = installed.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).lines().any(|line| line.trim() == TARGET)
    });
    let mut command = match has_target {
        true => cargo(&arguments),
        false => {
            ensure!(
                Path::new(DEBIANS_SOURCES).exists(),
                "rustup target add {TARGET}, or apt-get install rustc-web cargo-web rust-web-src"
            );
            // The toolchain that rustup offers comes first otherwise, and has no sources.
            let path = std::env::var("PATH").unwrap_or_default();
            let mut command = Command::new("/usr/bin/cargo");
            command.args(arguments).args(["-Z", "build-std=std,panic_unwind"]);
            command.env("PATH", format!("/usr/bin:{path}")).current_dir(root());
            command.env("RUSTC_BOOTSTRAP", "1");
            for set_by_cargo in ["RUSTUP_TOOLCHAIN", "CARGO", "RUSTC"] {
                command.env_remove(set_by_cargo);
            }
            command
        }
    };
    command.env("CARGO_TARGET_DIR", &folder);
    succeed(&mut command)?;
    Ok(folder.join(TARGET).join("release").join("plywood.exe"))
}

fn has(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Wine exits with the last byte of 0xc0000135 where a library is missing.
const LIBRARY_MISSING: i32 = 0x35;

/// Where Rust's standard library finds random numbers. Wine has it since version 8.11; Debian 12 ships 8.0.
const RANDOM: &str = "#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return SystemFunction036(data, (ULONG)length);
}
";

/// The program under Wine, in a folder of its own.
struct Wine {
    program: PathBuf,
    folder: PathBuf,
}

impl Wine {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("wine");
        command
            .arg(&self.program)
            .args(arguments)
            .current_dir(&self.folder)
            .env("WINEDEBUG", "-all")
            .env("WINEPREFIX", target().join("wine"))
            .env("PLYWOOD_STATE", "state")
            .env("LANG", "C.UTF-8");
        command
    }

    /// What it prints; an exit code that is not 0 is a fault.
    fn says(&self, arguments: &[&str], input: &str) -> anyhow::Result<String> {
        fs::write(self.folder.join("input.txt"), input)?;
        let input = fs::File::open(self.folder.join("input.txt"))?;
        let Output { status, stdout, stderr } =
            self.command(arguments).stdin(input).output().context("wine")?;
        let said = String::from_utf8_lossy(&stderr);
        ensure!(status.success(), "{arguments:?} ended with {status}: {said}");
        Ok(String::from_utf8_lossy(&stdout).into_owned())
    }

    fn expect(&self, arguments: &[&str], input: &str, wanted: &str) -> anyhow::Result<String> {
        let said = self.says(arguments, input)?;
        if !said.contains(wanted) {
            bail!("{arguments:?} does not say `{wanted}`:\n{said}");
        }
        println!("works: {}", arguments.join(" "));
        Ok(said)
    }

    /// It starts at all; an old Wine gets the one library it lacks.
    fn begins(&self) -> anyhow::Result<()> {
        let status = self.command(&["--version"]).stdout(Stdio::null()).status()?;
        if status.code() == Some(LIBRARY_MISSING) {
            let source = self.folder.join("random.c");
            fs::write(&source, RANDOM)?;
            let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
            compiler.arg("-shared").arg("-o").arg(self.folder.join("bcryptprimitives.dll"));
            succeed(compiler.arg(&source).arg("-ladvapi32"))?;
            println!("this Wine has no bcryptprimitives.dll: a small one of ours stands in");
        }
        self.expect(&["--version"], "", "plywood").map(drop)
    }

    fn rules_and_searches(&self) -> anyhow::Result<()> {
        self.expect(&["perft", "quarto", "--depth", "3", "--json"], "", "\"nodes\":")?;
        self.expect(&["solve", "quatro", "--json"], "", "\"result\":\"loss\",\"proven\":true")?;
        self.expect(&["puzzle", "compare", "A", "B"], "", "a-star")?;
        self.expect(&["self-check"], "", "works").map(drop)
    }

    /// A game line by line with its log, then the records.
    fn a_game_and_its_records(&self) -> anyhow::Result<()> {
        let cells: String = (1..=9).map(|cell| format!("{cell}\n")).collect();
        let game = ["play", "tic-tac-toe", "--p2", "level:1", "--seed", "1", "--classic"];
        self.says(&[&game[..], &["--log-dat", "log.dat"]].concat(), &cells)?;
        let log = fs::read_to_string(self.folder.join("log.dat")).context("log.dat")?;
        ensure!(log.contains("Winner: ") && !log.contains('\r'), "log.dat:\n{log}");
        self.expect(&["log", "check", "log.dat"], "", "")?;
        self.expect(&["records", "list"], "", "tic-tac-toe")?;
        self.expect(&["records", "show", "1", "--json"], "", "\"ending\":{")?;
        self.expect(&["records", "progress"], "", "±").map(drop)
    }

    fn settings(&self) -> anyhow::Result<()> {
        self.says(&["config", "set", "language", "pt"], "")?;
        self.expect(&["config", "get", "language"], "", "pt")?;
        self.says(&["config", "set", "language", "en"], "")?;
        // Without a word from us they lie where Windows keeps such files.
        let mut usual = self.command(&["config"]);
        let said = usual.env_remove("PLYWOOD_STATE").env_remove("PLYWOOD_CONFIG").output()?;
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        ensure!(said.contains("AppData\\Roaming\\plywood\\config.toml"), "settings are in\n{said}");
        Ok(())
    }

    /// One of engines in the process, and one with the program itself as a child.
    fn tournaments(&self) -> anyhow::Result<()> {
        let ours = ["tournament", "tic-tac-toe", "-p", "a=random", "-p", "b=alpha-beta:depth=2"];
        self.expect(&[&ours[..], &["--games", "4", "--store", "t.db"]].concat(), "", "Elo")?;
        self.expect(&["rate", "t.db"], "", "Elo")?;
        let bot = format!("c=ugi:'{}' ugi --game tic-tac-toe --nodes 50", seen(&self.program));
        let child = ["tournament", "tic-tac-toe", "-p", "a=random", "-p", &bot, "--games", "2"];
        let said =
            self.expect(&[&child[..], &["--time", "2s", "--json"]].concat(), "", "\"n_games\":2")?;
        ensure!(said.contains("\"forfeits\":[]"), "the child lost by a fault:\n{said}");
        Ok(())
    }
}

/// A path as Wine's programs see it.
fn seen(path: &Path) -> String {
    format!("Z:{}", path.display()).replace('/', "\\")
}
