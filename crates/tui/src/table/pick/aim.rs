//! Where a piece is held, where it may go, and what it would cover.

use plywood_workbench::games::{Refused, Shape, Spot, Square, Table};
use plywood_workbench::message;

use super::{Ghost, Pick, Stage};
use crate::grid::Cell;

impl Pick {
    /// Puts the cursor, or the piece, on the nearest legal place. Says whether there is one.
    pub(super) fn go_to_nearest(&mut self) -> bool {
        let (row, column) = self.cursor;
        let distance = |at: Cell| at.0.abs_diff(row) + at.1.abs_diff(column);
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

    pub(super) fn ways(&self) -> &[Vec<(u8, u8)>] {
        self.held().and_then(|piece| self.piece(piece)).map_or(&[], |piece| &piece.ways)
    }

    /// The way a piece lies on these cells, and the corner of the rectangle around them.
    pub(super) fn lie(&self, cells: &[Spot]) -> Option<(usize, Cell)> {
        let cells: Vec<Cell> = cells.iter().map(|&at| self.cell(at)).collect();
        let corner = (cells.iter().map(|c| c.0).min()?, cells.iter().map(|c| c.1).min()?);
        let covers = |&(row, column): &(u8, u8)| {
            cells.contains(&(corner.0 + usize::from(row), corner.1 + usize::from(column)))
        };
        let way = self.ways().iter().position(|way| way.iter().all(covers));
        Some((way.unwrap_or(0), corner))
    }

    /// Every legal place of what is held: the way it lies and where its corner is.
    pub(super) fn walk(&self) -> Vec<(usize, Cell)> {
        self.next_parts().into_iter().filter_map(|part| self.lie(&part.at)).collect()
    }

    /// On to the next legal move, or back to the one before. Says whether there is one.
    pub(crate) fn step(&mut self, is_forward: bool) -> bool {
        self.loaded = None;
        match self.stage() {
            Stage::Idle => return false,
            Stage::Other => {
                self.shift_option(if is_forward { 1 } else { -1 });
                return true;
            }
            Stage::Piece if self.is_last_part() => {
                self.shift_option(if is_forward { 1 } else { -1 });
                return true;
            }
            Stage::Piece => {
                let piece = self.items().get(self.option).and_then(|item| item.piece);
                return piece.is_some_and(|piece| self.take(piece));
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
        self.loaded = None;
        match self.stage() {
            Stage::Piece | Stage::Other => self.shift_option(down * per_row as isize + right),
            Stage::Place | Stage::Idle => {
                let moved = |at: usize, by: isize, n: u8| {
                    at.checked_add_signed(by).filter(|&at| at < usize::from(n)).unwrap_or(at)
                };
                self.cursor = (
                    moved(self.cursor.0, down, self.frame.rows),
                    moved(self.cursor.1, right, self.frame.columns),
                );
                self.clamp();
            }
        }
    }

    /// Moves the bar, over items that are gone.
    pub(super) fn shift_option(&mut self, by: isize) {
        let items = self.items();
        let n = items.len() as isize;
        let is_step = by.abs() == 1;
        let mut at = self.option as isize;
        for _ in 0..n {
            at += by;
            if !is_step && !(0..n).contains(&at) {
                return;
            }
            at = at.rem_euclid(n);
            if items[at as usize].count > 0 {
                self.option = at as usize;
                return;
            }
        }
    }

    /// Puts the cursor on a cell.
    pub(crate) fn point(&mut self, cell: Cell) {
        self.loaded = None;
        self.cursor = cell;
        self.clamp();
    }

    /// Puts the bar on an item of the list.
    pub(crate) fn point_option(&mut self, option: usize) {
        self.loaded = None;
        if self.items().get(option).is_some_and(|item| item.count > 0) {
            self.option = option;
        }
    }

    /// Whether a cell is under the cursor or the ghost.
    pub(crate) fn covers(&self, cell: Cell) -> bool {
        cell == self.cursor || self.ghost().is_some_and(|ghost| ghost.cells.contains(&cell))
    }

    /// Keeps the whole piece on the board.
    pub(super) fn clamp(&mut self) {
        let Some(way) = self.ways().get(self.way) else { return };
        let reach = |of: fn(&(u8, u8)) -> u8| usize::from(way.iter().map(of).max().unwrap_or(0));
        let (rows, columns) = (reach(|cell| cell.0), reach(|cell| cell.1));
        let most = [self.frame.rows, self.frame.columns].map(|n| usize::from(n) - 1);
        self.cursor = (self.cursor.0.min(most[0] - rows), self.cursor.1.min(most[1] - columns));
    }

    /// Turns the piece to the next way it can lie. Says whether there is one.
    pub(crate) fn turn(&mut self) -> bool {
        let n_ways = self.ways().len();
        if n_ways < 2 {
            return false;
        }
        self.loaded = None;
        self.way = (self.way + 1) % n_ways;
        self.clamp();
        true
    }

    /// Turns the piece over. Says whether that can be done.
    pub(crate) fn mirror(&mut self) -> bool {
        let Some(way) = self.ways().get(self.way) else { return false };
        let width = way.iter().map(|cell| cell.1).max().unwrap_or(0);
        let mut over: Vec<_> = way.iter().map(|&(row, column)| (row, width - column)).collect();
        over.sort_unstable();
        let Some(found) = self.ways().iter().position(|way| *way == over) else { return false };
        self.loaded = None;
        self.way = found;
        true
    }

    /// The cells under the piece held, or the one under the cursor.
    pub(super) fn cells_here(&self) -> Vec<Cell> {
        let (row, column) = self.cursor;
        match self.ways().get(self.way) {
            None => vec![self.cursor],
            Some(way) => {
                way.iter().map(|&(r, c)| (row + usize::from(r), column + usize::from(c))).collect()
            }
        }
    }

    pub(super) fn spots_here(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> =
            self.cells_here().into_iter().map(|cell| self.spot(cell)).collect();
        spots.sort_unstable();
        spots
    }

    /// What is tried here, as text that the rules can refuse with a reason; none where only a taken cell
    /// can be the reason.
    pub(super) fn text_here(&self) -> Option<String> {
        let is_block = self.held().and_then(|piece| self.piece(piece)).map(|p| p.shape);
        match is_block {
            Some(shape) if shape != Shape::Block => None,
            _ => {
                let names = self.spots_here().into_iter().map(|at| self.frame.cell_name(at));
                Some(names.collect::<Vec<_>>().join(","))
            }
        }
    }

    pub(super) fn taken_cell(&self) -> Refused {
        let cell = self.frame.cell_name(self.spot(self.cursor));
        message!("cell-taken", "{cell} is taken", cell).into()
    }

    /// Where the piece would go, while one is held.
    pub(crate) fn ghost(&self) -> Option<Ghost> {
        let piece = self.held().filter(|_| self.stage() != Stage::Idle)?;
        if let Some(settled) = self.answers.iter().find(|answer| !answer.at.is_empty()) {
            let cells = settled.at.iter().map(|&at| self.cell(at)).collect();
            return Some(Ghost { cells, piece, is_legal: true });
        }
        if self.stage() != Stage::Place {
            return None;
        }
        let here = self.spots_here();
        let is_legal = self.next_parts().iter().any(|part| part.at == here);
        Some(Ghost { cells: self.cells_here(), piece, is_legal })
    }

    /// Why the ghost cannot be played, if it cannot.
    pub(crate) fn objection(&self, table: &dyn Table) -> Option<Refused> {
        match (self.ghost(), self.text_here()) {
            (Some(ghost), Some(text)) if !ghost.is_legal => table.read(&text).err(),
            (Some(ghost), None) if !ghost.is_legal => Some(self.taken_cell()),
            _ => None,
        }
    }

    /// The cells that can be chosen, where that is not every free one.
    pub(crate) fn targets(&self) -> Vec<Cell> {
        let is_asked = match self.stage() {
            Stage::Place => self.held().is_none(),
            Stage::Other => true,
            _ => false,
        };
        if !is_asked {
            return Vec::new();
        }
        let has_piece =
            |square: &&Option<Square>| square.as_ref().is_some_and(|square| square.piece.is_some());
        let n_free = self.squares.len() - self.squares.iter().filter(has_piece).count();
        let places = self.next_parts();
        match places.len() < n_free {
            true => places.iter().flat_map(|part| &part.at).map(|&at| self.cell(at)).collect(),
            false => Vec::new(),
        }
    }
}
