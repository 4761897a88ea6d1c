//! Files and programs that mean harm: nothing endless is read, no byte acts on a terminal, no program is started
//! unasked, and none is left behind.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");

/// A folder for files and for what the program keeps.
struct Den(tempfile::TempDir);

impl Den {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PLYWOOD);
        command.args(arguments).env("PLYWOOD_STATE", self.path("state")).env("LANG", "C");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// Sends a signal and says how long the program then took to end; killed if it does not.
fn time_to_end(mut child: Child, signal: &str) -> Option<Duration> {
    let begun = Instant::now();
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    while begun.elapsed() < Duration::from_secs(20) {
        if child.try_wait().unwrap().is_some() {
            return Some(begun.elapsed());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

#[test]
fn a_folder_is_no_file_of_games_and_says_so_once() {
    let den = Den::new();
    let folder = den.path("folder");
    fs::create_dir(&folder).unwrap();
    for arguments in [
        &["records", "import", folder.to_str().unwrap()][..],
        &["log", "check", folder.to_str().unwrap()],
        &["jobs", "run", folder.to_str().unwrap()],
        &["solve-set", folder.to_str().unwrap()],
    ] {
        let output = den.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", said(&output));
        assert!(said(&output).len() < 400, "{arguments:?}: {}", said(&output));
    }
}

#[test]
fn the_first_signal_ends_any_reading() {
    let den = Den::new();
    let fifo = den.path("fifo");
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
            let child = den.command(arguments).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(400));
            let time = time_to_end(child, signal);
            // A tenth of a second on an idle machine.
            let is_soon = time.is_some_and(|time| time < Duration::from_secs(3));
            assert!(is_soon, "{arguments:?} {signal}: {time:?}");
        }
    }
}

/// A command that may use this much memory, so that whoever reads everything fails.
fn confined(den: &Den, arguments: &[&str]) -> Output {
    let quoted: Vec<String> = arguments.iter().map(|word| format!("'{word}'")).collect();
    let line = format!("ulimit -v 900000; exec '{PLYWOOD}' {}", quoted.join(" "));
    Command::new("sh").args(["-c", &line]).env("PLYWOOD_STATE", den.path("state")).output().unwrap()
}

#[test]
fn what_is_too_large_is_refused_by_its_size() {
    let den = Den::new();
    let sized = |name: &str, bytes: u64| {
        File::create(den.path(name)).unwrap().set_len(bytes).unwrap();
        den.path(name).to_str().unwrap().to_owned()
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
        let output = confined(&den, arguments);
        let said = said(&output);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {said}");
        assert!(said.len() < 2000, "{arguments:?} said {} bytes", said.len());
    }
}

#[test]
fn what_is_no_such_file_is_quoted_by_its_beginning_alone() {
    let den = Den::new();
    let long = den.file("long", &"x".repeat(50_000));
    for arguments in [
        &["solve-set", &long][..],
        &["jobs", "run", &long],
        &["records", "import", &long],
        &["tournament", "quatro", "-p", "random", "-p", "largest", "--openings", &long],
    ] {
        let said = said(&den.run(arguments));
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
    let den = Den::new();
    let record = serde_json::json!({ "game": "quatro", "rules": "", "seed": 1, "start": "..../..../..../.... -",
        "players": [HOSTILE, "human"], "started": HOSTILE, "plies": [], "ending": null,
        "time_ms": null, "depth": null });
    let records = den.file("records.jsonl", &format!("{record}\n{HOSTILE}\n"));
    let hostile = den.file(&HOSTILE.replace('/', ""), &format!("{HOSTILE}\n"));
    let store = den.path("store.sqlite").to_str().unwrap().to_owned();
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
        assert_tame(&den.run(arguments), arguments);
    }
}

/// A bot that leaves a mark where it was started.
fn marking(den: &Den) -> (String, PathBuf) {
    let mark = den.path("was-started");
    (format!("m=ugi:touch {}", mark.display()), mark)
}

#[test]
fn a_stored_tournament_starts_no_program_unasked() {
    let den = Den::new();
    let (bot, mark) = marking(&den);
    let store = den.path("store.sqlite");
    let store = store.to_str().unwrap();
    let games =
        ["tournament", "quatro", "-p", "random", "-p", &bot, "--games", "2", "--store", store];
    den.run(&games);
    assert!(mark.exists(), "who types a command consents");
    let resume = ["tournament", "--resume", store];
    // The same file in other hands: on another machine nothing is remembered.
    let other = Den::new();
    fs::remove_file(&mark).unwrap();
    let output = other.run(&resume);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("touch") && said(&output).contains("--allow-commands"));
    assert!(!mark.exists());
    let output = other.run(&["tournament", "--resume", store, "--allow-commands"]);
    assert_ne!(output.status.code(), Some(2), "{}", said(&output));
    assert_ne!(other.run(&resume).status.code(), Some(2), "consent is remembered");
    assert_ne!(den.run(&resume).status.code(), Some(2), "the maker need not be asked");
    // A copy is another file.
    let copy = den.path("copy.sqlite");
    fs::copy(store, &copy).unwrap();
    let output = den.run(&["tournament", "--resume", copy.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

#[test]
fn a_file_of_jobs_starts_no_program_unasked() {
    let den = Den::new();
    let (bot, mark) = marking(&den);
    let made = den.run(&[
        "jobs",
        "make",
        "tournament",
        "quatro",
        "-p",
        "random",
        "-p",
        &bot,
        "--games",
        "2",
    ]);
    let jobs = den.file("jobs", &String::from_utf8(made.stdout).unwrap());
    // Who made the jobs typed the command.
    let _ = fs::remove_file(&mark);
    let output = den.run(&["jobs", "run", &jobs]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("touch") && !mark.exists(), "{}", said(&output));
    den.run(&["jobs", "run", &jobs, "--allow-commands"]);
    assert!(mark.exists());
}

/// Processes whose command line holds these words.
fn running(words: &str) -> usize {
    let holds = |entry: &fs::DirEntry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).replace('\0', " ").contains(words)
    };
    fs::read_dir("/proc").unwrap().flatten().filter(holds).count()
}

/// A bot that starts children which leave its group, its session and their environment, and then thinks for ever.
fn forking(den: &Den, seconds: &str) -> String {
    let script = format!(
        "(setsid env -i sleep {seconds} &)\nsetsid sleep {seconds} &\nsleep {seconds} &\n\
         while read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; go*) sleep {seconds};; esac; done\n"
    );
    format!("f=ugi:sh {}", den.file("bot.sh", &script))
}

#[test]
fn no_descendant_of_a_bot_outlives_the_program_however_it_ends() {
    for (i, signals) in
        [&["-KILL"][..], &["-INT", "-INT"], &["-TERM", "-TERM"], &["-INT"]].iter().enumerate()
    {
        let den = Den::new();
        let seconds = format!("{}.{i}", 90_000 + std::process::id() % 10_000);
        let words = format!("sleep {seconds}");
        let bot = forking(&den, &seconds);
        let arguments = [
            "tournament",
            "quatro",
            "-p",
            "random",
            "-p",
            &bot,
            "--time",
            "60s",
            "--concurrency",
            "1",
        ];
        let mut child = den.command(&arguments).spawn().unwrap();
        let begun = Instant::now();
        while running(&words) < 4 && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(running(&words), 4, "{signals:?}: the bot is at work");
        for signal in signals.iter() {
            Command::new("kill").args([*signal, &child.id().to_string()]).status().unwrap();
            std::thread::sleep(Duration::from_millis(30));
        }
        let begun = Instant::now();
        while running(&words) > 0 && begun.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(running(&words), 0, "{signals:?} left some behind");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_bot_that_takes_too_much_loses_for_that_reason() {
    let den = Den::new();
    // `tail` keeps a line without end in memory.
    let greedy = "while read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; \
                  go*) head -c 600000000 /dev/zero | tail -n 1;; esac; done\n";
    let many = "while read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; \
                go*) for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 1000 & done; sleep 1000;; esac; done\n";
    let large = "while read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; \
                 go*) exec head -c 50000000 /dev/zero > big;; esac; done\n";
    for (script, leash, reason) in [
        (greedy, "memory=100MB", "it took more than 100.0 MB of memory"),
        (many, "processes=8", "it had more than 8 processes"),
        (large, "files=10MB", "it wrote a file of more than 10.0 MB"),
    ] {
        let bot = format!("bot=ugi:sh {}", den.file("bot.sh", script));
        let arguments = [
            "tournament",
            "quatro",
            "-p",
            "random",
            "-p",
            &bot,
            "--games",
            "2",
            "--time",
            "30s",
            "--leash",
            leash,
        ];
        let output = den.command(&arguments).current_dir(den.0.path()).output().unwrap();
        assert!(said(&output).contains(reason), "{leash}: {}", said(&output));
    }
}

#[test]
fn a_fence_keeps_bots_from_writing_or_says_that_it_cannot() {
    let den = Den::new();
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("was-written");
    let script = format!(
        "echo x > {}\nwhile read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; go*) exit 1;; esac; done\n",
        home.display()
    );
    let bot = format!("bot=ugi:sh {}", den.file("bot.sh", &script));
    let output = den.run(&[
        "tournament",
        "quatro",
        "-p",
        "random",
        "-p",
        &bot,
        "--games",
        "2",
        "--leash",
        "write=off",
    ]);
    let was_written = home.exists();
    let _ = fs::remove_file(&home);
    assert!(!was_written || said(&output).contains("without that fence"), "{}", said(&output));
}

#[test]
fn what_is_kept_is_the_users_alone() {
    let den = Den::new();
    den.run(&["records", "list"]);
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&den.path("state")), 0o700);
    let games = den.path("state/games.sqlite");
    assert_eq!(mode(&games), 0o600);
    // A file of an older version becomes so.
    fs::set_permissions(&games, fs::Permissions::from_mode(0o644)).unwrap();
    den.run(&["records", "list"]);
    assert_eq!(mode(&games), 0o600);
}

/// Starts the page and returns what it says first.
fn served(den: &Den, arguments: &[&str], n_lines: usize) -> (Child, Vec<String>) {
    let mut child = den.command(arguments).spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    (child, output.lines().take(n_lines).map(|line| line.unwrap()).collect())
}

#[test]
fn beyond_loopback_links_are_printed_and_a_short_password_is_refused() {
    let den = Den::new();
    let start = ["serve", "--port", "0", "--no-open", "--listen", "0.0.0.0"];
    let (child, lines) = served(&den, &start, 4);
    assert!(time_to_end(child, "-TERM").is_some());
    let keys: Vec<&str> =
        lines.iter().filter_map(|line| line.split_once("key=")).map(|(_, key)| key).collect();
    assert_eq!(keys.len(), 3, "owner, players, spectators: {lines:?}");
    assert!(keys[0] != keys[1] && keys[1] != keys[2], "{lines:?}");
    assert!(lines[3].contains("docs/security.md"), "{lines:?}");
    let (child, lines) = served(&den, &start[..4], 1);
    assert!(time_to_end(child, "-TERM").is_some());
    assert!(lines[0].contains("127.0.0.1") && lines[0].contains("/?key="), "{lines:?}");
    let short = den.file("password", "1234567\n");
    let output = den.run(&["serve", "--port", "0", "--no-open", "--password-file", &short]);
    assert!(said(&output).contains("too short"), "{}", said(&output));
    let mut file = File::create(den.path("password")).unwrap();
    writeln!(file, "long enough").unwrap();
}
