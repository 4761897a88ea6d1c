//! `plywood gtp` and `plywood ugi` as controllers meet them.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::{Duration, Instant};

use assert_cmd::Command;
use plywood_protocol::ugi::{self, Query};
use plywood_protocol::{Bot, Go, Launch, Ply, Process, Protocol, Side, Start, Wire, gtp};
use plywood_workbench::games::{Seat, find, open};
use plywood_workbench::play::Level;

const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");

/// Pipes commands into an engine and returns what it said.
fn talk(arguments: &[&str], input: &str) -> String {
    let output = Command::new(PLYWOOD).args(arguments).write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The answers of a GTP engine, one for each command.
fn ask(arguments: &[&str], commands: &[&str]) -> Vec<String> {
    let said = talk(&[&["gtp"], arguments].concat(), &(commands.join("\n") + "\n"));
    let answers: Vec<String> = said.trim_end().split("\n\n").map(str::to_owned).collect();
    assert_eq!(answers.len(), commands.len(), "{said}");
    answers
}

fn far() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

#[test]
fn gtp_answers_as_the_dialect_of_blokus_programs_has_it() {
    let answers = ask(
        &[],
        &[
            "1 protocol_version",
            "2 name",
            "3 set_game Blokus Duo",
            "4 play b e8,d9,e9,f9,e10",
            "5 play b f10,g10",
            "6 play WHITE J5,I5,H5,I4,I6 # any order and case",
            "7 final_score",
            "8 undo",
            "9 undo",
            "10 undo",
            "11 genmove red",
            "12 play b e10,e11,e13",
            "13 known_command reg_genmove",
            "14 known_command loadsgf",
            "15 set_game Blokus Trigon",
            "16 time_left b 10",
            "17 cputime",
            "18 quit",
        ],
    );
    let expected = [
        "=1 2",
        "=2 Plywood",
        "=3",
        "=4",
        "?5",
        "=6",
        "=7 0",
        "=8",
        "=9",
        "?10",
        "?11",
        "?12",
        "=13 true",
        "=14 false",
        "?15",
        "?16",
        "=17 ",
        "=18",
    ];
    for (answer, expected) in answers.iter().zip(expected) {
        assert!(answer.starts_with(expected), "{answer} instead of {expected}");
    }
    let used: f64 = answers[16][4..].parse().unwrap();
    assert!(used >= 0.0);
}

#[test]
fn gtp_lists_the_moves_of_either_colour_and_draws_the_board() {
    let answers = ask(&["--game", "blokus-duo"], &["all_legal b", "all_legal w", "showboard"]);
    assert_eq!(answers[0].lines().count(), 414);
    assert_eq!(answers[1].lines().count(), 414);
    assert_ne!(answers[0], answers[1]);
    assert!(answers[2].starts_with("=\n") && answers[2].contains("14"), "{}", answers[2]);
    let quarto = ask(&["-g", "quarto"], &["all_legal b", "all_legal w", "p >6", "all_legal w"]);
    assert_eq!(quarto[0].lines().count(), 16);
    assert!(quarto[1].starts_with('?'));
    assert_eq!(quarto[3].lines().count(), 240);
}

#[test]
fn a_colour_without_moves_is_skipped() {
    // Black's second piece takes both corners of white's bar, so white can only pass.
    let moves = ["play b e10,f10,f9,g9,g8", "play w j5,k5,l5,m5,n5", "play b i4,i5,h6,i6,h7"];
    let engine = ["--engine", "largest"];
    let after = |more: &[&str]| ask(&engine, &[&moves, more].concat())[3..].to_vec();
    assert_eq!(after(&["all_legal w", "genmove w", "genmove w"]), ["=", "= pass", "= pass"]);
    assert_eq!(after(&["play w pass", "play w pass"])[0], "=");
    assert!(after(&["play b pass"])[0].starts_with('?'), "black can move");
    // Two moves of one colour in a row, and both taken back one by one.
    let answers = after(&[
        "reg_genmove b",
        "genmove b",
        "undo",
        "genmove b",
        "g",
        "undo",
        "undo",
        "undo",
        "all_legal w",
    ]);
    assert!(answers[0].starts_with("= ") && answers[0] != "= pass");
    assert!(answers.iter().all(|answer| answer.starts_with('=')), "{answers:?}");
    assert!(answers[8].lines().count() > 1, "white can move again after its neighbour is gone");
}

#[test]
fn a_level_is_the_engine_it_stands_for_in_each_game() {
    let moves = ["g", "g", "g", "g"];
    for (game, level) in [("blokus", 2), ("quatro", 4), ("cavalo", 3)] {
        let engine = Level::new(level).unwrap().engine(find(game).unwrap()).to_string();
        let by_engine = ask(&["-g", game, "-e", &engine], &moves);
        let number = level.to_string();
        assert_eq!(ask(&["-g", game, "--level", &number], &moves), by_engine, "{game}");
        let level = format!("param level {number}");
        let set = [&[&*level], &moves[..]].concat();
        assert_eq!(ask(&["-g", game], &set)[1..], by_engine, "{game}");
    }
}

#[test]
fn reg_genmove_changes_nothing_and_options_are_kept() {
    let answers = ask(
        &["-g", "cavalo", "-e", "alpha-beta:depth=2"],
        &[
            "showboard",
            "reg_genmove b",
            "showboard",
            "param nodes 50",
            "param level 12",
            "param speed 3",
            "param",
            "set_rules doubles=largest",
            "set_rules nonsense=1",
            "set_random_seed 5",
            "clear_board",
            "showboard",
        ],
    );
    assert_eq!(answers[0], answers[2]);
    assert!(answers[4].starts_with('?') && answers[5].contains("no option"));
    assert!(
        answers[6].contains("nodes 50\n") && answers[6].contains("game cavalo\n"),
        "{}",
        answers[6]
    );
    assert!(answers[7] == "=" && answers[8].contains("no rule"));
    assert_ne!(answers[11], answers[0], "another seed, another board");
}

#[test]
fn a_search_is_finished_when_quit_was_piped_in_behind_it() {
    let engine = ["--engine", "pvs", "--nodes", "20000"];
    let with = ask(&engine, &["genmove b", "genmove w", "quit"]);
    let without = ask(&engine, &["genmove b", "genmove w"]);
    assert_eq!(with[..2], without[..]);
}

/// Plays as `twogtp` does: six commands, and whoever can move is asked to.
fn twogtp(black: &str, white: &str, n_games: u32) -> u32 {
    let connect = |options: &str| {
        gtp::Client::new(Process::start(&format!("{PLYWOOD} gtp {options}")).unwrap())
    };
    let mut engines = [connect(black), connect(white)];
    let mut n_skipped = 0;
    for engine in &mut engines {
        engine.ask("set_game Blokus Duo", far()).unwrap();
    }
    for game in 0..n_games {
        let mut board = open("blokus-duo", "", 0, None, &[]).unwrap();
        for engine in &mut engines {
            engine.ask("clear_board", far()).unwrap();
            engine.ask("cputime", far()).unwrap().parse::<f64>().unwrap();
        }
        while board.result().is_none() {
            if board.moves() == ["pass"] {
                board.play("pass").unwrap();
                n_skipped += 1;
                continue;
            }
            let (colour, seat) = if board.turn() == Seat::One { ("b", 0) } else { ("w", 1) };
            let mover = (seat + game as usize) % 2;
            let step = engines[mover].ask(&format!("genmove {colour}"), far()).unwrap();
            board.play(&step).unwrap();
            engines[1 - mover].ask(&format!("play {colour} {step}"), far()).unwrap();
        }
        let score = board.result().unwrap();
        let expected = match score {
            0 => "0".to_owned(),
            1.. => format!("B+{score}"),
            _ => format!("W+{}", -score),
        };
        for engine in &mut engines {
            assert_eq!(engine.ask("final_score", far()).unwrap(), expected);
        }
    }
    for mut engine in engines {
        engine.ask("quit", far()).unwrap();
        let farewell = engine.wire.end(Duration::from_secs(20));
        assert!(farewell.in_time && farewell.status == "exit code 0", "{farewell:?}");
    }
    n_skipped
}

#[test]
fn a_controller_that_knows_only_six_commands_plays_whole_games() {
    let n_skipped = twogtp("--engine random:seed=1", "--engine largest:seed=2", 6);
    assert!(n_skipped > 0, "no colour was ever skipped: the test tests too little");
    twogtp("--engine best --nodes 300", "--level 1", 2);
}

#[test]
fn ugi_answers_every_command() {
    let said = talk(
        &["ugi", "--game", "quatro"],
        "ugi\nisready\nsetoption name engine value alpha-beta\nsetoption name hash value 16\n\
         setoption name threads value 0\nuginewgame\nposition startpos moves 0@a1\nquery p1turn\n\
         query gameover\ngo depth 1\nposition 012./..../..../.... -\ngo nodes 5000\n\
         position fen 0123/..../..../.... -\nquery gameover\nquery result\ngo nodes 10\nquit\n",
    );
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("id name Plywood") && lines[1].starts_with("id author"));
    assert!(lines.contains(&"ugiok") && lines.contains(&"readyok"));
    assert!(
        said.contains(
            "option name game type combo default quatro var quatro var quarto var blokus"
        )
    );
    assert!(said.contains("info string error: `0` is not a value for threads"), "{said}");
    let responses: Vec<&&str> = lines.iter().filter(|line| line.starts_with("response")).collect();
    assert_eq!(
        responses,
        [&"response false", &"response false", &"response true", &"response p2win"],
        "three pieces, so player 2 placed the fourth: {said}"
    );
    let moves: Vec<&&str> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(moves.len(), 3);
    assert!(moves[1].ends_with("@d1"), "there is a win at once: {said}");
    assert!(said.contains("score cp 100 nodes"), "{said}");
    assert_eq!(*moves[2], "bestmove none");
    assert!(said.contains("error: the game is over"));
}

#[test]
fn a_refused_position_leaves_the_old_one() {
    let said = talk(
        &["ugi", "-g", "quatro"],
        "position startpos moves 0@a1\nposition startpos moves 0@a1 0@a2\nposition junk\nquery p1turn\n\
         setoption name game value chess\nsetoption name rules value squares=maybe\nquery p1turn\n",
    );
    assert_eq!(said.matches("info string error").count(), 4, "{said}");
    assert_eq!(said.matches("response false").count(), 2, "{said}");
}

#[test]
fn a_thousand_random_lines_kill_nobody() {
    const WORDS: [&str; 44] = [
        "play",
        "genmove",
        "b",
        "w",
        "1",
        "undo",
        "set_game",
        "Blokus",
        "Duo",
        "quarto",
        "cavalo",
        "showboard",
        "all_legal",
        "final_score",
        "param",
        "engine",
        "random",
        "largest",
        "nodes",
        "0",
        "-7",
        "99999999999999999999",
        "e10",
        "0@a1",
        ">6",
        "pass",
        "clear_board",
        "reg_genmove",
        "g",
        "p",
        "set_position",
        "startpos",
        "moves",
        "position",
        "go",
        "infinite",
        "stop",
        "setoption",
        "name",
        "value",
        "#",
        "\u{7}",
        "漢",
        "time_settings",
    ];
    let mut state: u64 = 7;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut lines = String::new();
    for _ in 0..1000 {
        let words: Vec<&str> = (0..random(6)).map(|_| WORDS[random(WORDS.len())]).collect();
        lines += &(words.join(" ") + "\n");
    }
    let quick = ["--engine", "random"];
    let said = talk(&[&["gtp"], &quick[..]].concat(), &(lines.clone() + "4711 name\n"));
    assert!(said.ends_with("=4711 Plywood\n\n"));
    let said = talk(&[&["ugi"], &quick[..]].concat(), &(lines + "query p1turn\n"));
    assert!(said.trim_end().lines().last().unwrap().starts_with("response "), "{said}");
}

#[test]
fn quit_and_stop_interrupt_a_search() {
    let slow = "--game blokus-duo --engine best --time 10m";
    let mut process = Process::start(&format!("{PLYWOOD} gtp {slow}")).unwrap();
    // Once it has answered, it is awake; what is sent before that is as good as piped in.
    process.send("0 name", far()).unwrap();
    assert_eq!(process.receive(far()).unwrap(), "=0 Plywood");
    assert_eq!(process.receive(far()).unwrap(), "");
    process.send("1 genmove b", far()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let since = Instant::now();
    process.send("2 quit", far()).unwrap();
    assert!(process.receive(far()).unwrap().starts_with("=1 "));
    assert_eq!(process.receive(far()).unwrap(), "");
    assert_eq!(process.receive(far()).unwrap(), "=2");
    // The promise is 100 ms; a busy machine gets some more.
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    assert!(process.end(Duration::from_secs(20)).in_time);

    let mut client = ugi::Client::new(Process::start(&format!("{PLYWOOD} ugi {slow}")).unwrap());
    client.introduce(far()).unwrap();
    for last in ["stop", "quit"] {
        client.tell(&ugi::Command::Go(Go { infinite: true, ..Go::default() }), far()).unwrap();
        std::thread::sleep(Duration::from_millis(200));
        client.ready(far()).unwrap();
        let since = Instant::now();
        client.wire.send(last, far()).unwrap();
        let step = client.best_move(last, far(), &mut |_| {}).unwrap();
        assert!(step.contains("e10"), "{step}");
        assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    }
    assert!(client.wire.end(Duration::from_secs(20)).in_time);
}

#[test]
fn either_protocol_can_be_played_against() {
    for protocol in [Protocol::Gtp, Protocol::Ugi] {
        let command = format!("{PLYWOOD} {} --engine random:seed=3", protocol.name());
        let mut player =
            Bot::start(&Launch { protocol, command }, Duration::from_secs(60)).unwrap();
        assert!(player.name().starts_with("Plywood"));
        for game in ["quarto", "cavalo"] {
            let mut table = open(game, "", 9, None, &[]).unwrap();
            let start =
                Start { game: game.into(), position: Some(table.position()), ..Start::default() };
            player.new_game(&start).unwrap();
            let mut played = Vec::new();
            while table.result().is_none() {
                let side = if table.turn() == Seat::One { Side::One } else { Side::Two };
                let is_skipped = table.moves() == ["pass"];
                let go = Go { nodes: Some(50), ..Go::default() };
                let text = match is_skipped {
                    true => "pass".to_owned(),
                    false => player.go(&played, side, &go, Duration::from_secs(60)).unwrap().step,
                };
                table.play(&text).unwrap();
                played.push(Ply { side, text });
                // Taking back is telling another story: the engine is told anew.
                if played.len() == 3 {
                    played.pop();
                    table.take_back();
                    let answer = player.go(&played, side, &go, Duration::from_secs(60)).unwrap();
                    table.play(&answer.step).unwrap();
                    played.push(Ply { side, text: answer.step });
                }
            }
        }
        assert!(player.quit(Duration::from_secs(20)).in_time);
    }
}

#[test]
fn rules_reach_the_engine() {
    let command = format!("{PLYWOOD} ugi --game quatro");
    let mut client = ugi::Client::new(Process::start(&command).unwrap());
    client.introduce(far()).unwrap();
    for (rules, over) in [("squares=true", "true"), ("", "false")] {
        client.wire.send(&format!("setoption name rules value {rules}"), far()).unwrap();
        client.wire.send("position fen 01../23../..../.... -", far()).unwrap();
        assert_eq!(client.query(Query::GameOver, far()).unwrap(), over, "{rules}");
    }
}

#[test]
fn a_table_that_cannot_be_had_is_refused_and_the_session_goes_on() {
    for value in ["900TB", "70000", "0", "9XB"] {
        let input = format!("setoption name hash value {value}\nisready\nugi\n");
        let said = talk(&["ugi", "--game", "quatro"], &input);
        assert!(said.contains("readyok"), "{value}: {said}");
        assert!(said.contains("hash type spin default 64 "), "{value}: {said}");
        let param = format!("param hash {value}");
        let answers = ask(&["--game", "quatro"], &[&param, "param", "name"]);
        assert!(answers[0].starts_with("? "), "{value}: {answers:?}");
        assert!(answers[1].contains("hash 64\n"), "{value}: {answers:?}");
    }
    let answers = ask(&["--game", "quatro"], &["param hash 70000"]);
    assert!(answers[0].contains("megabytes from 1 to 65535"), "{answers:?}");
}

#[test]
fn a_clock_that_has_run_out_gets_a_move_all_the_same() {
    for go in ["go p1time -10 p2time 1000", "go movetime -5", "go p1time 0 p2time 0"] {
        let input = format!("position startpos\n{go}\n");
        let said = talk(&["ugi", "--game", "quatro"], &input);
        assert!(said.contains("bestmove "), "{go}: {said}");
    }
    let answers = ask(&["--game", "quatro"], &["time_left b -3 0", "genmove b"]);
    assert!(answers.iter().all(|answer| answer.starts_with('=')), "{answers:?}");
}
