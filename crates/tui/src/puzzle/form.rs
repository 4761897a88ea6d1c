//! Which problem, which board of it, which algorithm, which heuristic.

use crossterm::event::{KeyCode, KeyEvent};
use plywood_workbench::problems::{Algorithm, Instance, Method, PROBLEMS, ProblemOffer};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::draw::{draw_scene, place};
use crate::menu::{Started, moved};
use crate::news::Context;
use crate::paint::{bar, line, wrapped};
use crate::table::key_bar;
use crate::theme::Role;

const MOST_DEPTH: usize = 40;

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
        let mut form =
            Self { problem: 0, boards, algorithms, at, board, algorithm: 2, heuristic, depth };
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

    pub(crate) fn key(&mut self, key: KeyEvent) -> Started<Task> {
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
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => return Started::Back,
            KeyCode::Enter => return Started::Game(self.task()),
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
        let keys = [
            ("↑↓", "short-choose"),
            ("←→", "short-change"),
            ("a-f", "watch-board"),
            ("Enter", "short-begin"),
            ("Esc", "short-back"),
        ];
        let below = Rect { x: 1, y: area.bottom() - 1, width: area.width - 2, height: 1 };
        key_bar(buffer, below, &keys, context);
    }
}
