//! How a tournament stands while it is played: a table redrawn in place on a terminal, a line now
//! and then elsewhere. All of it goes to stderr.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use plywood_arena::report::{Report, signed};
use plywood_arena::run::Progress;
use plywood_arena::store::GameRecord;
use plywood_workbench::language::Words;
use plywood_workbench::units::{show_count, show_time};

use super::show::standings;

/// The most players the live table has room for.
const MOST_ROWS: usize = 16;

pub(super) struct Live<'a> {
    words: &'a Words,
    is_terminal: bool,
    last: Option<Instant>,
    /// Lines that are on the screen and will be drawn over.
    n_lines: usize,
    /// Whether each game's result is told, and how many were.
    is_verbose: bool,
    n_told: Option<usize>,
}

impl<'a> Live<'a> {
    pub(super) fn new(words: &'a Words, is_verbose: bool) -> Self {
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        Self {
            words,
            is_terminal: stderr().is_terminal() && !is_dumb,
            last: None,
            n_lines: 0,
            is_verbose,
            n_told: None,
        }
    }

    /// Tells of games that have ended since the last time.
    fn tell_games(&mut self, progress: &Progress<'_>) {
        let n = progress.games.len();
        let told = *self.n_told.get_or_insert(n.saturating_sub(progress.n_new as usize));
        if !self.is_verbose || told >= n {
            return;
        }
        self.clear();
        for game in &progress.games[told..] {
            crate::screen::tell(&game_line(game, self.words));
        }
        self.n_told = Some(n);
    }

    /// Shows where the tournament is, if it is time to.
    pub(super) fn show(&mut self, progress: &Progress<'_>) {
        self.tell_games(progress);
        if crate::screen::is_quiet() {
            return;
        }
        let pause = Duration::from_millis(if self.is_terminal { 250 } else { 10_000 });
        // Nothing is shown before there is something to see.
        let last = *self.last.get_or_insert_with(Instant::now);
        if last.elapsed() < pause {
            return;
        }
        self.last = Some(Instant::now());
        let mut text = String::new();
        if self.is_terminal {
            let mut report = Report::new(progress.settings, progress.games);
            report.standings.truncate(MOST_ROWS);
            text = standings(&report, self.words);
        }
        text += &line(progress, self.words);
        // A table that cannot be drawn is not worth ending a tournament for.
        let _ = self.draw(&text);
    }

    fn draw(&mut self, text: &str) -> std::io::Result<()> {
        let mut out = stderr().lock();
        if !self.is_terminal {
            return writeln!(out, "{text}");
        }
        self.wipe(&mut out)?;
        let (width, height) = terminal_size::terminal_size_of(stderr())
            .map_or((80, 24), |(width, height)| (usize::from(width.0), usize::from(height.0)));
        let lines: Vec<&str> = text.lines().collect();
        let lines = &lines[lines.len().saturating_sub(height.saturating_sub(1))..];
        for line in lines {
            let clipped: String = line.chars().take(width.saturating_sub(1)).collect();
            writeln!(out, "{}", crate::foreign::shown(&clipped, false))?;
        }
        self.n_lines = lines.len();
        out.flush()
    }

    /// Moves back over what was drawn and wipes it.
    fn wipe(&mut self, out: &mut impl Write) -> std::io::Result<()> {
        if self.n_lines > 0 {
            write!(out, "\x1b[{}A\r\x1b[J", self.n_lines)?;
            self.n_lines = 0;
        }
        Ok(())
    }

    /// Wipes the table, so that what follows starts on a clean screen.
    pub(super) fn clear(&mut self) {
        let mut out = stderr().lock();
        let _ = self.wipe(&mut out).and_then(|()| out.flush());
    }
}

impl Drop for Live<'_> {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A game's result in one line.
fn game_line(game: &GameRecord, words: &Words) -> String {
    let result = ["0-1", "½-½", "1-0"][usize::from(game.half_points.min(2))];
    let reason = words.text(&format!("arena-reason-{}", game.reason.name()));
    let holes: [(&str, &dyn std::fmt::Display); 6] = [
        ("n", &(game.number + 1)),
        ("one", &game.players[0]),
        ("two", &game.players[1]),
        ("result", &result),
        ("moves", &game.moves.len()),
        ("reason", &reason),
    ];
    words.fill("arena-game-line", &holes)
}

/// The bar and what is left to do.
fn line(progress: &Progress<'_>, words: &Words) -> String {
    const BAR: usize = 24;
    let finished = progress.games.len() as u64;
    let seconds = progress.elapsed.as_secs_f64();
    let pace = progress.n_new as f64 / seconds.max(1e-9);
    let mut line = String::new();
    match (progress.llr, progress.settings.sprt) {
        (Some(llr), Some(sprt)) => {
            let (lower, upper) = sprt.bounds();
            let share = ((llr - lower) / (upper - lower)).clamp(0.0, 1.0);
            let place = (share * (BAR - 1) as f64).round() as usize;
            let bar: String = (0..BAR).map(|i| if i == place { '◆' } else { '·' }).collect();
            let bounds = format!("LLR {} ({lower:.2}, {upper:.2})", signed(llr, 2));
            line += &format!("[{bar}] {}  ", words.figures(&bounds));
            line += &words.fill("arena-games", &[("games", &show_count(finished))]);
        }
        _ => {
            let share = finished as f64 / progress.n_games.max(1) as f64;
            let full = (share * BAR as f64) as usize;
            let bar = "█".repeat(full.min(BAR)) + &"·".repeat(BAR.saturating_sub(full));
            let (done, all) = (show_count(finished), show_count(progress.n_games));
            let games = words.fill("arena-progress-games", &[("done", &done), ("all", &all)]);
            line += &format!("[{bar}] {games}");
        }
    }
    line += &words.figures(&format!("  {pace:.1}/s  {}", show_time(seconds)));
    if progress.crossing.is_some() {
        line += &format!("  {}", words.text("arena-progress-decided"));
    } else if progress.llr.is_none() && pace > 0.0 {
        let left = progress.n_games.saturating_sub(finished) as f64 / pace;
        let left = words.fill("arena-progress-left", &[("time", &show_time(left))]);
        line += &format!("  {left}");
    }
    line
}
