//! Games, engines and positions: what there is and where a game stands.

use plywood_workbench::engines::Kind;
use plywood_workbench::games::{CATALOGUE, EXAMPLES, Example, SHOWCASE, Seat, Still, Table, open};
use plywood_workbench::message;
use plywood_workbench::play::{Ending, Player};
use serde::Deserialize;
use serde_json::{Value, json};

use super::thinking::check;
use super::{About, Answer, Caller, Problem};
use crate::wire;

/// The most moves a call may carry; no game lasts longer.
const MOST_MOVES: usize = 400;

/// A game before and after its moves.
pub(crate) type Tables = (Box<dyn Table>, Box<dyn Table>);

/// What leads to a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) rules: String,
    #[serde(default)]
    pub(crate) seed: u64,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

impl Place {
    /// What it is made of in a message.
    pub(super) const FIELDS: [&str; 5] = ["game", "rules", "seed", "position", "moves"];

    /// The table before the moves, and after them.
    pub(crate) fn tables(&self) -> Result<Tables, Problem> {
        if self.moves.len() > MOST_MOVES {
            return Err(Problem::bad(message!(
                "web-most-moves",
                "expected at most {most} moves",
                most = MOST_MOVES
            )));
        }
        let start = open(&self.game, &self.rules, self.seed, self.position.as_deref(), &[]);
        let start = start.map_err(Problem::bad)?;
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        let mut end = start.fork();
        end.play_all(&moves).map_err(Problem::bad)?;
        Ok((start, end))
    }
}

pub(crate) fn games() -> Answer {
    Answer::Now(json!({ "games": catalogue(), "showcase": showcase() }))
}

/// Every game with its rules, as the page knows them.
pub(crate) fn catalogue() -> Value {
    let games: Vec<Value> = CATALOGUE
        .iter()
        .map(|entry| {
            let rules: Vec<Value> = entry
                .rules
                .iter()
                .map(|rule| json!({ "key": rule.key, "values": rule.values }))
                .collect();
            json!({ "name": entry.name, "about": entry.about.to_string(), "rules": rules,
                    "shuffled": entry.is_shuffled, "sides": Seat::BOTH.map(|seat| entry.side(seat)),
                    "card": still(&entry.gallery.card),
                    "minute": entry.gallery.minute.each_ref().map(still) })
        })
        .collect();
    games.into()
}

/// A position to look at, as the page asks for it.
fn still(still: &Still) -> Value {
    let moves: Vec<&str> = still.moves.split_whitespace().collect();
    json!({ "seed": still.seed, "position": still.position, "moves": moves })
}

/// What views begin with, and the searches worth watching.
pub(crate) fn showcase() -> Value {
    let example = |example: &Example| {
        json!({ "key": example.key, "subject": example.subject, "engines": example.engines,
                "board": example.board, "heuristic": example.heuristic,
                "position": example.position, "moves": example.moves, "depth": example.depth,
                "nodes": example.nodes, "step": example.step })
    };
    json!({ "living": SHOWCASE.living, "first": SHOWCASE.first, "contest": SHOWCASE.contest,
            "examples": EXAMPLES.each_ref().map(example) })
}

pub(crate) fn engines() -> Answer {
    let engine = |kind: Kind| {
        let options: Vec<&str> = kind.options().iter().map(|option| option.key()).collect();
        json!({ "name": kind.name(), "about": kind.explain().to_string(), "options": options })
    };
    Answer::Now(json!({ "engines": Kind::ALL.map(engine) }))
}

/// What is wanted of a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionQuery {
    /// Whether what never changes is wanted too.
    #[serde(default)]
    frame: bool,
    /// On whose turns the legal moves are wanted with the choices that make them; without it they are
    /// listed as texts.
    #[serde(default)]
    choices: Option<Vec<u32>>,
    /// Whether the cells are wanted that each player's next piece could cover.
    #[serde(default)]
    reach: bool,
    /// Who is to play, to be checked before the game begins.
    #[serde(default)]
    players: Vec<String>,
}

/// Where a game stands, with the passes that had to be played.
pub(crate) fn state(who: &Caller, asked: &About<PositionQuery>) -> Result<Answer, Problem> {
    let (words, look) = (who.words, &asked.ask);
    for name in &look.players {
        if let Player::Engine(engine) = name.parse().map_err(Problem::bad)? {
            check(&engine)?;
        }
    }
    let (start, mut table) = asked.place.tables()?;
    table.pass_if_forced();
    let mut state = json!({
        "position": table.position(),
        "start": start.position(),
        "turn": table.turn().number(),
        "result": table.result(),
        "ending": Ending::of(&*table),
        "points": table.points(),
        "tally": Seat::BOTH.map(|seat| table.tally(seat).map(|told| words.say(&told))),
        "lead": table.lead(),
        "played": played(&*start, &*table)?,
        "scene": wire::scene(&table.scene(), words),
        "last": table.last().map(|told| wire::told(&told, words)),
    });
    if look.frame {
        state["frame"] = wire::frame(&table.frame(), words);
        state["opening"] = start.opening().iter().map(|told| words.say(told)).collect();
    }
    if look.reach {
        state["reach"] = json!(Seat::BOTH.map(|seat| table.reach(seat)));
    }
    match &look.choices {
        None => state["moves"] = table.moves().into(),
        Some(seats) if seats.contains(&table.turn().number()) => {
            wire::put_choices(&mut state, &table.choices(), words);
        }
        Some(_) => {}
    }
    Ok(Answer::Now(state))
}

/// Every ply from the start as the game writes it and as lists show it, passes included, with who made
/// it and the points after it.
fn played(start: &dyn Table, end: &dyn Table) -> Result<Vec<Value>, Problem> {
    let mut table = start.fork();
    let mut plies = Vec::new();
    for step in end.history().split_off(start.n_played()) {
        let seat = table.turn().number();
        let is_forced = table.forced_pass().is_some();
        table.play(&step).map_err(Problem::bad)?;
        let mut ply = table.last().map_or_else(|| json!({}), |told| wire::icon(&told));
        ply["move"] = step.into();
        ply["seat"] = seat.into();
        if is_forced {
            ply["forced"] = true.into();
        }
        if let Some(points) = table.points() {
            ply["points"] = json!(points);
        }
        plies.push(ply);
    }
    Ok(plies)
}
