//! The course's programs, faithfully: a test for each promise, driving the menus as a person would.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

#[path = "../common/mod.rs"]
mod common;
mod input;
mod options;
mod portuguese;

use common::{Place, Ran};
use plywood_workbench::games::CATALOGUE;

fn contains_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
}

fn read(place: &Place, file: &str) -> String {
    std::fs::read_to_string(place.path(file)).unwrap()
}

fn sound(place: &Place, arguments: &[&str], answers: &[&str]) -> Ran {
    let ran = place.run(arguments, answers);
    assert_eq!(ran.code, 0, "{}\n{}", ran.said, ran.out);
    ran
}

/// Answers the menu, or a game, line by line on a terminal as a person has one; elsewhere through a pipe.
fn in_the_menu(place: &Place, arguments: &[&str], answers: &[&str]) -> Ran {
    let arguments = [&["--classic"], arguments].concat();
    #[cfg(unix)]
    {
        let mut played = common::start_on(place, &arguments, (200, 60), "xterm-256color");
        let code = played.answer(answers);
        let out = played.transcript();
        assert_eq!(code, 0, "{out}");
        Ran { code: 0, out, said: String::new() }
    }
    #[cfg(not(unix))]
    sound(place, &arguments, answers)
}

/// What stands behind a label in the entries of a log.
fn values<'a>(log: &'a str, label: &str) -> Vec<&'a str> {
    let start = format!("{label}: ");
    log.lines().filter_map(|line| line.strip_prefix(&*start)).collect()
}

/// On a terminal as a person has one.
#[cfg(unix)]
mod on_a_terminal {
    use super::common::{Place, start_on};
    use super::{contains_all, read};

    const DOWN: &str = "\x1b[B";
    const RIGHT: &str = "\x1b[C";

    #[test]
    fn point_1_three_times_enter_follow_the_original_flow() {
        for (language, asked) in [
            (
                "pt",
                [
                    "escolha um jogo",
                    "Humano vs Computador",
                    "Quem começa?",
                    "(Enter para 2000",
                    "é a sua vez",
                    "Até à próxima.",
                ],
            ),
            (
                "en",
                [
                    "choose a game",
                    "Human vs Computer",
                    "Who starts?",
                    "(Enter for 2000",
                    "it is your turn",
                    "Goodbye.",
                ],
            ),
        ] {
            let place = Place::new();
            let arguments = ["--classic", "--lang", language];
            let mut played = start_on(&place, &arguments, (100, 60), "xterm-256color");
            played.wait_for(asked[0]).type_in("1\r").wait_for(asked[1]);
            for next in &asked[2..5] {
                played.type_in("\r").wait_for(next);
            }
            // Back from the question to the game's menu, to the games, and out.
            played.type_in("0\r0\r0\r").wait_for(asked[5]);
            assert_eq!(played.end(), 0);
        }
    }

    #[test]
    fn point_6_the_tables_form_chooses_an_algorithm_and_a_log() {
        for (language, logged, parts) in [
            (
                "pt",
                "O registo desta partida",
                ["Jogador 2: minimax", "Tempo por jogada: 2000 ms", "Profundidade máxima: 1"],
            ),
            (
                "en",
                "The log of this game",
                ["Player 2: minimax", "Time per move: 2000 ms", "Maximum depth: 1"],
            ),
        ] {
            let place = Place::new();
            let arguments = ["--lang", language];
            let mut played = start_on(&place, &arguments, (100, 40), "xterm-256color");
            played.wait_for("Quatro").type_in("1").wait_for("log.dat");
            // Minimax; one ply; past the time, the rule and the hints; a log.
            for keys in [DOWN, RIGHT, RIGHT, DOWN, RIGHT, DOWN, DOWN, DOWN, DOWN, RIGHT] {
                played.type_in(keys);
            }
            played.wait_for("minimax").type_in("\r").wait_for(logged);
            contains_all(&read(&place, "log.dat"), &parts);
            played.type_in("q").wait_for("Blokus Duo").type_in("q");
            assert_eq!(played.end(), 0);
        }
    }
}

#[test]
fn point_2_statistics_follow_each_computer_move_on_the_screen_and_in_the_log() {
    let portuguese = [
        "Nós analisados",
        "Nós expandidos",
        "Nós cortados",
        "Cortes alfa",
        "Cortes beta",
        "Acertos na tabela",
        "Profundidade atingida",
        "Motivo do fim da procura",
        "Tempo",
        "Avaliação",
    ];
    let english = [
        "Nodes analysed",
        "Nodes expanded",
        "Nodes pruned",
        "Alpha cuts",
        "Beta cuts",
        "Table hits",
        "Depth reached",
        "Search ended because",
        "Time",
        "Evaluation",
    ];
    let algorithms = [
        ("2", Some(false), false),
        ("3", Some(true), false),
        ("4", Some(true), true),
        ("6", None, false),
    ];
    for (language, labels) in [("pt", portuguese), ("en", english)] {
        for (number, cuts, has_table) in algorithms {
            let place = Place::new();
            let answers = ["blokus", "6", "4", "4", number, "1", "2", "1", "0", "0", "0"];
            let ran = in_the_menu(&place, &["--lang", language], &answers);
            let log = read(&place, "log.dat");
            for label in labels {
                let found = values(&log, label);
                assert_eq!(found.len(), 1, "{label} in\n{log}");
                assert!(
                    ran.out.contains(&format!("{label}: {}", found[0])),
                    "{label} on the screen"
                );
            }
            let count = |label| values(&log, label)[0].parse::<u64>().ok();
            let pruned = count(labels[2]);
            assert_eq!(pruned.map(|n| n > 0), cuts, "algorithm {number}: {pruned:?}");
            assert_eq!(count(labels[5]).is_some(), has_table, "algorithm {number}");
            assert!(count(labels[0]).unwrap() > 1);
        }
    }
}

#[test]
fn point_4_engines_list_negamax_and_the_course_evaluation_can_be_chosen() {
    for (language, said) in [
        (
            "pt",
            [
                "Avaliação das posições: a nossa",
                "Avaliação das posições: a da disciplina",
                "minimax, avaliação da disciplina",
                "na avaliação da disciplina",
            ],
        ),
        (
            "en",
            [
                "Positions are judged by: our own judge",
                "Positions are judged by: the course's evaluation",
                "minimax, the course's evaluation",
                "in the course's evaluation",
            ],
        ),
    ] {
        let place = Place::new();
        let engines = sound(&place, &["engines", "--lang", language], &[]);
        contains_all(&engines.out, &["negamax", "course"]);
        // Minimax; the course's evaluation; one ply.
        let answers = ["quatro", "4", "2", "6", "1", "7", "1", "2", "1000", "0", "0", "0"];
        contains_all(&in_the_menu(&place, &["--lang", language], &answers).out, &said);
    }
}

#[test]
fn point_6_files_are_named_on_the_screen_and_written_in_the_readers_language() {
    for (language, log_said, results_said, parts) in [
        (
            "pt",
            "O registo desta partida vai para ",
            "Escrito em ",
            [
                "Algoritmo: dfs",
                "Profundidade máxima: 1",
                "Resultado: sem solução até à profundidade 1",
            ],
        ),
        (
            "en",
            "The log of this game goes to ",
            "Written to ",
            ["Algorithm: dfs", "Maximum depth: 1", "Outcome: no solution up to depth 1"],
        ),
    ] {
        let place = Place::new();
        let answers = ["puzzle", "2", "1", "1", "0", "quatro", "3", "desistir", "0", "0"];
        let ran = in_the_menu(&place, &["--lang", language], &answers);
        contains_all(&ran.out, &[log_said, "log.dat", results_said, "resultados.dat"]);
        contains_all(&read(&place, "resultados.dat"), &parts);
        let left = if language == "pt" {
            "Peças restantes: branca alta redonda oca, preta alta redonda oca, "
        } else {
            "Pieces left: white tall round hollow, black tall round hollow, "
        };
        contains_all(&read(&place, "log.dat"), &[left]);
        for file in ["log.dat", "resultados.dat"] {
            let check = place.run(&["log", "check", file, "--lang", language], &[]);
            assert_eq!(check.code, 0, "{}", check.out);
        }
    }
}

#[test]
fn point_6_the_lisp_form_is_written_by_the_menu_and_read_back() {
    for language in ["pt", "en"] {
        let place = Place::new();
        let answers = ["puzzle", "3", "1", "1", "0", "blokus", "3", "2", "1", "0", "0", "0"];
        in_the_menu(&place, &["--lang", language, "--log-format", "lisp"], &answers);
        for (file, start) in [("log.dat", "\n((1 1 0 "), ("resultados.dat", "\n((0 0 0 ")] {
            let text = read(&place, file);
            assert!(text.contains(start), "{text}");
            let is_lisp = |line: &str| line.is_empty() || line.starts_with([';', '(', ' ']);
            assert!(text.lines().all(is_lisp), "{text}");
            let check = place.run(&["log", "check", file], &[]);
            assert_eq!(check.code, 0, "{}", check.out);
        }
    }
    let bad = Place::new().run(&["--log-format", "scheme"], &[]);
    assert_eq!(bad.code, 2);
}

#[test]
fn point_3_the_menu_shows_the_published_table() {
    // Behind the games, the puzzle and the comparison.
    let entry = (CATALOGUE.len() + 3).to_string();
    for (language, title, cause) in [
        ("pt", "A tabela do programa original", "Fornecida"),
        ("en", "The original program's table", "Fornecida"),
    ] {
        let ran = in_the_menu(&Place::new(), &["--lang", language], &[&entry, "0"]);
        contains_all(&ran.out, &[title, cause, "11553/936"]);
    }
}

#[test]
fn point_7_whatever_a_placement_or_a_move_removes_is_said() {
    for (language, placed, removed, double) in [
        (
            "pt",
            "• o cavalo do jogador 1 começa em ",
            ": é o simétrico de ",
            " é um duplo e retira outro",
        ),
        (
            "en",
            "• the knight of player 1 starts on ",
            ": it mirrors ",
            " is a double and removes another",
        ),
    ] {
        let place = Place::new();
        let moves = common::first_moves("cavalo", 3, None);
        let arguments =
            ["play", "cavalo", "--p1", "human", "--p2", "human", "--seed", "3", "--lang", language];
        let answers: Vec<&str> = moves.iter().map(String::as_str).collect();
        let ran = in_the_menu(&place, &arguments, &answers);
        contains_all(&ran.out, &[placed, removed, double]);
    }
}

#[test]
fn point_8_limits_of_the_puzzle_are_said_and_can_be_changed() {
    for (language, usual, changed, searching) in [
        (
            "pt",
            "Limites de uma procura: 60 s e 1000 MB",
            "Limites de uma procura: 1 s e 5 MB",
            "A procurar, no máximo 1 s e 5 MB",
        ),
        (
            "en",
            "Limits of a search: 60 s and 1000 MB",
            "Limits of a search: 1 s and 5 MB",
            "Searching, for 1 s and 5 MB at most",
        ),
    ] {
        let place = Place::new();
        let limits = (plywood_workbench::puzzle::Algorithm::ALL.len() + 1).to_string();
        // BFS on F needs more than that.
        let answers = ["puzzle", &limits, "0", &limits, "x", "1", "5", "1", "6", "0", "0"];
        let ran = in_the_menu(&place, &["--lang", language], &answers);
        contains_all(&ran.out, &[usual, changed, searching]);
        let outcome = if language == "pt" { "limite de " } else { " limit" };
        contains_all(&ran.out, &[outcome]);
    }
}

#[test]
fn point_8_a_depth_below_what_is_needed_says_up_to_where_there_is_no_solution() {
    for (language, said) in
        [("pt", "sem solução até à profundidade 1"), ("en", "no solution up to depth 1")]
    {
        let place = Place::new();
        let ran = in_the_menu(&place, &["--lang", language], &["puzzle", "2", "1", "1", "0", "0"]);
        contains_all(&ran.out, &[said]);
    }
}
