//! `log.dat`: written whole, read back, faults named.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::path::Path;
use std::time::Duration;

use plywood_language::{Language, Words};
use plywood_records::log_dat::{LogDat, LogForm, LogReport, append_whole, check};
use plywood_records::resultados;
use plywood_workbench::games::{CATALOGUE, Look, Seat};
use plywood_workbench::play::{Session, Setup};
use plywood_workbench::puzzle::{boards_along, builtins, solve};
use plywood_workbench::{Cancel, Limits};

fn step(session: &mut Session) {
    let thought = session.job().unwrap().run(&Cancel::default(), &mut |_| {}).unwrap();
    session.play_found(&thought, Duration::from_millis(12)).unwrap();
}

fn computers(game: &str) -> Session {
    Session::new(Setup::new(game).with_players("random:seed=1", "random").unwrap()).unwrap()
}

/// A game with one move in the log.
fn logged_step(game: &str, path: &Path, words: &Words, form: LogForm) {
    let mut session = computers(game);
    let mut log = LogDat::new(Some(path), Look::Plain).in_form(form);
    log.follow(&session, words).1.unwrap();
    step(&mut session);
    log.follow(&session, words).1.unwrap();
}

fn read(path: &Path) -> LogReport {
    check(std::fs::read(path).unwrap().as_slice()).unwrap()
}

fn faults(report: &LogReport) -> Vec<String> {
    let words = Words::new(Language::English);
    report.faults.iter().map(|fault| fault.text(&words)).collect()
}

#[test]
fn whole_games_of_every_kind_in_both_languages_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.dat");
    for language in Language::ALL {
        let words = Words::new(language);
        for entry in &CATALOGUE {
            for form in [LogForm::Text, LogForm::Lisp] {
                let mut session = computers(entry.name);
                let mut log = LogDat::new(Some(&path), Look::Plain).in_form(form);
                while !session.is_over() {
                    step(&mut session);
                    log.follow(&session, &words).1.unwrap();
                }
            }
        }
    }
    let report = read(&path);
    assert_eq!(faults(&report), Vec::<String>::new());
    let n_games = 4 * CATALOGUE.len();
    assert_eq!((report.n_games, report.n_finished), (n_games, n_games));
}

#[test]
fn the_log_tells_the_depth_of_all_or_of_each() {
    let words = Words::new(Language::English);
    for (players, depth, said) in [
        (["human", "minimax"], None, "Maximum depth: -"),
        (["human", "minimax"], Some(4), "Maximum depth: 4"),
        (["minimax:depth=2", "alpha-beta:depth=2"], None, "Maximum depth: 2"),
        (["minimax:depth=2", "alpha-beta:depth=6"], None, "Maximum depth: 2 / 6"),
    ] {
        let setup = Setup::new("quatro").with_players(players[0], players[1]).unwrap();
        let session = Session::new(Setup { depth, ..setup }).unwrap();
        let (start, _) = LogDat::new(None, Look::Plain).follow(&session, &words);
        assert!(start.lines().any(|line| line == said), "{said} in\n{start}");
    }
}

#[test]
fn an_entry_says_all_that_was_promised() {
    let words = Words::new(Language::Portuguese);
    let setup = Setup::new("blokus").with_players("human", "alpha-beta:depth=2").unwrap();
    let mut session = Session::new(Setup { time: Some(Duration::from_secs(3)), ..setup }).unwrap();
    let mut log = LogDat::new(None, Look::Plain);
    let (start, _) = log.follow(&session, &words);
    for part in
        ["Início da partida", "Data: 20", "Tempo por jogada: 3000 ms", "Profundidade máxima: 2"]
    {
        assert!(start.contains(part), "{part} in\n{start}");
    }
    session.play("b@a1", Duration::from_millis(2345)).unwrap();
    let (human, _) = log.follow(&session, &words);
    for part in
        ["Jogada 1", "Jogador: 1 (humano)", "b@a1", "Pontos: 4 - 0", "Tempo: 2345 ms", "1 1 ."]
    {
        assert!(human.contains(part), "{part} in\n{human}");
    }
    step(&mut session);
    let (engine, _) = log.follow(&session, &words);
    for part in [
        "Nós analisados: ",
        "Nós expandidos: ",
        "Cortes alfa: ",
        "Cortes beta: ",
        "Profundidade atingida: 2",
        "Motivo do fim da procura: chegou à profundidade máxima",
        "Tempo: 12 ms",
        "Avaliação: ",
    ] {
        assert!(engine.contains(part), "{part} in\n{engine}");
    }
    session.resign(Seat::One).unwrap();
    let (end, _) = log.follow(&session, &words);
    for part in [
        "Fim da partida",
        "Vencedor: 2 (alpha-beta:depth=2)",
        "Pontos: 4 - ",
        "Peças restantes: Jogador 1: 10 × o quadrado simples, 9 × o quadrado de dois por dois, \
         15 × o S, deitado ou de pé; Jogador 2: ",
    ] {
        assert!(end.contains(part), "{part} in\n{end}");
    }
    assert_eq!(log.follow(&session, &words).0, "", "nothing new, no entry");
}

#[test]
fn take_backs_and_resumed_games_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.dat");
    let words = Words::new(Language::English);
    let mut session = computers("cavalo");
    let mut log = LogDat::new(Some(&path), Look::Unicode);
    for _ in 0..4 {
        step(&mut session);
        log.follow(&session, &words).1.unwrap();
    }
    session.take_back();
    log.follow(&session, &words).1.unwrap();
    let mut resumed = Session::from_record(&session.to_record()).unwrap();
    let mut log = LogDat::new(Some(&path), Look::Unicode);
    step(&mut resumed);
    log.follow(&resumed, &words).1.unwrap();
    resumed.take_back();
    resumed.take_back();
    log.follow(&resumed, &words).1.unwrap();
    step(&mut resumed);
    resumed.resign(Seat::Two).unwrap();
    log.follow(&resumed, &words).1.unwrap();
    let report = read(&path);
    assert_eq!(faults(&report), Vec::<String>::new());
    assert_eq!((report.n_games, report.n_finished), (3, 1));
}

#[test]
fn an_entry_cut_anywhere_is_noticed_and_the_next_one_starts_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.dat");
    let words = Words::new(Language::English);
    for form in [LogForm::Text, LogForm::Lisp] {
        cut_anywhere(&path, &words, form);
    }
}

fn cut_anywhere(path: &Path, words: &Words, form: LogForm) {
    let _ = std::fs::remove_file(path);
    logged_step("quatro", path, words, form);
    let whole = std::fs::read(path).unwrap();
    let last = String::from_utf8_lossy(&whole).rfind("Move 1 ***\n").unwrap() - 10;
    // Without its last line feed an entry is whole once the next one begins.
    for length in (last + 10..whole.len() - 1).step_by(7) {
        std::fs::write(path, &whole[..length]).unwrap();
        let report = read(path);
        assert_eq!(report.faults.len(), 1, "{:?} at {length}", faults(&report));
        assert!(faults(&report)[0].contains("cut short"));
        logged_step("quarto", path, words, LogForm::Text);
        let report = read(path);
        assert_eq!((report.faults.len(), report.n_games), (1, 2), "{:?}", faults(&report));
    }
}

#[test]
fn faults_are_reported_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.dat");
    let words = Words::new(Language::English);
    let mut session =
        Session::new(Setup::new("blokus").with_players("human", "human").unwrap()).unwrap();
    let mut log = LogDat::new(Some(&path), Look::Plain);
    log.follow(&session, &words).1.unwrap();
    session.play("b@a1", Duration::ZERO).unwrap();
    log.follow(&session, &words).1.unwrap();
    let good = std::fs::read_to_string(&path).unwrap();
    assert!(read(&path).faults.is_empty());
    for (from, to, part) in [
        ("b@a1", "b@c3", "cannot be played"),
        ("Points: 4 - 0", "Points: 5 - 0", "should be 4 - 0"),
        ("Player: 1", "Player: 2", "player 1's turn"),
        ("Time: 0 ms", "Time: soon", "not what was expected"),
        ("Beta cuts: -\n", "", "does not say: Beta cuts"),
        ("Evaluation: -", "Evaluation: splendid", "not what was expected"),
        ("Depth reached", "Height reached", "not a label"),
        ("Game: blokus", "Game: chess", "cannot begin"),
        ("] Move 1", "] Nonsense 1", "opens no entry"),
        ("] Move 1", "] Move x", "this is move x"),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good, "{from}");
        let report = check(text.as_bytes()).unwrap();
        let faults = faults(&report);
        assert!(faults.iter().any(|fault| fault.contains(part)), "{part}: {faults:?}");
    }
    let report = check(&b"\xff\xfe\0 nonsense\n\n*** [x ***\n"[..]).unwrap();
    assert_eq!(report.faults.len(), 2);
}

#[test]
fn rules_and_passes_are_worded_in_the_readers_language_and_read_back() {
    let setup = Setup {
        rules: "placement=choose,doubles=largest".into(),
        seed: 7,
        ..Setup::new("cavalo").with_players("random:seed=1", "random:seed=2").unwrap()
    };
    let mut session = Session::new(setup).unwrap();
    let mut log = LogDat::new(None, Look::Unicode);
    let words = Words::new(Language::Portuguese);
    let mut text = String::new();
    while !session.is_over() {
        step(&mut session);
        text += &log.follow(&session, &words).0;
    }
    assert!(
        text.contains("Regras: Os cavalos são colocados: à escolha; Um duplo remove: o maior"),
        "{text}"
    );
    assert!(text.contains("Jogada efetuada: passa a vez"), "{text}");
    assert!(!text.contains("pass\n") && !text.contains("placement"), "{text}");
    assert_eq!(faults(&check(text.as_bytes()).unwrap()), Vec::<String>::new());
}

#[test]
fn a_false_board_in_the_lisp_form_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.dat");
    logged_step("blokus", &path, &Words::new(Language::English), LogForm::Lisp);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("\n((1 "), "{text}");
    let report = check(text.replacen("((1 ", "((2 ", 1).as_bytes()).unwrap();
    assert!(faults(&report)[0].contains("not that of the position"), "{:?}", faults(&report));
}

/// Reads form after form to the end of the file and prints how many rows each has.
const COUNT_ROWS: &str = "(with-open-file (in \"log.dat\" :external-format EXTERNAL)
  (loop for board = (read in nil :end) until (eq board :end) do (format t \"~a \" (length board))))";

#[test]
fn a_real_lisp_reads_board_after_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.dat");
    let words = Words::new(Language::Portuguese);
    for game in ["quatro", "blokus", "cavalo"] {
        logged_step(game, &path, &words, LogForm::Lisp);
    }
    // The puzzle's results are lists too: the start and two pieces.
    let board = &builtins()[0];
    let report = solve(board, &"a-star".parse().unwrap(), &Limits::default(), |_| {}).unwrap();
    let boards = boards_along(board, &report);
    let entry = resultados::entry(&report, &boards, ["a", "b"], &words, LogForm::Lisp);
    append_whole(&path, &entry).unwrap();
    let programs: [(&str, &[&str], &str); 2] =
        [("sbcl", &["--script"], ":utf-8"), ("clisp", &["-q"], "charset:utf-8")];
    let mut n_read = 0;
    for (program, arguments, external) in programs {
        let is_here = std::process::Command::new(program).arg("--version").output().is_ok();
        if !is_here {
            continue;
        }
        let script = folder.path().join("count.lisp");
        std::fs::write(&script, COUNT_ROWS.replace("EXTERNAL", external)).unwrap();
        let output = std::process::Command::new(program)
            .args(arguments)
            .arg(&script)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<&str> = said.split_whitespace().collect();
        assert_eq!(numbers, ["4", "14", "10", "14", "14", "14"], "{program}: {output:?}");
        n_read += 1;
    }
    if n_read == 0 {
        plywood_testkit::skip::skip(
            "a_real_lisp_reads_board_after_board",
            "neither sbcl nor clisp is installed",
        );
    }
}
