//! The progress line: what a search that takes over a second is doing, on stderr.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use plywood_workbench::language::Words;
use plywood_workbench::{Limits, Stats};

use plywood_workbench::units::{show_bytes, show_short, show_time, speed};

use crate::foreign;

/// Nothing is shown before this much time has passed.
const FIRST_SHOWN_AFTER: Duration = Duration::from_secs(1);

/// A line that is redrawn in place on a terminal, and written now and then elsewhere.
pub(crate) struct Progress<'a> {
    words: &'a Words,
    label: String,
    limits: Limits,
    is_terminal: bool,
    last: Option<Instant>,
    is_drawn: bool,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(label: String, words: &'a Words, limits: &Limits) -> Self {
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        let is_terminal = stderr().is_terminal() && !is_dumb;
        Self { words, label, limits: limits.clone(), is_terminal, last: None, is_drawn: false }
    }

    /// Shows where the search is, if it is time to.
    pub(crate) fn show(&mut self, stats: &Stats) {
        self.show_line(stats.time, |progress| {
            line(&progress.label, stats, &progress.limits, progress.words)
        });
    }

    /// A line on a proof: nodes and the limit ahead.
    pub(crate) fn proof_line(&self, stats: &Stats) -> String {
        let seconds = stats.time.as_secs_f64();
        let speed = speed(stats.generated, seconds).map_or_else(|| "–".to_owned(), show_short);
        let line = self.words.fill(
            "solve-progress",
            &[
                ("label", &self.label),
                ("nodes", &show_short(stats.generated as f64)),
                ("speed", &speed),
                ("time", &show_time(seconds)),
            ],
        );
        with_limit(line, stats, &self.limits, self.words)
    }

    /// Shows any line, after this much time, if it is time to.
    pub(crate) fn show_line(&mut self, time: Duration, line: impl Fn(&Self) -> String) {
        if crate::screen::is_quiet() {
            return;
        }
        let pause = Duration::from_millis(if self.is_terminal { 100 } else { 5000 });
        if time < FIRST_SHOWN_AFTER || self.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        self.last = Some(Instant::now());
        let line = line(self);
        // A progress line that cannot be written is not worth ending a search for.
        let _ = if self.is_terminal {
            self.is_drawn = true;
            let line = foreign::shown(&line, false).replace('\n', " ");
            write!(stderr(), "\r{}\x1b[K", clip(&line)).and_then(|()| stderr().flush())
        } else {
            writeln!(stderr(), "{}", foreign::shown(&line, false))
        };
    }

    /// The same under another label, for a series of searches.
    pub(crate) fn show_as(&mut self, label: String, stats: &Stats) {
        self.label = label;
        self.show(stats);
    }

    /// Wipes the line, so that what follows starts on a clean one.
    pub(crate) fn clear(&mut self) {
        if self.is_drawn {
            let _ = write!(stderr(), "\r\x1b[K").and_then(|()| stderr().flush());
            self.is_drawn = false;
        }
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.clear();
    }
}

fn line(label: &str, stats: &Stats, limits: &Limits, words: &Words) -> String {
    let seconds = stats.time.as_secs_f64();
    let speed = speed(stats.generated, seconds).map_or_else(|| "–".to_owned(), show_short);
    let line = words.fill(
        "puzzle-progress",
        &[
            ("label", &label),
            ("nodes", &show_short(stats.generated as f64)),
            ("speed", &speed),
            ("depth", &stats.depth),
            ("bytes", &show_bytes(stats.peak_bytes)),
            ("time", &show_time(seconds)),
        ],
    );
    with_limit(line, stats, limits, words)
}

/// The line with the limit that will be reached first, if one will.
fn with_limit(line: String, stats: &Stats, limits: &Limits, words: &Words) -> String {
    let Some((limit, eta)) = nearest_limit(stats, limits) else { return line };
    let limit = words.outcome(limit);
    words.fill(
        "puzzle-progress-limit",
        &[("line", &line), ("limit", &limit), ("time", &show_time(eta))],
    )
}

/// The limit that will be reached first at the present pace, and in how many seconds.
fn nearest_limit(stats: &Stats, limits: &Limits) -> Option<(&'static str, f64)> {
    let seconds = stats.time.as_secs_f64();
    let at_pace = |used: u64, limit: u64| {
        let pace = used as f64 / seconds.max(1e-9);
        (limit.saturating_sub(used)) as f64 / pace.max(1e-9)
    };
    let time = limits.time.map(|limit| ("time", limit.as_secs_f64() - seconds));
    let nodes = limits.nodes.map(|limit| ("nodes", at_pace(stats.generated, limit)));
    let bytes = limits.bytes.map(|limit| ("memory", at_pace(stats.peak_bytes, limit)));
    let nearest = time.into_iter().chain(nodes).chain(bytes).min_by(|a, b| a.1.total_cmp(&b.1))?;
    // A limit days away is no news, nor is one that was reached.
    (nearest.1 > 0.0 && nearest.1 < 86_400.0).then_some(nearest)
}

/// The line cut to the terminal's width, so that redrawing stays on one line.
fn clip(line: &str) -> String {
    let width = terminal_size::terminal_size_of(stderr()).map_or(80, |(width, _)| width.0);
    line.chars().take(usize::from(width.saturating_sub(1))).collect()
}

#[cfg(test)]
mod tests {
    use plywood_workbench::language::Language;

    use super::*;

    #[test]
    fn the_line_names_the_nearest_limit() {
        let stats = Stats {
            generated: 2_000_000,
            depth: 7,
            peak_bytes: 100_000_000,
            time: Duration::from_secs(2),
            ..Stats::default()
        };
        let limits = Limits {
            time: Some(Duration::from_secs(60)),
            nodes: Some(12_000_000),
            bytes: Some(1_000_000_000),
            ..Limits::default()
        };
        assert_eq!(
            line("bfs on D", &stats, &limits, &Words::new(Language::English)),
            "bfs on D: 2.0 M nodes, 1.0 M/s, depth 7, 100.0 MB, 2.00 s, node limit in 10.00 s"
        );
    }
}
