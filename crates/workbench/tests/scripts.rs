//! Scripts: what they can do, what they cannot, and that nothing they do hangs.
#![allow(clippy::unwrap_used, reason = "a test says by panicking that it failed")]

use std::time::{Duration, Instant};

use plywood_workbench::engines::{Engine, Means};
use plywood_workbench::games::open;
use plywood_workbench::problems::{Checking, Instance, Method, find};
use plywood_workbench::script::{MOST_BYTES, Script};
use plywood_workbench::{Limits, SplitMix};

fn tiles() -> Instance {
    find("tiles").unwrap().load_one("8-short").unwrap()
}

/// A* on the 8-puzzle with a script: the report's node count and cost, or the error.
fn run(text: &str) -> Result<(u64, Option<u64>), String> {
    let script = Script::read("own", text).map_err(|e| e.to_string())?;
    let method = "a-star".parse::<Method>().unwrap().scripted(script);
    let limits = Limits { time: Some(Duration::from_secs(20)), ..Limits::default() };
    let report = tiles().solve(&method, &limits, &mut |_| {}).map_err(|e| e.to_string())?;
    Ok((report.expanded, report.cost))
}

fn refusal(text: &str) -> String {
    run(text).expect_err(text)
}

const MISPLACED: &str = "let n = 0;
for cell in 0..tiles.len() {
    if tiles[cell] != 0 && tiles[cell] != cell { n += 1; }
}
n";

/// The sum of the distances by rows and columns, computed by the script itself.
const DISTANCES: &str = "fn apart(a, b) { if a > b { a - b } else { b - a } }
let sum = 0;
for cell in 0..tiles.len() {
    let tile = tiles[cell];
    if tile != 0 { sum += apart(cell / size, tile / size) + apart(cell % size, tile % size); }
}
sum";

#[test]
fn a_script_counts_what_our_heuristic_counts() {
    let ours: Method = "a-star:heuristic=manhattan".parse().unwrap();
    let ours = tiles().solve(&ours, &Limits::default(), &mut |_| {}).unwrap();
    assert_eq!(run(DISTANCES).unwrap(), (ours.expanded, ours.cost));
    assert_eq!(run("manhattan").unwrap(), (ours.expanded, ours.cost));
    let (misplaced, cost) = run(MISPLACED).unwrap();
    assert!(misplaced > ours.expanded && cost == ours.cost);
}

#[test]
fn errors_in_scripts_are_sentences_with_the_line() {
    let mut faults = Vec::new();
    for (text, said) in [
        ("let n = 0;\nloop { n += 1; }", "line 2: the script does not end"),
        ("fn f(n) { f(n + 1) }\nf(0)", ": this is nested too deeply"),
        ("let s = [0];\nloop { s += s; }", "line 2: this grows too large"),
        ("let s = \"x\";\nloop { s += s; }\n", "line 2: this grows too large"),
        ("let x = 1;\n0.0 / 0.0", "line 2: the value is infinite or not a number"),
        ("let x = 1;\n\nx - 3", "line 3: the value is −2"),
        ("if gap >= 0 {\n  return -1;\n}\n3", "line 2: the value is −1"),
        ("size / 2.0", "line 1: the value is 1.500"),
        ("let x = 4;\n", "line 1: the value is not a number"),
        ("\"four\"", "line 1: the value is not a number"),
        ("\n1 / 0", "line 2: this has no value"),
        ("\n\ntiles[9]", "line 3: index 9 is outside a list of 9"),
        ("gaps", "line 1: there is no `gaps`: the known names are"),
        ("let a = 1\nlet b = 2;", "line 2: `;` is missing"),
        ("(1 + ", "line 1:"),
        ("eval(\"1\")", "line 1: syntax error"),
        ("sleep(10); 1", "line 1: there is no function or operator `sleep`"),
        ("import \"x\" as x; 1", "line 1:"),
        ("gap = 3;\ngap", "line 1: `gap` cannot be changed"),
        ("throw 3;", "line 1: the script throws an error here"),
        ("10000000000", "line 1: the value is larger than any cost"),
        ("", "the script is empty"),
        ("// nothing", "the script is empty"),
    ] {
        let began = Instant::now();
        let message = refusal(text);
        if !message.contains(said) {
            faults.push(format!("{text:?}: {message}"));
        }
        assert!(began.elapsed() < Duration::from_secs(5), "{text:?}");
    }
    assert!(faults.is_empty(), "{faults:#?}");
    let long = format!("// {}\n1", "x".repeat(MOST_BYTES));
    assert!(Script::read("own", &long).unwrap_err().to_string().contains("too long"));
}

#[test]
fn an_overestimate_is_shown_and_a_mended_one_is_proven() {
    let board = find("tiles").unwrap().load_one("8-easy").unwrap();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let check = |text: &str| {
        let script = Script::read("own", text).unwrap();
        let checking = Checking { heuristic: "own", script: Some(&script), dives: 50, seed: 1 };
        board.check(&checking, &limits, &mut |_| {}).unwrap()
    };
    let twice = check("2 * manhattan");
    let found = twice.counter_example.expect("twice the distance is too much");
    assert!(u64::from(found.h) > found.cost);
    assert_eq!((twice.heuristic.as_str(), twice.overestimates), ("own", true));
    let mended = check(MISPLACED);
    assert!(!mended.overestimates && !mended.inconsistent);
    let jumps = check("if gap == 0 { 0 } else { manhattan }");
    assert!(!jumps.overestimates && jumps.inconsistent && jumps.falling.is_some());
}

#[test]
fn a_map_and_the_puzzle_have_facts_of_their_own() {
    for (problem, board) in [("grid", "swamp"), ("grid", "diagonal"), ("puzzle", "A")] {
        let offer = find(problem).unwrap();
        let instance = offer.load_one(board).unwrap();
        let script = Script::read("own", offer.script).unwrap();
        let method = "a-star".parse::<Method>().unwrap().scripted(script.clone());
        let own = instance.solve(&method, &Limits::default(), &mut |_| {}).unwrap();
        let plain: Method = "ucs".parse().unwrap();
        let plain = instance.solve(&plain, &Limits::default(), &mut |_| {}).unwrap();
        assert_eq!(own.cost, plain.cost, "{problem} {board}");
        assert!(own.expanded <= plain.expanded, "{problem} {board}");
        // Every fact that is offered can be read.
        let all: String =
            offer.facts().iter().map(|fact| format!("let _x = {};\n", fact.name)).collect();
        let script = Script::read("own", &format!("{{\n{all}}}\n0")).unwrap();
        let method = "a-star".parse::<Method>().unwrap().scripted(script);
        instance.solve(&method, &Limits::default(), &mut |_| {}).unwrap();
    }
}

#[test]
fn a_judge_may_be_a_script() {
    let mut table = open("connect-four", "", 1, None, &[]).unwrap();
    table.play_all(&["d", "d", "c"]).unwrap();
    let think = |text: &str| {
        let mut engine: Engine = "alpha-beta:depth=3".parse().unwrap();
        engine.use_script(Script::read("own", text).unwrap());
        let mut thinker = table.seat(&engine, &Means::default());
        thinker.think(&*table, 1, &Limits::default(), &mut |_| {}).map(|found| found.score)
    };
    assert_eq!(think("0").unwrap(), Some(0.0));
    let half = think("if seat == 1 { 0.5 } else { -0.5 }").unwrap();
    assert_eq!(half, Some(-0.5), "the side to move is the second");
    let all = "rows + columns + played + cells.len() + kinds.len() + numbers.len() + hand + moves + reach \
               + their_reach + points + their_points; 0.25";
    assert!(think(all).is_ok());
    let said = think("\nmove").unwrap_err().to_string();
    assert!(said.contains("line 2: there is no `move`"), "{said}");
    assert!(think("0.0/0.0").unwrap_err().to_string().contains("not a number"));
}

#[test]
fn no_name_from_a_file_or_a_client_makes_a_script_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("zero.rhai");
    std::fs::write(&file, "0").unwrap();
    let name = format!("script:{}", file.display());
    let method = "a-star".parse::<Method>().unwrap().guided(&name);
    let said = tiles().solve(&method, &Limits::default(), &mut |_| {}).unwrap_err().to_string();
    assert!(said.contains("only where the command line names them"), "{said}");
    assert!(format!("alpha-beta:judge={name}").parse::<Engine>().is_err());
    Script::allow(file.to_str().unwrap()).unwrap();
    assert!(tiles().solve(&method, &Limits::default(), &mut |_| {}).unwrap().is_solved());
    let engine: Engine = format!("alpha-beta:judge={name}").parse().unwrap();
    assert_eq!(engine.to_string(), format!("alpha-beta:judge={name}"));
}

/// Texts put together at random from fragments of scripts: none hangs, none panics.
#[test]
fn no_text_hangs_or_panics() {
    const PARTS: [&str; 40] = [
        "let x = ",
        "x",
        "loop ",
        "while true ",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "fn f(n) ",
        "f(x)",
        "f(n)",
        "tiles",
        "gap",
        "size",
        "1",
        "-1",
        "0.5",
        "+",
        "-",
        "*",
        "/",
        "%",
        "**",
        "for i in 0..99999 ",
        "if ",
        "else ",
        ";",
        "\n",
        "return ",
        "x += x;",
        "\"text\"",
        "[1, 2]",
        ".map(|v| v)",
        ".len()",
        "throw ",
        "switch x ",
        "#{a: 1}",
        "break;",
    ];
    let mut random = SplitMix::new(7);
    let mut n_read = 0;
    for _ in 0..4000 {
        let n_parts = 1 + random.below(14) as usize;
        let text: String =
            (0..n_parts).map(|_| PARTS[random.below(PARTS.len() as u64) as usize]).collect();
        let began = Instant::now();
        let Ok(script) = Script::read("own", &text) else { continue };
        n_read += 1;
        let method = "a-star".parse::<Method>().unwrap().scripted(script);
        let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
        let _ = tiles().solve(&method, &limits, &mut |_| {});
        assert!(began.elapsed() < Duration::from_secs(3), "{text:?}");
    }
    assert!(n_read > 100, "{n_read} texts could be read");
}
