//! A new game: who plays, how strong, how long; Enter begins with what is shown. A program of others is started
//! once before that: one that does not answer leaves the form as it is, with the reason below.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crossterm::event::{KeyCode, KeyEvent};
use plywood_records::{LevelResults, Progress};
use plywood_workbench::games::{Rule, find};
use plywood_workbench::play::{Level, Player, Setup, allow_guest, rehearse};
use plywood_workbench::units::show_time;
use plywood_workbench::{Cancel, Message, message};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};

use super::computer::{Computer, HOWS, How};
use super::{Started, moved};
use crate::news::Context;
use crate::paint::{bar, line, wrapped};
use crate::table::{Notice, key_bar};
use crate::theme::Role;

/// Who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    YouStart,
    ComputerStarts,
    TwoPeople,
    Watch,
}

const MODES: [(Mode, &str); 4] = [
    (Mode::YouStart, "form-you-start"),
    (Mode::ComputerStarts, "form-computer-starts"),
    (Mode::TwoPeople, "form-two-people"),
    (Mode::Watch, "form-watch"),
];

/// Milliseconds for each move of an algorithm.
const TIMES: [u64; 8] = [100, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000];
const USUAL_TIME: usize = 3;

const MOST_DEPTH: usize = 30;

/// The place of whoever gives hints and analyses among the computers.
const ADVISER: usize = 2;

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Players,
    /// What a computer plays by: the first, the second where two play, the adviser.
    Computer(usize),
    Level(usize),
    Typed(usize),
    Depth(usize),
    Time,
    Rule(usize),
    Log,
}

/// What a game begins with.
pub(crate) struct Chosen {
    pub(crate) setup: Setup,
    pub(crate) adviser: Player,
}

/// Programs being started to see whether they answer; the game begins if they do.
struct Rehearsal {
    chosen: Chosen,
    news: Receiver<Result<(), Message>>,
    cancel: Cancel,
}

impl Drop for Rehearsal {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

/// A new game in the making.
pub(crate) struct Form {
    game: String,
    rules: &'static [Rule],
    at: usize,
    mode: usize,
    /// The first computer, the second, and the adviser.
    computers: [Computer; 3],
    time: usize,
    /// The value chosen of each rule.
    chosen: Vec<usize>,
    is_logged: bool,
    /// How the person fared so far.
    progress: Option<Progress>,
    rehearsal: Option<Rehearsal>,
    /// Why the game did not begin.
    notice: Option<Notice>,
}

impl Form {
    pub(crate) fn new(game: &str, level: Level, progress: Option<Progress>) -> Self {
        let level = usize::from(level.number()) - 1;
        let rules = find(game).map_or(&[][..], |entry| entry.rules);
        let [one, two] = [(); 2].map(|()| Computer::new(How::Level, level));
        Self {
            game: game.to_owned(),
            rules,
            at: 0,
            mode: 0,
            computers: [one, two, Computer::new(HOWS[1], level)],
            time: USUAL_TIME,
            chosen: vec![0; rules.len()],
            is_logged: false,
            progress,
            rehearsal: None,
            notice: None,
        }
    }

    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    /// The same choices once more.
    pub(crate) fn again(self, progress: Option<Progress>) -> Self {
        Self { at: 0, progress, notice: None, ..self }
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Players];
        for which in 0..self.n_computers() {
            let computer = &self.computers[which];
            fields.push(Field::Computer(which));
            match computer.how {
                How::Level => fields.push(Field::Level(which)),
                How::Typed => fields.push(Field::Typed(which)),
                How::Kind(_) if computer.has_depth() => fields.push(Field::Depth(which)),
                How::Kind(_) => {}
            }
        }
        if self.is_timed() {
            fields.push(Field::Time);
        }
        fields.extend((0..self.rules.len()).map(Field::Rule));
        fields.push(Field::Computer(ADVISER));
        if self.computers[ADVISER].how == How::Typed {
            fields.push(Field::Typed(ADVISER));
        }
        fields.push(Field::Log);
        fields
    }

    fn field(&self) -> Field {
        let fields = self.fields();
        fields[self.at.min(fields.len() - 1)]
    }

    fn n_computers(&self) -> usize {
        match MODES[self.mode].0 {
            Mode::TwoPeople => 0,
            Mode::YouStart | Mode::ComputerStarts => 1,
            Mode::Watch => 2,
        }
    }

    /// Whether somebody plays in the time that is given.
    fn is_timed(&self) -> bool {
        self.computers[..self.n_computers()].iter().any(Computer::is_timed)
    }

    fn change(&mut self, by: isize) {
        match self.field() {
            Field::Players => self.mode = moved(self.mode, by, MODES.len()),
            Field::Computer(i) => {
                let hows = if i == ADVISER { &HOWS[1..] } else { &HOWS[..] };
                let computer = &mut self.computers[i];
                let now = hows.iter().position(|how| *how == computer.how).unwrap_or(0);
                computer.how = hows[moved(now, by, hows.len())];
            }
            Field::Level(i) => self.computers[i].level = moved(self.computers[i].level, by, 9),
            Field::Depth(i) => {
                self.computers[i].depth = moved(self.computers[i].depth, by, MOST_DEPTH + 1);
            }
            Field::Time => self.time = moved(self.time, by, TIMES.len()),
            Field::Rule(i) => {
                self.chosen[i] = moved(self.chosen[i], by, self.rules[i].values.len());
            }
            Field::Log => self.is_logged = !self.is_logged,
            Field::Typed(_) => {}
        }
    }

    /// Whether every letter belongs to what is typed.
    pub(crate) fn is_typing(&self) -> bool {
        matches!(self.field(), Field::Typed(_))
    }

    /// Text pasted where a player is typed.
    pub(crate) fn paste(&mut self, text: &str) {
        if let (Field::Typed(i), None) = (self.field(), &self.rehearsal) {
            self.computers[i].type_in(text);
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &Context) -> Started<Chosen> {
        if self.rehearsal.is_some() {
            if key.code == KeyCode::Esc {
                (self.rehearsal, self.notice) = (None, None);
            }
            return Started::Nothing;
        }
        self.notice = None;
        let n = self.fields().len();
        self.at = self.at.min(n - 1);
        match (key.code, self.field()) {
            (KeyCode::Up | KeyCode::BackTab, _) => self.at = moved(self.at, -1, n),
            (KeyCode::Down | KeyCode::Tab, _) => self.at = moved(self.at, 1, n),
            (KeyCode::Esc, _) => return Started::Back,
            (KeyCode::Enter, _) => return self.begin(context),
            (KeyCode::Char(c), Field::Typed(i)) => self.computers[i].type_in(&c.to_string()),
            (KeyCode::Backspace, Field::Typed(i)) => drop(self.computers[i].typed.pop()),
            (KeyCode::Left, _) => self.change(-1),
            (KeyCode::Right | KeyCode::Char(' '), _) => self.change(1),
            (KeyCode::Char(digit @ '1'..='9'), field) => {
                let which = match field {
                    Field::Computer(1) | Field::Level(1) | Field::Depth(1) => 1,
                    _ => 0,
                };
                let computer = &mut self.computers[which];
                (computer.how, computer.level) = (How::Level, digit as usize - '1' as usize);
            }
            (KeyCode::Char('q') | KeyCode::Backspace, _) => return Started::Back,
            _ => {}
        }
        Started::Nothing
    }

    /// Begins the game, or says why not; where programs of others play, once they answer.
    fn begin(&mut self, context: &Context) -> Started<Chosen> {
        let chosen = match self.chosen(fresh_seed()) {
            Ok(chosen) => chosen,
            Err((which, reason)) => {
                let fields = self.fields();
                let row = fields.iter().position(|field| *field == Field::Typed(which));
                self.at = row.unwrap_or(self.at);
                self.complain(&reason, context);
                return Started::Nothing;
            }
        };
        let everyone = chosen.setup.players.iter().chain([&chosen.adviser]);
        let guests: Vec<&String> = everyone
            .filter_map(|player| match player {
                Player::Guest(command) => Some(command),
                _ => None,
            })
            .collect();
        if guests.is_empty() {
            return Started::Game(chosen);
        }
        guests.into_iter().for_each(|command| allow_guest(command));
        let (sender, news) = channel();
        let (cancel, wake) = (Cancel::default(), context.waker());
        let (setup, adviser) = (chosen.setup.clone(), chosen.adviser.clone());
        let flag = cancel.clone();
        std::thread::spawn(move || {
            // Whoever left the form does not listen.
            let _ = sender.send(rehearse(&setup, Some(&adviser), &flag));
            wake();
        });
        let text = context.text("form-rehearsing");
        self.notice = Some(Notice { text, role: Role::Strong });
        self.rehearsal = Some(Rehearsal { chosen, news, cancel });
        Started::Nothing
    }

    /// Hears of programs that are being started; the game begins once all of them answer.
    pub(crate) fn advance(&mut self, context: &Context) -> Started<Chosen> {
        let Some(rehearsal) = &self.rehearsal else { return Started::Nothing };
        let heard = match rehearsal.news.try_recv() {
            Ok(heard) => heard,
            Err(TryRecvError::Empty) => return Started::Nothing,
            Err(TryRecvError::Disconnected) => Err(message!("search-failed", "the search failed")),
        };
        let setup = rehearsal.chosen.setup.clone();
        let adviser = rehearsal.chosen.adviser.clone();
        (self.rehearsal, self.notice) = (None, None);
        match heard {
            Ok(()) => Started::Game(Chosen { setup, adviser }),
            Err(reason) => {
                self.complain(&reason, context);
                Started::Nothing
            }
        }
    }

    /// Says why the game does not begin; the form stays.
    pub(crate) fn complain(&mut self, reason: &Message, context: &Context) {
        let reason = context.said(reason);
        let text = context.fill("form-does-not-begin", &[("reason", &reason)]);
        self.notice = Some(Notice { text, role: Role::Bad });
    }

    /// The level of the computer, if it plays at one.
    pub(crate) fn level(&self) -> Option<Level> {
        let is_level = self.n_computers() > 0 && self.computers[0].how == How::Level;
        is_level.then(|| Level::ALL[self.computers[0].level])
    }

    /// Whether the game is to be written to `log.dat`.
    pub(crate) fn is_logged(&self) -> bool {
        self.is_logged
    }

    /// What the form says, as a game is begun with; or which computer is none, and why.
    fn chosen(&self, seed: u64) -> Result<Chosen, (usize, Message)> {
        let player =
            |which: usize| self.computers[which].player().map_err(|reason| (which, reason));
        let players = match MODES[self.mode].0 {
            Mode::YouStart => [Player::Human, player(0)?],
            Mode::ComputerStarts => [player(0)?, Player::Human],
            Mode::TwoPeople => [Player::Human, Player::Human],
            Mode::Watch => [player(0)?, player(1)?],
        };
        // A program of others need not know rules that nobody asked for.
        let rules = self.rules.iter().zip(&self.chosen).filter(|(_, i)| **i > 0);
        let rules: Vec<String> =
            rules.map(|(rule, &i)| format!("{}={}", rule.key, rule.values[i])).collect();
        let setup = Setup {
            players,
            seed,
            rules: rules.join(","),
            time: self.is_timed().then(|| Duration::from_millis(TIMES[self.time])),
            ..Setup::new(&self.game)
        };
        Ok(Chosen { setup, adviser: player(ADVISER)? })
    }

    fn row(&self, field: Field, context: &Context) -> (String, String) {
        let text = |key: &str| context.text(key);
        match field {
            Field::Players => (text("form-players"), text(MODES[self.mode].1)),
            Field::Computer(i) => {
                let key = ["form-computer", "form-second-computer", "form-adviser"][i];
                let how = match self.computers[i].how {
                    How::Level => text("form-at-level"),
                    How::Kind(kind) => context.words.player(kind.name()),
                    How::Typed => text("form-typed"),
                };
                (text(key), how)
            }
            Field::Level(i) => {
                let key = ["form-level", "form-second-level"][i];
                (text(key), level_text(self.computers[i].level, context))
            }
            Field::Typed(i) => {
                let key = ["form-program", "form-second-program", "form-program"][i];
                (text(key), self.computers[i].typed.clone())
            }
            Field::Depth(i) => {
                let depth = self.computers[i].depth;
                let depth = if depth > 0 { depth.to_string() } else { text("no-limit") };
                (text(["form-depth", "form-second-depth"][i]), depth)
            }
            Field::Time => {
                let time = show_time(TIMES[self.time] as f64 / 1000.0);
                (text("form-time"), context.words.figures(&time))
            }
            Field::Rule(i) => {
                let rule = &self.rules[i];
                let value = rule.values[self.chosen[i]];
                (
                    text(&format!("rule-{}", rule.key.replace('_', "-"))),
                    text(&format!("value-{value}")),
                )
            }
            Field::Log => {
                (text("form-log"), text(if self.is_logged { "value-true" } else { "value-false" }))
            }
        }
    }

    /// A row as it stands there: what can be changed between arrows, what is typed with its end in view.
    fn row_text(&self, field: Field, width: usize, context: &Context) -> String {
        let (label, value) = self.row(field, context);
        let Field::Typed(i) = field else {
            let [left, right] = context.theme.pick(["‹", "›"], ["<", ">"]);
            return format!("  {label:<30} {left} {value} {right}");
        };
        let head = format!("  {label}: ");
        let is_here = self.field() == Field::Typed(i);
        let cursor = if is_here { context.theme.pick('█', '_') } else { ' ' };
        if value.is_empty() && !is_here {
            return head + &context.text("form-program-example");
        }
        let room = width.saturating_sub(head.chars().count() + 1);
        let n_over = value.chars().count().saturating_sub(room);
        let dots = context.theme.pick("…", "...");
        let shown: String = match n_over {
            0 => value,
            _ => dots.chars().chain(value.chars().skip(n_over + dots.chars().count())).collect(),
        };
        format!("{head}{shown}{cursor}")
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let theme = context.theme;
        let buffer = frame.buffer_mut();
        let game = context.text(&format!("game-{}", self.game));
        bar(
            buffer,
            Rect { height: 1, ..area },
            &format!(" Plywood: {}", context.text("form-title")),
            "",
            theme,
        );
        let width = 70;
        let x = area.x + (area.width - width) / 2;
        let inner = Rect { x, width, y: area.y + 3, height: area.height - 5 };
        line(buffer, inner, inner.y, &game, theme.style(Role::Strong));
        let mut y = inner.y + 2;
        let fields = self.fields();
        let about = wrapped(&context.text(&format!("rules-{}", self.game)), usize::from(width));
        // Where there are many rows, the summary of the rules goes first.
        if y + (about.len() + 1 + fields.len()) as u16 <= inner.bottom() {
            for row in about {
                line(buffer, inner, y, &row, theme.style(Role::Faint));
                y += 1;
            }
            y += 1;
        }
        for field in fields {
            let is_here = field == self.field();
            let style = theme.style(if is_here { Role::Bar } else { Role::Plain });
            let text = self.row_text(field, usize::from(width), context);
            line(buffer, inner, y, &format!("{text:<70}"), style);
            y += 1;
        }
        y += 1;
        line(buffer, inner, y, &context.text("form-begin"), theme.style(Role::Good));
        y += 2;
        for row in self.progress_rows(usize::from(width), context) {
            line(buffer, inner, y, &row, theme.style(Role::Faint));
            y += 1;
        }
        let below = Rect { x: area.x + 1, y: area.bottom() - 1, width: area.width - 2, height: 1 };
        if let Some(notice) = &self.notice {
            let rows = wrapped(&notice.text, usize::from(below.width));
            let n_rows = (rows.len() as u16).min(6);
            let above = Rect { y: below.y - n_rows, height: n_rows, ..below };
            Clear.render(above, buffer);
            buffer.set_style(above, theme.ground());
            for (y, row) in (above.y..below.y).zip(&rows) {
                line(buffer, above, y, row, theme.style(notice.role));
            }
        }
        let typing = [("↑↓", "short-choose"), ("Enter", "short-begin"), ("Esc", "short-back")];
        let choosing = [
            ("↑↓", "short-choose"),
            ("←→", "short-change"),
            ("1-9", "short-level"),
            ("Enter", "short-begin"),
            ("Esc", "short-back"),
        ];
        let keys = if self.is_typing() { &typing[..] } else { &choosing[..] };
        key_bar(buffer, below, keys, context);
    }

    /// How the person fared against the levels, in a sentence or two.
    fn progress_rows(&self, width: usize, context: &Context) -> Vec<String> {
        let Some(progress) = &self.progress else { return Vec::new() };
        let met = |one: &LevelResults| {
            let holes: [(&str, &dyn std::fmt::Display); 4] = [
                ("level", &one.level),
                ("wins", &one.wins),
                ("draws", &one.draws),
                ("losses", &one.losses),
            ];
            context.fill("form-level-results", &holes)
        };
        let met: Vec<String> = progress.levels.iter().map(met).collect();
        let rating = format!("{:.1} ± {:.1}", progress.rating, progress.rating_error);
        let holes: [(&str, &dyn std::fmt::Display); 3] = [
            ("results", &met.join("; ")),
            ("rating", &context.words.figures(&rating)),
            ("next", &progress.next_level),
        ];
        wrapped(&context.fill("form-progress", &holes), width)
    }
}

fn level_text(level: usize, context: &Context) -> String {
    let key = match level {
        0..=1 => "level-easy",
        2..=4 => "level-medium",
        5..=7 => "level-strong",
        _ => "level-best",
    };
    format!("{} ({})", level + 1, context.text(key))
}

/// A seed that differs from game to game; the record tells which it was.
fn fresh_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_millis() as u64)
}
