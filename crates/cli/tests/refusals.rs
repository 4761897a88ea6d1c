//! What is refused, in both languages: no English word is left in the Portuguese.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

#[path = "common/english.rs"]
mod english;

use std::collections::BTreeMap;

use plywood_arena::pairing::OpeningBook;
use plywood_arena::settings::{Adjudication, ClockControl, Contestant, Format, Settings};
use plywood_arena::statistics::Sprt;
use plywood_arena::store::{Store, StoreError};
use plywood_arena::tuning::Parameter;
use plywood_arena::{fault_message, launch_message};
use plywood_jobs::{Job, JobResult, Ledger};
use plywood_protocol::{Expected, Fault, Launch, Process, Protocol};
use plywood_records::{self as records, blksgf, lines};
use plywood_workbench::engines::{Engine, EngineOption, Kind};
use plywood_workbench::games::{CATALOGUE, Look, open};
use plywood_workbench::language::{Language, Words};
use plywood_workbench::play::{Level, Player, Record, Session, Setup};
use plywood_workbench::puzzle::{
    self, Algorithm, Board, BoardError, Method, Pieces, PuzzleHeuristic, RecipeError, Refusal,
    WitnessError, check_witness, parse_heuristic,
};
use plywood_workbench::{Limits, Message, units};

use english::english_words;

/// Messages by key, each once.
#[derive(Default)]
struct Collected(BTreeMap<String, Message>);

impl Collected {
    fn add(&mut self, message: impl Into<Message>) {
        let message: Message = message.into();
        // What is wrapped counts as well.
        for (_, arg) in &message.args {
            if let plywood_workbench::Arg::Message(inner) = arg {
                self.add((**inner).clone());
            }
        }
        self.0.entry(message.key.to_string()).or_insert(message);
    }

    fn refused<T, E: Into<Message>>(&mut self, result: Result<T, E>) {
        match result {
            Err(e) => self.add(e),
            Ok(_) => panic!("it was accepted"),
        }
    }
}

const ANSWERS: [&str; 40] = [
    "",
    "x",
    "pass",
    "a1",
    "b@z9",
    "b@h7",
    "a@n14",
    "q@a1",
    "a1,a1",
    "a1,c3",
    "e10",
    "j5",
    "6@b1",
    "0@a1",
    ">6",
    "b1>d",
    "b1",
    "z@b1",
    "6@",
    "6@z9",
    "c5",
    "c5x77",
    "j10",
    "a1x12",
    "99",
    "-1",
    "c1@c4",
    "a@a1",
    "e10,f10",
    "n14,n13,m14,m13",
    "1@a1",
    "x@y@z",
    "b1>b1",
    ">",
    ">z",
    "d4x",
    "b@a1",
    "a1>",
    "c5x11",
    "e1x00",
];

/// What games say to moves, along a game of each.
fn moves(collected: &mut Collected) {
    let rules = ["", "squares=true", "doubles=largest,placement=choose", "zero_double=true"];
    for entry in &CATALOGUE {
        for rules in rules {
            let Ok(mut table) = open(entry.name, rules, 3, None, &[]) else { continue };
            for _ in 0..200 {
                for answer in ANSWERS {
                    if let Err(reason) = table.read(answer) {
                        collected.add(reason);
                    }
                }
                let moves = table.moves();
                // Every answer that a move may be refused for, near a move that is legal.
                if let Some(step) = moves.first() {
                    for text in [format!("{step}>0"), format!("{step}x77"), format!("{step}x99")] {
                        let _ = table.read(&text).map_err(|reason| collected.add(reason));
                    }
                }
                let Some(step) = moves.get(moves.len() / 2) else { break };
                table.play(step).unwrap();
            }
            let _ = open(entry.name, rules, 3, None, &["zz"]).map_err(|e| collected.add(e));
        }
    }
}

/// What games say to positions: every character of some positions changed in turn.
fn positions(collected: &mut Collected) {
    for entry in &CATALOGUE {
        let mut table = open(entry.name, "", 3, None, &[]).unwrap();
        for _ in 0..4 {
            let text = table.position();
            let mut texts = vec![String::new(), "x".into(), "a b c d e f g h".into()];
            texts.push(text.replace(' ', " -1 "));
            for (at, _) in text.char_indices() {
                texts.push(text[..at].to_owned());
                for mark in ["1", "2", "#", "9", "?", "-", " ", "/", "0", "a"] {
                    texts.push(format!("{}{mark}{}", &text[..at], &text[at + 1..]));
                }
            }
            for text in texts {
                if let Err(e) = open(entry.name, "", 3, Some(&text), &[]) {
                    collected.add(e);
                }
            }
            for _ in 0..5 {
                let moves = table.moves();
                let Some(step) = moves.get(moves.len() / 2) else { break };
                table.play(step).unwrap();
            }
        }
    }
    let empty = vec!["--".repeat(10); 10].join("/");
    for (game, text) in [
        ("quarto", "0123/..../..../.... 4"),
        ("quarto", "0123/4567/..../.... -"),
        ("quarto", "a..c/..57/...0/34.. a"),
        ("quarto", "aa../..../..../.... -"),
        ("quatro", "0.../..../..../.... 1"),
        ("cavalo", &format!("{empty} a1 c2 0 0 1")),
        ("cavalo", &format!("{empty} a1 a1 0 0 1")),
        ("cavalo", &format!("{empty} - j5 9 0 1")),
        ("cavalo", &format!("{empty} a1 j5 9000 0 1")),
        ("cavalo", &format!("{empty} a1 j5 0 0 1 x")),
        ("cavalo", &format!("{empty} a1 j5 0 0 3")),
    ] {
        collected.refused(open(game, "", 0, Some(text), &[]).map(|_| ()));
    }
}

fn names(collected: &mut Collected) {
    for (game, rules) in [
        ("chess", ""),
        ("quartoo", ""),
        ("blokus", "squares=true"),
        ("quarto", "corners=true"),
        ("cavalo", "placement=sometimes"),
        ("cavalo", "placement=auto,placement=auto"),
    ] {
        collected.refused(open(game, rules, 0, None, &[]).map(|_| ()));
    }
    let mut table = open("quatro", "", 0, None, &[]).unwrap();
    collected.refused(table.play_action(999_999));
    for text in ["deep-blue", "alpha-bta", "minimax:rave=on", "pvs:hash=900TB"] {
        collected.refused(text.parse::<Engine>());
        collected.refused(text.parse::<Player>());
        collected.refused(format!("a={text}").parse::<Contestant>());
    }
    for kind in Kind::ALL {
        collected.add(kind.explain());
        for option in kind.options() {
            collected.add(option.expected());
            collected.refused(format!("{}:{}=", kind.name(), option.key()).parse::<Engine>());
        }
    }
    let _: Option<EngineOption> = None;
    collected.refused("12".parse::<Level>());
    collected.refused("level:12".parse::<Player>());
    collected.refused(Session::new(Setup::new("chess")).map(|_| ()));
    for entry in &CATALOGUE {
        collected.add(entry.about.clone());
    }
}

fn amounts(collected: &mut Collected) {
    collected.refused(units::parse_time("soon"));
    collected.refused(units::parse_time("9000h"));
    collected.refused(units::parse_bytes("much"));
    collected.refused(units::parse_bytes("9XB"));
    collected.refused(units::parse_bytes("900TB"));
    collected.refused(units::parse_share("1"));
    collected.refused(units::parse_count("0"));
    collected.refused(units::parse_depth("0"));
    collected.refused(units::parse_plies("900"));
    collected.refused(units::parse_threads("0"));
    collected.refused(units::parse_within("7", 1, 5));
}

fn boards(collected: &mut Collected) {
    let folder = tempfile::tempdir().unwrap();
    let texts = [
        "",
        ".h",
        "..\n...",
        "size: 3\n.",
        "objective: x\n.",
        "objective: 1\nobjective: 1\n.",
        "(",
        ")",
        "((0 1) (5)) 3",
        "(()) 3",
        "((0)) (",
        "((0 (1))) 1",
        "((0))",
        "3 (",
        "(3 (0))",
        "()",
        "((0)) 1 ()",
        "((0)) 1 x",
        ";",
        "((0)) x",
        "(x)",
    ];
    for (i, text) in texts.iter().enumerate() {
        let file = folder.path().join(format!("board-{i}.txt"));
        std::fs::write(&file, text).unwrap();
        if let Err(e) = puzzle::load(file.to_str().unwrap()) {
            collected.add(e);
        }
    }
    let wide = ".".repeat(30);
    for text in [wide.clone(), vec!["."; 30].join("\n"), format!("(({})) 1", "0 ".repeat(30))] {
        let file = folder.path().join("large.txt");
        std::fs::write(&file, text).unwrap();
        collected.refused(puzzle::load(file.to_str().unwrap()));
    }
    let several = folder.path().join("several.dat");
    std::fs::write(&several, "((0 0)) 1 ((0 0)) 1").unwrap();
    collected.refused(puzzle::load(&format!("{}#7", several.display())));
    collected.refused(puzzle::load("Z"));
    collected.refused(puzzle::load("no/such/file"));
    collected.refused(puzzle::load(folder.path().to_str().unwrap()));
    for text in
        ["objective: 1\n#.", "..\n..", "objective: 0\n..", "objective: 9\n..", "objective: 1\n11"]
    {
        let board: Board = text.parse().unwrap();
        let named = puzzle::NamedBoard { name: "own".into(), board };
        let method = Method::new(Algorithm::Bfs);
        collected.refused(puzzle::solve(&named, &method, &Limits::default(), |_| {}));
    }
    collected.add(BoardError::TooLarge);
    collected.add(BoardError::ObjectiveOverStock { objective: 111, cells: 110 });
}

fn methods(collected: &mut Collected) {
    for text in [
        "a-sta",
        "quickest",
        "bfs:width=3",
        "beam:nodes=3",
        "a*:x=1",
        "beam:width=0",
        "wa*:weight=0",
        "sma*:nodes=1",
    ] {
        collected.refused(text.parse::<Method>());
    }
    collected.refused(parse_heuristic("given-one"));
    collected.refused(parse_heuristic("x"));
    collected.refused("x".parse::<Pieces>());
    for error in [
        RecipeError::Sides(21, 8),
        RecipeError::Density("2".into()),
        RecipeError::NoneFound,
        RecipeError::Cancelled,
    ] {
        collected.add(error);
    }
    for algorithm in Algorithm::ALL {
        collected.add(algorithm.explain());
    }
    for heuristic in PuzzleHeuristic::ALL {
        collected.add(heuristic.explain());
    }
    for refusal in [Refusal::Open, Refusal::Closed, Refusal::OverLimit, Refusal::Hopeless] {
        collected.add(refusal.message());
    }
    let board: Board = "....\n.#..\n....\n....".parse().unwrap();
    for moves in [&["x@b2"][..], &["b@a1"], &["a@d4"], &["a@a1", "a@b1"], &["a@a1", "a@c1"]] {
        collected.refused(check_witness(&board, None, moves));
    }
    collected.add(WitnessError::Stock("b@a1".into()));
    collected.add(WitnessError::Cells { said: 3, covered: 4 });
}

fn kept(collected: &mut Collected) {
    let folder = tempfile::tempdir().unwrap();
    for text in [
        "",
        "x",
        "(",
        "(;",
        "(;GM",
        "(;GM[Blokus Duo",
        "(;GM[Chess])",
        "(;B[a1])",
        "(;[x])",
        "(;GM[Blokus Duo];AB[a1])",
        "(;GM[Blokus Duo];W[a1])",
        "(;GM[Blokus Duo];B[a1])",
        "(;GM[Blokus Duo]!",
    ] {
        collected.refused(blksgf::read(text));
    }
    collected.add(blksgf::SgfError::TooLarge);
    collected.add(blksgf::SgfError::NotDuo);
    let record = Session::new(Setup::new("quatro")).unwrap().to_record();
    let line = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        lines::write(&record)
    };
    for text in [
        "{}\n".to_owned(),
        "not JSON\n".to_owned(),
        line(&|record| record.game = "chess".into()),
        line(&|record| record.players[0] = "nobody".into()),
    ] {
        for record in lines::read(text.as_bytes()) {
            collected.refused(record);
        }
    }
    collected.add(lines::LineError::TooLong(3));
    let store = records::Store::open(&folder.path().join("games.sqlite")).unwrap();
    collected.refused(store.load(99));
    collected.refused(store.latest_unfinished());
    let file = folder.path().join("no-database");
    std::fs::write(&file, "this is text, not a database, and long enough to be told apart")
        .unwrap();
    collected.refused(records::Store::open(&file).map(|_| ()));
    collected.refused(records::Store::open(&file.join("below/games.sqlite")).map(|_| ()));
    collected.refused(records::Store::open(folder.path()).map(|_| ()));
    collected.add(records::StoreError::NoFolder);
    collected.add(records::StoreError::Newer("x".into(), 9, 1));
}

fn settings(players: &[&str]) -> Settings {
    let players: Vec<_> = players
        .iter()
        .map(|player| serde_json::json!({ "name": player, "engine": "random" }))
        .collect();
    serde_json::from_value(serde_json::json!({
        "game": "quatro", "rules": "", "players": players, "format": "round-robin", "pairs": 1,
        "rounds": 0, "control": {}, "margin_ms": 1, "patience_ms": 1, "openings": { "plies": 0 },
        "seed": 0, "sprt": null, "adjudication": null, "hash": 65536, "threads": 1,
    }))
    .unwrap()
}

fn tournaments(collected: &mut Collected) {
    for text in ["=x", "a=cmd:", "human", "level:12"] {
        collected.refused(text.parse::<Contestant>());
    }
    collected.refused("knockout".parse::<Format>());
    collected.refused("soon".parse::<ClockControl>());
    collected.refused("never".parse::<Adjudication>());
    for text in ["elo9=1", "elo0=x", "model=odd", "elo0=5,elo1=1"] {
        collected.refused(text.parse::<Sprt>());
    }
    collected.refused("x".parse::<Parameter>());
    collected.refused("x=1,5,2".parse::<Parameter>());
    collected.refused(settings(&["a"]).check());
    collected.refused(settings(&["a", "a"]).check());
    let sprt = Some("elo0=0,elo1=5".parse().unwrap());
    collected.refused(Settings { sprt, ..settings(&["a", "b", "c"]) }.check());
    collected.refused(Settings { pairs: 0, ..settings(&["a", "b"]) }.check());
    let lines = |lines: &[&str]| {
        let lines = lines.iter().map(|&line| line.to_owned()).collect();
        let openings = plywood_arena::settings::Openings::Lines(lines);
        Settings { openings, ..settings(&["a", "b"]) }
    };
    collected.refused(lines(&[]).check());
    collected.refused(OpeningBook::new(&lines(&["moves zz"])).map(|_| ()));
    collected.refused(OpeningBook::new(&lines(&["0123/..../..../.... -"])).map(|_| ()));
    let mut endless = settings(&["a", "b"]);
    endless.players[0].engine = "best".into();
    collected.refused(endless.check_limits(|_| false));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.db");
    collected.refused(Store::read(&file));
    let store = Store::open(&file).unwrap();
    collected.refused(Store::open(&file));
    collected.refused(store.settings(7));
    std::fs::write(folder.path().join("text"), "this is text, not a database at all, no").unwrap();
    collected.refused(Store::open(&folder.path().join("text")));
    collected.refused(Store::open(&folder.path().join("no/where")));
    let reason: plywood_workbench::Refused =
        Message::of_file(&std::io::ErrorKind::NotFound.into()).into();
    collected.add(StoreError::Content(reason));
}

fn programs(collected: &mut Collected) {
    for text in ["bot", "gtp:", "gtp:a 'b", "gtp:a\\"] {
        collected.add(launch_message(&text.parse::<Launch>().unwrap_err()));
    }
    collected.add(launch_message(&"uci".parse::<Protocol>().unwrap_err()));
    for command in ["no-such-program", "/", "a 'b"] {
        collected.add(fault_message(&Process::start(command).err().unwrap()));
    }
    let (request, after) = (|| "go".to_owned(), std::time::Duration::from_secs(1));
    let crash = |status: &str| Fault::Crash { status: status.into(), request: request() };
    for fault in [
        Fault::Timeout { request: request(), after },
        Fault::Deaf { request: request(), after },
        crash("exit code 3"),
        crash("signal 11"),
        Fault::Closed { request: request() },
        Fault::TooLong { request: request(), limit: 10 },
        Fault::Flood { request: request(), limit: 10 },
        Fault::Garbage { request: request(), answer: "?".into(), expected: Expected::GtpAnswer },
        Fault::Garbage { request: request(), answer: "?".into(), expected: Expected::BestMove },
        Fault::Refused { request: request(), reason: "no".into() },
    ] {
        collected.add(fault_message(&fault));
    }
}

fn jobs(collected: &mut Collected) {
    collected.refused(Job::read("{}"));
    collected.refused(JobResult::read("x"));
    collected.refused(plywood_jobs::Set::read("x"));
    collected.refused(plywood_jobs::Set::read(""));
    collected.refused(Ledger::default().add("x"));
    collected.add(plywood_jobs::JobError::Differ("key".into()));
    collected.add(plywood_jobs::JobError::Mixed("one".into(), "two".into()));
}

fn files(collected: &mut Collected) {
    use std::io::ErrorKind as Kind;
    for kind in [
        Kind::NotFound,
        Kind::PermissionDenied,
        Kind::AlreadyExists,
        Kind::ReadOnlyFilesystem,
        Kind::StorageFull,
        Kind::IsADirectory,
        Kind::NotADirectory,
        Kind::InvalidData,
        Kind::AddrInUse,
        Kind::TimedOut,
    ] {
        collected.add(Message::of_file(&kind.into()));
    }
}

#[test]
fn at_least_150_refusals_are_said_wholly_in_either_language() {
    let mut collected = Collected::default();
    moves(&mut collected);
    positions(&mut collected);
    names(&mut collected);
    amounts(&mut collected);
    boards(&mut collected);
    methods(&mut collected);
    kept(&mut collected);
    tournaments(&mut collected);
    programs(&mut collected);
    jobs(&mut collected);
    files(&mut collected);
    let refusals = collected.0;
    assert!(refusals.len() >= 250, "{} different refusals", refusals.len());
    let words = Words::new(Language::Portuguese);
    // Names and numbers alone are the same in both.
    let same = ["about", "status-other", "arena-player-refused", "job-board", "job-position"];
    let mut faults = Vec::new();
    for (key, message) in &refusals {
        let (english, portuguese) = (message.to_string(), words.say(message));
        let left = english_words(&portuguese);
        let is_same = english == portuguese && !same.contains(&key.as_str());
        if is_same || !left.is_empty() || portuguese.contains('[') && portuguese.contains("$") {
            faults.push(format!("{key}: {portuguese} ({left:?})"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn drawings_hold_no_english() {
    let words = Words::new(Language::Portuguese);
    for entry in &CATALOGUE {
        for rules in ["", "placement=choose"] {
            let Ok(mut table) = open(entry.name, rules, 3, None, &[]) else { continue };
            loop {
                let drawing = words.sketch(&table.sketch(Look::Unicode));
                let left = english_words(&drawing);
                assert!(left.is_empty(), "{}: {left:?} in\n{drawing}", entry.name);
                let moves = table.moves();
                let Some(step) = moves.get(moves.len() / 3) else { break };
                table.play(step).unwrap();
            }
        }
    }
}
