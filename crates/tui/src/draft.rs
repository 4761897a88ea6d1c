//! A position set up by hand: things put on cells and taken away, whose turn it is, and a game from there.

use std::fmt::Display;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use plywood_workbench::games::{
    Change, Draft, Frame as Board, Offer, OpenError, Seat, Spot, Stuff, draft,
};
use plywood_workbench::play::Setup;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::grid::{Cell, Grid};
use crate::menu::moved;
use crate::news::Context;
use crate::paint::{bar, line, wrapped};
use crate::table::{Marks, Picture, grid_for, key_bar};
use crate::theme::Role;

/// Keys while a position is set up: as the help shows them, and what it says.
pub(crate) const KEYS: [(&str, &str); 9] = [
    ("←↑↓→", "draft-key-move"),
    ("Space", "draft-key-put"),
    ("Tab  0-9 a-z", "draft-key-choose"),
    ("Delete", "draft-key-clear"),
    ("Home", "draft-key-start"),
    ("T", "draft-key-turn"),
    ("H", "draft-key-hand"),
    ("Enter", "draft-key-play"),
    ("Esc", "draft-key-leave"),
];

/// The panel is never narrower.
const PANEL: u16 = 34;

/// What a key led to.
pub(crate) enum Drafted {
    Stay,
    Back,
    /// A game from the position.
    Play(Box<Setup>),
}

/// A position in the making.
pub(crate) struct DraftScreen {
    setup: Setup,
    game: &'static Offer,
    board: Board,
    draft: Draft,
    start: String,
    cursor: Cell,
    /// What is in hand to be put down.
    at: usize,
    grid: Option<Grid>,
    rows: Vec<Rect>,
}

impl DraftScreen {
    /// Begins with a position of a game.
    pub(crate) fn new(
        game: &'static Offer,
        board: Board,
        setup: Setup,
        position: &str,
    ) -> Result<Self, OpenError> {
        let draft = draft(&setup.game, &setup.rules, setup.seed, Some(position), None)?;
        let (start, cursor) = (position.to_owned(), (0, 0));
        Ok(Self { setup, game, board, draft, start, cursor, at: 0, grid: None, rows: Vec::new() })
    }

    #[cfg(test)]
    pub(crate) fn grid(&self) -> Option<Grid> {
        self.grid
    }

    fn change(&mut self, change: &Change) {
        let Setup { game, rules, seed, .. } = &self.setup;
        if let Ok(draft) = draft(game, rules, *seed, Some(&self.draft.text), Some(change)) {
            self.draft = draft;
        }
    }

    fn put(&mut self, stuff: Option<Stuff>) {
        let place = self.cursor.0 * usize::from(self.board.columns) + self.cursor.1;
        if let Some(stuff) = stuff {
            self.change(&Change::Put(place as Spot, stuff));
        }
    }

    fn begin_anew(&mut self) {
        let Setup { game, rules, seed, .. } = &self.setup;
        if let Ok(draft) = draft(game, rules, *seed, Some(&self.start), None) {
            self.draft = draft;
        }
    }

    fn shift(&mut self, down: isize, right: isize) {
        let (rows, columns) = (usize::from(self.board.rows), usize::from(self.board.columns));
        self.cursor = (moved(self.cursor.0, down, rows), moved(self.cursor.1, right, columns));
    }

    /// The other player's turn, where whose turn it is can be chosen.
    fn turn(&mut self) {
        if let Some(turn) = self.draft.turn {
            self.change(&Change::Turn(turn.other()));
        }
    }

    /// The next piece is the one in hand; after the last one none.
    fn hand(&mut self) {
        let next = self.draft.scene.hand.map_or(0, |piece| piece + 1);
        let next = (usize::from(next) < self.board.pieces.len()).then_some(next);
        if self.draft.has_hand {
            self.change(&Change::Hand(next));
        }
    }

    /// Answers a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Drafted {
        let n = self.draft.palette.len();
        match key.code {
            KeyCode::Up => self.shift(-1, 0),
            KeyCode::Down => self.shift(1, 0),
            KeyCode::Left => self.shift(0, -1),
            KeyCode::Right => self.shift(0, 1),
            KeyCode::Tab => self.at = moved(self.at, 1, n),
            KeyCode::BackTab => self.at = moved(self.at, -1, n),
            KeyCode::Char(' ') => self.put(self.draft.palette.get(self.at).cloned()),
            KeyCode::Delete | KeyCode::Backspace | KeyCode::Char('.') => {
                self.put(Some(Stuff::Nothing));
            }
            KeyCode::Home => self.begin_anew(),
            KeyCode::Char('T') => self.turn(),
            KeyCode::Char('H') => self.hand(),
            KeyCode::Enter if self.draft.problem.is_none() => {
                let position = Some(self.draft.text.clone());
                return Drafted::Play(Box::new(Setup { position, ..self.setup.clone() }));
            }
            KeyCode::Esc | KeyCode::F(10) => return Drafted::Back,
            KeyCode::Char(letter) => {
                let letter = letter.to_ascii_lowercase();
                let names: Vec<String> =
                    self.draft.palette.iter().map(|stuff| self.short(stuff)).collect();
                let begins = |i: &usize| names[*i].to_lowercase().starts_with(letter);
                let next = (self.at + 1..n).chain(0..=self.at).find(begins);
                self.at = next.unwrap_or(self.at);
            }
            _ => {}
        }
        Drafted::Stay
    }

    /// Answers the mouse: a click puts down what is chosen, the right button takes away, and a click in the
    /// list chooses.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) {
        let here = Position::new(mouse.column, mouse.row);
        let is_right = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => false,
            MouseEventKind::Down(MouseButton::Right) => true,
            MouseEventKind::ScrollDown => {
                return self.at = moved(self.at, 1, self.draft.palette.len());
            }
            MouseEventKind::ScrollUp => {
                return self.at = moved(self.at, -1, self.draft.palette.len());
            }
            _ => return,
        };
        if let Some(at) = self.rows.iter().position(|row| row.contains(here)) {
            self.at = at;
        } else if let Some(cell) = self.grid.and_then(|grid| grid.hit(mouse.column, mouse.row)) {
            self.cursor = cell;
            let chosen = self.draft.palette.get(self.at).cloned();
            self.put(if is_right { Some(Stuff::Nothing) } else { chosen });
        }
    }

    /// The letter or digit that chooses something.
    fn short(&self, stuff: &Stuff) -> String {
        match stuff {
            Stuff::Nothing => "-".to_owned(),
            Stuff::Wall => "#".to_owned(),
            Stuff::Owned(seat) | Stuff::Knight(seat) => seat.number().to_string(),
            Stuff::Piece(piece) => self.board.pieces[usize::from(*piece)].name.clone(),
        }
    }

    /// What something is called.
    fn called(&self, stuff: &Stuff, context: &Context) -> String {
        let side = |seat: Seat| {
            let side = self.game.side(seat);
            context.fill("draft-side", &[("side", &side)])
        };
        match stuff {
            Stuff::Nothing => context.text("draft-nothing"),
            Stuff::Wall => context.text("draft-palette-wall"),
            Stuff::Owned(seat) | Stuff::Knight(seat) => side(*seat),
            Stuff::Piece(piece) => context.said(&self.board.pieces[usize::from(*piece)].label),
        }
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, context: &Context) {
        let area = frame.area();
        let theme = context.theme;
        let buffer = frame.buffer_mut();
        let game = context.text(&format!("game-{}", self.game.name));
        let name = game.split(':').next().unwrap_or_default();
        let dot = theme.pick('·', '-');
        let left = format!(" Plywood {dot} {name} {dot} {}", context.text("draft-title"));
        bar(buffer, Rect { height: 1, ..area }, &left, "", theme);
        let body =
            Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 4 };
        let room = Rect { width: body.width - PANEL, ..body };
        let (grid, width, _) = grid_for(&self.board, room, None);
        self.grid = Some(grid);
        let marks = Marks { cursor: Some(self.cursor), ..Marks::default() };
        let turn = self.draft.turn.unwrap_or(Seat::One);
        let scene = &self.draft.scene;
        Picture { game: self.game, board: &self.board, scene, turn, marks }
            .draw(buffer, &grid, theme);
        self.draw_cursor(buffer, &grid, context);
        let x = body.x + width + 3;
        let panel = Rect { x, width: body.right().saturating_sub(x), ..body };
        self.draw_panel(buffer, panel, context);
        let below = Rect { x: area.x + 1, y: area.bottom() - 3, width: area.width - 2, height: 2 };
        let (text, role) = match &self.draft.problem {
            None => (context.text("draft-ready"), Role::Good),
            Some(problem) => (context.said(&problem.message()), Role::Bad),
        };
        for (y, row) in (below.y..below.bottom()).zip(wrapped(&text, usize::from(below.width))) {
            line(buffer, below, y, &row, theme.style(role));
        }
        let keys = [
            ("Space", "draft-short-put"),
            ("Tab", "short-choose"),
            ("Del", "draft-short-clear"),
            ("T", "draft-short-turn"),
            ("Enter", "short-begin"),
            ("?", "short-help"),
            ("Esc", "short-back"),
        ];
        let last = Rect { y: area.bottom() - 1, height: 1, ..below };
        key_bar(buffer, last, &keys, context);
    }

    /// Brackets around the cell where boards have no mark of their own for the cursor.
    fn draw_cursor(&self, buffer: &mut ratatui::buffer::Buffer, grid: &Grid, context: &Context) {
        let cell = grid.cell(self.cursor);
        let y = cell.y + (cell.height - 1) / 2;
        let style = context.theme.style(Role::Key);
        if cell.width > 1 {
            buffer.set_string(cell.x, y, "[", style);
            buffer.set_string(cell.right() - 1, y, "]", style);
        }
    }

    /// What can be put down, whose turn it is and which piece is in hand.
    fn draw_panel(&mut self, buffer: &mut ratatui::buffer::Buffer, area: Rect, context: &Context) {
        let theme = context.theme;
        let mut y = area.y + 1;
        if let Some(turn) = self.draft.turn {
            let side = self.game.side(turn);
            let text = context.fill("draft-turn", &[("side", &side)]);
            line(buffer, area, y, &text, theme.style(Role::Plain));
            y += 1;
        }
        if self.draft.has_hand {
            let hand = self.draft.scene.hand.map(|hand| {
                let piece = &self.board.pieces[usize::from(hand)];
                format!("{}, {}", piece.name, context.said(&piece.label))
            });
            let hand = hand.unwrap_or_else(|| context.text("draft-no-hand"));
            let holes: [(&str, &dyn Display); 1] = [("piece", &hand)];
            let text = context.fill("draft-hand", &holes);
            line(buffer, area, y, &text, theme.style(Role::Plain));
            y += 1;
        }
        y += 1;
        line(buffer, area, y, &context.text("draft-palette"), theme.style(Role::Strong));
        y += 1;
        self.rows.clear();
        for (i, stuff) in self.draft.palette.iter().enumerate() {
            let style = theme.style(if i == self.at { Role::Bar } else { Role::Plain });
            let text = format!(" {:>2}  {} ", self.short(stuff), self.called(stuff, context));
            let row = Rect { y, height: 1, ..area };
            line(buffer, row, y, &text, style);
            self.rows.push(row);
            y += 1;
        }
    }
}
