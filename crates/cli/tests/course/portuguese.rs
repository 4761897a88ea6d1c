//! Point 10: Portuguese without a word of English.

use plywood_workbench::games::CATALOGUE;

use crate::common::{Place, number_of};
use crate::{in_the_menu, read, sound};

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
