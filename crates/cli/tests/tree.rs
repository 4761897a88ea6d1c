//! `plywood tree`: a textbook's game tree in both languages.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use assert_cmd::Command as Program;
use serde_json::Value;

const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";

fn plywood(arguments: &[&str]) -> (i32, String, String) {
    let output = Program::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_cut_names_the_ancestor_and_the_numbers() {
    for (language, cut, end) in [
        (
            "en",
            "▽ ≤2  (3, +∞)  cut: MIN has 2 here, and MAX has 3 already at the root; 2 branches cannot matter",
            "Worth 3 to MAX; 11 of 13 nodes visited.",
        ),
        (
            "pt",
            "▽ ≤2  (3, +∞)  corte: MIN tem 2 aqui, e MAX já tem 3 na raiz; 2 ramos não podem interessar",
            "Vale 3 para MAX; visitados 11 de 13 nós.",
        ),
    ] {
        let (code, text, _) = plywood(&["tree", TREE, "--lang", language]);
        assert_eq!(code, 0);
        for part in [cut, end, "△ 3  (−∞, +∞)", "│  └─ 8"] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }
    let (_, text, _) = plywood(&["tree", TREE, "--minimax", "--lang", "en"]);
    assert!(text.contains("13 of 13 nodes") && !text.contains("cut"), "{text}");
}

#[test]
fn the_tree_is_drawn_told_as_json_and_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.svg");
    let (code, json, said) = plywood(&["tree", TREE, "--svg", file.to_str().unwrap(), "--json"]);
    assert!(code == 0 && said.contains("tree.svg"), "{said}");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["value"], &json["nodes"][5]["seen"]["cut"]["ancestor"]),
        (&3.into(), &0.into())
    );
    assert!(std::fs::read_to_string(file).unwrap().contains("✂"));
    for (language, part) in [("en", "`x` at character 5"), ("pt", "`x` no carácter 5")] {
        let (code, _, said) = plywood(&["tree", "((3 x))", "--lang", language]);
        assert!(code == 2 && said.contains(part), "{said}");
    }
}
