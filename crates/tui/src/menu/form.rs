//! A new game: who plays, how strong, how long; Enter begins with what is shown.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crossterm::event::{KeyCode, KeyEvent};
use plywood_workbench::games::{Rule, find};
use plywood_workbench::play::{Level, Player, Setup};
use plywood_workbench::units::show_time;
use ratatui::Frame;
use ratatui::layout::Rect;

use super::{Started, moved};
use crate::look::Role;
use crate::news::Context;
use crate::paint::{bar, line, wrapped};
use crate::table::key_bar;

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

/// Milliseconds for each move of the computer; none leaves it to the level.
const TIMES: [Option<u64>; 9] = [
    None,
    Some(100),
    Some(500),
    Some(1000),
    Some(2000),
    Some(5000),
    Some(10_000),
    Some(20_000),
    Some(60_000),
];

const MOST_DEPTH: usize = 30;

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Players,
    Level,
    SecondLevel,
    Time,
    Depth,
    Rule(usize),
}

/// A new game in the making.
pub(crate) struct Form {
    game: String,
    rules: &'static [Rule],
    at: usize,
    mode: usize,
    levels: [usize; 2],
    time: usize,
    depth: usize,
    /// The value chosen of each rule.
    chosen: Vec<usize>,
}

impl Form {
    pub(crate) fn new(game: &str) -> Self {
        let rules = find(game).map_or(&[][..], |entry| entry.rules);
        Self {
            game: game.to_owned(),
            rules,
            at: 0,
            mode: 0,
            levels: [4, 4],
            time: 0,
            depth: 0,
            chosen: vec![0; rules.len()],
        }
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Players];
        let mode = MODES[self.mode].0;
        if mode != Mode::TwoPeople {
            fields.push(Field::Level);
        }
        if mode == Mode::Watch {
            fields.push(Field::SecondLevel);
        }
        if mode != Mode::TwoPeople {
            fields.extend([Field::Time, Field::Depth]);
        }
        fields.extend((0..self.rules.len()).map(Field::Rule));
        fields
    }

    fn change(&mut self, by: isize) {
        let fields = self.fields();
        match fields[self.at.min(fields.len() - 1)] {
            Field::Players => self.mode = moved(self.mode, by, MODES.len()),
            Field::Level => self.levels[0] = moved(self.levels[0], by, 9),
            Field::SecondLevel => self.levels[1] = moved(self.levels[1], by, 9),
            Field::Time => self.time = moved(self.time, by, TIMES.len()),
            Field::Depth => self.depth = moved(self.depth, by, MOST_DEPTH + 1),
            Field::Rule(i) => {
                self.chosen[i] = moved(self.chosen[i], by, self.rules[i].values.len())
            }
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
                match self.fields()[self.at] {
                    Field::SecondLevel => self.levels[1] = level,
                    _ => self.levels[0] = level,
                }
            }
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => return Started::Back,
            KeyCode::Enter => return Started::Game(self.setup(fresh_seed())),
            _ => {}
        }
        Started::Nothing
    }

    /// What the form says, as a game is begun with.
    pub(crate) fn setup(&self, seed: u64) -> Setup {
        let [one, two] = self.levels.map(|level| Player::Level(Level::ALL[level]));
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
            time: TIMES[self.time].map(Duration::from_millis),
            depth: (self.depth > 0).then_some(self.depth as u32),
            ..Setup::new(&self.game)
        }
    }

    fn row(&self, field: Field, context: &Context) -> (String, String) {
        let text = |key: &str| context.text(key);
        match field {
            Field::Players => (text("form-players"), text(MODES[self.mode].1)),
            Field::Level => (text("form-level"), level_text(self.levels[0], context)),
            Field::SecondLevel => (text("form-second-level"), level_text(self.levels[1], context)),
            Field::Time => {
                let time = TIMES[self.time].map(|ms| show_time(ms as f64 / 1000.0));
                (text("form-time"), time.unwrap_or_else(|| text("form-by-level")))
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
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let look = context.look;
        let buffer = frame.buffer_mut();
        let game = context.text(&format!("game-{}", self.game));
        bar(
            buffer,
            Rect { height: 1, ..area },
            &format!(" Plywood: {}", context.text("form-title")),
            "",
            look,
        );
        let width = 70;
        let x = area.x + (area.width - width) / 2;
        let inner = Rect { x, width, y: area.y + 3, height: area.height - 5 };
        line(buffer, inner, inner.y, &game, look.style(Role::Strong));
        let mut y = inner.y + 2;
        for row in wrapped(&context.text(&format!("rules-{}", self.game)), usize::from(width)) {
            line(buffer, inner, y, &row, look.style(Role::Faint));
            y += 1;
        }
        y += 1;
        let at = self.at.min(self.fields().len() - 1);
        let [left, right] = look.pick(["‹", "›"], ["<", ">"]);
        for (i, field) in self.fields().into_iter().enumerate() {
            let (label, value) = self.row(field, context);
            let style = if i == at { look.style(Role::Bar) } else { look.style(Role::Plain) };
            let text = format!("  {label:<30} {left} {value} {right}");
            line(buffer, inner, y, &format!("{text:<70}"), style);
            y += 1;
        }
        y += 1;
        line(buffer, inner, y, &context.text("form-begin"), look.style(Role::Good));
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
