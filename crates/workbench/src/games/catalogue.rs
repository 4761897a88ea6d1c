//! What games there are, by name, with the rules that can be chosen.

use plywood_contract::Refused;
use plywood_games::blokus::game::Blokus;
use plywood_games::cavalo::{Cavalo, Doubles, Placement, Rules};
use plywood_games::duo::BlokusDuo;
use plywood_games::quarto::{Quarto, Quatro};

use super::table::{Seated, Table};
use crate::names::{plain, suggestion};

/// A game in the list.
#[derive(Debug)]
pub struct Entry {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The rules that can be chosen.
    pub rules: &'static [Rule],
    /// Whether a seed shuffles the start.
    pub is_shuffled: bool,
}

/// A rule that can be chosen.
#[derive(Debug)]
pub struct Rule {
    /// The name before the `=`.
    pub key: &'static str,
    /// What may stand behind it; the first is the default.
    pub values: &'static [&'static str],
}

const SQUARES: Rule = Rule { key: "squares", values: &["false", "true"] };

/// Every game there is.
pub const CATALOGUE: [Entry; 5] = [
    Entry {
        name: "blokus",
        about: "the course's 14×14 game: four small pieces, never turned, corner to corner",
        rules: &[],
        is_shuffled: false,
    },
    Entry {
        name: "blokus-duo",
        about: "the official game for two: 21 polyominoes each on 14×14",
        rules: &[],
        is_shuffled: false,
    },
    Entry {
        name: "quatro",
        about: "sixteen pieces on 4×4: take any piece, make a line that shares an attribute",
        rules: &[SQUARES],
        is_shuffled: false,
    },
    Entry {
        name: "quarto",
        about: "the official form: your opponent hands you the piece you must place",
        rules: &[SQUARES],
        is_shuffled: false,
    },
    Entry {
        name: "cavalo",
        about: "two knights on a 10×10 board of numbers: collect points, block the other",
        rules: &[
            Rule { key: "placement", values: &["auto", "choose"] },
            Rule { key: "doubles", values: &["choose", "largest"] },
            Rule { key: "zero_double", values: &["false", "true"] },
        ],
        is_shuffled: true,
    },
];

/// Why a game could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No such game.
    #[error("there is no game `{0}`: expected one of {1}.{2}")]
    Game(String, String, String),
    /// The game has no such rule.
    #[error("{0} has no rule `{1}`: expected {2}")]
    Rule(&'static str, String, String),
    /// The rule has no such value.
    #[error("`{1}` is not a value of the rule `{0}`: expected {2}")]
    Value(&'static str, String, String),
    /// A rule is given more than once.
    #[error("the rule `{0}` is given twice")]
    Twice(&'static str),
    /// The position or a move was not accepted.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// Opens a table for the game of this name. `rules` are `key=value` pairs separated by commas,
/// `position` is a position text or `startpos`, optionally followed by `moves` and moves, and
/// `moves` are played on top. `seed` shuffles games that begin shuffled.
pub fn open(
    game: &str,
    rules: &str,
    seed: u64,
    position: Option<&str>,
    moves: &[&str],
) -> Result<Box<dyn Table>, OpenError> {
    let entry = find(game)?;
    let chosen = read_rules(entry, rules)?;
    let is = |key: &str, value: &str| chosen.iter().any(|&(k, v)| k == key && v == value);
    let (position, more) = split_position(position);
    let squares = is("squares", "true");
    let mut table: Box<dyn Table> = match entry.name {
        "blokus" => Box::new(Seated::new(Blokus, position)?),
        "blokus-duo" => Box::new(Seated::new(BlokusDuo, position)?),
        "quatro" => Box::new(Seated::new(Quatro { squares }, position)?),
        "quarto" => Box::new(Seated::new(Quarto { squares }, position)?),
        _ => {
            let rules = Rules {
                placement: if is("placement", "choose") {
                    Placement::Choose
                } else {
                    Placement::Auto
                },
                doubles: if is("doubles", "largest") { Doubles::Largest } else { Doubles::Choose },
                zero_double: is("zero_double", "true"),
            };
            Box::new(Seated::new(Cavalo::shuffled(seed, rules), position)?)
        }
    };
    table.play_all(&more)?;
    table.play_all(moves)?;
    Ok(table)
}

/// The game of this name, without regard to case and dashes.
pub fn find(game: &str) -> Result<&'static Entry, OpenError> {
    let wanted = plain(game);
    CATALOGUE.iter().find(|entry| plain(entry.name) == wanted).ok_or_else(|| {
        let names = CATALOGUE.iter().map(|entry| entry.name);
        let list = names.clone().collect::<Vec<_>>().join(", ");
        OpenError::Game(game.into(), list, suggestion(game, names))
    })
}

/// Splits `startpos moves a b` into the position, `None` for the start, and the moves.
pub(crate) fn split_position(text: Option<&str>) -> (Option<&str>, Vec<&str>) {
    let text = text.map_or("startpos", str::trim);
    let (position, moves) = match text.split_once(" moves ") {
        Some((position, moves)) => (position.trim(), moves.split_whitespace().collect()),
        None => (text.strip_suffix(" moves").unwrap_or(text), Vec::new()),
    };
    ((position != "startpos").then_some(position), moves)
}

fn read_rules<'a>(
    entry: &'static Entry,
    text: &'a str,
) -> Result<Vec<(&'static str, &'a str)>, OpenError> {
    let mut chosen = Vec::new();
    for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (key, value) = (key.trim(), value.trim());
        let rule = entry.rules.iter().find(|rule| rule.key == key).ok_or_else(|| {
            let keys: Vec<&str> = entry.rules.iter().map(|rule| rule.key).collect();
            let expected = if keys.is_empty() { "no rules at all".into() } else { keys.join(", ") };
            OpenError::Rule(entry.name, key.into(), expected)
        })?;
        if !rule.values.contains(&value) {
            return Err(OpenError::Value(rule.key, value.into(), rule.values.join(" or ")));
        }
        if chosen.iter().any(|&(key, _)| key == rule.key) {
            return Err(OpenError::Twice(rule.key));
        }
        chosen.push((rule.key, value));
    }
    Ok(chosen)
}
