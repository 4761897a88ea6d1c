//! Our engines in UGI.

use std::time::Duration;

use plywood_protocol::ugi::{Engine, Query, Reply, Search, Setting};
use plywood_protocol::{Go, Info, Score};
use plywood_workbench::engines::Thought;
use plywood_workbench::games::{CATALOGUE, Seat};

use super::session::{KEYS, Session, think};

/// A session that answers UGI.
pub(super) struct UgiEngine {
    pub(super) session: Session,
}

impl Engine for UgiEngine {
    fn introduce(&self) -> Vec<Reply> {
        let mut replies = vec![
            Reply::Name(format!("Plywood {}", env!("CARGO_PKG_VERSION"))),
            Reply::Author("the Plywood contributors".into()),
        ];
        for (key, _) in KEYS {
            let default = self.session.get(key);
            let kind = match key {
                "game" => {
                    let games = CATALOGUE.each_ref().map(|entry| format!("var {}", entry.name));
                    format!("combo default {default} {}", games.join(" "))
                }
                "threads" => format!("spin default {default} min 1 max 256"),
                "hash" => format!("spin default {default} min 1 max 65535"),
                "level" => format!("spin default {default} min 0 max 9"),
                _ if default.is_empty() => "string default <empty>".into(),
                _ => format!("string default {default}"),
            };
            replies.push(Reply::Setting(Setting { name: key.into(), kind }));
        }
        replies
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.session.clear()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.session.set(name, value)
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String> {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.session.set_position(start, &moves)
    }

    fn query(&self, query: Query) -> Result<String, String> {
        let table = &self.session.table;
        Ok(match (query, table.result()) {
            (Query::GameOver, result) => result.is_some().to_string(),
            (Query::PlayerOneTurn, _) => (table.turn() == Seat::One).to_string(),
            (Query::Result, None) => "none".into(),
            (Query::Result, Some(0)) => "draw".into(),
            (Query::Result, Some(1..)) => "p1win".into(),
            (Query::Result, Some(_)) => "p2win".into(),
        })
    }

    fn search(&mut self, go: &Go) -> Result<Search<'_>, String> {
        let session = &mut self.session;
        if session.table.result().is_some() {
            return Err("the game is over: no move is left".into());
        }
        let limits = session.limits(go);
        let stop = limits.cancel.clone();
        let (thinker, table) = (session.thinker.as_mut(), session.table.as_ref());
        let run = move |watch: &mut dyn FnMut(Info)| {
            let mut tell = |thought: &Thought| watch(info(thought));
            think(thinker, table, &limits, &mut tell)
        };
        Ok(Search { stop: Box::new(move || stop.raise()), run: Box::new(run) })
    }
}

fn info(thought: &Thought) -> Info {
    let centipoints = |score: f64| (score * 100.0).round() as i64;
    let score = match thought.score.map(centipoints) {
        Some(score) if thought.exact => Some(Score::Exact(score)),
        score => score.map(Score::Centipoints),
    };
    Info {
        depth: Some(thought.depth),
        score,
        nodes: Some(thought.nodes),
        nps: thought.nps.map(|nps| nps as u64),
        time: Some(Duration::from_millis((thought.time_s * 1000.0) as u64)),
        pv: thought.pv.clone(),
        text: None,
    }
}
