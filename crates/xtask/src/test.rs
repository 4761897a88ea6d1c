//! `cargo xtask test`: everything that must hold before a change lands, and a count at the end.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use plywood_testkit::skip;

use crate::browser::Workshop;
use crate::{cargo, deny, package, python, succeed, tidy};

fn step(name: &str, work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    println!("── {name}");
    work().with_context(|| format!("{name}: failed"))
}

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All that must hold before a change lands.
    Everything,
    /// Without browser, Python, documentation, packages and the longest tests: minutes from a warm build.
    Quick,
}

/// Left out of a quick run: thousands of positions by plain minimax.
const LONGEST: &str = "every_pruning_search_returns_the_value_of_minimax";

pub(crate) fn run(extent: Extent) -> anyhow::Result<()> {
    let is_whole = extent == Extent::Everything;
    step("tools", install_tools)?;
    step("format", || succeed(&mut cargo(&["fmt", "--all", "--check"])))?;
    step("tidy", tidy::run)?;
    step("dependencies", deny::run)?;
    step("lints", || {
        succeed(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    })?;
    if is_whole {
        step("documentation", || {
            let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
            succeed(doc.env("RUSTDOCFLAGS", "-D warnings"))
        })?;
    }
    if is_whole {
        step("packages", package::outside)?;
    }
    let mut count = Count::default();
    step("tests", || count.gather(rust_tests(extent), Count::add))?;
    if is_whole {
        step("Python package", || count.gather(python::tests()?, Count::add_pytest))?;
        step("browser", || {
            let workshop = Workshop::open()?;
            workshop.check_format()?;
            workshop.check_types()?;
            workshop.run(None, |command| count.gather(command, Count::add))
        })?;
    } else {
        println!("── left out: documentation, packages, Python package, browser, {LONGEST}");
    }
    println!("{} passed, {} failed, {} skipped", count.passed, count.failed, count.skipped);
    if count.failed > 0 || count.passed == 0 {
        bail!("{} tests failed", count.failed);
    }
    Ok(())
}

fn rust_tests(extent: Extent) -> Command {
    let mut tests = cargo(&["test", "--workspace", "--no-fail-fast"]);
    // A short, repeatable run of every fuzz target; `cargo bolero test` makes long ones.
    let n_cases = match extent {
        Extent::Everything => "20000",
        Extent::Quick => {
            tests.args(["--lib", "--bins", "--tests", "--", "--skip", LONGEST]);
            "1000"
        }
    };
    tests.env("BOLERO_RANDOM_SEED", "1").env("BOLERO_RANDOM_ITERATIONS", n_cases);
    tests
}

/// Adds the parts of the toolchain that are missing, where rustup can.
fn install_tools() -> anyhow::Result<()> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let is_there =
            cargo(&[tool, "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !is_there.is_ok_and(|status| status.success()) {
            succeed(Command::new("rustup").args(["component", "add", component]))
                .with_context(|| format!("{component} is missing and could not be added"))?;
        }
    }
    Ok(())
}

/// The tests of all suites together.
#[derive(Default)]
struct Count {
    passed: u64,
    failed: u64,
    skipped: u64,
    /// Tests of the suite under way that said that they were skipped.
    unheeded: u64,
}

impl Count {
    /// Runs a test command, passes its output on and adds up its results.
    fn gather(
        &mut self,
        mut command: Command,
        add: impl Fn(&mut Self, &str),
    ) -> anyhow::Result<()> {
        let failed_before = self.failed;
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let output = child.stdout.take().context("the output is piped")?;
        for line in BufReader::new(output).lines() {
            let line = line?;
            add(self, &line);
            println!("{line}");
        }
        let is_well = child.wait()?.success();
        if !is_well && self.failed == failed_before {
            bail!("{command:?} failed before its tests ran");
        }
        Ok(())
    }

    /// Reads `test result: ok. 3 passed; 0 failed; 1 ignored; …`. A test that says that it was skipped is
    /// among the passed there, for the harness knows no better.
    fn add(&mut self, line: &str) {
        self.unheeded += u64::from(line.contains(skip::MARK));
        let Some((_, result)) = line.split_once("test result: ") else { return };
        let passed = count(result, "passed");
        let skipped = std::mem::take(&mut self.unheeded).min(passed);
        self.passed += passed - skipped;
        self.skipped += skipped;
        self.failed += count(result, "failed");
        self.skipped += count(result, "ignored");
    }

    /// Reads pytest's last line: `41 passed, 2 skipped in 3.21s`.
    fn add_pytest(&mut self, line: &str) {
        let is_number = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
        let time = line.rsplit_once(" in ").map_or("", |(_, time)| time);
        if !is_number(line) || !is_number(time) {
            return;
        }
        self.passed += count(line, "passed");
        self.failed += count(line, "failed") + count(line, "error");
        self.skipped += count(line, "skipped");
    }
}

/// The number before a word.
fn count(line: &str, word: &str) -> u64 {
    let before = line.split_once(word).map_or("", |(before, _)| before).trim_end();
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn results_are_added_up() {
        let mut count = Count::default();
        count.add("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; finished in 1s");
        count.add("test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured;");
        count.add("test something ... ok");
        assert_eq!((count.passed, count.failed, count.skipped), (15, 2, 1));
        let mut skipping = Count::default();
        skipping.add("test skipped: the_c_sample_is_sound: cc is not installed");
        skipping.add("test the_c_sample_is_sound ... ok");
        skipping.add("test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured;");
        skipping.add("test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured;");
        assert_eq!((skipping.passed, skipping.failed, skipping.skipped), (6, 0, 1));
        count.add_pytest("1 failed, 41 passed, 2 skipped, 3 warnings in 3.21s");
        count.add_pytest("12 passed, 1 error in 61.20s (0:01:01)");
        count.add_pytest("4 passed in total, they say");
        assert_eq!((count.passed, count.failed, count.skipped), (68, 4, 3));
    }
}
