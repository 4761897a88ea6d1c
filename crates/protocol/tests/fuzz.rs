//! Fuzz targets: every parser takes any bytes, and what it accepts is written as it was read.
//!
//! `cargo test` makes a short run of each; `cargo bolero test -p plywood-protocol TARGET` a long one.

use bolero::check;
use plywood_protocol::{gtp, split_words, ugi};

/// Half the inputs are made of words the parsers know, so that they get past the first one.
fn text(input: &[u8]) -> String {
    const WORDS: &[&str] = &[
        "go",
        "position",
        "startpos",
        "fen",
        "moves",
        "setoption",
        "name",
        "value",
        "nodes",
        "7",
        "movetime",
        "depth",
        "p1time",
        "p2inc",
        "infinite",
        "query",
        "result",
        "info",
        "score",
        "cp",
        "mate",
        "exact",
        "pv",
        "string",
        "option",
        "type",
        "id",
        "bestmove",
        "response",
        "-3",
        "#",
        "=1",
        "\t",
        "é",
        "18446744073709551616",
        "x",
    ];
    match input.split_first() {
        Some((&mode, rest)) if mode % 2 == 0 => {
            let words = rest.iter().map(|&byte| WORDS[usize::from(byte) % WORDS.len()]);
            words.collect::<Vec<_>>().join(" ")
        }
        _ => String::from_utf8_lossy(input).into_owned(),
    }
}

#[test]
fn gtp_commands() {
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        if let Some(command) = gtp::Command::parse(&text(input)) {
            assert!(!command.name.is_empty());
            assert_eq!(gtp::Command::parse(&command.to_string()), Some(command));
        }
    });
}

#[test]
fn gtp_answers() {
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        let shown = gtp::show_answer(Some(1), &Ok(text(input)));
        assert!(shown.starts_with("=1") && shown.ends_with("\n\n"), "{shown:?}");
        assert_eq!(shown.matches("\n\n").count(), 1, "{shown:?}");
    });
}

#[test]
fn ugi_commands() {
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        if let Ok(Some(command)) = ugi::Command::parse(&text(input)) {
            assert_eq!(ugi::Command::parse(&command.to_string()), Ok(Some(command)));
        }
    });
}

#[test]
fn ugi_replies() {
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        if let Some(reply) = ugi::Reply::parse(&text(input)) {
            let read = ugi::Reply::parse(&reply.to_string()).map(|reply| reply.to_string());
            assert_eq!(read, Some(reply.to_string()));
        }
    });
}

#[test]
fn command_lines() {
    check!().with_type::<Vec<u8>>().for_each(|input: &Vec<u8>| {
        if let Ok(words) = split_words(&text(input)) {
            let quoted: Vec<String> =
                words.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect();
            assert_eq!(split_words(&quoted.join(" ")), Ok(words));
        }
    });
}
