//! As much of JSON Schema (draft 2020-12) as our schemas use. A word that is not known here fails, so that nothing
//! goes unchecked. A validator of others would have every crate compiled twice.

use serde_json::{Map, Value};

/// What is wrong with a value, each with its place; nothing if it is what the schema says.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, value, "", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
    let schema = schema.as_object().expect("a schema is an object");
    for (word, said) in schema {
        match word.as_str() {
            "$schema" | "$defs" | "title" | "description" => {}
            "$ref" => {
                let name = said.as_str().and_then(|text| text.strip_prefix("#/$defs/"));
                let name = name.expect("a reference to a definition");
                check(root, &root["$defs"][name], value, place, found);
            }
            "type" => {
                let is_any = match said {
                    Value::Array(kinds) => kinds.iter().any(|kind| is_kind(kind, value)),
                    kind => is_kind(kind, value),
                };
                if !is_any {
                    found.push(format!("{place}: {value} is not of type {said}"));
                }
            }
            "enum" => {
                if !said.as_array().expect("a list").contains(value) {
                    found.push(format!("{place}: {value} is none of {said}"));
                }
            }
            "const" => {
                if said != value {
                    found.push(format!("{place}: {value} is not {said}"));
                }
            }
            "minimum" | "maximum" => {
                let (Some(bound), Some(number)) = (said.as_f64(), value.as_f64()) else { continue };
                if (word == "minimum" && number < bound) || (word == "maximum" && number > bound) {
                    found.push(format!("{place}: {number} is beyond the {word} {bound}"));
                }
            }
            "minItems" | "maxItems" => {
                let (Some(bound), Some(list)) = (said.as_u64(), value.as_array()) else { continue };
                let n = list.len() as u64;
                if (word == "minItems" && n < bound) || (word == "maxItems" && n > bound) {
                    found.push(format!("{place}: {n} items, not {word} {bound}"));
                }
            }
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, said, item, &format!("{place}/{i}"), found);
                }
            }
            "required" => {
                let Some(fields) = value.as_object() else { continue };
                for name in said.as_array().expect("a list").iter().filter_map(Value::as_str) {
                    if !fields.contains_key(name) {
                        found.push(format!("{place}: {name} is missing"));
                    }
                }
            }
            "properties" | "additionalProperties" => {
                fields(root, (schema, word), value, place, found);
            }
            "anyOf" | "oneOf" => {
                let all = said.as_array().expect("a list");
                let each: Vec<Vec<String>> = all
                    .iter()
                    .map(|one| {
                        let mut faults = Vec::new();
                        check(root, one, value, place, &mut faults);
                        faults
                    })
                    .collect();
                let n = each.iter().filter(|faults| faults.is_empty()).count();
                if n == 0 || (word == "oneOf" && n > 1) {
                    found.push(format!("{place}: {n} of {word} hold: {each:?}"));
                }
            }
            other => panic!("the validator does not know {other}"),
        }
    }
}

fn fields(
    root: &Value,
    (schema, word): (&Map<String, Value>, &str),
    value: &Value,
    place: &str,
    found: &mut Vec<String>,
) {
    let Some(fields) = value.as_object() else { return };
    let known = schema.get("properties").and_then(Value::as_object);
    for (name, value) in fields {
        let place = format!("{place}/{name}");
        match (known.and_then(|known| known.get(name)), word) {
            (Some(said), "properties") => check(root, said, value, &place, found),
            (None, "additionalProperties") => match &schema[word] {
                Value::Bool(false) => found.push(format!("{place}: is not in the schema")),
                Value::Bool(true) => {}
                said => check(root, said, value, &place, found),
            },
            _ => {}
        }
    }
}

fn is_kind(kind: &Value, value: &Value) -> bool {
    match kind.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("there is no type {other}"),
    }
}
