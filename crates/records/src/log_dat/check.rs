//! Checks a log: every entry complete, every move legal, every figure a number.

use std::collections::HashMap;
use std::io::{BufRead, Read};
use std::sync::LazyLock;

use plywood_workbench::Message;

use super::board::lisp;
use super::{END, MOVE, NEWER, NONE, NONE_PLAIN, RULE, START, TAKE_BACK};
use plywood_language::{Language, Words};
use plywood_workbench::engines::is_said;
use plywood_workbench::games::{CATALOGUE, Seat, Table, open};

/// The counters of a move.
const FIGURES: [&str; 7] = [
    "log-analysed",
    "log-expanded",
    "log-pruned",
    "log-alpha-cuts",
    "log-beta-cuts",
    "log-table-hits",
    "log-depth",
];

/// The longest line of a log; the rest of a longer one is read as another line, and reported.
const MOST_LINE_BYTES: u64 = 64 << 10;

/// The contents of a log.
#[derive(Debug, Default)]
pub struct LogReport {
    /// Complete entries.
    pub n_entries: usize,
    /// Games with a start.
    pub n_games: usize,
    /// Games with an end.
    pub n_finished: usize,
    /// Faults, by line.
    pub faults: Vec<Fault>,
}

/// A fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    key: &'static str,
    holes: Vec<(&'static str, String)>,
    reason: Option<Box<Message>>,
}

impl Fault {
    pub(crate) fn new(line: usize, key: &'static str, holes: &[(&'static str, &str)]) -> Self {
        let holes = holes.iter().map(|&(name, value)| (name, value.to_owned())).collect();
        Self { line, key, holes, reason: None }
    }

    /// A fault that a library explains.
    pub(crate) fn because(line: usize, key: &'static str, reason: Message) -> Self {
        Self { reason: Some(Box::new(reason)), ..Self::new(line, key, &[]) }
    }

    /// The fault in words.
    pub fn text(&self, words: &Words) -> String {
        let label = |(name, value): &(&'static str, String)| match *name {
            "label" => (*name, words.text(value)),
            _ => (*name, value.clone()),
        };
        let reason = self.reason.iter().map(|reason| ("reason", words.say(reason)));
        let filled: Vec<(&str, String)> = self.holes.iter().map(label).chain(reason).collect();
        let holes: Vec<(&str, &dyn std::fmt::Display)> =
            filled.iter().map(|(name, value)| (*name, value as &dyn std::fmt::Display)).collect();
        let fault = words.fill(self.key, &holes);
        words.fill("log-fault", &[("line", &self.line), ("fault", &fault)])
    }
}

/// Checks a log in any language. Only I/O errors are returned; all other faults are in the report.
pub fn check(source: impl BufRead) -> std::io::Result<LogReport> {
    let mut checker = Checker::default();
    let mut source = source;
    let mut number = 0;
    loop {
        number += 1;
        let mut bytes = Vec::new();
        if source.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let is_whole = bytes.ends_with(b"\n");
        let line = String::from_utf8_lossy(&bytes);
        checker.line(number, line.trim_end_matches(['\n', '\r']), is_whole);
    }
    checker.cut_short();
    Ok(checker.report)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Start,
    Move,
    TakeBack,
    End,
}

impl Kind {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Start, "log-start"),
        (Self::TakeBack, "log-take-back"),
        (Self::Move, "log-move"),
        (Self::End, "log-end"),
    ];

    const fn labels(self) -> &'static [&'static str] {
        match self {
            Self::Start => &START,
            Self::Move => &MOVE,
            Self::TakeBack => &TAKE_BACK,
            Self::End => &END,
        }
    }
}

/// An entry in progress.
struct Entry {
    line: usize,
    kind: Kind,
    tag: String,
    /// What follows the kind in the heading.
    number: String,
    fields: HashMap<&'static str, String>,
    /// The board as a list, if the entry is in the Lisp form.
    list: Option<String>,
    /// Lines without a known label; the last line of an entry that was cut off is not reported.
    strange: Vec<(usize, String)>,
}

impl Entry {
    fn field(&self, key: &str) -> &str {
        self.fields.get(key).map_or("", String::as_str)
    }
}

/// A game as far as the log tells it.
struct LoggedGame {
    table: Box<dyn Table>,
    next: Option<usize>,
}

/// The words of a log, in every language.
struct Phrases {
    /// Messages by label.
    labels: HashMap<String, Vec<&'static str>>,
    headings: Vec<(String, Kind)>,
    words: [Words; 2],
}

/// Collected once: loading the messages of a language takes longer than reading a log.
static PHRASES: LazyLock<Phrases> = LazyLock::new(Phrases::gather);

#[derive(Default)]
struct Checker {
    entry: Option<Entry>,
    games: HashMap<String, LoggedGame>,
    report: LogReport,
}

impl Phrases {
    fn gather() -> Self {
        let mut labels: HashMap<String, Vec<&'static str>> = HashMap::new();
        let mut headings = Vec::new();
        let languages = Language::ALL.map(Words::new);
        for words in &languages {
            for key in START.iter().chain(&MOVE).chain(&TAKE_BACK).chain(&END) {
                labels.entry(words.text(key)).or_default().push(key);
            }
            headings.extend(Kind::ALL.map(|(kind, key)| (words.text(key), kind)));
        }
        // `Moves taken back` before `Move`.
        headings.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        Self { labels, headings, words: languages }
    }

    /// The entry that a heading `[tag] Move 3` opens.
    fn heading(&self, line: usize, heading: &str) -> Option<Entry> {
        let (tag, rest) = heading.strip_prefix('[')?.split_once("] ")?;
        let (text, kind) = self.headings.iter().find(|(text, _)| rest.starts_with(text))?;
        let number = rest[text.len()..].trim().to_owned();
        Some(Entry {
            line,
            kind: *kind,
            tag: clip(tag),
            number,
            fields: HashMap::new(),
            list: None,
            strange: Vec::new(),
        })
    }

    /// Rules in words as `key=value`; what is not in words stays as it is.
    fn rules(&self, text: &str) -> String {
        let pair = |pair: &str| {
            let (rule, value) = pair.split_once(": ")?;
            let rules = CATALOGUE.iter().flat_map(|offer| offer.rules);
            let mut pairs = rules.flat_map(|rule| rule.values.iter().map(move |v| (rule.key, v)));
            let is_meant = |(key, known): &(&str, &&str)| {
                self.words.iter().any(|words| {
                    words.text(&format!("rule-{}", key.replace('_', "-"))) == rule
                        && words.text(&format!("value-{known}")) == value
                })
            };
            pairs.find(is_meant).map(|(key, value)| format!("{key}={value}"))
        };
        let pairs = text.split("; ").filter(|text| *text != "-");
        pairs
            .map(|text| pair(text).unwrap_or_else(|| text.to_owned()))
            .collect::<Vec<_>>()
            .join(",")
    }

    fn is_score(&self, text: &str) -> bool {
        self.words.iter().any(|words| is_said(text, words))
    }

    fn label<'a>(&self, kind: Kind, line: &'a str) -> Option<(&'static str, &'a str)> {
        let (label, value) = line.split_once(':')?;
        let keys = self.labels.get(label)?;
        keys.iter().find(|key| kind.labels().contains(key)).map(|key| (*key, value))
    }
}

impl Checker {
    fn fault(&mut self, line: usize, key: &'static str, holes: &[(&'static str, &str)]) {
        self.report.faults.push(Fault::new(line, key, holes));
    }

    fn line(&mut self, number: usize, line: &str, is_whole: bool) {
        // In the Lisp form all but the boards is a comment.
        let comment = line.strip_prefix("; ");
        if comment.is_none()
            && !line.starts_with("*** ")
            && let Some(list) = self.entry.as_mut().and_then(|entry| entry.list.as_mut())
        {
            list.push_str(line);
            list.push(' ');
            return;
        }
        let (is_lisp, line) = (comment.is_some(), comment.unwrap_or(line));
        if !is_whole && self.entry.is_none() {
            // The end of the file in the midst of a heading.
            self.fault(number, "log-fault-cut", &[]);
        } else if let Some(heading) = line.strip_prefix("*** ") {
            self.cut_short();
            match heading.strip_suffix(" ***").and_then(|heading| PHRASES.heading(number, heading))
            {
                Some(entry) => {
                    let list = is_lisp.then(String::new);
                    self.entry = Some(Entry { list, ..entry });
                }
                None => self.fault(number, "log-fault-heading", &[("text", &clip(line))]),
            }
        } else if line == RULE && is_whole {
            if let Some(entry) = self.entry.take() {
                self.close(&entry);
            }
        } else if line.starts_with(' ') || line.is_empty() {
            // A drawing, or nothing.
        } else if let Some(mut entry) = self.entry.take() {
            match PHRASES.label(entry.kind, line) {
                Some((key, value)) => {
                    entry.fields.insert(key, value.trim().to_owned());
                }
                None => entry.strange.push((number, clip(line))),
            }
            self.entry = Some(entry);
        } else {
            self.fault(number, "log-fault-outside", &[]);
        }
    }

    /// An entry without its end.
    fn cut_short(&mut self) {
        if let Some(entry) = self.entry.take() {
            self.fault(entry.line, "log-fault-cut", &[]);
        }
    }

    fn close(&mut self, entry: &Entry) {
        self.report.n_entries += 1;
        for (line, text) in &entry.strange {
            self.fault(*line, "log-fault-label", &[("text", text)]);
        }
        for label in entry.kind.labels() {
            if !entry.fields.contains_key(label) && !NEWER.contains(label) {
                self.fault(entry.line, "log-fault-missing", &[("label", label)]);
                return;
            }
        }
        if entry.kind == Kind::Start {
            return self.start(entry);
        }
        let Some(mut told) = self.games.remove(&entry.tag) else {
            return self.fault(entry.line, "log-fault-orphan", &[("tag", &entry.tag)]);
        };
        match entry.kind {
            Kind::Move => self.step(entry, &mut told),
            Kind::TakeBack => self.take_back(entry, &mut told),
            _ => self.end(entry, &told),
        }
        self.games.insert(entry.tag.clone(), told);
    }

    fn start(&mut self, entry: &Entry) {
        self.report.n_games += 1;
        let rules = PHRASES.rules(entry.field("log-rules"));
        let position = Some(entry.field("log-position"));
        match open(entry.field("log-game"), &rules, 0, position, &[]) {
            Ok(table) => {
                self.games.insert(entry.tag.clone(), LoggedGame { table, next: None });
            }
            Err(e) => {
                self.report.faults.push(Fault::because(entry.line, "log-fault-game", e.message()));
            }
        }
    }

    fn step(&mut self, entry: &Entry, told: &mut LoggedGame) {
        let line = entry.line;
        for label in FIGURES {
            if entry.fields.contains_key(label) {
                self.figure(entry, label, |text| {
                    [NONE, NONE_PLAIN].contains(&text) || text.parse::<u64>().is_ok()
                });
            }
        }
        let is_time = |text: &str| {
            text.strip_suffix(" ms").is_some_and(|number| number.parse::<u64>().is_ok())
        };
        self.figure(entry, "log-time", is_time);
        let is_none = |text: &str| {
            let none = text.split(' ').next().unwrap_or_default();
            [NONE, NONE_PLAIN].contains(&none)
        };
        // Older logs have a bare number.
        self.figure(entry, "log-score", |text| {
            is_none(text) || text.replace(',', ".").parse::<f64>().is_ok() || PHRASES.is_score(text)
        });
        let number = entry.number.parse::<usize>().ok();
        if number.is_none() || told.next.is_some_and(|next| number != Some(next)) {
            let expected = told.next.unwrap_or(1).to_string();
            let holes = [("tag", &*entry.tag), ("expected", &expected), ("text", &entry.number)];
            self.fault(line, "log-fault-number", &holes);
        }
        told.next = number.map(|number| number.saturating_add(1));
        let turn = told.table.turn().number().to_string();
        if entry.field("log-player").split(' ').next() != Some(&turn) {
            self.fault(line, "log-fault-turn", &[("expected", &turn)]);
        }
        let step = entry.field("log-step");
        let is_pass = PHRASES.words.iter().any(|words| words.text("log-pass") == step);
        if let Err(e) = told.table.play(if is_pass { "pass" } else { step }) {
            let fault = Fault::because(line, "log-fault-step", e.into());
            return self.report.faults.push(fault);
        }
        if let Some(list) = &entry.list
            && !list.split_whitespace().eq(lisp(told.table.as_ref()).split_whitespace())
        {
            self.fault(line, "log-fault-board", &[]);
        }
        self.points(entry, told);
    }

    fn points(&mut self, entry: &Entry, told: &LoggedGame) {
        let expected =
            told.table.points().map_or_else(|| "-".into(), |[one, two]| format!("{one} - {two}"));
        if entry.field("log-points") != expected {
            self.fault(entry.line, "log-fault-points", &[("expected", &expected)]);
        }
    }

    fn figure(&mut self, entry: &Entry, label: &'static str, is_good: impl Fn(&str) -> bool) {
        let text = entry.field(label);
        if !is_good(text) {
            let holes = [("label", label), ("text", &*clip(text))];
            self.fault(entry.line, "log-fault-value", &holes);
        }
    }

    fn take_back(&mut self, entry: &Entry, told: &mut LoggedGame) {
        let is_count = |text: &str| text.parse::<usize>().is_ok();
        self.figure(entry, "log-count", is_count);
        let count: usize = entry.field("log-count").parse().unwrap_or(0);
        for _ in 0..count.min(10_000) {
            if !told.table.take_back() {
                // From before the start block, in a game that was resumed.
                self.fault(
                    entry.line,
                    "log-fault-value",
                    &[("label", "log-count"), ("text", entry.field("log-count"))],
                );
                break;
            }
        }
        told.next = told.next.map(|next| next.saturating_sub(count));
    }

    fn end(&mut self, entry: &Entry, told: &LoggedGame) {
        self.report.n_finished += 1;
        self.points(entry, told);
        let winner = entry.field("log-winner");
        let named = Seat::BOTH
            .into_iter()
            .find(|seat| winner.split(' ').next() == Some(&seat.number().to_string()));
        // The player who resigns loses whatever the position.
        let is_right = match told.table.result() {
            Some(0) => named.is_none(),
            Some(1..) => named == Some(Seat::One),
            Some(_) => named == Some(Seat::Two),
            None => named.is_some(),
        };
        if !is_right {
            self.fault(entry.line, "log-fault-winner", &[]);
        }
    }
}

/// The start of a text, short enough for a message.
fn clip(text: &str) -> String {
    text.chars().take(60).collect()
}
