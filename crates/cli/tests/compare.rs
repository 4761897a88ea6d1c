//! `plywood puzzle compare`: the published table, limits board by board, several runs, reports, in both languages.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use assert_cmd::Command as Program;
use serde_json::Value;

fn plywood(arguments: &[&str]) -> (i32, String, String) {
    let output = Program::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const PUBLISHED: [&str; 3] = ["puzzle", "compare", "--as-published"];

#[test]
fn point_3_the_original_table_stands_beside_right_figures_in_both_languages() {
    for (language, parts) in [
        ("en", ["developed (Criada)", "heap full", "two to the left", "before it tests"]),
        ("pt", ["Criada", "memória esgotada", "duas à esquerda", "antes de testar"]),
    ] {
        let line = [&PUBLISHED[..], &["--nodes", "20k", "--lang", language]].concat();
        let (code, text, _) = plywood(&line);
        assert_eq!(code, 0);
        for part in parts.iter().chain(&["11553/936", "12471/972", "2/3851", "41185/2", "327/19"]) {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }
    let line = [&PUBLISHED[..], &["--nodes", "20k", "--json"]].concat();
    let json: Value = serde_json::from_str(&plywood(&line).1).unwrap();
    assert_eq!(json["lines"].as_array().unwrap().len(), 24);
    assert_eq!(json["lines"][1]["published"]["penetrance"], "2/3851");
    let (code, _, said) = plywood(&[&PUBLISHED[..], &["A"]].concat());
    assert_eq!(code, 2, "{said}");
}

#[test]
fn point_3_depth_limits_can_be_given_board_by_board() {
    let line = ["puzzle", "compare", "A", "B", "-a", "dfs", "--max-depth", "A:2,b:5", "--json"];
    let json: Value = serde_json::from_str(&plywood(&line).1).unwrap();
    let counts = |i: usize| {
        let report = &json["results"][i];
        (report["generated"].as_u64(), report["expanded"].as_u64(), report["max_depth"].as_u64())
    };
    assert_eq!(counts(0), (Some(11), Some(8), Some(2)));
    assert_eq!(counts(1), (Some(10_410), Some(6303), Some(5)));
    for (language, part) in [("en", "no board C in this comparison"), ("pt", "nenhum tabuleiro C")]
    {
        let line = ["puzzle", "compare", "A", "--max-depth", "C:2", "--lang", language];
        let (code, _, said) = plywood(&line);
        assert!(code == 2 && said.contains(part), "{said}");
    }
}

#[test]
fn point_8_a_search_below_the_needed_depth_says_how_deep_it_looked() {
    for (language, part) in
        [("en", "no solution up to depth 1"), ("pt", "sem solução até à profundidade 1")]
    {
        let tail = ["-a", "dfs", "--max-depth", "1", "--lang", language];
        let (code, text, _) = plywood(&[&["puzzle", "solve", "A"], &tail[..]].concat());
        assert!(code == 1 && text.contains(part), "{text}");
        let (_, text, _) = plywood(&[&["puzzle", "compare", "A"], &tail[..]].concat());
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn point_9_several_runs_give_the_median_with_the_fastest_and_the_slowest() {
    let line = ["puzzle", "compare", "A", "-a", "bfs", "--runs", "5", "--json"];
    let json: Value = serde_json::from_str(&plywood(&line).1).unwrap();
    let time = |key: &str| json["results"][0][key].as_f64().unwrap();
    assert_eq!(json["results"][0]["runs"], 5);
    assert!(time("time_least_s") <= time("time_s") && time("time_s") <= time("time_most_s"));
    let (_, text, _) = plywood(&["puzzle", "compare", "A", "-a", "bfs", "--runs", "3"]);
    assert!(text.contains('–') && text.contains('('), "{text}");
}

#[test]
fn point_9_penetrance_has_four_digits_and_tables_speak_the_readers_language() {
    let markdown = |language: &str| {
        plywood(&["puzzle", "compare", "B", "-a", "bfs", "--markdown", "--lang", language]).1
    };
    assert!(markdown("en").contains("| bfs | solved | 5 | 12 471 | 972 | 0.0004009 |"));
    let text = markdown("pt");
    assert!(text.contains("| bfs | resolvido | 5 | 12 471 | 972 | 0,0004009 |"), "{text}");
    assert!(text.contains("### Tabuleiro B, objetivo 20 casas"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let charts = folder.path().to_str().unwrap();
    plywood(&["puzzle", "compare", "A", "-a", "bfs", "--svg", charts, "--lang", "pt"]);
    let svg = std::fs::read_to_string(folder.path().join("generated.svg")).unwrap();
    assert!(svg.contains("Nós gerados") && svg.contains("bfs em A") && !svg.contains("hollow"));
}

#[test]
fn point_9_the_report_is_one_page_that_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for (language, parts) in [
        ("en", ["What the columns mean", "Board A, objective 8 cells", "by bisection"]),
        ("pt", ["O que significam as colunas", "Tabuleiro A, objetivo 8 casas", "por bisseção"]),
    ] {
        let file = folder.path().join(format!("{language}.html"));
        let file = file.to_str().unwrap();
        let head = ["puzzle", "compare", "A", "-a", "bfs,a*", "--report", file, "--lang", language];
        let (code, _, said) = plywood(&head);
        assert!(code == 0 && said.contains(file), "{said}");
        let page = std::fs::read_to_string(file).unwrap();
        for part in parts.iter().chain(&["<svg", "@media print", "a-star/h3", "</html>"]) {
            assert!(page.contains(part), "{part} is missing in\n{page}");
        }
        for outside in ["http://", "https://", "src=", "<script", "<link"] {
            let page = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!page.contains(outside), "{outside}");
        }
    }
    let file = folder.path().join("published.html");
    let line = [&PUBLISHED[..], &["--nodes", "20k", "--report", file.to_str().unwrap()]].concat();
    assert_eq!(plywood(&line).0, 0);
    assert!(std::fs::read_to_string(file).unwrap().contains("11553/936"));
}
