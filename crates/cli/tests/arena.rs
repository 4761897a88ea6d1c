//! `plywood tournament`, `rate` and `tune` as a user meets them; killed and resumed as well.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use plywood_arena::store::Store;
use serde_json::Value;

fn plywood(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = plywood(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    let (code, out, said) = run(arguments);
    assert_eq!(code, 0, "{arguments:?} said {said}");
    serde_json::from_str(&out).unwrap()
}

const TWO: [&str; 6] =
    ["tournament", "quatro", "--player", "a=alpha-beta:depth=1", "--player", "b=random"];

#[test]
fn a_tournament_prints_a_table_with_error_bars() {
    let (code, out, said) = run(&[&TWO[..], &["--pairs", "5"]].concat());
    assert_eq!(code, 0, "{said}");
    assert!(out.contains("Elo    ±") && out.contains("pairs 0–½–1–1½–2"), "{out}");
    assert!(!out.contains('\x1b') && !said.contains('\x1b'), "no colours outside a terminal");
    for (form, word) in [("--markdown", "| # | player |"), ("--csv", "rank,name,engine")] {
        let (_, out, _) = run(&[&TWO[..], &["--pairs", "2", form]].concat());
        assert!(out.starts_with(word), "{out}");
    }
}

#[test]
fn without_players_a_ladder_of_our_own_levels_is_played() {
    let report = json(&["tournament", "blokus", "--pairs", "1", "--nodes", "200", "--json"]);
    let standings = report["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 9);
    assert!(standings.iter().all(|player| player["margin"].as_f64().unwrap() > 0.0));
    assert_eq!(report["settings"]["format"], "ladder");
    assert_eq!(report["meetings"].as_array().unwrap().len(), 8);
    // What is stored is the engine, which a later version may give another level.
    assert_eq!(report["settings"]["players"][0]["name"], "level-1");
    assert!(report["settings"]["players"][0]["engine"].as_str().unwrap().contains("slips="));
}

#[test]
fn a_sequential_test_says_what_it_will_take_and_what_came_of_it() {
    // As one argument and as several.
    for sprt in [&["elo0=0,elo1=100"][..], &["elo0=0", "elo1=100", "alpha=0.05", "beta=0.05"]] {
        let arguments = [&TWO[..], &["--json", "--sprt"], sprt].concat();
        let (code, out, said) = run(&arguments);
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("about 64 games if one bound is right, 106 in between"), "{said}");
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(report["sprt"]["crossing"]["conclusion"], "passed");
        assert!(report["sprt"]["llr"].as_f64().unwrap() > 2.94);
    }
}

#[test]
fn stores_are_rated_exported_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (first, second, reports) = (path("first.db"), path("second.db"), path("reports"));
    json(
        &[&TWO[..], &["--pairs", "3", "--store", &first, "--report", &reports, "--json"]].concat(),
    );
    for file in ["report.md", "standings.csv", "report.json", "ratings.svg", "cross-table.svg"] {
        assert!(Path::new(&reports).join(file).is_file(), "{file}");
    }
    json(&[
        "tournament",
        "quatro",
        "-p",
        "c=largest",
        "-p",
        "b=random",
        "--games",
        "4",
        "--store",
        &second,
        "--json",
    ]);
    let rated = json(&["rate", &first, &second, "--json"]);
    assert_eq!(
        (rated["n_games"].as_u64(), rated["standings"].as_array().map(Vec::len)),
        (Some(10), Some(3))
    );
    let (_, lines, _) = run(&["tournament", "export", &first]);
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 6);
    for key in [
        "game",
        "number",
        "players",
        "seed",
        "opening",
        "moves",
        "times_us",
        "half_points",
        "reason",
        "stats",
    ] {
        assert!(games[0].get(key).is_some(), "{key} is missing");
    }
    let (code, out, _) = run(&["tournament", "replay", &first]);
    assert_eq!((code, out.as_str()), (0, "6 games replayed, all as recorded\n"));
    let (_, out, _) = run(&["tournament", "replay", &first, "2", "--ascii"]);
    assert!(out.contains("game 2: a against b") && out.contains("ended by rules"), "{out}");
}

#[test]
fn bad_requests_are_explained() {
    for (arguments, word) in [
        (
            &["tournament", "quatro", "-p", "a=alpha-bta", "-p", "random"][..],
            "Did you mean `alpha-beta`?",
        ),
        (&["tournament", "qatro", "-p", "random", "-p", "best"], "Did you mean `quatro`?"),
        (&["tournament", "quatro", "-p", "random"], "two players"),
        (&["tournament", "quatro", "-p", "random", "-p", "random"], "called `random`"),
        (&["tournament", "quatro", "-p", "level:0", "-p", "best"], "1 to 9"),
        (&["tournament", "quatro", "--games", "7"], "even number"),
        (&["tournament", "quatro", "--games", "0"], "`0` is not a number of games: expected"),
        (&["tournament", "quatro", "--pairs", "0"], "`0` is not a number of pairs: expected"),
        (&["tournament", "quatro", "--rounds", "3"], "--rounds is for --format swiss"),
        (&["tournament", "--resume", "a.db", "--games", "4"], "cannot be used with '--games <N>'"),
        (&["tournament", "--resume", "a.db", "--seed", "4"], "cannot be used with '--seed <SEED>'"),
        (&["tournament", "quatro", "-p", "a=random", "-p", "a=best"], "as in a-2=best"),
        (&["tournament", "quatro", "--sprt", "elo0=5,elo1=1"], "more than elo0"),
        (&["tournament", "quatro", "--openings", "/nowhere"], "cannot read /nowhere"),
        (&["tournament", "--resume", "/nowhere.db"], "there is no store"),
        (&["tournament", "quatro", "-p", "random", "-p", "x=ugi:/nowhere"], "/nowhere"),
        (&["rate", "/nowhere.db"], "there is no store"),
        (&["tune", "quatro", "-e", "random", "--parameter", "c=1,0,2"], "{c}"),
        (
            &["tune", "quatro", "-e", "mcts:explore={c}", "--parameter", "c=1,0,2"],
            "`explore` is not an option of mcts",
        ),
    ] {
        let (code, out, said) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?} said {said}");
        assert!(said.contains(word) && !said.contains("panicked"), "{said}");
    }
}

#[test]
fn openings_are_checked_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt").display().to_string();
    // The winning row, and a move nobody can read, behind a comment and an empty line.
    for (line, reason) in
        [("0123/..../..../.... -", "the game is over in this position"), ("moves zz", "zz")]
    {
        std::fs::write(&file, format!("# Two of them.\n\nstartpos\n{line}\n")).unwrap();
        let (code, out, said) = run(&[&TWO[..], &["--pairs", "9", "--openings", &file]].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{said}");
        assert!(said.starts_with(&format!("plywood: {file}, line 4: ")), "{said}");
        assert!(said.contains(reason) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn a_file_that_is_no_store_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt").display().to_string();
    std::fs::write(&file, "This is no database.\n".repeat(99)).unwrap();
    let (code, _, said) = run(&["rate", &file]);
    let expected = format!("plywood: cannot use {file} as a store: the file is not a database\n");
    assert_eq!((code, said), (2, expected));
}

#[test]
fn one_pair_is_no_proof_and_an_undecided_test_no_answer() {
    let (code, out, _) = run(&[&TWO[..], &["--pairs", "1", "--sprt", "elo0=0,elo1=5"]].concat());
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("not decided yet."), "{out}");
    let report = json(&[&TWO[..], &["--pairs", "1", "--json"]].concat());
    assert_eq!(report["meetings"][0]["superiority"], Value::Null);
    assert_eq!(report["meetings"][0]["elo"]["margin"], Value::Null);
    assert!(!out.contains("99.9 %") && !out.contains("> 1200"), "{out}");
}

#[cfg(unix)]
#[test]
fn faults_are_reported_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let reports = folder.path().join("reports");
    let place = reports.display().to_string();
    let players = ["-p", "bad=ugi:echo oops", "-p", "b=random"];
    let base = ["tournament", "quatro", "--pairs", "1", "--nodes", "9", "--report", &place];
    let (code, out, said) = run(&[&base[..], &players].concat());
    assert_eq!(code, 0, "{said}");
    assert!(out.lines().next().unwrap().contains("forfeits"), "{out}");
    let report = std::fs::read_to_string(reports.join("report.md")).unwrap();
    assert!(report.contains("## Games lost by a fault"), "{report}");
    assert!(report.contains("game 0: bad against b, lost by bad: "), "{report}");
    assert!(report.contains("game 1: b against bad, lost by bad: "), "{report}");
    assert!(report.contains("seed ") && report.contains("startpos moves"), "{report}");
}

#[test]
fn everything_is_said_in_portuguese_but_keys() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db").display().to_string();
    let more = ["--pairs", "2", "--sprt", "elo0=0,elo1=5", "--store", &store, "--lang", "pt"];
    let (_, out, said) = run(&[&TWO[..], &more].concat());
    for word in ["jogador", "partidas", "pares 0–½–1–1½–2", "ainda por decidir"] {
        assert!(out.contains(word), "{word} in {out}");
    }
    assert!(said.contains("todos contra todos") && said.contains("semente 1"), "{said}");
    assert!(said.contains("cerca de"), "{said}");
    let (_, out, _) = run(&["rate", &store, "--lang", "pt"]);
    assert!(out.contains("confronto") && !out.contains("player"), "{out}");
    let (_, out, _) = run(&["rate", &store, "--lang", "pt", "--markdown"]);
    assert!(out.starts_with("| # | jogador |"), "{out}");
    let (_, out, _) = run(&["rate", &store, "--lang", "pt", "--csv"]);
    assert!(out.starts_with("rank,name,engine"), "{out}");
    let (_, out, _) = run(&["tournament", "replay", &store, "--lang", "pt"]);
    assert_eq!(out, "4 partidas repetidas, todas tal como registadas\n");
    let (_, out, _) = run(&["tournament", "replay", &store, "0", "--lang", "pt"]);
    assert!(out.contains("terminou por regras") && !out.contains("player"), "{out}");
    let tuned = ["--parameter", "d=1,1,2", "--steps", "1", "--pairs", "1", "--lang", "pt"];
    let (_, out, _) =
        run(&[&["tune", "quatro", "-e", "alpha-beta:depth={d}"], &tuned[..]].concat());
    assert!(out.contains("parâmetro") && out.contains("1 encontro,"), "{out}");
    let (_, _, said) = run(&["rate", "/nowhere.db", "--lang", "pt"]);
    assert_eq!(said, "plywood: não há nenhum arquivo /nowhere.db\n");
}

#[test]
fn tuning_finds_that_a_plan_beats_none() {
    let arguments = [
        "tune",
        "blokus",
        "--engine",
        "alpha-beta:depth={d}",
        "--parameter",
        "d=1,1,3",
        "--steps",
        "20",
        "--pairs",
        "2",
        "--json",
    ];
    let end = json(&arguments);
    let depth = end["values"]["d"].as_f64().unwrap();
    assert!((1.0..=3.0).contains(&depth), "{end}");
    assert_eq!(end["steps"], 20);
}

/// Our own engines behind both protocols, in a game with passes, one with a shuffled board and one in
/// which a piece is handed over: nobody can tell them from players in the same process.
#[cfg(unix)]
#[test]
fn programs_of_their_own_play_whole_games() {
    let program = env!("CARGO_BIN_EXE_plywood");
    for game in ["blokus-duo", "cavalo", "quarto", "blokus"] {
        let player = |protocol: &str| {
            format!("{protocol}={protocol}:{program} {protocol} --game {game} --engine largest")
        };
        let (ugi, gtp) = (player("ugi"), player("gtp"));
        let asked = format!("asked=cmd:{program} gtp --game {game} --engine random");
        let players = ["-p", &ugi, "-p", &gtp, "-p", "inside=largest", "-p", &asked];
        let base =
            ["tournament", game, "--pairs", "1", "--nodes", "100", "--patience", "20s", "--json"];
        let n_players = if game == "blokus-duo" { 8 } else { 6 };
        let report = json(&[&base[..], &players[..n_players]].concat());
        assert_eq!(report["forfeits"], serde_json::json!([]), "{game}");
        let n = n_players as u64 / 2;
        assert_eq!(report["n_games"], n * (n - 1), "{game}");
    }
}

#[cfg(unix)]
#[test]
fn the_seed_reaches_programs_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_plywood");
    let player = |protocol: &str| {
        format!("{protocol}={protocol}:{program} {protocol} --game quatro --engine random")
    };
    let (ugi, gtp) = (player("ugi"), player("gtp"));
    let played = |name: &str, seed: &str| {
        let store = folder.path().join(name).display().to_string();
        let base = ["tournament", "quatro", "-p", &ugi, "-p", &gtp, "--games", "4", "--json"];
        json(&[&base[..], &["--nodes", "1", "--seed", seed, "--store", &store]].concat());
        games(&store)
    };
    let first = played("first.db", "1");
    assert_eq!(first, played("again.db", "1"));
    assert_ne!(first[0]["moves"], first[1]["moves"]);
}

/// The games of a store without what the clock says, or nothing if there is none yet.
fn games(store: &str) -> Vec<Value> {
    let (_, lines, _) = run(&["tournament", "export", store]);
    let timeless = |line: &str| {
        let mut game: Value = serde_json::from_str(line).unwrap();
        let object = game.as_object_mut().unwrap();
        object.remove("times_us");
        object.remove("stats");
        game
    };
    lines.lines().map(timeless).collect()
}

/// Kills a running tournament again and again, then lets it end: every game is there once, and all
/// are those of a run that was left alone.
fn survive(n_kills: u32, pairs: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (broken, whole) = (path("broken.db"), path("whole.db"));
    let command = |store: &str| {
        let arguments = [
            "tournament",
            "quatro",
            "-p",
            "a=iterative",
            "-p",
            "b=random",
            "-p",
            "c=mcts",
            "--nodes",
            "300",
            "--pairs",
            pairs,
            "--concurrency",
            "3",
            "--store",
            store,
            "--json",
        ];
        plywood(&arguments)
    };
    let mut n_seen = 0;
    let mut n_running = 0;
    for kill in 0..n_kills {
        let mut child =
            command(&broken).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Different moments, from the making of the store to the middle of a game.
        std::thread::sleep(Duration::from_micros(u64::from(kill) * 7919 % 40_000));
        n_running += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        if n_kills < 20 {
            let n = if Path::new(&broken).is_file() { games(&broken).len() } else { 0 };
            assert!(n >= n_seen, "a finished game is gone");
            n_seen = n;
        }
    }
    assert!(2 * n_running > n_kills, "most were killed while they ran");
    let integrity = Store::read(Path::new(&broken)).unwrap().integrity();
    assert_eq!(integrity.unwrap(), "ok");
    let ended = command(&broken).output().unwrap();
    let unbroken = command(&whole).output().unwrap();
    assert!(ended.status.success() && unbroken.status.success());
    let (ours, theirs) = (games(&broken), games(&whole));
    let numbers: Vec<u64> = ours.iter().map(|game| game["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..theirs.len() as u64).collect::<Vec<_>>());
    assert_eq!(ours, theirs);
}

#[test]
fn a_killed_tournament_loses_nothing_and_plays_nothing_twice() {
    survive(8, "40");
}

#[test]
#[ignore = "minutes: cargo test -p plywood-cli --test arena -- --ignored"]
fn two_hundred_kills_lose_nothing() {
    survive(200, "334");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_cleanly_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db").display().to_string();
    let arguments = [
        "tournament",
        "quatro",
        "-p",
        "a=iterative",
        "-p",
        "b=random",
        "--time",
        "20ms",
        "--pairs",
        "5000",
        "--store",
        &store,
    ];
    let child = plywood(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let begun = Instant::now();
    let interrupted =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains(&format!("plywood tournament --resume {store}")), "{said}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("Elo"));
    assert!(!games(&store).is_empty());
}
