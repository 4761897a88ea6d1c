//! The terminal, taken over and given back: after leaving, after a panic, after a signal.

use std::io::{Stdout, Write, stdout};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// What threads said while they panicked; shown once the screen is free again.
static LAST_WORDS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The terminal while it is ours. Dropping it gives it back.
pub(crate) struct Taken {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

/// Takes the terminal over.
pub(crate) fn take() -> std::io::Result<Taken> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    hook_panics();
    let mut out = stdout();
    execute!(out, EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, cursor::Hide)?;
    let terminal = Terminal::new(CrosstermBackend::new(out))?;
    Ok(Taken { terminal })
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back if it was taken over; for signal handlers that end the program at once.
pub fn give_back() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = stdout();
    // A terminal that is gone cannot be put in order.
    let _ = execute!(
        out,
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
    let _ = out.flush();
    let mut words = LAST_WORDS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    for said in words.drain(..) {
        eprintln!("{said}");
    }
}

/// A panic of the screen gives the terminal back before it is reported; a panic of a search, which the
/// screen survives, is reported later.
fn hook_panics() {
    let screen = std::thread::current().id();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let is_ours = std::thread::current().id() == screen;
        if is_ours || !IS_TAKEN.load(Ordering::SeqCst) {
            give_back();
            before(info);
        } else {
            LAST_WORDS
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .push(info.to_string());
        }
    }));
}
