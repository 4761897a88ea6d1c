//! The rules of a game beside an example of it, over whatever is on the screen.

use plywood_workbench::games::{Table, open};
use plywood_workbench::play::Setup;
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::news::Context;
use crate::paint::{line, window, wrapped};
use crate::table::{Marks, Picture, grid_for, last_cells};
use crate::theme::Role;

/// Plies of the example.
const PLIES: usize = 8;
/// How wide the words beside the example are.
const WORDS: u16 = 30;

/// The rules of a game.
pub(crate) struct Rules {
    example: Box<dyn Table>,
}

impl Rules {
    /// Of the game that is played so; none if there is no such game.
    pub(crate) fn new(setup: &Setup) -> Option<Self> {
        let mut example = open(&setup.game, &setup.rules, 1, None, &[]).ok()?;
        for ply in 0..PLIES {
            // Moves from all over the list, as long as the game goes on.
            let moves = example.moves();
            let step = moves.get((moves.len() * 3 / 5 + 7 * ply) % moves.len().max(1))?;
            if example.play(step).is_err() {
                break;
            }
            if example.result().is_some() {
                example.take_back();
                break;
            }
        }
        Some(Self { example })
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, context: &Context) {
        let (area, theme) = (frame.area(), context.theme);
        let board = self.example.frame();
        let (_, width, size) = grid_for(&board, area, Some(0));
        let name = self.example.offer().name;
        let title = context.text(&format!("game-{name}"));
        let buffer = frame.buffer_mut();
        let inner = window(buffer, area, (width + 2 + WORDS, area.height - 4), &title, theme);
        let (grid, width, _) = grid_for(&board, inner, Some(size));
        let scene = self.example.scene();
        let marks = Marks { last: last_cells(&*self.example, board.columns), ..Marks::default() };
        let picture = Picture {
            game: self.example.offer(),
            board: &board,
            scene: &scene,
            turn: self.example.turn(),
            marks,
        };
        picture.draw(buffer, &grid, theme);
        let x = inner.x + width + 2;
        let words = Rect { x, width: inner.right().saturating_sub(x), ..inner };
        let mut y = words.y;
        let mut tell = |text: &str, role: Role| {
            for row in wrapped(text, usize::from(words.width)) {
                line(buffer, words, y, &row, theme.style(role));
                y += 1;
            }
            y += 1;
        };
        tell(&context.text(&format!("rules-{name}")), Role::Plain);
        if let Some(told) = self.example.last() {
            let told =
                [&told.words].into_iter().chain(&told.effects).map(|told| context.said(told));
            let told = told.collect::<Vec<_>>().join("; ");
            tell(&context.fill("rules-example", &[("move", &told)]), Role::Faint);
        }
        tell(&context.text("rules-close"), Role::Good);
    }
}
