//! A problem solved by hand: choose a step, see where it leads, take it back, ask for the next one.

use std::fmt::Display;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use plywood_workbench::problems::{
    Algorithm, Instance, Method, SolveReport, Spot, Standing, tiles,
};
use plywood_workbench::{Cancel, Limits};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::draw::{draw_scene, place, title};
use crate::grid::Grid;
use crate::menu::moved;
use crate::news::Context;
use crate::paint::{bar, line, wrapped};
use crate::table::key_bar;
use crate::theme::Role;

/// Keys while solving by hand: as the help shows them, and what it says.
pub(crate) const HAND_KEYS: [(&str, &str); 7] = [
    ("↑↓  Tab  a-z", "hand-key-choose"),
    ("Enter  Space", "hand-key-take"),
    ("Backspace", "hand-key-back"),
    ("r", "hand-key-again"),
    ("h  F2", "hand-key-hint"),
    ("Home", "hand-key-start"),
    ("Esc  q", "watch-key-leave"),
];

/// What the search for a hint may spend.
const HINT_TIME: Duration = Duration::from_secs(20);
const HINT_BYTES: u64 = 1 << 30;

/// A problem being solved by hand.
pub(crate) struct HandScreen {
    instance: Instance,
    /// The steps taken, and those taken back, the latest last.
    path: Vec<String>,
    undone: Vec<String>,
    standing: Option<Standing>,
    /// The step chosen.
    at: usize,
    /// A solution, once one is known.
    solving: Receiver<Option<SolveReport>>,
    solution: Option<Option<SolveReport>>,
    cancel: Cancel,
    is_advised: bool,
    grid: Option<Grid>,
    rows: Vec<Rect>,
    first: usize,
}

impl Drop for HandScreen {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

impl HandScreen {
    /// Sits down at a problem; a solution is looked for meanwhile.
    pub(crate) fn new(instance: Instance, context: &Context) -> Self {
        let (sender, solving) = channel();
        let cancel = Cancel::default();
        let (posed, flag, wake) = (instance.clone(), cancel.clone(), context.waker());
        std::thread::spawn(move || {
            let method = Method::new(Algorithm::AStar).guided(posed.quest.offer().heuristic);
            let limits = Limits {
                time: Some(HINT_TIME),
                bytes: Some(HINT_BYTES),
                cancel: flag,
                ..Limits::default()
            };
            let report = posed.solve(&method, &limits, &mut |_| {}).ok();
            // The screen may be gone by now.
            let _ = sender.send(report);
            wake();
        });
        let mut screen = Self {
            instance,
            path: Vec::new(),
            undone: Vec::new(),
            standing: None,
            at: 0,
            solving,
            solution: None,
            cancel,
            is_advised: false,
            grid: None,
            rows: Vec::new(),
            first: 0,
        };
        screen.stand();
        screen
    }

    /// Hears whether a solution was found.
    pub(crate) fn advance(&mut self) {
        if let Ok(report) = self.solving.try_recv() {
            self.solution = Some(report);
        }
    }

    fn stand(&mut self) {
        self.standing = self.instance.quest.standing(&self.path).ok();
        (self.at, self.is_advised, self.first) = (0, false, 0);
    }

    fn steps(&self) -> &[String] {
        match &self.standing {
            Some(standing) if !standing.is_goal => &standing.steps,
            _ => &[],
        }
    }

    fn has_directions(&self) -> bool {
        let ways = ["up", "down", "left", "right"];
        self.steps().iter().any(|step| ways.contains(&step.as_str()))
    }

    fn is_solved(&self) -> bool {
        self.standing.as_ref().is_some_and(|standing| standing.is_goal)
    }

    fn take(&mut self) {
        let Some(step) = self.steps().get(self.at).cloned() else { return };
        self.path.push(step);
        self.undone.clear();
        self.stand();
    }

    fn take_back(&mut self) {
        let Some(step) = self.path.pop() else { return };
        self.undone.push(step.clone());
        self.stand();
        self.at = self.steps().iter().position(|known| *known == step).unwrap_or(0);
    }

    fn again(&mut self) {
        let Some(step) = self.undone.pop() else { return };
        self.path.push(step);
        self.stand();
    }

    /// The known solution's steps.
    fn known(&self) -> Option<&[String]> {
        let report = self.solution.as_ref()?.as_ref()?;
        report.path.as_deref()
    }

    /// Chooses the next step of the known solution, if this way is on it.
    fn advise(&mut self) {
        self.is_advised = true;
        let next = self.known().filter(|known| known.starts_with(&self.path));
        let next = next.and_then(|known| known.get(self.path.len()).cloned());
        if let Some(step) = next {
            self.at = self.steps().iter().position(|known| *known == step).unwrap_or(self.at);
        }
    }

    /// Answers a key; says whether the screen stays.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let n = self.steps().len();
        let is_hint = matches!(key.code, KeyCode::Char('h') | KeyCode::F(2));
        // Where steps are directions, an arrow takes its own.
        if let Some(way) = direction(key.code)
            && self.has_directions()
        {
            if let Some(at) = self.steps().iter().position(|step| step == way) {
                self.at = at;
                self.take();
            }
            return true;
        }
        match key.code {
            _ if is_hint => self.advise(),
            KeyCode::Esc | KeyCode::Char('q') => return false,
            KeyCode::Up | KeyCode::Left | KeyCode::BackTab if n > 0 => {
                self.at = moved(self.at, -1, n);
            }
            KeyCode::Down | KeyCode::Right | KeyCode::Tab if n > 0 => {
                self.at = moved(self.at, 1, n);
            }
            KeyCode::PageUp => self.at = self.at.saturating_sub(10),
            KeyCode::PageDown => self.at = (self.at + 10).min(n.saturating_sub(1)),
            KeyCode::Enter | KeyCode::Char(' ') => self.take(),
            KeyCode::Backspace => self.take_back(),
            KeyCode::Home => {
                while !self.path.is_empty() {
                    self.take_back();
                }
            }
            KeyCode::Char('r' | '=') => self.again(),
            KeyCode::Char(letter) => {
                let begins = |i: &usize| self.steps()[*i].starts_with(letter);
                let later = (self.at + 1..n).chain(0..=self.at.min(n.saturating_sub(1)));
                let next = later.filter(|i| *i < n).find(begins);
                self.at = next.unwrap_or(self.at);
            }
            _ => {}
        }
        true
    }

    /// Answers the mouse: a click on a step or on a cell chooses, a second one takes; the right button takes
    /// back, and the wheel walks.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) {
        let n = self.steps().len();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(mouse.column, mouse.row),
            MouseEventKind::Down(MouseButton::Right) => self.take_back(),
            MouseEventKind::ScrollDown if n > 0 => self.at = moved(self.at, 1, n),
            MouseEventKind::ScrollUp if n > 0 => self.at = moved(self.at, -1, n),
            _ => {}
        }
    }

    fn click(&mut self, x: u16, y: u16) {
        let n = self.steps().len();
        let row = self.rows.iter().position(|row| row.contains(Position::new(x, y)));
        if let Some(at) = row.map(|row| row + self.first).filter(|at| *at < n) {
            return if at == self.at { self.take() } else { self.at = at };
        }
        let Some(cell) = self.grid.and_then(|grid| grid.hit(x, y)) else { return };
        let n_columns = usize::from(self.instance.quest.frame().columns);
        let spot = (cell.0 * n_columns + cell.1) as Spot;
        // Clicked again, another step to this cell is meant; the only one is taken.
        let to_here: Vec<usize> = (0..n).filter(|&at| self.changed(at).contains(&spot)).collect();
        let here = to_here.iter().position(|&at| at == self.at);
        match (here, to_here.len()) {
            (_, 0) => {}
            (Some(_), 1) => self.take(),
            (here, n) => self.at = to_here[here.map_or(0, |here| (here + 1) % n)],
        }
    }

    /// The cells that a step changes.
    fn changed(&self, at: usize) -> Vec<Spot> {
        let quest = &self.instance.quest;
        let Some(step) = self.steps().get(at) else { return Vec::new() };
        let after: Vec<String> = self.path.iter().chain([step]).cloned().collect();
        let (Ok(before), Ok(after)) = (quest.scene(&self.path), quest.scene(&after)) else {
            return Vec::new();
        };
        let frame = quest.frame();
        let (old, new) = (tiles(&frame, &before).concat(), tiles(&frame, &after).concat());
        let cells = old.iter().zip(&new).zip(0..);
        cells.filter(|((old, new), _)| old != new && new.is_piece).map(|(_, at)| at).collect()
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let theme = context.theme;
        let buffer = frame.buffer_mut();
        let dot = theme.pick('·', '-');
        let name = title(&self.instance, context);
        let left = format!(" Plywood {dot} {name} {dot} {}", context.text("hand-title"));
        let right = context.fill("hand-steps", &[("n", &self.path.len())]);
        bar(buffer, Rect { height: 1, ..area }, &left, &right, theme);
        let quest = &self.instance.quest;
        let board = quest.frame();
        let (grid, width) = place(&board, Position::new(1, 1), area.width - 36, area.height - 4);
        self.grid = Some(grid);
        // The step chosen is shown as if it were taken.
        let shown: Vec<String> =
            self.path.iter().chain(self.steps().get(self.at)).cloned().collect();
        let scene = quest.scene(&shown).unwrap_or_default();
        draw_scene(buffer, &grid, (&board, &scene), &self.changed(self.at), theme);
        let x = area.x + width + 4;
        let panel = Rect { x, y: 2, width: area.right() - 1 - x, height: area.height - 5 };
        let mut y = panel.y;
        for (text, role) in self.says(context) {
            for row in wrapped(&text, usize::from(panel.width)) {
                line(buffer, panel, y, &row, theme.style(role));
                y += 1;
            }
        }
        y += 1;
        let room = usize::from(panel.bottom().saturating_sub(y));
        let n = self.steps().len();
        self.first = self.first.min(self.at).max((self.at + 1).saturating_sub(room));
        let rows: Vec<Rect> = (self.first..n)
            .take(room)
            .zip(y..)
            .map(|(_, y)| Rect { y, height: 1, ..panel })
            .collect();
        for (rect, at) in rows.iter().zip(self.first..) {
            let style = theme.style(if at == self.at { Role::Bar } else { Role::Plain });
            let text = format!(" {} ", self.steps()[at]);
            line(buffer, *rect, rect.y, &text, style);
        }
        self.rows = rows;
        let below = Rect { x: 1, y: area.bottom() - 2, width: area.width - 2, height: 1 };
        let taken = self.path.join(" ");
        let room = usize::from(below.width);
        let tail: String = match taken.chars().count() > room {
            true => taken.chars().skip(taken.chars().count() - room).collect(),
            false => taken,
        };
        line(buffer, below, below.y, &tail, theme.style(Role::Faint));
        let keys = [
            ("↑↓", "short-choose"),
            ("Enter", "hand-short-take"),
            ("Bksp", "short-undo"),
            ("r", "hand-short-again"),
            ("h", "short-hint"),
            ("F1", "short-help"),
            ("q", "short-back"),
        ];
        key_bar(buffer, Rect { y: below.y + 1, ..below }, &keys, context);
    }

    /// What is to be said: how it stands, and what is known of solutions.
    fn says(&self, context: &Context) -> Vec<(String, Role)> {
        let n = self.path.len();
        let steps = context.said(&self.instance.quest.offer().steps);
        let cost = self.standing.as_ref().map_or(0, |standing| standing.cost);
        let holes: [(&str, &dyn Display); 3] = [("n", &n), ("steps", &steps), ("cost", &cost)];
        let mut said = Vec::new();
        match () {
            () if self.is_solved() => said.push((context.fill("hand-solved", &holes), Role::Good)),
            () if self.steps().is_empty() => {
                said.push((context.text("hand-stuck"), Role::Bad));
            }
            () => {
                let n_left = self.steps().len();
                said.push((context.fill("hand-choose", &[("n", &n_left)]), Role::Strong));
            }
        }
        let known = self.known().map(<[String]>::len);
        match (&self.solution, known) {
            (None, _) => said.push((context.text("hand-searching"), Role::Faint)),
            (Some(_), None) => said.push((context.text("hand-unknown"), Role::Faint)),
            (Some(_), Some(n)) => {
                let holes: [(&str, &dyn Display); 2] = [("n", &n), ("steps", &steps)];
                said.push((context.fill("hand-known", &holes), Role::Faint));
            }
        }
        if self.is_advised && !self.is_solved() {
            let is_on_it = self.known().is_some_and(|known| known.starts_with(&self.path));
            let key = match (known, is_on_it) {
                (None, _) => "hand-no-hint",
                (_, true) => "hand-hint",
                (_, false) => "hand-off",
            };
            said.push((context.text(key), Role::Good));
        }
        said
    }
}

/// The step that an arrow stands for.
fn direction(code: KeyCode) -> Option<&'static str> {
    Some(match code {
        KeyCode::Up => "up",
        KeyCode::Down => "down",
        KeyCode::Left => "left",
        KeyCode::Right => "right",
        _ => return None,
    })
}
