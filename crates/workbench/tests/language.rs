//! Both languages say everything, with the same holes, and every key in the code has a message.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use plywood_games::blokus::puzzle::read_boards;
use plywood_workbench::engines::Kind;
use plywood_workbench::games::{CATALOGUE, Look, open};
use plywood_workbench::language::{Language, Words};
use plywood_workbench::puzzle::{Algorithm, Method, Pieces, PuzzleHeuristic, RecipeError};
use plywood_workbench::units::{parse_bytes, parse_share};

type Messages = BTreeMap<String, BTreeSet<String>>;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every message of a language with the holes it has.
fn messages(code: &str) -> Messages {
    let mut messages = Messages::new();
    for entry in std::fs::read_dir(crates().join("workbench/locales").join(code)).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let ast = fluent_syntax::parser::parse(text)
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        for entry in ast.body {
            let Entry::Message(message) = entry else { continue };
            let mut holes = BTreeSet::new();
            collect(message.value.as_ref().unwrap(), &mut holes);
            let known = messages.insert(message.id.name.clone(), holes);
            assert!(known.is_none(), "{} is there twice", message.id.name);
        }
    }
    messages
}

fn collect(pattern: &Pattern<String>, holes: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        let inline = match expression {
            Expression::Inline(inline) => inline,
            Expression::Select { selector, variants } => {
                variants.iter().for_each(|variant| collect(&variant.value, holes));
                selector
            }
        };
        if let InlineExpression::VariableReference { id } = inline {
            holes.insert(id.name.clone());
        }
    }
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_holes() {
    let (english, portuguese) = (messages("en"), messages("pt"));
    for (key, holes) in &english {
        assert_eq!(portuguese.get(key), Some(holes), "{key}");
    }
    assert_eq!(english.len(), portuguese.len());
}

/// Texts in quotes in our sources that look like keys: `log-start`, `ask-piece`.
fn keys_in(folder: &Path, keys: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            keys_in(&path, keys);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            for call in [".text(\"", ".fill(\"", ".tell(\"", ".tell(", "tell_player(\""] {
                for part in text.split(call).skip(1) {
                    let key = part.trim_start().trim_start_matches('"').split('"').next().unwrap();
                    let is_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
                    if !key.is_empty() && key.len() < 40 && key.chars().all(is_key) {
                        keys.insert(key.to_owned());
                    }
                }
            }
        }
    }
}

#[test]
fn every_key_in_the_code_has_a_message() {
    let mut keys = BTreeSet::new();
    for folder in ["workbench/src/language", "workbench/src/log_dat", "cli/src", "tui/src"] {
        keys_in(&crates().join(folder), &mut keys);
    }
    assert!(keys.len() > 60, "the keys were found: {}", keys.len());
    let known = messages("en");
    let missing: Vec<_> = keys.iter().filter(|key| !known.contains_key(*key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn languages_are_chosen_by_code_and_locale() {
    for (text, language) in [
        ("pt", Some(Language::Portuguese)),
        ("pt_PT.UTF-8", Some(Language::Portuguese)),
        ("en-GB", Some(Language::English)),
        ("C", None),
        ("", None),
    ] {
        assert_eq!(Language::from_code(text), language, "{text}");
    }
}

#[test]
fn what_games_refuse_is_said_in_portuguese() {
    let words = Words::new(Language::Portuguese);
    let answers = [
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
    ];
    let mut unknown = BTreeSet::new();
    for entry in &CATALOGUE {
        let mut table = open(entry.name, "", 3, None, &[]).unwrap();
        for _ in 0..30 {
            for answer in answers {
                if let Err(reason) = table.read(answer)
                    && words.translated(&reason.to_string()).is_none()
                {
                    unknown.insert(reason.to_string());
                }
            }
            let moves = table.moves();
            let Some(step) = moves.get(moves.len() / 2) else { break };
            table.play(step).unwrap();
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

#[test]
fn what_positions_are_refused_for_is_said_in_portuguese() {
    let words = Words::new(Language::Portuguese);
    let mut unknown = BTreeSet::new();
    for entry in &CATALOGUE {
        let start = open(entry.name, "", 3, None, &[]).unwrap().position();
        let mut texts = vec![String::new(), "x".into(), "a b c d e f g h".into()];
        for (at, _) in start.char_indices() {
            texts.push(start[..at].to_owned());
            for mark in ["1", "#", "9", "?", "-", " ", "/"] {
                texts.push(format!("{}{mark}{}", &start[..at], &start[at + 1..]));
            }
        }
        for text in texts {
            if let Err(e) = open(entry.name, "", 3, Some(&text), &[])
                && words.translated(&e.to_string()).is_none()
            {
                unknown.insert(e.to_string());
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

#[test]
fn drawings_hold_no_english() {
    let words = Words::new(Language::Portuguese);
    let english =
        ["player", "points", " left", "move", "white", "black", "round", "game over", "draw"];
    for entry in &CATALOGUE {
        for rules in ["", "placement=choose"] {
            let Ok(mut table) = open(entry.name, rules, 3, None, &[]) else { continue };
            loop {
                let drawing = words.translate_lines(&table.draw(Look::Unicode));
                for word in english {
                    assert!(!drawing.contains(word), "{}: {word} in\n{drawing}", entry.name);
                }
                let moves = table.moves();
                let Some(step) = moves.get(moves.len() / 3) else { break };
                table.play(step).unwrap();
            }
        }
    }
}

#[test]
fn a_sentence_is_translated_with_what_it_names() {
    let words = Words::new(Language::Portuguese);
    assert_eq!(
        words.translate("`b@h7`: the piece touches no own piece at a corner"),
        "`b@h7`: a peça não toca em nenhuma peça própria por um canto"
    );
    assert_eq!(words.translate("a sentence nobody knows"), "a sentence nobody knows");
    assert_eq!(words.fill("points", &[("n", &0)]), "0 pontos");
    let english = Words::new(Language::English);
    assert_eq!(english.translate("the game is over"), "the game is over");
}

#[test]
fn what_lists_of_names_say_is_said_in_portuguese() {
    let words = Words::new(Language::Portuguese);
    let mut said: Vec<&str> = CATALOGUE.iter().map(|entry| entry.about).collect();
    for kind in Kind::ALL {
        said.push(kind.explain());
        said.extend(kind.options().iter().map(|option| option.expected()));
    }
    said.extend(Algorithm::ALL.iter().map(|algorithm| algorithm.explain()));
    said.extend(PuzzleHeuristic::ALL.iter().map(|heuristic| heuristic.explain()));
    let unknown: BTreeSet<_> =
        said.into_iter().filter(|sentence| words.translated(sentence).is_none()).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}

#[test]
fn what_the_puzzle_refuses_is_said_in_portuguese() {
    let words = Words::new(Language::Portuguese);
    let mut said = vec![
        "a-sta".parse::<Method>().unwrap_err().to_string(),
        "quickest".parse::<Method>().unwrap_err().to_string(),
        "x".parse::<Pieces>().unwrap_err(),
        RecipeError::Sides(21, 8).to_string(),
        RecipeError::Density("2".into()).to_string(),
        RecipeError::NoneFound.to_string(),
        parse_bytes("900TB").unwrap_err(),
        parse_bytes("9XB").unwrap_err(),
        parse_share("1").unwrap_err(),
    ];
    let texts =
        ["", ".h", "..\n...", "size: 3\n.", "objective: x\n.", "objective: 1\nobjective: 1\n."];
    let lisp = [
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
    ];
    for text in texts.iter().chain(&lisp) {
        said.extend(read_boards(text).err().map(|e| e.to_string()));
    }
    assert!(said.len() > 20, "{said:#?}");
    // A sentence is half translated when only its place is known.
    let is_english = |said: &String| {
        let told = words.translate(said);
        [" is ", " the ", "expected"].iter().any(|word| told.contains(word))
    };
    let unknown: Vec<_> = said.iter().filter(|said| is_english(said)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}

#[test]
fn a_missing_field_is_named_in_portuguese() {
    let words = Words::new(Language::Portuguese);
    let refused = open("cavalo", "", 3, Some("x"), &[]).err().unwrap().to_string();
    assert!(refused.contains("the knight of player 1 is missing"), "{refused}");
    let told = words.translate(&refused);
    assert!(told.contains("falta o cavalo do jogador 1: esperava-se `<10 linhas"), "{told}");
}
