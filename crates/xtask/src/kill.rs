//! `cargo xtask kill`: 200 times `kill -9`, for tournaments and for games being recorded.
//!
//! Short versions are among the tests; these take some minutes.

use crate::{cargo, succeed};

pub(crate) fn run() -> anyhow::Result<()> {
    let tests = ["test", "--package", "plywood-cli", "--test", "arena", "--test", "keeping"];
    succeed(&mut cargo(&[&tests[..], &["--", "--ignored", "--nocapture"]].concat()))
}
