//! The description of the API against the API: real answers have the shapes it promises.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

mod common;

use common::{get, objects, post, send, site};
use serde_json::{Value, json};

/// What is wrong with a value by its schema, if anything: the part of JSON Schema that we use.
fn fault(root: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let target =
            root.pointer(name.trim_start_matches('#')).expect("a reference leads somewhere");
        return fault(root, target, value, at);
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_i64() || n.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let fits = |wanted: &str| wanted == kind || (wanted == "number" && kind == "integer");
    let is_allowed = match &schema["type"] {
        Value::String(wanted) => fits(wanted),
        Value::Array(several) => several.iter().filter_map(Value::as_str).any(fits),
        _ => true,
    };
    if !is_allowed || schema["enum"].as_array().is_some_and(|known| !known.contains(value)) {
        return Some(format!("{at} is {value}, expected {schema}"));
    }
    if let Value::Array(items) = value {
        let mut items = items.iter().enumerate();
        return items
            .find_map(|(i, item)| fault(root, &schema["items"], item, &format!("{at}[{i}]")));
    }
    let Value::Object(fields) = value else { return None };
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|name| !fields.contains_key(*name)) {
        return Some(format!("{at} has no `{missing}`"));
    }
    fields.iter().find_map(|(name, field)| match schema["properties"].get(name) {
        Some(inner) => fault(root, inner, field, &format!("{at}.{name}")),
        None if schema["additionalProperties"] == false => Some(format!("{at} has `{name}`")),
        None => None,
    })
}

#[test]
fn a_wrong_value_is_found() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": ["integer", "null"] } },
                         "required": ["a"], "additionalProperties": false });
    let fault = |value: Value| fault(&json!({}), &schema, &value, "it");
    assert_eq!(fault(json!({ "a": null })), None);
    for wrong in [json!({}), json!({ "a": "x" }), json!({ "a": 1, "b": 2 }), json!([])] {
        assert!(fault(wrong.clone()).is_some(), "{wrong}");
    }
}

/// Every call of the description, with questions that are answered.
fn questions() -> Vec<(&'static str, Value)> {
    let place = json!({ "game": "cavalo", "seed": 4, "moves": [], "rules": "", "position": null });
    let with = |more: Value| {
        let mut place = place.clone();
        place.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        place
    };
    vec![
        ("/api/state", place.clone()),
        ("/api/state", json!({ "game": "quarto", "position": "a..c/..57/...0/34.. 6" })),
        (
            "/api/state",
            with(json!({ "frame": true, "choices": [1, 2], "players": ["human", "level:2"] })),
        ),
        ("/api/state", json!({ "game": "blokus-duo", "frame": true, "choices": [1] })),
        ("/api/edit", json!({ "game": "cavalo", "change": { "turn": 2 } })),
        (
            "/api/edit",
            json!({ "game": "connect-four",
                    "change": { "put": { "at": 0, "what": { "kind": "owned", "seat": 1 } } } }),
        ),
        ("/api/edit", json!({ "game": "quarto", "change": { "hand": 3 } })),
        ("/api/edit", json!({ "game": "blokus", "change": { "lay": { "seat": 1, "at": [0] } } })),
        (
            "/api/edit",
            json!({ "game": "blokus-duo", "change": { "lay": { "seat": 2, "at": [75] } } }),
        ),
        (
            "/api/review",
            json!({ "game": "quatro", "position": "024./..../..../...9 -", "moves": ["1@d2"] }),
        ),
        ("/api/analyse", with(json!({ "lines": 2, "time_ms": 200, "values": true }))),
        ("/api/think", with(json!({ "level": 3, "time_ms": 50 }))),
        ("/api/analyse", with(json!({ "lines": 2, "time_ms": 200 }))),
        ("/api/trace", with(json!({ "engine": "alpha-beta", "depth": 2, "judge": "points" }))),
        ("/api/trace", with(json!({ "engine": "mcts", "nodes": 20 }))),
        ("/api/problems/trace", json!({ "board": "A", "algorithm": "a-star", "heuristic": "h3" })),
        ("/api/problems/trace", json!({ "board": "A", "algorithm": "ida-star" })),
        (
            "/api/problems/trace",
            json!({ "problem": "tiles", "board": "8-easy", "algorithm": "a-star" }),
        ),
        (
            "/api/problems/state",
            json!({ "problem": "grid", "board": "S.#/..G", "moves": ["right"] }),
        ),
        (
            "/api/problems/trace",
            json!({ "problem": "tiles", "board": "8-easy", "algorithm": "a-star", "heuristic": "own",
                    "script": "manhattan / 2", "quiz": 3 }),
        ),
        (
            "/api/trace",
            with(json!({ "engine": "alpha-beta", "depth": 2, "script": "points", "quiz": 1 })),
        ),
        (
            "/api/trace",
            with(json!({ "engine": "mcts", "nodes": 60, "exploration": 0.5, "quiz": 1 })),
        ),
        (
            "/api/problems/state",
            json!({ "problem": "grid", "board": "S..\n..G\n", "paint": [[1, "#"], [2, "G"]] }),
        ),
        ("/api/tree", json!({ "tree": "((3 12 8) (2 4 6) (14 5 2))", "quiz": 2 })),
        (
            "/api/problems/check",
            json!({ "problem": "tiles", "board": "8-easy", "script": "2 * manhattan" }),
        ),
        (
            "/api/problems/check",
            json!({ "problem": "grid", "board": "S.G/...", "heuristic": "octile" }),
        ),
        (
            "/api/problems/check-trace",
            json!({ "problem": "grid", "board": "S.G/...",
                    "trace": "{\"kind\": \"open\", \"node\": 7}\n{\"kind\": \"expand\", \"node\": 7}\n" }),
        ),
        (
            "/api/problems/compare",
            json!({ "problem": "tiles", "boards": ["8-easy"], "script": "manhattan",
                    "algorithms": ["a-star:heuristic=own", "a-star:heuristic=manhattan"] }),
        ),
        ("/api/problems/compare", json!({ "boards": ["A", "B"], "algorithms": ["bfs", "a-star"] })),
        (
            "/api/tournaments",
            json!({ "game": "cavalo", "players": ["random", "largest"], "pairs": 1 }),
        ),
        ("/api/records", with(json!({ "players": ["human", "level:2"] }))),
        ("/api/records/{id}/note", json!({ "comments": {} })),
        ("/api/rooms", with(json!({ "name": "Ana", "seat": 2 }))),
    ]
}

#[tokio::test]
async fn answers_have_the_shapes_that_are_promised() {
    let (site, _folder) = site();
    let root: Value = serde_json::from_str(&send(&site, get("/api/openapi.json")).await.1).unwrap();
    let schema = |path: &str, method: &str| {
        let content = &root["paths"][path][method]["responses"]["200"]["content"];
        content.as_object().expect(path).values().next().unwrap()["schema"].clone()
    };
    for (path, question) in questions() {
        let asked =
            &root["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(fault(&root, asked, &question, path), None, "the question itself");
        let address = path.replace("{id}", "1");
        let (status, text) = send(&site, post(&address, question.to_string())).await;
        assert!(status.is_success(), "{path}: {text}");
        let answers = objects(&text);
        assert!(!answers.is_empty(), "{path}: {text}");
        for answer in answers {
            assert_eq!(fault(&root, &schema(path, "post"), &answer, path), None, "{answer}");
        }
    }
    for path in [
        "/api/games",
        "/api/engines",
        "/api/programs",
        "/api/problems",
        "/api/problems/published",
        "/api/lessons",
        "/api/records",
        "/api/records/1",
        "/api/records/1/note",
        "/api/tournaments",
        "/api/events",
    ] {
        let (status, text) = send(&site, get(path)).await;
        assert!(status.is_success(), "{path}: {text}");
        let described = path.replace("/1", "/{id}");
        for answer in objects(&text) {
            assert_eq!(fault(&root, &schema(&described, "get"), &answer, path), None, "{answer}");
        }
    }
}

#[tokio::test]
async fn refusals_have_the_shape_of_a_problem() {
    let (site, _folder) = site();
    let root: Value = serde_json::from_str(&send(&site, get("/api/openapi.json")).await.1).unwrap();
    let problem = &root["components"]["schemas"]["Problem"];
    for request in
        [get("/api/nothing"), get("/api/state"), post("/api/state", "{"), get("/nothing")]
    {
        let path = request.uri().to_string();
        let (status, text) = send(&site, request).await;
        assert!(status.is_client_error());
        assert_eq!(fault(&root, problem, &serde_json::from_str(&text).unwrap(), &path), None);
    }
}
