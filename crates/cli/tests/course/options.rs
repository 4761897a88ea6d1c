//! Point 1: every option acts.

use crate::common::Place;
use crate::{contains_all, in_the_menu, read, values};

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
