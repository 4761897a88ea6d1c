//! `plywood schema`: what the commands print with `--json`, as JSON Schema.
//!
//! A schema is a file of `schemas`; what fields of one name mean wherever they stand is said once, in `fields.json`, and
//! printed with the schemas that refer to it. Tests hold the output of every command against its schema.

use std::collections::BTreeSet;

use plywood_workbench::{Refused, message};
use serde_json::{Map, Value};

use crate::Done;
use crate::screen::{say, say_json};

const FIELDS: &str = include_str!("../schemas/fields.json");

macro_rules! schemas {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../schemas/", $name, ".json")))),*]
    };
}

/// Every schema by its command, with `-` for spaces.
const SCHEMAS: [(&str, &str); 32] = schemas![
    "analyze",
    "analyze-stdin",
    "bench",
    "check-engine",
    "config",
    "engines",
    "games",
    "jobs-merge",
    "moves",
    "perft",
    "problem",
    "problem-algorithms",
    "problem-check-heuristic",
    "problem-check-trace",
    "problem-compare",
    "problem-show",
    "problem-solve",
    "puzzle-boards",
    "puzzle-generate",
    "puzzle-maximize",
    "puzzle-show",
    "rate",
    "records-list",
    "records-progress",
    "records-show",
    "self-check",
    "show",
    "solve",
    "solve-set",
    "tournament",
    "tree",
    "tune",
];

/// Commands that print what another one prints.
const ALIKE: [(&str, &str); 4] = [
    ("puzzle-algorithms", "problem-algorithms"),
    ("puzzle-check-heuristic", "problem-check-heuristic"),
    ("puzzle-compare", "problem-compare"),
    ("puzzle-solve", "problem-solve"),
];

/// `plywood schema`.
pub(crate) fn run(command: &[String]) -> anyhow::Result<Done> {
    if command.is_empty() {
        let list: String = names().map(|name| format!("{}\n", name.replace('-', " "))).collect();
        say(&list)?;
        return Ok(Done::Yes);
    }
    let name = command.join("-").replace(' ', "-").replace("analyse", "analyze");
    let schema = of_command(&name).ok_or_else(|| -> Refused {
        let list: Vec<&str> = names().collect();
        message!(
            "schema-unknown",
            "there is no schema of `{text}`: expected one of {list}",
            text = command.join(" "),
            list = list.join(", ")
        )
        .into()
    })?;
    say_json(&schema)?;
    Ok(Done::Yes)
}

/// The commands that have a schema.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let mut all: Vec<&str> = SCHEMAS.iter().chain(&ALIKE).map(|(name, _)| *name).collect();
    all.sort_unstable();
    all.into_iter()
}

/// The schema of a command with every definition it refers to.
fn of_command(name: &str) -> Option<Value> {
    let alike = ALIKE.iter().find(|(known, _)| *known == name).map_or(name, |(_, same)| *same);
    let (_, text) = SCHEMAS.iter().find(|(known, _)| *known == alike)?;
    let mut schema: Map<String, Value> = serde_json::from_str(text).ok()?;
    let fields: Map<String, Value> = serde_json::from_str(FIELDS).ok()?;
    let mut wanted = BTreeSet::new();
    references(&Value::Object(schema.clone()), &fields, &mut wanted);
    let definitions: Map<String, Value> =
        fields.into_iter().filter(|(name, _)| wanted.contains(name)).collect();
    let mut whole = Map::new();
    whole.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    whole.insert("title".into(), format!("plywood {}", name.replace('-', " ")).into());
    whole.append(&mut schema);
    whole.insert("$defs".into(), definitions.into());
    Some(whole.into())
}

/// The definitions that a schema refers to, and those that these refer to.
fn references(schema: &Value, fields: &Map<String, Value>, found: &mut BTreeSet<String>) {
    match schema {
        Value::Array(list) => list.iter().for_each(|one| references(one, fields, found)),
        Value::Object(object) => {
            for (key, value) in object {
                let name = value.as_str().and_then(|text| text.strip_prefix("#/$defs/"));
                match name.filter(|_| key == "$ref") {
                    Some(name) if found.insert(name.to_owned()) => {
                        fields.get(name).into_iter().for_each(|one| references(one, fields, found));
                    }
                    _ => references(value, fields, found),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::*;

    /// The commands that have `--json`, with `-` between their words.
    fn with_json(command: &Command, path: &str, found: &mut Vec<String>) {
        if command.get_arguments().any(|argument| argument.get_id() == "json") {
            found.push(path.to_owned());
        }
        for part in command.get_subcommands() {
            with_json(part, format!("{path}-{}", part.get_name()).trim_start_matches('-'), found);
        }
    }

    #[test]
    fn every_command_with_json_has_a_schema_and_every_schema_a_command() {
        let mut commands = vec!["analyze-stdin".to_owned()];
        with_json(&crate::args::Arguments::command(), "", &mut commands);
        commands.sort_unstable();
        assert_eq!(commands, names().collect::<Vec<_>>());
    }

    #[test]
    fn every_reference_is_defined() {
        for name in names() {
            let schema = of_command(name).expect("JSON");
            let defined = schema["$defs"].as_object().expect("definitions");
            let mut wanted = BTreeSet::new();
            references(&schema, defined, &mut wanted);
            let missing: Vec<&String> =
                wanted.iter().filter(|one| !defined.contains_key(*one)).collect();
            assert!(missing.is_empty(), "{name}: {missing:?}");
        }
    }
}
