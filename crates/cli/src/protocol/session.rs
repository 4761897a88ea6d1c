//! A game with one of our engines at it, as a controller sees them.

use plywood_protocol::{Go, Side};
use plywood_workbench::engines::{Engine, EngineError, Findings, Means, Thinker, Thought};
use plywood_workbench::games::{Offer, OpenError, Seat, Table, find, open};
use plywood_workbench::play::Level;
use plywood_workbench::units::{parse_bytes, parse_count, parse_plies, parse_time, room};
use plywood_workbench::{Limits, Refused};

use super::budget::{Budget, for_thinking, share};
use crate::args::ProtocolArguments;

/// A game under way and the engine that plays it.
pub(super) struct Session {
    game: &'static str,
    rules: String,
    seed: u64,
    pub(super) table: Box<dyn Table>,
    /// Plies on the table for each move a controller sent: more than one where a pass was put in.
    plies: Vec<usize>,
    engine: Engine,
    /// Plays in the engine's place, if there is one.
    level: Option<Level>,
    means: Means,
    pub(super) thinker: Box<dyn Thinker>,
    pub(super) budget: Budget,
}

/// What can be set, with what it may be set to.
pub(super) const KEYS: [(&str, &str); 10] = [
    ("game", "the name of a game"),
    ("rules", "key=value pairs"),
    ("engine", "a name with options"),
    ("threads", "1 to 256"),
    ("hash", "megabytes from 1 to 65535, or an amount as in 64MB"),
    ("seed", "a whole number"),
    ("time", "a time for each move, as in 500ms, or 0 for none"),
    ("nodes", "a count for each move, or 0 for none"),
    ("depth", "plies, or 0 for none"),
    ("level", "1 to 9, or 0 for none"),
];

impl Session {
    pub(super) fn new(arguments: &ProtocolArguments) -> Result<Self, OpenError> {
        let game = find(&arguments.game)?.name;
        let rules = arguments.rules.join(",");
        let seed = arguments.seed;
        let table = open(game, &rules, seed, None, &[])?;
        let (engine, level) = (arguments.engine.clone(), arguments.level);
        let means = Means { threads: arguments.threads.into(), hash: arguments.hash, seed };
        let thinker = table.seat(&player(&engine, level, table.offer()), &means);
        let budget =
            Budget { time: arguments.time, nodes: arguments.nodes, depth: arguments.depth };
        let plies = Vec::new();
        Ok(Self { game, rules, seed, table, plies, engine, level, means, thinker, budget })
    }

    /// The engine that plays: the one named, or that of a level.
    fn player(&self) -> Engine {
        player(&self.engine, self.level, self.table.offer())
    }

    /// Seats the engine anew, after something about it has changed.
    fn seat(&mut self) {
        self.thinker = self.table.seat(&self.player(), &self.means);
    }

    /// Begins a new game from its start.
    pub(super) fn clear(&mut self) -> Result<(), String> {
        self.set_position(None, &[])?;
        self.thinker.forget();
        Ok(())
    }

    /// Sets up a position, or leaves everything as it was.
    pub(super) fn set_position(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
    ) -> Result<(), String> {
        let opened = open(self.game, &self.rules, self.seed, start, moves);
        self.table = opened.map_err(|e| e.to_string())?;
        self.plies = vec![1; moves.len()];
        Ok(())
    }

    /// Sets an option, or says what was expected.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        fn unless_zero<T>(
            value: &str,
            read: impl Fn(&str) -> Result<T, Refused>,
        ) -> Result<Option<T>, String> {
            let read = |value| read(value).map_err(|e| e.to_string());
            if value == "0" { Ok(None) } else { read(value).map(Some) }
        }
        let key = key.to_ascii_lowercase();
        let expected = || {
            let known = KEYS.iter().find(|(known, _)| *known == key);
            format!(
                "`{value}` is not a value for {key}: expected {}",
                known.map_or("", |known| known.1)
            )
        };
        match key.as_str() {
            "game" => return self.set_game(value),
            "rules" => return self.set_rules(value),
            "engine" => self.engine = value.parse().map_err(|e: EngineError| e.to_string())?,
            "seed" => {
                self.seed = value.parse().map_err(|_| expected())?;
                self.means.seed = self.seed;
            }
            "threads" => {
                let threads = value.parse().ok().filter(|n| (1..=256).contains(n));
                self.means.threads = threads.ok_or_else(expected)?;
            }
            "hash" => {
                // A number without a unit means megabytes, as with other engines.
                let is_bare = !value.is_empty() && value.chars().all(|c| c.is_ascii_digit());
                self.means.hash = if is_bare {
                    let megabytes = value.parse::<u64>().ok().filter(|n| (1..=65_535).contains(n));
                    room(megabytes.ok_or_else(expected)? * 1_000_000).map_err(|e| e.to_string())?
                } else {
                    parse_bytes(value).map_err(|e| e.to_string())?
                };
            }
            "time" => self.budget.time = unless_zero(value, parse_time)?,
            "nodes" => self.budget.nodes = unless_zero(value, parse_count)?,
            "depth" => self.budget.depth = unless_zero(value, parse_plies)?,
            "level" => {
                let read = |value: &str| value.parse::<Level>().map_err(Refused::from);
                self.level = unless_zero(value, read)?;
            }
            _ => {
                let keys: Vec<&str> = KEYS.iter().map(|(key, _)| *key).collect();
                return Err(format!("there is no option `{key}`: expected {}", keys.join(", ")));
            }
        }
        self.seat();
        Ok(())
    }

    /// What an option is set to.
    pub(super) fn get(&self, key: &str) -> String {
        fn or_zero<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
            value.map_or("0".into(), show)
        }
        match key {
            "game" => self.game.into(),
            "rules" => self.rules.clone(),
            "engine" => self.engine.to_string(),
            "threads" => self.means.threads.to_string(),
            "hash" => (self.means.hash / 1_000_000).to_string(),
            "seed" => self.seed.to_string(),
            "time" => or_zero(self.budget.time, |time| format!("{}ms", time.as_millis())),
            "nodes" => or_zero(self.budget.nodes, |nodes| nodes.to_string()),
            "depth" => or_zero(self.budget.depth, |depth| depth.to_string()),
            _ => or_zero(self.level, |level| level.to_string()),
        }
    }

    fn set_game(&mut self, name: &str) -> Result<(), String> {
        let game = find(name).map_err(|e| e.to_string())?.name;
        if game != self.game {
            (self.game, self.rules) = (game, String::new());
        }
        self.clear()?;
        self.seat();
        Ok(())
    }

    /// Sets the rules and begins a new game.
    pub(super) fn set_rules(&mut self, rules: &str) -> Result<(), String> {
        // Other programs write an empty text like this.
        let rules = if rules == "<empty>" { "" } else { rules };
        self.table = open(self.game, rules, self.seed, None, &[]).map_err(|e| e.to_string())?;
        rules.clone_into(&mut self.rules);
        self.plies.clear();
        self.seat();
        Ok(())
    }

    /// The moves of a side, passes left out. Where it is the other side's turn, the turn is changed in
    /// the position's text; a game whose text has no turn cannot tell.
    pub(super) fn moves_of(&self, side: Side) -> Option<Vec<String>> {
        let without_passes = |table: &dyn Table| match table.forced_pass() {
            Some(_) => Vec::new(),
            None => table.moves(),
        };
        if self.table.turn() == seat(side) || self.table.result().is_some() {
            return Some(without_passes(self.table.as_ref()));
        }
        let text = self.table.position();
        let fields: Vec<&str> = text.split(' ').collect();
        let turned = (0..fields.len()).find_map(|i| {
            let mut fields = fields.clone();
            fields[i] = match fields[i] {
                "1" => "2",
                "2" => "1",
                _ => return None,
            };
            let table =
                open(self.game, &self.rules, self.seed, Some(&fields.join(" ")), &[]).ok()?;
            (table.turn() == seat(side)).then_some(table)
        });
        turned.map(|table| without_passes(table.as_ref()))
    }

    /// Makes it a side's turn, by the other's forced pass if need be. Says how many plies that took.
    pub(super) fn give_turn(&mut self, side: Side) -> Result<usize, String> {
        if self.table.result().is_some() {
            return Err("the game is over".into());
        }
        if self.table.turn() == seat(side) {
            return Ok(0);
        }
        let colour = side.colour();
        if self.table.forced_pass().is_none() {
            return Err(format!("it is not the turn of {colour}, and the other side can move"));
        }
        Ok(self.table.pass_if_forced())
    }

    /// Plays a side's move, after the other's forced pass if need be.
    pub(super) fn play(&mut self, side: Side, text: &str) -> Result<(), String> {
        let n_passes = self.give_turn(side)?;
        if let Err(reason) = self.table.play(text) {
            self.take_back(n_passes);
            return Err(reason.to_string());
        }
        self.plies.push(n_passes + 1);
        Ok(())
    }

    /// Takes back the last move, with the pass that was put in before it.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        let n_plies = self.plies.pop().ok_or("there is no move to take back")?;
        self.take_back(n_plies);
        Ok(())
    }

    /// Takes back plies of the table.
    pub(super) fn take_back(&mut self, n_plies: usize) {
        for _ in 0..n_plies {
            self.table.take_back();
        }
    }

    /// What a search may spend.
    pub(super) fn limits(&self, go: &Go) -> Limits {
        let clock = go.clocks.map(|clocks| {
            let side = self.table.turn().index();
            share(clocks.left[side], clocks.increment[side])
        });
        let time = go.movetime.map(for_thinking).into_iter().chain(clock).min();
        if go.infinite {
            Limits::default()
        } else if time.is_none() && go.nodes.is_none() && go.depth.is_none() {
            self.budget.limits(&self.player())
        } else {
            Limits {
                time,
                nodes: go.nodes,
                depth: go.depth.map(|depth| depth.max(1)),
                ..Limits::default()
            }
        }
    }
}

/// The engine named, unless a level takes its place.
fn player(engine: &Engine, level: Option<Level>, game: &Offer) -> Engine {
    level.map_or_else(|| engine.clone(), |level| level.engine(game))
}

/// Thinks about the position at a table, which has moves, and says the best.
pub(super) fn think(
    thinker: &mut dyn Thinker,
    table: &dyn Table,
    limits: &Limits,
    watch: &mut dyn FnMut(&Thought),
) -> String {
    let mut tell = |found: &Findings| watch(&table.thought(found));
    let found = thinker.think(table, 1, limits, &mut tell);
    let best = found.ok().and_then(|found| {
        let thought = table.thought(&found);
        watch(&thought);
        thought.best
    });
    best.unwrap_or_else(|| table.moves().swap_remove(0))
}

/// The seat of a side.
pub(super) fn seat(side: Side) -> Seat {
    match side {
        Side::One => Seat::One,
        Side::Two => Seat::Two,
    }
}

/// The side of a seat.
pub(super) fn side(seat: Seat) -> Side {
    match seat {
        Seat::One => Side::One,
        Seat::Two => Side::Two,
    }
}
