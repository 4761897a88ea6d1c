//! `plywood games`, `moves`, `show` and `perft`: the rules, looked at from outside; `thinking` and
//! `engines` ask what to play.

mod engines;
mod server;
mod thinking;

use plywood_workbench::Cancel;
use plywood_workbench::games::{CATALOGUE, Look, Offer, Passes, Rule, Table, find, open};
use plywood_workbench::language::Words;
use serde_json::json;

pub(crate) use engines::{bench, engines};
pub(crate) use thinking::{analyze, solve};

use crate::Done;
use crate::args::{GameArguments, PerftArguments, ShowArguments};
use crate::screen::{Style, has_colours, say, say_json, styled, table as text_table};
use plywood_workbench::play::Ending;
use plywood_workbench::units::{show_count, show_short, show_time, speed};

/// `plywood games`.
pub(crate) fn list(as_json: bool, words: &Words) -> anyhow::Result<Done> {
    if as_json {
        let games: Vec<_> = CATALOGUE
            .iter()
            .map(|entry| {
                let rule = |rule: &Rule| json!({ "key": rule.key, "values": rule.values });
                let rules: Vec<_> = entry.rules.iter().map(rule).collect();
                json!({ "name": entry.name, "about": entry.about.to_string(), "rules": rules })
            })
            .collect();
        say_json(&json!({ "games": games }))?;
        return Ok(Done::Yes);
    }
    let mut text = String::new();
    for entry in &CATALOGUE {
        text += &format!(
            "{} {}\n",
            styled(&format!("{:<12}", entry.name), Style::Heading),
            words.say(&entry.about)
        );
        if let Some(rules) = rules_line(entry) {
            text += &format!("{:<12} {rules}\n", "");
        }
    }
    let examples = "plywood show quarto --moves \">6 b1>d\", plywood moves cavalo, plywood perft blokus --depth 6";
    text += &format!("\n{}\n", words.fill("report-try", &[("command", &examples)]));
    say(&text)?;
    Ok(Done::Yes)
}

fn rules_line(entry: &Offer) -> Option<String> {
    let rule = |rule: &Rule| format!("{}={}", rule.key, rule.values.join("|"));
    let rules: Vec<String> = entry.rules.iter().map(rule).collect();
    (!rules.is_empty()).then(|| format!("--rules {}", rules.join(",")))
}

fn sit_down(arguments: &GameArguments) -> anyhow::Result<Box<dyn Table>> {
    let moves: Vec<&str> =
        arguments.moves.iter().flat_map(|moves| moves.split_whitespace()).collect();
    let position = arguments.position.as_deref();
    let rules = arguments.rules.join(",");
    Ok(open(&arguments.game, &rules, arguments.seed, position, &moves)?)
}

/// `plywood moves`.
pub(crate) fn moves(arguments: &GameArguments, words: &Words) -> anyhow::Result<Done> {
    let table = sit_down(arguments)?;
    let moves = table.moves();
    if arguments.json {
        say_json(&json!({
            "game": find(&arguments.game)?.name,
            "position": table.position(),
            "turn": table.turn().number(),
            "count": moves.len(),
            "moves": moves,
            "result": table.result(),
            "ending": Ending::of(&*table),
        }))?;
    } else {
        let over = thinking::over(&*table, find(&arguments.game)?, words);
        say(&over.unwrap_or_else(|| moves.join("\n") + "\n"))?;
    }
    Ok(Done::Yes)
}

/// How boards look here: in colours where there are any.
pub(super) fn look() -> Look {
    if has_colours() { Look::Coloured } else { Look::Unicode }
}

/// `plywood show`.
pub(crate) fn show(arguments: &ShowArguments, words: &Words) -> anyhow::Result<Done> {
    let table = sit_down(&arguments.game)?;
    let look = if arguments.ascii { Look::Plain } else { look() };
    if arguments.game.json {
        say_json(&json!({
            "game": find(&arguments.game.game)?.name,
            "position": table.position(),
            "turn": table.turn().number(),
            "result": table.result(),
            "ending": Ending::of(&*table),
            "key": format!("{:016x}", table.key()),
            "drawing": table.draw(if arguments.ascii { Look::Plain } else { Look::Unicode }),
        }))?;
    } else {
        say(&format!("{}\n{}\n", words.sketch(&table.sketch(look)), table.position()))?;
    }
    Ok(Done::Yes)
}

/// `plywood perft`.
pub(crate) fn perft(
    arguments: &PerftArguments,
    words: &Words,
    cancel: &Cancel,
) -> anyhow::Result<Done> {
    let table = sit_down(&arguments.game)?;
    let passes = if arguments.without_passes { Passes::LeaveOut } else { Passes::Count };
    let counted = table.perft(arguments.depth, passes, cancel);
    let divided = match arguments.divide {
        true => table.divide(arguments.depth, passes, cancel),
        false => None,
    };
    let seconds = counted.time.as_secs_f64();
    if arguments.game.json {
        let mut object = json!({
            "game": find(&arguments.game.game)?.name,
            "position": table.position(),
            "depth": arguments.depth,
            "turn": table.turn().number(),
            "nodes": counted.nodes.last(),
            "nodes_by_depth": counted.nodes,
            "complete": counted.is_complete,
            "time_s": seconds,
        });
        if let Some(divided) = divided {
            let counts = divided.into_iter().map(|(step, nodes)| (step, nodes.into()));
            object["divide"] = counts.collect::<serde_json::Map<_, _>>().into();
        }
        say_json(&object)?;
    } else {
        let depths = counted.nodes.iter().zip(1..);
        let rows: Vec<Vec<String>> = depths
            .map(|(&nodes, depth): (_, u32)| vec![depth.to_string(), show_count(nodes)])
            .collect();
        let mut text =
            text_table(&[words.text("report-depth"), words.text("report-nodes")], &rows, 0);
        for (step, nodes) in divided.into_iter().flatten() {
            text += &format!("{step}: {}\n", show_count(nodes));
        }
        let all: u64 = counted.nodes.iter().sum();
        let time = show_time(seconds);
        let end = match (counted.is_complete, speed(all, seconds).map(show_short)) {
            (true, Some(speed)) => {
                words.fill("report-perft-speed", &[("time", &time), ("speed", &speed)])
            }
            (true, None) => time,
            (false, _) => words.fill("report-perft-cut", &[("time", &time)]),
        };
        say(&format!("{text}{end}\n"))?;
    }
    Ok(if counted.is_complete { Done::Yes } else { Done::No })
}
