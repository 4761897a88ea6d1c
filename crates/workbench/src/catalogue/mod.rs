//! The catalogue: one offer for each game, with its rules, judge, expert, prover and levels.
//!
//! A game's own file here says everything the workbench needs to know about it; the game is listed in
//! [`CATALOGUE`]. `cargo xtask tidy` counts the places that still name a game elsewhere.

mod blokus;
mod cavalo;
mod connect_four;
mod duo;
mod grid;
mod manner;
mod othello;
pub mod problems;
pub(crate) mod puzzle;
mod quarto;
mod showcase;
mod tic_tac_toe;
mod tiles;

use plywood_contract::{Message, Refused, Seat, message};

pub use manner::{Manner, TimeRange};
pub use showcase::{EXAMPLES, Example, Gallery, SHOWCASE, Showcase, Still};

use crate::games::{Form, Table};
use crate::names::{nearest, plain};

/// Every game, in the order of the menus: the course's own comes first.
pub static CATALOGUE: [&Offer; 8] = [
    &quarto::QUATRO,
    &quarto::QUARTO,
    &blokus::OFFER,
    &duo::OFFER,
    &cavalo::OFFER,
    &tic_tac_toe::OFFER,
    &connect_four::OFFER,
    &othello::OFFER,
];

/// Opens a table: the rules chosen, the seed, and a position's text.
type Opener = fn(&Chosen<'_>, u64, Option<&str>) -> Result<Box<dyn Table>, Refused>;

/// A game as it is offered.
#[derive(Debug)]
pub struct Offer {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: Message,
    /// The rules that can be chosen.
    pub rules: &'static [Rule],
    /// Whether a seed shuffles the start.
    pub is_shuffled: bool,
    /// Positions for its pictures.
    pub gallery: Gallery,
    /// What the two sides are called: see [`Offer::side`].
    pub(crate) sides: [&'static str; 2],
    /// The engines of its levels.
    pub levels: Levels,
    /// How it is played line by line.
    pub manner: Manner,
    /// Searches whose node counts are part of the checksum: plies played before, engine.
    pub(crate) checks: &'static [(u32, &'static str)],
    /// What its position text holds besides the board, for positions in the making.
    pub(crate) form: Form,
    /// Opens a table at a position, or at the start for the seed.
    pub(crate) open: Opener,
}

/// The engines of all levels of a game, weakest first, as [`Engine`](crate::engines::Engine) parses
/// them. Found by playing each against its neighbours: `cargo xtask levels`.
#[derive(Debug)]
pub struct Levels {
    /// Levels 1 to 8; level 9 is the strongest engine.
    pub below: [&'static str; 8],
    /// Stands in for level 9 in rating ladders: the strongest engine with an affordable budget of positions.
    pub rated: &'static str,
}

impl Offer {
    /// The name of a side: `black` or `white` where the rules use colours, else `1` or `2`. The messages
    /// word it.
    pub fn side(&self, seat: Seat) -> &'static str {
        self.sides[seat.index()]
    }
}

/// For games whose sides have only numbers.
const NUMBERED: [&str; 2] = ["1", "2"];

/// A rule that can be chosen.
#[derive(Debug)]
pub struct Rule {
    /// The name before the `=`.
    pub key: &'static str,
    /// What may stand behind it; the first is the default.
    pub values: &'static [&'static str],
}

/// The rules chosen for a game.
pub(crate) struct Chosen<'a> {
    offer: &'static Offer,
    pairs: Vec<(&'static str, &'a str)>,
}

impl Chosen<'_> {
    /// Whether a rule has this value; a rule that was not chosen has its default.
    pub(crate) fn is(&self, key: &str, value: &str) -> bool {
        let rule = self.offer.rules.iter().find(|rule| rule.key == key);
        let default = rule.and_then(|rule| rule.values.first().copied());
        let chosen = self.pairs.iter().find(|pair| pair.0 == key).map(|pair| pair.1);
        chosen.or(default) == Some(value)
    }
}

/// Why a game could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenError {
    /// No such game; the nearest name.
    Game(String, Option<&'static str>),
    /// The game has no such rule.
    Rule(&'static str, String, Vec<&'static str>),
    /// The rule has no such value.
    Value(&'static str, String, &'static [&'static str]),
    /// A rule is given more than once.
    Twice(&'static str),
    /// The position or a move was not accepted.
    Refused(Refused),
}

impl OpenError {
    /// The reason as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Game(text, guess) => no_game(text, *guess),
            Self::Rule(game, text, keys) if keys.is_empty() => message!(
                "game-no-rules",
                "{game} has no rule `{text}`: expected no rules at all",
                game = *game,
                text = &**text
            ),
            Self::Rule(game, text, keys) => message!(
                "game-no-rule",
                "{game} has no rule `{text}`: expected one of {list}",
                game = *game,
                text = &**text,
                list = keys.clone()
            ),
            Self::Value(rule, text, values) => message!(
                "rule-value",
                "`{text}` is not a value of the rule `{rule}`: expected one of {list}",
                rule = *rule,
                text = &**text,
                list = values.to_vec()
            ),
            Self::Twice(rule) => {
                message!("rule-twice", "the rule `{rule}` is given twice", rule = *rule)
            }
            Self::Refused(refused) => refused.message().clone(),
        }
    }
}

plywood_contract::explained!(OpenError);

impl From<Refused> for OpenError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

fn no_game(text: &str, guess: Option<&'static str>) -> Message {
    let list: Vec<_> = CATALOGUE.iter().map(|entry| entry.name).collect();
    match guess {
        Some(guess) => message!(
            "no-game-guess",
            "there is no game `{text}`: expected one of {list}. Did you mean `{guess}`?",
            text,
            list,
            guess
        ),
        None => {
            message!("no-game", "there is no game `{text}`: expected one of {list}.", text, list)
        }
    }
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
    let chosen = Chosen { offer: entry, pairs: read_rules(entry, rules)? };
    let (position, more) = split_position(position);
    let mut table = (entry.open)(&chosen, seed, position)?;
    table.play_all(&more)?;
    table.play_all(moves)?;
    Ok(table)
}

/// The game of this name, without regard to case and dashes.
pub fn find(game: &str) -> Result<&'static Offer, OpenError> {
    let wanted = plain(game);
    CATALOGUE.into_iter().find(|entry| plain(entry.name) == wanted).ok_or_else(|| {
        let names = CATALOGUE.iter().map(|entry| entry.name);
        OpenError::Game(game.into(), nearest(game, names))
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
    entry: &'static Offer,
    text: &'a str,
) -> Result<Vec<(&'static str, &'a str)>, OpenError> {
    let mut chosen = Vec::new();
    for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (key, value) = (key.trim(), value.trim());
        let rule = entry.rules.iter().find(|rule| rule.key == key).ok_or_else(|| {
            let keys = entry.rules.iter().map(|rule| rule.key).collect();
            OpenError::Rule(entry.name, key.into(), keys)
        })?;
        if !rule.values.contains(&value) {
            return Err(OpenError::Value(rule.key, value.into(), rule.values));
        }
        if chosen.iter().any(|&(key, _)| key == rule.key) {
            return Err(OpenError::Twice(rule.key));
        }
        chosen.push((rule.key, value));
    }
    Ok(chosen)
}
