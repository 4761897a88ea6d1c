//! The full-screen table, where there is a terminal for it.

use std::io::{IsTerminal, stdin, stdout};

use plywood_records::log_dat::LogForm;
use plywood_records::{Setting, Settings};
use plywood_tui::{Opening, Options, Palette, Theme};
use plywood_workbench::language::{Language, Words};

use crate::screen::{has_colours, say};
use crate::{Done, serve};

/// Whether the table can be shown and nobody asked for the classic menu.
pub(crate) fn is_wanted(is_classic: bool) -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    !is_classic && !is_dumb && stdin().is_terminal() && stdout().is_terminal()
}

/// Whether the environment asks for plain ASCII: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set
/// names the locale `C` or `POSIX`.
fn is_plain_locale() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_some_and(|locale| matches!(locale.as_str(), "C" | "POSIX"))
}

/// Shows the table until it is left, and says how to go on with a game that was under way.
pub(crate) fn run(
    opening: Opening,
    language: Language,
    is_ascii: bool,
    log_form: LogForm,
) -> anyhow::Result<Done> {
    let is_asked_for = is_ascii;
    let is_ascii = is_ascii || is_plain_locale();
    let settings = Settings::load_default();
    let is_ascii = match settings.get(Setting::Characters) {
        "ascii" => true,
        "unicode" => is_asked_for,
        _ => is_ascii,
    };
    let palette = Palette::named(settings.get(Setting::Theme));
    let theme = Theme { is_ascii, has_colours: has_colours(), palette };
    let page = Some(serve::starter());
    let ended = plywood_tui::run(Options { language, theme, opening, page, settings, log_form })?;
    let words = Words::new(ended.language);
    if let Some(id) = ended.kept {
        say(&(words.fill("kept", &[("id", &id)]) + "\n"))?;
    }
    if ended.is_interrupted {
        return Ok(Done::Interrupted);
    }
    say(&(words.text("goodbye") + "\n"))?;
    Ok(Done::Yes)
}
