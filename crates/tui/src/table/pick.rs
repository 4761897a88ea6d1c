//! A move in the making: a piece, a place and what else the game asks for, from keys, mouse clicks or a
//! walk through the legal moves.

use plywood_workbench::Refused;
use plywood_workbench::play::{
    Choice, Scene, Session, Shape, Spot, Square, choices, shapes, stock,
};

/// What a move still needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Nobody here is to move.
    Idle,
    /// A piece of those left.
    Piece,
    /// Where it goes.
    Place,
    /// The piece to hand over, or the double to remove.
    Extra,
}

/// Where the piece would go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ghost {
    /// The cells it would cover.
    pub(crate) cells: Vec<Spot>,
    /// The Quarto piece, where it is one.
    pub(crate) code: Option<u8>,
    /// Whether it may.
    pub(crate) is_legal: bool,
}

/// What came of pressing Enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entered {
    /// A whole move: legal, or about to be refused with a reason.
    Move(String),
    /// One more thing is asked for.
    More,
    /// There was nothing to enter.
    Nothing,
}

/// A move in the making.
#[derive(Debug)]
pub(crate) struct Pick {
    game: &'static str,
    scene: Scene,
    choices: Vec<Choice>,
    /// The kinds left to the player to move.
    kinds: Vec<String>,
    /// The kind of piece taken.
    kind: Option<String>,
    ways: Vec<Shape>,
    way: usize,
    cursor: Spot,
    /// The place settled, where something else is still asked for.
    place: Option<Spot>,
    /// The item under the bar while a list is shown.
    option: usize,
    walked: Option<usize>,
}

impl Pick {
    /// Nothing picked yet; `is_ours` tells whether a person here is to move.
    pub(crate) fn new(session: &Session, scene: &Scene, cursor: Spot, is_ours: bool) -> Self {
        let game = session.game().name;
        let moves = if is_ours { session.moves() } else { Vec::new() };
        let left = stock(game, &session.position());
        let kinds = left[session.turn().index()].iter().map(|(name, _)| name.clone());
        let mut pick = Self {
            game,
            scene: scene.clone(),
            choices: choices(game, &moves),
            kinds: kinds.collect(),
            kind: None,
            ways: Vec::new(),
            way: 0,
            cursor: (cursor.0.min(scene.n_rows - 1), cursor.1.min(scene.n_columns - 1)),
            place: None,
            option: 0,
            walked: None,
        };
        let own = Square::Knight(session.turn());
        if let Some(knight) = scene.spots().find(|&spot| scene.at(spot) == own) {
            pick.cursor = knight;
        } else if pick.stage() == Stage::Place {
            pick.go_to_nearest();
        }
        pick.option = pick.options().iter().position(|kind| pick.has_moves(kind)).unwrap_or(0);
        pick
    }

    pub(crate) fn cursor(&self) -> Spot {
        self.cursor
    }

    pub(crate) fn kind(&self) -> Option<&str> {
        self.kind.as_deref()
    }

    pub(crate) fn option(&self) -> usize {
        self.option
    }

    pub(crate) fn place(&self) -> Option<Spot> {
        self.place
    }

    fn takes_pieces(&self) -> bool {
        self.game.starts_with("blokus") || self.game == "quatro"
    }

    pub(crate) fn stage(&self) -> Stage {
        let has_place = self.choices.iter().any(|choice| choice.place.is_some());
        match () {
            () if self.choices.is_empty() => Stage::Idle,
            () if self.takes_pieces() && self.kind.is_none() => Stage::Piece,
            () if has_place && self.place.is_none() => Stage::Place,
            () => Stage::Extra,
        }
    }

    /// The list to choose from at this stage.
    pub(crate) fn options(&self) -> Vec<String> {
        match self.stage() {
            Stage::Extra => {
                let mut extras: Vec<String> = self.fits().filter_map(|c| c.extra.clone()).collect();
                extras.dedup();
                extras
            }
            _ => self.kinds.clone(),
        }
    }

    /// The legal moves that agree with the place settled.
    fn fits(&self) -> impl Iterator<Item = &Choice> {
        let place = self.place.map(|spot| self.scene.name(spot));
        self.choices.iter().filter(move |choice| choice.place == place)
    }

    fn is_of(choice: &Choice, kind: &str) -> bool {
        // Of the course's pieces, c1 and c2 are one kind that lies in two ways.
        choice
            .piece
            .as_deref()
            .is_some_and(|piece| piece == kind || (kind == "c" && piece.starts_with(kind)))
    }

    /// Whether a kind of piece can be placed at all.
    pub(crate) fn has_moves(&self, kind: &str) -> bool {
        self.choices.iter().any(|choice| Self::is_of(choice, kind))
    }

    /// Takes a piece; its ghost appears at the nearest legal place. Says whether it has one.
    pub(crate) fn take(&mut self, kind: &str) -> bool {
        self.kind = Some(kind.to_owned());
        self.ways = shapes(self.game, kind);
        self.way = 0;
        self.walked = None;
        self.go_to_nearest()
    }

    /// Puts the cursor, or the piece, on the nearest legal place. Says whether there is one.
    fn go_to_nearest(&mut self) -> bool {
        let (row, column) = self.cursor;
        let distance = |at: Spot| at.0.abs_diff(row) + at.1.abs_diff(column);
        let places = self.walk().into_iter().map(|(way, at)| (distance(at), way, at));
        match places.min() {
            Some((_, way, at)) => {
                (self.way, self.cursor) = (way, at);
                true
            }
            None => {
                self.clamp();
                false
            }
        }
    }

    /// Every legal place of the kind taken: the way it lies and where its corner is.
    fn walk(&self) -> Vec<(usize, Spot)> {
        let kind = self.kind.as_deref();
        let fits = self.choices.iter().filter(|c| kind.is_none_or(|kind| Self::is_of(c, kind)));
        let mut places: Vec<(usize, Spot)> = fits
            .filter_map(|choice| {
                let cells = self.scene.covered(self.game, &choice.step);
                let corner = (cells.iter().map(|c| c.0).min()?, cells.iter().map(|c| c.1).min()?);
                let covers =
                    |&(row, column): &Spot| cells.contains(&(corner.0 + row, corner.1 + column));
                let lies = |shape: &Shape| shape.cells.iter().all(covers);
                Some((self.ways.iter().position(lies).unwrap_or(0), corner))
            })
            .collect();
        places.dedup();
        places
    }

    /// On to the next legal move, or back to the one before. Says whether there is one.
    pub(crate) fn step(&mut self, is_forward: bool) -> bool {
        match self.stage() {
            Stage::Idle => return false,
            Stage::Extra => {
                self.shift_option(if is_forward { 1 } else { -1 });
                return true;
            }
            Stage::Piece => {
                let Some(kind) = self.options().get(self.option).cloned() else { return false };
                return self.take(&kind);
            }
            Stage::Place => {}
        }
        let places = self.walk();
        if places.is_empty() {
            return false;
        }
        let here = places.iter().position(|&place| place == (self.way, self.cursor));
        let next = match (here.or(self.walked), is_forward) {
            (None, _) => 0,
            (Some(i), true) => (i + 1) % places.len(),
            (Some(i), false) => (i + places.len() - 1) % places.len(),
        };
        self.walked = Some(next);
        (self.way, self.cursor) = places[next];
        true
    }

    /// Where we are in the walk, counted from 1, and how long it is.
    pub(crate) fn walk_place(&self) -> (Option<usize>, usize) {
        let places = self.walk();
        let here = places.iter().position(|&place| place == (self.way, self.cursor));
        (here.map(|here| here + 1), places.len())
    }

    /// Moves the cursor, or the bar in a list of `per_row` items a row.
    pub(crate) fn shift(&mut self, down: isize, right: isize, per_row: usize) {
        match self.stage() {
            Stage::Piece | Stage::Extra => self.shift_option(down * per_row as isize + right),
            Stage::Place | Stage::Idle => {
                let moved = |at: usize, by: isize, n: usize| {
                    at.checked_add_signed(by).filter(|&at| at < n).unwrap_or(at)
                };
                self.cursor = (
                    moved(self.cursor.0, down, self.scene.n_rows),
                    moved(self.cursor.1, right, self.scene.n_columns),
                );
                self.clamp();
            }
        }
    }

    fn shift_option(&mut self, by: isize) {
        let n = self.options().len();
        let moved = self.option as isize + by;
        let is_step = by.abs() == 1;
        if n > 0 && (is_step || (0..n as isize).contains(&moved)) {
            self.option = moved.rem_euclid(n as isize) as usize;
        }
    }

    /// Puts the cursor on a cell.
    pub(crate) fn point(&mut self, spot: Spot) {
        self.cursor = spot;
        self.clamp();
    }

    /// Puts the bar on an item of the list.
    pub(crate) fn point_option(&mut self, option: usize) {
        if option < self.options().len() {
            self.option = option;
        }
    }

    /// Whether a cell is under the cursor or the ghost.
    pub(crate) fn covers(&self, spot: Spot) -> bool {
        spot == self.cursor || self.ghost().is_some_and(|ghost| ghost.cells.contains(&spot))
    }

    /// Keeps the whole piece on the board.
    fn clamp(&mut self) {
        let Some(shape) = self.ways.get(self.way) else { return };
        let reach = |of: fn(&Spot) -> usize| shape.cells.iter().map(of).max().unwrap_or(0);
        let (rows, columns) = (reach(|cell| cell.0), reach(|cell| cell.1));
        self.cursor.0 = self.cursor.0.min(self.scene.n_rows - 1 - rows);
        self.cursor.1 = self.cursor.1.min(self.scene.n_columns - 1 - columns);
    }

    /// Turns the piece to the next way it can lie.
    pub(crate) fn turn(&mut self) {
        if !self.ways.is_empty() {
            self.way = (self.way + 1) % self.ways.len();
            self.clamp();
        }
    }

    /// Turns the piece over.
    pub(crate) fn mirror(&mut self) {
        let Some(shape) = self.ways.get(self.way) else { return };
        let width = shape.cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        let sorted = |cells: &mut dyn Iterator<Item = Spot>| {
            let mut cells: Vec<Spot> = cells.collect();
            cells.sort_unstable();
            cells
        };
        let over = sorted(&mut shape.cells.iter().map(|&(row, column)| (row, width - column)));
        let is_over = |way: &Shape| sorted(&mut way.cells.iter().copied()) == over;
        if let Some(way) = self.ways.iter().position(is_over) {
            self.way = way;
        }
    }

    /// A letter or digit: the piece of that name, again for the next size; a Quarto code; a double.
    /// Says whether it meant anything.
    pub(crate) fn letter(&mut self, letter: char) -> Option<bool> {
        let letter = letter.to_ascii_lowercase();
        let begins = |name: &String| name.to_ascii_lowercase().starts_with(letter);
        match self.stage() {
            Stage::Extra => {
                self.option = self.options().iter().position(begins)?;
                Some(true)
            }
            Stage::Piece | Stage::Place if self.takes_pieces() => {
                let named: Vec<String> =
                    self.kinds.iter().filter(|kind| begins(kind)).cloned().collect();
                let here = named.iter().position(|kind| Some(kind) == self.kind.as_ref());
                let next = here.map_or(0, |i| (i + 1) % named.len());
                let kind = named.get(next)?;
                self.option = self.kinds.iter().position(|known| known == kind).unwrap_or(0);
                Some(self.take(&kind.clone()))
            }
            _ => None,
        }
    }

    /// Takes the item under the bar, or settles the place.
    pub(crate) fn enter(&mut self) -> Entered {
        match self.stage() {
            Stage::Idle => Entered::Nothing,
            Stage::Piece => match self.options().get(self.option).cloned() {
                Some(kind) => {
                    self.take(&kind);
                    Entered::More
                }
                None => Entered::Nothing,
            },
            Stage::Extra => {
                let wanted = self.options().get(self.option).cloned();
                let fit = self.fits().find(|choice| choice.extra == wanted);
                fit.map_or(Entered::Nothing, |choice| Entered::Move(choice.step.clone()))
            }
            Stage::Place if self.takes_pieces() => Entered::Move(self.step_here()),
            Stage::Place => {
                self.place = Some(self.cursor);
                let fits: Vec<&Choice> = self.fits().collect();
                match fits[..] {
                    [only] => {
                        let step = only.step.clone();
                        self.place = None;
                        Entered::Move(step)
                    }
                    [] => {
                        self.place = None;
                        Entered::Move(self.step_here())
                    }
                    _ => {
                        self.option = 0;
                        Entered::More
                    }
                }
            }
        }
    }

    /// Drops what was picked last. Says whether there was something.
    pub(crate) fn drop_last(&mut self) -> bool {
        if self.place.take().is_some() {
            return true;
        }
        self.ways.clear();
        self.kind.take().is_some()
    }

    /// The move that Enter would try here, as text.
    fn step_here(&self) -> String {
        let cell = self.scene.name(self.cursor);
        match (self.game, &self.kind) {
            ("quatro", Some(kind)) => format!("{kind}@{cell}"),
            ("quarto", _) => match self.choices.iter().find_map(|choice| choice.extra.as_ref()) {
                Some(extra) => format!("{cell}>{extra}"),
                None => cell,
            },
            _ => match self.ways.get(self.way) {
                Some(shape) => self.scene.placing(self.game, shape, self.cursor),
                None => cell,
            },
        }
    }

    /// Where the piece would go, while one is held.
    pub(crate) fn ghost(&self) -> Option<Ghost> {
        let at = self.place.unwrap_or(self.cursor);
        if self.stage() == Stage::Idle {
            return None;
        }
        let step = self.step_here();
        let is_legal = self.choices.iter().any(|choice| choice.step == step);
        if let Some(shape) = self.ways.get(self.way) {
            let cells = shape.cells.iter().map(|&(row, column)| (at.0 + row, at.1 + column));
            return Some(Ghost { cells: cells.collect(), code: None, is_legal });
        }
        let code = match self.game {
            "quarto" => self.scene.hand,
            "quatro" => self.kind.as_ref().and_then(|kind| u8::from_str_radix(kind, 16).ok()),
            _ => None,
        }?;
        let is_legal = self.scene.at(at) == Square::Empty;
        Some(Ghost { cells: vec![at], code: Some(code), is_legal })
    }

    /// Why the ghost cannot be played, if it cannot.
    pub(crate) fn objection(&self, session: &Session) -> Option<Refused> {
        match self.ghost() {
            Some(ghost) if !ghost.is_legal => session.read(&self.step_here()).err(),
            _ => None,
        }
    }

    /// The cells a knight may go to.
    pub(crate) fn targets(&self) -> Vec<Spot> {
        if self.game != "cavalo" || self.place.is_some() {
            return Vec::new();
        }
        self.walk().into_iter().map(|(_, at)| at).collect()
    }
}
