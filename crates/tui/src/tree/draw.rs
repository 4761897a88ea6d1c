//! A tree on the screen: the way to where the search is with its neighbours, the rest folded, and a sentence.

use std::fmt::Display;

use plywood_workbench::engines::{Kind, PlayStep};
use plywood_workbench::units::show_count;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::grow::{Node, Tree, Worth};
use super::{PACES, TreeScreen};
use crate::news::Context;
use crate::paint::{bar, line, wrapped};
use crate::table::key_bar;
use crate::theme::{Role, Theme};

/// Columns from the middle of a node to the middle of the next, with a mean and a bonus or without, and rows from
/// level to level.
const WIDE: usize = 9;
const WIDE_SUMS: usize = 11;
const HIGH: u16 = 4;

impl TreeScreen {
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let theme = context.theme;
        let buffer = frame.buffer_mut();
        let game = context.text(&format!("game-{}", self.table.offer().name));
        let game = game.split(':').next().unwrap_or_default().to_owned();
        let dot = theme.pick('·', '-');
        let search = match self.kind() {
            Kind::Mcts => context.text("tree-mcts"),
            kind => {
                let name = kind.name();
                let holes: [(&str, &dyn Display); 2] = [("search", &name), ("depth", &self.depth)];
                context.fill("tree-search", &holes)
            }
        };
        let pace = match self.is_playing {
            true => context.fill("watch-pace", &[("n", &PACES[self.pace])]),
            false => context.text("table-pace-paused"),
        };
        let left = format!(" Plywood {dot} {game} {dot} {search}");
        bar(buffer, Rect { height: 1, ..area }, &left, &context.words.figures(&pace), theme);
        let inner = Rect { x: area.x + 1, width: area.width - 2, ..area };
        let n = (self.at + 1).min(self.steps.len());
        let tree = Tree::after(&self.steps[..n]);
        let (sentence, role) = self.sentence(&tree, context);
        for (y, row) in (2..4).zip(wrapped(&sentence, usize::from(inner.width))) {
            line(buffer, inner, y, &row, theme.style(role));
        }
        if self.kind() == Kind::Mcts && !tree.nodes.is_empty() {
            let text = context.text("tree-game-sums");
            let legend = if theme.is_ascii { text.replace('✓', "*") } else { text };
            line(buffer, inner, 4, &legend, theme.style(Role::Faint));
        }
        let picture = Rect { y: 5, height: area.height - 8, ..inner };
        draw_tree(buffer, picture, &tree, theme);
        self.draw_progress(buffer, Rect { y: area.bottom() - 2, height: 1, ..inner }, context);
        let keys = [
            ("Space", "short-pause"),
            ("←→", "short-step"),
            ("↑↓", "tree-short-cut"),
            ("Tab", "tree-short-search"),
            ("+ -", "tree-short-depth"),
            ("?", "short-help"),
            ("q", "short-back"),
        ];
        key_bar(buffer, Rect { y: area.bottom() - 1, height: 1, ..inner }, &keys, context);
    }

    /// What the step shown does, in a sentence.
    fn sentence(&self, tree: &Tree, context: &Context) -> (String, Role) {
        if let Some(refused) = &self.refused {
            return (context.said(refused.message()), Role::Bad);
        }
        let Some(step) = self.steps.get(self.at) else {
            return (context.text("tree-nothing"), Role::Bad);
        };
        let figures = |value: f64| context.words.figures(&shown(value));
        let way = |node: u32| match tree.moves(node as usize)[..] {
            [] => context.text("tree-root"),
            ref moves => moves.join(" "),
        };
        match step {
            PlayStep::Enter { node, .. } => {
                let (low, high) = tree.nodes[*node as usize].window;
                let low = low.map_or_else(|| context.text("tree-least"), figures);
                let high = high.map_or_else(|| context.text("tree-most"), figures);
                let holes: [(&str, &dyn Display); 3] =
                    [("way", &way(*node)), ("low", &low), ("high", &high)];
                (context.fill("tree-enter", &holes), Role::Plain)
            }
            PlayStep::Leave { node, origin, .. } => {
                let value = tree.nodes[*node as usize].value.unwrap_or_default();
                let holes: [(&str, &dyn Display); 2] =
                    [("way", &way(*node)), ("value", &figures(value))];
                (context.fill(&format!("tree-leave-{origin}"), &holes), Role::Plain)
            }
            PlayStep::Cut { node, step, skipped, ancestor, .. } => {
                let above = ancestor.map(way).unwrap_or_else(|| context.text("tree-outside"));
                let holes: [(&str, &dyn Display); 4] =
                    [("way", &way(*node)), ("move", step), ("n", skipped), ("above", &above)];
                let key = if *skipped > 0 { "tree-cut" } else { "tree-cut-last" };
                (context.fill(key, &holes), Role::Strong)
            }
            PlayStep::Simulate { moves, value, best, .. } => {
                let moves = moves.join(" ");
                let holes: [(&str, &dyn Display); 3] =
                    [("n", &(self.at + 1)), ("way", &moves), ("value", &figures(*value))];
                let game = context.fill("tree-game", &holes);
                let is_last = self.is_whole && self.at + 1 == self.steps.len();
                let n_best = tree.nodes.iter().find(|node| node.is_best);
                let n_best = n_best.map_or(0, |node| node.n_games);
                let holes: [(&str, &dyn Display); 3] =
                    [("move", best), ("n", &n_best), ("of", &(self.at + 1))];
                let key = if is_last { "tree-game-played" } else { "tree-game-best" };
                (format!("{game} {}", context.fill(key, &holes)), Role::Plain)
            }
        }
    }

    /// How far we are, and whether more was to come than could be written down.
    fn draw_progress(&self, buffer: &mut Buffer, area: Rect, context: &Context) {
        let n = self.steps.len();
        let at = (self.at + 1).min(n);
        let (shown_at, shown_n) = (show_count(at as u64), show_count(n as u64));
        let holes: [(&str, &dyn Display); 2] = [("at", &shown_at), ("of", &shown_n)];
        let mut text = context.fill("watch-progress", &holes);
        if !self.is_whole && self.refused.is_none() {
            text += &format!(" {}", context.text("tree-cut-short"));
        }
        let room = usize::from(area.width).saturating_sub(text.chars().count() + 2);
        let n_full = (room * at).checked_div(n).unwrap_or(0);
        let (full, rest) = context.theme.pick(('█', '░'), ('#', '.'));
        let bar: String = (0..room).map(|i| if i < n_full { full } else { rest }).collect();
        line(buffer, area, area.y, &format!("{text}  {bar}"), context.theme.style(Role::Key));
    }
}

/// The tree around where the search is.
fn draw_tree(buffer: &mut Buffer, area: Rect, tree: &Tree, theme: Theme) {
    if tree.nodes.is_empty() {
        return;
    }
    let has_sums = tree.nodes.iter().any(|node| node.worth.is_some());
    let wide = if has_sums { WIDE_SUMS } else { WIDE };
    let most = (usize::from(area.width) / wide).saturating_sub(1).max(1);
    let n_levels = usize::from(area.height / HIGH).max(1);
    let path = tree.path(tree.at);
    // A way too long for the screen is shown from its end.
    let first = path.len().saturating_sub(n_levels);
    let places = tree.places(tree.at, most);
    let x_of =
        |node: usize| places.iter().find(|place| place.0 == node).map_or(0.0, |place| place.1);
    let widest = places.iter().map(|place| place.1).fold(0.0, f64::max);
    let n_columns = (usize::from(area.width) / wide) as f64;
    // As much of it as there is room for, with where the search is in the middle.
    let left = match widest + 1.0 <= n_columns {
        true => (widest + 1.0 - n_columns) / 2.0,
        false => (x_of(tree.at) - n_columns / 2.0 + 0.5).clamp(0.0, widest + 1.0 - n_columns),
    };
    let column = |x: f64| ((x - left + 0.5) * wide as f64).round() as i32;
    for &(node, x, level) in &places {
        let Some(level) = level.checked_sub(first).filter(|level| *level < n_levels) else {
            continue;
        };
        let top = area.y + level as u16 * HIGH;
        let at = Spot { middle: column(x), top, area };
        draw_node(buffer, at, &tree.nodes[node], node == tree.at, path.contains(&node), theme);
        let below: Vec<i32> = places
            .iter()
            .filter(|place| tree.nodes[place.0].parent == Some(node))
            .map(|place| column(place.1))
            .collect();
        if level + 1 < n_levels {
            draw_branches(buffer, at, &below, theme);
        }
    }
}

/// Where a node is drawn.
#[derive(Clone, Copy)]
struct Spot {
    middle: i32,
    top: u16,
    area: Rect,
}

impl Spot {
    /// A text around a column, as much of it as there is room for.
    fn write(
        self,
        buffer: &mut Buffer,
        row: u16,
        middle: i32,
        text: &str,
        style: ratatui::style::Style,
    ) {
        let from = middle - text.chars().count() as i32 / 2;
        for (x, letter) in (from..).zip(text.chars()) {
            let Ok(x) = u16::try_from(x) else { continue };
            let (x, y) = (self.area.x + x, self.top + row);
            if x < self.area.right() && y < self.area.bottom() {
                buffer.set_string(x, y, letter.to_string(), style);
            }
        }
    }
}

/// Two rows: the move, and what is known of where it leads; in a tree of games a third, with mean and bonus.
fn draw_node(
    buffer: &mut Buffer,
    at: Spot,
    node: &Node,
    is_here: bool,
    is_on_way: bool,
    theme: Theme,
) {
    let style = match (is_here, is_on_way) {
        (true, _) => theme.style(Role::Bar),
        (_, true) => theme.style(Role::Strong),
        _ => theme.style(Role::Plain),
    };
    let room = if node.worth.is_some() { WIDE_SUMS } else { WIDE } - 1;
    let step = node.step.as_deref().unwrap_or("");
    at.write(buffer, 0, at.middle, &crate::paint::shortened(step, room, theme), style);
    let sign = match node.is_ours {
        true => theme.pick("△", "^"),
        false => theme.pick("▽", "v"),
    };
    let known = match (node.n_games, node.value) {
        (0, None) => format!("{sign} ?"),
        (0, Some(value)) => format!("{sign} {}", shown(value)),
        (n, _) if node.worth.is_some() => {
            format!("{n}{}", if node.is_best { theme.pick(" ✓", " *") } else { "" })
        }
        (n, _) => format!("{n} {}", shown((node.sum / f64::from(n) * 100.0).round() / 100.0)),
    };
    let known = if theme.is_ascii { crate::theme::plain(&known) } else { known };
    let style = if is_here { theme.style(Role::Bar) } else { theme.style(Role::Good) };
    at.write(buffer, 1, at.middle, &known.chars().take(room).collect::<String>(), style);
    if let Some(Worth { mean, bonus, is_proven }) = node.worth {
        let sum = match is_proven {
            true => format!("= {}", shown(mean.into())),
            false => format!("{}+{bonus:.2}", format!("{mean:.2}").replace('-', "−")),
        };
        let sum = if theme.is_ascii { crate::theme::plain(&sum) } else { sum };
        at.write(buffer, 2, at.middle, &sum, theme.style(Role::Plain));
    }
    if node.n_skipped > 0 {
        let cut = format!("{}{}", theme.pick("×", "x"), node.n_skipped);
        at.write(buffer, 2, at.middle + 3, &cut, theme.style(Role::Bad));
    }
}

/// The lines from a node to those below it.
fn draw_branches(buffer: &mut Buffer, at: Spot, below: &[i32], theme: Theme) {
    let (Some(&first), Some(&last)) = (below.iter().min(), below.iter().max()) else { return };
    let style = theme.style(Role::Faint);
    let [across, up, down, both, left, right] =
        theme.pick(["─", "┴", "┬", "┼", "┌", "┐"], ["-", "+", "+", "+", "+", "+"]);
    for x in first.min(at.middle)..=last.max(at.middle) {
        let is_child = below.contains(&x);
        let mark = match (x == at.middle, is_child) {
            (true, true) if first == last => theme.pick("│", "|"),
            (true, true) => both,
            (true, false) => up,
            (false, true) if x == first => left,
            (false, true) if x == last => right,
            (false, true) => down,
            (false, false) => across,
        };
        at.write(buffer, 3, x, mark, style);
    }
}

/// A value in a few characters.
fn shown(value: f64) -> String {
    let text = if value.abs() < 100.0 { format!("{value:.2}") } else { format!("{value:.0}") };
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}
