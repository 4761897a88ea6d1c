//! Programs that mean harm: none is started unasked, takes more than it may, or is left behind.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use super::common::{Place, start_on};
use super::{command, file, run, said, words};

/// What a bot does besides answering, once it is started and whenever it is to move.
fn bot(place: &Place, at_once: &str, at_move: &str) -> String {
    let script = format!(
        "{at_once}\nwhile read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; \
         go*) {at_move};; esac; done\n"
    );
    format!("ugi:sh {}", file(place, "bot.sh", &script))
}

/// A match of two games between `random` and a bot, with more options.
fn match_with<'a>(bot: &'a str, more: &'a str) -> Vec<&'a str> {
    let mut line = words("tournament quatro -p random -p");
    line.push(bot);
    line.extend(words(more));
    line
}

/// A bot that leaves a mark where it was started.
fn marking(place: &Place) -> (String, PathBuf) {
    let mark = place.path("was-started");
    (format!("ugi:touch {}", mark.display()), mark)
}

#[test]
fn a_stored_tournament_starts_no_program_unasked() {
    let place = Place::new();
    let (bot, mark) = marking(&place);
    let store = place.path("store.sqlite");
    let store = store.to_str().unwrap();
    run(&place, &match_with(&bot, &format!("--games 2 --store {store}")));
    assert!(mark.exists(), "who types a command consents");
    let resume = ["tournament", "--resume", store];
    // The same file in other hands: on another machine nothing is remembered.
    let other = Place::new();
    fs::remove_file(&mark).unwrap();
    let output = run(&other, &resume);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("touch") && said(&output).contains("--allow-commands"));
    assert!(!mark.exists());
    let output = run(&other, &["tournament", "--resume", store, "--allow-commands"]);
    assert_ne!(output.status.code(), Some(2), "{}", said(&output));
    assert_ne!(run(&other, &resume).status.code(), Some(2), "consent is remembered");
    assert_ne!(run(&place, &resume).status.code(), Some(2), "the maker need not be asked");
    // A copy is another file.
    let copy = place.path("copy.sqlite");
    fs::copy(store, &copy).unwrap();
    let output = run(&place, &["tournament", "--resume", copy.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

#[test]
fn a_file_of_jobs_starts_no_program_unasked() {
    let place = Place::new();
    let (bot, mark) = marking(&place);
    let made = run(&place, &[vec!["jobs", "make"], match_with(&bot, "--games 2")].concat());
    let jobs = file(&place, "jobs", &String::from_utf8(made.stdout).unwrap());
    // Who made the jobs typed the command.
    let _ = fs::remove_file(&mark);
    let output = run(&place, &["jobs", "run", &jobs]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("touch") && !mark.exists(), "{}", said(&output));
    run(&place, &["jobs", "run", &jobs, "--allow-commands"]);
    assert!(mark.exists());
}

#[test]
fn python_takes_no_module_from_the_folder_we_are_in() {
    let place = Place::new();
    let mark = place.path("was-imported");
    let evil = format!("open({:?}, 'w')\n__version__ = '1'\n", mark.display().to_string());
    fs::create_dir(place.path("plywood")).unwrap();
    for name in ["ray.py", "plywood/__init__.py", "plywood/cluster.py"] {
        file(&place, name, &evil);
    }
    file(&place, "set.txt", "quarto startpos\n");
    run(&place, &["self-check"]);
    run(&place, &["solve-set", "set.txt", "--ray", "auto"]);
    assert!(!mark.exists());
}

#[test]
fn a_kept_game_starts_no_program_unless_it_is_named_again() {
    let place = Place::new();
    let (bot, mark) = marking(&place);
    run(&place, &["play", "quatro", "--p1", "random", "--p2", &bot]);
    assert!(mark.exists(), "who types a command consents");
    fs::remove_file(&mark).unwrap();
    let output = run(&place, &["play", "--resume", "1"]);
    assert!(said(&output).contains("is started only if you name"), "{}", said(&output));
    // The same at the full-screen table, from the command line and from its list of games.
    let mut table = start_on(&place, &["play", "--resume", "1"], (100, 30), "xterm-256color");
    table.wait_for("Space lets it move").type_in(" ");
    table.wait_for("is started only if");
    drop(table);
    let mut table = start_on(&place, &[], (100, 30), "xterm-256color");
    table.wait_for("Saved games").type_in("o").wait_for("touch").type_in("\r");
    table.wait_for("Space lets it move").type_in(" ");
    table.wait_for("is started only if");
    drop(table);
    assert!(!mark.exists());
    run(&place, &["play", "--resume", "1", "--p2", &bot]);
    assert!(mark.exists());
}

#[test]
fn an_imported_game_seats_a_person_where_a_program_sat() {
    let place = Place::new();
    let (bot, mark) = marking(&place);
    let record = serde_json::json!({ "game": "quatro", "start": "..../..../..../.... -",
        "players": ["random", bot], "plies": [] });
    let games = file(&place, "games.jsonl", &format!("{record}\n"));
    for n_known in [0, 1] {
        let output = run(&place, &["records", "import", &games]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let kept = run(&place, &["records", "show", "1", "--json"]);
        let kept: serde_json::Value = serde_json::from_slice(&kept.stdout).unwrap();
        assert_eq!(kept["players"], serde_json::json!(["random", "human"]));
        // A second time it is known.
        let missing = run(&place, &["records", "show", "2"]);
        assert_eq!(missing.status.code(), Some(2), "import {n_known}: {}", said(&missing));
    }
    run(&place, &["play", "--resume", "1"]);
    assert!(!mark.exists());
}

/// Processes whose command line holds these words.
fn running(words: &str) -> usize {
    let holds = |entry: &fs::DirEntry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).replace('\0', " ").contains(words)
    };
    fs::read_dir("/proc").unwrap().flatten().filter(holds).count()
}

/// Waits until so many processes have these words, for some seconds; says how many there are then.
fn awaited(words: &str, n: usize, seconds: u64) -> usize {
    let begun = Instant::now();
    while running(words) != n && begun.elapsed() < Duration::from_secs(seconds) {
        std::thread::sleep(Duration::from_millis(20));
    }
    running(words)
}

/// Starts the program with a bot whose children leave its group, its session and their environment, and which then
/// thinks for ever; sends the signals, and fails if one of them is left.
fn assert_nobody_is_left(kind: &str, number: usize, signals: &[&str]) {
    let place = Place::new();
    let seconds = format!("{}.{number}{}", 90_000 + std::process::id() % 10_000, kind.len());
    let sleep = format!("sleep {seconds}");
    let bot =
        bot(&place, &format!("(setsid env -i {sleep} &)\nsetsid {sleep} &\n{sleep} &"), &sleep);
    let arguments = match kind {
        "play" => vec!["play", "quatro", "--p1", "random", "--p2", &bot, "--time", "60s"],
        _ => match_with(&bot, "--time 60s --concurrency 1"),
    };
    let mut child = command(&place, &arguments).spawn().unwrap();
    assert_eq!(awaited(&sleep, 4, 20), 4, "{kind} {signals:?}: the bot is at work");
    for signal in signals {
        Command::new("kill").args([*signal, &child.id().to_string()]).status().unwrap();
        std::thread::sleep(Duration::from_millis(30));
    }
    assert_eq!(awaited(&sleep, 0, 10), 0, "{kind} {signals:?} left some behind");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn no_descendant_of_a_bot_outlives_the_program_however_it_ends() {
    let endings = [&["-KILL"][..], &["-INT", "-INT"], &["-TERM", "-TERM"], &["-INT"]];
    for (number, signals) in endings.into_iter().enumerate() {
        for kind in ["play", "tournament"] {
            assert_nobody_is_left(kind, number, signals);
        }
    }
}

#[test]
fn a_bot_that_takes_too_much_loses_for_that_reason() {
    let place = Place::new();
    // The shell holds on to the text, so that however quickly it takes it, it is seen.
    let greedy = "x=$(head -c 600000000 /dev/zero | tr '\\0' x); sleep 1000";
    let many = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 1000 & done; sleep 1000";
    let large = "exec head -c 50000000 /dev/zero > big";
    for (at_move, leash, reason) in [
        (greedy, "memory=100MB", "it took more than 100.0 MB of memory"),
        (many, "processes=8", "it had more than 8 processes"),
        (large, "files=10MB", "it wrote a file of more than 10.0 MB"),
    ] {
        let bot = bot(&place, "", at_move);
        let options = format!("--games 2 --time 30s --leash {leash}");
        let output = run(&place, &match_with(&bot, &options));
        assert!(said(&output).contains(reason), "{leash}: {}", said(&output));
        let play = ["play", "quatro", "--p1", "random", "--p2", &bot, "--time", "30s"];
        let output = run(&place, &[&play[..], &["--leash", leash]].concat());
        assert!(said(&output).contains(reason), "play, {leash}: {}", said(&output));
    }
}

#[test]
fn a_bot_cannot_stop_whoever_holds_its_leash() {
    let place = Place::new();
    let stopped = place.path("stopped");
    // Where the kernel lets it (before Linux 6.12), it lets the supervisor go on at once: there is nothing to test.
    let greedy = format!(
        "kill -STOP $PPID 2>/dev/null && touch {file}; kill -CONT $PPID 2>/dev/null; \
         x=$(head -c 600000000 /dev/zero | tr '\\0' x); sleep 1000",
        file = stopped.display()
    );
    let bot = bot(&place, "", &greedy);
    let options = "--games 2 --time 30s --leash memory=100MB,write=off";
    let output = run(&place, &match_with(&bot, options));
    assert!(said(&output).contains("it took more than 100.0 MB"), "{}", said(&output));
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split(['.', '-']).map(|number| number.parse::<u32>().unwrap_or(0));
    let is_new = (numbers.next(), numbers.next()) >= (Some(6), Some(12));
    if is_new && !said(&output).contains("without that fence") {
        assert!(!stopped.exists(), "it stopped the supervisor");
    }
}

#[test]
fn a_fence_keeps_bots_from_writing_or_says_that_it_cannot() {
    let place = Place::new();
    let [allowed, forbidden] = ["temporary/was-written", "was-written"].map(|it| place.path(it));
    fs::create_dir(place.path("temporary")).unwrap();
    let writes = format!("echo x > {}\necho x > {}", allowed.display(), forbidden.display());
    let bot = bot(&place, &writes, "exit 1");
    // The folder for temporary files stays open, and the whole test lies in the usual one.
    let mut tournament = command(&place, &match_with(&bot, "--games 2 --leash write=off"));
    let output = tournament.env("TMPDIR", place.path("temporary")).output().unwrap();
    assert!(allowed.exists(), "{}", said(&output));
    let is_fenced = !said(&output).contains("without that fence");
    assert_eq!(is_fenced, !forbidden.exists(), "{}", said(&output));
}
