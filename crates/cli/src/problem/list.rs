//! `problems`, `show` and `algorithms`.

use plywood_workbench::language::Words;
use plywood_workbench::problems::{Algorithm, Instance, PROBLEMS, ProblemOffer, picture};
use serde_json::{Value, json};

use crate::Done;
use crate::screen::{Style, draw_scene, say, say_json, side_by_side, styled};

/// Every problem with a line on it.
pub(super) fn problems(as_json: bool, words: &Words) -> anyhow::Result<Done> {
    if as_json {
        let list: Vec<Value> = PROBLEMS.iter().map(|offer| offer_json(offer)).collect();
        say_json(&json!({ "problems": list }))?;
        return Ok(Done::Yes);
    }
    let mut text = String::new();
    for offer in PROBLEMS {
        let names = [&[offer.name], offer.also].concat().join(", ");
        let title = styled(&format!("{}: {names}", words.say(&offer.title)), Style::Heading);
        let samples: Vec<&str> = offer.samples.iter().map(|sample| sample.name).collect();
        let heuristics: Vec<&str> = offer.heuristics().iter().map(|one| one.names[0]).collect();
        text += &format!("{title}\n  {}\n", words.say(&offer.about));
        for (key, list) in [("problem-samples", samples), ("problem-heuristics", heuristics)] {
            text += &format!("  {}\n", words.fill(key, &[("list", &list.join(", "))]));
        }
        let form = words.say(&offer.form);
        text += &format!("  {}\n\n", words.fill("problem-text", &[("form", &form)]));
    }
    text += &(words.text("problem-verbs") + "\n");
    say(&text)?;
    Ok(Done::Yes)
}

fn offer_json(offer: &'static ProblemOffer) -> Value {
    let samples: Vec<Value> = offer
        .all_samples()
        .iter()
        .map(|sample| json!({ "name": sample.name, "text": sample.quest.text() }))
        .collect();
    json!({ "name": offer.name, "also": offer.also, "about": offer.about.to_string(),
            "samples": samples, "heuristics": heuristics_json(offer),
            "heuristic": offer.heuristic })
}

fn heuristics_json(offer: &ProblemOffer) -> Vec<Value> {
    let heuristics = offer.heuristics();
    let one = heuristics.iter().map(|one| {
        json!({ "name": one.names[0], "also": one.names[1..], "about": one.about.to_string(),
                "admissible": one.is_admissible })
    });
    one.collect()
}

/// What comes with the program, or what is named.
pub(super) fn show(
    offer: &'static ProblemOffer,
    what: Option<&str>,
    as_json: bool,
    words: &Words,
) -> anyhow::Result<Done> {
    let instances = match what {
        Some(what) => crate::input::reading(|| offer.load(what))?,
        None => offer.all_samples(),
    };
    if as_json {
        let list: Vec<Value> = instances.iter().map(instance_json).collect();
        say_json(&json!({ "problem": offer.name, "boards": list }))?;
        return Ok(Done::Yes);
    }
    let mut blocks = Vec::new();
    for instance in &instances {
        let start = instance.quest.scenes(&[])?;
        let lines = draw_scene(&instance.quest.frame(), &start[0], None);
        blocks.push((instance.name.clone(), lines));
    }
    let width = |(name, _): &(String, Vec<String>), rows: usize| name.chars().count().max(rows);
    let widest = blocks.iter().zip(&instances).map(|(block, instance)| {
        let frame = instance.quest.frame();
        let scene = instance.quest.scenes(&[]).unwrap_or_default();
        let plain = scene.first().map(|scene| picture(&frame, scene)).unwrap_or_default();
        width(block, plain.iter().map(|row| row.chars().count()).max().unwrap_or(0))
    });
    let widest = widest.max().unwrap_or(0);
    say(&side_by_side(&blocks, widest))?;
    for note in instances.iter().filter_map(|instance| instance.quest.note()) {
        say(&format!("{}\n", words.say(&note)))?;
    }
    Ok(Done::Yes)
}

fn instance_json(instance: &Instance) -> Value {
    let frame = instance.quest.frame();
    let start = instance.quest.scenes(&[]).unwrap_or_default();
    let rows = start.first().map(|scene| picture(&frame, scene));
    json!({ "board": instance.name, "text": instance.quest.text(), "rows": rows,
            "objective": instance.quest.objective() })
}

/// The algorithms, and the heuristics of a problem.
pub(crate) fn algorithms(
    offer: &ProblemOffer,
    as_json: bool,
    words: &Words,
) -> anyhow::Result<Done> {
    if as_json {
        let algorithms: Vec<_> = Algorithm::ALL
            .iter()
            .map(|a| json!({ "name": a.name(), "also": a.names()[1..], "about": a.explain().to_string() }))
            .collect();
        let heuristics = heuristics_json(offer);
        say_json(&json!({ "algorithms": algorithms, "heuristics": heuristics }))?;
        return Ok(Done::Yes);
    }
    let mut text = styled(&words.text("puzzle-algorithms"), Style::Heading) + "\n";
    for algorithm in Algorithm::ALL {
        text += &format!("  {:<16} {}\n", algorithm.name(), words.say(&algorithm.explain()));
    }
    let options = "weighted-a-star:weight=2, beam:width=100, sma-star:nodes=100000, \
                   ida-star:table=64MB, rbfs:table=64MB";
    text += &format!("\n  {}\n", words.fill("puzzle-options", &[("list", &options)]));
    text += &format!("  {}\n", words.text("puzzle-table-option"));
    let heuristics = offer.heuristics();
    let last = heuristics.last().map_or("", |one| one.names[0]);
    let example = format!("a-star:heuristic={last}");
    let example = words.fill("puzzle-heuristic-option", &[("example", &example)]);
    text += &format!("  {example}\n\n");
    text += &(styled(&words.text("puzzle-heuristics"), Style::Heading) + "\n");
    for heuristic in heuristics {
        let names = match heuristic.names {
            [name] => (*name).to_owned(),
            names => format!("{} ({})", names[0], names[1..].join(", ")),
        };
        text += &format!("  {names:<24} {}\n", words.say(&heuristic.about));
    }
    say(&text)?;
    Ok(Done::Yes)
}
