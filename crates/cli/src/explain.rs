//! `plywood explain`: a page on an algorithm, an engine or a heuristic.

use plywood_workbench::engines::Kind;
use plywood_workbench::language::{Language, Words, explain, explained};
use plywood_workbench::names::nearest;
use plywood_workbench::problems::{Algorithm, PROBLEMS};
use plywood_workbench::{Refused, message};

use crate::Done;
use crate::screen::{Style, say, styled};

pub(crate) fn run(name: Option<&str>, words: &Words) -> anyhow::Result<Done> {
    let Some(name) = name else {
        let names: Vec<&str> = explained().collect();
        say(&(words.fill("explain-names", &[("list", &names.join(", "))]) + "\n"))?;
        return Ok(Done::Yes);
    };
    let text = page(name, words.language()).ok_or_else(|| unknown(name))?;
    let line = |line: &str| match line.trim_start_matches('#') {
        plain if plain.len() < line.len() => styled(plain.trim(), Style::Heading) + "\n",
        _ if line.starts_with("```") => String::new(),
        _ => format!("{line}\n"),
    };
    say(&text.lines().map(line).collect::<String>())?;
    Ok(Done::Yes)
}

/// The page of something by any of its names.
fn page(name: &str, language: Language) -> Option<&'static str> {
    let plain = name.trim().to_lowercase();
    let heuristic = || PROBLEMS.iter().find_map(|offer| offer.heuristic(name).ok());
    let algorithm = || Algorithm::from_name(name).map(Algorithm::name);
    let engine = || {
        let is_called = |kind: &Kind| kind.names().contains(&plain.as_str());
        Kind::ALL.into_iter().find(is_called).map(Kind::name)
    };
    explain(&plain, language)
        .or_else(|| explain(algorithm()?, language))
        .or_else(|| explain(engine()?, language))
        .or_else(|| explain(heuristic()?, language))
}

fn unknown(name: &str) -> Refused {
    let list: Vec<&str> = explained().collect();
    match nearest(name, list.iter().copied()) {
        Some(guess) => message!(
            "no-page-guess",
            "there is nothing to explain under `{name}`: expected one of {list}. Did you mean `{guess}`?",
            name,
            list,
            guess
        ),
        None => message!(
            "no-page",
            "there is nothing to explain under `{name}`: expected one of {list}.",
            name,
            list
        ),
    }
    .into()
}
