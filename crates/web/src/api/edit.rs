//! Positions in the making: something is put down, and the answer says how that looks and reads.

use plywood_workbench::games::{Change, Seat, Spot, Stuff, draft, open};
use plywood_workbench::message;
use serde::Deserialize;

use super::{Answer, Caller, Problem};
use crate::wire;

/// A position and what is changed about it, if anything.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    game: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    change: Option<Wish>,
}

/// One change.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Wish {
    Put { at: Spot, what: What },
    Lay { seat: u32, at: Vec<Spot> },
    Lift(Spot),
    Turn(u32),
    Hand(Option<u8>),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind", deny_unknown_fields)]
enum What {
    Nothing,
    Wall,
    Owned { seat: u32 },
    Piece { piece: u8 },
    Knight { seat: u32 },
}

fn seat(number: u32) -> Result<Seat, Problem> {
    let seat = Seat::BOTH.into_iter().find(|seat| seat.number() == number);
    seat.ok_or_else(|| {
        Problem::bad(message!("web-seat", "`seat`: expected 1 or 2, got {number}", number))
    })
}

impl Wish {
    fn change(&self) -> Result<Change, Problem> {
        Ok(match self {
            Self::Put { at, what } => Change::Put(*at, what.stuff()?),
            Self::Lay { seat: number, at } => Change::Lay(seat(*number)?, at.clone()),
            Self::Lift(at) => Change::Lift(*at),
            Self::Turn(number) => Change::Turn(seat(*number)?),
            Self::Hand(piece) => Change::Hand(*piece),
        })
    }
}

impl What {
    fn stuff(&self) -> Result<Stuff, Problem> {
        Ok(match *self {
            Self::Nothing => Stuff::Nothing,
            Self::Wall => Stuff::Wall,
            Self::Owned { seat: number } => Stuff::Owned(seat(number)?),
            Self::Piece { piece } => Stuff::Piece(piece),
            Self::Knight { seat: number } => Stuff::Knight(seat(number)?),
        })
    }
}

/// How the position looks and reads after the change.
pub(crate) fn edit(who: &Caller, edit: &Edit) -> Result<Answer, Problem> {
    let change = edit.change.as_ref().map(Wish::change).transpose()?;
    let start = open(&edit.game, &edit.rules, edit.seed, None, &[]).map_err(Problem::bad)?;
    let draft =
        draft(&edit.game, &edit.rules, edit.seed, edit.position.as_deref(), change.as_ref());
    Ok(Answer::Now(wire::draft(&draft.map_err(Problem::bad)?, &*start, who.words)))
}
