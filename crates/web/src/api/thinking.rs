//! Engines at work: a move, or live analysis.

use std::sync::Arc;
use std::time::Duration;

use plywood_workbench::engines::{Engine, Findings, Means, Thought, ThoughtLine};
use plywood_workbench::games::{Choice, Refused, Table};
use plywood_workbench::language::Words;
use plywood_workbench::play::{Ending, Player, Session, Setup};
use plywood_workbench::{Limits, Message, message};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{About, Answer, Caller, Place, Problem, programs};
use crate::queue::Lane;
use crate::server::Site;
use crate::wire;

/// The longest a search may take.
const MOST_TIME: u64 = 60_000;
const MOST_LINES: usize = 40;

/// Who shall think about a position, and for how long.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    #[serde(default)]
    engine: Option<String>,
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    time_ms: Option<u64>,
    #[serde(default)]
    lines: Option<usize>,
    /// Whether every legal move is to be valued.
    #[serde(default)]
    values: bool,
}

impl Question {
    fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms.unwrap_or(1000).clamp(1, MOST_TIME))
    }

    /// Who thinks, and the program's name if it is one.
    fn thinker(&self, site: &Site, who: &Caller) -> Result<(Player, Option<String>), Problem> {
        let name = self.engine.as_deref().unwrap_or_default();
        match programs::asked_for(site, who, name)? {
            Some(program) => {
                Ok((Player::Guest(program.engine.clone()), Some(program.name.clone())))
            }
            None => Ok((self.player()?, None)),
        }
    }

    fn player(&self) -> Result<Player, Problem> {
        let name = match (&self.engine, self.level) {
            (Some(engine), _) if !engine.trim().is_empty() => engine.clone(),
            (_, Some(level)) => format!("level:{level}"),
            _ => "best".to_owned(),
        };
        let player: Player = name.parse().map_err(Problem::bad)?;
        match &player {
            Player::Human => {
                Err(Problem::bad(message!("web-person", "a person does not think here")))
            }
            Player::Engine(engine) => check(engine).map(|()| player),
            Player::Level(_) => Ok(player),
            Player::Guest(_) => Err(Problem::bad(message!(
                "web-programs",
                "programs play here under the names that `plywood serve --engine` gives them"
            ))),
        }
    }
}

/// Memory and threads are the server's to give.
pub(super) fn check(engine: &Engine) -> Result<(), Problem> {
    match (engine.hash, engine.threads) {
        (None, None) => Ok(()),
        _ => Err(Problem::bad(message!(
            "web-settled",
            "`hash` and `threads` are settled by the server"
        ))),
    }
}

/// The bytes of a weak level's search, and of each millisecond of any other: a table that is too large
/// for its search takes longer to clear than to use.
const WEAK_BYTES: u64 = 2_000_000;
const BYTES_A_MS: u64 = 64_000;
/// Levels up to this one look at some thousands of positions.
const WEAK: u8 = 6;

impl Question {
    /// Whether a weak level is asked: its moves take a moment, whatever else goes on.
    fn is_weak(&self) -> bool {
        self.engine.as_ref().is_none_or(|engine| engine.trim().is_empty())
            && self.level.is_some_and(|level| level <= WEAK)
    }

    /// What an engine may use for a move.
    fn means(&self, seed: u64, site: &Site) -> Means {
        let wanted = match self.is_weak() {
            true => WEAK_BYTES,
            false => BYTES_A_MS.saturating_mul(self.time().as_millis() as u64).max(WEAK_BYTES),
        };
        Means { hash: wanted.min(site.config.bytes), threads: site.config.threads, seed }
    }
}

/// A session at a table with a player on both sides.
fn session(
    site: &Site,
    place: &Place,
    table: &dyn Table,
    question: &Question,
    player: Player,
) -> Result<Session, Problem> {
    let setup = Setup {
        game: place.game.clone(),
        rules: place.rules.clone(),
        seed: place.seed,
        position: Some(table.position()),
        players: [player.clone(), player],
        time: Some(question.time()),
        depth: None,
    };
    let mut session = Session::new(setup).map_err(Problem::bad)?;
    session.set_means(question.means(place.seed, site));
    Ok(session)
}

/// What is wrong with a thought, in words that tell no path.
fn reason(refused: &Refused, program: Option<&str>) -> Message {
    match program {
        Some(name) => programs::failed(refused, name),
        None => refused.message().clone(),
    }
}

/// The move an engine, a level or a program chooses.
pub(crate) fn think(site: &Site, who: &Caller, asked: &About<Question>) -> Result<Answer, Problem> {
    let (place, question) = (&asked.place, &asked.ask);
    let (player, program) = question.thinker(site, who)?;
    let (_, table) = place.tables()?;
    if let Some(ending) = Ending::of(&*table) {
        let over = Problem::bad(message!("game-over", "the game is over"));
        return Err(over.with("ending", json!(ending)));
    }
    let mut session = session(site, place, &*table, question, player)?;
    let lane = if question.is_weak() { Lane::Moment } else { Lane::Search };
    // The engine takes its memory in its turn, not while it waits.
    let search = move |cancel: &_| {
        let job = session.job().ok_or_else(Problem::broken)?;
        let table = Arc::clone(job.table());
        let found = job.run(cancel, &mut |_| {});
        let found = found.map_err(|e| Problem::bad(reason(&e, program.as_deref())))?;
        Ok(json!(table.thought(&found)))
    };
    Ok(Answer::Search(lane, Box::new(search)))
}

/// Live analysis: thoughts as they come, the last one marked `done`.
pub(crate) fn analyse(
    site: &Site,
    who: &Caller,
    asked: &About<Question>,
) -> Result<Answer, Problem> {
    let (place, question) = (&asked.place, &asked.ask);
    let (player, program) = question.thinker(site, who)?;
    let (_, table) = place.tables()?;
    let engine = match player {
        Player::Engine(engine) => engine,
        Player::Guest(_) => {
            let session = session(site, place, &*table, question, player)?;
            return Ok(opinion(session, program, who.words));
        }
        _ => {
            return Err(Problem::bad(message!(
                "web-no-level",
                "analysis is made by an engine, not by a level"
            )));
        }
    };
    let n_shown = question.lines.unwrap_or(1).clamp(1, MOST_LINES);
    let choices = if question.values { table.choices() } else { Vec::new() };
    let n_lines = n_shown.max(choices.len());
    let report = Report { n_shown, choices };
    let (time, means, words) = (question.time(), question.means(place.seed, site), who.words);
    Ok(Answer::Events(Box::new(move |tell, cancel| {
        let limits = Limits { time: Some(time), cancel: cancel.clone(), ..Limits::default() };
        let mut watch = |found: &Findings| tell(report.news(&*table, &table.thought(found)));
        let mut thinker = table.seat(&engine, &means);
        Ok(match thinker.think(table.as_ref(), n_lines, &limits, &mut watch) {
            Ok(found) => {
                let mut last = report.news(&*table, &table.thought(&found));
                last["done"] = true.into();
                last
            }
            Err(refused) => json!({ "error": words.say(refused.message()) }),
        })
    })))
}

/// What a program of others thinks: its move, and its value where it tells one.
fn opinion(mut session: Session, program: Option<String>, words: &'static Words) -> Answer {
    Answer::Events(Box::new(move |_, cancel| {
        let job = session.job().ok_or_else(Problem::broken)?;
        let table = Arc::clone(job.table());
        let report = Report { n_shown: 1, choices: Vec::new() };
        Ok(match job.run(cancel, &mut |_| {}) {
            Ok(found) => {
                let mut last = report.news(&*table, &table.thought(&found));
                last["done"] = true.into();
                last
            }
            Err(refused) => json!({ "error": words.say(&reason(&refused, program.as_deref())) }),
        })
    }))
}

/// What of a thought is sent.
struct Report {
    n_shown: usize,
    /// The moves to be valued; none unless that was asked for.
    choices: Vec<Choice>,
}

impl Report {
    fn news(&self, table: &dyn Table, thought: &Thought) -> Value {
        let shown: Vec<ThoughtLine> = thought.lines.iter().take(self.n_shown).cloned().collect();
        let told: Vec<Value> = shown.iter().map(|line| wire::line(table, &line.pv)).collect();
        let mut news = json!({ "thought": Thought { lines: shown, ..thought.clone() } });
        // Each line besides as lists of moves show it.
        news["told"] = told.into();
        if !self.choices.is_empty() {
            let values = thought.lines.iter().filter_map(|line| self.value(line));
            news["values"] = values.collect();
            news["of"] = self.choices.len().into();
        }
        news
    }

    /// What a move is worth to the side to move, and the cells it goes to.
    fn value(&self, line: &ThoughtLine) -> Option<Value> {
        let choice = self.choices.iter().find(|choice| choice.step == line.step)?;
        let at = choice.parts.iter().map(|part| &part.at).find(|at| !at.is_empty());
        Some(json!({ "move": line.step, "score": line.score, "exact": line.exact,
                     "at": at.map_or(&[][..], Vec::as_slice) }))
    }
}
