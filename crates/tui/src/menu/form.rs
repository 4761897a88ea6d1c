//! A new game: who plays, how strong, how long; Enter begins with what is shown.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crossterm::event::{KeyCode, KeyEvent};
use plywood_records::{LevelResults, Progress};
use plywood_workbench::engines::{Engine, EngineOption, Kind};
use plywood_workbench::games::{Rule, find};
use plywood_workbench::play::{Level, Player, Setup};
use plywood_workbench::units::show_time;
use ratatui::Frame;
use ratatui::layout::Rect;

use super::{Started, moved};
use crate::news::Context;
use crate::paint::{bar, line, wrapped};
use crate::table::key_bar;
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

/// How a computer can play: at a level, or by an algorithm in the time it is given.
const COMPUTERS: [Option<Kind>; 7] = [
    None,
    Some(Kind::Best),
    Some(Kind::Minimax),
    Some(Kind::AlphaBeta),
    Some(Kind::Pvs),
    Some(Kind::Iterative),
    Some(Kind::Mcts),
];

/// Milliseconds for each move of an algorithm.
const TIMES: [u64; 8] = [100, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000];
const USUAL_TIME: usize = 3;

const MOST_DEPTH: usize = 30;

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Players,
    /// The computer, or the second one where two play.
    Computer(usize),
    Level(usize),
    Time,
    Depth,
    Rule(usize),
    Log,
}

/// A new game in the making.
pub(crate) struct Form {
    game: String,
    rules: &'static [Rule],
    at: usize,
    mode: usize,
    /// How the computers play: places in [`COMPUTERS`].
    computers: [usize; 2],
    levels: [usize; 2],
    time: usize,
    depth: usize,
    /// The value chosen of each rule.
    chosen: Vec<usize>,
    is_logged: bool,
    /// How the person fared so far.
    progress: Option<Progress>,
}

impl Form {
    pub(crate) fn new(game: &str, level: Level, progress: Option<Progress>) -> Self {
        let level = usize::from(level.number()) - 1;
        let rules = find(game).map_or(&[][..], |entry| entry.rules);
        Self {
            game: game.to_owned(),
            rules,
            at: 0,
            mode: 0,
            computers: [0, 0],
            levels: [level, level],
            time: USUAL_TIME,
            depth: 0,
            chosen: vec![0; rules.len()],
            is_logged: false,
            progress,
        }
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Players];
        for which in 0..self.n_computers() {
            fields.push(Field::Computer(which));
            if self.kind(which).is_none() {
                fields.push(Field::Level(which));
            }
        }
        if self.kinds().next().is_some() {
            fields.push(Field::Time);
        }
        if self.has_depth() {
            fields.push(Field::Depth);
        }
        fields.extend((0..self.rules.len()).map(Field::Rule));
        fields.push(Field::Log);
        fields
    }

    fn n_computers(&self) -> usize {
        match MODES[self.mode].0 {
            Mode::TwoPeople => 0,
            Mode::YouStart | Mode::ComputerStarts => 1,
            Mode::Watch => 2,
        }
    }

    /// The algorithm of a computer; none if it plays at a level.
    fn kind(&self, which: usize) -> Option<Kind> {
        COMPUTERS[self.computers[which]]
    }

    /// The algorithms that play.
    fn kinds(&self) -> impl Iterator<Item = Kind> {
        (0..self.n_computers()).filter_map(|which| self.kind(which))
    }

    /// Whether a maximum depth would act.
    fn has_depth(&self) -> bool {
        self.kinds().any(|kind| kind.options().contains(&EngineOption::Depth))
    }

    fn player(&self, which: usize) -> Player {
        match self.kind(which) {
            Some(kind) => Player::Engine(Engine::new(kind)),
            None => Player::Level(Level::ALL[self.levels[which]]),
        }
    }

    fn change(&mut self, by: isize) {
        let fields = self.fields();
        match fields[self.at.min(fields.len() - 1)] {
            Field::Players => self.mode = moved(self.mode, by, MODES.len()),
            Field::Computer(i) => {
                self.computers[i] = moved(self.computers[i], by, COMPUTERS.len());
            }
            Field::Level(i) => self.levels[i] = moved(self.levels[i], by, 9),
            Field::Time => self.time = moved(self.time, by, TIMES.len()),
            Field::Depth => self.depth = moved(self.depth, by, MOST_DEPTH + 1),
            Field::Rule(i) => {
                self.chosen[i] = moved(self.chosen[i], by, self.rules[i].values.len());
            }
            Field::Log => self.is_logged = !self.is_logged,
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Started<Setup> {
        let n = self.fields().len();
        self.at = self.at.min(n - 1);
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.at = moved(self.at, -1, n),
            KeyCode::Down | KeyCode::Tab => self.at = moved(self.at, 1, n),
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Char(digit @ '1'..='9') => {
                let level = digit as usize - '1' as usize;
                let which = match self.fields()[self.at] {
                    Field::Computer(1) | Field::Level(1) => 1,
                    _ => 0,
                };
                (self.computers[which], self.levels[which]) = (0, level);
            }
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => return Started::Back,
            KeyCode::Enter => return Started::Game(self.setup(fresh_seed())),
            _ => {}
        }
        Started::Nothing
    }

    /// The level of the computer, if it plays at one.
    pub(crate) fn level(&self) -> Option<Level> {
        (self.n_computers() > 0 && self.kind(0).is_none()).then(|| Level::ALL[self.levels[0]])
    }

    /// Whether the game is to be written to `log.dat`.
    pub(crate) fn is_logged(&self) -> bool {
        self.is_logged
    }

    /// What the form says, as a game is begun with.
    pub(crate) fn setup(&self, seed: u64) -> Setup {
        let [one, two] = [0, 1].map(|which| self.player(which));
        let players = match MODES[self.mode].0 {
            Mode::YouStart => [Player::Human, one],
            Mode::ComputerStarts => [one, Player::Human],
            Mode::TwoPeople => [Player::Human, Player::Human],
            Mode::Watch => [one, two],
        };
        let rules = self.rules.iter().zip(&self.chosen);
        let rules: Vec<String> =
            rules.map(|(rule, &i)| format!("{}={}", rule.key, rule.values[i])).collect();
        Setup {
            players,
            seed,
            rules: rules.join(","),
            time: self.kinds().next().map(|_| Duration::from_millis(TIMES[self.time])),
            depth: (self.depth > 0 && self.has_depth()).then_some(self.depth as u32),
            ..Setup::new(&self.game)
        }
    }

    fn row(&self, field: Field, context: &Context) -> (String, String) {
        let text = |key: &str| context.text(key);
        match field {
            Field::Players => (text("form-players"), text(MODES[self.mode].1)),
            Field::Computer(i) => {
                let key = ["form-computer", "form-second-computer"][i];
                let kind = self.kind(i).map(|kind| context.words.player(kind.name()));
                (text(key), kind.unwrap_or_else(|| text("form-at-level")))
            }
            Field::Level(i) => {
                let key = ["form-level", "form-second-level"][i];
                (text(key), level_text(self.levels[i], context))
            }
            Field::Time => {
                let time = show_time(TIMES[self.time] as f64 / 1000.0);
                (text("form-time"), context.words.figures(&time))
            }
            Field::Depth => {
                let depth = if self.depth > 0 { self.depth.to_string() } else { text("no-limit") };
                (text("form-depth"), depth)
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
        for row in wrapped(&context.text(&format!("rules-{}", self.game)), usize::from(width)) {
            line(buffer, inner, y, &row, theme.style(Role::Faint));
            y += 1;
        }
        y += 1;
        let at = self.at.min(self.fields().len() - 1);
        let [left, right] = theme.pick(["‹", "›"], ["<", ">"]);
        for (i, field) in self.fields().into_iter().enumerate() {
            let (label, value) = self.row(field, context);
            let style = if i == at { theme.style(Role::Bar) } else { theme.style(Role::Plain) };
            let text = format!("  {label:<30} {left} {value} {right}");
            line(buffer, inner, y, &format!("{text:<70}"), style);
            y += 1;
        }
        y += 1;
        line(buffer, inner, y, &context.text("form-begin"), theme.style(Role::Good));
        if let Some(progress) = &self.progress {
            y += 2;
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
            let text = context.fill("form-progress", &holes);
            for row in wrapped(&text, usize::from(width)) {
                if y < area.bottom() - 1 {
                    line(buffer, inner, y, &row, theme.style(Role::Faint));
                }
                y += 1;
            }
        }
        let keys = [
            ("↑↓", "short-choose"),
            ("←→", "short-change"),
            ("1-9", "short-level"),
            ("Enter", "short-begin"),
            ("Esc", "short-back"),
        ];
        let below = Rect { x: area.x + 1, y: area.bottom() - 1, width: area.width - 2, height: 1 };
        key_bar(buffer, below, &keys, context);
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
