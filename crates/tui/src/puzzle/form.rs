//! Which problem, which board of it (ours, from a file, or a new one), which algorithm, which heuristic.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crossterm::event::{KeyCode, KeyEvent};
use plywood_workbench::Limits;
use plywood_workbench::problems::{Algorithm, Instance, Method, PROBLEMS, ProblemOffer};
use plywood_workbench::puzzle::{NamedBoard, Recipe, generate, pose};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::draw::{draw_scene, place};
use crate::menu::{Started, moved};
use crate::news::Context;
use crate::paint::{bar, line, wrapped};
use crate::table::{Notice, key_bar};
use crate::theme::Role;

const MOST_DEPTH: usize = 40;

/// New boards: large enough to think about, small enough to be made while one waits.
const SIDE: usize = 6;
const DENSITY: f64 = 0.25;
const MAKING: Duration = Duration::from_millis(500);

/// No file's name is longer.
const LONGEST: usize = 200;

/// What to watch, in the making.
pub(crate) struct PuzzleForm {
    problem: usize,
    boards: Vec<Instance>,
    algorithms: Vec<Algorithm>,
    at: usize,
    board: usize,
    algorithm: usize,
    heuristic: usize,
    depth: usize,
    /// A file's name being typed.
    prompt: Option<String>,
    /// What was opened or made, or why not.
    notice: Option<Notice>,
}

/// What is to be done with the board chosen.
pub(crate) enum Wanted {
    /// A search is to be watched.
    Search(Task),
    /// It is to be solved by hand.
    ByHand(Instance),
}

/// What was chosen.
pub(crate) struct Task {
    pub(crate) instance: Instance,
    pub(crate) method: Method,
    pub(crate) depth: Option<u32>,
}

impl PuzzleForm {
    pub(crate) fn new() -> Self {
        // The original program's three come first.
        let first = [Algorithm::Bfs, Algorithm::Dfs, Algorithm::AStar];
        let others = Algorithm::ALL.into_iter().filter(|algorithm| !first.contains(algorithm));
        let algorithms: Vec<Algorithm> = first.into_iter().chain(others).collect();
        let (at, board, heuristic, depth) = (0, 0, 0, 0);
        let boards = Vec::new();
        let mut form = Self {
            problem: 0,
            boards,
            algorithms,
            at,
            board,
            algorithm: 2,
            heuristic,
            depth,
            prompt: None,
            notice: None,
        };
        form.choose_problem(0);
        form
    }

    fn offer(&self) -> &'static ProblemOffer {
        PROBLEMS[self.problem]
    }

    /// Another problem begins at the board and the heuristic that show most.
    fn choose_problem(&mut self, problem: usize) {
        self.problem = problem;
        let offer = self.offer();
        self.boards = offer.all_samples();
        let first = |name: &str| self.boards.iter().position(|one| one.name == name);
        self.board = first(offer.first).unwrap_or(0);
        let heuristics = offer.heuristics();
        let usual = heuristics.iter().position(|one| one.names[0] == offer.heuristic);
        self.heuristic = usual.unwrap_or(0);
    }

    fn algorithm(&self) -> Algorithm {
        self.algorithms[self.algorithm]
    }

    fn n_fields(&self) -> usize {
        4 + usize::from(self.algorithm().uses_heuristic())
    }

    fn change(&mut self, by: isize) {
        match self.at {
            0 => self.choose_problem(moved(self.problem, by, PROBLEMS.len())),
            1 => self.board = moved(self.board, by, self.boards.len()),
            2 => self.algorithm = moved(self.algorithm, by, self.algorithms.len()),
            3 => self.depth = moved(self.depth, by, MOST_DEPTH + 1),
            _ => self.heuristic = moved(self.heuristic, by, self.offer().heuristics().len()),
        }
    }

    /// Puts a board at the end of the list and chooses it; one of the same name makes room.
    fn add(&mut self, found: Vec<Instance>) {
        for instance in found {
            self.boards.retain(|known| known.name != instance.name);
            self.boards.push(instance);
        }
        self.board = self.boards.len() - 1;
    }

    /// Opens the file, or reads the text, that was typed.
    fn open(&mut self, what: &str, context: &Context) {
        match self.offer().load(what) {
            Ok(found) => {
                let n = found.len();
                self.add(found);
                self.board = self.boards.len() - n;
                let text = context.fill("watch-opened", &[("n", &n)]);
                self.notice = Some(Notice { text, role: Role::Good });
            }
            Err(e) => self.complain(context.said(&e.message())),
        }
    }

    fn complain(&mut self, text: String) {
        self.notice = Some(Notice { text, role: Role::Bad });
    }

    /// A board that nobody has seen, with its proven maximum as objective.
    fn make(&mut self, context: &Context) {
        if self.offer().name != PROBLEMS[0].name {
            return self.complain(context.text("watch-only-boards"));
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seed = now.map_or(1, |now| now.as_millis() as u64 % 1_000_000);
        let recipe = Recipe { rows: SIDE, columns: SIDE, density: DENSITY, seed };
        match generate(recipe, 1, &Limits::time(MAKING)) {
            Ok(made) => {
                let boards = made
                    .into_iter()
                    .filter_map(|one| pose(&NamedBoard { name: one.name, board: one.board }).ok());
                self.add(boards.collect());
                let text = context.text("watch-made");
                self.notice = Some(Notice { text, role: Role::Good });
            }
            Err(e) => self.complain(context.said(&e.message())),
        }
    }

    /// A key while a file's name is typed.
    fn typed(&mut self, key: KeyEvent, context: &Context) {
        let Some(text) = &mut self.prompt else { return };
        match key.code {
            KeyCode::Char(c) if text.chars().count() < LONGEST => text.push(c),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => {
                let what = self.prompt.take().unwrap_or_default();
                if !what.trim().is_empty() {
                    self.open(what.trim(), context);
                }
            }
            _ => {}
        }
    }

    /// Text pasted where a file's name is typed.
    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(prompt) = &mut self.prompt {
            prompt.extend(text.chars().take_while(|c| *c != '\n').take(LONGEST));
        }
    }

    /// Whether every key is a letter of what is typed.
    pub(crate) fn is_typing(&self) -> bool {
        self.prompt.is_some()
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &Context) -> Started<Wanted> {
        if self.prompt.is_some() {
            self.typed(key, context);
            return Started::Nothing;
        }
        self.notice = None;
        let n = self.n_fields();
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.at = moved(self.at, -1, n),
            KeyCode::Down | KeyCode::Tab => self.at = moved(self.at, 1, n),
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Char(letter @ ('a'..='f' | 'A'..='F')) => {
                let board = letter.to_ascii_lowercase() as usize - 'a' as usize;
                self.board = board.min(self.boards.len() - 1);
            }
            KeyCode::Char('o' | 'O') => self.prompt = Some(String::new()),
            KeyCode::Char('n' | 'N') => self.make(context),
            KeyCode::Char('h' | 'H') => {
                return Started::Game(Wanted::ByHand(self.boards[self.board].clone()));
            }
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => return Started::Back,
            KeyCode::Enter => return Started::Game(Wanted::Search(self.task())),
            _ => {}
        }
        self.at = self.at.min(self.n_fields() - 1);
        Started::Nothing
    }

    fn task(&self) -> Task {
        let heuristic = self.offer().heuristics()[self.heuristic].names[0];
        let method = Method::new(self.algorithm()).guided(heuristic);
        let depth = (self.depth > 0).then_some(self.depth as u32);
        Task { instance: self.boards[self.board].clone(), method, depth }
    }

    fn rows(&self, context: &Context) -> Vec<(String, String)> {
        let board = &self.boards[self.board];
        let named = match board.quest.objective() {
            Some(objective) => {
                let holes: [(&str, &dyn std::fmt::Display); 2] =
                    [("board", &board.name), ("objective", &objective)];
                context.fill("watch-board-name", &holes)
            }
            None => board.name.clone(),
        };
        let depth = if self.depth > 0 { self.depth.to_string() } else { context.text("no-limit") };
        let mut rows = vec![
            (context.text("watch-problem"), context.said(&self.offer().title)),
            (context.text("watch-board"), named),
            (context.text("puzzle-algorithm"), self.algorithm().name().to_owned()),
            (context.text("form-depth"), depth),
        ];
        if self.algorithm().uses_heuristic() {
            let heuristic = self.offer().heuristics()[self.heuristic].names[0];
            rows.push((context.text("puzzle-heuristic"), heuristic.to_owned()));
        }
        rows
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let theme = context.theme;
        let buffer = frame.buffer_mut();
        let title = format!(" Plywood: {}", context.text("start-puzzle"));
        bar(buffer, Rect { height: 1, ..area }, &title, "", theme);
        let quest = &self.boards[self.board].quest;
        let board = quest.frame();
        let (grid, width) = place(&board, Position::new(1, 2), area.width - 46, area.height - 5);
        let scene = quest.scene(&[]).unwrap_or_default();
        draw_scene(buffer, &grid, (&board, &scene), &[], theme);
        let x = area.x + width + 4;
        let inner = Rect { x, y: 3, width: area.right() - 1 - x, height: area.height - 6 };
        let [left, right] = theme.pick(["‹", "›"], ["<", ">"]);
        let mut y = inner.y;
        for (i, (label, value)) in self.rows(context).iter().enumerate() {
            let style =
                if i == self.at { theme.style(Role::Bar) } else { theme.style(Role::Plain) };
            let room = usize::from(inner.width);
            let text = format!(" {label:<21} {left} {value} {right}");
            line(buffer, inner, y, &format!("{text:<room$}"), style);
            y += 1;
        }
        y += 1;
        let mut tell = |text: String, role: Role| {
            for row in wrapped(&text, usize::from(inner.width)) {
                line(buffer, inner, y, &row, theme.style(role));
                y += 1;
            }
            y += 1;
        };
        tell(context.said(&self.algorithm().explain()), Role::Plain);
        if self.algorithm().uses_heuristic() {
            tell(context.said(&self.offer().heuristics()[self.heuristic].about), Role::Faint);
        }
        tell(context.text("watch-begin"), Role::Good);
        let above = Rect { x: 1, y: area.bottom() - 2, width: area.width - 2, height: 1 };
        if let Some(text) = &self.prompt {
            let cursor = theme.pick('█', '_');
            let asked = context.text("watch-open-file");
            line(
                buffer,
                above,
                above.y,
                &format!("{asked} {text}{cursor}"),
                theme.style(Role::Strong),
            );
        } else if let Some(notice) = &self.notice {
            let rows = wrapped(&notice.text, usize::from(above.width));
            let top = above.y + 1 - (rows.len() as u16).min(4);
            for (y, row) in (top..=above.y).zip(&rows) {
                line(buffer, Rect { y, ..above }, y, row, theme.style(notice.role));
            }
        }
        let keys = [
            ("↑↓", "short-choose"),
            ("←→", "short-change"),
            ("Enter", "short-begin"),
            ("h", "watch-short-hand"),
            ("o", "watch-short-file"),
            ("n", "watch-short-new"),
            ("Esc", "short-back"),
        ];
        let below = Rect { x: 1, y: area.bottom() - 1, width: area.width - 2, height: 1 };
        key_bar(buffer, below, &keys, context);
    }
}
