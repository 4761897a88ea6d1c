//! A search on the screen: the board of the node at hand, the lists, and what is done to it.

use std::fmt::Display;

use plywood_workbench::games::{Mark, Seat, Shape};
use plywood_workbench::problems::{
    Algorithm, Frame as ProblemFrame, Instance, Scene, SolveReport, Spot, Tile, find, tiles,
};
use plywood_workbench::units::{show_bytes, show_count, show_short, show_time};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::watch::{PACES, PuzzleScreen, Showing};
use crate::grid::{Grid, Sizes};
use crate::news::Context;
use crate::paint::{bar, line, sentence, shortened, wrapped};
use crate::table::{Labels, centre, draw_labels, fill, key_bar};
use crate::theme::{Role, Theme};

/// Where a problem's board lies: as large as fits.
pub(super) fn place(frame: &ProblemFrame, at: Position, width: u16, height: u16) -> (Grid, u16) {
    let (n_rows, n_columns) = (usize::from(frame.rows), usize::from(frame.columns));
    let sizes = Sizes::BLOCKS;
    let size = sizes.largest(n_rows, n_columns, width, height);
    let (outer, _) = sizes.outer(size, n_rows, n_columns);
    (Grid::new(at, sizes, size, n_rows, n_columns), outer)
}

/// Draws a scene, some cells of it marked.
pub(super) fn draw_scene(
    buffer: &mut Buffer,
    grid: &Grid,
    (frame, scene): (&ProblemFrame, &Scene),
    marked: &[Spot],
    theme: Theme,
) {
    let n_columns = usize::from(frame.columns);
    let labels = Labels { rows: frame.rows, columns: frame.columns, is_bottom_up: false };
    draw_labels(buffer, grid, theme, labels);
    let own = theme.style(Role::Side(Seat::One));
    let other = theme.style(Role::Side(Seat::Two));
    for (row, tiles) in tiles(frame, scene).iter().enumerate() {
        for (column, tile) in tiles.iter().enumerate() {
            let rect = grid.cell((row, column));
            let is_marked = marked.contains(&((row * n_columns + column) as Spot));
            let style = if is_marked { other } else { own };
            match tile {
                Tile { is_piece: true, text, .. } if text == "1" && !has_numbers(frame) => {
                    let seat = if is_marked { Seat::Two } else { Seat::One };
                    fill(buffer, rect, theme.fill(seat, is_marked), style);
                }
                Tile { is_piece: true, text, .. } => centre(buffer, rect, text, style),
                Tile { is_wall: true, .. } => {
                    fill(buffer, rect, theme.pick('▞', '&'), theme.style(Role::Faint));
                }
                Tile { text, .. } if text != "." => centre(buffer, rect, text, style),
                _ => centre(buffer, rect, theme.pick("·", "."), theme.style(Role::Faint)),
            }
        }
    }
    for light in scene.lights.iter().filter(|light| light.mark == Mark::Begin) {
        for &at in &light.at {
            let at = (usize::from(at) / n_columns, usize::from(at) % n_columns);
            centre(buffer, grid.cell(at), "1", own);
        }
    }
}

/// Whether pieces carry numbers, so that a 1 is a 1.
fn has_numbers(frame: &ProblemFrame) -> bool {
    frame.pieces.iter().any(|piece| piece.shape == Shape::Tile)
}

impl PuzzleScreen {
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let theme = context.theme;
        let buffer = frame.buffer_mut();
        self.draw_title(buffer, Rect { height: 1, ..area }, context);
        let quest = &self.task.instance.quest;
        let board = quest.frame();
        let (grid, width) = place(&board, Position::new(1, 1), area.width - 42, area.height - 4);
        let laid = self.laid();
        let scene = quest.scene(&laid).unwrap_or_default();
        draw_scene(buffer, &grid, (&board, &scene), &self.last(&laid, &scene), theme);
        let x = area.x + width + 4;
        let panel = Rect { x, y: 2, width: area.right() - 1 - x, height: area.height - 5 };
        let mut y = panel.y;
        for (text, role) in self.lines(context) {
            for row in wrapped(&text, usize::from(panel.width)) {
                line(buffer, panel, y, &row, theme.style(role));
                y += 1;
            }
        }
        if self.shows_lists && self.showing == Showing::Search {
            self.draw_lists(
                buffer,
                Rect { y, height: panel.bottom().saturating_sub(y), ..panel },
                context,
            );
        }
        let below = Rect { x: 1, y: area.bottom() - 2, width: area.width - 2, height: 2 };
        self.draw_progress(buffer, below, context);
        let keys = [
            ("Space", "short-pause"),
            ("←→", "short-step"),
            ("< >", "short-pace"),
            ("s", "watch-short-solution"),
            ("l", "watch-short-lists"),
            ("?", "short-help"),
            ("q", "short-back"),
        ];
        key_bar(buffer, Rect { y: below.y + 1, height: 1, ..below }, &keys, context);
    }

    fn draw_title(&self, buffer: &mut Buffer, area: Rect, context: &Context) {
        let method = &self.task.method;
        let heuristic = method.heuristic_name().map_or_else(String::new, |name| format!(" {name}"));
        let dot = context.theme.pick('·', '-');
        let board = title(&self.task.instance, context);
        let left = format!(" Plywood {dot} {board} {dot} {method}{heuristic}");
        let right = match (self.is_playing, self.showing) {
            (false, _) => context.text("table-pace-paused"),
            (true, Showing::Solution) => context.text("watch-solution"),
            (true, Showing::Search) if self.pace + 1 == PACES.len() => {
                context.text("watch-pace-all")
            }
            (true, Showing::Search) => {
                context.fill("watch-pace", &[("n", &show_short(PACES[self.pace]))])
            }
        };
        bar(buffer, area, &left, &right, context.theme);
    }

    /// The cells that the last step changed and where a piece is now.
    fn last(&self, laid: &[String], scene: &Scene) -> Vec<Spot> {
        let quest = &self.task.instance.quest;
        let Some((_, before)) = laid.split_last() else { return Vec::new() };
        let Ok(before) = quest.scene(before) else { return Vec::new() };
        let frame = quest.frame();
        let (old, new) = (tiles(&frame, &before).concat(), tiles(&frame, scene).concat());
        let changed = old.iter().zip(&new).zip(0..);
        changed.filter(|((old, new), _)| old != new && new.is_piece).map(|(_, at)| at).collect()
    }

    /// The steps that lead to what is shown now.
    fn laid(&self) -> Vec<String> {
        let written = self.recording.written();
        match self.showing {
            Showing::Search => {
                let node = written.steps.get(self.at).and_then(|step| step.node);
                node.map_or_else(Vec::new, |node| written.path(node))
            }
            Showing::Solution => {
                let report = written.report.as_ref().and_then(|report| report.as_ref().ok());
                let path = report.and_then(|report| report.path.clone()).unwrap_or_default();
                path.into_iter().take(self.n_laid).collect()
            }
        }
    }

    /// What the panel says.
    fn lines(&self, context: &Context) -> Vec<(String, Role)> {
        let mut lines = Vec::new();
        match self.showing {
            Showing::Search => self.step_lines(&mut lines, context),
            Showing::Solution => {
                let n = self.n_solution().unwrap_or(0);
                let steps = context.said(&self.task.instance.quest.offer().steps);
                let holes: [(&str, &dyn Display); 3] =
                    [("n", &self.n_laid), ("of", &n), ("steps", &steps)];
                lines.push((context.fill("watch-laid", &holes), Role::Strong));
                lines.push((self.laid().join(" "), Role::Plain));
            }
        }
        lines.push((String::new(), Role::Plain));
        if self.shows_lists && self.showing == Showing::Search {
            return lines;
        }
        let written = self.recording.written();
        match &written.report {
            None if written.is_cut => lines.push((context.text("watch-cut"), Role::Plain)),
            None => lines.push((context.text("watch-searching"), Role::Plain)),
            Some(Err(e)) => lines.push((context.said(&e.message()), Role::Bad)),
            Some(Ok(report)) => report_lines(report, &mut lines, context),
        }
        lines
    }

    fn step_lines(&self, lines: &mut Vec<(String, Role)>, context: &Context) {
        let Some(step) = self.step() else {
            return lines.push((context.text("watch-searching"), Role::Plain));
        };
        let node = step.node.map_or_else(String::new, |node| node.to_string());
        let holes: [(&str, &dyn Display); 2] = [("node", &node), ("limit", &step.f)];
        lines.push((context.fill(&format!("watch-{}", step.kind), &holes), Role::Strong));
        if let Some(reason) = step.reason {
            lines.push((context.said(&reason.message()), Role::Bad));
        }
        if step.node.is_some() {
            let holes: [(&str, &dyn Display); 3] = [("g", &step.g), ("h", &step.h), ("f", &step.f)];
            lines.push((context.fill("watch-values", &holes), Role::Plain));
        }
        let (open, closed) = (show_count(step.n_open.into()), show_count(step.n_closed.into()));
        let holes: [(&str, &dyn Display); 2] = [("open", &open), ("closed", &closed)];
        lines.push((context.fill("watch-lists", &holes), Role::Plain));
        if let Some(speed) = self.recording.written().speed.map(show_short) {
            lines.push((context.fill("watch-speed", &[("speed", &speed)]), Role::Faint));
        }
    }

    /// The open list in the order in which its nodes will be taken, and the closed list, the latest first.
    fn draw_lists(&self, buffer: &mut Buffer, area: Rect, context: &Context) {
        let theme = context.theme;
        let mut lists = self.recording.written().lists(self.at);
        match self.task.method.algorithm {
            Algorithm::Dfs | Algorithm::IterativeDeepening | Algorithm::IdaStar => {
                lists.open.reverse();
            }
            Algorithm::Bfs | Algorithm::Frontier | Algorithm::Beam => {}
            Algorithm::Greedy => lists.open.sort_by_key(|one| (one.h, one.node)),
            _ => lists.open.sort_by_key(|one| (one.f, one.h, one.node)),
        }
        lists.closed.reverse();
        let half = (area.width - 1) / 2;
        let left = Rect { width: half, ..area };
        let right = Rect { x: area.x + half + 1, width: half, ..area };
        for (place, key, list) in
            [(left, "watch-list-open", &lists.open), (right, "watch-list-closed", &lists.closed)]
        {
            let heading = context.fill(key, &[("n", &list.len())]);
            sentence(buffer, Rect { height: 1, ..place }, &heading, Role::Strong, theme);
            let room = usize::from(place.height.saturating_sub(1));
            for (y, one) in (place.y + 1..).zip(list.iter().take(room)) {
                let step = one.step.clone().unwrap_or_else(|| context.text("watch-start"));
                let values = format!("{}+{}={}", one.g, one.h, one.f);
                let wide = usize::from(place.width).saturating_sub(values.chars().count() + 1);
                let text = format!("{:<wide$} {values}", shortened(&step, wide, theme));
                line(buffer, place, y, &text, theme.style(Role::Plain));
            }
        }
    }

    /// How far we are in what was written down.
    fn draw_progress(&self, buffer: &mut Buffer, area: Rect, context: &Context) {
        let written = self.recording.written();
        let n = written.steps.len();
        let at = (self.at + 1).min(n);
        let (shown_at, shown_n) = (show_count(at as u64), show_count(n as u64));
        let holes: [(&str, &dyn Display); 2] = [("at", &shown_at), ("of", &shown_n)];
        let text = context.fill("watch-progress", &holes);
        let room = usize::from(area.width).saturating_sub(text.chars().count() + 2);
        let n_full = (room * at).checked_div(n).unwrap_or(0);
        let (full, rest) = context.theme.pick(('█', '░'), ('#', '.'));
        let bar: String = (0..room).map(|i| if i < n_full { full } else { rest }).collect();
        line(buffer, area, area.y, &format!("{text}  {bar}"), context.theme.style(Role::Key));
    }
}

/// How the search ended and what it took.
fn report_lines(report: &SolveReport, lines: &mut Vec<(String, Role)>, context: &Context) {
    let role = if report.is_solved() { Role::Good } else { Role::Bad };
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
    let length = report.path.as_ref().map_or("-".to_owned(), |path| path.len().to_string());
    let steps = find(&report.problem).map(|offer| context.said(&offer.steps)).unwrap_or_default();
    let rows = [
        ("stat-outcome", context.said(&report.ended()), role),
        ("stat-generated", show_count(report.generated), Role::Plain),
        ("stat-expanded", show_count(report.expanded), Role::Plain),
        ("stat-penetrance", number(report.penetrance), Role::Plain),
        ("stat-branching", number(report.branching_factor), Role::Plain),
        ("stat-time", show_time(report.time_s), Role::Plain),
        ("stat-memory", show_bytes(report.peak_bytes), Role::Plain),
    ];
    let labels = rows.each_ref().map(|(key, ..)| context.text(key));
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let wide = (longest + 2).max(22);
    for (i, ((_, value, role), label)) in rows.into_iter().zip(labels).enumerate() {
        let value = context.words.figures(&value);
        lines.push((format!("{label:<wide$}{value}"), role));
        if i == 0 {
            lines.push((format!("{:<wide$}{length}", format!("{steps} (L)")), Role::Plain));
        }
    }
    if report.is_solved() {
        lines.push((String::new(), Role::Plain));
        lines.push((context.text("watch-solved"), Role::Good));
    }
}

/// What is searched: the board with its objective, or the problem and which of it.
pub(super) fn title(instance: &Instance, context: &Context) -> String {
    match instance.quest.objective() {
        Some(objective) => {
            let holes: [(&str, &dyn Display); 2] =
                [("board", &instance.name), ("objective", &objective)];
            context.fill("compare-board", &holes)
        }
        None => format!("{} {}", context.said(&instance.quest.offer().title), instance.name),
    }
}
