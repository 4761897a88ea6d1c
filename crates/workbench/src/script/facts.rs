//! Facts: the named constants that a script may read.

use plywood_contract::{Ground, Message, Seat, message};
use rhai::{Array, Dynamic, Scope};

use super::Script;
use crate::games::Table;

/// A constant of scripts.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name in scripts.
    pub name: &'static str,
    /// What it is.
    pub about: Message,
}

/// Collects the facts for a script; those that its text does not mention are never computed.
pub(crate) struct Facts<'a> {
    script: &'a Script,
    scope: Scope<'static>,
    names: Vec<&'static str>,
}

impl<'a> Facts<'a> {
    pub(super) fn new(script: &'a Script) -> Self {
        Self { script, scope: Scope::new(), names: Vec::new() }
    }

    fn wants(&mut self, name: &'static str) -> bool {
        self.names.push(name);
        self.script.mentions(name)
    }

    /// A whole number.
    pub(crate) fn number(&mut self, name: &'static str, value: impl FnOnce() -> i64) {
        if self.wants(name) {
            self.scope.push_constant(name, value());
        }
    }

    /// A Boolean.
    pub(crate) fn truth(&mut self, name: &'static str, value: bool) {
        if self.wants(name) {
            self.scope.push_constant(name, value);
        }
    }

    /// A list of whole numbers.
    pub(crate) fn list<I: Iterator<Item = i64>>(
        &mut self,
        name: &'static str,
        values: impl FnOnce() -> I,
    ) {
        if self.wants(name) {
            let list: Array = values().map(Dynamic::from_int).collect();
            self.scope.push_constant(name, list);
        }
    }

    pub(super) fn parts(self) -> (Scope<'static>, Vec<&'static str>) {
        (self.scope, self.names)
    }
}

/// The facts about a position.
pub fn table_facts() -> Vec<Fact> {
    let fact = |name, about| Fact { name, about };
    vec![
        fact("rows", message!("fact-rows", "how many rows there are")),
        fact("columns", message!("fact-columns", "how many columns there are")),
        fact("seat", message!("fact-seat", "who is to move, 1 or 2")),
        fact("played", message!("fact-played", "how many moves were made")),
        fact(
            "cells",
            message!(
                "fact-cells",
                "row by row from the top left: 1 for a piece of the side to move, −1 for one of the opponent, 0 for none"
            ),
        ),
        fact(
            "kinds",
            message!(
                "fact-kinds",
                "row by row: the number of the kind of piece on each cell, −1 for none"
            ),
        ),
        fact(
            "numbers",
            message!("fact-numbers", "row by row: the number written on each cell, 0 for none"),
        ),
        fact(
            "hand",
            message!("fact-hand", "the kind of the piece that must be placed, −1 for none"),
        ),
        fact("moves", message!("fact-moves", "how many moves the side to move has")),
        fact("reach", message!("fact-reach", "how many cells the side to move can still reach")),
        fact(
            "their_reach",
            message!("fact-their-reach", "how many cells the opponent can still reach"),
        ),
        fact(
            "points",
            message!("fact-points", "the points of the side to move, 0 in games without"),
        ),
        fact(
            "their_points",
            message!("fact-their-points", "the points of the opponent, 0 in games without"),
        ),
    ]
}

/// Sets the facts about a position, from the point of view of the side to move.
pub(crate) fn tell_table(table: &dyn Table, facts: &mut Facts<'_>) {
    let frame = table.frame();
    let scene = table.scene();
    let seat = table.turn();
    let n_cells = usize::from(frame.rows) * usize::from(frame.columns);
    let other = if seat == Seat::One { Seat::Two } else { Seat::One };
    let spread = |of: &dyn Fn(&plywood_contract::Square) -> Option<i64>, none: i64| {
        let mut cells = vec![none; n_cells];
        for square in scene.squares.iter().filter(|square| square.ground != Ground::Wall) {
            if let (Some(cell), Some(value)) = (cells.get_mut(usize::from(square.at)), of(square)) {
                *cell = value;
            }
        }
        cells.into_iter()
    };
    facts.number("rows", || frame.rows.into());
    facts.number("columns", || frame.columns.into());
    facts.number("seat", || seat.number().into());
    facts.number("played", || table.n_played() as i64);
    facts.list("cells", || {
        spread(&|square| square.owner.map(|owner| if owner == seat { 1 } else { -1 }), 0)
    });
    facts.list("kinds", || spread(&|square| square.piece.map(i64::from), -1));
    facts.list("numbers", || spread(&|square| square.text.parse().ok(), 0));
    facts.number("hand", || scene.hand.map_or(-1, i64::from));
    facts.number("moves", || table.moves().len() as i64);
    facts.number("reach", || table.reach(seat).len() as i64);
    facts.number("their_reach", || table.reach(other).len() as i64);
    let points = |of: Seat| table.points().map_or(0, |points| points[of.index()].into());
    facts.number("points", || points(seat));
    facts.number("their_points", || points(other));
}
