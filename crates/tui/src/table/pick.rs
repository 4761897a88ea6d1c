//! A move in the making: answers to the questions it is made of, from keys, mouse clicks or a walk
//! through the legal moves.

mod aim;

use plywood_workbench::games::{
    Choice, Frame, Message, Part, Piece, Refused, Scene, Shape, Spot, Square, Table,
};

use crate::grid::Cell;

/// What a move still needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Nobody here is to move.
    Idle,
    /// A piece of those left.
    Piece,
    /// Where it goes.
    Place,
    /// Another cell, from a list: which double goes.
    Other,
}

/// Where the piece would go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ghost {
    /// The cells it would cover.
    pub(crate) cells: Vec<Cell>,
    /// The piece.
    pub(crate) piece: u8,
    /// Whether it may.
    pub(crate) is_legal: bool,
}

/// What came of pressing Enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entered {
    /// A whole move: legal, or about to be refused with a reason.
    Move(String),
    /// One that cannot be, for this reason.
    Illegal(Refused),
    /// One more thing is asked for.
    More,
    /// There was nothing to enter.
    Nothing,
}

/// An item of the list shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) label: String,
    pub(crate) piece: Option<u8>,
    /// How many there are; those that are gone keep their place.
    pub(crate) count: u16,
    /// Whether it can be chosen now.
    pub(crate) is_open: bool,
}

/// A move in the making.
#[derive(Debug)]
pub(crate) struct Pick {
    frame: Frame,
    squares: Vec<Option<Square>>,
    hand: Option<u8>,
    /// The pieces left to the player to move.
    tray: Option<Vec<(u8, u16)>>,
    choices: Vec<Choice>,
    /// What was answered so far.
    answers: Vec<Part>,
    way: usize,
    cursor: Cell,
    /// The item under the bar while a list is shown.
    option: usize,
    walked: Option<usize>,
    /// The whole move that Enter plays, until something is changed.
    loaded: Option<String>,
}

impl Pick {
    /// Nothing picked yet; `is_ours` tells whether a person here is to move.
    pub(crate) fn new(table: &dyn Table, cursor: Cell, is_ours: bool) -> Self {
        let (frame, scene, turn) = (table.frame(), table.scene(), table.turn());
        let mut choices = if is_ours { table.choices() } else { Vec::new() };
        let parts = choices.iter_mut().flat_map(|choice| &mut choice.parts);
        parts.for_each(|part| part.at.sort_unstable());
        let (rows, columns) = (usize::from(frame.rows), usize::from(frame.columns));
        let tray = scene.trays.iter().find(|tray| tray.owner.is_none_or(|owner| owner == turn));
        let mut pick = Self {
            squares: by_cell(&scene, rows * columns),
            hand: scene.hand,
            tray: tray.map(|tray| tray.left.clone()),
            choices,
            answers: Vec::new(),
            way: 0,
            cursor: (cursor.0.min(rows - 1), cursor.1.min(columns - 1)),
            option: 0,
            walked: None,
            loaded: None,
            frame,
        };
        let is_own_knight = |square: &&Square| {
            let shape = square.piece.map(|piece| pick.frame.pieces[usize::from(piece)].shape);
            square.owner == Some(turn) && shape == Some(Shape::Knight)
        };
        if let Some(knight) = scene.squares.iter().find(is_own_knight) {
            pick.cursor = pick.cell(knight.at);
        } else if pick.stage() == Stage::Place {
            pick.go_to_nearest();
        }
        pick.bar_on_first();
        pick
    }

    pub(crate) fn cursor(&self) -> Cell {
        self.cursor
    }

    pub(crate) fn option(&self) -> usize {
        self.option
    }

    fn cell(&self, at: Spot) -> Cell {
        let (at, columns) = (usize::from(at), usize::from(self.frame.columns));
        (at / columns, at % columns)
    }

    fn spot(&self, (row, column): Cell) -> Spot {
        (row * usize::from(self.frame.columns) + column) as Spot
    }

    fn piece(&self, piece: u8) -> Option<&Piece> {
        self.frame.pieces.get(usize::from(piece))
    }

    /// The cell settled, where something else is still asked for.
    pub(crate) fn place(&self) -> Option<Cell> {
        let settled = self.answers.iter().find_map(|answer| answer.at.first());
        settled.map(|&at| self.cell(at))
    }

    /// The piece taken from the tray.
    pub(crate) fn taken(&self) -> Option<u8> {
        self.answers.first().and_then(|answer| answer.piece)
    }

    /// The piece that would be placed.
    pub(crate) fn held(&self) -> Option<u8> {
        self.taken().or(self.hand)
    }

    pub(crate) fn stage(&self) -> Stage {
        match self.next_part() {
            _ if self.choices.is_empty() => Stage::Idle,
            Some(part) if part.piece.is_some() => Stage::Piece,
            Some(_) if self.place().is_some() => Stage::Other,
            _ => Stage::Place,
        }
    }

    /// What is asked now.
    pub(crate) fn ask(&self) -> Option<&Message> {
        self.next_part().map(|part| &part.ask)
    }

    /// The legal moves that agree with the answers so far.
    fn fits(&self) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(|choice| choice.parts.starts_with(&self.answers))
    }

    fn next_part(&self) -> Option<&Part> {
        self.fits().find_map(|choice| choice.parts.get(self.answers.len()))
    }

    /// The answers there are to the next question.
    fn next_parts(&self) -> Vec<&Part> {
        let mut parts: Vec<&Part> = Vec::new();
        for part in self.fits().filter_map(|choice| choice.parts.get(self.answers.len())) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts
    }

    /// The list that matters now: pieces, whether to be chosen or only left, or other cells.
    pub(crate) fn items(&self) -> Vec<Item> {
        let open = self.next_parts();
        if self.stage() == Stage::Other {
            let label = |part: &Part| {
                let at = part.at.first().copied().unwrap_or(0);
                let text = self.squares[usize::from(at)].as_ref().map(|square| square.text.clone());
                text.filter(|text| !text.is_empty()).unwrap_or_else(|| self.frame.cell_name(at))
            };
            let item =
                |part: &&Part| Item { label: label(part), piece: None, count: 1, is_open: true };
            return open.iter().map(item).collect();
        }
        let Some(tray) = &self.tray else { return Vec::new() };
        let can_move = |piece: u8| match self.stage() {
            Stage::Piece => open.iter().any(|part| part.piece == Some(piece)),
            _ if self.taken().is_some() => self
                .choices
                .iter()
                .any(|choice| choice.parts.first().is_some_and(|part| part.piece == Some(piece))),
            _ => true,
        };
        let pieces = (0_u8..).zip(&self.frame.pieces).map(|(piece, kind)| Item {
            label: kind.name.clone(),
            piece: Some(piece),
            count: tray.iter().find(|left| left.0 == piece).map_or(0, |left| left.1),
            is_open: can_move(piece),
        });
        pieces.collect()
    }

    /// Puts the bar on the first item that can be chosen.
    fn bar_on_first(&mut self) {
        let items = self.items();
        let first = items.iter().position(|item| item.count > 0 && item.is_open);
        self.option = first.or(items.iter().position(|item| item.count > 0)).unwrap_or(0);
    }

    /// Takes a piece; its ghost appears at the nearest legal place. Says whether it has one.
    fn take(&mut self, piece: u8) -> bool {
        let first = self.choices.first().and_then(|choice| choice.parts.first());
        let Some(ask) = first.map(|part| part.ask.clone()) else { return false };
        self.answers = vec![Part::piece(ask, piece)];
        self.way = 0;
        self.walked = None;
        self.go_to_nearest()
    }

    /// Whether the next answer makes the move whole.
    pub(crate) fn is_last_part(&self) -> bool {
        let n = self.answers.len() + 1;
        self.fits().all(|choice| choice.parts.len() <= n)
    }

    /// A letter or digit: the piece of that name, again for the next size; an item of a list; the next
    /// legal move whose text begins so. Says whether it meant anything.
    pub(crate) fn letter(&mut self, letter: char) -> Option<bool> {
        self.loaded = None;
        let letter = letter.to_ascii_lowercase();
        let begins = |name: &str| name.to_ascii_lowercase().starts_with(letter);
        match self.stage() {
            Stage::Idle => None,
            Stage::Place if self.held().is_none() => self.next_that_begins(letter),
            Stage::Place if self.taken().is_none() => None,
            Stage::Piece | Stage::Other if self.is_last_part() => {
                let items = self.items();
                self.option = items.iter().position(|i| i.count > 0 && begins(&i.label))?;
                Some(true)
            }
            Stage::Piece | Stage::Place | Stage::Other => {
                let items = self.items();
                let is_named = |i: &usize| items[*i].count > 0 && begins(&items[*i].label);
                let named: Vec<usize> = (0..items.len()).filter(is_named).collect();
                let here = named.iter().position(|&i| items[i].piece == self.taken());
                let next = here.map_or(0, |i| (i + 1) % named.len());
                self.option = *named.get(next)?;
                Some(self.take(items[self.option].piece?))
            }
        }
    }

    /// Puts the cursor on the next legal cell whose move begins with a letter.
    fn next_that_begins(&mut self, letter: char) -> Option<bool> {
        let named = self.choices.iter().filter(|choice| choice.step.starts_with(letter));
        let cells = named.filter_map(|choice| choice.parts.first()?.at.first());
        let mut cells: Vec<Cell> = cells.map(|&at| self.cell(at)).collect();
        cells.dedup();
        let here = cells.iter().position(|&cell| cell == self.cursor);
        self.cursor = *cells.get(here.map_or(0, |here| (here + 1) % cells.len()))?;
        Some(true)
    }

    /// Takes the item under the bar, or settles the place.
    pub(crate) fn enter(&mut self) -> Entered {
        if let Some(step) = self.loaded.take() {
            return Entered::Move(step);
        }
        match self.stage() {
            Stage::Idle => Entered::Nothing,
            Stage::Piece => {
                let item = self.items().into_iter().nth(self.option);
                match item.filter(|item| item.count > 0).and_then(|item| item.piece) {
                    None => Entered::Nothing,
                    Some(piece) if self.answers.is_empty() && !self.is_last_part() => {
                        self.take(piece);
                        Entered::More
                    }
                    Some(piece) => self.answer(|part| part.piece == Some(piece)),
                }
            }
            Stage::Other => {
                let wanted = self.next_parts().get(self.option).map(|&part| part.clone());
                wanted.map_or(Entered::Nothing, |wanted| self.answer(|part| *part == wanted))
            }
            Stage::Place => {
                let here = self.spots_here();
                match (self.answer(|part| part.at == here), self.text_here()) {
                    (Entered::Nothing, Some(text)) => Entered::Move(text),
                    (Entered::Nothing, None) => Entered::Illegal(self.taken_cell()),
                    (entered, _) => entered,
                }
            }
        }
    }

    /// Gives an answer; a move that is whole then is not settled but returned.
    fn answer(&mut self, is_meant: impl Fn(&Part) -> bool) -> Entered {
        let Some(part) = self.next_parts().into_iter().find(|part| is_meant(part)).cloned() else {
            return Entered::Nothing;
        };
        self.answers.push(part);
        let n = self.answers.len();
        let whole = self.fits().find(|choice| choice.parts.len() == n);
        match whole.map(|choice| choice.step.clone()) {
            Some(step) => {
                self.answers.pop();
                Entered::Move(step)
            }
            None => {
                self.bar_on_first();
                Entered::More
            }
        }
    }

    /// Drops what was picked last. Says whether there was something.
    pub(crate) fn drop_last(&mut self) -> bool {
        self.loaded = None;
        self.answers.pop().is_some()
    }

    /// Puts a legal move in the hand of the person: Enter plays it.
    pub(crate) fn load(&mut self, step: &str) {
        let Some(choice) = self.choices.iter().find(|choice| choice.step == step) else { return };
        let parts = choice.parts.clone();
        self.answers = parts.iter().take(1).filter(|part| part.piece.is_some()).cloned().collect();
        let place = parts.iter().find(|part| !part.at.is_empty());
        if let Some((way, corner)) = place.and_then(|part| self.lie(&part.at)) {
            (self.way, self.cursor) = (way, corner);
        }
        if self.is_last_part()
            && let Some(piece) = parts.last().and_then(|part| part.piece)
        {
            self.answers.clear();
            self.option = usize::from(piece);
        }
        self.loaded = Some(step.to_owned());
    }

    /// The move that Enter plays whatever is marked.
    pub(crate) fn loaded(&self) -> Option<&str> {
        self.loaded.as_deref()
    }

    /// The cells of a legal move.
    pub(crate) fn cells_of(&self, step: &str) -> Vec<Cell> {
        let choice = self.choices.iter().find(|choice| choice.step == step);
        let parts = choice.into_iter().flat_map(|choice| &choice.parts);
        parts.flat_map(|part| &part.at).map(|&at| self.cell(at)).collect()
    }
}

/// The squares of a scene by their place.
pub(crate) fn by_cell(scene: &Scene, n_cells: usize) -> Vec<Option<Square>> {
    let mut squares = vec![None; n_cells];
    for square in &scene.squares {
        squares[usize::from(square.at)] = Some(square.clone());
    }
    squares
}
