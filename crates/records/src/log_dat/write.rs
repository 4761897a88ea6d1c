//! Writes the log: follows a session and appends an entry for every event.

use std::path::{Path, PathBuf};

use plywood_workbench::SplitMix;

use super::board::{lisp, pieces_left, with_counts};
use super::entry::Entry;
use super::{END, LogForm, MOVE, NONE, NONE_PLAIN, START, TAKE_BACK, append_whole};
use plywood_language::Words;
use plywood_workbench::engines::MoveOrigin;
use plywood_workbench::games::{Look, Offer, Table, open};
use plywood_workbench::play::{Effort, Ending, Player, Ply, Session, Setup, chosen};

/// The log of one session.
pub struct LogDat {
    path: Option<PathBuf>,
    form: LogForm,
    look: Look,
    tag: String,
    /// The game as logged so far.
    table: Option<Box<dyn Table>>,
    logged: Vec<Ply>,
    /// Plies from before the start block.
    n_before: usize,
    has_ended: bool,
}

impl LogDat {
    /// Logs to this file, or only to the screen if there is none; boards are drawn in this look.
    pub fn new(path: Option<&Path>, look: Look) -> Self {
        Self {
            path: path.map(Path::to_path_buf),
            form: LogForm::Text,
            look,
            tag: tag(),
            table: None,
            logged: Vec::new(),
            n_before: 0,
            has_ended: false,
        }
    }

    /// The same, with boards of this form in the file; the screen keeps its drawings.
    pub fn in_form(mut self, form: LogForm) -> Self {
        self.form = form;
        self
    }

    /// The file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Stops writing to the file, as after an error; entries are still made for the screen.
    pub fn leave_file(&mut self) {
        self.path = None;
    }

    /// Appends an entry for every event since the last call. Returns the entries, for the screen, and whether they
    /// could be written.
    pub fn follow(&mut self, session: &Session, words: &Words) -> (String, std::io::Result<()>) {
        let mut entries = Vec::new();
        let is_same = |(logged, new): &(&Ply, &Ply)| logged == new;
        let mut n_same = self.logged.iter().zip(session.plies()).take_while(is_same).count();
        if self.table.is_none() || n_same < self.n_before {
            // What was taken back lies before the start block: the log begins anew.
            *self = Self::new(self.path.as_deref(), self.look).in_form(self.form);
            entries.push(self.begin(session, words));
            n_same = self.logged.len();
        }
        let n_gone = self.logged.len() - n_same;
        if n_gone > 0 || (self.has_ended && session.ending().is_none()) {
            for _ in 0..n_gone {
                self.table.as_mut().map(|table| table.take_back());
            }
            self.logged.truncate(n_same);
            self.has_ended = false;
            let heading = words.text("log-take-back");
            entries.push(self.entry(words, &heading, &TAKE_BACK, &[n_gone.to_string()]));
        }
        for ply in &session.plies()[n_same..] {
            let Some(table) = &mut self.table else { break };
            if table.play(&ply.step).is_err() {
                break;
            }
            let drawing = with_counts(&words.sketch(&table.sketch(self.look)), &table.frame());
            let board = [words.text("log-board"), drawing, lisp(table.as_ref())];
            self.logged.push(ply.clone());
            entries.push(Entry { board: Some(board), ..self.ply(ply, session.game(), words) });
        }
        if let Some(ending) = session.ending().filter(|_| !self.has_ended) {
            self.has_ended = true;
            entries.push(self.end(session, &ending, words));
        }
        let append = |entry: &Entry| match &self.path {
            Some(path) => append_whole(path, &entry.text(self.form)),
            None => Ok(()),
        };
        let written = entries.iter().try_for_each(append);
        (entries.iter().map(|entry| entry.text(LogForm::Text)).collect(), written)
    }

    /// The start block: from where the session stands, so that a resumed game can be read by itself.
    fn begin(&mut self, session: &Session, words: &Words) -> Entry {
        let setup = session.setup();
        let is_new = session.plies().iter().all(|ply| ply.forced);
        let position = if is_new { session.start().to_owned() } else { session.position() };
        self.logged = if is_new { Vec::new() } else { session.plies().to_vec() };
        self.n_before = self.logged.len();
        self.table = open(session.game().name, &setup.rules, setup.seed, Some(&position), &[]).ok();
        let dash = || "-".to_owned();
        let values = [
            jiff::Zoned::now().strftime("%Y-%m-%d %H:%M:%S").to_string(),
            session.game().name.to_owned(),
            rules(&setup.rules, words),
            position,
            words.player(&setup.players[0].to_string()),
            words.player(&setup.players[1].to_string()),
            setup.time.map_or_else(dash, |time| format!("{} ms", time.as_millis())),
            depth_of(setup).unwrap_or_else(dash),
        ];
        self.entry(words, &words.text("log-start"), &START, &values)
    }

    fn ply(&self, ply: &Ply, game: &Offer, words: &Words) -> Entry {
        let effort = ply.effort.as_ref();
        let figure = |of: fn(&Effort) -> Option<u64>| {
            effort.and_then(of).map_or_else(|| self.none().to_owned(), |count| count.to_string())
        };
        let ended = effort.and_then(|effort| effort.ended);
        let values = [
            format!("{} ({})", ply.player, words.player(&ply.by)),
            if ply.is_pass() { words.text("log-pass") } else { ply.step.clone() },
            points(ply.points),
            figure(|effort| Some(effort.analysed)),
            figure(|effort| effort.expanded),
            figure(|effort| effort.pruned),
            figure(|effort| effort.alpha_cuts),
            figure(|effort| effort.beta_cuts),
            figure(|effort| effort.table_hits),
            figure(|effort| {
                (effort.origin != MoveOrigin::Random).then_some(u64::from(effort.depth))
            }),
            ended.map_or_else(|| self.none().to_owned(), |ended| words.text(ended.key())),
            format!("{} ms", ply.time_ms),
            self.evaluation(ply, game, words),
        ];
        let heading = format!("{} {}", words.text("log-move"), self.logged.len());
        self.entry(words, &heading, &MOVE[1..], &values)
    }

    /// The engine's evaluation of the position, or that it did not search.
    fn evaluation(&self, ply: &Ply, game: &Offer, words: &Words) -> String {
        let origin = ply.effort.as_ref().map(|effort| effort.origin).unwrap_or_default();
        match (chosen(origin, &ply.by, game, words), ply.worth()) {
            (Some(how), _) => format!("{} ({how})", self.none()),
            (None, Some(score)) => score.say(game, words),
            (None, None) => self.none().to_owned(),
        }
    }

    /// Stands in for a missing figure.
    fn none(&self) -> &'static str {
        if self.look == Look::Plain { NONE_PLAIN } else { NONE }
    }

    fn end(&self, session: &Session, ending: &Ending, words: &Words) -> Entry {
        let named = |number: u32| {
            let player = &session.setup().players[usize::from(number == 2)];
            format!("{number} ({})", words.player(&player.to_string()))
        };
        let winner = ending.winner.map_or_else(|| words.text("log-nobody"), named);
        let left = pieces_left(session.table(), words).into_iter().map(|(owner, pieces)| {
            let Some(owner) = owner else { return pieces };
            let side = session.game().side(owner);
            format!("{}: {pieces}", words.fill("side-name", &[("side", &side)]))
        });
        let left = left.collect::<Vec<_>>().join("; ");
        let left = if left.is_empty() { self.none().to_owned() } else { left };
        let values = [winner, words.text(ending.reason.key()), points(session.points()), left];
        self.entry(words, &words.text("log-end"), &END, &values)
    }

    fn entry(&self, words: &Words, heading: &str, labels: &[&str], values: &[String]) -> Entry {
        let field = |(label, value): (&&str, &String)| (words.text(label), value.clone());
        let fields = labels.iter().zip(values).map(field).collect();
        Entry { heading: format!("[{}] {heading}", self.tag), fields, board: None }
    }
}

/// The rules chosen, each in words with the word for its value; a dash for the usual ones.
fn rules(rules: &str, words: &Words) -> String {
    let worded = |pair: &str| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let key = words.text(&format!("rule-{}", key.trim().replace('_', "-")));
        format!("{key}: {}", words.text(&format!("value-{}", value.trim())))
    };
    let pairs: Vec<String> =
        rules.split(',').filter(|pair| !pair.trim().is_empty()).map(worded).collect();
    if pairs.is_empty() { "-".into() } else { pairs.join("; ") }
}

fn points(points: Option<[u32; 2]>) -> String {
    points.map_or_else(|| "-".into(), |[one, two]| format!("{one} - {two}"))
}

/// Six digits that identify this session.
fn tag() -> String {
    let now = jiff::Timestamp::now().as_nanosecond() as u64;
    let seed = now ^ u64::from(std::process::id()).rotate_left(32);
    format!("{:06x}", SplitMix::new(seed).next() & 0xff_ffff)
}

/// The maximum depth of the computers: that of all, or of each that has one of its own.
fn depth_of(setup: &Setup) -> Option<String> {
    let own = setup.players.iter().filter_map(|player| match player {
        Player::Engine(engine) => engine.depth,
        _ => None,
    });
    let mut depths: Vec<u32> = setup.depth.map_or_else(|| own.collect(), |all| vec![all]);
    depths.dedup();
    let depths: Vec<String> = depths.iter().map(u32::to_string).collect();
    (!depths.is_empty()).then(|| depths.join(" / "))
}
