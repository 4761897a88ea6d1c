//! The classic menu through a pipe: every bullet of the rules' last section has a test of its name.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use common::{Place, finish, first_moves, number_of};
use plywood_workbench::games::CATALOGUE;

fn contains_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
}

#[test]
fn rules_puzzle_algorithm_board_depth_or_heuristic_solution() {
    let place = Place::new();
    let answers = [
        "puzzle", "1", "1", // BFS on A
        "2", "1", "-1", // DFS on A, back at the depth
        "2", "A", "x", "0", // a bad depth, back
        "2", "1", "2", // DFS on A, depth 2
        "3", "B", "0", // A* on B, back at the heuristic
        "3", "9", "zz", "2", "1", // A*, bad boards, B, the given heuristic
        "3", "2", "2", // the developed one
        "0", "0",
    ];
    let ran = place.run(&["--lang", "pt"], &answers);
    assert_eq!(ran.code, 0, "{}", ran.said);
    contains_all(
        &ran.out,
        &[
            "Algoritmo de procura",
            "bfs: em largura",
            "heurística dada",
            "heurística desenvolvida",
            "Profundidade máxima (-1 volta):",
            "`x` não é válido: esperava-se um número inteiro de 1 a 1000.",
            "não há nenhum tabuleiro nem ficheiro `zz`",
            "A. A (8)".trim_start_matches("A. "),
            "gerados  11",
            "expandidos  3",
            "expandidos  8",
            "gerados  39",
            "penetrância",
            "fator de ramificação",
            "Até à próxima.",
        ],
    );
}

#[test]
fn rules_puzzle_appends_to_resultados_dat() {
    let place = Place::new();
    for _ in 0..2 {
        let ran = place.run(&["--lang", "pt"], &["puzzle", "1", "1", "0", "0"]);
        assert_eq!(ran.code, 0);
    }
    let text = std::fs::read_to_string(place.path("resultados.dat")).unwrap();
    assert_eq!(text.matches("*** Fim ***").count(), 2);
    contains_all(
        &text,
        &[
            "Início: ",
            "Fim: ",
            "Duração: ",
            "Fator de ramificação médio: 2,",
            "Nós gerados: 11",
            "Nós expandidos: 3",
            "Penetrância: 0,181818",
            "Comprimento da solução: 2",
            "Caminho:",
        ],
    );
}

#[test]
fn rules_puzzle_comparison_table() {
    let place = Place::new();
    let ran = place.run(&["--lang", "pt"], &["comparação", "A Q", "A B", "1", "50", "0"]);
    assert_eq!(ran.code, 0);
    contains_all(
        &ran.out,
        &[
            "Tabuleiro A, objetivo 8",
            "Tabuleiro B, objetivo 20",
            "algoritmo",
            "a-star/h1",
            "de 10 a 60000",
            "nem ficheiro `Q`",
        ],
    );
}

#[test]
fn rules_two_player_modes_who_starts_and_back() {
    let place = Place::new();
    let answers =
        ["quatro", "1", "0", "1", "2", "0", "1", "2", "1000", "0", "voltar", "2", "back", "0"];
    let ran = place.run(&["--lang", "pt"], &answers);
    assert_eq!(ran.code, 0);
    contains_all(
        &ran.out,
        &[
            "1. Humano vs Computador",
            "2. Computador vs Computador",
            "3. Humano vs Humano",
            "0. Sair",
            "Quem começa?",
            "1. Humano",
            "2. Computador",
            "0. Voltar",
            "O Jogador 1 (o melhor) está a pensar",
        ],
    );
}

#[test]
fn rules_time_per_move_in_the_original_ranges() {
    let place = Place::new();
    let answers = [
        "blokus", "1", "1", "21", "abc", "0", "0", // bad times, and back
        "quatro", "1", "1", "999", "5001", "0", "0", "0",
    ];
    let ran = place.run(&[], &answers);
    contains_all(
        &ran.out,
        &[
            "seconds, 1 to 20",
            "`21` is not valid",
            "`abc` is not valid",
            "milliseconds, 1000 to 5000",
            "`999` is not valid",
            "`5001` is not valid",
        ],
    );
}

#[test]
fn rules_maximum_depth_is_optional_and_levels_can_be_chosen() {
    let place = Place::new();
    let ran = place.run(
        &[],
        &["cavalo", "6", "x", "4", "6", "", "4", "7", "10", "3", "5", "7", "9", "0", "0"],
    );
    contains_all(
        &ran.out,
        &[
            "Maximum depth: 4",
            "Maximum depth: no limit",
            "The computer plays by: level 3",
            "The second computer plays by: level 9",
            "`10` is not valid",
        ],
    );
}

#[test]
fn a_game_and_three_times_enter_lead_to_a_game_against_the_computer() {
    let place = Place::new();
    let ran = place.run(&[], &["1", "", "", ""]);
    assert_eq!(ran.code, 0);
    contains_all(&ran.out, &["Player 1 (human), it is your turn", "End of input."]);
}

/// Human against human through the menu, answers from numbered lists only.
fn whole_game(game: &str, language: &str) {
    let place = Place::new();
    let number = number_of(game);
    let moves = first_moves(game, 0, None);
    let mut answers = vec![number.as_str(), "3"];
    answers.extend(moves.iter().map(String::as_str));
    answers.extend(["0", "0"]);
    let ran = place.run(&["--lang", language], &answers);
    assert_eq!(ran.code, 0, "{}", ran.said);
    assert!(ran.said.is_empty(), "{}", ran.said);
    assert!(!ran.out.contains('\x1b') && !ran.out.contains("[lib-"), "{}", ran.out);
    let farewell = if language == "pt" { "Até à próxima." } else { "Goodbye." };
    contains_all(&ran.out, &["╔", "╚", farewell]);
    let check = place.run(&["log", "check", "log.dat", "--lang", language], &[]);
    assert_eq!(check.code, 0, "{}", check.out);
    let list = place.run(&["records", "list", "--json"], &[]);
    let list: serde_json::Value = serde_json::from_str(&list.out).unwrap();
    assert_eq!(list["games"].as_array().unwrap().len(), 1);
    assert!(list["games"][0]["ending"]["reason"].is_string());
}

#[test]
fn rules_human_input_by_piece_menu_and_numbered_positions() {
    // Shuffled boards differ each time: their answers cannot be planned.
    for game in CATALOGUE.iter().filter(|game| !game.is_shuffled) {
        for language in ["pt", "en"] {
            whole_game(game.name, language);
        }
    }
}

#[test]
fn rules_cavalo_row_and_column_then_which_double() {
    let place = Place::new();
    let moves = first_moves("cavalo", 3, None);
    assert!(moves.iter().any(|answer| answer.len() == 2), "a double is chosen on the way");
    for language in ["pt", "en"] {
        let answers: Vec<&str> = moves.iter().map(String::as_str).collect();
        let arguments = [
            "play",
            "cavalo",
            "--p1",
            "human",
            "--p2",
            "human",
            "--seed",
            "3",
            "--lang",
            language,
            "--log-dat",
            "c.dat",
        ];
        let ran = place.run(&arguments, &answers);
        assert_eq!(ran.code, 0, "{}", ran.said);
        contains_all(&ran.out, &["╔"]);
    }
    assert_eq!(place.run(&["log", "check", "c.dat"], &[]).code, 0);
}

#[test]
fn rules_quatro_numbered_cells_and_pieces() {
    let place = Place::new();
    let ran = place.run(&["--lang", "pt"], &["quatro", "3", "7", "2", "0", "0", "0"]);
    contains_all(
        &ran.out,
        &[
            "7. branca baixa quadrada oca (6)",
            "16. preta baixa quadrada cheia (f)",
            "2. b1",
            "Jogada efetuada: 6@b1",
        ],
    );
}

#[test]
fn rules_a_bad_answer_is_refused_with_a_sentence_and_asked_again() {
    let place = Place::new();
    let long = "z".repeat(10_000);
    let answers = [
        "",
        "77",
        "-5",
        "ola",
        &long,
        "blokus",
        "3",
        "99",
        "",
        "q",
        "b@h7",
        "b",
        "57",
        "x",
        "back",
        "b@a1",
        "\u{0}\u{7}",
        "ajuda",
        "moves",
        "undo",
        "undo",
        "redo",
        "swap",
        "0",
        "0",
        "0",
    ];
    let ran = place.run(&[], &answers);
    assert_eq!(ran.code, 0, "{}", ran.said);
    contains_all(
        &ran.out,
        &[
            "Expected a number from 0 to ",
            "`77` is not on the list: expected a number from 0 to ",
            "Expected a number from 0 to 4.",
            "`99` is not on the list",
            "the first piece must cover a1",
            "One ply was taken back.",
            "nothing to take back",
            "One ply was played again.",
            "changed seats",
            "what the best player",
        ],
    );
    assert!(!ran.said.contains("panicked"), "{}", ran.said);
}

#[test]
fn rules_end_of_input_ends_cleanly_with_what_was_played_kept() {
    for n_answers in 0..8 {
        let place = Place::new();
        let answers = ["blokus", "3", "2", "1", "2", "1", "3", "1"];
        let ran = place.run(&["--lang", "pt"], &answers[..n_answers]);
        assert_eq!(ran.code, 0);
        contains_all(&ran.out, &["Fim da entrada."]);
        let list = place.run(&["records", "list", "--json"], &[]);
        let list: serde_json::Value = serde_json::from_str(&list.out).unwrap();
        let plies = list["games"].as_array().unwrap().first().map(|game| game["n_plies"].clone());
        let expected = n_answers.saturating_sub(2) / 2;
        assert_eq!(plies.and_then(|n| n.as_u64()).unwrap_or(0), expected as u64);
    }
}

/// Black's second piece takes both corners of white's bar.
const BLOCKED: &str = "startpos moves e10,f10,f9,g9,g8 j5,k5,l5,m5,n5";

#[test]
fn rules_passes_are_announced() {
    let place = Place::new();
    let arguments = [
        "play",
        "blokus-duo",
        "--p1",
        "human",
        "--p2",
        "level:1",
        "--position",
        BLOCKED,
        "--lang",
        "pt",
        "--log-dat",
        "log.dat",
    ];
    let ran = place.run(&arguments, &["i4,i5,h6,i6,h7"]);
    contains_all(
        &ran.out,
        &[
            "O Branco (nível 1) não pode jogar e passa a vez.",
            "Jogada 4",
            "Jogada efetuada: passa a vez",
            "Preto (humano), é a sua vez.",
        ],
    );
    assert_eq!(place.run(&["log", "check", "log.dat"], &[]).code, 0);
}

#[test]
fn rules_winner_box_with_both_scores_and_pieces_left_then_the_menu() {
    let place = Place::new();
    let moves = first_moves("blokus", 0, None);
    let mut answers = vec!["blokus", "3"];
    answers.extend(moves.iter().map(String::as_str));
    answers.extend(["0", "0"]);
    let ran = place.run(&["--lang", "pt"], &answers);
    let after = ran.out.split('╔').nth(1).unwrap();
    contains_all(
        after,
        &[
            "nenhum dos lados pode jogar",
            "1 (humano): ",
            " pontos; restam: 4 × o quadrado de dois por dois, 15 ×",
            "2 (humano): ",
            "╝",
            "1. Humano vs Computador",
        ],
    );
}

#[test]
fn a_draw_is_told_in_both_languages() {
    let place = Place::new();
    for (language, word) in [("pt", "║ Empate"), ("en", "║ A draw")] {
        let arguments = [
            "play",
            "quatro",
            "--p1",
            "human",
            "--p2",
            "human",
            "--position",
            "c827/50a4/be93/1d6. -",
            "--lang",
            language,
        ];
        let ran = place.run(&arguments, &["16", "16"]);
        contains_all(&ran.out, &[word]);
    }
}

#[test]
fn rules_log_dat_start_moves_and_end_in_the_current_folder() {
    let place = Place::new();
    let answers = ["quatro", "4", "7", "1", "5", "7", "1", "2", "0", "0"];
    let ran = place.run(&["--lang", "pt"], &answers);
    let log = std::fs::read_to_string(place.path("log.dat")).unwrap();
    contains_all(
        &log,
        &[
            "Início da partida",
            "Data: ",
            "Tempo por jogada: -",
            "Profundidade máxima: -",
            "Tabuleiro:",
            "Jogador: 1 (nível 1)",
            "Jogador: 2 (nível 1)",
            "Nós analisados: ",
            "Nós expandidos: ",
            "Cortes alfa: ",
            "Cortes beta: ",
            "Profundidade atingida: ",
            "Tempo: ",
            "Avaliação: ",
            "Fim da partida",
            "Vencedor: ",
            "Peças restantes: ",
        ],
    );
    for entry in
        log.split_inclusive("------------------------------------------------------------\n")
    {
        assert!(ran.out.contains(entry), "also shown:\n{entry}");
    }
    let check = place.run(&["log", "check", "log.dat", "--lang", "pt"], &[]);
    assert!(
        check.code == 0 && check.out.contains("1 partida, 1 terminada, sem falhas"),
        "{}",
        check.out
    );
}

#[test]
fn a_hint_is_a_legal_move_and_resigning_ends_the_game() {
    let place = Place::new();
    let arguments = ["play", "quarto", "--p1", "human", "--p2", "human", "--time", "50ms"];
    let ran = place.run(&arguments, &["hint", "desistir"]);
    assert_eq!(ran.code, 0);
    contains_all(&ran.out, &["Hint: >", "Player 2 (human) wins", "the other side resigned"]);
}

#[test]
fn the_language_follows_the_environment_and_can_change_in_the_menu() {
    let place = Place::new();
    let mut command = place.command(&[]);
    command.env("LC_ALL", "pt_PT.UTF-8").env("LANG", "en_GB.UTF-8");
    let ran = common::finish(command, &["english", "0"]);
    contains_all(&ran.out, &["escolha um jogo", "choose a game", "Goodbye."]);
    let bad = place.run(&["--lang", "fr"], &[]);
    assert_eq!(bad.code, 2);
    let bad = place.run(&["play", "xadrez", "--lang", "pt"], &[]);
    assert_eq!(bad.code, 2);
    assert!(bad.said.contains("não há nenhum jogo `xadrez`"), "{}", bad.said);
    let bad = place.run(&["perft", "--lang", "pt", "--nada"], &[]);
    assert!(bad.said.contains("erro: ") && bad.said.contains("não era esperado"), "{}", bad.said);
}

#[test]
fn ascii_boards_are_ascii() {
    let place = Place::new();
    let ran = place.run(&["--ascii"], &["quatro", "3", "1", "1", "0", "0", "0"]);
    let log = std::fs::read_to_string(place.path("log.dat")).unwrap();
    assert!(log.is_ascii(), "{log}");
    assert!(!ran.out.contains('┌'));
}

#[test]
fn the_page_opens_behind_the_menu() {
    let place = Place::new();
    let mut command = place.command(&["--lang", "pt"]);
    // No browser is found there.
    command.env("PATH", "");
    let page = (CATALOGUE.len() + 6).to_string();
    let ran = finish(command, &[&page, "0"]);
    contains_all(&ran.out, &["A página web", "A página está em http://127.0.0.1:"]);
    assert_eq!(ran.code, 0, "{}", ran.said);
}
