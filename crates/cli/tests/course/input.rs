//! Point 5: what may be typed.

use plywood_workbench::games::CATALOGUE;

use crate::common::{Place, first_moves};
use crate::{contains_all, in_the_menu, read};

#[test]
fn point_5_pieces_of_blokus_keep_their_numbers_when_one_runs_out() {
    // Both players place their ten small pieces first.
    let moves = first_moves("blokus", 0, None);
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
