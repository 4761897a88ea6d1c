//! The course's programs, faithfully: a test for each promise, driving the menus as a person would.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use common::{Place, Ran, number_of};
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
            // Minimax; past the time; one ply; past the rule; a log.
            for keys in [DOWN, RIGHT, RIGHT, DOWN, DOWN, RIGHT, DOWN, DOWN, RIGHT] {
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
fn point_1_every_algorithm_can_be_chosen_and_uses_its_time_or_says_why_not() {
    for (language, ended, reasons) in [
        ("pt", "Motivo do fim da procura", ["o tempo acabou", "o valor está provado"]),
        ("en", "Search ended because", ["the time was up", "the value is proven"]),
    ] {
        let place = Place::new();
        let mut answers = vec!["blokus"];
        let numbers = ["1", "2", "3", "4", "5", "6"];
        for number in numbers {
            // The algorithm; computer first; one second; leave the game.
            answers.extend(["4", number, "1", "2", "1", "0"]);
        }
        answers.extend(["0", "0"]);
        in_the_menu(&place, &["--lang", language], &answers);
        let log = read(&place, "log.dat");
        let why = values(&log, ended);
        assert_eq!(why.len(), numbers.len(), "{log}");
        assert!(why.iter().all(|why| reasons.contains(why)), "{why:?}");
        let times = values(&log, if language == "pt" { "Tempo" } else { "Time" });
        for (why, time) in why.iter().zip(times) {
            let ms: u64 = time.strip_suffix(" ms").unwrap().parse().unwrap();
            assert!(*why != reasons[0] || ms >= 1000, "{why}: {time}");
        }
    }
}

#[test]
fn point_1_the_maximum_depth_holds_for_every_algorithm_that_has_one() {
    for (language, limit, reached, ended, why_ended, second) in [
        (
            "pt",
            "Profundidade máxima",
            "Profundidade atingida",
            "Motivo do fim da procura",
            "chegou à profundidade máxima",
            "O segundo computador joga com: Monte Carlo",
        ),
        (
            "en",
            "Maximum depth",
            "Depth reached",
            "Search ended because",
            "the maximum depth was reached",
            "The second computer plays by: Monte Carlo",
        ),
    ] {
        let place = Place::new();
        let mut answers = vec!["quatro", "6", "2"];
        for number in ["1", "2", "3", "4", "5"] {
            answers.extend(["4", number, "1", "2", "1000", "0"]);
        }
        // With Monte Carlo at both seats there is none to choose.
        answers.extend(["4", "6", "5", "6", "0", "0"]);
        let ran = in_the_menu(&place, &["--lang", language], &answers);
        let log = read(&place, "log.dat");
        assert_eq!(values(&log, limit), ["2"; 5]);
        let depths = values(&log, reached);
        assert!(depths.len() == 5 && depths.iter().all(|it| ["1", "2"].contains(it)), "{depths:?}");
        let why = values(&log, ended);
        assert!(why.contains(&why_ended), "{why:?}");
        let (_, last) = ran.out.rsplit_once(second).unwrap();
        assert!(!last.contains(limit), "{last}");
    }
}

#[test]
fn point_1_a_level_is_a_level_and_asks_for_no_time() {
    for (language, said, asked, logged) in [
        (
            "pt",
            ["O computador joga com: nível 3", "O Jogador 1 (nível 3) está a pensar"],
            "Tempo por jogada do computador",
            ["Tempo por jogada: -", "Profundidade máxima: -"],
        ),
        (
            "en",
            ["The computer plays by: level 3", "Player 1 (level 3) is thinking"],
            "Time per computer move",
            ["Time per move: -", "Maximum depth: -"],
        ),
    ] {
        let place = Place::new();
        let answers = ["quatro", "4", "7", "3", "1", "2", "0", "0", "0"];
        let ran = in_the_menu(&place, &["--lang", language], &answers);
        contains_all(&ran.out, &said);
        assert!(!ran.out.contains(asked), "{}", ran.out);
        contains_all(&read(&place, "log.dat"), &logged);
    }
}

#[test]
fn point_1_times_of_one_game_do_not_leak_into_the_next() {
    for (language, ranges) in [
        ("pt", ["de 1 a 20 (Enter para 5,", "de 1000 a 5000 (Enter para 2000,", "(Enter para 20,"]),
        ("en", ["1 to 20 (Enter for 5,", "1000 to 5000 (Enter for 2000,", "(Enter for 20,"]),
    ] {
        let place = Place::new();
        let answers = [
            "blokus", "1", "1", "20", "0", "0", // twenty seconds
            "quatro", "1", "1", "0", "0", // still two
            "blokus", "1", "1", "0", "0", "0", // still twenty
        ];
        contains_all(&in_the_menu(&place, &["--lang", language], &answers).out, &ranges);
    }
}

#[test]
fn point_1_rules_and_seed_of_cavalo_can_be_chosen() {
    for (language, question, seed) in [
        ("pt", "Onde começa o cavalo?", "Semente do tabuleiro: 42"),
        ("en", "Where does the knight start?", "Seed of the board: 42"),
    ] {
        let place = Place::new();
        // Knights placed by choice, the largest double, and seed 42, in two games.
        let answers = ["cavalo", "7", "2", "8", "2", "11", "42", "3", "-1", "3", "-1", "0", "0"];
        let ran = in_the_menu(&place, &["--lang", language], &answers);
        contains_all(&ran.out, &[question, seed]);
        let log = read(&place, "log.dat");
        let positions = values(&log, if language == "pt" { "Posição" } else { "Position" });
        assert!(positions.len() == 2 && positions[0] == positions[1], "{positions:?}");
        let check = place.run(&["log", "check", "log.dat", "--lang", language], &[]);
        assert_eq!(check.code, 0, "{}", check.out);
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
fn point_5_pieces_of_blokus_keep_their_numbers_when_one_runs_out() {
    // Both players place their ten small pieces first.
    let moves = common::first_moves("blokus", 0, None);
    for (language, gone) in
        [("pt", "Já não há nenhuma peça a."), ("en", "There is no piece a left.")]
    {
        let place = Place::new();
        let mut answers = vec!["blokus", "3"];
        answers.extend(moves[..40].iter().map(String::as_str));
        answers.extend(["1", "3", "0", "0", "0", "0"]);
        let ran = in_the_menu(&place, &["--lang", language], &answers);
        contains_all(&ran.out, &[" 1. a", gone]);
        let last = &ran.out[ran.out.rfind("Jogada 20").or(ran.out.rfind("Move 20")).unwrap()..];
        contains_all(last, &[" 2. b", " 3. c1", " 4. c2", gone]);
        assert!(!last.contains(" 1. a"), "{last}");
    }
}

#[test]
fn point_5_quatro_takes_cell_and_piece_on_one_line_and_pieces_in_words() {
    for (language, words, occupied, place_of) in [
        ("pt", "preta baixa quadrada oca", "b1 está ocupada.", "Jogada efetuada"),
        ("en", "black short square hollow", "b1 is occupied.", "Move made"),
    ] {
        let place = Place::new();
        let in_words = format!("c2 {words}");
        let answers = [
            "quatro",
            "3",
            "b1 7",
            &in_words, // two whole moves
            "white tall round",
            "branca alta redonda", // several pieces are such
            "1",
            "b1",
            "2",
            "0", // a piece; its cell is taken, by name and by number; back
            "0",
            "0",
            "0",
        ];
        let ran = in_the_menu(&place, &["--lang", language], &answers);
        let log = read(&place, "log.dat");
        let step = if language == "pt" { place_of } else { "Move made" };
        let steps: Vec<&str> = log.lines().filter(|line| line.contains('@')).collect();
        assert_eq!(steps.len(), 2, "{step}: {steps:?}");
        contains_all(&log, &["6@b1", "7@c2"]);
        assert_eq!(ran.out.matches(occupied).count(), 2, "{}", ran.out);
    }
}

#[test]
fn point_5_boards_carry_the_coordinates_that_are_asked_for() {
    for (language, question) in [("pt", "Linha (de 0 a 9)"), ("en", "Row (0 to 9)")] {
        let ran =
            in_the_menu(&Place::new(), &["--lang", language], &["cavalo", "3", "-1", "0", "0"]);
        let columns = "0   1   2   3   4   5   6   7   8   9";
        contains_all(&ran.out, &[columns, "\n 0   1 ", "\n 9  10 ", question]);
    }
}

#[test]
fn point_5_going_back_never_leaves_the_program_by_surprise() {
    for (language, farewell) in [("pt", "Até à próxima."), ("en", "Goodbye.")] {
        let place = Place::new();
        let answers = [
            "-1", "voltar", "back", // the menu stays
            "quatro", "-1", "cavalo", "3", "-1", // from the first question to the game's menu
            "3", "3", "-1", "-1", // from the column to the row, and out of the game
            "0", "0",
        ];
        let ran = in_the_menu(&place, &["--lang", language], &answers);
        assert!(ran.out.ends_with(&format!("{farewell}\n")), "{}", ran.out);
        let refused =
            if language == "pt" { "`-1` não está na lista" } else { "`-1` is not on the list" };
        contains_all(&ran.out, &[refused]);
        // Alone, the first question says that going back ends the program.
        let arguments = ["play", "quatro", "--p1", "human", "--p2", "human", "--lang", language];
        let ran = in_the_menu(&place, &arguments, &["0"]);
        let way_out = if language == "pt" { "0 sai do programa" } else { "0 ends the program" };
        contains_all(&ran.out, &[way_out]);
    }
}

#[test]
fn point_5_an_empty_answer_gets_the_question_again_with_its_range() {
    for (language, expected) in
        [("pt", "Esperava-se um número de 0 a "), ("en", "Expected a number from 0 to ")]
    {
        let place = Place::new();
        let answers =
            ["", "cavalo", "3", "", "3", "", "-1", "-1", "0", "quatro", "3", "", "0", "0", "0"];
        let ran = in_the_menu(&place, &["--lang", language], &answers);
        for most in [9, 16, CATALOGUE.len() + 6] {
            contains_all(&ran.out, &[&format!("{expected}{most}.")]);
        }
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

/// Words of English that Portuguese does not have, from the messages of both languages.
fn english_words() -> std::collections::BTreeSet<String> {
    let words = |code: &str| {
        let folder = format!("{}/../language/locales/{code}", env!("CARGO_MANIFEST_DIR"));
        let mut found = std::collections::BTreeSet::new();
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let said = text.lines().filter_map(|line| line.split_once('='));
            let said = said.map(|(_, said)| unquoted(&said.replace(['{', '}'], "`")));
            found.extend(said.flat_map(|said| alphabetic(&said)));
        }
        found
    };
    let common = "the of and to is are was with from that this which move moves piece pieces board row \
                  column cell player wins draw value depth time nodes search none left pass passes";
    let mut english: std::collections::BTreeSet<String> = words("en");
    english.extend(common.split_whitespace().map(str::to_owned));
    let portuguese = words("pt");
    english.retain(|word| !portuguese.contains(word));
    assert!(english.len() > 500, "the words were found: {}", english.len());
    english
}

/// A text without what stands in backquotes: commands and names as they are typed.
fn unquoted(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// The words of a text, in small letters; paths, moves and names of files are none.
fn alphabetic(text: &str) -> Vec<String> {
    let is_name = |c: char| "/@=>_[".contains(c) || c.is_ascii_digit();
    let is_word = |word: &&str| !word.contains(is_name) && !word.contains(".dat");
    let words = text.split_whitespace().filter(is_word);
    let parts = words.flat_map(|word| word.split(|c: char| !c.is_alphabetic()));
    parts.filter(|part| part.chars().count() > 1).map(str::to_lowercase).collect()
}

#[test]
fn point_10_a_whole_run_in_portuguese_has_no_english_word() {
    let place = Place::new();
    let mut answers: Vec<String> =
        ["puzzle", "1", "1", "2", "1", "2", "3", "2", "1", "0"].map(Into::into).into();
    for offer in CATALOGUE {
        let mut add = |more: &[&str]| answers.extend(more.iter().map(|one| (*one).to_owned()));
        add(&[&number_of(offer.name), "6", "1"]);
        let time = offer.manner.time.least.to_string();
        for algorithm in ["1", "2", "3", "4", "5", "6"] {
            // The computer moves first; then help, the moves, a hint, a bad answer, and giving up.
            add(&["4", algorithm, "1", "2", &time, "ajuda", "jogadas", "anular", "zz", "desistir"]);
        }
        add(&["4", "7", "2", "1", "2", "tabuleiro", "desistir"]);
        // Two computers, one ply deep.
        add(&["4", "3", "5", "4", "2", &time, "0"]);
    }
    answers.push("0".into());
    let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
    let ran = in_the_menu(&place, &["--lang", "pt"], &answers);
    assert!(ran.out.ends_with("Até à próxima.\n"), "{}", ran.out);
    let mut text = ran.out + &ran.said;
    for file in ["log.dat", "resultados.dat"] {
        text += &read(&place, file);
        let check = sound(&place, &["log", "check", file, "--lang", "pt"], &[]);
        assert!(check.out.contains("sem falhas"), "{}", check.out);
        text += &check.out;
    }
    // The menu offers the other language by its own name.
    let mut text = text.replace(". English\n", ".\n");
    // Logs name a game as the command line does, so that it can be opened again.
    for offer in CATALOGUE {
        text = text.replace(offer.name, "");
    }
    let english = english_words();
    let found: std::collections::BTreeSet<String> = text
        .lines()
        .flat_map(|line| alphabetic(&unquoted(line)))
        .filter(|word| english.contains(word))
        .collect();
    assert!(found.is_empty(), "{found:?}");
}
