//! `plywood engines` and `plywood bench`: what can be named, and how all of it behaves.

use plywood_workbench::engines::{CaseCount, EngineOption, Kind, ProofMethod, checksum};
use plywood_workbench::language::Words;
use plywood_workbench::units::{show_count, show_short, show_time};
use plywood_workbench::{Cancel, Limits};
use serde_json::json;

use crate::Done;
use crate::screen::{Style, say, say_json, styled, table as text_table};

/// `plywood engines`.
pub(crate) fn engines(as_json: bool, words: &Words) -> anyhow::Result<Done> {
    if as_json {
        let option = |option: &EngineOption| json!({ "key": option.key(), "expected": option.expected().to_string() });
        let engine = |kind: Kind| {
            let options: Vec<_> = kind.options().iter().map(option).collect();
            json!({
                "name": kind.name(),
                "also": &kind.names()[1..],
                "about": kind.explain().to_string(),
                "options": options,
            })
        };
        let prover = |method: ProofMethod| json!({ "name": method.name(), "about": method.explain().to_string() });
        let provers = ProofMethod::ALL.map(prover);
        say_json(&json!({ "engines": Kind::ALL.map(engine), "provers": provers }))?;
        return Ok(Done::Yes);
    }
    let mut text = String::new();
    let mut options: Vec<EngineOption> = Vec::new();
    for kind in Kind::ALL {
        let keys: Vec<&str> = kind.options().iter().map(|option| option.key()).collect();
        let name = styled(&format!("{:<11}", kind.name()), Style::Heading);
        let options_line = words.fill("report-options", &[("list", &keys.join(", "))]);
        let about = words.say(&kind.explain());
        text += &format!("{name} {about}\n");
        if let [_, others @ ..] = kind.names()
            && !others.is_empty()
        {
            let others = words.fill("report-also-called", &[("list", &others.join(", "))]);
            text += &format!("{:<11} {others}\n", "");
        }
        text += &format!("{:<11} {options_line}\n", "");
        options.extend(
            kind.options()
                .iter()
                .filter(|option| !options.contains(option))
                .copied()
                .collect::<Vec<_>>(),
        );
    }
    text += "\n";
    for option in options {
        text +=
            &format!("{:<12} {}\n", format!("{}=", option.key()), words.say(&option.expected()));
    }
    text += &format!("\n{}\n", words.text("report-provers"));
    for method in ProofMethod::ALL {
        let name = styled(&format!("{:<11}", method.name()), Style::Heading);
        text += &format!("{name} {}\n", words.say(&method.explain()));
    }
    let example = "plywood analyze quarto --engine alpha-beta:depth=3,judge=none";
    text += &format!("\n{}\n", words.fill("report-try", &[("command", &example)]));
    say(&text)?;
    Ok(Done::Yes)
}

/// `plywood bench`.
pub(crate) fn bench(as_json: bool, words: &Words, cancel: &Cancel) -> anyhow::Result<Done> {
    let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
    let mut watch = |case: &CaseCount| {
        if !as_json {
            let holes: [(&str, &dyn std::fmt::Display); 4] = [
                ("game", &case.game),
                ("plies", &case.plies),
                ("engine", &case.engine),
                ("time", &show_time(case.time_s)),
            ];
            crate::screen::tell(&words.fill("bench-case", &holes));
        }
    };
    let Some(sum) = checksum(&limits, &mut watch) else {
        crate::screen::complain(&words.text("report-interrupted-sum"));
        return Ok(Done::No);
    };
    if as_json {
        say_json(&sum)?;
        return Ok(Done::Yes);
    }
    let row = |case: &CaseCount| {
        vec![
            case.game.to_owned(),
            case.plies.to_string(),
            case.engine.to_owned(),
            show_count(case.nodes),
            show_time(case.time_s),
        ]
    };
    let rows: Vec<_> = sum.cases.iter().map(row).collect();
    let table = text_table(
        &[
            words.text("report-game"),
            words.text("report-plies"),
            words.text("report-engine"),
            words.text("report-nodes"),
            words.text("report-time"),
        ],
        &rows,
        3,
    );
    let speed = words.figures(&format!("{}/s", show_short(sum.nps)));
    say(&format!("{}Nodes: {}\n{speed}\n", words.figures(&table), sum.nodes))?;
    Ok(Done::Yes)
}
