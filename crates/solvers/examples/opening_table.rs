//! Makes the opening table of quarto and quatro, about an hour on one core.
//!
//! `cargo run --release -p plywood-solvers --example opening_table -- OUT [THREADS]` writes the table to OUT.
//! Intermediate results are kept in OUT.part, from which a later run continues.

use std::time::{Duration, Instant};
use std::{env, fs, io};

use plywood_contract::Limits;
use plywood_solvers::quarto::Making;

/// The interval between two saves of intermediate results.
const SAVE_EVERY: Duration = Duration::from_secs(20);

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let out = arguments.next().ok_or_else(|| io::Error::other("expected a file to write to"))?;
    let threads = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(1);
    let part = format!("{out}.part");

    let mut making = Making::new();
    if let Ok(text) = fs::read_to_string(&part)
        && !making.load(&text)
    {
        return Err(io::Error::other(format!("{part} holds something else")));
    }
    let mut saved = Instant::now();
    let mut trouble = None;
    making.run(&Limits::default(), threads, |making| {
        if saved.elapsed() >= SAVE_EVERY {
            saved = Instant::now();
            trouble = fs::write(&part, making.save()).err().or(trouble.take());
            let (done, all) = making.progress();
            println!("{done} of {all}");
        }
    });
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    let table = making.finish().ok_or_else(|| io::Error::other("some values are not known"))?;
    fs::write(&out, &table)?;
    println!("{} bytes", table.len());
    fs::remove_file(part).or(Ok(()))
}
