//! Every message has its Portuguese, with the same placeholders; nothing is left over; every key has its text.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use plywood_contract::message;
use plywood_language::{Language, Words};

type Holes = BTreeSet<String>;
type Messages = BTreeMap<String, Holes>;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The libraries' messages; their English is in the sources.
const LIBRARY: [&str; 2] = ["library.ftl", "rooms.ftl"];

/// The messages of some files of a language, with their placeholders.
fn messages(code: &str, wanted: impl Fn(&str) -> bool) -> Messages {
    let mut messages = Messages::new();
    for entry in std::fs::read_dir(crates().join("language/locales").join(code)).unwrap() {
        let path = entry.unwrap().path();
        if !wanted(path.file_name().unwrap().to_str().unwrap()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let ast = fluent_syntax::parser::parse(text)
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        for entry in ast.body {
            let Entry::Message(message) = entry else { continue };
            let mut holes = Holes::new();
            collect(message.value.as_ref().unwrap(), &mut holes);
            let known = messages.insert(message.id.name.clone(), holes);
            assert!(known.is_none(), "{} is there twice", message.id.name);
        }
    }
    messages
}

fn collect(pattern: &Pattern<String>, holes: &mut Holes) {
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

/// The code of a folder without comments and unit tests, file by file.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            // A module declared without a body hides nothing of this file.
            let mut modules = text.match_indices("#[cfg(test)]\nmod ");
            let tests = modules.find(|(at, _)| text[*at..].lines().nth(1).unwrap().ends_with('{'));
            let code = &text[..tests.map_or(text.len(), |(at, _)| at)];
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code = lines.collect::<Vec<_>>().join("\n");
            found.push((path.display().to_string(), code));
        }
    }
}

fn all_sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(crates()).unwrap() {
        let folder = entry.unwrap().path();
        if folder.file_name().is_none_or(|name| name != "testkit" && name != "xtask") {
            sources(&folder.join("src"), &mut found);
        }
    }
    assert!(found.len() > 150, "the sources were found: {}", found.len());
    found
}

/// A `message!` in the code.
struct Said {
    file: String,
    key: String,
    english: String,
    /// The names of its arguments.
    args: Holes,
}

/// A text in quotes at the start, and what follows it.
fn literal(code: &str) -> Option<(String, &str)> {
    let code = code.trim_start().strip_prefix('"')?;
    let mut text = String::new();
    let mut letters = code.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((text, &code[at + 1..])),
            '\\' => text.extend(letters.next().map(|(_, escaped)| escaped)),
            letter => text.push(letter),
        }
    }
    None
}

/// The arguments up to the bracket that closes the call, each as written.
fn arguments(code: &str) -> Vec<String> {
    let (mut parts, mut part, mut depth) = (Vec::new(), String::new(), 0);
    let mut is_text = false;
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if is_text => {
                letters.next();
                continue;
            }
            '"' => is_text = !is_text,
            '(' | '[' | '{' if !is_text => depth += 1,
            ')' if !is_text && depth == 0 => break,
            ')' | ']' | '}' if !is_text => depth -= 1,
            ',' if !is_text && depth == 0 => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        part.push(letter);
    }
    parts.push(part);
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

fn all_said() -> Vec<Said> {
    let mut said = Vec::new();
    for (file, code) in all_sources() {
        for call in code.split("message!(").skip(1) {
            let Some((key, rest)) = literal(call) else { continue };
            let rest =
                rest.trim_start().strip_prefix(',').unwrap_or_else(|| panic!("{file}: {key}"));
            let (english, rest) = literal(rest).unwrap_or_else(|| panic!("{file}: {key}"));
            let name = |part: String| part.split('=').next().unwrap().trim().to_owned();
            let args = arguments(rest).into_iter().map(name).collect();
            said.push(Said { file: file.clone(), key, english, args });
        }
    }
    assert!(said.len() > 450, "the messages were found: {}", said.len());
    said
}

/// `{name}` in an English wording.
fn holes_of(english: &str) -> Holes {
    let parts = english.split('{').skip(1);
    parts.filter_map(|part| part.split_once('}')).map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn a_message_fills_every_placeholder_and_every_argument_is_used() {
    for Said { file, key, english, args } in all_said() {
        assert_eq!(holes_of(&english), args, "{key} in {file}");
    }
}

#[test]
fn a_key_has_one_wording() {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for Said { file, key, english, .. } in all_said() {
        let first = known.entry(key.clone()).or_insert_with(|| english.clone());
        assert_eq!(*first, english, "{key} in {file}");
    }
}

#[test]
fn every_message_has_its_portuguese_with_the_same_placeholders_and_none_is_left_over() {
    let portuguese = messages("pt", |file| LIBRARY.contains(&file));
    let said: Messages =
        all_said().into_iter().map(|said| (said.key, holes_of(&said.english))).collect();
    for (key, holes) in &said {
        assert_eq!(portuguese.get(key), Some(holes), "{key}");
    }
    let unused: Vec<_> = portuguese.keys().filter(|key| !said.contains_key(*key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn both_languages_have_the_same_texts_of_the_front_ends_with_the_same_placeholders() {
    let english = messages("en", |_| true);
    let portuguese = messages("pt", |file| !LIBRARY.contains(&file));
    for (key, holes) in &english {
        assert_eq!(portuguese.get(key), Some(holes), "{key}");
    }
    let more: Vec<_> = portuguese.keys().filter(|key| !english.contains_key(*key)).collect();
    assert!(more.is_empty(), "{more:?}");
    // A message of a library and a text of a front end never have the same key.
    messages("pt", |_| true);
}

/// Keys in calls that look one up.
fn keys_asked_for() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for (_, code) in all_sources() {
        for call in [".text(", ".fill(", ".tell(", "tell_player("] {
            for part in code.split(call).skip(1) {
                let Some((key, _)) = literal(part) else { continue };
                let is_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
                if !key.is_empty() && key.len() < 40 && key.chars().all(is_key) {
                    keys.insert(key);
                }
            }
        }
    }
    keys
}

#[test]
fn every_key_in_the_code_has_a_text() {
    let keys = keys_asked_for();
    assert!(keys.len() > 250, "the keys were found: {}", keys.len());
    let known = messages("en", |_| true);
    let missing: Vec<_> = keys.iter().filter(|key| !known.contains_key(*key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_text_of_the_front_ends_is_asked_for() {
    let code: String = all_sources().into_iter().map(|(_, code)| code).collect();
    // Keys made of parts: `format!("limit-{name}")`.
    let starts: BTreeSet<String> = code
        .split('"')
        .filter_map(|text| text.split_once("-{").map(|(start, _)| format!("{start}-")))
        .filter(|start| start.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
        .collect();
    // Attributes of pieces have two values: `colour-0`, `colour-1`.
    let is_said = |key: &str| code.contains(&format!("\"{key}\""));
    let is_value = |key: &str| {
        let attribute = key.strip_suffix("-0").or(key.strip_suffix("-1"));
        attribute.is_some_and(is_said)
    };
    let is_used = |key: &String| {
        is_said(key) || is_value(key) || starts.iter().any(|start| key.starts_with(start))
    };
    let texts = messages("en", |file| file != "help.ftl");
    let unused: Vec<_> = texts.keys().filter(|key| !is_used(key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn every_error_with_a_message_is_worded_by_the_command_line() {
    let wording = std::fs::read_to_string(crates().join("cli/src/failure.rs")).unwrap();
    // Parts of other errors, which are never reported alone, and errors that only users of the library meet.
    let parts = ["GroupError", "TaskError", "Foul"];
    for (file, code) in all_sources() {
        for call in code.split("explained!(").skip(1) {
            let kind = call.split(')').next().unwrap();
            if kind.contains('$') || parts.contains(&kind) {
                continue;
            }
            let is_known = wording.lines().any(|line| line.trim().ends_with(&format!("{kind},")));
            assert!(is_known, "{kind} of {file}");
        }
    }
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
fn arguments_of_a_message_are_worded_first() {
    let words = Words::new(Language::Portuguese);
    let cell = "h7";
    let blocked = message!("blocked", "{cell} is blocked", cell);
    let numbered = message!("move-number", "move {n}: {reason}", n = 3, reason = blocked);
    assert_eq!(words.say(&numbered), "jogada 3: h7 está bloqueada");
    assert_eq!(Words::new(Language::English).say(&numbered), "move 3: h7 is blocked");
    let lines = message!(
        "quarto-lines",
        "the complete lines {lines} have no cell in common: the game ended before the last of them",
        lines = vec!["a1-d1", "a2-d2", "a3-d3"]
    );
    assert!(words.say(&lines).contains("a1-d1, a2-d2 e a3-d3"), "{}", words.say(&lines));
}

#[test]
fn plurals_follow_portugal() {
    let words = Words::new(Language::Portuguese);
    assert_eq!(words.fill("points", &[("n", &0)]), "0 pontos");
    assert_eq!(words.fill("points", &[("n", &1)]), "1 ponto");
}
