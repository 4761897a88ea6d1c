//! External programs, most of them misbehaving: each gets the right verdict, and no process is left behind.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use plywood_arena::Cancel;
use plywood_arena::referee::Reason;
use plywood_arena::run::Runner;
use plywood_arena::settings::{Contestant, Control, Format, Openings, Settings};
use plywood_arena::store::{GameRecord, Store};

/// A UGI engine as a shell script that runs `on_go` when it is to move.
fn engine(name: &str, before: &str, on_go: &str) -> Contestant {
    let script = format!(
        "{before} while read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; \
         go*) {on_go};; quit) exit;; esac; done"
    );
    Contestant { name: name.into(), engine: format!("ugi:sh -c '{script}'") }
}

fn settings(players: Vec<Contestant>, control: Control) -> Settings {
    Settings {
        format: Format::Gauntlet,
        control,
        patience_ms: 1500,
        seed: 1,
        hash: 1 << 20,
        ..Settings::new("quatro", players)
    }
}

fn play(settings: &Settings, cancel: &Cancel) -> Vec<GameRecord> {
    let mut store = Store::in_memory().unwrap();
    let id = store.begin(None, settings).unwrap();
    let runner = Runner::new(settings).concurrency(NonZeroUsize::new(6).unwrap()).cancel(cancel);
    runner.run(&mut store, id, &mut |_| {}).unwrap()
}

/// Living processes whose environment or command line contains a marker of the test.
fn left_behind(word: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(word) && !line.contains("/deps/")).collect()
}

/// Megabytes of memory of this process.
fn megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

#[test]
fn hostile_engines_lose_for_the_right_reason_and_leave_nothing_behind() {
    use Reason::{Crash, Hang, Illegal};
    let cases = [
        ("silent", "", "sleep 31415", Hang),
        ("deaf-from-the-start", "sleep 31415;", "", Hang),
        ("exits-at-once", "exit 0;", "", Crash),
        ("crashes-on-move", "", "exit 3", Crash),
        ("kills-itself", "", "kill -9 $$", Crash),
        ("illegal", "", "echo bestmove z9", Illegal),
        ("empty", "", "echo bestmove", Illegal),
        ("endless-output", "", "yes info string 31415", Hang),
        ("endless-errors", "", "yes 31415 >&2", Hang),
        ("long-line", "", "head -c 100000000 /dev/zero | tr \"\\\\0\" x", Illegal),
        ("garbage", "", "head -c 5000 /dev/urandom; sleep 31415", Hang),
        ("forks", "", "sleep 31415 & echo bestmove z9", Illegal),
        ("escapes", "", "setsid sleep 31415 & echo bestmove z9", Illegal),
        ("stubborn", "trap \"\" TERM INT HUP;", "while true; do sleep 31415; done", Hang),
    ];
    let before = megabytes();
    let nice = "random".parse().unwrap();
    let bad = cases.map(|(name, before, on_go, _)| engine(name, before, on_go));
    let players = std::iter::once(nice).chain(bad).collect();
    let control = Control { nodes: Some(100), ..Control::default() };
    let games = play(&settings(players, control), &Cancel::default());
    assert_eq!(games.len(), 2 * cases.len());
    for game in &games {
        let hostile = game.players.iter().position(|name| name != "random").unwrap();
        let name = &game.players[hostile];
        let expected = cases.iter().find(|case| case.0 == name).unwrap().3;
        assert_eq!(game.reason, expected, "{name}: {} {}", game.detail, game.output);
        assert_eq!(usize::from(game.half_points), 2 * hostile, "{name} must lose");
        assert!(game.output.len() < 20_000, "{name}");
    }
    let endless = games.iter().find(|game| game.players[1] == "endless-output").unwrap();
    assert!(endless.output.contains("31415"), "the last output is kept");
    assert_eq!(left_behind("sleep 31415"), Vec::<String>::new());
    assert_eq!(left_behind("yes 31415"), Vec::<String>::new());
    let grown = megabytes().saturating_sub(before);
    assert!(grown < 100, "{grown} MB more than before");
}

#[test]
fn whenever_a_program_dies_its_last_words_and_how_it_ended_are_kept() {
    let words = "echo out-of-it; echo no-such-library >&2;";
    let dies = |how: &str| format!("{words} {how}");
    let cases = [
        ("at-its-start", engine("at-its-start", &dies("exit 7;"), ""), "exit code 7"),
        ("by-a-signal", engine("by-a-signal", &dies("kill -9 $$;"), ""), "signal 9"),
        ("on-its-first-move", engine("on-its-first-move", "", &dies("exit 5")), "exit code 5"),
        (
            "after-a-move",
            engine(
                "after-a-move",
                "",
                "echo bestmove 0@a1; echo out-of-it; echo no-such-library >&2; exit 6",
            ),
            "exit code 6",
        ),
    ];
    let control = Control { nodes: Some(100), ..Control::default() };
    let nice = "random".parse().unwrap();
    let players = std::iter::once(nice).chain(cases.iter().map(|case| case.1.clone())).collect();
    let mut settings = settings(players, control);
    settings.openings = Openings::Plies(0);
    for game in play(&settings, &Cancel::default()) {
        let name = game.players.iter().find(|name| *name != "random").unwrap();
        let status = cases.iter().find(|case| case.0 == name).unwrap().2;
        assert_eq!(game.reason, Reason::Crash, "{name}: {}", game.detail);
        assert!(game.detail.contains(status), "{name}: {}", game.detail);
        for word in ["out-of-it", "no-such-library"] {
            assert!(game.output.contains(word), "{name}: `{}` lacks {word}", game.output);
        }
    }
}

#[test]
fn a_gtp_program_that_dies_at_its_start_leaves_its_last_words() {
    let script = "read line; echo = half an answer; echo cannot load weights >&2; exit 9";
    let dying = Contestant { name: "dying".into(), engine: format!("gtp:sh -c '{script}'") };
    let control = Control { nodes: Some(100), ..Control::default() };
    let settings = settings(vec!["random".parse().unwrap(), dying], control);
    for game in play(&settings, &Cancel::default()) {
        assert!(game.detail.contains("exit code 9"), "{}", game.detail);
        assert!(game.output.contains("half an answer"), "{}", game.output);
        assert!(game.output.contains("cannot load weights"), "{}", game.output);
    }
}

#[test]
fn the_last_output_of_a_program_that_answers_nonsense_at_its_start_is_kept() {
    let script = "read line; echo Traceback; echo no module named numpy >&2; exit 1";
    let lost = Contestant { name: "lost".into(), engine: format!("gtp:sh -c '{script}'") };
    let control = Control { nodes: Some(100), ..Control::default() };
    for game in play(&settings(vec!["random".parse().unwrap(), lost], control), &Cancel::default())
    {
        assert_eq!(game.reason, Reason::Illegal, "{}", game.detail);
        assert!(game.output.contains("no module named numpy"), "{}", game.output);
    }
}

#[test]
fn a_program_that_ends_after_a_legal_move_crashes_at_the_next() {
    let leaver = engine("leaver", "", "echo bestmove 0@a1; exit 0");
    let control = Control { nodes: Some(100), ..Control::default() };
    let mut settings = settings(vec!["random".parse().unwrap(), leaver], control);
    // From the start, where the move is legal whoever begins: the other plays another piece and cell.
    settings.openings = Openings::Plies(0);
    for game in play(&settings, &Cancel::default()) {
        let leaver = game.players.iter().position(|name| name == "leaver").unwrap();
        assert_eq!(game.reason, Reason::Crash, "{}", game.detail);
        assert_eq!(game.moves[leaver], "0@a1", "{:?}", game.moves);
        assert_eq!((game.moves.len(), usize::from(game.half_points)), (2 + leaver, 2 * leaver));
    }
}

#[test]
fn a_late_answer_is_distinguished_from_none() {
    // The moves do not matter: time is looked at first.
    let late = engine("late", "", "sleep 0.5; echo bestmove z9");
    let never = engine("never", "", "sleep 27182");
    let control = Control { move_ms: Some(50), ..Control::default() };
    let players = vec!["random".parse().unwrap(), late, never];
    for game in play(&settings(players, control), &Cancel::default()) {
        let expected =
            if game.players.contains(&"late".into()) { Reason::Time } else { Reason::Hang };
        assert_eq!(game.reason, expected, "{:?}", game.detail);
    }
    assert_eq!(left_behind("sleep 27182"), Vec::<String>::new());
}

#[test]
fn an_interrupt_ends_programs_that_think() {
    let thinker = engine("thinker", "", "sleep 16180");
    let control = Control { nodes: Some(100), ..Control::default() };
    let mut settings = settings(vec!["random".parse().unwrap(), thinker], control);
    settings.patience_ms = 600_000;
    let cancel = Cancel::default();
    let begun = Instant::now();
    let games = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(600));
            cancel.raise();
        });
        play(&settings, &cancel)
    });
    assert!(games.is_empty());
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    assert_eq!(left_behind("sleep 16180"), Vec::<String>::new());
}

#[test]
fn a_program_that_is_not_there_is_refused_before_the_first_game() {
    let missing = "bot=ugi:/nowhere/at-all".parse().unwrap();
    let settings = settings(vec!["random".parse().unwrap(), missing], Control::default());
    let mut store = Store::in_memory().unwrap();
    let id = store.begin(None, &settings).unwrap();
    let refused = Runner::new(&settings).run(&mut store, id, &mut |_| {}).unwrap_err();
    assert!(refused.to_string().contains("/nowhere/at-all"), "{refused}");
}
