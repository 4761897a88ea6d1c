//! What each of two engines spent, side by side, while they play each other: on the last move and in the whole game.

use plywood_workbench::games::Seat;
use plywood_workbench::play::Ply;
use plywood_workbench::units::{show_count, show_short, show_time};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::TableScreen;
use super::board::text_role;
use crate::news::Context;
use crate::paint::{line, shortened};
use crate::theme::Role;

/// What is counted, in the order of [`Spent::figures`].
const ROWS: [&str; 4] = ["counters-depth", "counters-nodes", "counters-cuts", "counters-time"];

/// Columns of a figure.
const FIGURE: usize = 10;

/// What a side spent; none where it was not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Spent {
    depth: Option<u32>,
    nodes: Option<u64>,
    cuts: Option<u64>,
    time_ms: Option<u64>,
    n_moves: u64,
}

impl Spent {
    fn on(ply: &Ply) -> Self {
        let effort = ply.effort.as_ref().filter(|effort| effort.analysed > 0);
        let cuts = effort.and_then(|effort| sum(effort.alpha_cuts, effort.beta_cuts));
        Self {
            depth: effort.map(|effort| effort.depth),
            nodes: effort.map(|effort| effort.analysed),
            cuts,
            time_ms: Some(ply.time_ms),
            n_moves: 1,
        }
    }

    /// With what came later; the depth is that of the deepest search.
    fn and(self, later: Self) -> Self {
        Self {
            depth: self.depth.max(later.depth),
            nodes: sum(self.nodes, later.nodes),
            cuts: sum(self.cuts, later.cuts),
            time_ms: sum(self.time_ms, later.time_ms),
            n_moves: self.n_moves + later.n_moves,
        }
    }

    /// Depth, nodes, cuts and time as they are shown.
    fn figures(self, context: &Context) -> [String; 4] {
        let dash = || context.theme.pick("–", "-").to_owned();
        let count = |n: u64| match show_count(n) {
            long if long.chars().count() < FIGURE => long,
            _ => context.words.figures(&show_short(n as f64)),
        };
        // Games keep whole milliseconds of each move: what is left out counts where moves are short.
        let time = |ms: u64| match ms < 10 * self.n_moves {
            true => format!("< {} ms", ms + self.n_moves),
            false => context.words.figures(&show_time(ms as f64 / 1000.0)),
        };
        [
            self.depth.map_or_else(dash, |depth| depth.to_string()),
            self.nodes.map_or_else(dash, count),
            self.cuts.map_or_else(dash, count),
            self.time_ms.map_or_else(dash, time),
        ]
    }
}

/// The sum of what was counted.
fn sum(one: Option<u64>, two: Option<u64>) -> Option<u64> {
    [one, two].into_iter().flatten().reduce(u64::saturating_add)
}

impl TableScreen {
    /// Draws both sides' counters where engines that count play each other; returns the row below.
    pub(super) fn draw_counters(&self, buffer: &mut Buffer, area: Rect, context: &Context) -> u16 {
        let spent = Seat::BOTH.map(|seat| {
            let own = self.session.plies().iter().filter(|ply| ply.seat() == seat && !ply.forced);
            own.map(Spent::on).collect::<Vec<_>>()
        });
        let has_counts = spent.iter().flatten().any(|one| one.nodes.is_some());
        if !self.is_watched() || !self.shows_thinking || !has_counts {
            return area.y;
        }
        let last = spent.each_ref().map(|all| all.last().copied().unwrap_or_default());
        let total = spent.map(|all| all.into_iter().fold(Spent::default(), Spent::and));
        let [last, total] = [last, total].map(|of| of.map(|one| one.figures(context)));
        let side =
            |seat: Seat| context.fill("draft-side", &[("side", &self.session.game().side(seat))]);
        let mut rows = vec![("counters-last", Seat::BOTH.map(side))];
        let both = |[one, two]: &[[String; 4]; 2], i: usize| [one[i].clone(), two[i].clone()];
        rows.extend(ROWS.iter().enumerate().map(|(i, name)| (*name, both(&last, i))));
        rows.push(("counters-game", [String::new(), String::new()]));
        rows.extend(ROWS.iter().enumerate().skip(1).map(|(i, name)| (*name, both(&total, i))));
        let label = usize::from(area.width).saturating_sub(2 * FIGURE).min(20);
        let mut y = area.y;
        for (name, figures) in rows {
            let is_heading = !ROWS.contains(&name);
            let style = context.theme.style(if is_heading { Role::Strong } else { Role::Plain });
            let indent = if is_heading { "" } else { "  " };
            let name = format!("{indent}{}", context.text(name));
            line(buffer, area, y, &shortened(&name, label, context.theme), style);
            for (i, figure) in figures.iter().enumerate() {
                let own = context.theme.style(text_role(self.session.game(), Seat::BOTH[i]));
                let figure = shortened(figure, FIGURE - 1, context.theme);
                let x = area.x + (label + i * FIGURE) as u16;
                let room = Rect { x, width: FIGURE as u16, ..area };
                line(buffer, room, y, &format!("{figure:>FIGURE$}"), own);
            }
            y += 1;
        }
        y + 1
    }
}
