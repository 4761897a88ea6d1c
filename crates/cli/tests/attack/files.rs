//! Files that mean harm: nothing endless is read, and no byte acts on a terminal.

use std::fs::{self, File};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use super::common::Place;
use super::{command, file, run, said, time_to_end};

#[test]
fn a_folder_is_no_file_of_games_and_says_so_once() {
    let place = Place::new();
    let folder = place.path("folder");
    fs::create_dir(&folder).unwrap();
    for arguments in [
        &["records", "import", folder.to_str().unwrap()][..],
        &["log", "check", folder.to_str().unwrap()],
        &["jobs", "run", folder.to_str().unwrap()],
        &["solve-set", folder.to_str().unwrap()],
    ] {
        let output = run(&place, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
        assert!(said(&output).len() < 400, "{arguments:?}: {}", said(&output));
    }
}

#[test]
fn the_first_signal_ends_any_reading() {
    let place = Place::new();
    let fifo = place.path("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let fifo = fifo.to_str().unwrap();
    for arguments in [
        &["records", "import", fifo][..],
        &["records", "import", "/dev/zero"],
        &["log", "check", fifo],
        &["jobs", "run", fifo],
        &["jobs", "merge", fifo],
        &["solve-set", fifo],
        &["puzzle", "solve", fifo],
        &["tournament", "quatro", "-p", "random", "-p", "largest", "--openings", fifo],
    ] {
        for signal in ["-TERM", "-INT"] {
            let child = command(&place, arguments).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(400));
            let time = time_to_end(child, signal);
            // A tenth of a second on an idle machine.
            let is_soon = time.is_some_and(|time| time < Duration::from_secs(3));
            assert!(is_soon, "{arguments:?} {signal}: {time:?}");
        }
    }
}

/// A command that may use this much memory, so that whoever reads everything fails.
fn confined(place: &Place, arguments: &[&str]) -> Output {
    let quoted: Vec<String> = arguments.iter().map(|word| format!("'{word}'")).collect();
    let line =
        format!("ulimit -v 900000; exec '{}' {}", env!("CARGO_BIN_EXE_plywood"), quoted.join(" "));
    Command::new("sh")
        .args(["-c", &line])
        .env("PLYWOOD_STATE", place.path("state"))
        .output()
        .unwrap()
}

#[test]
fn what_is_too_large_is_refused_by_its_size() {
    let place = Place::new();
    let sized = |name: &str, bytes: u64| {
        File::create(place.path(name)).unwrap().set_len(bytes).unwrap();
        place.path(name).to_str().unwrap().to_owned()
    };
    // What is read line by line is read to its end.
    let (huge, large) = (&*sized("huge", 1 << 30), &*sized("large", 64 << 20));
    for arguments in [
        &["solve-set", huge][..],
        &["tournament", "quatro", "-p", "random", "-p", "largest", "--openings", huge],
        &["jobs", "run", "/dev/zero"],
        &["jobs", "merge", huge],
        &["records", "import", large],
        &["puzzle", "solve", huge],
        &["log", "check", large],
    ] {
        let output = confined(&place, arguments);
        let said = said(&output);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {said}");
        assert!(said.len() < 2000, "{arguments:?} said {} bytes", said.len());
    }
}

#[test]
fn what_is_no_such_file_is_quoted_by_its_beginning_alone() {
    let place = Place::new();
    let long = file(&place, "long", &"x".repeat(50_000));
    for arguments in [
        &["solve-set", &long][..],
        &["jobs", "run", &long],
        &["records", "import", &long],
        &["tournament", "quatro", "-p", "random", "-p", "largest", "--openings", &long],
    ] {
        let said = said(&run(&place, arguments));
        assert!(!said.contains(&"x".repeat(130)), "{arguments:?}: {said:.500}");
    }
}

/// A name that clears the screen, sets a title, speaks in C1, turns the writing and ends a line.
const HOSTILE: &str = "evil\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\u{9d}x\u{202e}\rname";

fn assert_tame(output: &Output, what: &[&str]) {
    for bytes in [&output.stdout, &output.stderr] {
        let text = String::from_utf8_lossy(bytes);
        let is_active = |c: char| (c.is_control() && !"\n\t".contains(c)) || c == '\u{202e}';
        assert!(!text.contains(is_active), "{what:?}: {text:?}");
    }
}

#[test]
fn no_byte_of_others_acts_on_a_terminal() {
    let place = Place::new();
    // Whoever made a move may be called anything; a player or a date may not, and that is told of.
    let named = |by: &str, started: &str| {
        serde_json::json!({ "game": "quatro", "start": "..../..../..../.... -",
            "players": ["human", "human"], "started": started,
            "plies": [{ "player": 1, "move": "0@a1", "by": by, "time_ms": 1 }] })
    };
    let lines =
        [named(HOSTILE, "").to_string(), named("human", HOSTILE).to_string(), HOSTILE.into()];
    let records = file(&place, "records.jsonl", &(lines.join("\n") + "\n"));
    let hostile = file(&place, &HOSTILE.replace('/', ""), &format!("{HOSTILE}\n"));
    let store = place.path("store.sqlite").to_str().unwrap().to_owned();
    let player = format!("{HOSTILE}=random");
    let failing = format!("bad=ugi:printf '{HOSTILE}'");
    let play =
        ["tournament", "quatro", "--games", "2", "--store", &store, "-p", &player, "-p", &failing];
    for arguments in [
        &["records", "import", &records][..],
        &["records", "list"],
        &["records", "show", "1"],
        &["records", "replay", "1"],
        &["records", "export", "1"],
        &["records", "show", HOSTILE],
        &["records", "import", &hostile],
        &play,
        &["rate", &store],
        &["tournament", "export", &store],
        &["tournament", "quatro", "-p", "random", "-p", HOSTILE],
        &["show", "quatro", "--position", HOSTILE],
        &["show", HOSTILE],
        &["moves", "quatro", "--moves", HOSTILE],
        &["analyze", "quatro", "--engine", HOSTILE, "--depth", "1"],
        &["puzzle", "show", &hostile],
        &["puzzle", "solve", HOSTILE],
        &["log", "check", &hostile],
        &["jobs", "run", &hostile],
        &["jobs", "merge", &hostile],
        &["solve-set", &hostile, "--game", "quatro"],
        &["check-engine", &failing[4..]],
        &["--lang", "pt", "show", HOSTILE],
        &["tournament", "--resume", &hostile],
        &[HOSTILE],
    ] {
        assert_tame(&run(&place, arguments), arguments);
    }
}

#[test]
fn the_second_signal_ends_the_program_though_nobody_reads_what_it_says() {
    let place = Place::new();
    let nonsense = file(&place, "nonsense", &"this is no game\n".repeat(50_000));
    for signal in ["-INT", "-TERM"] {
        let import = command(&place, &["records", "import", &nonsense]);
        let mut both = Command::new("sh");
        both.args(["-c", "exec \"$@\" 2>&1", "sh"])
            .arg(import.get_program())
            .args(import.get_args());
        for (name, value) in import.get_envs() {
            both.env(name, value.unwrap_or_default());
        }
        let child = both.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(1));
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        std::thread::sleep(Duration::from_millis(200));
        let time = time_to_end(child, signal);
        assert!(time.is_some_and(|time| time < Duration::from_secs(3)), "{signal}: {time:?}");
    }
}
