//! Games, engines and positions: what there is and where a game stands.

use axum::Json as Reply;
use plywood_workbench::engines::Kind;
use plywood_workbench::games::{CATALOGUE, Table, open};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Json, Problem};

/// The most moves a call may carry; no game lasts longer.
const MOST_MOVES: usize = 400;

/// A game before and after its moves.
pub(crate) type Tables = (Box<dyn Table>, Box<dyn Table>);

/// What leads to a position.
#[derive(Clone, Debug, Deserialize)]
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
    /// The table before the moves, and after them.
    pub(crate) fn tables(&self) -> Result<Tables, Problem> {
        if self.moves.len() > MOST_MOVES {
            return Err(Problem::bad(format!("expected at most {MOST_MOVES} moves")));
        }
        let at = |moves: &[&str]| {
            open(&self.game, &self.rules, self.seed, self.position.as_deref(), moves)
                .map_err(Problem::bad)
        };
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        Ok((at(&[])?, at(&moves)?))
    }
}

pub(crate) async fn games() -> Reply<Value> {
    Reply(json!({ "games": catalogue() }))
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
            json!({ "name": entry.name, "about": entry.about, "rules": rules,
                    "shuffled": entry.is_shuffled })
        })
        .collect();
    games.into()
}

pub(crate) async fn engines() -> Reply<Value> {
    let engine = |kind: Kind| {
        let options: Vec<&str> = kind.options().iter().map(|option| option.key()).collect();
        json!({ "name": kind.name(), "about": kind.explain(), "options": options })
    };
    Reply(json!({ "engines": Kind::ALL.map(engine) }))
}

/// Where a game stands, with the passes that had to be played.
pub(crate) async fn state(Json(place): Json<Place>) -> Result<Reply<Value>, Problem> {
    let (start, mut table) = place.tables()?;
    let start_text = start.position();
    if table.result().is_none() && table.moves() == ["pass"] {
        table.play("pass").map_err(Problem::bad)?;
    }
    Ok(Reply(json!({
        "position": table.position(),
        "start": start_text,
        "turn": table.turn().number(),
        "moves": table.moves(),
        "result": table.result(),
        "points": table.points(),
        "played": played(start, &*table, &place.moves)?,
    })))
}

/// Every ply from the start, passes included, with who made it.
fn played(
    mut table: Box<dyn Table>,
    end: &dyn Table,
    moves: &[String],
) -> Result<Vec<Value>, Problem> {
    let mut plies = Vec::new();
    let mut moves = moves.iter();
    let mut next = moves.next();
    while table.position() != end.position() {
        let legal = table.moves();
        let step = match next {
            Some(step) if legal != ["pass"] || step.eq_ignore_ascii_case("pass") => {
                next = moves.next();
                step.as_str()
            }
            _ => "pass",
        };
        let seat = table.turn().number();
        let before = legal;
        table.play(step).map_err(Problem::bad)?;
        // The text as the game writes it, whatever form it came in.
        let text = before.iter().find(|text| text.as_str() == step).cloned();
        plies.push(json!({ "move": text.unwrap_or_else(|| step.to_owned()), "seat": seat }));
    }
    Ok(plies)
}
