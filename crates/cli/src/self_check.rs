//! `plywood self-check`: what of the program works on this machine, and what would make the rest work.

use std::io::{IsTerminal, stdin, stdout};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};

use plywood_records::{Settings, Store};
use plywood_workbench::language::Words;
use plywood_workbench::units::show_bytes;
use serde::Serialize;
use serde_json::json;

use crate::jobs::NOT_HERE;
use crate::screen::{Style, has_colours, say, say_json, styled, width};
use crate::{Done, problem};

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ok,
    /// Something that not everybody needs is not there.
    Missing,
    Failed,
}

#[derive(Serialize)]
struct Check {
    check: &'static str,
    status: Status,
    text: String,
}

/// `plywood self-check`.
pub(crate) fn run(as_json: bool, words: &Words) -> anyhow::Result<Done> {
    let checks = [
        terminal(words),
        records(words),
        settings(words),
        memory(words),
        page(words),
        browser(words),
        python(words),
        ray(words),
    ];
    let is_fine = checks.iter().all(|check| check.status != Status::Failed);
    if as_json {
        say_json(&json!({ "passed": is_fine, "checks": checks }))?;
    } else {
        let mut text = String::new();
        for check in &checks {
            let (key, style) = match check.status {
                Status::Ok => ("self-ok", Style::Good),
                Status::Missing => ("self-missing", Style::Heading),
                Status::Failed => ("self-failed", Style::Bad),
            };
            let name = words.text(&format!("self-{}", check.check));
            let status = styled(&format!("{:<8}", words.text(key)), style);
            text += &format!("{name:<12} {status} {}\n", check.text);
        }
        say(&text)?;
    }
    Ok(if is_fine { Done::Yes } else { Done::No })
}

fn terminal(words: &Words) -> Check {
    let is_terminal = stdin().is_terminal() && stdout().is_terminal();
    let text = match (is_terminal, crate::table::is_wanted(false), has_colours()) {
        (false, ..) => words.text("self-no-terminal"),
        (true, false, _) => words.text("self-dumb-terminal"),
        (true, true, true) => words.fill("self-terminal-colours", &[("columns", &width())]),
        (true, true, false) => words.fill("self-terminal-plain", &[("columns", &width())]),
    };
    let status = if is_terminal { Status::Ok } else { Status::Missing };
    Check { check: "terminal", status, text }
}

fn records(words: &Words) -> Check {
    let opened = Store::open_default().and_then(|store| store.ids());
    let (status, text) = match opened {
        Ok(ids) => {
            let file = plywood_records::default_path().map(|path| path.display().to_string());
            let file = file.unwrap_or_default();
            let holes: [(&str, &dyn std::fmt::Display); 2] = [("n", &ids.len()), ("file", &file)];
            (Status::Ok, words.fill("self-records-kept", &holes))
        }
        Err(e) => (Status::Failed, words.say(&e.message())),
    };
    Check { check: "records", status, text }
}

fn settings(words: &Words) -> Check {
    let settings = Settings::load_default();
    let (status, text) = match (settings.faults().first(), settings.path()) {
        (Some(fault), _) => (Status::Failed, words.say(fault)),
        (None, Some(path)) => (Status::Ok, path.display().to_string()),
        (None, None) => (Status::Missing, words.text("config-no-place")),
    };
    Check { check: "settings", status, text }
}

fn memory(words: &Words) -> Check {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let bytes = words.figures(&show_bytes(problem::default_memory()));
    let holes: [(&str, &dyn std::fmt::Display); 2] = [("bytes", &bytes), ("threads", &threads)];
    Check { check: "memory", status: Status::Ok, text: words.fill("self-memory-limit", &holes) }
}

fn page(words: &Words) -> Check {
    let (status, text) = match TcpListener::bind((Ipv4Addr::LOCALHOST, 0)) {
        Ok(_) => (Status::Ok, words.text("self-page-ok")),
        Err(e) => (Status::Failed, words.say(&plywood_workbench::Message::of_file(&e))),
    };
    Check { check: "page", status, text }
}

fn browser(words: &Words) -> Check {
    let has_screen = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    let (status, key) = match has_screen {
        true => (Status::Ok, "self-browser-ok"),
        false => (Status::Missing, "self-browser-missing"),
    };
    Check { check: "browser", status, text: words.text(key) }
}

fn python(words: &Words) -> Check {
    asked(
        "python",
        "import plywood; print(plywood.__version__)",
        ["self-python-ok", "self-python-missing"],
        words,
    )
}

fn ray(words: &Words) -> Check {
    asked("ray", "import ray; print(ray.__version__)", ["self-ray-ok", "self-ray-missing"], words)
}

/// What a line of Python prints, if it does.
fn asked(check: &'static str, line: &str, keys: [&str; 2], words: &Words) -> Check {
    let names = if cfg!(windows) { ["python", "py"] } else { ["python3", "python"] };
    for name in names {
        let ran = Command::new(name)
            .args(["-c", &format!("{NOT_HERE}{line}")])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        if let Ok(output) = ran
            && output.status.success()
        {
            let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            let text = words.fill(keys[0], &[("version", &version)]);
            return Check { check, status: Status::Ok, text };
        }
    }
    Check { check, status: Status::Missing, text: words.text(keys[1]) }
}
